"""Turns a scene into the list of operations that draw it, by the rules in `docs/conformance.md`.

Everything that a careful author would leave out is left out: a background that an opaque picture hides, a group for a
layer that draws one thing, a clip for a picture that can be drawn rounded itself. So each peer gets its best case.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy

from .contents import place_contents
from .depth import paint_order
from .drawing import (
    Backdrop,
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
    PushShadow,
    Solid,
)
from .extents import set_group_bounds
from .matrices import Matrix3, Matrix4, concat, plane_of, scaling, translation
from .pictures import PictureLibrary
from .scene import Color, Layer, Rect, Scene, Text
from .text import lay_out


@dataclass
class _Place:
    """Where a layer lies: the homography to pixels, whether y points up in its space, the opacity handed down."""

    matrix: Matrix3
    up: bool
    opacity: float = 1.0


@dataclass
class _Visit:
    """A layer still to be drawn."""

    layer: Layer
    place: _Place
    is_mask: bool = False


def lower(scene: Scene, scale: float = 1.0) -> Drawing:
    """Makes the operations of a scene on a canvas of its size times `scale`."""
    root = scene.root
    width, height = (max(1, round(side * scale)) for side in scene.size)
    place = _Place(root_place(scene, scale), up_in_root(scene))
    operations = _Lowering().run(root, place)
    set_group_bounds(operations)
    return Drawing(width, height, operations, scene.layer_count)


def up_in_root(scene: Scene) -> bool:
    """Whether y points up in the space of the root's sublayers."""
    return not scene.host_flipped ^ scene.root.geometry_flipped


def root_place(scene: Scene, scale: float) -> Matrix3:
    """The map from the root's own space to pixels, y down."""
    bounds = scene.root.bounds
    to_canvas = translation(-bounds.x, -bounds.y)
    if up_in_root(scene):
        to_canvas = concat(to_canvas, scaling(1, -1), translation(0, bounds.height))
    return plane_of(concat(to_canvas, scaling(scale, scale)))


def superlayer_from_layer(layer: Layer) -> Matrix4:
    """The map from a layer's space, after its own flip, to that of its superlayer, which still transforms it."""
    bounds = layer.bounds
    anchor_x = bounds.x + layer.anchor[0] * bounds.width
    anchor_y = bounds.y + layer.anchor[1] * bounds.height
    steps = [translation(-anchor_x, -anchor_y, -layer.anchor_z), layer.transform]
    if layer.geometry_flipped:
        steps.insert(0, concat(scaling(1, -1), translation(0, 2 * bounds.y + bounds.height)))
    return concat(*steps, translation(*layer.position, layer.z_position))


def sublayer_space(layer: Layer) -> Matrix4:
    """`sublayerTransform` about the layer's anchor."""
    bounds = layer.bounds
    x = bounds.x + layer.anchor[0] * bounds.width
    y = bounds.y + layer.anchor[1] * bounds.height
    return concat(translation(-x, -y, -layer.anchor_z), layer.sublayer_transform, translation(x, y, layer.anchor_z))


@dataclass
class Member:
    """A layer in the 3D space of another, in the order in which it is drawn."""

    layer: Layer
    matrix: Matrix4
    opacity: float
    flips: bool


def members(layer: Layer, opacity: float = 1.0) -> list[Member]:
    """The sublayers of a layer from back to front, including sublayers of CATransformLayers."""
    found: list[Member] = []
    holders = [Member(layer, numpy.identity(4), opacity, False)]
    while holders:
        holder = holders.pop()
        space = sublayer_space(holder.layer) @ holder.matrix
        inner: list[Member] = []
        for child in holder.layer.sublayers:
            if child.hidden or child.opacity <= 0:
                continue
            matrix = superlayer_from_layer(child) @ space
            flips = holder.flips ^ child.geometry_flipped
            if child.flattens:
                inner.append(Member(child, matrix, holder.opacity, flips))
            else:
                inner.append(Member(child, matrix, holder.opacity * child.opacity, flips))
        found += [member for member in inner if member.layer.flattens]
        holders += [member for member in inner if not member.layer.flattens]
    found = [member for member in found if member.layer.double_sided or not _faces_away(member)]
    order = paint_order([(member.layer.bounds, member.matrix) for member in found])
    return [found[index] for index in order]


def _faces_away(member: Member) -> bool:
    """Whether a layer shows its back in the space it is drawn in; flips of that space come on top."""
    return bool((numpy.linalg.det(plane_of(member.matrix)) < 0) ^ member.flips)


class _Lowering:
    """The walk over a tree, with an explicit stack of visits and of operations that wait for their turn."""

    def __init__(self) -> None:
        self.pictures = PictureLibrary()
        self.operations: list[Operation] = []
        self.tasks: list[_Visit | Operation] = []

    def run(self, root: Layer, place: _Place) -> list[Operation]:
        self.tasks.append(_Visit(root, place))
        while self.tasks:
            task = self.tasks.pop()
            if isinstance(task, _Visit):
                self._visit(task)
            else:
                self.operations.append(task)
        return self.operations

    def _visit(self, visit: _Visit) -> None:
        layer, place = visit.layer, visit.place
        later: list[_Visit | Operation] = []
        opacity = place.opacity * layer.opacity
        own = self._own_operations(layer, place)
        children = self._children(layer, place)
        if layer.backdrop_blur and not visit.is_mask:
            own.insert(0, Backdrop(place.matrix, _outline(layer), layer.backdrop_blur))
        shadow = None if layer.masks_to_bounds else self._shadow(layer, place, own, children)

        strokes = layer.shape is not None and layer.shape.stroke is not None and layer.shape.fill is not None
        alone = len(own) + len(children) + (shadow is not None) + strokes == 1
        fades_each = not layer.group_opacity or alone
        mask = layer.mask
        clip_mask = mask is not None and _is_plain(mask)
        needs_group = (opacity < 1 and not fades_each) or (mask is not None and not clip_mask)
        if needs_group:
            later.append(PushGroup(opacity))
            opacity = 1.0
        if mask is not None and clip_mask:
            matrix = plane_of(superlayer_from_layer(mask)) @ place.matrix
            if mask.shape:
                later.append(PushClip(matrix, None, mask.shape.path))
            else:
                later.append(PushClip(matrix, _outline(mask)))
        if isinstance(shadow, Cast):
            later.append(replace(shadow, color=_faded(shadow.color, opacity)))
        elif shadow is not None:
            later.append(shadow)
        later += [_with_opacity(operation, opacity) for operation in own if not isinstance(operation, Border)]
        if children:
            if layer.masks_to_bounds:
                later.append(PushClip(place.matrix, _outline(layer)))
            later += [
                replace(child, place=replace(child.place, opacity=child.place.opacity * opacity)) for child in children
            ]
            if layer.masks_to_bounds:
                later.append(Pop())
        later += [_with_opacity(operation, opacity) for operation in own if isinstance(operation, Border)]
        if isinstance(shadow, PushShadow):
            later.append(Pop())
        if clip_mask:
            later.append(Pop())
        elif mask is not None:
            later += [PushMask(), self._mask_visit(mask, place), Pop()]
        if needs_group:
            later.append(Pop())
        self.tasks.extend(reversed(later))

    def _mask_visit(self, mask: Layer, place: _Place) -> _Visit:
        matrix = plane_of(superlayer_from_layer(mask)) @ place.matrix
        return _Visit(replace(mask, mask=None), _Place(matrix, place.up ^ mask.geometry_flipped), is_mask=True)

    def _children(self, layer: Layer, place: _Place) -> list[_Visit]:
        result = []
        for member in members(layer):
            matrix = plane_of(member.matrix) @ place.matrix
            result.append(_Visit(member.layer, _Place(matrix, place.up ^ member.flips, member.opacity)))
        return result

    def _own_operations(self, layer: Layer, place: _Place) -> list[Operation]:
        """The layer's own drawing, without opacity: background, content, border."""
        result: list[Operation] = []
        outline = _outline(layer)
        content = place_contents(layer, outline, place.matrix, place.up, self.pictures) if layer.contents else []
        hides = any(_is_opaque(operation, outline) for operation in content)
        if layer.background and layer.background[3] > 0 and not hides and outline.rect.width and outline.rect.height:
            result.append(Fill(place.matrix, outline, Solid(layer.background)))
        if layer.gradient:
            result += self._gradient(layer, place, outline)
        elif layer.text and layer.text.string:
            result.append(self._text(layer, layer.text, place))
        else:
            result += content
        if layer.shape and layer.shape.path:
            result.append(DrawShape(place.matrix, layer.shape))
        if layer.border_width > 0 and layer.border_color[3] > 0:
            result.append(Border(place.matrix, outline, layer.border_width, layer.border_color))
        return result

    def _gradient(self, layer: Layer, place: _Place, outline: Outline) -> list[Operation]:
        gradient, bounds = layer.gradient, layer.bounds
        if not gradient or not gradient.colors:
            return []
        if len(gradient.colors) == 1:
            return [Fill(place.matrix, outline, Solid(gradient.colors[0]))]
        ends = [(bounds.x + x * bounds.width, bounds.y + y * bounds.height) for x, y in (gradient.start, gradient.end)]
        count = len(gradient.colors)
        locations = gradient.locations[:count] or [index / (count - 1) for index in range(count)]
        return [Fill(place.matrix, outline, GradientPaint(gradient.kind, gradient.colors, locations, *ends))]

    def _text(self, layer: Layer, text: Text, place: _Place) -> DrawText:
        bounds = layer.bounds
        line = lay_out(text)
        room = bounds.width - line.width
        x = {"right": room, "center": room / 2}.get(text.alignment, 0.0)
        upright = translation(bounds.x, bounds.y)
        if place.up:
            upright = concat(scaling(1, -1), translation(bounds.x, bounds.y + bounds.height))
        matrix = plane_of(upright) @ place.matrix
        return DrawText(matrix, text.string, line, (x, line.ascent), text.color, (bounds.width, bounds.height))

    def _shadow(
        self, layer: Layer, place: _Place, own: list[Operation], children: list[_Visit]
    ) -> Cast | PushShadow | None:
        shadow = layer.shadow
        color = _faded(shadow.color, shadow.opacity)
        if color[3] <= 0 or (not own and not children and shadow.path is None):
            return None
        if shadow.path is not None:
            return Cast(place.matrix, None, shadow.path, shadow.radius, shadow.offset, color)
        if _shows_its_outline(layer, own):
            return Cast(place.matrix, _outline(layer), [], shadow.radius, shadow.offset, color)
        return PushShadow(place.matrix, shadow.radius, shadow.offset, color)


def _outline(layer: Layer) -> Outline:
    return Outline(layer.bounds, layer.radii, layer.continuous and layer.corner_radius > 0)


def _is_plain(mask: Layer) -> bool:
    """Whether a mask is an opaque rounded rectangle or path and nothing else, so that a clip does."""
    if mask.hidden or mask.sublayers or mask.contents or mask.border_width or mask.shadow.opacity or mask.opacity < 1:
        return False
    alpha = mask.background[3] if mask.background else 0
    if mask.shape:
        fill, stroke = mask.shape.fill, mask.shape.stroke
        filled = fill is not None and fill[3] == 1 and stroke is None and not mask.shape.even_odd
        return filled and bool(mask.shape.path) and not alpha
    return mask.kind == "CALayer" and alpha == 1


def _is_opaque(operation: Operation, outline: Outline) -> bool:
    """Whether an operation fills an outline with opaque colour."""
    if not isinstance(operation, Fill) or operation.outline != outline:
        return False
    match operation.paint:
        case Solid(color):
            return color[3] == 1
        case PicturePaint(picture):
            return picture.is_opaque
    return False


def _shows_its_outline(layer: Layer, own: list[Operation]) -> bool:
    """Whether a layer with all in it is opaque inside its outline and clear outside, so that this casts the shadow."""
    outline = _outline(layer)
    opaque = any(_is_opaque(operation, outline) for operation in own)
    inside = all(isinstance(operation, (Fill, Border, Backdrop)) and operation.outline == outline for operation in own)
    return opaque and inside and all(_stays_inside(child, layer) for child in layer.sublayers)


def _stays_inside(child: Layer, layer: Layer) -> bool:
    """Whether a sublayer certainly draws nothing outside its superlayer's outline."""
    if child.hidden or child.opacity <= 0:
        return True
    if (child.sublayers and not child.masks_to_bounds) or child.shape or child.shadow.opacity > 0:
        return False
    if child.contents and child.contents.gravity != "resize" and not child.masks_to_bounds:
        return False
    matrix = plane_of(superlayer_from_layer(child) @ sublayer_space(layer))
    corners = numpy.array([(x, y, 1.0) for x, y in child.bounds.corners]) @ matrix
    if (corners[:, 2] <= 0).any():
        return False
    points = corners[:, :2] / corners[:, 2:]
    low, high = points.min(axis=0), points.max(axis=0)
    box = Rect(float(low[0]), float(low[1]), float(high[0] - low[0]), float(high[1] - low[1]))
    slack = 0.01  # points; documents round their numbers
    if layer.bounds.contains(box, slack) and min(child.radii) >= max(layer.radii) - slack:
        # Only the same outline keeps inside round corners, or one that is as round and no larger.
        return True
    inset = max(layer.radii) * (1 - 0.5**0.5)
    bounds = layer.bounds
    room = Rect(bounds.x + inset, bounds.y + inset, bounds.width - 2 * inset, bounds.height - 2 * inset)
    return room.contains(box)


def _faded(color: Color, opacity: float) -> Color:
    return color[0], color[1], color[2], color[3] * opacity


def _with_opacity(operation: Operation, opacity: float) -> Operation:
    if opacity == 1 or not isinstance(operation, (Fill, Border, DrawShape, DrawText)):
        return operation
    return replace(operation, opacity=operation.opacity * opacity)
