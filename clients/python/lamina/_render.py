"""Drawing documents."""

from __future__ import annotations

import json
import os
import pathlib
import tempfile
from typing import TYPE_CHECKING, Any, Literal, Mapping, overload

from ._picture import Diagnostic, Picture
from ._tool import run

if TYPE_CHECKING:
    import numpy
    import PIL.Image

#: A path; or the document itself: the bytes of a file, or a Lottie animation as a dictionary.
Document = "str | os.PathLike[str] | bytes | Mapping[str, Any]"


@overload
def render(document: str | os.PathLike[str] | bytes | Mapping[str, Any], *, output: Literal["picture"] = ..., **options: Any) -> Picture: ...
@overload
def render(document: str | os.PathLike[str] | bytes | Mapping[str, Any], *, output: Literal["array"], **options: Any) -> numpy.ndarray: ...
@overload
def render(
    document: str | os.PathLike[str] | bytes | Mapping[str, Any], *, output: Literal["image"], **options: Any) -> PIL.Image.Image: ...
def render(
    document: str | os.PathLike[str] | bytes | Mapping[str, Any],
    *,
    size: tuple[int, int] | None = None,
    scale: float | None = None,
    time: float | None = None,
    progress: float | None = None,
    frame: float | None = None,
    marker: str | None = None,
    state: str | None = None,
    values: Mapping[str, Any] | None = None,
    background: str | None = None,
    renderer: Literal["auto", "gpu", "cpu"] = "auto",
    threads: int | None = None,
    strict: bool = False,
    isolate: bool = False,
    timeout: float | None = None,
    output: Literal["picture", "array", "image"] = "picture",
) -> Picture | numpy.ndarray | PIL.Image.Image:
    """Draws one moment of a document.

    document: A path; or the document itself, as the bytes of a file or, of a Lottie animation, a dictionary.
    size: Width and height in pixels; the canvas is scaled uniformly and centred. Without it the root layer's size, times `scale`.
    scale: Pixels a point. Default 1.
    time, progress, frame, marker: The moment: in seconds, or by the timeline of a Lottie animation. At most one. Default 0 seconds.
    state: The state that the scene is in, by its name.
    values: What replaces the document's values: {"layerName.keyPath": value}.
    background: What lies behind the root layer: '#rgb', '#rgba', '#rrggbb', '#rrggbbaa'. Default: transparent.
    renderer: 'auto' takes a hardware GPU, otherwise the CPU.
    threads: Threads, where the CPU draws.
    strict: An error where a document asks for anything that is not drawn as asked, instead of a diagnostic.
    isolate: Read and draw in a process that can open no file, reach no network and start nothing.
    timeout: Seconds after which `subprocess.TimeoutExpired` is raised.
    output: 'picture' for a `Picture`, 'array' for a numpy array (height, width, 4) of uint8, 'image' for an image of Pillow.

    Raises `LaminaError`, with the tool's own sentence.
    """
    if output not in ("picture", "array", "image"):
        raise ValueError(f"output is {output!r}; there are 'picture', 'array' and 'image'")
    options: list[str] = ["--diagnostics", "json", "--renderer", renderer]
    if size is not None:
        width, height = size
        options += ["--size", f"{int(width)}x{int(height)}"]
    named = {
        "--scale": scale, "--time": time, "--progress": progress, "--frame": frame, "--marker": marker, "--state": state,
        "--background": background, "--threads": threads,
    }
    for option, value in named.items():
        if value is not None:
            # With an equals sign, so that no value is taken for an option.
            options.append(f"{option}={value}")
    if strict:
        options.append("--strict")
    if isolate:
        options.append("--isolate")
    with tempfile.TemporaryDirectory(prefix="lamina-") as folder:
        if values is not None:
            path = pathlib.Path(folder, "values.json")
            path.write_text(json.dumps(dict(values)))
            options += ["--values", str(path)]
        png, said = run(["render", *options, "--output", "-", "--", _path(document, folder)], timeout)
    picture = _picture(png, said)
    return picture.array() if output == "array" else picture.image() if output == "image" else picture


def devices() -> dict[str, Any]:
    """What could draw here, as `lamina devices --json` says it; no usable device is no error."""
    from ._errors import NoDevice

    try:
        return json.loads(run(["devices", "--json"])[0])
    except NoDevice:
        return {"devices": []}


def _path(document: Any, folder: str) -> str:
    """A file with the document; what it is, the tool sees by its contents."""
    if isinstance(document, Mapping):
        document = json.dumps(document).encode()
    if isinstance(document, (bytes, bytearray, memoryview)):
        path = pathlib.Path(folder, "document")
        path.write_bytes(document)
        return str(path)
    return os.fspath(document)


def _picture(png: bytes, said: str) -> Picture:
    """The picture, with what was said about it."""
    diagnostics, renderer = [], ""
    names = Diagnostic.__dataclass_fields__
    for line in said.splitlines():
        try:
            event = json.loads(line)
        except ValueError:
            continue
        if event.get("kind") == "diagnostic":
            diagnostics.append(Diagnostic(**{name: event.get(name) for name in names}))
        elif event.get("kind") == "renderer":
            renderer = event.get("message", "")
    return Picture(png, tuple(diagnostics), renderer)
