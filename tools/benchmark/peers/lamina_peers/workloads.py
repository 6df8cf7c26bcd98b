"""What is drawn, how many layers by default, and how far a peer's picture may be from Lamina's.

A tolerance is the mean difference in levels and the share of pixels that are off by more than 16 of 255.
"""

from __future__ import annotations

from dataclasses import dataclass

from .compare import Tolerance

_EDGES = "edges are antialiased by other rules"
_TEXT = "glyphs are covered by other rules, and Skia corrects their contrast"


@dataclass(frozen=True)
class Workload:
    """A scene of `lamina bench`."""

    name: str
    count: int
    quick_count: int
    tolerance: Tolerance

    def scene(self, quick: bool) -> str:
        """Its name on Lamina's command line."""
        return f"@{self.name}:{self.quick_count if quick else self.count}"


WORKLOADS = {
    workload.name: workload
    for workload in (
        Workload("cards", 1000, 100, Tolerance(0.8, 0.01, _EDGES)),
        Workload("cards-alike", 1000, 100, Tolerance(0.8, 0.01, _EDGES)),
        Workload("shadows", 1000, 100, Tolerance(0.8, 0.01, f"{_EDGES}; Skia's blur is made of boxes")),
        Workload("text-page", 600, 100, Tolerance(3.0, 0.12, _TEXT)),
        Workload("photo-wall", 200, 50, Tolerance(2.5, 0.03, f"{_EDGES}; levels of a picture are made by other filters")),
        Workload("glass", 12, 12, Tolerance(0.8, 0.01, f"{_EDGES}; blurs of other kinds")),
        Workload("cube-field", 1000, 100, Tolerance(0.8, 0.02, _EDGES)),
        Workload("chart", 20, 20, Tolerance(1.2, 0.02, f"{_EDGES}; text")),
        Workload("deep", 1000, 100, Tolerance(0.8, 0.01, _EDGES)),
        Workload("scroll-list", 1000, 100, Tolerance(1.0, 0.02, f"{_EDGES}; text")),
    )
}

#: Chromium makes pictures small with the nearest of its smaller levels, not with four taps of the full picture; it
#: places baselines on whole pixels; a backdrop's blur does not see past the edge.
CHROMIUM_EXTRA = Tolerance(1.5, 0.05, "Chromium samples, rounds baselines and blurs backdrops by its own rules")


def tolerance(workload: Workload, peer: str) -> Tolerance:
    """What a peer is allowed in a workload."""
    own = workload.tolerance
    if not peer.startswith("chromium"):
        return own
    extra = CHROMIUM_EXTRA
    return Tolerance(own.mean + extra.mean, own.share + extra.share, f"{own.reason}; {extra.reason}")
