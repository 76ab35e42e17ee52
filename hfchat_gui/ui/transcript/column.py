"""All turns of a conversation as one tall column: where each is, and which are alive."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from math import inf
from time import perf_counter

from hfchat_gui.conversation.message import AttachedText, Message, Role, TextPart
from hfchat_gui.ui.transcript.heights import Heights, Rates, Shape
from hfchat_gui.ui.transcript.piece import Piece
from hfchat_gui.ui.transcript.standing import ALONE, Standing
from hfchat_gui.ui.transcript.style import Style
from hfchat_gui.ui.transcript.turn_view import TurnView

TOP = 24  # room above the first turn
_ALIVE = 3000  # pixels beyond the window within which documents are kept
_KEPT_VIEWS = 64
_OWN_SHARE = 0.75  # of the width, for what a person wrote
_PER_BREAK = 0.6  # lines that a line end adds: some end paragraphs, some lines of code
_PER_ROW = 4  # line ends that take as much room as the row of an attached text


@dataclass(frozen=True, slots=True)
class Anchor:
    """A visible thing, to be found again after heights have changed."""

    turn: int
    piece: int
    below: float  # how far down from the piece's top


class Column:
    """Holds the turns; `y` is counted from the column's top. Turns without a view are estimates.

    `standing` tells how a turn stands in its conversation; call `stand_anew` when that changes.
    """

    def __init__(
        self, style: Style, standing: Callable[[Message], Standing] = lambda _: ALONE
    ) -> None:
        self.style = style
        self._standing = standing
        self.width = 0
        self.messages: list[Message] = []
        self._places: dict[str, int] = {}
        self._views: dict[int, TurnView] = {}
        self._heights = Heights((), self._rates())

    # --- content ---------------------------------------------------------------------------------

    def fork(self, kept: int, messages: Sequence[Message]) -> None:
        """Let the first `kept` turns be as they are, and show these after them."""
        for message in self.messages[kept:]:
            del self._places[message.id]
        for index in [index for index in self._views if index >= kept]:
            del self._views[index]
        self.messages[kept:] = messages
        self._places.update((message.id, kept + at) for at, message in enumerate(messages))
        self._heights.replace_from(kept, [_shape(message) for message in messages])
        self.stand_anew()

    def stand_anew(self) -> None:
        """Take over how the turns stand in their conversation now."""
        for index, view in self._views.items():
            if view.stand(self._standing(view.message)):
                self._heights.set(index, view.height)

    def add(self, message: Message) -> None:
        """Add a turn at the end."""
        self._places[message.id] = len(self.messages)
        self.messages.append(message)
        self._heights.append(_shape(message))

    def change(self, message: Message) -> float | None:
        """Take a turn's newer form; return the `y` of the first change, None if none is drawn."""
        index = self._places.get(message.id)
        if index is None:
            return None
        self.messages[index] = message
        view = self._views.get(index)
        if view is None:
            self._heights.reshape(index, _shape(message))
            return None
        top = view.show(message)
        self._heights.set(index, view.height)
        return self.top(index) + top

    def place_of(self, message_id: str) -> int | None:
        """Return the index of a turn."""
        return self._places.get(message_id)

    def resize(self, width: int, style: Style) -> None:
        """Take another width or style."""
        self.width, self.style = width, style
        for view in self._views.values():
            view.restyle(style, width)
        self._heights.guess(self._rates())
        self._set_known()

    def _set_known(self) -> None:
        for index, view in self._views.items():
            self._heights.set(index, view.height)

    # --- geometry --------------------------------------------------------------------------------

    def __len__(self) -> int:
        return len(self.messages)

    @property
    def total(self) -> int:
        """The height of all."""
        return self._heights.total + TOP

    def top(self, index: int) -> int:
        """Return the `y` of a turn."""
        return self._heights.top(index) + TOP

    def height(self, index: int) -> int:
        """Return the height of a turn."""
        return self._heights[index]

    def index_at(self, y: float) -> int:
        """Return the index of the turn at `y`, the nearest one beyond the ends."""
        return self._heights.index_at(y - TOP)

    def view(self, index: int) -> TurnView:
        """Return a turn's view, made if there is none; its height becomes known better."""
        view = self._views.get(index)
        if view is None:
            message = self.messages[index]
            view = TurnView(message, self.style, self.width, self._standing(message))
            self._views[index] = view
            self._heights.set(index, view.height)
        return view

    def refold(self, index: int) -> None:
        """Take over what was opened or closed in a turn."""
        view = self.view(index)
        view.show(self.messages[index])
        self._heights.set(index, view.height)

    def between(self, top: float, bottom: float) -> Iterator[tuple[int, TurnView]]:
        """Yield the turns that lie between two heights."""
        if not self.messages or bottom < top:
            return
        for index in range(self.index_at(top), self.index_at(bottom) + 1):
            yield index, self.view(index)

    def anchor_at(self, y: float) -> Anchor | None:
        """Return what is at `y`."""
        if not self.messages:
            return None
        index = self.index_at(y)
        view = self.view(index)
        inside = y - self.top(index)
        piece = view.piece_at(inside)
        return Anchor(index, piece, inside - (view.tops[piece] if view.tops else 0))

    def y_of(self, anchor: Anchor) -> float:
        """Return where an anchor is now."""
        tops = self.view(anchor.turn).tops
        inside = tops[min(anchor.piece, len(tops) - 1)] if tops else 0
        return self.top(anchor.turn) + inside + anchor.below

    # --- life ------------------------------------------------------------------------------------

    @property
    def is_behind(self) -> bool:
        """Whether there are turns of whose text something is unread."""
        return any(view.is_behind for view in self._views.values())

    def read_on(self, until: float) -> None:
        """Read the unread until a time of `perf_counter`: the last turns first."""
        for index in sorted(self._views, reverse=True):
            while self._views[index].is_behind:
                if perf_counter() > until:
                    return
                self.refold(index)

    def is_exact(self, top: float, bottom: float) -> bool:
        """Whether all that lies between two heights has been measured."""
        if not self.messages or bottom < top:
            return True
        return all(
            (view := self._views.get(index)) is not None
            and view.is_exact(int(top) - self.top(index), int(bottom) - self.top(index))
            for index in range(self.index_at(top), self.index_at(bottom) + 1)
        )

    def measure(self, top: float, bottom: float, until: float = inf) -> bool:
        """Make exact what lies between two heights; return whether any height changed.

        At the time `until` (of `perf_counter`) it leaves off.
        """
        moved = False
        if not self.messages or bottom < top:
            return False
        for index in range(self.index_at(top), self.index_at(bottom) + 1):
            before = self._heights[index]
            start = self.top(index)
            view = self.view(index)
            if view.height != before:  # only now known so well: what lies here may be another part
                return True
            view.measure(int(top) - start, int(bottom) - start, until)
            self._heights.set(index, view.height)
            moved = moved or view.height != before
        return moved

    def release(self, top: float, bottom: float) -> None:
        """Drop what is alive far outside two heights."""
        top, bottom = top - _ALIVE, bottom + _ALIVE
        for index, view in list(self._views.items()):
            start = self.top(index)
            is_far = start > bottom or start + view.height < top
            if is_far and len(self._views) > _KEPT_VIEWS:
                del self._views[index]
                self._heights.reshape(index, _shape(self.messages[index]))
                self._heights.set(index, view.height)
            else:
                view.release(int(top - start), int(bottom - start))

    def alive(self) -> Iterator[Piece]:
        """Yield the pieces that are measured now."""
        for view in self._views.values():
            yield from (piece for piece in view.pieces if piece.is_measured)

    def _rates(self) -> Rates:
        """Return what a character, a line end, a reply and a turn add to a height."""
        style = self.style
        own, others = max(1.0, self.width * _OWN_SHARE), max(1.0, self.width)
        area = style.body_char * style.body_line
        breaks, turn = style.body_line * _PER_BREAK, style.body_line * 0.7 + style.foot
        return Rates(area / own, area / others, breaks, style.body_line, turn)


def _shape(message: Message) -> Shape:
    characters = breaks = 0
    for part in message.parts:
        if isinstance(part, TextPart):
            characters += len(part.text)
            breaks += part.text.count("\n")
        elif isinstance(part, AttachedText):
            breaks += _PER_ROW
    if message.role is Role.USER:
        return Shape(characters, 0, breaks, 0)
    return Shape(0, characters, breaks, 1)
