"""Runs Lamina and its peers over the same scenes, in turn, and prints one table with ratios."""

from __future__ import annotations

import argparse
import json
import os
import sys
from collections.abc import Callable
from pathlib import Path

from . import films, plot, report, roster, summary
from .frames import Schedule, measure
from .processes import Lamina, WorkerFailed
from .report import Row, Table
from .workloads import WORKLOADS

# The path of the tool after `swift build -c release`.
_BUILT = Path(__file__).parents[4] / ".build/release/lamina"
#: Exit codes: a requested peer or workload failed; nothing was measured; no tool; the results cannot be written.
_FAILED, _NOTHING, _NO_TOOL, _NO_OUTPUT = 1, 69, 66, 73


def _names(known: list[str]) -> Callable[[str], list[str]]:
    def read(text: str) -> list[str]:
        names = text.split(",")
        for name in names:
            if name not in known:
                raise argparse.ArgumentTypeError(f"'{name}' is none of {', '.join(known)}")
        return names

    return read


def _path(text: str) -> Path:
    """A path relative to the caller's folder, which is not that of this process."""
    return (Path(os.environ.get("LAMINA_PEERS_CALLED_FROM", ".")) / text).resolve()


def _count(text: str) -> int:
    if not text.isascii() or not text.isdigit() or int(text) < 1:
        raise argparse.ArgumentTypeError(f"'{text}' is no number of rounds from 1")
    return int(text)


def arguments(given: list[str] | None = None) -> argparse.Namespace:
    """The command line."""
    extra = ["first-png", "png-film"]
    parser = argparse.ArgumentParser(
        prog="tools/benchmark/peers/run", description=__doc__,
        epilog="Exit codes: 0; 1 a workload failed, or a peer that --peers names is not there, broke, drew another "
        "picture or could draw none of the workloads; 2 wrong arguments; 66 no usable tool; 69 nothing was measured; "
        "73 --output cannot be written.",
    )  # fmt: skip
    parser.add_argument(
        "--workloads", type=_names([*WORKLOADS, *extra]), default=[*WORKLOADS, *extra], metavar="A,B",
        help=f"of {', '.join([*WORKLOADS, *extra])} (all)",
    )  # fmt: skip
    parser.add_argument(
        "--peers", type=_names(list(roster.PEERS)), metavar="A,B",
        help=f"of {', '.join(roster.PEERS)} (all but chromium-gpu)",
    )  # fmt: skip
    parser.add_argument("--rounds", type=_count, default=7, metavar="N", help="how often everything takes its turn (7)")
    parser.add_argument("--quick", action="store_true", help="small scenes, two rounds of few frames: does it work?")
    parser.add_argument("--compare-only", action="store_true", help="compare pictures and time nothing")
    parser.add_argument(
        "--output",
        type=_path,
        default=_BUILT.parents[1] / "peers",
        metavar="FOLDER",
        help="peers.json, peers.md, peers.svg and pictures (.build/peers)",
    )
    parser.add_argument("--lamina", type=_path, default=_BUILT, metavar="FILE", help="the tool (.build/release/lamina)")
    return parser.parse_args(given)


def say(text: str) -> None:
    """Prints a message on standard error."""
    print(f"peers: {text}", file=sys.stderr, flush=True)


def main(given: list[str] | None = None) -> int:
    """The command line."""
    options = arguments(given)
    if not options.lamina.is_file():
        say(f"there is no {options.lamina}; build it with 'swift build -c release --product lamina', or say --lamina")
        return _NO_TOOL
    try:
        lamina = Lamina(options.lamina)
    except (WorkerFailed, OSError) as problem:
        say(f"{options.lamina} does not run: {problem}")
        return _NO_TOOL
    rounds = 0 if options.compare_only else 2 if options.quick else options.rounds
    schedule = Schedule(rounds, seconds=0.5, frames=3) if options.quick else Schedule(rounds, seconds=2.0, frames=10)
    try:
        options.output.mkdir(parents=True, exist_ok=True)
        tables, failures = _measured(options, lamina, schedule)
    except OSError as problem:
        say(f"cannot write the results: {problem}")
        return _NO_OUTPUT
    if tables:
        print(f"  {report.PICTURES}", end="\n\n", flush=True)
    for lines, legend in ((summary.overview(tables), summary.LEGEND), (summary.targets(tables), "")):
        if len(lines) > 1 and rounds:
            print(report.in_columns(lines) + (f"\n  {legend}" if legend else ""), end="\n\n", flush=True)
    if not tables:
        say("nothing was measured")
        return _NOTHING
    say(f"wrote peers.json, peers.md and {'peers.svg' if rounds else 'pictures'} to {options.output}")
    failures += failed_peers(tables, options.peers or [])
    for failure in failures:
        say(f"failed: {failure}")
    return _FAILED if failures else 0


def _measured(options: argparse.Namespace, lamina: Lamina, schedule: Schedule) -> tuple[list[Table], list[str]]:
    """The tables of all workloads, each printed and written as soon as it is there, and the workloads that failed."""
    tables: list[Table] = []
    failures = []
    for name in options.workloads:
        if not schedule.rounds and name not in WORKLOADS:
            continue
        try:
            tables.append(_table(name, options, lamina, schedule, options.output))
        except (WorkerFailed, OSError) as problem:
            failures.append(f"{name}: {problem}")
            say(failures[-1])
            continue
        print(report.as_text(tables[-1]), end="\n\n", flush=True)
        _write(tables, lamina, options.output)
    return tables, failures


def failed_peers(tables: list[Table], named: list[str]) -> list[str]:
    """The failures of peers that were requested by name. A peer that cannot draw something has not failed, unless it
    could draw nothing at all; peers that were not requested by name may be missing.
    """
    failures = []
    for peer in named:
        rows: list[tuple[str, Row]] = [(table.title, row) for table in tables for row in table.rows if row.peer == peer]
        failures += [f"{peer} in {title}: {row.problem}" for title, row in rows if row.problem and not row.unsupported]
        if rows and all(row.unsupported for _, row in rows):
            failures.append(f"{peer} can draw none of the workloads")
    return failures


def _table(name: str, options: argparse.Namespace, lamina: Lamina, schedule: Schedule, output: Path) -> Table:
    cards = WORKLOADS["cards"]
    if name == "first-png":
        return films.first_png(cards, lamina, schedule.rounds, output / name, options.quick, say)
    if name == "png-film":
        frames = 5 if options.quick else 30
        return films.png_film(cards, lamina, min(schedule.rounds, 5), frames, output / name, options.quick, say)
    return measure(WORKLOADS[name], lamina, options.peers or roster.USUAL, schedule, output / name, options.quick, say)


def _write(tables: list[Table], lamina: Lamina, output: Path) -> None:
    environment = report.environment()
    found = {"lamina": lamina.version(), "environment": environment, "tables": [table.values() for table in tables]}
    (output / "peers.json").write_text(json.dumps(found, indent=2) + "\n", encoding="utf-8")
    about = ", ".join(f"{name} {value}" for name, value in environment.items())
    parts = [f"Lamina {lamina.version()}; {about}"]
    for lines, legend in ((summary.overview(tables), summary.LEGEND), (summary.targets(tables), "")):
        parts += ["\n".join(report.markdown_rows(lines)), *([legend] if legend else [])] if len(lines) > 1 else []
    parts += [report.as_markdown(table) for table in tables]
    parts.append(f"{report.PICTURES[0].upper()}{report.PICTURES[1:]}.\n")
    (output / "peers.md").write_text("\n\n".join(parts), encoding="utf-8")
    if picture := plot.svg(tables):
        (output / "peers.svg").write_text(picture, encoding="utf-8")


if __name__ == "__main__":
    sys.exit(main())
