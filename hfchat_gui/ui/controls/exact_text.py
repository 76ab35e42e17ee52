"""What stands in a field, character for character: Qt's plain text has others in place of some."""

from __future__ import annotations

from PySide6.QtGui import QTextCursor, QTextDocument

_PARAGRAPH = "\u2029"  # what Qt has between two lines


def text_of(document: QTextDocument) -> str:
    """Return the text, with no-break spaces and line separators as they are."""
    return document.toRawText().replace(_PARAGRAPH, "\n")


def selected_in(cursor: QTextCursor) -> str:
    """Return what is selected, in the same way."""
    return cursor.selectedText().replace(_PARAGRAPH, "\n")


class ExactText:
    """Reads a document back as it was filled until it is edited.

    No document can hold every character, such as a carriage return: whoever only looks at a text
    must not change it by that.
    """

    def __init__(self, document: QTextDocument) -> None:
        self._document = document
        self._given = self._shown = text_of(document)

    @property
    def text(self) -> str:
        """What the document was filled with; once that was edited, what stands there."""
        now = text_of(self._document)
        return self._given if now == self._shown else now

    def note(self, given: str) -> None:
        """Take note that the document has just been filled with this text."""
        self._given, self._shown = given, text_of(self._document)
