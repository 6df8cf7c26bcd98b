"""Cairo drawing in memory, on one thread.

Cairo has no perspective, no blur and no threads. Shadows are alpha pictures that are blurred beforehand, untimed, as
programs that use Cairo do; scenes in perspective, with blurred backdrops or with shadows of whole subtrees are refused.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable, Iterator
from pathlib import Path

import cairo
import numpy

from . import outlines
from .blur import blurred
from .changes import Moments, Pixels, move_rows
from .changes import Step as Change
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
    PushGroup,
    PushMask,
    Solid,
)
from .extents import touched_by
from .matrices import Matrix3, affine_parts, is_affine, mean_scale
from .peer import Peer
from .pictures import Picture
from .scene import Color, Path2D, Scene, Segment, Shape, Unsupported

Step = Callable[[cairo.Context], None]
_CAPS = {"butt": cairo.LINE_CAP_BUTT, "round": cairo.LINE_CAP_ROUND, "square": cairo.LINE_CAP_SQUARE}
_JOINS = {"miter": cairo.LINE_JOIN_MITER, "round": cairo.LINE_JOIN_ROUND, "bevel": cairo.LINE_JOIN_BEVEL}


class Cairo(Peer):
    """Cairo's image surface: prepared paths, patterns, glyphs and shadows, drawn in painter's order."""

    name = "cairo, 1 thread"

    def __init__(self) -> None:
        self._surfaces: dict[tuple[int, int], cairo.ImageSurface] = {}
        self._moments: Iterator[tuple[Change, list[tuple[Pixels, list[Step]]]]] | None = None
        self._scratch = cairo.Context(cairo.ImageSurface(cairo.FORMAT_A8, 1, 1))

    def prepare(self, scene: Scene, drawing: Drawing, folder: Path) -> str:
        return self._prepare(drawing)

    def _prepare(self, drawing: Drawing) -> str:
        if drawing.needs_perspective:
            raise Unsupported("perspective in Cairo")
        opened: list[Operation] = []
        self._steps = [self._step(operation, opened) for operation in drawing.operations]
        self._surface = cairo.ImageSurface(cairo.FORMAT_ARGB32, drawing.width, drawing.height)
        return f"Cairo {cairo.cairo_version_string()}, ARGB32, default antialiasing, shadows blurred beforehand"

    def prepare_moments(self, moments: Moments, folder: Path) -> str:
        drawn = {}
        for drawing in moments.drawings:
            said = self._prepare(drawing)
            drawn[id(drawing)] = self._steps
        changes = moments.steps()
        self._steps = drawn[id(changes[-1].drawing)]
        self.draw()
        self._moments = itertools.cycle([
            (change, [(rect, _inside(change.drawing, drawn[id(change.drawing)], rect)) for rect in change.damage])
            for change in changes
        ])  # fmt: skip
        return f"{said}, drawing what differs over the frame before"

    def draw(self) -> None:
        if self._moments:
            return self._draw_change(*next(self._moments))
        context = cairo.Context(self._surface)
        context.set_operator(cairo.OPERATOR_CLEAR)
        context.paint()
        context.set_operator(cairo.OPERATOR_OVER)
        for step in self._steps:
            step(context)
        self._surface.flush()

    def _draw_change(self, change: Change, parts: list[tuple[Pixels, list[Step]]]) -> None:
        if change.moved:
            rows = numpy.ndarray(
                (self._surface.get_height(), self._surface.get_stride()), numpy.uint8, self._surface.get_data()
            )
            move_rows(rows, change.moved)
            self._surface.mark_dirty()
        for (left, top, right, bottom), steps in parts:
            context = cairo.Context(self._surface)
            context.rectangle(left, top, right - left, bottom - top)
            context.clip()
            context.set_operator(cairo.OPERATOR_CLEAR)
            context.paint()
            context.set_operator(cairo.OPERATOR_OVER)
            for step in steps:
                step(context)
        self._surface.flush()

    def pixels(self) -> numpy.ndarray:
        height, width = self._surface.get_height(), self._surface.get_width()
        rows = numpy.frombuffer(self._surface.get_data(), numpy.uint8).reshape(height, -1)[:, : 4 * width]
        return rows.reshape(height, width, 4)[..., [2, 1, 0, 3]]

    def _step(self, operation: Operation, opened: list[Operation]) -> Step:
        """The function that draws one operation in each frame, with everything computed in advance that can be."""
        match operation:
            case Pop():
                return _close(opened)
            case PushClip(matrix, outline, path):
                opened.append(operation)
                place, shape = cairo.Matrix(*_parts(matrix)), self._path(outline, path)
                return lambda context: _clip(context, place, shape)
            case PushGroup() | PushMask():
                opened.append(operation)
                return _open_group(operation)
            case Fill(matrix, outline, paint, opacity):
                return self._fill(matrix, outline, paint, opacity)
            case Border(matrix, outline, width, color, opacity):
                inner = outlines.inset(outline, width)
                ring = outlines.path(outline) + (outlines.path(inner) if inner else [])
                source = _solid(color, opacity)
                place, shape = cairo.Matrix(*_parts(matrix)), self._path(None, ring)
                return lambda context: _fill(context, place, shape, source, cairo.FILL_RULE_EVEN_ODD)
            case Cast():
                return self._cast(operation)
            case DrawShape(matrix, shape, opacity):
                return self._shape(matrix, shape, opacity)
            case DrawText():
                return _text(operation)
        raise Unsupported(f"{type(operation).__name__} in Cairo")

    def _path(self, outline: Outline | None, path: Path2D) -> cairo.Path:
        context = self._scratch
        context.new_path()
        for segment in outlines.path(outline) if outline else path:
            _add(context, segment)
        return context.copy_path()

    def _fill(self, matrix: Matrix3, outline: Outline, paint: object, opacity: float) -> Step:
        place, shape = cairo.Matrix(*_parts(matrix)), self._path(outline, [])
        source: cairo.Pattern
        match paint:
            case Solid(color):
                source = _solid(color, opacity)
                return lambda context: _fill(context, place, shape, source)
            case GradientPaint():
                source = _gradient(paint)
            case PicturePaint():
                source = self._picture(paint, matrix)
            case _:
                raise Unsupported(f"{type(paint).__name__} in Cairo")
        if opacity == 1:
            return lambda context: _fill(context, place, shape, source)
        return lambda context: _fill_faded(context, place, shape, source, opacity)

    def _picture(self, paint: PicturePaint, matrix: Matrix3) -> cairo.Pattern:
        target, source = paint.target, paint.source
        density = (target.width / source.width * target.height / source.height) ** 0.5
        scale = mean_scale(matrix, (target.x, target.y)) * density
        kind = paint.magnification if scale >= 1 else paint.minification
        # Cairo has no mip levels, so the one that is at most twice too large is made beforehand.
        level = max(0, math.floor(math.log2(1 / scale))) if kind == "trilinear" else 0
        surface = self._level(paint.picture, level)
        pattern = cairo.SurfacePattern(surface)
        pattern.set_extend(cairo.EXTEND_PAD)
        pattern.set_filter(cairo.FILTER_NEAREST if kind == "nearest" else cairo.FILTER_BILINEAR)
        across, down = surface.get_width() / target.width, surface.get_height() / target.height
        if paint.upside_down:
            local = cairo.Matrix(across, 0, 0, -down, -target.x * across, (target.y + target.height) * down)
        else:
            local = cairo.Matrix(across, 0, 0, down, -target.x * across, -target.y * down)
        pattern.set_matrix(local)
        return pattern

    def _level(self, picture: Picture, level: int) -> cairo.ImageSurface:
        key = (id(picture), level)
        if key not in self._surfaces:
            pixels = picture.premultiplied()[..., [2, 1, 0, 3]]
            for _ in range(level):
                height, width = pixels.shape[0] // 2 * 2, pixels.shape[1] // 2 * 2
                if not height or not width:
                    break
                blocks = pixels[:height, :width].reshape(height // 2, 2, width // 2, 2, 4).astype(numpy.uint16)
                pixels = ((blocks.sum(axis=(1, 3)) + 2) // 4).astype(numpy.uint8)
            height, width = pixels.shape[:2]
            kind = cairo.FORMAT_RGB24 if picture.is_opaque else cairo.FORMAT_ARGB32
            self._surfaces[key] = cairo.ImageSurface.create_for_data(
                bytearray(pixels.tobytes()), kind, width, height, 4 * width
            )
        return self._surfaces[key]

    def _cast(self, cast: Cast) -> Step:
        shape = self._path(cast.outline, cast.path)
        place = cairo.Matrix(*_parts(cast.matrix))
        place.translate(*cast.offset)
        source = _solid(cast.color, 1)
        if cast.sigma <= 0:
            return lambda context: _fill(context, place, shape, source)
        self._scratch.new_path()
        self._scratch.append_path(shape)
        left, top, right, bottom = self._scratch.path_extents()
        # Three deviations hold 99.7 % of a Gaussian; the picture has as many pixels as the canvas shows.
        reach = 3 * cast.sigma
        scale = mean_scale(cast.matrix, (left, top))
        width = math.ceil((right - left + 2 * reach) * scale)
        height = math.ceil((bottom - top + 2 * reach) * scale)
        alpha = cairo.ImageSurface(cairo.FORMAT_A8, width, height)
        context = cairo.Context(alpha)
        context.scale(scale, scale)
        context.translate(reach - left, reach - top)
        context.append_path(shape)
        context.fill()
        alpha.flush()
        rows = numpy.frombuffer(alpha.get_data(), numpy.uint8).reshape(height, alpha.get_stride())
        rows[:, :width] = blurred(rows[:, :width], cast.sigma * scale)
        alpha.mark_dirty()
        place.translate(left - reach, top - reach)
        place.scale(1 / scale, 1 / scale)

        def draw(context: cairo.Context) -> None:
            context.set_matrix(place)
            context.set_source(source)
            context.mask_surface(alpha)

        return draw

    def _shape(self, matrix: Matrix3, shape: Shape, opacity: float) -> Step:
        if shape.stroke and (shape.stroke_start > 0 or shape.stroke_end < 1):
            raise Unsupported("strokeStart and strokeEnd in Cairo")
        place, path = cairo.Matrix(*_parts(matrix)), self._path(None, shape.path)
        fill = _solid(shape.fill, opacity) if shape.fill and shape.fill[3] > 0 else None
        has_stroke = shape.stroke and shape.stroke[3] > 0 and shape.line_width > 0
        stroke = _solid(shape.stroke, opacity) if shape.stroke and has_stroke else None
        rule = cairo.FILL_RULE_EVEN_ODD if shape.even_odd else cairo.FILL_RULE_WINDING

        def draw(context: cairo.Context) -> None:
            if fill:
                _fill(context, place, path, fill, rule)
            if stroke:
                context.set_matrix(place)
                context.new_path()
                context.append_path(path)
                context.set_source(stroke)
                context.set_line_width(shape.line_width)
                context.set_line_cap(_CAPS[shape.line_cap])
                context.set_line_join(_JOINS[shape.line_join])
                context.set_miter_limit(shape.miter_limit)
                context.set_dash(shape.dash, shape.dash_phase)
                context.stroke()

        return draw


def _inside(drawing: Drawing, steps: list[Step], rect: Pixels) -> list[Step]:
    """The steps of a drawing that touch some pixels."""
    found = []
    for operation, step in zip(drawing.operations, steps):
        left, top, right, bottom = touched_by(operation)
        is_far = left >= rect[2] or top >= rect[3] or right <= rect[0] or bottom <= rect[1]
        if not (is_far and isinstance(operation, (Fill, Border, Cast, DrawShape, DrawText))):
            found.append(step)
    return found


def _parts(matrix: Matrix3) -> tuple[float, float, float, float, float, float]:
    if not is_affine(matrix):
        raise Unsupported("perspective in Cairo")
    return affine_parts(matrix)


def _solid(color: Color, opacity: float) -> cairo.SolidPattern:
    return cairo.SolidPattern(color[0], color[1], color[2], color[3] * opacity)


def _add(context: cairo.Context, segment: Segment) -> None:
    points = segment.points
    match segment.verb:
        case "m":
            context.move_to(*points[0])
        case "l":
            context.line_to(*points[0])
        case "q":
            (x, y), (control_x, control_y), (end_x, end_y) = context.get_current_point(), points[0], points[1]
            context.curve_to(
                x + (control_x - x) * 2 / 3,
                y + (control_y - y) * 2 / 3,
                end_x + (control_x - end_x) * 2 / 3,
                end_y + (control_y - end_y) * 2 / 3,
                end_x,
                end_y,
            )
        case "c":
            context.curve_to(*points[0], *points[1], *points[2])
        case _:
            context.close_path()


def _fill(
    context: cairo.Context,
    place: cairo.Matrix,
    path: cairo.Path,
    source: cairo.Pattern,
    rule: cairo.FillRule = cairo.FILL_RULE_WINDING,
) -> None:
    context.set_matrix(place)
    context.new_path()
    context.append_path(path)
    context.set_source(source)
    context.set_fill_rule(rule)
    context.fill()


def _fill_faded(
    context: cairo.Context, place: cairo.Matrix, path: cairo.Path, source: cairo.Pattern, opacity: float
) -> None:
    context.save()
    _clip(context, place, path, saved=True)
    context.set_matrix(place)
    context.set_source(source)
    context.paint_with_alpha(opacity)
    context.restore()


def _clip(context: cairo.Context, place: cairo.Matrix, path: cairo.Path, saved: bool = False) -> None:
    if not saved:
        context.save()
    context.set_matrix(place)
    context.new_path()
    context.append_path(path)
    context.set_fill_rule(cairo.FILL_RULE_WINDING)
    context.clip()


def _open_group(group: PushGroup | PushMask) -> Step:
    def draw(context: cairo.Context) -> None:
        context.save()
        if isinstance(group, PushGroup):
            context.identity_matrix()
            context.rectangle(group.bounds.x, group.bounds.y, group.bounds.width, group.bounds.height)
            context.clip()
        context.push_group()

    return draw


def _close(opened: list[Operation]) -> Step:
    """The step that ends the innermost opening; masks are applied before their group is put down."""
    group = opened.pop()
    match group:
        case PushClip():
            return lambda context: context.restore()
        case PushMask():

            def mask(context: cairo.Context) -> None:
                alpha = context.pop_group()
                context.restore()
                context.identity_matrix()
                context.set_operator(cairo.OPERATOR_DEST_IN)
                context.set_source(alpha)
                context.paint()
                context.set_operator(cairo.OPERATOR_OVER)

            return mask
        case PushGroup(opacity):

            def fade(context: cairo.Context) -> None:
                context.pop_group_to_source()
                context.paint_with_alpha(opacity)
                context.restore()

            return fade
    raise Unsupported(f"{type(group).__name__} in Cairo")


def _gradient(paint: GradientPaint) -> cairo.Pattern:
    if paint.kind == "axial":
        pattern: cairo.Gradient = cairo.LinearGradient(*paint.start, *paint.end)
    elif paint.kind == "radial":
        across, down = abs(paint.end[0] - paint.start[0]), abs(paint.end[1] - paint.start[1])
        if not across or not down:
            raise Unsupported("a radial gradient without an extent")
        pattern = cairo.RadialGradient(0, 0, 0, 0, 0, 1)
        pattern.set_matrix(cairo.Matrix(1 / across, 0, 0, 1 / down, -paint.start[0] / across, -paint.start[1] / down))
    else:
        raise Unsupported(f"a {paint.kind} gradient in Cairo")
    for location, color in zip(paint.locations, paint.colors):
        pattern.add_color_stop_rgba(location, *color)
    return pattern


def _text(text: DrawText) -> Step:
    style = text.line.font.style
    slant = cairo.FONT_SLANT_ITALIC if "Italic" in style or "Oblique" in style else cairo.FONT_SLANT_NORMAL
    weight = cairo.FONT_WEIGHT_BOLD if "Bold" in style else cairo.FONT_WEIGHT_NORMAL
    options = cairo.FontOptions()
    options.set_antialias(cairo.ANTIALIAS_GRAY)
    options.set_hint_style(cairo.HINT_STYLE_NONE)
    options.set_hint_metrics(cairo.HINT_METRICS_OFF)
    place = cairo.Matrix(*_parts(text.matrix))
    size = cairo.Matrix(text.line.size, 0, 0, text.line.size)
    face = cairo.ToyFontFace(text.line.font.family, slant, weight)
    font = cairo.ScaledFont(face, size, place, options)
    left, baseline = text.origin
    glyphs = [cairo.Glyph(glyph, left + x, baseline + y) for glyph, (x, y) in zip(text.line.glyphs, text.line.places)]
    source = _solid(text.color, text.opacity)
    width, height = text.box
    cut = text.line.width > width or baseline + text.line.descent > height

    def draw(context: cairo.Context) -> None:
        context.save()
        context.set_matrix(place)
        if cut:
            context.rectangle(0, 0, width, height)
            context.clip()
        context.set_scaled_font(font)
        context.set_source(source)
        context.show_glyphs(glyphs)
        context.restore()

    return draw
