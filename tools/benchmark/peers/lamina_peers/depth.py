"""The order in which the layers of one 3D space are drawn, from back to front.

Core Animation sorts by depth and cuts siblings that intersect. Peers that draw in painter's order get the sorted list,
made beforehand; planes that really cross are refused, since a list cannot show them.
"""

from __future__ import annotations

import heapq

import numpy

from .matrices import Matrix4
from .scene import Rect, Unsupported

# Depths nearer than this, in points, count as touching; Core Animation's own tolerance is of this order.
TOUCHING = 0.05


def paint_order(members: list[tuple[Rect, Matrix4]]) -> list[int]:
    """The indices of members from back to front.

    Each is the rectangle of a layer and the matrix that takes it into the common space, viewer at +z.
    """
    if all(_faces_straight(matrix) for _, matrix in members):
        depths = [float(matrix[3, 2] / matrix[3, 3]) for _, matrix in members]
        return sorted(range(len(members)), key=lambda index: depths[index])
    return _topological([_Quad(rect, matrix) for rect, matrix in members])


def _faces_straight(matrix: Matrix4) -> bool:
    return not (matrix[0, 2] or matrix[1, 2] or matrix[0, 3] or matrix[1, 3])


class _Quad:
    """A projected rectangle and the depth of its plane over the projection: depth = a x + b y + c."""

    def __init__(self, rect: Rect, matrix: Matrix4) -> None:
        corners = numpy.array([(x, y, 0.0, 1.0) for x, y in rect.corners]) @ matrix
        if (corners[:, 3] <= 1e-6).any():
            raise Unsupported("a layer that reaches behind the eye")
        projected = corners[:, :3] / corners[:, 3:]
        self.points = projected[:, :2]
        self.low = self.points.min(axis=0)
        self.high = self.points.max(axis=0)
        design = numpy.column_stack((self.points, numpy.ones(4)))
        self.plane = numpy.linalg.lstsq(design, projected[:, 2], rcond=None)[0]

    @property
    def area(self) -> float:
        """Twice the signed area of the projection."""
        x, y = self.points[:, 0], self.points[:, 1]
        return float(numpy.dot(x, numpy.roll(y, -1)) - numpy.dot(y, numpy.roll(x, -1)))


def _topological(quads: list[_Quad]) -> list[int]:
    """Sorts overlapping members from back to front; of two without a defined order, the earlier one is first."""
    count = len(quads)
    before: list[list[int]] = [[] for _ in range(count)]
    waiting = [0] * count
    for first, second in _overlapping_boxes(quads):
        order = _compare(quads[first], quads[second])
        if order:
            back, front = (first, second) if order < 0 else (second, first)
            before[back].append(front)
            waiting[front] += 1
    ready = [index for index in range(count) if not waiting[index]]
    heapq.heapify(ready)
    result = []
    while ready:
        index = heapq.heappop(ready)
        result.append(index)
        for front in before[index]:
            waiting[front] -= 1
            if not waiting[front]:
                heapq.heappush(ready, front)
    if len(result) < count:
        raise Unsupported("layers that overlap each other in a circle")
    return result


def _overlapping_boxes(quads: list[_Quad]) -> list[tuple[int, int]]:
    low = numpy.array([quad.low for quad in quads])
    high = numpy.array([quad.high for quad in quads])
    pairs = []
    for index in range(len(quads) - 1):
        meets = ((low[index + 1 :] < high[index]) & (high[index + 1 :] > low[index])).all(axis=1)
        pairs += [(index, index + 1 + int(other)) for other in numpy.nonzero(meets)[0]]
    return pairs


def _compare(first: _Quad, second: _Quad) -> int:
    """-1 where `first` is behind, 1 where it is in front, 0 where they do not overlap or lie in one plane."""
    overlap = _intersection(first, second)
    if len(overlap) < 3:
        return 0
    points = numpy.array(overlap)
    difference = (first.plane - second.plane) @ numpy.column_stack((points, numpy.ones(len(points)))).T
    nearest, farthest = float(difference.max()), float(difference.min())
    if nearest > TOUCHING and farthest < -TOUCHING:
        raise Unsupported("layers that cut through one another")
    if nearest <= TOUCHING and farthest >= -TOUCHING:
        # In one plane, or so near that the order of the array, which is nearly always meant, decides by the mean.
        return -1 if difference.mean() <= 1e-9 else 1
    return 1 if nearest > TOUCHING else -1


def _intersection(first: _Quad, second: _Quad) -> list[numpy.ndarray]:
    """The convex polygon that two quads share (Sutherland and Hodgman), empty where it is a sliver."""
    polygon = list(first.points)
    turn = 1.0 if second.area > 0 else -1.0
    for index in range(4):
        start, end = second.points[index], second.points[(index + 1) % 4]
        along = end - start
        sides = [turn * (along[0] * (p[1] - start[1]) - along[1] * (p[0] - start[0])) for p in polygon]
        clipped: list[numpy.ndarray] = []
        for place, point in enumerate(polygon):
            side, last_side, last = sides[place], sides[place - 1], polygon[place - 1]
            if (side > 0) != (last_side > 0):
                clipped.append(last + (point - last) * (last_side / (last_side - side)))
            if side > 0:
                clipped.append(point)
        polygon = clipped
        if len(polygon) < 3:
            return []
    x, y = numpy.array(polygon).T
    area = abs(numpy.dot(x, numpy.roll(y, -1)) - numpy.dot(y, numpy.roll(x, -1)))
    return polygon if area > 1e-3 else []
