"""Which palette and size of text hold now, live, for the whole program.

`current()` is the palette; `theme().changed` says that it, or the size of text, is another one now.
"""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtGui import QFont, QGuiApplication, QPalette
from PySide6.QtWidgets import QApplication, QWidget

from hfchat_gui.conversation.choices import (
    LARGEST_TEXT,
    SMALLEST_TEXT,
    USUAL_TEXT,
    ColourScheme,
)
from hfchat_gui.ui.look.fonts import body_font, scale_text
from hfchat_gui.ui.look.palette import DARK, LIGHT, Palette
from hfchat_gui.ui.look.stylesheet import stylesheet

SCHEMES = {
    ColourScheme.SYSTEM: Qt.ColorScheme.Unknown,
    ColourScheme.LIGHT: Qt.ColorScheme.Light,
    ColourScheme.DARK: Qt.ColorScheme.Dark,
}


class Theme(QObject):
    """Holds the palette and the size of text in force, and dresses the application in them."""

    changed = Signal()

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._wanted = Qt.ColorScheme.Unknown
        self._text_size = USUAL_TEXT
        self._palette = DARK if _is_dark(_system_scheme()) else LIGHT
        QGuiApplication.styleHints().colorSchemeChanged.connect(self._on_scheme_changed)

    @property
    def palette(self) -> Palette:
        """The palette in force."""
        return self._palette

    @property
    def is_dark(self) -> bool:
        """Whether the dark palette is in force."""
        return self._palette.is_dark

    def dress(self, app: QApplication) -> None:
        """Give the application our style, font and colours; call it before the first widget."""
        app.setStyle("Fusion")
        app.setFont(body_font())
        self._colour(app)

    def set_scheme(self, scheme: Qt.ColorScheme) -> None:
        """Hold `scheme` from now on; `Unknown` follows the system again."""
        self._wanted = scheme
        self._on_scheme_changed(_system_scheme())

    @property
    def text_size(self) -> int:
        """The size of text in percent of the system's."""
        return self._text_size

    def set_text_size(self, percent: int) -> None:
        """Show all text in this size, in percent of the system's; what is out of range is bound."""
        percent = min(max(percent, SMALLEST_TEXT), LARGEST_TEXT)
        if percent == self._text_size:
            return
        self._text_size = percent
        scale_text(percent)
        app = QApplication.instance()
        if isinstance(app, QApplication):
            app.setFont(body_font())
            self._colour(app)  # a style sheet keeps the font it was read with
        self.changed.emit()

    def _colour(self, app: QApplication) -> None:
        app.setPalette(_qt_palette(self._palette))
        app.setStyleSheet(stylesheet(self._palette))

    def _on_scheme_changed(self, scheme: Qt.ColorScheme) -> None:
        follows = self._wanted == Qt.ColorScheme.Unknown
        palette = DARK if _is_dark(scheme if follows else self._wanted) else LIGHT
        if palette is not self._palette:
            self._palette = palette
            app = QApplication.instance()
            if isinstance(app, QApplication):
                self._colour(app)
            self.changed.emit()


def theme() -> Theme:
    """Return the application's theme, made at the first call and owned by the application."""
    app = QApplication.instance()
    found = app.findChild(Theme) if app is not None else None
    return found if isinstance(found, Theme) else Theme(app)


def keep_font(widget: QWidget, made: Callable[[], QFont]) -> None:
    """Give `widget` a font of `fonts` that is not the body's, in every size of text to come."""
    _FontKeeper(widget, made)


class _FontKeeper(QObject):
    """Belongs to the widget and ends with it."""

    def __init__(self, widget: QWidget, made: Callable[[], QFont]) -> None:
        super().__init__(widget)
        self._widget = widget
        self._made = made
        theme().changed.connect(self._take)
        self._take()

    def _take(self) -> None:
        self._widget.setFont(self._made())


def current() -> Palette:
    """Return the palette in force."""
    return theme().palette


def _system_scheme() -> Qt.ColorScheme:
    return QGuiApplication.styleHints().colorScheme()


def _is_dark(scheme: Qt.ColorScheme) -> bool:
    return scheme == Qt.ColorScheme.Dark


def _qt_palette(palette: Palette) -> QPalette:
    role = QPalette.ColorRole
    colours = {
        role.Window: palette.window,
        role.Base: palette.window,
        role.AlternateBase: palette.card,
        role.Button: palette.window,
        role.ToolTipBase: palette.card,
        role.Text: palette.text,
        role.WindowText: palette.text,
        role.ButtonText: palette.text,
        role.ToolTipText: palette.text,
        role.PlaceholderText: palette.text_secondary,
        role.Highlight: palette.selection,
        role.HighlightedText: palette.text,
        role.Link: palette.accent,
        role.LinkVisited: palette.accent,
        role.Accent: palette.accent,
    }
    made = QPalette(palette.window)
    for name, colour in colours.items():
        made.setColor(name, colour)
    for name in (role.Text, role.WindowText, role.ButtonText):
        made.setColor(QPalette.ColorGroup.Disabled, name, palette.text_secondary)
    return made
