"""What the model picker offers, and how what is typed into it is read."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from hfchat_gui.conversation.model_ref import ModelInfo
from hfchat_gui.local.listing import ModelListing
from hfchat_gui.network.addresses import base_address


class Catalogue:
    """The models in these folders of this computer. Fills `conversation.ports.ModelCatalogue`."""

    def __init__(self, folders: Sequence[Path]) -> None:
        self._listing = ModelListing(tuple(folders))

    def local_models(self) -> Sequence[ModelInfo]:
        """Return the models on this computer's disk; the first one is the default.

        Cheap enough for each key that is typed: what has not changed is not read again.
        """
        return self._listing.models()

    def address(self, text: str) -> str:
        """Return the base URL that typed text means; raise `BadAddress` with the reason."""
        return base_address(text)
