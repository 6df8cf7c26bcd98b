"""A run in one table, and its ratios beside the project's targets."""

from __future__ import annotations

from .report import Row, Table

CPU, GPU = "lamina CPU, all threads", "lamina GPU"
#: Chromium with kept layers is left out of "best peer": it composites bitmaps and draws nothing.
_KEEPS = "kept layers"
_ON_GPU = (" GL", ", GPU")
#: Workloads that are to be so many times faster than the best peer on the same device.
_AGAINST_BEST, _BEST = ("photo-wall", "text-page", "chart", "glass"), 2.0


def overview(tables: list[Table]) -> list[list[str]]:
    """Renderers against workloads: milliseconds, and how many times as long as Lamina on the same device."""
    framed = {table.title: timed(table) for table in tables if table.unit == "ms" and len(table.rows) > 2}
    names: list[str] = []
    for rows in framed.values():
        names += [name for name in rows if name not in names]
    names.sort(key=lambda name: not name.startswith("lamina"))
    lines = [["ms (times Lamina's)", *framed]]
    for name in names:
        lines.append([name, *(_cell(rows, name) for rows in framed.values())])
    return lines


def _cell(rows: dict[str, Row], name: str) -> str:
    if name not in rows:
        return "–"
    median = rows[name].median
    shown = f"{median:.0f}" if median >= 100 else f"{median:.3g}"
    base = rows.get(base_of(name))
    if name.startswith("lamina") or not base:
        return shown
    return f"{shown} ({median / base.median:.1f})"


def base_of(name: str) -> str:
    """Lamina's row that a peer's is compared with: on the same kind of device."""
    return GPU if name.endswith(_ON_GPU) else CPU


def targets(tables: list[Table]) -> list[list[str]]:
    """What was aimed at, and what came out, as ratios of this run."""
    found = {table.title: timed(table) for table in tables}
    lines = [["work", "against", "target", "measured"]]

    def add(title: str, ours: str, theirs: str, target: float, more_is_better: bool = False) -> None:
        rows = found.get(title, {})
        if ours not in rows or theirs not in rows:
            return
        ratio = rows[theirs].median / rows[ours].median
        ratio = 1 / ratio if more_is_better else ratio
        lines.append(
            [f"{title}, {ours}", theirs, f"{target:g}", f"{ratio:.1f}" + ("" if ratio >= target else ", missed")]
        )

    for kind in ("skia-python", "skia (clang)"):
        add("shadows", CPU, f"{kind} raster, 1 thread", 12)
        add("shadows", CPU, f"{kind} raster, all threads", 6)
    add("shadows", GPU, "skia-python GL", 20)
    for title in _AGAINST_BEST:
        for ours in (CPU, GPU):
            peers = [
                row
                for name, row in found.get(title, {}).items()
                if not name.startswith("lamina") and _KEEPS not in name and name.endswith(_ON_GPU) == (ours == GPU)
            ]
            if peers:
                add(title, ours, min(peers, key=lambda row: row.median).renderer, _BEST)
    add("first PNG, cards", "lamina render, CPU", "chromium screenshot", 10)
    for kind in ("skia-python", "skia (clang)"):
        add("PNG film, cards", "lamina export, PNG", f"{kind} raster, PNG", 10, more_is_better=True)
    return lines if len(lines) > 1 else []


def timed(table: Table) -> dict[str, Row]:
    """The rows that were timed, by name."""
    return {row.renderer: row for row in table.rows if row.rounds}
