"""What a paste or a drop brings: files, a picture or text; the first of these that it holds."""

from __future__ import annotations

from PySide6.QtCore import QMimeData


def local_files(source: QMimeData) -> list[str]:
    """Return the paths of the files on this computer that `source` brings."""
    return [url.toLocalFile() for url in source.urls() if url.isLocalFile()]


def is_picture(source: QMimeData) -> bool:
    """Whether `source` brings a picture, and no text that could be taken in its place."""
    return source.hasImage() and not source.hasText()


def is_for_the_pane(source: QMimeData) -> bool:
    """Whether this is dropped on the whole pane and not into the text at the pointer."""
    return is_picture(source) or bool(local_files(source))
