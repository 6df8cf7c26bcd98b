"""Draws a film with Skia's raster back end into PNG files: frames are drawn, encoded and written one after another.

    python -m lamina_peers.skia_film PEER FILM.ca FOLDER FRAMES RATE

Prints the seconds as JSON. Display lists are made beforehand, which a program could only do for part of a film.
"""

from __future__ import annotations

import json
import shutil
import sys
import tempfile
import time
from pathlib import Path

from . import caml, roster
from .lowering import lower


def main() -> None:
    """The command line."""
    name, film, folder, frames, rate = sys.argv[1:6]
    peers = []
    scratch = Path(tempfile.mkdtemp(prefix="lamina-peers-"))
    for frame in range(int(frames)):
        scene = caml.read(film, frame / float(rate))
        peers.append(roster.make(name))
        peers[-1].prepare(scene, lower(scene), scratch / str(frame))
    shutil.rmtree(scratch)
    start = time.perf_counter()
    for frame, peer in enumerate(peers):
        Path(folder, f"{frame:05}.png").write_bytes(peer.png())
    print(json.dumps({"seconds": time.perf_counter() - start}))


if __name__ == "__main__":
    main()
