"""A canvas drawn in bands, by one process for each processor: for renderers that hold Python's lock while they draw.

The processes share the canvas and wait at pipes, which costs some tens of microseconds a frame.
"""

from __future__ import annotations

import abc
import itertools
import multiprocessing
import os
from collections.abc import Callable, Iterator
from multiprocessing.connection import Connection
from multiprocessing.shared_memory import SharedMemory
from pathlib import Path

import numpy

from .changes import Moments, Step, move_rows
from .drawing import Drawing
from .peer import Peer
from .scene import Scene, Unsupported

#: Draws one frame of a band.
Paint = Callable[[], None]
#: Makes a painter from a band's top, its rows, and a folder; called in the process that paints.
Maker = Callable[[int, numpy.ndarray, Path], Paint]


class Bands(Peer):
    """A peer that has processes draw bands of a shared canvas."""

    #: Where red, green, blue and alpha stand in a pixel.
    order = [0, 1, 2, 3]

    def __init__(self, processes: int | None = None) -> None:
        self._count = processes or len(os.sched_getaffinity(0))
        self._pipes: list[Connection] = []
        self._shared: SharedMemory | None = None
        self._steps: Iterator[Step] | None = None

    @abc.abstractmethod
    def painter(self, drawing: Drawing, top: int, rows: numpy.ndarray, folder: Path) -> Paint:
        """Makes the function that draws the rows from `top` on into their memory; called in the process that paints."""

    def steps_painter(self, moments: Moments, top: int, rows: numpy.ndarray) -> Paint:
        """Draws the last moment, and makes the function that draws one further step per call in the rows from `top` on."""
        raise Unsupported("on from the frame before")

    def prepare(self, scene: Scene, drawing: Drawing, folder: Path) -> str:
        return self._start(drawing, lambda top, rows, place: self.painter(drawing, top, rows, place), folder)

    def prepare_moments(self, moments: Moments, folder: Path) -> str:
        said = self._start(
            moments.drawings[0], lambda top, rows, place: self.steps_painter(moments, top, rows), folder
        )
        self._steps = itertools.cycle(moments.steps())
        return f"{said}, drawing what differs over the frame before"

    def _start(self, drawing: Drawing, maker: Maker, folder: Path) -> str:
        self._shape = (drawing.height, drawing.width, 4)
        self._shared = SharedMemory(create=True, size=drawing.height * drawing.width * 4)
        edges = [round(drawing.height * index / self._count) for index in range(self._count + 1)]
        context = multiprocessing.get_context("fork")
        for top, bottom in zip(edges, edges[1:]):
            ours, theirs = context.Pipe()
            arguments = (theirs, maker, top, bottom, folder / f"band-{top}")
            context.Process(target=self._serve, args=arguments, daemon=True).start()
            self._pipes.append(ours)
        for pipe in self._pipes:
            problem = pipe.recv_bytes()
            if problem:
                raise Unsupported(problem.decode())
        return f"as on one thread, in {self._count} bands by as many processes"

    def draw(self) -> None:
        if self._steps:
            # Rows move from band to band.
            move_rows(self._memory(), next(self._steps).moved)
        for pipe in self._pipes:
            pipe.send_bytes(b"draw")
        for pipe in self._pipes:
            pipe.recv_bytes()

    def pixels(self) -> numpy.ndarray:
        return self._memory()[..., self.order]

    def close(self) -> None:
        for pipe in self._pipes:
            pipe.close()
        if self._shared:
            self._shared.close()
            self._shared.unlink()

    def _memory(self) -> numpy.ndarray:
        assert self._shared
        return numpy.ndarray(self._shape, numpy.uint8, self._shared.buf)

    def _serve(self, pipe: Connection, maker: Maker, top: int, bottom: int, folder: Path) -> None:
        """A process: draws its band whenever it is told to."""
        try:
            folder.mkdir(parents=True, exist_ok=True)
            paint = maker(top, self._memory()[top:bottom], folder)
            pipe.send_bytes(b"")
            while pipe.recv_bytes():
                paint()
                pipe.send_bytes(b"done")
        except Unsupported as problem:
            pipe.send_bytes(str(problem).encode())
        except (EOFError, OSError):
            # The other side has closed the pipe: the end.
            pass
        finally:
            # The views have to go before the memory does, and Python would complain of them on the way out.
            os._exit(0)
