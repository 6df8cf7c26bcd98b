"""A scene as a list of drawing operations, from back to front, made by `lowering.py` and replayed by the drawing peers.

Groups and clips open with their operation and end with `Pop`, so that trees of any depth are one flat list. A matrix
takes points of the layer to pixels of the canvas, y down.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from .matrices import Matrix3
from .pictures import Picture
from .scene import Color, Path2D, Point, Rect, Shape
from .text import TextLine

Radii = tuple[float, float, float, float]


@dataclass
class Outline:
    """A rectangle with rounded corners in the space of a layer."""

    rect: Rect
    radii: Radii = (0.0, 0.0, 0.0, 0.0)
    continuous: bool = False

    @property
    def is_rectangle(self) -> bool:
        """Whether no corner is round."""
        return not any(self.radii)


@dataclass
class Solid:
    """One colour."""

    color: Color


@dataclass
class PicturePaint:
    """A picture: `source` of its pixels fills `target` in the layer, upside down where y points up."""

    picture: Picture
    source: Rect
    target: Rect
    upside_down: bool
    magnification: str
    minification: str


@dataclass
class GradientPaint:
    """A gradient between two points of the layer; for a radial one, `end` is the corner of its ellipse."""

    kind: str
    colors: list[Color]
    locations: list[float]
    start: Point
    end: Point


Paint = Solid | PicturePaint | GradientPaint


@dataclass
class Fill:
    """Fills an outline."""

    matrix: Matrix3
    outline: Outline
    paint: Paint
    opacity: float = 1.0


@dataclass
class Border:
    """A border inside an outline."""

    matrix: Matrix3
    outline: Outline
    width: float
    color: Color
    opacity: float = 1.0


@dataclass
class Cast:
    """The shadow of an outline or a path; `sigma` and `offset` are in the layer's space."""

    matrix: Matrix3
    outline: Outline | None
    path: Path2D
    sigma: float
    offset: Point
    color: Color


@dataclass
class DrawShape:
    """A filled and stroked path."""

    matrix: Matrix3
    shape: Shape
    opacity: float = 1.0


@dataclass
class DrawText:
    """A line of glyphs; `matrix` takes the text's own space (y down from the top left of its box) to pixels."""

    matrix: Matrix3
    string: str
    line: TextLine
    origin: Point
    color: Color
    box: tuple[float, float]
    opacity: float = 1.0


@dataclass
class Backdrop:
    """Blurs the background inside an outline."""

    matrix: Matrix3
    outline: Outline
    sigma: float


@dataclass
class PushClip:
    """Clips the following operations to an outline or a path."""

    matrix: Matrix3
    outline: Outline | None
    path: Path2D = field(default_factory=list)


@dataclass
class PushGroup:
    """Draws the following operations as one translucent picture; `bounds` are the pixels that it touches."""

    opacity: float
    bounds: Rect = field(default_factory=Rect)


@dataclass
class PushShadow:
    """Draws the following operations as one picture that casts a shadow, for shapes other than outlines."""

    matrix: Matrix3
    sigma: float
    offset: Point
    color: Color
    bounds: Rect = field(default_factory=Rect)


@dataclass
class PushMask:
    """Inside a group: the following operations are the mask of the preceding ones."""


@dataclass
class Pop:
    """Ends the innermost clip, group, shadow or mask."""


Operation = Fill | Border | Cast | DrawShape | DrawText | Backdrop | PushClip | PushGroup | PushShadow | PushMask | Pop


@dataclass
class Drawing:
    """The operations of a scene on a canvas of so many pixels."""

    width: int
    height: int
    operations: list[Operation]
    layers: int

    @property
    def needs_perspective(self) -> bool:
        """Whether any operation's matrix is not affine."""
        from .matrices import is_affine

        return any(not is_affine(op.matrix) for op in self.operations if hasattr(op, "matrix"))
