"""Lines of glyphs, shaped once with HarfBuzz, so that peers without a shaper draw the same glyphs as the others."""

from __future__ import annotations

import functools
import subprocess
from dataclasses import dataclass

import uharfbuzz

from .scene import Text, Unsupported


@dataclass(frozen=True)
class FontFile:
    """An installed font."""

    path: str
    index: int
    family: str
    style: str


@dataclass(frozen=True)
class TextLine:
    """Glyphs of one font at one size, with places relative to the start of the baseline, y down, in points."""

    font: FontFile
    size: float
    glyphs: tuple[int, ...]
    places: tuple[tuple[float, float], ...]
    ascent: float
    descent: float
    width: float


@functools.cache
def find_font(name: str) -> FontFile:
    """The installed font that Fontconfig has for a name, as Lamina asks for it."""
    answer = ""
    for property_name in ("fullname", "postscriptname"):
        if _ask("fc-list", f":family={_escaped(name)}"):
            break
        # fc-list gives every face of that name; a name of one face gives one.
        answer = answer or _ask("fc-list", f":{property_name}={_escaped(name)}")
    answer = answer or _ask("fc-match", _escaped(name))
    path, index, family, style = answer.splitlines()[0].split("\t")
    return FontFile(path, int(index), family, style)


def _escaped(name: str) -> str:
    return name.replace("\\", "\\\\").replace("-", "\\-").replace(":", "\\:").replace(",", "\\,")


def _ask(tool: str, pattern: str) -> str:
    form = "%{file}\t%{index}\t%{family[0]}\t%{style[0]}\n"
    command = [tool, "-f", form, pattern]
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout.strip()


@functools.cache
def _shaper(font: FontFile) -> uharfbuzz.Font:
    with open(font.path, "rb") as file:
        return uharfbuzz.Font(uharfbuzz.Face(file.read(), font.index))


def lay_out(text: Text) -> TextLine:
    """Shapes the one line of a text."""
    if "\n" in text.string:
        raise Unsupported(f"a text of several lines: '{text.string[:20]}…'")
    file = find_font(text.font)
    font = _shaper(file)
    buffer = uharfbuzz.Buffer()
    buffer.add_str(text.string)
    buffer.guess_segment_properties()
    uharfbuzz.shape(font, buffer, {"kern": True, "liga": True})
    if any(info.codepoint == 0 for info in buffer.glyph_infos):
        raise Unsupported(f"a text that {file.family} has no glyphs for: '{text.string[:20]}'")
    unit = text.size / font.face.upem
    x = 0.0
    places = []
    for position in buffer.glyph_positions:
        places.append((x + position.x_offset * unit, -position.y_offset * unit))
        x += position.x_advance * unit
    extents = font.get_font_extents("ltr")
    glyphs = tuple(info.codepoint for info in buffer.glyph_infos)
    return TextLine(file, text.size, glyphs, tuple(places), extents.ascender * unit, -extents.descender * unit, x)
