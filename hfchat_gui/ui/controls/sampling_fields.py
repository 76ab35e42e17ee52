"""Fields for how answers are drawn, where an empty one leaves it to the server or the model."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QGridLayout, QWidget

from hfchat_gui.conversation.request import SamplingOptions
from hfchat_gui.ui.controls.parameter_field import ParameterField
from hfchat_gui.ui.controls.parameters import MAIN, Form, Parameter
from hfchat_gui.ui.look.palette import SPACE_L, SPACE_M

_WIDE = (Form.LINES, Form.CODE)


class SamplingFields(QWidget):
    """Says each change that makes sense at once; what makes none is named below its field.

    Options that it has no field for stay as they are. With `columns` numbers stand side by side;
    where they are in one row, their hints are in their tooltips alone.
    """

    changed = Signal(object)  # SamplingOptions

    def __init__(
        self,
        sampling: SamplingOptions,
        parent: QWidget | None = None,
        *,
        parameters: Sequence[Parameter] = MAIN,
        columns: int = 1,
        in_a_row: bool = False,
    ) -> None:
        super().__init__(parent)
        self._sampling = sampling
        self._fields = [ParameterField(one, self, is_small=in_a_row) for one in parameters]
        self._grid = QGridLayout(self)
        self._grid.setContentsMargins(0, 0, 0, 0)
        self._grid.setVerticalSpacing(SPACE_M)
        self._lay_out(len(parameters) if in_a_row else columns)
        for field in self._fields:
            field.edited.connect(self._on_edited)
        self.show_sampling(sampling)
        self.setFocusProxy(self._fields[0])

    @property
    def sampling(self) -> SamplingOptions:
        """What is typed, as far as it makes sense."""
        return self._sampling

    @property
    def unkept(self) -> str:
        """What to say before what is typed is lost, as it cannot be used; "" where nothing is."""
        labels = (one.parameter.label for one in self._fields if one.is_refused)
        label = next(labels, "")
        return f"What stands in “{label}” cannot be used as it is." if label else ""

    def point_out(self) -> None:
        """Put the keyboard into the field in which stands what cannot be used."""
        next(one for one in self._fields if one.is_refused).point_out()

    def show_sampling(self, sampling: SamplingOptions, *, anew: bool = False) -> None:
        """Show these options; what is typed stays where it means the same, or cannot be used.

        `anew`: what cannot be used goes too.
        """
        self._sampling = sampling
        for field in self._fields:
            field.show_value(getattr(sampling, field.parameter.name), anew=anew)

    @property
    def width_in_a_row(self) -> int:
        """How many pixels they need at least where all stand side by side."""
        widths = [field.minimumSizeHint().width() for field in self._fields]
        return max(widths) * len(widths) + self._grid.horizontalSpacing() * (len(widths) - 1)

    def stand(self, *, in_a_row: bool) -> None:
        """Stand side by side, or one below the other."""
        columns = len(self._fields) if in_a_row else 1
        if columns != self._columns:
            for column in range(self._columns):
                self._grid.setColumnStretch(column, 0)
            for field in self._fields:
                self._grid.removeWidget(field)
            self._lay_out(columns)

    def _lay_out(self, columns: int) -> None:
        grid, self._columns = self._grid, columns
        grid.setHorizontalSpacing(SPACE_L if columns > 1 else SPACE_M)
        at = 0
        for column in range(columns):
            grid.setColumnStretch(column, 1)
        for field in self._fields:
            if field.parameter.form in _WIDE:
                at += -at % columns
                grid.addWidget(field, at // columns, 0, 1, columns)
                at += columns
            else:
                grid.addWidget(field, at // columns, at % columns)
                at += 1

    def _on_edited(self) -> None:
        values = {field.parameter.name: field.value for field in self._fields}
        sampling = replace(self._sampling, **values)
        if sampling != self._sampling:
            self._sampling = sampling
            self.changed.emit(sampling)
