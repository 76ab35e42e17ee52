"""What the places far away have answered so far: asked in the background while the picker is open.

A place that is being asked is not asked twice, and what it said last stays until it answers.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from functools import partial

from hfchat_gui.conversation.errors import ChatError
from hfchat_gui.conversation.model_ref import ModelInfo
from hfchat_gui.conversation.ports import ModelCatalogue, RouterModels
from hfchat_gui.conversation.tasks import TaskScope
from hfchat_gui.ui.model_picker.offers import ROUTER_KEY


class Listing:
    """Models of one place, with the words that are searched in each."""

    def __init__(self, models: Sequence[ModelInfo] = (), problem: str = "") -> None:
        self.models = tuple(models)
        self.problem = problem
        self.names = frozenset(info.ref.name for info in self.models)
        self._searched = [_searched(info) for info in self.models]

    def matching(self, words: Sequence[str], place: str) -> list[ModelInfo]:
        """Return the models in which every word occurs, `place` being written beside each."""
        missing = [word for word in words if word not in place]
        if not missing:
            return list(self.models)
        return [
            info
            for info, text in zip(self.models, self._searched, strict=True)
            if all(word in text for word in missing)
        ]


class Stock:
    """`on_change` is called when a place has answered."""

    def __init__(
        self, catalogue: ModelCatalogue, tasks: TaskScope, on_change: Callable[[], None]
    ) -> None:
        self._catalogue = catalogue
        self._tasks = tasks
        self._on_change = on_change
        self._asking: set[str] = set()
        self._listings: dict[str, Listing] = {}
        self.router = RouterModels()

    def listing(self, key: str) -> Listing | None:
        """Return what a place said last, or None."""
        return self._listings.get(key)

    def is_asking(self, key: str) -> bool:
        """Whether a place is being asked."""
        return key in self._asking

    def ask_router(self, *, fresh: bool = False) -> None:
        """Ask for Hugging Face's list."""
        self._start(ROUTER_KEY, partial(self._read_router, fresh))

    def ask_server(self, address: str) -> None:
        """Ask a server for its models."""
        self._start(address, partial(self._read_server, address))

    def forget(self, address: str) -> None:
        """Show nothing of what a server said before."""
        self._listings.pop(address, None)

    def _start(self, key: str, question: Callable[[], Awaitable[None]]) -> None:
        if key not in self._asking:
            self._asking.add(key)
            self._tasks.start(self._ask(key, question), "models for the picker")

    async def _ask(self, key: str, question: Callable[[], Awaitable[None]]) -> None:
        try:
            await question()
        finally:
            self._asking.discard(key)
        self._on_change()

    async def _read_router(self, fresh: bool) -> None:
        self.router = await self._catalogue.router_models(fresh=fresh)
        problem = self.router.problem.message if self.router.problem else ""
        self._listings[ROUTER_KEY] = Listing(self.router.models, problem)

    async def _read_server(self, address: str) -> None:
        try:
            self._listings[address] = Listing(await self._catalogue.server_models(address))
        except ChatError as error:
            self._listings[address] = Listing(problem=error.user_text)


def _searched(info: ModelInfo) -> str:
    return " ".join([info.ref.name, *(offer.provider for offer in info.offers)]).casefold()
