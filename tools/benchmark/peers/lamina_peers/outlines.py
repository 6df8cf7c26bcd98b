"""Rounded rectangles as paths: circular corners, and Core Animation's continuous ones (rule CLIP-3)."""

from __future__ import annotations

from .drawing import Outline
from .scene import Path2D, Point, Rect, Segment, Unsupported

# The distance from a corner to the start of its curve, in radii, and the three cubic curves to the other side, in
# coordinates along the two edges from the corner. A circular corner is one curve.
_CONTINUOUS_START = 1.528665
_CONTINUOUS = (
    ((1.08849296, 0.0), (0.86840694, 0.0), (0.63149379, 0.07491139)),
    ((0.37282383, 0.16905956), (0.16905956, 0.37282383), (0.07491139, 0.63149379)),
    ((0.0, 0.86840694), (0.0, 1.08849296), (0.0, 1.528665)),
)
_KAPPA = 0.5522847498307936
_CIRCULAR = (((1 - _KAPPA, 0.0), (0.0, 1 - _KAPPA), (0.0, 1.0)),)


def path(outline: Outline) -> Path2D:
    """The outline as a closed path."""
    rect, radii = outline.rect, outline.radii
    corners = rect.corners
    start, curves = (_CONTINUOUS_START, _CONTINUOUS) if outline.continuous else (1.0, _CIRCULAR)
    if outline.continuous and 2 * start * max(radii) > min(rect.width, rect.height):
        raise Unsupported("continuous corners that do not fit")
    result: Path2D = []
    for index, corner in enumerate(corners):
        edges = _direction(corner, corners[index - 1]), _direction(corner, corners[(index + 1) % 4])
        radius = radii[index]
        result.append(Segment("l" if result else "m", (_place((start, 0.0), corner, edges, radius),)))
        if radius > 0:
            for curve in curves:
                result.append(Segment("c", tuple(_place(point, corner, edges, radius) for point in curve)))
    result.append(Segment("h"))
    return result


def _place(point: Point, corner: Point, edges: tuple[Point, Point], radius: float) -> Point:
    """Where a point lies that is given in radii along the two edges from a corner."""
    (before_x, before_y), (after_x, after_y) = edges
    along, across = point[0] * radius, point[1] * radius
    return corner[0] + before_x * along + after_x * across, corner[1] + before_y * along + after_y * across


def _direction(origin: Point, target: Point) -> Point:
    x, y = target[0] - origin[0], target[1] - origin[1]
    length = (x * x + y * y) ** 0.5 or 1.0
    return x / length, y / length


def inset(outline: Outline, width: float) -> Outline | None:
    """The inner edge of a border; `None` where nothing is left inside."""
    rect = outline.rect
    if rect.width <= 2 * width or rect.height <= 2 * width:
        return None
    inner = Rect(rect.x + width, rect.y + width, rect.width - 2 * width, rect.height - 2 * width)
    first, second, third, fourth = (max(radius - width, 0.0) for radius in outline.radii)
    return Outline(inner, (first, second, third, fourth), outline.continuous)
