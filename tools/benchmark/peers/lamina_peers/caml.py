"""Reads Core Animation documents: a `.caml` file or a `.ca` folder, the subset that the benchmark scenes use.

What changes no picture is listed by name in `_NO_EFFECT`; everything else that is not known is an `Unsupported` error
that names it, so that no peer is ever timed on less than what stands in the document.
"""

from __future__ import annotations

import plistlib
from collections.abc import Callable
from pathlib import Path
from urllib.parse import unquote
from xml.etree import ElementTree

from . import animation, values
from .scene import Contents, Gradient, Layer, Scene, Shape, Text, Unsupported

_NAMESPACE = "{http://www.apple.com/CoreAnimation/1.0}"
_KINDS = {"CALayer", "CAShapeLayer", "CATextLayer", "CAGradientLayer", "CATransformLayer", "CAScrollLayer"}

# Attributes that change no picture here, or whose only value so far is the default (`_NO_EFFECT_IF`).
_NO_EFFECT = {"id", "contentsFormat", "autoresizingMask", "allowsHitTesting", "scrollMode"}
_NO_EFFECT_IF = {
    "allowsEdgeAntialiasing": {"1"},
    "edgeAntialiasingMask": {"15"},
    "fillMode": {"removed"},
    "shouldRasterize": {"0"},
    "speed": {"1"},
    "truncationMode": {"none"},
    "wrapped": {"0"},
    "isWrapped": {"0"},
    "opaque": {"0"},
}

Setter = Callable[[Layer, str, str], None]


def _field(name: str, read: Callable[[str], object]) -> Setter:
    def set_field(layer: Layer, text: str, opacity: str) -> None:
        setattr(layer, name, read(text))

    return set_field


def _color(name: str, part: str | None = None) -> Setter:
    def set_color(layer: Layer, text: str, opacity: str) -> None:
        setattr(_part(layer, part), name, values.color(text, opacity))

    return set_color


def _in(part: str, name: str, read: Callable[[str], object]) -> Setter:
    def set_field(layer: Layer, text: str, opacity: str) -> None:
        setattr(_part(layer, part), name, read(text))

    return set_field


def _part(layer: Layer, part: str | None) -> object:
    if part is None:
        return layer
    found = getattr(layer, part)
    if found is None and part == "contents":
        found = layer.contents = Contents(Path())
    if found is None:
        raise Unsupported(f"a property of {part} on a {layer.kind}")
    return found


def _word(*known: str) -> Callable[[str], str]:
    def read(text: str) -> str:
        if text not in known:
            raise Unsupported(f"'{text}', which is none of {', '.join(known)}")
        return text

    return read


_GRAVITIES = [
    "center",
    "top",
    "bottom",
    "left",
    "right",
    "topLeft",
    "topRight",
    "bottomLeft",
    "bottomRight",
    "resize",
    "resizeAspect",
    "resizeAspectFill",
]
_FILTERS = ("linear", "nearest", "trilinear")

_SETTERS: dict[str, Setter] = {
    "name": _field("name", str),
    "bounds": _field("bounds", values.rect),
    "position": _field("position", values.point),
    "zPosition": _field("z_position", values.number),
    "anchorPoint": _field("anchor", values.point),
    "anchorPointZ": _field("anchor_z", values.number),
    "transform": _field("transform", values.transform),
    "sublayerTransform": _field("sublayer_transform", values.transform),
    "geometryFlipped": _field("geometry_flipped", values.boolean),
    "hidden": _field("hidden", values.boolean),
    "doubleSided": _field("double_sided", values.boolean),
    "opacity": _field("opacity", values.number),
    "allowsGroupOpacity": _field("group_opacity", values.boolean),
    "backgroundColor": _color("background"),
    "cornerRadius": _field("corner_radius", values.number),
    "cornerCurve": _field("continuous", lambda text: _word("circular", "continuous")(text) == "continuous"),
    "maskedCorners": _field("masked_corners", lambda text: int(values.number(text)) & 15),
    "borderWidth": _field("border_width", values.number),
    "borderColor": _color("border_color"),
    "masksToBounds": _field("masks_to_bounds", values.boolean),
    "contentsGravity": _in("contents", "gravity", _word(*_GRAVITIES)),
    "contentsScale": _in("contents", "scale", values.number),
    "contentsRect": _in("contents", "rect", values.rect),
    "magnificationFilter": _in("contents", "magnification", _word(*_FILTERS)),
    "minificationFilter": _in("contents", "minification", _word(*_FILTERS)),
    "shadowColor": _color("color", "shadow"),
    "shadowOpacity": _in("shadow", "opacity", values.number),
    "shadowRadius": _in("shadow", "radius", values.number),
    "shadowOffset": _in("shadow", "offset", values.point),
    "shadowPath": _in("shadow", "path", values.path),
    "path": _in("shape", "path", values.path),
    "fillColor": _color("fill", "shape"),
    "strokeColor": _color("stroke", "shape"),
    "lineWidth": _in("shape", "line_width", values.number),
    "lineCap": _in("shape", "line_cap", _word("butt", "round", "square")),
    "lineJoin": _in("shape", "line_join", _word("miter", "round", "bevel")),
    "miterLimit": _in("shape", "miter_limit", values.number),
    "lineDashPhase": _in("shape", "dash_phase", values.number),
    "fillRule": _in("shape", "even_odd", lambda text: _word("non-zero", "even-odd")(text) == "even-odd"),
    "strokeStart": _in("shape", "stroke_start", values.number),
    "strokeEnd": _in("shape", "stroke_end", values.number),
    "startPoint": _in("gradient", "start", values.point),
    "endPoint": _in("gradient", "end", values.point),
    "fontSize": _in("text", "size", values.number),
    "foregroundColor": _color("color", "text"),
    "alignmentMode": _in("text", "alignment", _word("natural", "left", "center", "right")),
    "string": _in("text", "string", str),
    "font": _in("text", "font", str),
}


def read(path: Path | str, time: float = 0.0) -> Scene:
    """Reads a document as it is at a time.

    Raises:
        Unsupported: The document has something that the peers do not draw.
        ElementTree.ParseError: The document is malformed.
        OSError: It cannot be read.
    """
    path = Path(path)
    folder, file, flipped = path.parent, path, False
    if path.is_dir():
        folder, file = path, path / "main.caml"
        index = path / "index.xml"
        if index.exists():
            entries = plistlib.loads(index.read_bytes())
            flipped = bool(entries.get("geometryFlipped", False))
            file = path / entries.get("rootDocument", "main.caml")
    document = ElementTree.parse(file).getroot()
    if _tag(document) != "caml" or len(document) != 1:
        raise Unsupported(f"{file}: a document that is not one root layer in <caml>")
    return Scene(_Reader(folder, time).tree(document[0]), flipped, path)


def _tag(element: ElementTree.Element) -> str:
    return element.tag.removeprefix(_NAMESPACE)


class _Reader:
    """Builds layers with an explicit stack, as trees may be deeper than Python recurses."""

    def __init__(self, folder: Path, time: float) -> None:
        self.folder = folder
        self.time = time

    def tree(self, element: ElementTree.Element) -> Layer:
        """The layer that an element stands for, with everything below it."""
        holder = Layer()
        tasks: list[tuple[ElementTree.Element, str, Layer, bool]] = [(element, _tag(element), holder, False)]
        while tasks:
            node, kind, parent, is_mask = tasks.pop()
            layer, inner = self._layer(node, kind)
            if is_mask:
                parent.mask = layer
            else:
                parent.sublayers.append(layer)
            # The last is popped first, so sublayers go on in reverse.
            tasks.extend((child, name, layer, masks) for child, name, masks in reversed(inner))
        return holder.sublayers[0]

    def _layer(
        self, element: ElementTree.Element, kind: str
    ) -> tuple[Layer, list[tuple[ElementTree.Element, str, bool]]]:
        if kind not in _KINDS:
            raise Unsupported(f"a layer of class {kind}")
        layer = Layer(kind=kind)
        layer.shape = Shape() if kind == "CAShapeLayer" else None
        layer.gradient = Gradient() if kind == "CAGradientLayer" else None
        layer.text = Text() if kind == "CATextLayer" else None
        layer.masks_to_bounds = kind == "CAScrollLayer"
        inner: list[tuple[ElementTree.Element, str, bool]] = []
        for name, text in element.attrib.items():
            if name != "type" or element.tag == _NAMESPACE + kind:
                self._set(layer, name, text, "1")
        for child in element:
            name = _tag(child)
            if name == "sublayers":
                inner += [(node, _tag(node), False) for node in child]
            elif name == "mask":
                node = child if "type" in child.attrib else child[0]
                inner.append((node, child.get("type") or _tag(node), True))
            else:
                self._child(layer, name, child)
        if layer.contents is not None and layer.contents.file == Path():
            layer.contents = None
        return layer, inner

    def _child(self, layer: Layer, name: str, child: ElementTree.Element) -> None:
        match name:
            case "contents":
                source = child.get("src") or (child[0].get("src") if len(child) else None)
                if source is None:
                    raise Unsupported("contents that are no picture")
                file = (self.folder / unquote(source)).resolve()
                if not file.is_relative_to(self.folder.resolve()) or not file.is_file():
                    raise Unsupported(f"the picture '{source}', which is not in the document's folder")
                layer.contents = layer.contents or Contents(Path())
                layer.contents.file = file
            case "colors" if layer.gradient:
                layer.gradient.colors = [values.color(c.get("value", ""), c.get("opacity", "1")) for c in child]
            case "locations" if layer.gradient:
                layer.gradient.locations = [values.number(c.get("value", "")) for c in child]
            case "type" if layer.gradient:
                layer.gradient.kind = _word("axial", "radial", "conic")(child.get("value", ""))
            case "lineDashPattern" if layer.shape:
                layer.shape.dash = tuple(values.number(c.get("value", "")) for c in child)
            case "backgroundFilters":
                self._background_filters(layer, child)
            case "animations":
                for node in child:
                    animation.apply(layer, node, node.get("type") or _tag(node), self.time)
            case "scriptComponents" | "modules" if not len(child):
                pass
            case "strokeColor" | "fillColor" if child.get("type") == "null":
                setattr(_part(layer, "shape"), name.removesuffix("Color"), None)
            case _:
                if set(child.attrib) - {"value", "opacity", "type"} or len(child):
                    raise Unsupported(f"the element <{name}> with more than a value")
                self._set(layer, name, child.get("value", ""), child.get("opacity", "1"))

    def _set(self, layer: Layer, name: str, text: str, opacity: str) -> None:
        if name in _SETTERS:
            try:
                return _SETTERS[name](layer, text, opacity)
            except Unsupported as problem:
                raise Unsupported(f"{name} of {layer.kind} '{layer.name}': {problem}") from None
        if name in _NO_EFFECT or text in _NO_EFFECT_IF.get(name, ()):
            return None
        raise Unsupported(f"the property {name}=\"{text[:40]}\" of {layer.kind} '{layer.name}'")

    def _background_filters(self, layer: Layer, element: ElementTree.Element) -> None:
        for node in element:
            known = {"filter", "name", "enabled", "inputRadius"}
            if _tag(node) != "CAFilter" or node.get("filter") != "gaussianBlur" or set(node.attrib) - known:
                raise Unsupported(f"the background filter {node.get('filter')} of '{layer.name}'")
            if values.boolean(node.get("enabled", "1")):
                if layer.backdrop_blur:
                    raise Unsupported(f"more than one background blur of '{layer.name}'")
                layer.backdrop_blur = values.number(node.get("inputRadius", "10"))
