"""What the way to a typed address is decided by, and what follows from it: name, wire and words."""

from __future__ import annotations

from dataclasses import dataclass, replace

from hfchat_gui.backends.dialects import dialect
from hfchat_gui.conversation.errors import ModelUnknown
from hfchat_gui.conversation.model_ref import ModelRef
from hfchat_gui.conversation.route import Route, ServerFacts
from hfchat_gui.conversation.servers import wire_of
from hfchat_gui.network.credentials import Credential
from hfchat_gui.routing.routes import address_route


@dataclass(frozen=True, slots=True)
class Grounds:
    """One decision's grounds: the model, what is known of its address, and how it was set.

    `facts` are as they are remembered; `kind` is what the person set the address to, or "".
    """

    model: ModelRef
    facts: ServerFacts
    kind: str = ""
    credential: Credential | None = None

    @property
    def used(self) -> ServerFacts:
        """What is known, with the wire and the dialect of the kind that the person set."""
        if not self.kind:
            return self.facts
        wire = wire_of(self.kind)
        base = self.facts.base if self.facts.wire is wire else self.model.address
        server = "" if self.kind == "openai" else self.kind
        return replace(self.facts, wire=wire, base=base, server=server)

    @property
    def name(self) -> str:
        """What the model is called there; raise `ModelUnknown` where that has to be known."""
        used = self.used
        if self.model.name:
            return self.model.name
        if used.models:
            return used.models[0]
        if dialect(used.server).needs_a_model:
            raise ModelUnknown(
                f"{self.model.host} lists no model. Load one there, or name the model beside the "
                "address."
            )
        return ""

    @property
    def route(self) -> Route:
        """The way to the model, with the reasons for it; raise `ModelUnknown` as `name` does."""
        has_key = self.credential is not None
        return address_route(self.model, self.name, self.used, self.kind, has_key=has_key)

    def are_confirmed_by(self, fresh: ServerFacts) -> bool:
        """Whether asking anew has brought nothing new; it cannot bring what replies teach."""
        return self.facts == replace(
            fresh,
            learnt=self.facts.learnt,
            takes_text=self.facts.takes_text,
            refused=self.facts.refused,
            strict=self.facts.strict,
        )
