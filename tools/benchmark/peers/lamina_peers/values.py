"""The grammar of values in documents: numbers, colours, transforms and paths.

Whatever is not understood is an error that quotes it.
"""

from __future__ import annotations

import math
import re

import numpy

from .matrices import IDENTITY, Matrix4, perspective, rotation, scaling, translation
from .scene import Color, Path2D, Rect, Segment, Unsupported

_FUNCTION = re.compile(r"\s*([A-Za-z]\w*)\s*\(([^()]*)\)\s*,?")
_SEPARATORS = re.compile(r"[\s,;]+")
_ANGLE = re.compile(r"^\s*([-+.\deE]+)\s*(deg|rad|grad|turn)?\s*$")
_OPERANDS = {"m": 2, "l": 2, "q": 4, "c": 6, "h": 0}
_DEGREES = {"deg": 1.0, "": 1.0, "rad": 180 / math.pi, "grad": 0.9, "turn": 360.0}


def number(text: str) -> float:
    """A finite number."""
    try:
        value = float(text)
    except ValueError:
        raise Unsupported(f"'{text}' is not a number") from None
    if not math.isfinite(value):
        raise Unsupported(f"'{text}' is not finite")
    return value


def numbers(text: str, count: int | None = None) -> list[float]:
    """Numbers with blanks or commas between; exactly `count` of them where it is given."""
    values = [number(part) for part in _SEPARATORS.split(text.strip()) if part]
    if count is not None and len(values) != count:
        raise Unsupported(f"'{text}' has {len(values)} numbers instead of {count}")
    return values


def boolean(text: str) -> bool:
    """A truth value in one of its spellings."""
    known = {"1": True, "0": False, "true": True, "false": False, "YES": True, "NO": False}
    if text not in known:
        raise Unsupported(f"'{text}' is neither 0 nor 1")
    return known[text]


def point(text: str) -> tuple[float, float]:
    """Two numbers."""
    x, y = numbers(text, 2)
    return x, y


def rect(text: str) -> Rect:
    """Four numbers: x, y, width, height."""
    values = Rect(*numbers(text, 4))
    if values.width < 0 or values.height < 0:
        raise Unsupported(f"'{text}' has a negative size")
    return values


def color(text: str, opacity: str = "1") -> Color:
    """Red, green and blue, and the opacity that stands beside them."""
    red, green, blue = numbers(text, 3)
    return red, green, blue, number(opacity)


def transform(text: str) -> Matrix4:
    """A list of functions, the leftmost outermost; an empty one is the identity."""
    result = IDENTITY
    place = 0
    while text[place:].strip():
        found = _FUNCTION.match(text, place)
        if not found:
            raise Unsupported(f"'{text}' is not a list of transform functions")
        result = _function(found[1], found[2]) @ result
        place = found.end()
    return result


def _function(name: str, arguments: str) -> Matrix4:
    parts = [part for part in arguments.split(",") if part.strip()]
    if name == "rotate" and len(parts) in (1, 4):
        found = _ANGLE.match(parts[0])
        if not found:
            raise Unsupported(f"'{parts[0]}' is not an angle")
        degrees = math.fmod(number(found[1]) * _DEGREES[found[2] or ""], 360)
        axis = [number(part) for part in parts[1:]] or [0.0, 0.0, 1.0]
        return rotation(math.radians(degrees), *axis)
    values = numbers(arguments)
    match name, len(values):
        case "translate", 1 | 2 | 3:
            x, y, z = (values + [0.0, 0.0])[:3]
            return translation(x, y, z)
        case "scale", 1:
            return scaling(values[0], values[0])
        case "scale", 2 | 3:
            x, y, z = (values + [1.0])[:3]
            return scaling(x, y, z)
        case "perspective", 1 if values[0] != 0:
            return perspective(values[0])
        case "matrix", 16:
            return numpy.array(values).reshape(4, 4)
    raise Unsupported(f"the transform function {name}({arguments})")


def path(text: str) -> Path2D:
    """A path in postfix notation: the numbers stand before the operator that takes them."""
    result: Path2D = []
    operands: list[float] = []
    for token in text.split():
        if token not in _OPERANDS:
            operands.append(number(token))
            continue
        if len(operands) != _OPERANDS[token] or (token != "m" and not result):
            raise Unsupported(f"a path with {len(operands)} numbers before '{token}'")
        result.append(Segment(token, tuple(zip(operands[::2], operands[1::2]))))
        operands = []
    if operands:
        raise Unsupported("a path that ends with numbers that no operator takes")
    return result
