"""Measurements other than frames: a process up to its first PNG, and films of PNG files on one processor."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

import numpy

from . import compare, moving
from .frames import Say
from .processes import Lamina, WorkerFailed
from .report import Row, Table
from .scene import Unsupported
from .workloads import Workload, tolerance

RATE = 30
#: Frames a second, and the last frame.
Film = tuple[float, numpy.ndarray]


def first_png(workload: Workload, lamina: Lamina, rounds: int, folder: Path, quick: bool, say: Say) -> Table:
    """Starts of `lamina render` and of Chromium's screenshot in turns, with files in memory."""
    package, output = folder / f"{workload.name}.ca", folder / "first.png"
    folder.mkdir(parents=True, exist_ok=True)
    lamina.convert(workload.scene(quick), package)
    ours = Row("lamina render, CPU")
    how = "--headless --screenshot, up to the line that says that the file is written"
    theirs = Row("chromium screenshot", how, peer="chromium")
    try:
        # Whatever is missing for Chromium is said by whichever of these fails first.
        from . import caml
        from .chromium import FirstPicture
        from .lowering import lower

        chromium = FirstPicture(lower(caml.read(package)), folder / "first")
        chromium.seconds(folder / "chromium-first.png")
    except (ImportError, OSError, RuntimeError, Unsupported, subprocess.SubprocessError) as problem:
        chromium, theirs.problem = None, str(problem)
    arguments = ("render", str(package), "--renderer", "cpu", "--quiet", "-o", str(output))
    output.unlink(missing_ok=True)
    lamina.seconds(*arguments)
    reference = compare.load(output)
    if chromium:
        found = compare.difference(reference, compare.load(folder / "chromium-first.png"))
        theirs.picture = found.values()
        if not found.within(tolerance(workload, "chromium")):
            chromium, theirs.problem = None, f"another picture: {found}"
    for index in range(rounds):
        say(f"first PNG of {workload.name}: round {index + 1} of {rounds}")
        ours.rounds.append(lamina.seconds(*arguments) * 1000)
        if not chromium:
            continue
        try:
            theirs.rounds.append(chromium.seconds(folder / "chromium-first.png") * 1000)
        except (OSError, RuntimeError, subprocess.SubprocessError) as problem:
            chromium, theirs.problem = None, str(problem)
    note = "from the start of the process to the PNG file, files in the page cache"
    return Table(f"first PNG, {workload.name}", [ours, theirs], note=note)


def png_film(
    workload: Workload, lamina: Lamina, rounds: int, frames: int, folder: Path, quick: bool, say: Say
) -> Table:
    """PNG files of a scene that slides, a second of one processor, by Lamina and by Skia with its encoder."""
    folder.mkdir(parents=True, exist_ok=True)
    package, film = folder / f"{workload.name}.ca", folder / f"{workload.name}-film.ca"
    lamina.convert(workload.scene(quick), package)
    moving.make(package, film)
    processor = {min(os.sched_getaffinity(0))}
    ours = Row("lamina export, PNG")
    skias = {
        "skia": Row("skia-python raster, PNG", peer="skia"),
        "skia-clang": Row("skia (clang) raster, PNG", peer="skia-clang"),
    }
    for index in range(rounds):
        say(f"PNG film of {workload.name}: round {index + 1} of {rounds}")
        speed, reference = _lamina_film(lamina, film, frames, processor, ours)
        ours.rounds.append(speed)
        for peer, row in skias.items():
            if not row.problem:
                _time_skia(peer, workload, film, frames, processor, reference, row)
    return Table(
        f"PNG film, {workload.name}", [ours, *skias.values()], unit="frames a second per core", more_is_better=True,
        note=f"{frames} frames at {RATE} a second, each on one processor, into a folder in memory where there is one",
    )  # fmt: skip


def _time_skia(
    peer: str, workload: Workload, film: Path, frames: int, processor: set[int], reference: numpy.ndarray, row: Row
) -> None:
    try:
        speed, picture = _skia_film(peer, film, frames, processor, row)
    except WorkerFailed as problem:
        row.problem = str(problem)
        return
    row.rounds.append(speed)
    found = compare.difference(reference, picture)
    row.picture = found.values()
    if not found.within(workload.tolerance):
        row.rounds, row.problem = [], f"another picture in the last frame: {found}"


def _scratch() -> str:
    """A folder in memory where the system has one, so that no disk is timed."""
    place = "/dev/shm" if os.access("/dev/shm", os.W_OK) else None
    return tempfile.mkdtemp(prefix="lamina-peers-", dir=place)


def _lamina_film(lamina: Lamina, film: Path, frames: int, processor: set[int], row: Row) -> Film:
    output = _scratch()
    try:
        arguments = (
            "export",
            str(film),
            "-o",
            f"{output}/%05d.png",
            "--frames",
            f"0..{frames - 1}",
            "--fps",
            str(RATE),
        )
        seconds = lamina.seconds(*arguments, "--renderer", "cpu", "--jobs", "1", "--quiet", processors=processor)
        row.settings = (
            f"level by default, {_bytes_a_frame(output, frames)} bytes a frame, start of the process included"
        )
        return frames / seconds, _last(output, frames)
    finally:
        shutil.rmtree(output, ignore_errors=True)


def _skia_film(peer: str, film: Path, frames: int, processor: set[int], row: Row) -> Film:
    output = _scratch()
    try:
        command = [sys.executable, "-m", f"{__package__}.skia_film", peer, str(film), output, str(frames), str(RATE)]
        done = subprocess.run(
            command, capture_output=True, text=True, timeout=1200, cwd=Path(__file__).parent.parent,
            preexec_fn=lambda: os.sched_setaffinity(0, processor),
        )  # fmt: skip
        if done.returncode:
            raise WorkerFailed((done.stderr.strip().splitlines() or ["no answer"])[-1])
        size = _bytes_a_frame(output, frames)
        row.settings = f"Skia's PNG encoder at its defaults, {size} bytes a frame, lists beforehand"
        try:
            seconds = float(json.loads(done.stdout)["seconds"])
        except (ValueError, LookupError, TypeError):
            raise WorkerFailed(f"an answer that says no seconds: {done.stdout[:80]!r}") from None
        return frames / seconds, _last(output, frames)
    finally:
        shutil.rmtree(output, ignore_errors=True)


def _last(folder: str, frames: int) -> numpy.ndarray:
    return compare.load(Path(folder, f"{frames - 1:05}.png"))


def _bytes_a_frame(folder: str, frames: int) -> int:
    files = list(Path(folder).glob("*.png"))
    if len(files) != frames:
        raise WorkerFailed(f"{len(files)} files instead of {frames}")
    return sum(file.stat().st_size for file in files) // frames
