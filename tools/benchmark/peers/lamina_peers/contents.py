"""The placement of a layer's picture: gravity, `contentsRect`, `contentsScale`, and orientation."""

from __future__ import annotations

from dataclasses import replace

from .drawing import Fill, Operation, Outline, PicturePaint, Pop, PushClip
from .matrices import Matrix3
from .pictures import PictureLibrary
from .scene import Layer, Rect


def place_contents(
    layer: Layer, outline: Outline, matrix: Matrix3, up: bool, pictures: PictureLibrary
) -> list[Operation]:
    """The operations that draw a layer's contents, clipped where the layer masks to its bounds."""
    contents, bounds = layer.contents, layer.bounds
    if contents is None or not bounds.width or not bounds.height:
        return []
    picture = pictures.picture(contents.file)
    part = contents.rect
    top = 1 - part.y - part.height if up else part.y
    source = Rect(
        part.x * picture.width, top * picture.height, part.width * picture.width, part.height * picture.height
    )
    picture = picture.part(source)
    source = Rect(0, 0, picture.width, picture.height)
    size = source.width / contents.scale, source.height / contents.scale
    target = _target(contents.gravity, bounds, size, up)
    paint = PicturePaint(picture, source, target, up, contents.magnification, contents.minification)
    if target.contains(bounds) and (layer.masks_to_bounds or (target == bounds and outline.is_rectangle)):
        return [Fill(matrix, outline, paint)]
    fill = Fill(matrix, Outline(target), paint)
    if layer.masks_to_bounds and not (outline.is_rectangle and bounds.contains(target)):
        return [PushClip(matrix, outline), fill, Pop()]
    return [fill]


def _target(gravity: str, bounds: Rect, size: tuple[float, float], up: bool) -> Rect:
    """The rectangle that the picture fills, in the layer's space."""
    if gravity == "resize":
        return replace(bounds)
    width, height = size
    ratios = bounds.width / width, bounds.height / height
    if gravity in ("resizeAspect", "resizeAspectFill"):
        ratio = min(ratios) if gravity == "resizeAspect" else max(ratios)
        width, height = width * ratio, height * ratio
        gravity = "center"
    low_x, low_y = bounds.x, bounds.y
    x, y = low_x + (bounds.width - width) / 2, low_y + (bounds.height - height) / 2
    # "bottom" is the least y, whichever way it points.
    if gravity.startswith("bottom"):
        y = low_y
    elif gravity.startswith("top"):
        y = low_y + bounds.height - height
    if gravity.lower().endswith("left"):
        x = low_x
    elif gravity.lower().endswith("right"):
        x = low_x + bounds.width - width
    return Rect(x, y, width, height)
