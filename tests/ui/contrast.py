"""Contrast as WCAG 2 counts it: of two colours, and of what is drawn in a picture."""

from __future__ import annotations

from collections import Counter

from PySide6.QtGui import QColor, QImage, QPixmap


def contrast(one: QColor, other: QColor) -> float:
    """Return the ratio of two opaque colours, from 1 to 21."""
    dark, light = sorted((_luminance(one), _luminance(other)))
    return (light + 0.05) / (dark + 0.05)


def drawn_contrast(picture: QPixmap) -> float:
    """Return the ratio between the commonest colour and what differs from it most."""
    image = picture.toImage().convertToFormat(QImage.Format.Format_RGB32)
    colours: Counter[int] = Counter()
    for y in range(image.height()):
        for x in range(image.width()):
            colours[image.pixel(x, y)] += 1
    ground = QColor(colours.most_common(1)[0][0])
    return max(contrast(QColor(colour), ground) for colour in colours)


def _luminance(colour: QColor) -> float:
    red, green, blue = (
        part / 12.92 if part <= 0.03928 else ((part + 0.055) / 1.055) ** 2.4
        for part in (colour.redF(), colour.greenF(), colour.blueF())
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue
