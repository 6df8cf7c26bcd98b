"""What every peer does: prepare a drawing once, then draw it as often as it is asked to."""

from __future__ import annotations

import abc
from pathlib import Path

import numpy

from .changes import Moments
from .drawing import Drawing
from .scene import Scene, Unsupported


class Peer(abc.ABC):
    """A renderer that draws a scene over and over.

    Everything that can be made beforehand is made in `prepare`, untimed: decoded pictures, shaped text, display lists.
    """

    #: What the tables call it.
    name = ""

    @abc.abstractmethod
    def prepare(self, scene: Scene, drawing: Drawing, folder: Path) -> str:
        """Gets ready for a scene; says in a few words what draws, and with which settings.

        Raises:
            Unsupported: The peer cannot draw something in it.
            OSError, RuntimeError: The peer is not there.
        """

    def prepare_moments(self, moments: Moments, folder: Path) -> str:
        """Gets ready for a scene that changes little: `draw` then goes from each moment to the next, beginning with the
        frame before. The peer may keep whatever it likes.

        Raises:
            Unsupported: It keeps nothing from frame to frame, or cannot draw something in it.
        """
        raise Unsupported("on from the frame before")

    @abc.abstractmethod
    def draw(self) -> None:
        """Draws one whole frame into memory: what is timed."""

    @abc.abstractmethod
    def pixels(self) -> numpy.ndarray:
        """The last frame: premultiplied RGBA, row 0 at the top."""

    def times(self, frames: int) -> list[float] | None:
        """Milliseconds a frame by the peer's own clock, where the caller's would not do; `None` elsewhere."""
        return None

    def png(self) -> bytes:
        """Draws a frame and encodes it as PNG."""
        raise NotImplementedError(f"{self.name} encodes nothing")

    def close(self) -> None:  # noqa: B027 most have nothing to give back
        """Gives back what was taken."""
