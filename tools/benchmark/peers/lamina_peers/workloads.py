"""The workloads: their scenes, the default numbers of layers, and the tolerances of peers' pictures.

A tolerance is the mean difference in levels, the share of pixels that are off by more than 16 of 255, and how far the
mean of a tile of 64 pixels may be off. The last is what refuses pictures in which something is missing: a page of text
without its text is off in 16 % of its pixels, little more than one whose glyphs are covered otherwise, but by 30 levels
in the tiles.
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
    #: The parts of it that some peers draw by rules of their own.
    topics: frozenset[str] = frozenset()
    #: The number of moments that frames go through if a program changes little from one to the next; each renderer may
    #: then keep anything of the previous frame. One if everything is drawn anew.
    moments: int = 1

    def scene(self, quick: bool) -> str:
        """Its name on Lamina's command line."""
        return f"@{self.name}:{self.quick_count if quick else self.count}"

    def scenes(self, quick: bool) -> list[str]:
        """The names of its moments."""
        if self.moments == 1:
            return [self.scene(quick)]
        return [f"{self.scene(quick)}:{moment}" for moment in range(1, self.moments + 1)]


_PICTURES, _TEXTS, _BACKDROPS = frozenset({"pictures"}), frozenset({"text"}), frozenset({"backdrops"})
_PLAIN = Tolerance(0.8, 0.01, _EDGES)

WORKLOADS = {
    workload.name: workload
    for workload in (
        Workload("cards", 1000, 100, _PLAIN, _PICTURES),
        Workload("cards-alike", 1000, 100, _PLAIN, _PICTURES),
        Workload("shadows", 1000, 100, Tolerance(0.8, 0.01, f"{_EDGES}; Skia's blur is made of boxes"), _PICTURES),
        Workload("text-page", 600, 100, Tolerance(3.0, 0.12, _TEXT, tile=8.0), _TEXTS),
        Workload(
            "photo-wall", 200, 50, Tolerance(1.5, 0.03, f"{_EDGES}; levels of a picture are made by other filters"),
            _PICTURES | {"trilinear"},
        ),
        Workload("glass", 12, 12, Tolerance(0.5, 0.01, f"{_EDGES}; blurs of other kinds"), _BACKDROPS),
        Workload("cube-field", 1000, 100, Tolerance(0.8, 0.02, _EDGES)),
        Workload("chart", 20, 20, Tolerance(0.8, 0.02, f"{_EDGES}; text"), _TEXTS),
        Workload("deep", 1000, 100, _PLAIN, frozenset({"clips"})),
        Workload("scroll-list", 1000, 100, Tolerance(1.0, 0.02, f"{_EDGES}; text"), _TEXTS),
        Workload("edit", 10000, 300, _PLAIN, _PICTURES, moments=4),
        Workload("scroll", 1000, 100, Tolerance(1.0, 0.02, f"{_EDGES}; text"), _TEXTS, moments=4),
        Workload("ticker", 20, 20, Tolerance(1.5, 0.03, _TEXT, tile=8.0), _PICTURES | _TEXTS | {"trilinear"}, moments=4),
        Workload("template", 200, 50, Tolerance(1.0, 0.02, f"{_EDGES}; text"), _PICTURES | _TEXTS, moments=4),
    )
}  # fmt: skip

# Additional tolerances of single peers, by topic.
_OWN_RULES = {
    ("chromium", "pictures"): Tolerance(
        0.6, 0.03, "Chromium makes pictures small with a smaller level of them", tile=0
    ),
    ("chromium", "trilinear"): Tolerance(1.5, 0.03, "Chromium takes the nearest level of a picture", tile=0),
    ("chromium", "backdrops"): Tolerance(0.3, 0.01, "Chromium mirrors backdrops at their edges", tile=0),
    ("chromium", "clips"): Tolerance(0.5, 0.015, "the edges of a hundred clips inside one another add up", tile=2),
    ("skia-clang", "trilinear"): Tolerance(2.5, 0.05, "a canvas takes the nearest level of a picture", tile=0),
    ("skia-clang", "text"): Tolerance(1.0, 0, "a canvas rounds baselines", tile=0),
    ("cairo", "text"): Tolerance(1.0, 0, "Cairo 1.16 places glyphs on whole pixels", tile=0),
}


def tolerance(workload: Workload, peer: str) -> Tolerance:
    """The tolerance of a peer in a workload."""
    result = workload.tolerance
    for (name, topic), extra in _OWN_RULES.items():
        if peer.startswith(name) and topic in workload.topics:
            reason = f"{result.reason}; {extra.reason}"
            mean, share, tile = result.mean + extra.mean, result.share + extra.share, result.tile + extra.tile
            result = Tolerance(mean, share, reason, tile)
    return result
