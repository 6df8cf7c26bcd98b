"""Values of CSS and SVG."""

from __future__ import annotations

import math

import numpy

from .drawing import GradientPaint
from .matrices import Matrix3, affine_parts, is_affine
from .scene import Color, Path2D, Rect, Shape, Unsupported


def px(length: float) -> str:
    """A length."""
    return f"{length:.6g}px"


def css_color(color: Color, opacity: float = 1.0) -> str:
    """A colour with its alpha."""
    red, green, blue = (f"{255 * min(max(part, 0.0), 1.0):.6g}" for part in color[:3])
    return f"rgb({red} {green} {blue}/{color[3] * opacity:.6g})"


def css_matrix(matrix: Matrix3) -> str:
    """The style for a homography: `left` and `top` where it only moves, a transform elsewhere."""
    matrix = matrix / matrix[2, 2]
    if is_affine(matrix):
        a, b, c, d, x, y = affine_parts(matrix)
        if (a, b, c, d) == (1.0, 0.0, 0.0, 1.0):
            return f"left:{px(x)};top:{px(y)};"
        return f"transform:matrix({a:.9g},{b:.9g},{c:.9g},{d:.9g},{x:.9g},{y:.9g});"
    (a, b, e), (c, d, f), (x, y, w) = matrix
    rows = ((a, b, 0, e), (c, d, 0, f), (0, 0, 1, 0), (x, y, 0, w))
    return "transform:matrix3d(" + ",".join(f"{value:.9g}" for row in rows for value in row) + ");"


def box_gradient(paint: GradientPaint, rect: Rect) -> str:
    """A gradient as the image of a box that lies on a rectangle of the layer."""
    if len({color[:3] for color in paint.colors}) > 1 and len({color[3] for color in paint.colors}) > 1:
        raise Unsupported("a gradient between colours of different alpha in a page: it would mix them otherwise")
    start = numpy.array((paint.start[0] - rect.x, paint.start[1] - rect.y))
    end = numpy.array((paint.end[0] - rect.x, paint.end[1] - rect.y))
    colors = [css_color(color) for color in paint.colors]
    if paint.kind == "axial":
        direction = end - start
        length = float(numpy.hypot(*direction))
        if not length:
            raise Unsupported("a gradient of no length in a page")
        direction /= length
        # The line of CSS goes through the middle, and is as long as the box's shadow on it.
        middle = numpy.array((rect.width, rect.height)) / 2
        span = abs(direction[0]) * rect.width + abs(direction[1]) * rect.height
        first = float((start - middle) @ direction + span / 2)
        stops = [f"{color} {px(first + place * length)}" for color, place in zip(colors, paint.locations)]
        angle = math.degrees(math.atan2(direction[0], -direction[1]))
        return f"linear-gradient({angle:.9g}deg,{','.join(stops)})"
    if paint.kind == "radial":
        across, down = abs(end - start)
        stops = [f"{color} {100 * place:.6g}%" for color, place in zip(colors, paint.locations)]
        at = f"{px(float(start[0]))} {px(float(start[1]))}"
        return f"radial-gradient({px(float(across))} {px(float(down))} at {at},{','.join(stops)})"
    raise Unsupported(f"a {paint.kind} gradient in a page")


def svg_path(path: Path2D) -> str:
    """The data of a path."""
    letters = {"m": "M", "l": "L", "q": "Q", "c": "C", "h": "Z"}
    return "".join(letters[segment.verb] + " ".join(f"{x:.8g} {y:.8g}" for x, y in segment.points) for segment in path)


def svg_shape(shape: Shape, matrix: Matrix3, opacity: float) -> str:
    """A filled and stroked path as an element."""
    parts = [f'<path d="{svg_path(shape.path)}"']
    numbers = affine_parts(matrix)
    if numbers != (1.0, 0.0, 0.0, 1.0, 0.0, 0.0):
        parts.append(f'transform="matrix({" ".join(f"{value:.9g}" for value in numbers)})"')
    parts.append(f'fill="{css_color(shape.fill)}"' if shape.fill else 'fill="none"')
    if shape.even_odd:
        parts.append('fill-rule="evenodd"')
    if opacity < 1:
        parts.append(f'opacity="{opacity:g}"')
    if shape.stroke and shape.line_width > 0 and shape.stroke_start < shape.stroke_end:
        parts.append(f'stroke="{css_color(shape.stroke)}" stroke-width="{shape.line_width:g}"')
        parts.append(f'stroke-linecap="{shape.line_cap}" stroke-linejoin="{shape.line_join}"')
        parts.append(f'stroke-miterlimit="{shape.miter_limit:g}"')
        trimmed = shape.stroke_start > 0 or shape.stroke_end < 1
        if trimmed and shape.dash:
            raise Unsupported("dashes of a part of a stroke in a page")
        if trimmed:
            length = shape.stroke_end - shape.stroke_start
            parts.append(f'pathLength="1" stroke-dasharray="{length:g} 2" stroke-dashoffset="{-shape.stroke_start:g}"')
        elif shape.dash:
            dashes = " ".join(f"{dash:g}" for dash in shape.dash)
            parts.append(f'stroke-dasharray="{dashes}" stroke-dashoffset="{shape.dash_phase:g}"')
    return " ".join(parts) + "/>"
