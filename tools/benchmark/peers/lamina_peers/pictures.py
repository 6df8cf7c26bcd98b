"""Decoded pictures, shared by all that show them."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path

import numpy
from PIL import Image

from .scene import Rect


@dataclass(eq=False)
class Picture:
    """A picture in memory: straight RGBA, 8 bits, row 0 at the top."""

    file: Path
    pixels: numpy.ndarray
    is_opaque: bool
    _parts: dict[tuple[int, int, int, int], Picture] = field(default_factory=dict)

    @property
    def width(self) -> int:
        """Pixels."""
        return int(self.pixels.shape[1])

    @property
    def height(self) -> int:
        """Pixels."""
        return int(self.pixels.shape[0])

    def premultiplied(self) -> numpy.ndarray:
        """The pixels with colours times alpha."""
        pixels = self.pixels.astype(numpy.uint16)
        pixels[..., :3] = (pixels[..., :3] * pixels[..., 3:] + 127) // 255
        return pixels.astype(numpy.uint8)

    def part(self, rect: Rect) -> Picture:
        """The pixels inside a rectangle, rounded outwards; the same object for the same rectangle."""
        left, top = max(int(rect.x + 1e-6), 0), max(int(rect.y + 1e-6), 0)
        right = min(int(numpy.ceil(rect.x + rect.width - 1e-6)), self.width)
        bottom = min(int(numpy.ceil(rect.y + rect.height - 1e-6)), self.height)
        if (left, top, right, bottom) == (0, 0, self.width, self.height):
            return self
        key = (left, top, right, bottom)
        if key not in self._parts:
            pixels = numpy.ascontiguousarray(self.pixels[top:bottom, left:right])
            self._parts[key] = Picture(self.file, pixels, bool((pixels[..., 3] == 255).all()))
        return self._parts[key]


class PictureLibrary:
    """Every picture of a document, decoded once."""

    def __init__(self) -> None:
        self._pictures: dict[Path, Picture] = {}

    def picture(self, file: Path) -> Picture:
        """The picture in a file."""
        if file not in self._pictures:
            with Image.open(file) as image:
                pixels = numpy.ascontiguousarray(numpy.asarray(image.convert("RGBA")))
            self._pictures[file] = Picture(file, pixels, bool((pixels[..., 3] == 255).all()))
        return self._pictures[file]
