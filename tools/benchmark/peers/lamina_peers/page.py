"""Writes a drawing as a web page: one element an operation, as flat as clips and groups allow.

A shadow and the box that casts it are one element with `box-shadow`; shapes that follow one another share one `<svg>`.
"""

from __future__ import annotations

import html
from dataclasses import dataclass
from pathlib import Path

import numpy
from PIL import Image

from . import outlines
from .changes import digest
from .css import box_gradient, css_color, css_matrix, px, svg_path, svg_shape
from .drawing import (
    Backdrop,
    Border,
    Cast,
    Drawing,
    DrawShape,
    DrawText,
    Fill,
    GradientPaint,
    Operation,
    Outline,
    PicturePaint,
    Pop,
    PushClip,
    PushGroup,
    PushMask,
    PushShadow,
    Solid,
)
from .matrices import Matrix3, apply, is_affine
from .scene import Rect, Segment, Unsupported

_HEAD = """<!DOCTYPE html><html><head><meta charset="utf-8"><style>
html,body{{margin:0;overflow:hidden;background:transparent;width:{width}px;height:{height}px}}
div,svg{{position:absolute;left:0;top:0;transform-origin:0 0;box-sizing:border-box}}
svg{{overflow:visible}}
#stage{{width:{width}px;height:{height}px;overflow:hidden;contain:strict}}
.t{{white-space:pre;text-rendering:geometricPrecision;font-kerning:normal}}
{rules}</style></head><body><div id="stage">
"""


@dataclass
class _Open:
    """An element whose end tag is still to come: the map from its own box to pixels of the canvas."""

    pixels_from_box: Matrix3
    end: str
    style: str = ""


class PageWriter:
    """Writes pages and their pictures into a folder.

    Args:
        promote: Whether each element asks for a compositor layer of its own (`will-change: transform`).
    """

    def __init__(self, folder: Path, promote: bool = False) -> None:
        self._folder = folder
        self._promote = promote
        self._pictures: dict[bytes, str] = {}
        self._parts: list[str] = []
        self._open: list[_Open] = []

    def write(self, drawing: Drawing, moving: range = range(0)) -> Path:
        """Writes `page.html` for a drawing; says where it is. Operations that move together share an element."""
        rules = ".p{will-change:transform}" if self._promote else ""
        head = _HEAD.format(width=drawing.width, height=drawing.height, rules=rules)
        page = self._folder / "page.html"
        page.write_text(f"{head}{self.body(drawing, moving)}\n</div></body></html>\n", encoding="utf-8")
        return page

    def body(self, drawing: Drawing, moving: range = range(0)) -> str:
        """The elements of a drawing."""
        self._parts = []
        self._open = [_Open(numpy.identity(3), "")]
        # A copy, since operations that are moved into a group are removed from the list.
        operations = list(drawing.operations)
        index = 0
        while index < len(operations):
            if moving and index == moving.start:
                self._parts.append('<div id="moving" style="will-change:transform">')
            index += self._write(operations, index)
            if moving and index == moving.stop:
                self._parts.append("</div>")
        return "\n".join(self._parts)

    def _write(self, operations: list[Operation], index: int) -> int:
        """Writes the operation at an index with the following ones that it contains; returns their number."""
        operation = operations[index]
        match operation:
            case Pop():
                self._parts.append(self._open.pop().end)
            case PushClip(matrix, outline, path):
                backdrop = operations[index + 1]
                if outline is None and isinstance(backdrop, Backdrop):
                    # Inside an element with a clip path there is no backdrop; the filter has to be clipped itself.
                    self._backdrop(backdrop, operation)
                    operations.pop(index + 1)
                self._push_clip(matrix, outline, path)
            case PushGroup(opacity):
                return self._push_group(operations, index, opacity)
            case PushShadow(matrix, sigma, offset, color):
                style = f"filter:drop-shadow({px(offset[0])} {px(offset[1])} {px(sigma)} {css_color(color)})"
                self._push(matrix, Rect(), False, style)
            case Cast(outline=Outline()):
                return self._cast(operations, index)
            case Fill():
                self._fill(operation, "")
            case Border(matrix, outline, width, color, opacity):
                style = f"border:{px(width)} solid {css_color(color, opacity)}"
                self._box(matrix, outline, False, style)
            case DrawShape():
                return self._shapes(operations, index)
            case DrawText():
                self._text(operation)
            case Backdrop():
                self._backdrop(operation, None)
            case _:
                raise Unsupported(f"{type(operation).__name__} in a page")
        return 1

    def _place(self, matrix: Matrix3, rect: Rect, flipped: bool) -> tuple[str, Matrix3]:
        """The style that lays a box onto a rectangle of a layer, and the map from that box to pixels."""
        flip = -1.0 if flipped else 1.0
        layer_from_box = numpy.array(((1, 0, 0), (0, flip, 0), (rect.x, rect.y + (rect.height if flipped else 0), 1)))
        pixels_from_box = layer_from_box @ matrix
        relative = pixels_from_box @ numpy.linalg.inv(self._open[-1].pixels_from_box)
        size = f"width:{px(rect.width)};height:{px(rect.height)};"
        return size + css_matrix(relative), pixels_from_box

    def _box(self, matrix: Matrix3, outline: Outline, flipped: bool, style: str) -> None:
        place, _ = self._place(matrix, outline.rect, flipped)
        kind = ' class="p"' if self._promote else ""
        # The element that frames change so that everything is drawn anew: the first one, if it lies under all others.
        kind += "" if self._parts else ' id="base"'
        self._parts.append(f'<div{kind} style="{place}{_radius(outline, flipped)}{style}"></div>')

    def _push(self, matrix: Matrix3, rect: Rect, flipped: bool, style: str) -> None:
        place, pixels_from_box = self._place(matrix, rect, flipped)
        self._parts.append(f'<div style="{place}{style}">')
        self._open.append(_Open(pixels_from_box, "</div>", style))

    def _push_clip(self, matrix: Matrix3, outline: Outline | None, path: list) -> None:
        if outline is None:
            self._push(matrix, Rect(), False, f"clip-path:path('{svg_path(path)}')")
        elif outline.continuous:
            # The box begins at the rectangle's corner, and so must the path.
            rect = outline.rect
            moved = Outline(Rect(0, 0, rect.width, rect.height), outline.radii, True)
            self._push(matrix, rect, False, f"clip-path:path('{svg_path(outlines.path(moved))}')")
        else:
            self._push(matrix, outline.rect, False, _radius(outline, False) + "overflow:hidden")

    def _backdrop(self, backdrop: Backdrop, clip: PushClip | None) -> None:
        if any("overflow" not in opened.style for opened in self._open[1:]):
            raise Unsupported("a backdrop inside a group in a page")
        style = f"backdrop-filter:blur({px(backdrop.sigma)})"
        if clip:
            corner = backdrop.outline.rect
            pixels_from_box = numpy.array(((1, 0, 0), (0, 1, 0), (corner.x, corner.y, 1.0))) @ backdrop.matrix
            box_from_clip = clip.matrix @ numpy.linalg.inv(pixels_from_box)
            moved = [
                Segment(segment.verb, tuple(apply(box_from_clip, point) for point in segment.points))
                for segment in clip.path
            ]
            style += f";clip-path:path('{svg_path(moved)}')"
        self._box(backdrop.matrix, backdrop.outline, False, style)

    def _push_group(self, operations: list[Operation], index: int, opacity: float) -> int:
        """Opens a group; a mask of one gradient or picture becomes the group's own, and is taken out of the list."""
        depth, mask = 0, None
        for place in range(index, len(operations)):
            name = type(operations[place]).__name__
            if isinstance(operations[place], PushMask) and depth == 1:
                mask = place
                break
            depth += name.startswith("Push") - (name == "Pop")
            if not depth:
                break
        style = f"opacity:{opacity:g};" if opacity < 1 else ""
        if mask is None:
            self._push(numpy.identity(3), Rect(), False, style or "isolation:isolate")
            return 1
        fill = operations[mask + 1]
        if not isinstance(fill, Fill) or not isinstance(operations[mask + 2], Pop):
            raise Unsupported("a mask of several parts in a page")
        flipped = isinstance(fill.paint, PicturePaint) and fill.paint.upside_down
        image = self._image(fill, flipped)
        radius = _radius(fill.outline, flipped) + "overflow:hidden;" if not fill.outline.is_rectangle else ""
        self._push(fill.matrix, fill.outline.rect, flipped, f"{style}{radius}mask:{image}")
        del operations[mask : mask + 3]
        return 1

    def _cast(self, operations: list[Operation], index: int) -> int:
        cast = operations[index]
        assert isinstance(cast, Cast) and cast.outline
        (x, y), color = cast.offset, css_color(cast.color)
        following = operations[index + 1] if index + 1 < len(operations) else None
        if isinstance(following, Fill) and following.outline == cast.outline and following.matrix is cast.matrix:
            flipped = isinstance(following.paint, PicturePaint) and following.paint.upside_down
            # A blur of CSS is twice the deviation.
            self._fill(following, f"box-shadow:{px(x)} {px(-y if flipped else y)} {px(2 * cast.sigma)} {color};")
            return 2
        rect = cast.outline.rect
        moved = Outline(Rect(rect.x + x, rect.y + y, rect.width, rect.height), cast.outline.radii)
        self._box(cast.matrix, moved, False, f"background:{color};filter:blur({px(cast.sigma)})")
        return 1

    def _fill(self, fill: Fill, style: str) -> None:
        flipped = isinstance(fill.paint, PicturePaint) and fill.paint.upside_down
        if isinstance(fill.paint, Solid):
            style += f"background:{css_color(fill.paint.color, fill.opacity)}"
        else:
            style += f"background:{self._image(fill, flipped)}"
            style += f";opacity:{fill.opacity:g}" if fill.opacity < 1 else ""
        if isinstance(fill.paint, PicturePaint) and fill.paint.magnification == "nearest":
            style += ";image-rendering:pixelated"
        if fill.outline.continuous:
            rect = fill.outline.rect
            moved = Outline(Rect(0, 0, rect.width, rect.height), fill.outline.radii, True)
            style += f";clip-path:path('{svg_path(outlines.path(moved))}')"
            return self._box(fill.matrix, Outline(rect), flipped, style)
        return self._box(fill.matrix, fill.outline, flipped, style)

    def _image(self, fill: Fill, flipped: bool) -> str:
        """A gradient or picture as a CSS image with its place in the box of the outline."""
        paint, rect = fill.paint, fill.outline.rect
        if isinstance(paint, GradientPaint):
            return box_gradient(paint, rect)
        if isinstance(paint, Solid):
            return f"linear-gradient({css_color(paint.color)},{css_color(paint.color)})"
        target = paint.target
        x = target.x - rect.x
        y = rect.y + rect.height - target.y - target.height if flipped else target.y - rect.y
        size = f"{px(target.width)} {px(target.height)}"
        return f"url({self._picture(paint)}) {px(x)} {px(y)}/{size} no-repeat"

    def _picture(self, paint: PicturePaint) -> str:
        """The file of a picture, beside the page."""
        picture = paint.picture
        key = digest(picture)
        if key not in self._pictures:
            name = f"picture-{len(self._pictures)}.png"
            Image.fromarray(picture.pixels if not picture.is_opaque else picture.pixels[..., :3]).save(
                self._folder / name, compress_level=1
            )
            self._pictures[key] = name
        return self._pictures[key]

    def _shapes(self, operations: list[Operation], index: int) -> int:
        """Shapes that follow one another as one picture of vectors."""
        inverse = numpy.linalg.inv(self._open[-1].pixels_from_box)
        lines: list[str] = []
        while index + len(lines) < len(operations):
            shape = operations[index + len(lines)]
            if not isinstance(shape, DrawShape) or not is_affine(shape.matrix @ inverse):
                break
            lines.append(svg_shape(shape.shape, shape.matrix @ inverse, shape.opacity))
        if not lines:
            raise Unsupported("a shape in perspective in a page")
        self._parts.append('<svg width="1" height="1">' + "".join(lines) + "</svg>")
        return len(lines)

    def _text(self, text: DrawText) -> None:
        line = text.line
        width, height = text.box
        left, baseline = text.origin
        # Chromium rounds both, takes a pixel from above where that cuts what is below (SimpleFontData on Linux with
        # glyphs between pixels), and gives a line as high as their sum no leading.
        ascent, descent = round(line.ascent), round(line.descent)
        if descent < line.descent and ascent >= 1:
            ascent, descent = ascent - 1, descent + 1
        style = f"font:{line.size:g}px/{ascent + descent}px '{line.font.family}';"
        style += "font-weight:bold;" if "Bold" in line.font.style else ""
        style += "font-style:italic;" if "Italic" in line.font.style or "Oblique" in line.font.style else ""
        style += f"color:{css_color(text.color, text.opacity)}"
        string = html.escape(text.string)
        if line.width > width or baseline + line.descent > height:
            self._push(text.matrix, Rect(0, 0, width, height), False, "overflow:hidden")
            inner = f"left:{px(left)};top:{px(baseline - ascent)};{style}"
            self._parts.append(f'<div class="t" style="{inner}">{string}</div>')
            self._parts.append(self._open.pop().end)
            return
        moved = numpy.array(((1, 0, 0), (0, 1, 0), (left, baseline - ascent, 1.0))) @ text.matrix
        relative = moved @ numpy.linalg.inv(self._open[-1].pixels_from_box)
        self._parts.append(f'<div class="t" style="{css_matrix(relative)}{style}">{string}</div>')


def _radius(outline: Outline, flipped: bool) -> str:
    if outline.is_rectangle:
        return ""
    radii = outline.radii[::-1] if flipped else outline.radii
    if len(set(radii)) == 1:
        return f"border-radius:{px(radii[0])};"
    return "border-radius:" + " ".join(px(radius) for radius in radii) + ";"
