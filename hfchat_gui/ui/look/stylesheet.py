"""One flat stylesheet made from the palette: what Qt's own style cannot be told otherwise.

Buttons are dressed by their property `kind`, see `buttons.py`. A focused control shows the accent
as a ring of two pixels; the padding gives way, so that nothing moves.
"""

from __future__ import annotations

from string import Template

from hfchat_gui.ui.look.palette import FOCUS_RING, RADIUS_CONTROL, Palette

_SHEET = Template("""
QToolTip {
    color: $text; background: $card; border: 1px solid $hairline; padding: 4px 8px;
}
#window, #pane { background: $window; }
#sidePanel { background: $side_panel; border: none; border-right: 1px solid $hairline; }
#bar { background: $window; border: none; border-bottom: 1px solid $hairline; }
QLabel[tone="secondary"] { color: $text_secondary; }
QLabel[tone="danger"] { color: $danger; }
QLabel[tone="success"] { color: $success; }

QPushButton { color: $text; border-radius: ${radius}px; outline: none; text-align: center; }
QPushButton[kind="secondary"] {
    background: $window; border: 1px solid $control_border; padding: 6px 12px;
}
QPushButton[kind="secondary"]:hover, QPushButton[kind="card"]:hover { background: $hover; }
QPushButton[kind="secondary"]:pressed, QPushButton[kind="quiet"]:pressed,
QPushButton[kind="card"]:pressed { background: $selected; }
QPushButton[kind="secondary"]:focus { border: ${ring}px solid $accent; padding: 5px 11px; }
QPushButton[kind="primary"] {
    color: $text_on_accent; background: $accent; border: 1px solid $accent; padding: 6px 12px;
    font-weight: 600;
}
QPushButton[kind="primary"]:hover { background: $accent_hover; border-color: $accent_hover; }
QPushButton[kind="primary"][idle="true"] {
    color: $text_secondary; background: $card; border-color: $hairline;
}
QPushButton[kind="primary"]:focus { border: ${ring}px solid $text; padding: 5px 11px; }
QPushButton[kind="primary"]:disabled {
    color: $text_secondary; background: $card; border-color: $hairline;
}
QPushButton[kind="secondary"]:disabled { color: $text_secondary; border-color: $hairline; }
QPushButton[kind="quiet"] {
    background: transparent; border: ${ring}px solid transparent; padding: 5px 6px;
    text-align: left;
}
QPushButton[kind="quiet"][tone="secondary"], QPushButton[kind="quiet"]:disabled {
    color: $text_secondary;
}
QPushButton[kind="quiet"]:hover { background: $hover; }
QPushButton[kind="quiet"]:focus, QPushButton[kind="card"]:focus { border: ${ring}px solid $accent; }
QPushButton[kind="card"] {
    background: $raised; border: 1px solid $hairline; padding: 8px; text-align: left;
    font-weight: 600;
}
QPushButton[kind="card"]:focus { padding: 7px; }

QLineEdit {
    color: $text; background: $field; border: 1px solid $control_border;
    border-radius: ${radius}px; padding: 6px 8px;
    selection-background-color: $selection; selection-color: $text;
    placeholder-text-color: $text_secondary;
}
QLineEdit:focus {
    border: ${ring}px solid $accent; padding: 5px 7px;
}
QPlainTextEdit[kind="field"] {
    color: $text; background: $field; border: 1px solid $control_border;
    border-radius: ${radius}px; padding: 4px;
    selection-background-color: $selection; selection-color: $text;
    placeholder-text-color: $text_secondary;
}
QPlainTextEdit[kind="field"]:focus { border: ${ring}px solid $accent; padding: 3px; }
QPlainTextEdit[kind="bare"] {
    color: $text; background: transparent; border: none;
    selection-background-color: $selection; selection-color: $text;
    placeholder-text-color: $text_secondary;
}
QTabBar::tab {
    color: $text_secondary; background: transparent; padding: 8px 12px; margin-right: 4px;
    border: none; border-bottom: ${ring}px solid transparent;
}
QTabBar::tab:hover { color: $text; }
QTabBar::tab:selected { color: $text; border-bottom-color: $accent; }
QScrollArea[kind="bare"] { border: ${ring}px solid transparent; border-radius: ${radius}px; }
QScrollArea[kind="bare"]:focus { border-color: $accent; }
QScrollArea[kind="bare"], QWidget[kind="bare"] { background: transparent; }

QMenuBar { color: $text; background: $side_panel; border-bottom: 1px solid $hairline; }
QMenuBar::item { background: transparent; padding: 4px 8px; margin: 2px 1px; border-radius: 4px; }
QMenuBar::item:selected { background: $hover; }
QMenuBar::item:pressed { background: $selected; }
QMenu { color: $text; background: $raised; border: 1px solid $hairline; padding: 4px; }
QMenu::item { padding: 5px 24px 5px 12px; border-radius: 4px; }
QMenu::item:selected { background: $selected; }
QMenu::item:disabled { color: $text_secondary; background: transparent; }
QMenu::separator { background: $hairline; height: 1px; margin: 4px 8px; }

QListView { background: transparent; border: none; outline: none; }
QDialog { background: $window; }
#notice { background: $card; border: 1px solid $hairline; border-radius: ${radius}px; }
#found { background: $card; border: none; border-radius: ${radius}px; }

QScrollBar:vertical { background: transparent; width: 10px; margin: 0; }
QScrollBar:horizontal { background: transparent; height: 10px; margin: 0; }
QScrollBar::handle { background: $scroller; border-radius: 3px; margin: 2px; }
QScrollBar::handle:vertical { min-height: 32px; }
QScrollBar::handle:horizontal { min-width: 32px; }
QScrollBar::handle:hover { background: $control_border; }
QScrollBar::add-line, QScrollBar::sub-line { width: 0; height: 0; }
QScrollBar::add-page, QScrollBar::sub-page { background: none; }
""")


def stylesheet(palette: Palette) -> str:
    """Return the application's stylesheet in the colours of `palette`."""
    colours = {
        name: getattr(palette, name).name()
        for name in Palette.__slots__
        if name != "is_dark" and not name.startswith("code_")
    }
    raised = palette.card if palette.is_dark else palette.window
    scroller = palette.control_border if palette.is_dark else palette.control_border.lighter(135)
    return _SHEET.substitute(
        colours,
        raised=raised.name(),
        field=palette.window.name(),
        scroller=scroller.name(),
        radius=RADIUS_CONTROL,
        ring=FOCUS_RING,
    )
