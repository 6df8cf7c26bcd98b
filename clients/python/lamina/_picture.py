"""Pictures that were drawn."""

from __future__ import annotations

import dataclasses
import os
import struct
import zlib
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import numpy
    import PIL.Image

_SIGNATURE = b"\x89PNG\r\n\x1a\n"


@dataclasses.dataclass(frozen=True)
class Diagnostic:
    """What a document asks for and does not get."""

    severity: str  #: 'note' or 'warning'
    code: str  #: A stable name, such as 'missing-file'.
    message: str  #: A sentence.
    file: str | None = None
    line: int | None = None
    column: int | None = None
    layer: str | None = None  #: The path of the layer.

    def __str__(self) -> str:
        place = ":".join(str(part) for part in (self.file, self.line, self.column) if part is not None)
        return f"{place}: {self.severity}: {self.message}" if place else f"{self.severity}: {self.message}"


class Picture:
    """A picture, kept as the PNG file that the tool wrote: 8 bits a component, red, green, blue and straight alpha, in sRGB."""

    def __init__(self, png: bytes, diagnostics: tuple[Diagnostic, ...] = (), renderer: str = "") -> None:
        if png[:8] != _SIGNATURE or png[12:16] != b"IHDR":
            raise ValueError("expected the bytes of a PNG file")
        self.png = png
        self.diagnostics = diagnostics
        #: What drew it, such as 'CPU, 8 threads'.
        self.renderer = renderer
        self.width, self.height = struct.unpack(">II", png[16:24])

    @property
    def size(self) -> tuple[int, int]:
        """Width and height in pixels."""
        return self.width, self.height

    def array(self) -> numpy.ndarray:
        """A numpy array of uint8 with the shape (height, width, 4); row 0 is at the top. Needs numpy."""
        import numpy

        depth, kind, interlaced = self.png[24], self.png[25], self.png[28]
        # Pictures without transparent pixels are written without alpha.
        if depth != 8 or kind not in (2, 6) or interlaced != 0:
            raise ValueError(f"expected 8 bits of RGB or RGBA without interlacing, found depth {depth}, kind {kind}")
        components = 4 if kind == 6 else 3
        rows = zlib.decompress(b"".join(_chunks(self.png)))
        packed = numpy.frombuffer(rows, numpy.uint8).reshape(self.height, 1 + components * self.width)
        pixels = _unfiltered(numpy, packed[:, 0], packed[:, 1:].reshape(self.height, self.width, components))
        if components == 4:
            return pixels
        return numpy.concatenate([pixels, numpy.full((self.height, self.width, 1), 255, numpy.uint8)], axis=2)

    def image(self) -> PIL.Image.Image:
        """An image of Pillow, in mode RGBA. Needs Pillow."""
        import io

        import PIL.Image

        return PIL.Image.open(io.BytesIO(self.png)).convert("RGBA")

    def save(self, path: str | os.PathLike[str]) -> None:
        """Writes the PNG file."""
        with open(path, "wb") as file:
            file.write(self.png)

    def __array__(self, dtype: Any = None, copy: bool | None = None) -> numpy.ndarray:
        if copy is False:
            raise ValueError("the pixels are packed in a PNG file, so an array is always a copy")
        pixels = self.array()
        return pixels if dtype is None else pixels.astype(dtype)

    def _repr_png_(self) -> bytes:
        """What a notebook shows."""
        return self.png

    def __repr__(self) -> str:
        return f"<lamina.Picture {self.width} x {self.height} px>"


def _chunks(png: bytes) -> list[bytes]:
    """The parts of a PNG file's pixel data."""
    found, place = [], 8
    while place + 8 <= len(png):
        (length,) = struct.unpack(">I", png[place : place + 4])
        if png[place + 4 : place + 8] == b"IDAT":
            found.append(png[place + 8 : place + 8 + length])
        place += 12 + length
    return found


def _unfiltered(numpy: Any, filters: Any, rows: Any) -> Any:
    """Undoes the filters of PNG, row by row."""
    result = numpy.empty(rows.shape, numpy.uint8)
    above = numpy.zeros(rows.shape[1:], numpy.uint8)
    for index, (kind, row) in enumerate(zip(filters, rows)):
        if kind == 0:
            out = row
        elif kind == 1:
            out = numpy.cumsum(row, axis=0, dtype=numpy.uint8)
        elif kind == 2:
            out = row + above
        elif kind in (3, 4):
            out = numpy.array(_by_pixel(int(kind), row.tolist(), above.tolist()), numpy.uint8)
        else:
            raise ValueError(f"a row of the PNG file has the unknown filter {kind}")
        result[index] = above = out
    return result


def _by_pixel(kind: int, row: list[list[int]], above: list[list[int]]) -> list[list[int]]:
    """Rows whose pixels depend on the one before: averages (3) and Paeth's choice (4)."""
    left, corner, out = [0] * 4, [0] * 4, []
    for pixel, up in zip(row, above):
        if kind == 3:
            left = [(value + (a + b) // 2) & 255 for value, a, b in zip(pixel, left, up)]
        else:
            left = [(value + _paeth(a, b, c)) & 255 for value, a, b, c in zip(pixel, left, up, corner)]
        corner = up
        out.append(left)
    return out


def _paeth(left: int, up: int, corner: int) -> int:
    """Which of three neighbours is nearest to left + up - corner."""
    guess = left + up - corner
    first, second, third = abs(guess - left), abs(guess - up), abs(guess - corner)
    return left if first <= second and first <= third else up if second <= third else corner
