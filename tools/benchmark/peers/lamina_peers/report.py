"""What a run found: as values, as a table to print, as Markdown."""

from __future__ import annotations

import os
import platform
import statistics
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path

#: Lamina's own rows, which every ratio is against.
BASES = ("lamina CPU, 1 thread", "lamina CPU, all threads", "lamina GPU")


@dataclass
class Row:
    """One renderer in one workload: its times, a median a round."""

    renderer: str
    settings: str = ""
    rounds: list[float] = field(default_factory=list)
    picture: dict[str, float] | None = None
    #: Why it was not timed.
    problem: str = ""

    @property
    def median(self) -> float:
        """Milliseconds a frame."""
        return statistics.median(self.rounds)

    def values(self) -> dict[str, object]:
        """The row for a JSON report."""
        result: dict[str, object] = {"renderer": self.renderer, "settings": self.settings}
        if self.rounds:
            result |= {"median": self.median, "least": min(self.rounds), "most": max(self.rounds)}
            result["rounds"] = self.rounds
        if self.picture:
            result["picture"] = self.picture
        if self.problem:
            result["problem"] = self.problem
        return result


@dataclass
class Table:
    """A workload with its rows. `unit` is what a round's number is; less is better, unless `more_is_better`."""

    title: str
    rows: list[Row]
    unit: str = "ms"
    more_is_better: bool = False
    note: str = ""

    def cells(self) -> list[list[str]]:
        """The table as text: a header, then a line a row."""
        by_name = {row.renderer: row for row in self.rows if row.rounds}
        bases = [name for name in BASES if name in by_name] or [row.renderer for row in self.rows[:1] if row.rounds]
        header = [self.title, f"median {self.unit}", "least … most"]
        header += [f"/ {name.removeprefix('lamina ')}" for name in bases] + ["picture"]
        lines = [header]
        for row in self.rows:
            if not row.rounds:
                lines.append([row.renderer, "–", row.problem or _agreement(row)] + [""] * (len(header) - 3))
                continue
            ratios = [self._ratio(row, by_name[name]) for name in bases]
            spread = f"{_short(min(row.rounds))} … {_short(max(row.rounds))}"
            lines.append([row.renderer, _short(row.median), spread, *ratios, _agreement(row)])
        return lines

    def _ratio(self, row: Row, base: Row) -> str:
        if row is base:
            return "1"
        ratio = base.median / row.median if self.more_is_better else row.median / base.median
        return f"{ratio:.2f}" if ratio < 10 else f"{ratio:.1f}"

    def values(self) -> dict[str, object]:
        """The table for a JSON report."""
        result: dict[str, object] = {"workload": self.title, "unit": self.unit}
        result["rows"] = [row.values() for row in self.rows]
        return result | ({"note": self.note} if self.note else {})


def _short(number: float) -> str:
    return f"{number:.0f}" if number >= 100 else f"{number:.1f}" if number >= 10 else f"{number:.2f}"


def _agreement(row: Row) -> str:
    if not row.picture:
        return "reference" if row.renderer.startswith("lamina") else ""
    return f"{row.picture['mean']:.2f}, {100 * row.picture['share_off']:.2f} %"


def as_text(table: Table) -> str:
    """The table with columns in line, numbers to the right."""
    lines = table.cells()
    # A reason for not timing may be long; it does not widen its column.
    timed = [line for line in lines if line[1] != "–"]
    widths = [max(len(line[column]) for line in timed) for column in range(len(lines[0]))]
    widths[0] = max(len(line[0]) for line in lines)
    result = []
    for line in lines:
        if line[1] == "–":
            result.append(f"{line[0].ljust(widths[0])}  not timed; {line[2]}")
            continue
        cells = [cell.rjust(width) for cell, width in zip(line[1:], widths[1:])]
        result.append("  ".join([line[0].ljust(widths[0]), *cells]))
    if table.note:
        result.append(f"  {table.note}")
    return "\n".join(result)


def in_columns(lines: list[list[str]]) -> str:
    """Lines of cells with columns in line, numbers to the right."""
    widths = [max(len(line[column]) for line in lines) for column in range(len(lines[0]))]
    return "\n".join(
        "  ".join([line[0].ljust(widths[0]), *(cell.rjust(width) for cell, width in zip(line[1:], widths[1:]))])
        for line in lines
    )


def markdown_rows(lines: list[list[str]]) -> list[str]:
    """Lines of cells as a table of Markdown."""
    rows = ["| " + " | ".join(cell.replace("|", "/") for cell in line) + " |" for line in lines]
    rows.insert(1, "|" + "---|" * len(lines[0]))
    return rows


def as_markdown(table: Table) -> str:
    """The table for a document."""
    rows = markdown_rows(table.cells())
    settings = [f"- {row.renderer}: {row.settings}" for row in table.rows if row.settings]
    return "\n".join([*rows, "", *([table.note, ""] if table.note else []), *settings, ""])


def environment() -> dict[str, object]:
    """The machine, as far as it bears on speed."""
    model = "unknown processor"
    for line in _lines("/proc/cpuinfo"):
        if line.startswith("model name"):
            model = line.partition(":")[2].strip()
            break
    governor = next(iter(_lines("/sys/devices/system/cpu/cpu0/cpufreq/scaling_governor")), "").strip()
    return {
        "processor": model,
        "processors": len(os.sched_getaffinity(0)),
        "governor": governor or "not said",
        "system": platform.platform(),
        "python": platform.python_version(),
        "load": os.getloadavg()[0],
    }


def _lines(path: str) -> Iterable[str]:
    try:
        return Path(path).read_text(errors="replace").splitlines()
    except OSError:
        return []
