"""Frames of a workload by Lamina and its peers, in turn: A B A B in rounds, each in a process that keeps running."""

from __future__ import annotations

import statistics
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from . import compare
from .processes import Lamina, Worker, WorkerFailed
from .report import BASES, Row, Table
from .scene import Unsupported
from .workloads import Workload, tolerance

Say = Callable[[str], None]


@dataclass
class Schedule:
    """How much is measured: rounds, and how many seconds of a round a renderer may take."""

    rounds: int
    seconds: float
    #: The most frames of a round.
    frames: int


def measure(
    workload: Workload, lamina: Lamina, peers: list[str], schedule: Schedule, folder: Path, quick: bool, say: Say
) -> Table:
    """Prepares a workload, compares the pictures, and times the renderers whose pictures agree."""
    folder.mkdir(parents=True, exist_ok=True)
    reference = folder / "lamina.png"
    packages = [folder / f"{scene[1:].replace(':', '-')}.ca" for scene in workload.scenes(quick)]
    for scene, package in zip(workload.scenes(quick), packages):
        lamina.convert(scene, package)
    # No picture of an earlier run counts, and it is read before there are peers to end, should it be none.
    reference.unlink(missing_ok=True)
    # The first frame of peers that go through moments is the first moment, drawn over the previous contents.
    lamina.render(packages[0], reference)
    compare.load(reference)
    rows: list[Row] = []
    workers: dict[str, Worker] = {}
    counts: dict[str, int] = {}
    for name in peers:
        say(f"{workload.name}: preparing {name}")
        row, worker, first = _prepared(name, workload, packages, reference, folder, schedule.rounds > 0)
        rows.append(row)
        if worker and not schedule.rounds:
            worker.close()
        elif worker:
            workers[name] = worker
            counts[name] = max(1, min(schedule.frames, int(schedule.seconds * 1000 / max(first, 0.01))))
    try:
        own = _rounds(workload, lamina, quick, schedule, dict(zip(peers, rows)), workers, counts, say)
    finally:
        for worker in workers.values():
            worker.close()
    note = f"{workload.scene(quick)}; pictures may differ because {workload.tolerance.reason}"
    return Table(workload.name, [*own, *rows], note=note)


def _prepared(
    name: str, workload: Workload, packages: list[Path], reference: Path, folder: Path, timed: bool
) -> tuple[Row, Worker | None, float]:
    """A peer whose picture agrees with Lamina's, and the milliseconds of a frame; else no worker."""
    row = Row(name, peer=name)
    worker = Worker(name)
    try:
        worker.prepare(packages, folder / name)
        row.renderer, row.settings = worker.name, worker.settings
        picture = folder / f"{name}.png"
        worker.picture(picture)
        theirs, ours = compare.load(picture), compare.load(reference)
        found = compare.difference(ours, theirs)
        row.picture = found.values()
        allowed = tolerance(workload, name)
        if not found.within(allowed):
            compare.side_by_side(ours, theirs).save(folder / f"{name}-differs.png")
            limits = f"{allowed.mean:g}, {100 * allowed.share:g} % and {allowed.tile:g}"
            row.problem = f"another picture: {found}; {limits} are allowed"
        else:
            return row, worker, min(worker.frames(2)) if timed else 0
    except Unsupported as problem:
        row.problem, row.unsupported = f"cannot draw {problem}", True
    except (WorkerFailed, ValueError, OSError) as problem:
        row.problem = str(problem)
    worker.close()
    return row, None, 0


def _rounds(
    workload: Workload,
    lamina: Lamina,
    quick: bool,
    schedule: Schedule,
    rows: dict[str, Row],
    workers: dict[str, Worker],
    counts: dict[str, int],
    say: Say,
) -> list[Row]:
    """Times everything in rounds, every second one backwards, so that a drift of the machine takes no side."""
    own: dict[str, Row] = {}

    def time_lamina() -> None:
        for name, found in lamina.bench(workload.scene(quick), schedule.frames, workload.moments > 1).items():
            row = own.setdefault(name, Row(name, str(found["renderer"])))
            row.rounds.append(float(found["total"]["median"]))

    def time_peer(name: str) -> None:
        try:
            rows[name].rounds.append(statistics.median(workers[name].frames(counts[name])))
        except WorkerFailed as problem:
            rows[name].problem = str(problem)
            workers.pop(name).close()

    for index in range(schedule.rounds):
        say(f"{workload.name}: round {index + 1} of {schedule.rounds}")
        turns: list[str | None] = [None, *workers]
        for name in turns if index % 2 == 0 else reversed(turns):
            if name is None:
                time_lamina()
            elif name in workers:
                time_peer(name)
    return [own[name] for name in BASES if name in own]
