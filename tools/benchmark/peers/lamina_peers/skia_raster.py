"""Skia drawing in memory: on one thread, and in bands over all processors."""

from __future__ import annotations

import multiprocessing
import os
from multiprocessing.connection import Connection
from multiprocessing.shared_memory import SharedMemory
from pathlib import Path

import numpy
import skia

from .drawing import Drawing
from .peer import Peer
from .scene import Scene
from .skia_canvas import SkiaCanvas


class SkiaRaster(Peer):
    """Skia's raster back end on one thread, replaying a display list."""

    name = "skia raster, 1 thread"

    def prepare(self, scene: Scene, drawing: Drawing, folder: Path) -> str:
        self._picture = SkiaCanvas().record(drawing)
        self._memory = numpy.zeros((drawing.height, drawing.width, 4), numpy.uint8)
        self._surface = _surface(self._memory)
        return f"skia-python {skia.__version__}, N32 premultiplied, display list with a bounding-box tree"

    def draw(self) -> None:
        canvas = self._surface.getCanvas()
        canvas.clear(0)
        canvas.drawPicture(self._picture)

    def pixels(self) -> numpy.ndarray:
        return self._memory[..., [2, 1, 0, 3]]

    def encode_png(self) -> bytes:
        """The last frame as PNG, by Skia's encoder at its defaults."""
        return bytes(self._surface.makeImageSnapshot().encodeToData(skia.kPNG, 100))


class SkiaBands(Peer):
    """Skia's raster back end with one process a processor, each drawing a band of the canvas.

    Python lets one thread at a time into Skia, so processes stand for threads; they share the canvas and wait at pipes,
    which costs some tens of microseconds a frame.
    """

    name = "skia raster, all threads"

    def __init__(self, processes: int | None = None) -> None:
        self._count = processes or len(os.sched_getaffinity(0))
        self._pipes: list[Connection] = []
        self._shared: SharedMemory | None = None

    def prepare(self, scene: Scene, drawing: Drawing, folder: Path) -> str:
        self._shape = (drawing.height, drawing.width, 4)
        self._shared = SharedMemory(create=True, size=drawing.height * drawing.width * 4)
        edges = [round(drawing.height * index / self._count) for index in range(self._count + 1)]
        context = multiprocessing.get_context("fork")
        for top, bottom in zip(edges, edges[1:]):
            ours, theirs = context.Pipe()
            arguments = (theirs, self._shared.name, drawing, top, bottom)
            process = context.Process(target=_draw_band, args=arguments, daemon=True)
            process.start()
            self._pipes.append(ours)
        for pipe in self._pipes:
            pipe.recv_bytes()
        return f"as on one thread, in {self._count} bands by as many processes"

    def draw(self) -> None:
        for pipe in self._pipes:
            pipe.send_bytes(b"draw")
        for pipe in self._pipes:
            pipe.recv_bytes()

    def pixels(self) -> numpy.ndarray:
        assert self._shared
        return numpy.ndarray(self._shape, numpy.uint8, self._shared.buf)[..., [2, 1, 0, 3]]

    def close(self) -> None:
        for pipe in self._pipes:
            pipe.close()
        if self._shared:
            self._shared.close()
            self._shared.unlink()


def _surface(memory: numpy.ndarray) -> skia.Surface:
    height, width = memory.shape[:2]
    info = skia.ImageInfo.MakeN32Premul(width, height)
    return skia.Surface.MakeRasterDirect(info, memory, width * 4)


def _draw_band(pipe: Connection, name: str, drawing: Drawing, top: int, bottom: int) -> None:
    """A process of `SkiaBands`: draws rows `top` to `bottom` whenever it is told to."""
    shared = SharedMemory(name=name)
    whole = numpy.ndarray((drawing.height, drawing.width, 4), numpy.uint8, shared.buf)
    surface = _surface(whole[top:bottom])
    picture = SkiaCanvas().record(drawing)
    canvas = surface.getCanvas()
    canvas.translate(0, -top)
    try:
        pipe.send_bytes(b"ready")
        while pipe.recv_bytes():
            canvas.clear(0)
            canvas.drawPicture(picture)
            pipe.send_bytes(b"done")
    except (EOFError, OSError):
        pass
    # The views have to go before the memory does, and Python would complain of them on the way out.
    os._exit(0)
