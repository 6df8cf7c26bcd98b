"""Skia drawing in memory through skia-python: on one thread, and in bands over all processors."""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterator
from pathlib import Path

import numpy
import skia

from .bands import Bands, Paint
from .changes import Moments, Step, move_rows
from .drawing import Backdrop, Drawing
from .matrices import mean_scale
from .peer import Peer
from .scene import Scene
from .skia_canvas import SkiaCanvas


class SkiaRaster(Peer):
    """Skia's raster back end on one thread, replaying a display list."""

    name = "skia-python raster, 1 thread"

    def __init__(self) -> None:
        self._steps: Iterator[tuple[Step, skia.Picture]] | None = None

    def prepare(self, scene: Scene, drawing: Drawing, folder: Path) -> str:
        self._picture = SkiaCanvas().record(drawing)
        return self._prepare_canvas(drawing.width, drawing.height)

    def _prepare_canvas(self, width: int, height: int) -> str:
        self._memory = numpy.zeros((height, width, 4), numpy.uint8)
        self._surface = _surface(self._memory)
        return f"skia-python {skia.__version__}, N32 premultiplied, display list with a bounding-box tree"

    def prepare_moments(self, moments: Moments, folder: Path) -> str:
        first = moments.drawings[0]
        said = self._prepare_canvas(first.width, first.height)
        steps = SkiaCanvas().record_steps(moments)
        self._surface.getCanvas().drawPicture(steps[-1][1])
        self._steps = itertools.cycle(steps)
        return f"{said}, drawing what differs over the frame before"

    def draw(self) -> None:
        canvas = self._surface.getCanvas()
        if self._steps:
            step, picture = next(self._steps)
            move_rows(self._memory, step.moved)
            draw_damage(canvas, step, picture)
            return
        canvas.clear(0)
        canvas.drawPicture(self._picture)

    def pixels(self) -> numpy.ndarray:
        return self._memory[..., [2, 1, 0, 3]]

    def png(self) -> bytes:
        """Draws a frame and encodes it, by Skia's encoder at its defaults."""
        self.draw()
        return bytes(self._surface.makeImageSnapshot().encodeToData(skia.kPNG, 100))


class SkiaBands(Bands):
    """The same with one process a processor."""

    name = "skia-python raster, all threads"
    order = [2, 1, 0, 3]

    def painter(self, drawing: Drawing, top: int, rows: numpy.ndarray, folder: Path) -> Paint:
        # A blurred backdrop also reads pixels beyond the band.
        margin = max(
            (_reach(operation) for operation in drawing.operations if isinstance(operation, Backdrop)), default=0
        )
        height, width = rows.shape[:2]
        whole = numpy.zeros((height + 2 * margin, width, 4), numpy.uint8) if margin else rows
        surface = _surface(whole)
        picture = SkiaCanvas().record(drawing)
        canvas = surface.getCanvas()
        canvas.translate(0, margin - top)

        def paint() -> None:
            canvas.clear(0)
            canvas.drawPicture(picture)
            if margin:
                rows[...] = whole[margin : margin + height]

        return paint

    def steps_painter(self, moments: Moments, top: int, rows: numpy.ndarray) -> Paint:
        steps = SkiaCanvas().record_steps(moments)
        surface = _surface(rows)
        canvas = surface.getCanvas()
        canvas.translate(0, -top)
        canvas.drawPicture(steps[-1][1])
        following = itertools.cycle(steps)
        # The surface has to stay as long as its canvas.
        return lambda _surface=surface: draw_damage(canvas, *next(following))


def draw_damage(canvas: skia.Canvas, step: Step, picture: skia.Picture) -> None:
    """Draws the pixels that a step changes."""
    for rect in step.damage:
        count = canvas.save()
        canvas.clipRect(skia.Rect.MakeLTRB(*rect))
        canvas.clear(0)
        canvas.drawPicture(picture)
        canvas.restoreToCount(count)


def _reach(backdrop: Backdrop) -> int:
    """How far a blur reads, in pixels: three deviations, and as much again for blurs of blurs."""
    corner = backdrop.outline.rect.corners[0]
    return math.ceil(6 * backdrop.sigma * mean_scale(backdrop.matrix, corner))


def _surface(memory: numpy.ndarray) -> skia.Surface:
    height, width = memory.shape[:2]
    info = skia.ImageInfo.MakeN32Premul(width, height)
    return skia.Surface.MakeRasterDirect(info, memory, width * 4)
