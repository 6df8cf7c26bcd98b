"""A run in one table, with its ratios and the project's targets."""

from __future__ import annotations

import itertools

from .report import BASES, Ratio, Row, Table, is_on_gpu, is_on_one_thread, short, times
from .workloads import WORKLOADS

ONE, CPU, GPU = BASES
#: The explanation of the overview's cells.
LEGEND = (
    "ms a frame, median of the rounds. Lamina: least … most. Peers: how many times as fast Lamina is on the same kind "
    "of device and as many threads (least … most of the rounds); below 1 the peer is faster."
)
_KEEPS = "kept layers"
#: Workloads in which the shapes themselves change in every frame. Chromium's kept layers would continue to show the
#: first frame, so they are no peer there. Where content stands still or only moves, keeping its bitmaps is fair, and
#: they are one.
_CHANGES = ("chart",)
#: Workloads with a target speed relative to the best peer on the same device.
_AGAINST_BEST, _BEST = ("photo-wall", "text-page", "chart", "glass"), 2.0
#: Workloads in which little changes from frame to frame: peers may keep anything of the previous frame, as Lamina does.
_KEPT, _KEPT_BEST = tuple(name for name, workload in WORKLOADS.items() if workload.moments > 1), 5.0


def overview(tables: list[Table]) -> list[list[str]]:
    """Renderers against workloads, as `LEGEND` says."""
    framed = [table for table in tables if table.unit == "ms" and len(table.rows) > 2]
    names: list[str] = []
    for table in framed:
        names += [name for name in table.timed() if name not in names]
    names.sort(key=lambda name: not name.startswith("lamina"))
    lines = [["", *(table.title for table in framed)]]
    for name in names:
        lines.append([name, *(_cell(table, name) for table in framed)])
    return lines


def _cell(table: Table, name: str) -> str:
    row = table.timed().get(name)
    if not row:
        return "–"
    if name.startswith("lamina"):
        return f"{short(row.median)} ({short(min(row.rounds))} … {short(max(row.rounds))})"
    ratio = table.ratio(name)
    if not ratio:
        return short(row.median)
    return f"{short(row.median)}: {times(ratio.median)} ({times(ratio.least)} … {times(ratio.most)})"


def targets(tables: list[Table]) -> list[list[str]]:
    """The targets and the results, as ratios of this run."""
    by_title = {table.title: table for table in tables}
    lines = [["work", "against", "target", "measured", "least … most"]]

    def add(title: str, ours: str, theirs: str, target: float) -> None:
        ratio = by_title[title].ratio(theirs, ours) if title in by_title else None
        if ratio:
            lines.append([f"{title}, {ours}", theirs, f"{target:g}", *_measured(ratio, target)])

    for kind in ("skia-python", "skia (clang)"):
        # As the aim is worded: all our threads against one of theirs, and against as many. The overview has one against one.
        add("shadows", CPU, f"{kind} raster, 1 thread", 12)
        add("shadows", CPU, f"{kind} raster, all threads", 6)
    add("shadows", GPU, "skia-python GL", 20)
    for titles, target in ((_AGAINST_BEST, _BEST), (_KEPT, _KEPT_BEST)):
        for title, ours in itertools.product(titles, BASES):
            best = best_peer(by_title[title], ours) if title in by_title else None
            if best:
                add(title, ours, best.renderer, target)
    add("first PNG, cards", "lamina render, CPU", "chromium screenshot", 10)
    for kind in ("skia-python", "skia (clang)"):
        add("PNG film, cards", "lamina export, PNG", f"{kind} raster, PNG", 10)
    return lines if len(lines) > 1 else []


def _measured(ratio: Ratio, target: float) -> list[str]:
    missed = "" if ratio.median >= target else ", missed"
    return [f"{times(ratio.median)}{missed}", f"{times(ratio.least)} … {times(ratio.most)}"]


def best_peer(table: Table, ours: str) -> Row | None:
    """The fastest peer for comparison with a row of Lamina; for one thread, only peers with one thread count."""
    peers = [
        row
        for name, row in table.timed().items()
        if not name.startswith("lamina")
        and is_on_gpu(name) == (ours == GPU)
        and (ours != ONE or is_on_one_thread(name))
        and not (_KEEPS in name and table.title in _CHANGES)
    ]
    return min(peers, key=lambda row: row.median, default=None)
