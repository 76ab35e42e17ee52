"""The rarer options of how the answers of a chat are drawn, in a dialog of their own."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QWidget

from hfchat_gui.conversation.request import SamplingOptions
from hfchat_gui.ui.controls.buttons import Button
from hfchat_gui.ui.controls.parameters import MORE, with_more_of
from hfchat_gui.ui.controls.sampling_fields import SamplingFields
from hfchat_gui.ui.controls.sentence import Sentence
from hfchat_gui.ui.controls.sheet import Sheet, scrolling

_HEIGHT = 640  # pixels; the rest scrolls
_WHAT = (
    "For this chat, from the next reply on. What is empty is not sent: the server or the model "
    "decides. What a server does not know is left out, with a note at the reply."
)


class ParameterSheet(Sheet):
    """Open it with `eventloop.dialogs.finished`. What makes sense holds as soon as it is typed."""

    edited = Signal(object)  # SamplingOptions

    def __init__(
        self, sampling: SamplingOptions, defaults: SamplingOptions, parent: QWidget
    ) -> None:
        super().__init__("More parameters", parent, height=_HEIGHT)
        self._defaults = defaults
        self._fields = SamplingFields(sampling, self, parameters=MORE, columns=2)
        reset = Button("Use defaults", tip="Take what the settings say for new chats", parent=self)
        self.head.addWidget(Sentence(_WHAT, "secondary", self))
        self.body.addWidget(scrolling(self._fields, self), 1)
        self.buttons.insertWidget(0, reset)
        self._fields.changed.connect(self.edited)
        reset.clicked.connect(self._on_reset)
        self.fit()
        self._fields.setFocus(Qt.FocusReason.OtherFocusReason)

    def unkept(self) -> str:
        """Say what is typed and cannot be sent."""
        return self._fields.unkept

    def point_out(self) -> None:
        """Go to what cannot be sent."""
        self._fields.point_out()

    def _on_reset(self) -> None:
        sampling = with_more_of(self._fields.sampling, self._defaults)
        is_other = sampling != self._fields.sampling
        self._fields.show_sampling(sampling, anew=True)
        if is_other:
            self.edited.emit(sampling)
