"""The line under a turn: its own controls, and which of its versions is shown."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from functools import cache

from PySide6.QtCore import QRectF
from PySide6.QtGui import QFontMetricsF, QKeySequence

from hfchat_gui.conversation.message import Message, Role
from hfchat_gui.ui.look.palette import SPACE_S, SPACE_XS
from hfchat_gui.ui.shortcuts import Command
from hfchat_gui.ui.transcript.commands import TurnCommand
from hfchat_gui.ui.transcript.controls import Control, ControlKind
from hfchat_gui.ui.transcript.standing import Standing
from hfchat_gui.ui.transcript.style import Style

COPY_TURN = "Copy turn"
KEYS = {
    TurnCommand.EDIT: "E",
    TurnCommand.RETRY: "R",
    TurnCommand.DELETE: "Del",
    TurnCommand.OLDER_VERSION: "Alt+Left",
    TurnCommand.NEWER_VERSION: "Alt+Right",
}
COPY_KEYS = "Ctrl+Shift+C"
VERSION_STEPS = (TurnCommand.OLDER_VERSION, TurnCommand.NEWER_VERSION)


@dataclass(slots=True)
class Foot:
    """What is drawn. `commands` appear with the pointer or the keyboard, the versions stay."""

    commands: list[Control] = field(default_factory=list)
    versions: list[Control] = field(default_factory=list)
    label: str = ""
    label_rect: QRectF = field(default_factory=QRectF)
    dead_ends: list[Control] = field(default_factory=list)  # arrows that lead nowhere now
    is_right: bool = False

    @property
    def controls(self) -> list[Control]:
        """All that can be pressed, from left to right."""
        first, then = self.versions, self.commands
        return [*then, *first] if self.is_right else [*first, *then]


def version_label(standing: Standing) -> str:
    """Return which version is shown, "" where there is one only."""
    return f"{standing.version} of {standing.versions}" if standing.versions > 1 else ""


def foot_of(
    message: Message, standing: Standing, style: Style, width: float, *, top: float
) -> Foot:
    """Place the line under a turn of this width: a person's at the right, a reply's at the left.

    The versions stand at the outer edge, where the commands do not move them.
    """
    side = style.foot - 4.0
    is_right = message.role is Role.USER
    line = _Line(width, top + 2, side, from_right=is_right)
    foot = Foot(label=version_label(standing), is_right=is_right)
    if foot.label:
        room = QFontMetricsF(style.small).horizontalAdvance(foot.label) + SPACE_S
        older, label, newer = line.arrows(room)
        foot.label_rect = label
        for step, box in zip(_version_steps(standing), (older, newer), strict=True):
            leads = standing.is_free and _leads(step, standing)
            (foot.versions if leads else foot.dead_ends).append(replace(step, rect=box))
        line.skip(SPACE_S)
    commands = _commands(message, standing)
    boxes = [line.take(side) for _ in commands]
    if is_right:
        boxes.reverse()
    pairs = zip(commands, boxes, strict=True)
    foot.commands.extend(replace(control, rect=box) for control, box in pairs)
    return foot


class _Line:
    """Gives out room from the outer edge inwards."""

    def __init__(self, width: float, top: float, side: float, *, from_right: bool) -> None:
        self.from_right = from_right
        self._side, self._top, self._width = side, top, width
        self._used = 0.0 if from_right else -float(SPACE_XS)  # icons line up with the text

    def take(self, width: float) -> QRectF:
        """Return the next box."""
        left = self._width - self._used - width if self.from_right else self._used
        self._used += width
        return QRectF(left, self._top, width, self._side)

    def arrows(self, room: float) -> tuple[QRectF, QRectF, QRectF]:
        """Return the boxes of the older arrow, of the label between, and of the newer arrow."""
        boxes = [self.take(width) for width in (self._side, room, self._side)]
        older, label, newer = reversed(boxes) if self.from_right else boxes
        return older, label, newer

    def skip(self, gap: float) -> None:
        """Leave a gap."""
        self._used += gap


def _commands(message: Message, standing: Standing) -> list[Control]:
    found = []
    if message.text.strip() or message.attached:
        keys = _native(COPY_KEYS)
        found.append(Control(ControlKind.COPY_TURN, COPY_TURN, icon="copy", keys=keys))
    if not standing.is_free or message.state.is_open:
        return found
    what = "your message" if message.role is Role.USER else "this reply"
    if message.role is Role.USER:
        found.append(_command(TurnCommand.EDIT, f"Edit {what}", "pencil"))
        if standing.is_last:
            found.append(_command(TurnCommand.RETRY, "Ask for a reply", "refresh-cw"))
    elif message.role is Role.ASSISTANT and message.parent is not None:
        found.append(_command(TurnCommand.RETRY, f"Retry {what}", "refresh-cw"))
    if message.ended_early and standing.is_last:
        keys = Command.CONTINUE.shown_keys
        found.append(_command(TurnCommand.CONTINUE, f"Continue {what}", "step-forward", keys))
    rest = "" if standing.is_last else " and what follows"
    found.append(_command(TurnCommand.DELETE, f"Delete {what}{rest}", "trash-2"))
    return found


def _version_steps(standing: Standing) -> list[Control]:
    place = version_label(standing)
    older, newer = VERSION_STEPS
    return [
        _command(older, f"Older version ({place})", "chevron-left"),
        _command(newer, f"Newer version ({place})", "chevron-right"),
    ]


def _leads(step: Control, standing: Standing) -> bool:
    if step.command is TurnCommand.OLDER_VERSION:
        return standing.version > 1
    return standing.version < standing.versions


def _command(command: TurnCommand, name: str, icon: str, keys: str = "") -> Control:
    keys = keys or _native(KEYS[command])
    return Control(ControlKind.COMMAND, name, icon=icon, command=command, keys=keys)


@cache
def _native(keys: str) -> str:
    return QKeySequence(keys).toString(QKeySequence.SequenceFormat.NativeText)
