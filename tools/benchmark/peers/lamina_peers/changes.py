"""The differences between moments of a scene that changes little, so that peers can start from the previous frame.

The moments are gone through forwards and backwards, so that every step is one between neighbours.
"""

from __future__ import annotations

import dataclasses
import functools
import hashlib
import math
from dataclasses import dataclass

import numpy

from .drawing import Drawing, Operation
from .extents import touched_by
from .pictures import Picture

#: Pixels: left, top, right, bottom.
Pixels = tuple[int, int, int, int]


@dataclass
class Step:
    """A step from one moment to the next: the new drawing, and the pixels that differ from the previous one."""

    drawing: Drawing
    damage: list[Pixels]
    #: If all differences are a movement: its distance in whole pixels, downwards.
    moved: int = 0


@dataclass
class Moments:
    """Neighbouring moments of a scene, and the operations that are not the same in all of them."""

    drawings: list[Drawing]

    def __post_init__(self) -> None:
        lists = [[_key(operation) for operation in drawing.operations] for drawing in self.drawings]
        if len({len(keys) for keys in lists}) != 1:
            raise ValueError("moments with different numbers of operations")
        #: The indices of operations that differ between moments.
        self.changed = [place for place, keys in enumerate(zip(*lists)) if len(set(keys)) > 1]

    @property
    def order(self) -> list[int]:
        """The moment at which each step ends: forwards and backwards, endlessly."""
        return [*range(len(self.drawings)), *range(len(self.drawings) - 2, 0, -1)]

    def steps(self) -> list[Step]:
        """Steps without an end: each begins where the one before has left off, the first where the last has."""
        return [self._step(self.order[place - 1], moment) for place, moment in enumerate(self.order)]

    def moves(self) -> list[int] | None:
        """How far down everything that differs is at each moment, in pixels; `None` where more than that happens."""
        found = [self._step(0, moment).moved for moment in range(len(self.drawings))]
        return found if all(found[1:]) else None

    def _step(self, before: int, after: int) -> Step:
        old, new = self.drawings[before], self.drawings[after]
        moves = {_move(old.operations[place], new.operations[place]) for place in self.changed}
        if len(moves) == 1 and (move := moves.pop()) is not None:
            edge = abs(move)
            strip = (0, new.height - edge, new.width, new.height) if move < 0 else (0, 0, new.width, edge)
            return Step(new, [strip], move)
        found = [_covering(drawing, place) for place in self.changed for drawing in (old, new)]
        return Step(new, _joined(found))


def move_rows(memory: numpy.ndarray, down: int) -> None:
    """Moves all rows of a picture down, or up where the number is negative."""
    if down > 0:
        memory[down:] = memory[:-down]
    elif down < 0:
        memory[:down] = memory[-down:]


def _move(old: Operation, new: Operation) -> int | None:
    """How far an operation went down, where that is all that happened to it and it is a number of whole pixels."""
    if not hasattr(old, "matrix") or type(old) is not type(new):
        return None
    shift = new.matrix - old.matrix
    down = float(shift[2, 1])
    shift[2, 1] = 0
    same = _key(dataclasses.replace(new, matrix=old.matrix)) == _key(old)
    return round(down) if same and abs(down - round(down)) < 1e-6 and not numpy.abs(shift).max() > 1e-9 else None


def _covering(drawing: Drawing, place: int) -> Pixels:
    """The pixels of an operation, or the whole canvas where it opens, ends or is in something that is drawn as one."""
    operation = drawing.operations[place]
    left, top, right, bottom = touched_by(operation)
    if not hasattr(operation, "matrix") or type(operation).__name__.startswith("Push") or left > right:
        return 0, 0, drawing.width, drawing.height
    edges = math.floor(left) - 1, math.floor(top) - 1, math.ceil(right) + 1, math.ceil(bottom) + 1
    return (
        max(edges[0], 0), max(edges[1], 0), min(edges[2], drawing.width), min(edges[3], drawing.height)
    )  # fmt: skip


def _joined(found: list[Pixels]) -> list[Pixels]:
    """The same pixels in rectangles that do not overlap."""
    result: list[Pixels] = []
    for rect in found:
        if rect[0] >= rect[2] or rect[1] >= rect[3]:
            continue
        while True:
            near = next((other for other in result if _touch(rect, other)), None)
            if near is None:
                break
            result.remove(near)
            rect = (
                min(rect[0], near[0]), min(rect[1], near[1]), max(rect[2], near[2]), max(rect[3], near[3])
            )  # fmt: skip
        result.append(rect)
    return result


def _touch(first: Pixels, second: Pixels) -> bool:
    return first[0] < second[2] and second[0] < first[2] and first[1] < second[3] and second[1] < first[3]


def _key(value: object) -> object:
    """A key that is equal for operations that draw the same; pictures are compared by their content."""
    if isinstance(value, Picture):
        return digest(value)
    if isinstance(value, numpy.ndarray):
        return value.tobytes()
    if isinstance(value, (list, tuple)):
        return tuple(_key(part) for part in value)
    if dataclasses.is_dataclass(value):
        parts = (getattr(value, part.name) for part in dataclasses.fields(value))
        return type(value).__name__, *(_key(part) for part in parts)
    return value


@functools.cache
def digest(picture: Picture) -> bytes:
    """The same for pictures with the same pixels."""
    return hashlib.sha1(picture.pixels.tobytes()).digest()
