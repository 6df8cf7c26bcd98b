"""Draws a film with Skia's raster back end into PNG files: frames are drawn, encoded and written one after another.

    python -m lamina_peers.skia_film FILM.ca FOLDER FRAMES RATE

Prints the seconds as JSON. Display lists are made beforehand, which a program could only do for part of a film.
"""

from __future__ import annotations

import json
import sys
import time
from pathlib import Path

from . import caml
from .lowering import lower
from .skia_raster import SkiaRaster


def main() -> None:
    """The command line."""
    film, folder, frames, rate = sys.argv[1:5]
    peers = []
    for frame in range(int(frames)):
        scene = caml.read(film, frame / float(rate))
        peers.append(SkiaRaster())
        peers[-1].prepare(scene, lower(scene), Path(folder))
    start = time.perf_counter()
    for frame, peer in enumerate(peers):
        peer.draw()
        Path(folder, f"{frame:05}.png").write_bytes(peer.encode_png())
    print(json.dumps({"seconds": time.perf_counter() - start}))


if __name__ == "__main__":
    main()
