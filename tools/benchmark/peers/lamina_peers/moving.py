"""A film out of a scene: everything in it slides to the right, so that every frame is drawn and encoded anew."""

from __future__ import annotations

import shutil
from pathlib import Path
from xml.etree import ElementTree

from . import caml

_NAMESPACE = "http://www.apple.com/CoreAnimation/1.0"
#: Points a second.
SPEED = 31.0


def make(package: Path, output: Path) -> None:
    """Copies a package, with its root's sublayers inside one layer that moves."""
    if output.exists():
        shutil.rmtree(output)
    shutil.copytree(package, output)
    ElementTree.register_namespace("", _NAMESPACE)
    document = ElementTree.parse(output / "main.caml")
    root = document.getroot()[0]
    sublayers = root.find(f"{{{_NAMESPACE}}}sublayers")
    if sublayers is None:
        raise ValueError("a film of a scene without layers")
    bounds = caml.read(package).root.bounds
    x, y = bounds.x + bounds.width / 2, bounds.y + bounds.height / 2
    size = f"{bounds.x:g} {bounds.y:g} {bounds.width:g} {bounds.height:g}"
    outer = ElementTree.Element(f"{{{_NAMESPACE}}}sublayers")
    layer = ElementTree.SubElement(outer, f"{{{_NAMESPACE}}}CALayer", {"bounds": size, "position": f"{x:g} {y:g}"})
    index = list(root).index(sublayers)
    root.remove(sublayers)
    layer.append(sublayers)
    animations = ElementTree.SubElement(layer, f"{{{_NAMESPACE}}}animations")
    move = {
        "key": "slide",
        "type": "CABasicAnimation",
        "keyPath": "position.x",
        "duration": "100",
        "repeatCount": "inf",
    }
    slide = ElementTree.SubElement(animations, f"{{{_NAMESPACE}}}p", move)
    ElementTree.SubElement(slide, f"{{{_NAMESPACE}}}byValue", {"type": "real", "value": f"{SPEED * 100:g}"})
    root.insert(index, outer)
    document.write(output / "main.caml", encoding="utf-8", xml_declaration=True)
