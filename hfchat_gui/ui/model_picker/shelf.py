"""What the picker shows for the text typed into it; knows nothing of widgets."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from time import time

from hfchat_gui.conversation.model_ref import ModelInfo, ModelRef, Source, is_model_id
from hfchat_gui.conversation.origin import origin_or_none
from hfchat_gui.conversation.servers import Server
from hfchat_gui.ui.model_picker.choices import choice_of
from hfchat_gui.ui.model_picker.offers import (
    ROUTER_KEY,
    Heading,
    Line,
    Offer,
    Row,
    listed,
    split_suffix,
)
from hfchat_gui.ui.model_picker.stock import Listing, Stock
from hfchat_gui.ui.model_picker.typed import Typed, read_typed
from hfchat_gui.ui.ports import WindowPorts
from hfchat_gui.ui.wording import cut

MOST_ROWS = 200
"""Rows of one place that are shown at once; nobody reads more, and typing narrows them."""
MOST_RECENT = 5
FIRST_MODEL = "The model that it offers first"
_HUGGING_FACE = "Hugging Face"


@dataclass(frozen=True, slots=True)
class Found:
    """The rows, in the order of their places.

    `problem`: why what was typed is no address; `likely`: what was most likely meant by it.
    """

    rows: tuple[Row, ...]
    problem: str = ""
    likely: Offer | None = None

    @property
    def offers(self) -> list[Offer]:
        """The models among the rows."""
        return [row for row in self.rows if isinstance(row, Offer)]


class Shelf:
    """All there is to choose from while the picker is open: the disk is asked once, here.

    `current` is the model in use: it is there wherever it came from, if it can be reached at all.
    """

    def __init__(self, ports: WindowPorts, stock: Stock, current: ModelRef) -> None:
        self._ports = ports
        self._stock = stock
        self._current = current
        self._local = Listing(ports.catalogue.local_models())

    def found(self, text: str) -> Found:
        """Return what matches every word of `text`, and what `text` itself could mean."""
        text = text.strip()
        typed = read_typed(text, self._ports.catalogue)
        words = tuple(_without_suffix(text).casefold().split())
        rows = [*self._on_disk(words)]
        for server in self._servers():
            rows += self._at_server(server, words, is_meant=server.address == typed.address)
        recent = self._used_before(words)
        rows += recent
        rows += self._at_hugging_face(
            words, {row.model for row in recent if isinstance(row, Offer)}
        )
        shown = [row for row in rows if isinstance(row, Offer)]
        meant = [offer for offer in typed.offers if not _is_among(offer, shown)]
        if meant:
            rows += [Heading("As typed"), *(self._with_facts(offer) for offer in meant)]
        likely = _likely(typed, text, shown, meant)
        return Found(tuple(rows), "" if shown else typed.problem, likely)

    def _servers(self) -> list[Server]:
        """Return the servers of the list, and before them that of the model in use."""
        known = list(self._ports.servers.all)
        address = self._current.address
        if address and all(one.address != address for one in known):
            known.insert(0, Server(self._current.host, address))
        return known

    def _on_disk(self, words: Sequence[str]) -> Iterator[Row]:
        yield from _section(
            Heading("On this computer"), self._local.matching(words, "on this computer")
        )

    def _at_server(self, server: Server, words: Sequence[str], *, is_meant: bool) -> list[Row]:
        host = _host(server.address)
        heading = Heading(server.name, "" if server.name == host else host)
        place = f"{server.name} {server.address}".casefold()
        everything = is_meant or all(word in place for word in words)
        listing = self._stock.listing(server.address)
        named = self._named_at(server.address, listing)
        if everything:
            models = [*named.models, *(listing.models if listing else ())]
        else:
            listed_ones = listing.matching(words, place) if listing else []
            models = [*named.matching(words, place), *listed_ones]
        rows = list(_section(heading, models, always=everything))
        if everything:
            rows[1:1] = self._state_of(server, listing)
            if not models:
                ref = ModelRef(Source.ADDRESS, "", server.address)
                rows.append(Offer(ref, FIRST_MODEL, is_listed=False))
        return rows

    def _named_at(self, address: str, listing: Listing | None) -> Listing:
        """Return the names typed for a server and the model in use, where it lists them not."""
        names = [*self._ports.servers.typed_models(address)]
        if self._current.address == address and self._current.name:
            names.insert(0, self._current.name)
        known = listing.names if listing else frozenset()
        missing = [name for name in dict.fromkeys(names) if name not in known]
        return Listing([ModelInfo(ModelRef(Source.ADDRESS, name, address)) for name in missing])

    def _state_of(self, server: Server, listing: Listing | None) -> list[Row]:
        if listing is None:
            return [Line(f"Asking {cut(server.name)}…")]
        if listing.problem:
            return [Line(listing.problem, server.address)]
        return [] if listing.models else [Line("It answers, but lists no chat model.")]

    def _used_before(self, words: Sequence[str]) -> list[Row]:
        names = list(self._ports.preferences.router_models)
        if self._current.source is Source.ROUTER:
            names.insert(0, self._current.name)
        listing = Listing(
            [ModelInfo(ModelRef(Source.ROUTER, name)) for name in dict.fromkeys(names)]
        )
        found = listing.matching(words, "hugging face")
        if not words:
            found = found[:MOST_RECENT]
        if not found:
            return []
        return [Heading("Hugging Face, used before"), *(self._recent(info.ref) for info in found)]

    def _recent(self, ref: ModelRef) -> Offer:
        name, suffix = split_suffix(ref.name)
        info = self._of_router(name)
        if info is None:
            is_gone = bool(self._stock.router.models) and not self._stock.router.problem
            return Offer(ref, ref.name, "not in the list now" if is_gone else "")
        if not suffix:
            return listed(info)
        choice = choice_of(info, suffix)
        if choice is None:
            return Offer(ref, ref.name, "no such provider now", info=info)
        return Offer(ref, ref.name, choice.hint, choice.marks, choice.spoken, choice.note, info)

    def _at_hugging_face(self, words: Sequence[str], shown: set[ModelRef]) -> list[Row]:
        listing = self._stock.listing(ROUTER_KEY) or Listing()
        matching = listing.matching(words, "hugging face")
        wanted = [info for info in matching if info.ref not in shown]
        is_wanted = all(word in _HUGGING_FACE.casefold() for word in words)
        rows = list(_section(Heading(_HUGGING_FACE), wanted, always=is_wanted))
        if is_wanted and rows:
            rows[1:1] = self._state_of_list()
        return rows if len(rows) > 1 else []

    def _state_of_list(self) -> list[Row]:
        router = self._stock.router
        if router.problem is not None:
            age = f" This is the list of {_ago(router.read_at)}." if router.models else ""
            return [Line(f"{router.problem.message}{age}", ROUTER_KEY)]
        if not router.models and self._stock.is_asking(ROUTER_KEY):
            return [Line("Reading the list of models…")]
        return []

    def _of_router(self, name: str) -> ModelInfo | None:
        return next((one for one in self._stock.router.models if one.ref.name == name), None)

    def _with_facts(self, offer: Offer) -> Offer:
        """Return a typed router's model with what the list knows of it."""
        if offer.model.source is not Source.ROUTER or offer.note:
            return offer
        name, suffix = split_suffix(offer.model.name)
        info = self._of_router(name)
        choice = choice_of(info, suffix) if info else None
        if choice is None:
            return replace(offer, note=f"Sent as {offer.model.name}.")
        return replace(offer, marks=choice.marks, spoken=choice.spoken, note=choice.note)


def _section(
    heading: Heading, models: Sequence[ModelInfo], *, always: bool = False
) -> Iterator[Row]:
    if models or always:
        yield heading
    yield from (listed(info) for info in models[:MOST_ROWS])
    if len(models) > MOST_ROWS:
        yield Line(f"{len(models) - MOST_ROWS:,} more: type a part of the name")


def _without_suffix(text: str) -> str:
    return split_suffix(text)[0] if is_model_id(text) else text


def _suffix(text: str) -> str:
    return split_suffix(text)[1] if is_model_id(text) else ""


def _is_among(offer: Offer, shown: Sequence[Offer]) -> bool:
    if offer.key is not None:  # the row of the list would lose it
        return False
    if offer.model.source is Source.ADDRESS and not offer.model.name:
        return any(row.model.address == offer.model.address for row in shown)
    return any(row.model == offer.model for row in shown)


def _likely(
    typed: Typed, text: str, shown: Sequence[Offer], meant: Sequence[Offer]
) -> Offer | None:
    """Return the server that was typed, or the very model; None leaves it to the first match.

    A suffix is never left to that: without it another provider would answer.
    """
    if not typed.address:
        return _very_model(typed, text, shown) or (meant[0] if meant and _suffix(text) else None)
    if meant and meant[-1].key is not None:
        return meant[-1]
    known = next((row for row in shown if row.model.address == typed.address), None)
    is_whole = not shown or ":" in text or "/" in text  # `localhost` may be a word to look for
    return known or (meant[-1] if meant and is_whole else None)


def _very_model(typed: Typed, text: str, shown: Sequence[Offer]) -> Offer | None:
    wanted = {offer.model for offer in typed.offers}
    named = (row for row in shown if row.model.name.casefold() == text.casefold())
    return next((row for row in shown if row.model in wanted), None) or next(named, None)


def _host(address: str) -> str:
    place = origin_or_none(address)
    return place.place if place else address


def _ago(moment: float) -> str:
    if not moment:
        return "an earlier day"
    minutes = max(int((time() - moment) / 60), 0)
    for size, name in ((24 * 60, "day"), (60, "hour"), (1, "minute")):
        if minutes >= size:
            count = minutes // size
            return f"{count} {name}{'s' if count > 1 else ''} ago"
    return "just now"
