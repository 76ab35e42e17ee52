"""Which palette holds now: follows the system's light or dark scheme, live, for the whole program.

`current()` is the palette; `theme().changed` says that it is another one now.
"""

from __future__ import annotations

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtGui import QGuiApplication, QPalette
from PySide6.QtWidgets import QApplication

from hfchat_gui.ui.fonts import body_font
from hfchat_gui.ui.palette import DARK, LIGHT, Palette
from hfchat_gui.ui.stylesheet import stylesheet


class Theme(QObject):
    """Holds the palette in force and dresses the application in it."""

    changed = Signal()

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._wanted = Qt.ColorScheme.Unknown
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
