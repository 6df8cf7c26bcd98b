"""The pixels that operations touch, so that groups need not be as large as the canvas."""

from __future__ import annotations

import math
from collections.abc import Iterable

import numpy

from .drawing import Border, Cast, DrawShape, DrawText, Fill, Operation, Pop, PushGroup, PushMask, PushShadow
from .matrices import Matrix3, mean_scale
from .scene import Path2D, Point, Rect

Box = tuple[float, float, float, float]
_NOTHING: Box = (math.inf, math.inf, -math.inf, -math.inf)


def set_group_bounds(operations: list[Operation]) -> None:
    """Gives every group and shadow the pixel rectangle that its members touch."""
    opened: list[tuple[Operation, Box]] = []
    for operation in operations:
        if isinstance(operation, Pop):
            closed, box = opened.pop()
            if isinstance(closed, (PushGroup, PushShadow)):
                grown = _grown(box, closed)
                closed.bounds = _rect(grown)
                box = grown
            # A mask does not extend the group that it masks.
            if isinstance(closed, PushMask):
                box = _NOTHING
        elif _is_push(operation):
            opened.append((operation, _NOTHING))
            continue
        else:
            box = touched_by(operation)
        if opened:
            outer, sofar = opened[-1]
            opened[-1] = (outer, _union(sofar, box))


def _is_push(operation: Operation) -> bool:
    return type(operation).__name__.startswith("Push")


def _union(first: Box, second: Box) -> Box:
    return (
        min(first[0], second[0]),
        min(first[1], second[1]),
        max(first[2], second[2]),
        max(first[3], second[3]),
    )


def _grown(box: Box, group: PushGroup | PushShadow) -> Box:
    if not isinstance(group, PushShadow) or box[0] > box[2]:
        return box
    scale = mean_scale(group.matrix, (0.0, 0.0))
    reach = (3 * group.sigma + math.hypot(*group.offset)) * scale
    return box[0] - reach, box[1] - reach, box[2] + reach, box[3] + reach


def _rect(box: Box) -> Rect:
    if box[0] > box[2]:
        return Rect()
    left, top = math.floor(box[0]) - 1, math.floor(box[1]) - 1
    return Rect(left, top, math.ceil(box[2]) + 1 - left, math.ceil(box[3]) + 1 - top)


def touched_by(operation: Operation) -> Box:
    """The pixels that one operation may touch."""
    match operation:
        case Fill(matrix, outline) | Border(matrix, outline):
            return _covering(matrix, outline.rect.corners)
        case Cast(matrix, outline, path, sigma, offset):
            reach = 3 * sigma
            points = outline.rect.corners if outline else _points(path)
            shifted = [
                (x + offset[0] + across, y + offset[1] + down)
                for x, y in points
                for across in (-reach, reach)
                for down in (-reach, reach)
            ]
            return _covering(matrix, shifted)
        case DrawShape(matrix, shape):
            reach = shape.line_width * (shape.miter_limit if shape.line_join == "miter" else 1) if shape.stroke else 0
            points = [
                (x + across, y + down)
                for x, y in _points(shape.path)
                for across in (-reach, reach)
                for down in (-reach, reach)
            ]
            return _covering(matrix, points)
        case DrawText(matrix, box=(width, height)):
            return _covering(matrix, Rect(0, 0, width, height).corners)
    return _NOTHING


def _points(path: Path2D) -> Iterable[Point]:
    return [point for segment in path for point in segment.points]


def _covering(matrix: Matrix3, points: Iterable[Point]) -> Box:
    homogeneous = numpy.array([(x, y, 1.0) for x, y in points]) @ matrix
    if not len(homogeneous) or (homogeneous[:, 2] <= 0).any():
        # Behind the eye: anywhere.
        return (-1e5, -1e5, 1e5, 1e5) if len(homogeneous) else _NOTHING
    places = homogeneous[:, :2] / homogeneous[:, 2:]
    (left, top), (right, bottom) = places.min(axis=0), places.max(axis=0)
    return float(left), float(top), float(right), float(bottom)
