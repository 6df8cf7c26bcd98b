"""Skia drawing through OpenGL, without a display."""

from __future__ import annotations

import time
from pathlib import Path

import numpy
import skia

from .drawing import Drawing, Fill, PicturePaint
from .egl import Context
from .peer import Peer
from .scene import Scene
from .skia_canvas import SkiaCanvas


class SkiaGL(Peer):
    """Skia's OpenGL back end (Ganesh): a display list, a frame, and its pixels read back."""

    name = "skia-python GL"

    def __init__(self) -> None:
        self._display = Context()
        interface = skia.GrGLInterface.MakeEGL()
        self._context = skia.GrDirectContext.MakeGL(interface) if interface else None
        if not self._context:
            raise RuntimeError("Skia makes no OpenGL context")
        self._context.setResourceCacheLimit(1 << 30)

    def prepare(self, scene: Scene, drawing: Drawing, folder: Path) -> str:
        info = skia.ImageInfo.MakeN32Premul(drawing.width, drawing.height)
        self._surface = skia.Surface.MakeRenderTarget(self._context, skia.Budgeted.kNo, info)
        self._memory = numpy.zeros((drawing.height, drawing.width, 4), numpy.uint8)
        self._pixmap = skia.Pixmap(info, self._memory, drawing.width * 4)
        rounded = any(
            isinstance(operation, Fill)
            and isinstance(operation.paint, PicturePaint)
            and not (operation.outline.is_rectangle and operation.outline.rect == operation.paint.target)
            for operation in drawing.operations
        )
        trials = {
            way: self._try(drawing, way == "shaders") for way in (("clips", "shaders") if rounded else ("clips",))
        }
        way = min(trials, key=lambda name: trials[name][0])
        self._picture = trials[way][1]
        note = f", rounded pictures by {way}, the faster of two" if rounded else ""
        return f"skia-python {skia.__version__}, Ganesh on {self._display.renderer}, with read-back{note}"

    def _try(self, drawing: Drawing, shades_pictures: bool) -> tuple[float, skia.Picture]:
        """A display list, and how long a frame of it takes once everything is uploaded and compiled."""
        canvas = SkiaCanvas(self._upload if not shades_pictures else lambda image: image, shades_pictures)
        self._picture = canvas.record(drawing)
        self.draw()
        start = time.perf_counter()
        self.draw()
        return time.perf_counter() - start, self._picture

    def _upload(self, image: skia.Image) -> skia.Image:
        mipmapped = skia.GrMipmapped.kYes if image.hasMipmaps() else skia.GrMipmapped.kNo
        return image.makeTextureImage(self._context, mipmapped) or image

    def draw(self) -> None:
        canvas = self._surface.getCanvas()
        canvas.clear(0)
        canvas.drawPicture(self._picture)
        # Reading waits for the device.
        self._surface.readPixels(self._pixmap)

    def pixels(self) -> numpy.ndarray:
        return self._memory[..., [2, 1, 0, 3]]
