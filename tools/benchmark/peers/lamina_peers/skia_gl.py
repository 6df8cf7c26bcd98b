"""Skia drawing through OpenGL, without a display."""

from __future__ import annotations

import itertools
import time
from collections.abc import Iterator
from pathlib import Path

import numpy
import skia

from .changes import Moments, Step
from .drawing import Drawing, Fill, PicturePaint
from .egl import Context
from .peer import Peer
from .scene import Scene
from .skia_canvas import SkiaCanvas
from .skia_raster import draw_damage


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
        self._steps: Iterator[tuple[Step, skia.Picture]] | None = None

    def prepare_moments(self, moments: Moments, folder: Path) -> str:
        said = self._prepare_drawing(moments.drawings[0])
        steps = self._canvas(self._shades).record_steps(moments)
        self._picture = steps[-1][1]
        self.draw()
        self._steps = itertools.cycle(steps)
        return f"{said}; what differs is drawn over the frame before, and read back alone"

    def prepare(self, scene: Scene, drawing: Drawing, folder: Path) -> str:
        return self._prepare_drawing(drawing)

    def _prepare_drawing(self, drawing: Drawing) -> str:
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
        self._picture, self._shades = trials[way][1], way == "shaders"
        note = f", rounded pictures by {way}, the faster of two" if rounded else ""
        return f"skia-python {skia.__version__}, Ganesh on {self._display.renderer}, with read-back{note}"

    def _try(self, drawing: Drawing, shades_pictures: bool) -> tuple[float, skia.Picture]:
        """A display list, and how long a frame of it takes once everything is uploaded and compiled."""
        self._picture = self._canvas(shades_pictures).record(drawing)
        self.draw()
        start = time.perf_counter()
        self.draw()
        return time.perf_counter() - start, self._picture

    def _canvas(self, shades_pictures: bool) -> SkiaCanvas:
        return SkiaCanvas(self._upload if not shades_pictures else lambda image: image, shades_pictures)

    def _upload(self, image: skia.Image) -> skia.Image:
        mipmapped = skia.GrMipmapped.kYes if image.hasMipmaps() else skia.GrMipmapped.kNo
        return image.makeTextureImage(self._context, mipmapped) or image

    def draw(self) -> None:
        canvas = self._surface.getCanvas()
        if self._steps:
            return self._draw_step(canvas, *next(self._steps))
        canvas.clear(0)
        canvas.drawPicture(self._picture)
        # Reading waits for the device.
        self._surface.readPixels(self._pixmap)

    def _draw_step(self, canvas: skia.Canvas, step: Step, picture: skia.Picture) -> None:
        height, width = self._memory.shape[:2]
        if step.moved:
            # The previous frame is drawn again with an offset, from a copy that stays on the device.
            canvas.drawImage(self._surface.makeImageSnapshot(), 0, step.moved)
        draw_damage(canvas, step, picture)
        for left, top, right, bottom in [(0, 0, width, height)] if step.moved else step.damage:
            info = skia.ImageInfo.MakeN32Premul(right - left, bottom - top)
            # A contiguous view instead of a rectangle, since skia-python copies views with gaps.
            part = skia.Pixmap(info, self._memory.reshape(-1)[4 * (top * width + left) :], width * 4)
            self._surface.readPixels(part, left, top)

    def pixels(self) -> numpy.ndarray:
        return self._memory[..., [2, 1, 0, 3]]
