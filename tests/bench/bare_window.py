"""The least a window with a text field costs: what the program's own window is compared with."""

from __future__ import annotations

import sys

from PySide6.QtWidgets import QApplication, QTextEdit, QVBoxLayout, QWidget


def main() -> int:
    """Show it until it is closed."""
    application = QApplication(sys.argv)
    window = QWidget()
    field = QTextEdit()
    layout = QVBoxLayout(window)
    layout.addWidget(field)
    window.resize(1180, 780)
    window.show()
    field.setFocus()
    return application.exec()


if __name__ == "__main__":
    sys.exit(main())
