"""The results of a run: as values, as a table to print, as Markdown."""

from __future__ import annotations

import os
import platform
import statistics
from collections.abc import Iterable
from dataclasses import asdict, dataclass, field
from pathlib import Path

from .compare import LEVELS

#: Lamina's own rows, with which peers on one thread, on all threads and on OpenGL ES are compared.
BASES = ("lamina CPU, 1 thread", "lamina CPU, all threads", "lamina GPU")
_ON_GPU, _ON_ONE = (" GL", ", GPU"), ", 1 thread"

#: The explanation of the tables' last column.
PICTURES = (
    f"picture: the mean difference from Lamina's in levels of 255, and the share of pixels off by more than {LEVELS}"
)


@dataclass
class Row:
    """One renderer in one workload: its times, a median a round."""

    renderer: str
    settings: str = ""
    rounds: list[float] = field(default_factory=list)
    picture: dict[str, float] | None = None
    #: Why it was not timed.
    problem: str = ""
    #: Its name on the command line; nothing for Lamina.
    peer: str = ""
    #: Whether the problem is that the peer knows nothing of the kind, which is no failure.
    unsupported: bool = False

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


@dataclass(frozen=True)
class Ratio:
    """How many times as fast as a peer Lamina is: the median of the rounds, and the rounds furthest from it."""

    median: float
    least: float
    most: float

    def __str__(self) -> str:
        return f"{times(self.median)} ({times(self.least)} … {times(self.most)})"


@dataclass
class Table:
    """A workload with its rows. `unit` is the unit of a round's value; less is better, unless `more_is_better`."""

    title: str
    rows: list[Row]
    unit: str = "ms"
    more_is_better: bool = False
    note: str = ""

    def timed(self) -> dict[str, Row]:
        """The rows that were timed, by name."""
        return {row.renderer: row for row in self.rows if row.rounds}

    def base(self, name: str) -> Row | None:
        """The row of Lamina's that a peer's is compared with: the same kind of device, and as many threads."""
        rows = self.timed()
        if name.startswith("lamina"):
            return None
        if not any(base in rows for base in BASES):
            # Tables of processes have one row of Lamina's.
            return next((row for key, row in rows.items() if key.startswith("lamina")), None)
        if name.endswith(_ON_GPU):
            return rows.get(BASES[2])
        if name.endswith(_ON_ONE):
            return rows.get(BASES[0])
        # With a single processor, all threads are one.
        return rows.get(BASES[1]) or rows.get(BASES[0])

    def ratio(self, name: str, ours: str | None = None) -> Ratio | None:
        """The speed of Lamina relative to a peer, round by round, since runs of the same round are close in time."""
        row = self.timed().get(name)
        base = self.timed().get(ours) if ours else self.base(name)
        if not row or not base:
            return None
        pairs = zip(base.rounds, row.rounds)
        ratios = [mine / theirs if self.more_is_better else theirs / mine for mine, theirs in pairs]
        return Ratio(statistics.median(ratios), min(ratios), max(ratios))

    def cells(self) -> list[list[str]]:
        """The table as text: a header, then a line a row; two columns where pictures were only compared."""
        if not self.timed():
            return [[self.title, "picture"], *([row.renderer, _why_not(row)] for row in self.rows)]
        lines = [[self.title, f"median {self.unit}", "least … most", "Lamina is faster", "than Lamina on", "picture"]]
        for row in self.rows:
            if not row.rounds:
                lines.append([row.renderer, "–", _why_not(row), "", "", ""])
                continue
            ratio, base = self.ratio(row.renderer), self.base(row.renderer)
            against = [f"{ratio} times", base.renderer.removeprefix("lamina ")] if ratio and base else ["", ""]
            spread = f"{short(min(row.rounds))} … {short(max(row.rounds))}"
            lines.append([row.renderer, short(row.median), spread, *against, _agreement(row)])
        return lines

    def values(self) -> dict[str, object]:
        """The table for a JSON report."""
        result: dict[str, object] = {"workload": self.title, "unit": self.unit}
        rows = []
        for row in self.rows:
            rows.append(row.values())
            if (ratio := self.ratio(row.renderer)) and (base := self.base(row.renderer)):
                rows[-1]["lamina_is_faster"] = asdict(ratio) | {"against": base.renderer}
        result["rows"] = rows
        return result | ({"note": self.note} if self.note else {})


def is_on_gpu(name: str) -> bool:
    """Whether a peer draws by OpenGL."""
    return name.endswith(_ON_GPU)


def is_on_one_thread(name: str) -> bool:
    """Whether a renderer has one thread only."""
    return name.endswith(_ON_ONE)


def times(ratio: float) -> str:
    """A ratio in two or three digits."""
    return f"{ratio:.2f}" if ratio < 10 else f"{ratio:.1f}"


def short(number: float) -> str:
    """Milliseconds in two or three digits."""
    return f"{number:.0f}" if number >= 100 else f"{number:.1f}" if number >= 10 else f"{number:.2f}"


def _why_not(row: Row) -> str:
    """The text in place of times."""
    return f"not timed: {row.problem}" if row.problem else f"the same picture: {_agreement(row)}"


def _agreement(row: Row) -> str:
    if not row.picture:
        return "reference" if row.renderer.startswith("lamina") else ""
    return f"{row.picture['mean']:.2f} levels, {100 * row.picture['share_off']:.2f} % off"


def as_text(table: Table) -> str:
    """The table with columns in line, numbers to the right."""
    lines = table.cells()
    # A reason for not timing may be long; it does not widen its column.
    timed = [line for line in lines if line[1] != "–"]
    widths = [max(len(line[column]) for line in timed) for column in range(len(lines[0]))]
    widths[0] = max(len(line[0]) for line in lines)
    result = []
    for line in lines:
        if line[1] == "–" or len(line) == 2:
            result.append(f"{line[0].ljust(widths[0])}  {line[2 if line[1] == '–' else 1]}")
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
