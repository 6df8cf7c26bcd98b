"""A process that holds one peer: it reads commands, a line of JSON each, and answers each with a line of JSON.

    {"do": "prepare", "scenes": ["cards.ca"], "folder": "/tmp/x"}  ->  {"name": …, "settings": …}
    {"do": "picture", "file": "out.png"}                        ->  {}
    {"do": "frames", "count": 5}                                ->  {"times": [ms, …]}

Several scenes are moments that frames go through, there and back. An answer with `error` says why not; one with
`unsupported` names what the peer cannot draw.
"""

from __future__ import annotations

import json
import os
import sys
import time
from pathlib import Path

import numpy
from PIL import Image

from . import caml, roster
from .changes import Moments
from .lowering import lower
from .peer import Peer
from .scene import Unsupported


def answer(peer: Peer, command: dict) -> dict:
    """Executes a command."""
    match command["do"]:
        case "prepare":
            scenes = [caml.read(scene) for scene in command["scenes"]]
            drawings = [lower(scene) for scene in scenes]
            folder = Path(command["folder"])
            folder.mkdir(parents=True, exist_ok=True)
            if len(scenes) == 1:
                settings = peer.prepare(scenes[0], drawings[0], folder)
            else:
                settings = peer.prepare_moments(Moments(drawings), folder)
            return {"name": peer.name, "settings": settings}
        case "picture":
            peer.draw()
            pixels = peer.pixels().copy()
            # Files hold straight alpha; for opaque pictures, as benchmark scenes are, both are the same.
            Image.fromarray(_straight(pixels)).save(command["file"], compress_level=1)
            return {}
        case "frames":
            return {"times": peer.times(command["count"]) or _timed(peer, command["count"])}
    raise ValueError(f"no command is called {command['do']}")


def _straight(pixels: numpy.ndarray) -> numpy.ndarray:
    alpha = pixels[..., 3:].astype(numpy.uint32)
    if (alpha == 255).all():
        return pixels
    pixels[..., :3] = numpy.minimum((pixels[..., :3] * 255 + alpha // 2) // numpy.maximum(alpha, 1), 255)
    return pixels


def _timed(peer: Peer, count: int) -> list[float]:
    times = []
    for _ in range(count):
        start = time.perf_counter()
        peer.draw()
        times.append((time.perf_counter() - start) * 1000)
    return times


def main() -> None:
    """Serves until its input ends."""
    answers = os.fdopen(os.dup(1), "w", buffering=1)
    # Whatever libraries print must not look like an answer.
    os.dup2(2, 1)
    peer: Peer | None = None
    try:
        for line in sys.stdin:
            try:
                peer = peer or roster.make(sys.argv[1])
                reply = answer(peer, json.loads(line))
            except Unsupported as problem:
                reply = {"unsupported": str(problem)}
            except Exception as problem:  # A peer that fails is reported; the others go on.
                reply = {"error": f"{type(problem).__name__}: {problem}"}
            print(json.dumps(reply), file=answers)
    finally:
        if peer:
            peer.close()


if __name__ == "__main__":
    main()
