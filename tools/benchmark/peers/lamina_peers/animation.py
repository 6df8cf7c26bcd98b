"""The values of basic animations at a time: the part of Core Animation's timing that the moving scenes need."""

from __future__ import annotations

import math
from xml.etree import ElementTree

import numpy

from . import values
from .matrices import Matrix4, concat, rotation, translation
from .scene import Layer, Path2D, Segment, Unsupported

_KNOWN = {
    "type", "key", "keyPath", "duration", "autoreverses", "repeatCount", "timeOffset", "timingFunction",
    "removedOnCompletion", "fillMode",
}  # fmt: skip
_CURVES = {
    "linear": (0.0, 0.0, 1.0, 1.0),
    "default": (0.25, 0.1, 0.25, 1.0),
    "easeIn": (0.42, 0.0, 1.0, 1.0),
    "easeOut": (0.0, 0.0, 0.58, 1.0),
    "easeInEaseOut": (0.42, 0.0, 0.58, 1.0),
}
# Key paths of numbers: the layer's field, and the part of it.
_NUMBERS: dict[str, tuple[str, str | int | None]] = {
    "position.x": ("position", 0),
    "position.y": ("position", 1),
    "bounds.origin.x": ("bounds", "x"),
    "bounds.origin.y": ("bounds", "y"),
    "bounds.size.width": ("bounds", "width"),
    "bounds.size.height": ("bounds", "height"),
    "opacity": ("opacity", None),
    "zPosition": ("z_position", None),
}

_ROTATIONS = {"transform.rotation.x": 0, "transform.rotation.y": 1, "transform.rotation.z": 2, "transform.rotation": 2}

Value = float | Path2D


def apply(layer: Layer, node: ElementTree.Element, kind: str, time: float) -> None:
    """Sets a property to the value of an endless animation at a time."""
    key_path = node.get("keyPath", "")
    unknown = set(node.attrib) - _KNOWN
    if kind != "CABasicAnimation" or unknown or node.get("repeatCount") != "inf":
        raise Unsupported(f"the animation {kind} of '{key_path}' ({', '.join(sorted(unknown)) or 'that ends'})")
    duration = values.number(node.get("duration", "0.25"))
    cycles = (time + values.number(node.get("timeOffset", "0"))) / duration
    progress = cycles - math.floor(cycles)
    if values.boolean(node.get("autoreverses", "0")) and math.floor(cycles) % 2:
        progress = 1 - progress
    progress = eased(progress, node.get("timingFunction", "linear"))
    ends = {child.tag.rpartition("}")[2]: child.get("value", "") for child in node}
    current = _current(layer, key_path)
    if isinstance(current, float):
        start, end = _ends(current, {name: values.number(text) for name, text in ends.items()}, key_path)
        _set(layer, key_path, start + (end - start) * progress)
    elif set(ends) == {"fromValue", "toValue"}:
        paths = values.path(ends["fromValue"]), values.path(ends["toValue"])
        _set(layer, key_path, mixed(*paths, progress))
    else:
        raise Unsupported(f"an animation of '{key_path}' that is not from one path to another")


def eased(progress: float, curve: str) -> float:
    """Where a timing function is when so much of its time has passed."""
    if curve in _CURVES:
        x1, y1, x2, y2 = _CURVES[curve]
    else:
        x1, y1, x2, y2 = values.numbers(curve, 4)
    low, high = 0.0, 1.0
    for _ in range(60):  # Halving reaches the precision of a double.
        middle = (low + high) / 2
        if _bezier(x1, x2, middle) < progress:
            low = middle
        else:
            high = middle
    return _bezier(y1, y2, (low + high) / 2)


def _bezier(first: float, second: float, t: float) -> float:
    return 3 * (1 - t) ** 2 * t * first + 3 * (1 - t) * t * t * second + t**3


def mixed(start: Path2D, end: Path2D, progress: float) -> Path2D:
    """A path between two of the same elements."""
    if [segment.verb for segment in start] != [segment.verb for segment in end]:
        raise Unsupported("an animation between paths of different elements")
    return [
        Segment(
            first.verb,
            tuple(
                (a[0] + (b[0] - a[0]) * progress, a[1] + (b[1] - a[1]) * progress)
                for a, b in zip(first.points, second.points)
            ),
        )
        for first, second in zip(start, end)
    ]


def rotations(transform: Matrix4) -> tuple[float, float, float]:
    """The angles about x, y and z of a transform that only turns, in this order, and moves (rule GEO-9)."""
    turn = transform[:3, :3]
    if not numpy.allclose(turn @ turn.T, numpy.identity(3), atol=1e-9) or transform[:3, 3].any():
        raise Unsupported("an animated rotation of a transform that also scales or has perspective")
    about_y = math.asin(min(max(-float(turn[0, 2]), -1.0), 1.0))
    return math.atan2(turn[1, 2], turn[2, 2]), about_y, math.atan2(turn[0, 1], turn[0, 0])


def _ends(current: float, ends: dict[str, float], key_path: str) -> tuple[float, float]:
    match ends:
        case {"fromValue": start, "toValue": end, **rest} if not rest:
            return start, end
        case {"fromValue": start, "byValue": step, **rest} if not rest:
            return start, start + step
        case {"byValue": step, **rest} if not rest:
            return current, current + step
        case {"toValue": end, **rest} if not rest:
            return current, end
    raise Unsupported(f"an animation of '{key_path}' with {', '.join(sorted(ends)) or 'no values'}")


def _current(layer: Layer, key_path: str) -> Value:
    if key_path == "path" and layer.shape:
        return layer.shape.path
    if key_path in _ROTATIONS:
        return rotations(layer.transform)[_ROTATIONS[key_path]]
    if key_path not in _NUMBERS:
        raise Unsupported(f"an animation of '{key_path}'")
    field, part = _NUMBERS[key_path]
    value = getattr(layer, field)
    if part is None:
        return float(value)
    return float(value[part] if isinstance(part, int) else getattr(value, part))


def _set(layer: Layer, key_path: str, value: Value) -> None:
    if not isinstance(value, float):
        if layer.shape:
            layer.shape.path = value
        return
    if key_path in _ROTATIONS:
        angles = list(rotations(layer.transform))
        angles[_ROTATIONS[key_path]] = value
        moved = translation(*layer.transform[3, :3])
        turns = (rotation(angles[0], 1, 0, 0), rotation(angles[1], 0, 1, 0), rotation(angles[2], 0, 0, 1))
        layer.transform = concat(*turns, moved)
        return
    field, part = _NUMBERS[key_path]
    if part is None:
        setattr(layer, field, value)
    elif isinstance(part, int):
        both = list(getattr(layer, field))
        both[part] = value
        setattr(layer, field, tuple(both))
    else:
        setattr(getattr(layer, field), part, value)
