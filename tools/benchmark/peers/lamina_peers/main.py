"""Runs Lamina and its peers over the same scenes, in turns, and prints one table with ratios."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Callable
from pathlib import Path

from . import films, plot, report, roster, summary
from .frames import Schedule, measure
from .processes import Lamina, WorkerFailed
from .report import Table
from .workloads import WORKLOADS

# Where the tool is after `swift build -c release`.
_BUILT = Path(__file__).parents[4] / ".build/release/lamina"


def _names(known: list[str]) -> Callable[[str], list[str]]:
    def read(text: str) -> list[str]:
        names = text.split(",")
        for name in names:
            if name not in known:
                raise argparse.ArgumentTypeError(f"'{name}' is none of {', '.join(known)}")
        return names

    return read


def arguments() -> argparse.Namespace:
    """The command line."""
    extra = ["first-png", "png-film"]
    parser = argparse.ArgumentParser(prog="tools/benchmark/peers/run", description=__doc__)
    parser.add_argument(
        "--workloads", type=_names([*WORKLOADS, *extra]), default=[*WORKLOADS, *extra], metavar="A,B",
        help=f"of {', '.join([*WORKLOADS, *extra])} (all)",
    )  # fmt: skip
    parser.add_argument(
        "--peers", type=_names(list(roster.PEERS)), default=roster.USUAL, metavar="A,B",
        help=f"of {', '.join(roster.PEERS)} (all but chromium-gpu)",
    )  # fmt: skip
    parser.add_argument("--rounds", type=int, default=7, metavar="N", help="how often everything takes its turn (7)")
    parser.add_argument("--quick", action="store_true", help="small scenes, two rounds of few frames: does it work?")
    parser.add_argument("--compare-only", action="store_true", help="compare pictures and time nothing")
    parser.add_argument(
        "--output", type=Path, metavar="FOLDER", help="peers.json, peers.md, peers.svg and pictures (.build/peers)"
    )
    parser.add_argument("--lamina", type=Path, default=_BUILT, metavar="FILE", help="the tool (.build/release/lamina)")
    return parser.parse_args()


def say(text: str) -> None:
    """Tells the one who waits."""
    print(f"peers: {text}", file=sys.stderr, flush=True)


def main() -> int:
    """The command line."""
    options = arguments()
    if not options.lamina.is_file():
        say(f"there is no {options.lamina}; build it with 'swift build -c release --product lamina', or say --lamina")
        return 66
    lamina = Lamina(options.lamina.resolve())
    rounds = 0 if options.compare_only else 2 if options.quick else max(1, options.rounds)
    schedule = Schedule(rounds, seconds=0.5, frames=3) if options.quick else Schedule(rounds, seconds=2.0, frames=10)
    output = (options.output or _BUILT.parents[1] / "peers").resolve()
    output.mkdir(parents=True, exist_ok=True)
    tables: list[Table] = []
    for name in options.workloads:
        if not schedule.rounds and name not in WORKLOADS:
            continue
        try:
            tables.append(_table(name, options, lamina, schedule, output))
        except (WorkerFailed, OSError) as problem:
            say(f"{name}: {problem}")
            continue
        print(report.as_text(tables[-1]), end="\n\n", flush=True)
        _write(tables, lamina, output)
    for lines in (summary.overview(tables), summary.targets(tables)):
        if len(lines) > 1:
            print(report.in_columns(lines), end="\n\n", flush=True)
    say(f"wrote peers.json, peers.md and peers.svg to {output}")
    return 0 if tables else 69


def _table(name: str, options: argparse.Namespace, lamina: Lamina, schedule: Schedule, output: Path) -> Table:
    cards = WORKLOADS["cards"]
    if name == "first-png":
        return films.first_png(cards, lamina, schedule.rounds, output / name, options.quick, say)
    if name == "png-film":
        frames = 5 if options.quick else 30
        return films.png_film(cards, lamina, min(schedule.rounds, 5), frames, output / name, options.quick, say)
    return measure(WORKLOADS[name], lamina, options.peers, schedule, output / name, options.quick, say)


def _write(tables: list[Table], lamina: Lamina, output: Path) -> None:
    environment = report.environment()
    found = {"lamina": lamina.version(), "environment": environment, "tables": [table.values() for table in tables]}
    (output / "peers.json").write_text(json.dumps(found, indent=2) + "\n", encoding="utf-8")
    about = ", ".join(f"{name} {value}" for name, value in environment.items())
    parts = [f"Lamina {lamina.version()}; {about}"]
    for lines in (summary.overview(tables), summary.targets(tables)):
        parts += ["\n".join(report.markdown_rows(lines))] if len(lines) > 1 else []
    parts += [report.as_markdown(table) for table in tables]
    (output / "peers.md").write_text("\n\n".join(parts), encoding="utf-8")
    if picture := plot.svg(tables):
        (output / "peers.svg").write_text(picture, encoding="utf-8")


if __name__ == "__main__":
    sys.exit(main())
