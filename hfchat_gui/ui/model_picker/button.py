"""The button that names the model which answers next, and opens the picker."""

from __future__ import annotations

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QFontMetrics, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QPushButton, QSizePolicy, QWidget

from hfchat_gui.conversation.model_ref import ModelRef, Source
from hfchat_gui.ui.look.fonts import strong_font, with_text
from hfchat_gui.ui.look.icons import paint_icon
from hfchat_gui.ui.look.palette import FOCUS_RING, ICON_SIZE, RADIUS_CONTROL, SPACE_M, SPACE_S
from hfchat_gui.ui.look.theme import theme
from hfchat_gui.ui.model_picker.offers import split_suffix
from hfchat_gui.ui.server_names import label_of, place_of
from hfchat_gui.ui.shortcuts import Command, with_keys
from hfchat_gui.ui.wording import SOURCE_ICONS, cut

_TIP = "Choose the model"


class ModelButton(QPushButton):
    """Shows icon, name and place. Its accessible name is `Model`; the description says which."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._model: ModelRef | None = None
        self.setAccessibleName("Model")
        self.setToolTip(with_keys(_TIP, Command.CHOOSE_MODEL))
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)
        self.setAutoDefault(False)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setSizePolicy(QSizePolicy.Policy.Maximum, QSizePolicy.Policy.Fixed)
        theme().changed.connect(self.update)

    def show_model(self, model: ModelRef) -> None:
        """Name `model` from now on."""
        self._model = model
        self.setAccessibleDescription(" · ".join(self._texts()))
        tip = with_keys(_TIP, Command.CHOOSE_MODEL)
        lines = (tip, cut(model.name), cut(model.address))
        self.setToolTip("\n".join(line for line in lines if line))
        self.updateGeometry()
        self.update()

    def _texts(self) -> tuple[str, str]:
        if self._model is None:
            return "Choose a model", ""
        label, place = label_of(self._model), place_of(self._model)
        if self._model.source is Source.ROUTER:
            label, suffix = split_suffix(label)
            place = f"{suffix} · {place}" if suffix else place
        if place == label:  # there is no name of a model
            place = self._model.host if label != self._model.host else "a server"
        return cut(label), cut(place)

    # Qt's own names.

    def sizeHint(self) -> QSize:
        name, place = self._texts()
        width = QFontMetrics(strong_font()).horizontalAdvance(name)
        width += self.fontMetrics().horizontalAdvance(place)
        return QSize(
            width + 2 * with_text(ICON_SIZE) + 5 * SPACE_S + SPACE_M,
            self.fontMetrics().height() + 14,
        )

    def minimumSizeHint(self) -> QSize:
        return QSize(120, self.sizeHint().height())

    def paintEvent(self, event: QPaintEvent) -> None:
        palette = theme().palette
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        ring = self.hasFocus() or self.isDown()
        painter.setPen(QPen(palette.accent, FOCUS_RING) if ring else Qt.PenStyle.NoPen)
        if self.underMouse():
            painter.setBrush(palette.hover)
        painter.drawRoundedRect(
            QRectF(self.rect()).adjusted(1, 1, -1, -1), RADIUS_CONTROL, RADIUS_CONTROL
        )
        self._paint_content(painter)
        painter.end()

    def _paint_content(self, painter: QPainter) -> None:
        palette, side = theme().palette, with_text(ICON_SIZE)
        name, place = self._texts()
        middle = (self.height() - side) / 2
        if self._model is not None:
            mark = QRectF(SPACE_S, middle, side, side)
            paint_icon(painter, SOURCE_ICONS[self._model.source], mark, palette.text)
        left = 2 * SPACE_S + side
        room = self.width() - left - side - 2 * SPACE_S
        middle_line = int(Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft)
        for text, font, colour in (
            (name, strong_font(), palette.text),
            (place, self.font(), palette.text_secondary),
        ):
            metrics = QFontMetrics(font)
            shown = metrics.elidedText(text, Qt.TextElideMode.ElideRight, max(room, 0))
            painter.setFont(font)
            painter.setPen(colour)
            painter.drawText(QRectF(left, 0, room + 2, self.height()), middle_line, shown)
            used = metrics.horizontalAdvance(shown) + SPACE_S
            left, room = left + used, room - used
        arrow = QRectF(min(left, self.width() - side - SPACE_S), middle, side, side)
        paint_icon(painter, "chevron-down", arrow, palette.text_secondary)
