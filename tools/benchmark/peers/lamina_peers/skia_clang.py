"""Skia drawing in memory through skia-canvas-pyr, whose Skia is compiled by Clang, as Skia's raster code is made for.

Its interface is a web canvas, so a blurred shadow is an image filter rather than a mask filter, and there are no
groups, no masks but paths, and no backdrops. A frame replays the recorded canvas into a new one and takes its pixels.
"""

from __future__ import annotations

from importlib import metadata
from pathlib import Path

import numpy
import skia_canvas_pyr
from PIL import Image

from . import outlines
from .bands import Bands, Paint
from .css import css_color, svg_path
from .drawing import (
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
    Solid,
)
from .matrices import Matrix3
from .peer import Peer
from .pictures import Picture
from .scene import Path2D, Scene, Unsupported

# Pixels by which pictures inside a clip are grown, so that their own edge is not antialiased a second time.
_PADDING = 2


class SkiaClang(Peer):
    """The canvas on one thread."""

    name = "skia (clang) raster, 1 thread"

    def prepare(self, scene: Scene, drawing: Drawing, folder: Path) -> str:
        folder.mkdir(parents=True, exist_ok=True)
        self._recorded = Recorder(folder).record(drawing)
        self._size = drawing.width, drawing.height
        return f"skia-canvas-pyr {metadata.version('skia-canvas-pyr')}, drawing on the CPU, recorded canvas"

    def png(self) -> bytes:
        """Draws a frame and encodes it, by Skia's encoder at the canvas's defaults."""
        return frame(self._recorded, *self._size, top=0, kind="png")

    def draw(self) -> None:
        self._bytes = frame(self._recorded, *self._size, top=0)

    def pixels(self) -> numpy.ndarray:
        width, height = self._size
        return numpy.frombuffer(self._bytes, numpy.uint8).reshape(height, width, 4)


class SkiaClangBands(Bands):
    """The same with one process a processor."""

    name = "skia (clang) raster, all threads"

    def painter(self, drawing: Drawing, top: int, rows: numpy.ndarray, folder: Path) -> Paint:
        recorded = Recorder(folder).record(drawing)
        height, width = rows.shape[:2]

        def paint() -> None:
            rows[...] = numpy.frombuffer(frame(recorded, width, height, top), numpy.uint8).reshape(rows.shape)

        return paint


def frame(recorded: skia_canvas_pyr.Canvas, width: int, height: int, top: int, kind: str = "raw") -> bytes:
    """Rows of a frame as pixels or as a file: a canvas keeps its pixels, so each frame is a new one."""
    canvas = skia_canvas_pyr.Canvas(width, height, {"gpu": False})
    canvas.getContext("2d").drawCanvas(recorded, 0, -top)
    return canvas.toBufferSync(kind)


class Recorder:
    """Records drawings on a canvas; pictures go through files in a folder."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._images: dict[tuple[int, int], skia_canvas_pyr.Image] = {}

    def record(self, drawing: Drawing) -> skia_canvas_pyr.Canvas:
        """A canvas with everything on it, not yet drawn."""
        canvas = skia_canvas_pyr.Canvas(drawing.width, drawing.height, {"gpu": False})
        context = canvas.getContext("2d")
        for operation in drawing.operations:
            if isinstance(operation, Pop):
                context.restore()
                continue
            context.save()
            if isinstance(operation, PushClip):
                context.setTransform(_matrix(operation.matrix))
                context.clip(_path(operation.outline, operation.path))
                continue
            self._draw(context, operation)
            context.restore()
        return canvas

    def _draw(self, context: skia_canvas_pyr.CanvasRenderingContext2D, operation: Operation) -> None:
        if not isinstance(operation, (Fill, Border, Cast, DrawShape, DrawText)):
            raise Unsupported(f"{type(operation).__name__} on a canvas")
        context.setTransform(_matrix(operation.matrix))
        match operation:
            case Fill(_, outline, Solid(color), opacity):
                context.fillStyle = css_color(color, opacity)
                context.fill(_path(outline, []))
            case Fill(_, outline, GradientPaint() as paint, opacity):
                context.globalAlpha = opacity
                context.fillStyle = _gradient(context, paint)
                context.fill(_path(outline, []))
            case Fill(_, outline, PicturePaint() as paint, opacity):
                context.globalAlpha = opacity
                self._draw_picture(context, outline, paint)
            case Border(_, outline, width, color, opacity):
                inner = outlines.inset(outline, width)
                context.fillStyle = css_color(color, opacity)
                ring = outlines.path(outline) + (outlines.path(inner) if inner else [])
                context.fill(skia_canvas_pyr.Path2D(svg_path(ring)), "evenodd")
            case Cast(_, outline, path, sigma, offset, color):
                context.translate(*offset)
                if sigma > 0:
                    context.filter = f"blur({sigma:g}px)"
                context.fillStyle = css_color(color)
                context.fill(_path(outline, path))
            case DrawShape():
                _draw_shape(context, operation)
            case DrawText():
                _draw_text(context, operation)

    def _draw_picture(
        self, context: skia_canvas_pyr.CanvasRenderingContext2D, outline: Outline, paint: PicturePaint
    ) -> None:
        target = paint.target
        fits = outline.is_rectangle and outline.rect == target
        padding = 0 if fits else _PADDING
        if not fits:
            context.clip(_path(outline, []))
        if paint.upside_down:
            context.translate(0, 2 * target.y + target.height)
            context.scale(1, -1)
        context.imageSmoothingEnabled = "nearest" not in (paint.magnification, paint.minification)
        context.imageSmoothingQuality = "medium" if paint.minification == "trilinear" else "low"
        across, down = padding * target.width / paint.source.width, padding * target.height / paint.source.height
        place = target.x - across, target.y - down, target.width + 2 * across, target.height + 2 * down
        context.drawImage(self._image(paint.picture, padding), *place)

    def _image(self, picture: Picture, padding: int) -> skia_canvas_pyr.Image:
        key = (id(picture), padding)
        if key not in self._images:
            pixels = numpy.pad(picture.pixels, ((padding,) * 2, (padding,) * 2, (0, 0)), "edge")
            file = self._folder / f"canvas-{len(self._images)}.png"
            Image.fromarray(pixels[..., :3] if picture.is_opaque else pixels).save(file, compress_level=1)
            self._images[key] = skia_canvas_pyr.loadImage(str(file))
        return self._images[key]


def _matrix(matrix: Matrix3) -> skia_canvas_pyr.DOMMatrix:
    (a, b, e), (c, d, f), (x, y, w) = matrix.tolist()
    return skia_canvas_pyr.DOMMatrix([a, b, 0, e, c, d, 0, f, 0, 0, 1, 0, x, y, 0, w])


def _path(outline: Outline | None, path: Path2D) -> skia_canvas_pyr.Path2D:
    if outline is None or outline.continuous:
        return skia_canvas_pyr.Path2D(svg_path(outlines.path(outline) if outline else path))
    result, rect = skia_canvas_pyr.Path2D(), outline.rect
    if outline.is_rectangle:
        result.rect(rect.x, rect.y, rect.width, rect.height)
    else:
        result.roundRect(rect.x, rect.y, rect.width, rect.height, list(outline.radii))
    return result


def _gradient(
    context: skia_canvas_pyr.CanvasRenderingContext2D, paint: GradientPaint
) -> skia_canvas_pyr.CanvasGradient:
    if paint.kind != "axial":
        raise Unsupported(f"a {paint.kind} gradient on a canvas")
    gradient = context.createLinearGradient(*paint.start, *paint.end)
    for place, color in zip(paint.locations, paint.colors):
        gradient.addColorStop(place, css_color(color))
    return gradient


def _draw_shape(context: skia_canvas_pyr.CanvasRenderingContext2D, operation: DrawShape) -> None:
    shape, opacity = operation.shape, operation.opacity
    path = skia_canvas_pyr.Path2D(svg_path(shape.path))
    if shape.fill and shape.fill[3] > 0:
        context.fillStyle = css_color(shape.fill, opacity)
        context.fill(path, "evenodd" if shape.even_odd else "nonzero")
    if not shape.stroke or shape.stroke[3] <= 0 or shape.line_width <= 0 or shape.stroke_start >= shape.stroke_end:
        return
    if shape.stroke_start > 0 or shape.stroke_end < 1:
        path = path.trim(shape.stroke_start, shape.stroke_end)
    context.strokeStyle = css_color(shape.stroke, opacity)
    context.lineWidth = shape.line_width
    context.lineCap = shape.line_cap
    context.lineJoin = shape.line_join
    context.miterLimit = shape.miter_limit
    context.setLineDash(list(shape.dash))
    context.lineDashOffset = shape.dash_phase
    context.stroke(path)


def _draw_text(context: skia_canvas_pyr.CanvasRenderingContext2D, operation: DrawText) -> None:
    line = operation.line
    slant = "italic " if "Italic" in line.font.style or "Oblique" in line.font.style else ""
    weight = "bold " if "Bold" in line.font.style else ""
    context.font = f"{slant}{weight}{line.size:g}px '{line.font.family}'"
    context.fillStyle = css_color(operation.color, operation.opacity)
    width, height = operation.box
    if line.width > width or operation.origin[1] + line.descent > height:
        box = skia_canvas_pyr.Path2D()
        box.rect(0, 0, width, height)
        context.clip(box)
    context.fillText(operation.string, *operation.origin)
