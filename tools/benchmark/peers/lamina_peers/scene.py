"""The layer tree that every peer draws, limited to the properties that `caml.py` reads.

Only what decides the picture is kept. Names and defaults are Core Animation's; lengths are points in the layer's own
space, angles radians, colours straight sRGB with alpha.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from .matrices import IDENTITY, Matrix4

Color = tuple[float, float, float, float]
Point = tuple[float, float]

BLACK: Color = (0.0, 0.0, 0.0, 1.0)
WHITE: Color = (1.0, 1.0, 1.0, 1.0)


class Unsupported(Exception):
    """A document asks for something that the peers do not draw; the message names it."""


@dataclass
class Rect:
    """A rectangle of points; sizes are not negative."""

    x: float = 0.0
    y: float = 0.0
    width: float = 0.0
    height: float = 0.0

    @property
    def corners(self) -> list[Point]:
        """The corners in order around the rectangle."""
        right, bottom = self.x + self.width, self.y + self.height
        return [(self.x, self.y), (right, self.y), (right, bottom), (self.x, bottom)]

    def contains(self, other: Rect, slack: float = 1e-6) -> bool:
        """Whether `other` lies inside, give or take `slack` points."""
        return (
            other.x >= self.x - slack
            and other.y >= self.y - slack
            and other.x + other.width <= self.x + self.width + slack
            and other.y + other.height <= self.y + self.height + slack
        )


@dataclass
class Segment:
    """One element of a path: `m`, `l`, `q`, `c` with their points, or `h`, which closes."""

    verb: str
    points: tuple[Point, ...] = ()


Path2D = list[Segment]


@dataclass
class Contents:
    """A picture in a layer, and how it is fitted and sampled."""

    file: Path
    gravity: str = "resize"
    scale: float = 1.0
    rect: Rect = field(default_factory=lambda: Rect(0, 0, 1, 1))
    magnification: str = "linear"
    minification: str = "linear"


@dataclass
class Shape:
    """The drawing of a CAShapeLayer."""

    path: Path2D = field(default_factory=list)
    fill: Color | None = BLACK
    stroke: Color | None = None
    line_width: float = 1.0
    line_cap: str = "butt"
    line_join: str = "miter"
    miter_limit: float = 10.0
    dash: tuple[float, ...] = ()
    dash_phase: float = 0.0
    even_odd: bool = False
    stroke_start: float = 0.0
    stroke_end: float = 1.0


@dataclass
class Gradient:
    """The drawing of a CAGradientLayer; points are in the unit space of the bounds."""

    kind: str = "axial"
    colors: list[Color] = field(default_factory=list)
    locations: list[float] = field(default_factory=list)
    start: Point = (0.5, 0.0)
    end: Point = (0.5, 1.0)


@dataclass
class Text:
    """The drawing of a CATextLayer: one line."""

    string: str = ""
    font: str = "Helvetica"
    size: float = 36.0
    color: Color = WHITE
    alignment: str = "natural"


@dataclass
class Shadow:
    """A layer's shadow. `radius` is the standard deviation of the blur."""

    opacity: float = 0.0
    radius: float = 3.0
    offset: Point = (0.0, -3.0)
    color: Color = BLACK
    path: Path2D | None = None


@dataclass
class Layer:
    """One layer. The content of a special class is in `shape`, `gradient` or `text`."""

    kind: str = "CALayer"
    name: str = ""
    bounds: Rect = field(default_factory=Rect)
    position: Point = (0.0, 0.0)
    z_position: float = 0.0
    anchor: Point = (0.5, 0.5)
    anchor_z: float = 0.0
    transform: Matrix4 = field(default_factory=lambda: IDENTITY)
    sublayer_transform: Matrix4 = field(default_factory=lambda: IDENTITY)
    geometry_flipped: bool = False
    hidden: bool = False
    double_sided: bool = True
    opacity: float = 1.0
    group_opacity: bool = True
    background: Color | None = None
    corner_radius: float = 0.0
    continuous: bool = False
    masked_corners: int = 15
    border_width: float = 0.0
    border_color: Color = BLACK
    masks_to_bounds: bool = False
    contents: Contents | None = None
    shape: Shape | None = None
    gradient: Gradient | None = None
    text: Text | None = None
    shadow: Shadow = field(default_factory=Shadow)
    mask: Layer | None = None
    backdrop_blur: float = 0.0
    sublayers: list[Layer] = field(default_factory=list)

    @property
    def flattens(self) -> bool:
        """Whether the sublayers lie in this layer's plane (all but CATransformLayer's do)."""
        return self.kind != "CATransformLayer"

    @property
    def radii(self) -> tuple[float, float, float, float]:
        """The corners' radii: minXminY, maxXminY, maxXmaxY, minXmaxY, at most half the shorter side."""
        radius = min(self.corner_radius, self.bounds.width / 2, self.bounds.height / 2)
        bits = (1, 2, 8, 4)
        first, second, third, fourth = (radius if self.masked_corners & bit else 0.0 for bit in bits)
        return first, second, third, fourth

    def walk(self) -> Iterator[Layer]:
        """This layer and all below it, masks included, without recursion."""
        open_layers = [self]
        while open_layers:
            layer = open_layers.pop()
            yield layer
            open_layers.extend(layer.sublayers)
            if layer.mask is not None:
                open_layers.append(layer.mask)


@dataclass
class Scene:
    """A document: its tree, and which way y runs outside the root."""

    root: Layer
    host_flipped: bool = False
    source: Path = Path()

    @property
    def size(self) -> tuple[float, float]:
        """The canvas in points."""
        return self.root.bounds.width, self.root.bounds.height

    @property
    def layer_count(self) -> int:
        """How many layers the tree has."""
        return sum(1 for _ in self.root.walk())
