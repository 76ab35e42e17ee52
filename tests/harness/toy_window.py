"""A window with a text field, a button and a label, for the tests that drive windows."""

from __future__ import annotations

import sys

from PySide6.QtWidgets import (
    QApplication,
    QLabel,
    QPlainTextEdit,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

app = QApplication(sys.argv)
window = QWidget()
window.setWindowTitle("Toy")
layout = QVBoxLayout(window)
message = QPlainTextEdit()
message.setAccessibleName("Message")
button = QPushButton("Send")
said = QLabel("nothing yet")
button.clicked.connect(lambda: said.setText(f"You: {message.toPlainText()}"))
for widget in (message, button, said):
    layout.addWidget(widget)
window.show()
print("shown", flush=True)
app.exec()
