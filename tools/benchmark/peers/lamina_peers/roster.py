"""The peers by name, each loaded only when it is used, since its requirements may not be installed."""

from __future__ import annotations

import importlib

from .peer import Peer

#: The name on the command line, and the place of the class.
PEERS = {
    "skia": ("skia_raster", "SkiaRaster"),
    "skia-threads": ("skia_raster", "SkiaBands"),
    "skia-clang": ("skia_clang", "SkiaClang"),
    "skia-clang-threads": ("skia_clang", "SkiaClangBands"),
    "skia-gl": ("skia_gl", "SkiaGL"),
    "cairo": ("cairo_peer", "Cairo"),
    "chromium": ("chromium", "Chromium"),
    "chromium-layers": ("chromium", "ChromiumLayers"),
    "chromium-gpu": ("chromium", "ChromiumGPU"),
}

#: The default peers, which run on every machine.
USUAL = [name for name in PEERS if name != "chromium-gpu"]


def make(name: str) -> Peer:
    """Starts a peer.

    Raises:
        ImportError, OSError, RuntimeError: It is not installed, or there is no device for it.
    """
    module, kind = PEERS[name]
    return getattr(importlib.import_module(f".{module}", __package__), kind)()
