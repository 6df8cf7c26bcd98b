"""The interface of peers: they prepare a drawing once, then draw it as often as requested."""

from __future__ import annotations

import abc
from pathlib import Path

import numpy

from .changes import Moments
from .drawing import Drawing
from .scene import Scene, Unsupported


class Peer(abc.ABC):
    """A renderer that draws a scene repeatedly.

    Everything that can be made beforehand is made in `prepare`, untimed: decoded pictures, shaped text, display lists.
    """

    #: The peer's name in tables.
    name = ""

    @abc.abstractmethod
    def prepare(self, scene: Scene, drawing: Drawing, folder: Path) -> str:
        """Prepares for a scene; returns a short description of the renderer and its settings.

        Raises:
            Unsupported: The peer cannot draw something in it.
            OSError, RuntimeError: The peer is not there.
        """

    def prepare_moments(self, moments: Moments, folder: Path) -> str:
        """Prepares for a scene that changes little: `draw` then goes from each moment to the next, starting from the
        previous frame. The peer may keep anything.

        Raises:
            Unsupported: It keeps nothing from frame to frame, or cannot draw something in it.
        """
        raise Unsupported("on from the frame before")

    @abc.abstractmethod
    def draw(self) -> None:
        """Draws one whole frame into memory, which is timed."""

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
        """Releases resources."""
