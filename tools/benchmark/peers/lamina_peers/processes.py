"""The two kinds of processes that a run drives: workers that hold a peer, and the `lamina` tool."""

from __future__ import annotations

import json
import os
import select
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from .scene import Unsupported


class WorkerFailed(Exception):
    """A peer is not there, or has failed; the message says why."""


class Worker:
    """A peer in a process of its own, kept from round to round."""

    def __init__(self, peer: str) -> None:
        self.peer = peer
        self.name = peer
        self.settings = ""
        command = [sys.executable, "-m", f"{__package__}.worker", peer]
        self._errors = tempfile.TemporaryFile()
        self._process = subprocess.Popen(
            command,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=self._errors,
            cwd=Path(__file__).parent.parent,
        )

    def prepare(self, scenes: list[Path], folder: Path) -> None:
        """Gets the peer ready for a scene, or for moments of one that changes little.

        Raises:
            Unsupported: The peer cannot draw something in it.
            WorkerFailed: It is not there.
        """
        paths = [str(scene) for scene in scenes]
        reply = self._ask({"do": "prepare", "scenes": paths, "folder": str(folder)}, timeout=1200)
        self.name, self.settings = reply["name"], reply["settings"]

    def picture(self, file: Path) -> None:
        """Lets the peer draw a frame into a PNG file."""
        self._ask({"do": "picture", "file": str(file)}, timeout=300)

    def frames(self, count: int) -> list[float]:
        """Times frames, in milliseconds."""
        return self._ask({"do": "frames", "count": count}, timeout=600)["times"]

    def close(self) -> None:
        """Ends the process."""
        assert self._process.stdin and self._process.stdout
        self._process.stdin.close()
        try:
            self._process.wait(20)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()
        self._process.stdout.close()
        self._errors.close()

    def _ask(self, command: dict, timeout: float) -> dict:
        assert self._process.stdin and self._process.stdout
        try:
            self._process.stdin.write(json.dumps(command).encode() + b"\n")
            self._process.stdin.flush()
        except OSError:
            raise WorkerFailed(self._last_words()) from None
        # Answers are single lines, so nothing of one is left in the buffer of the file.
        ready, _, _ = select.select([self._process.stdout], [], [], timeout)
        if not ready:
            self._process.kill()
            raise WorkerFailed(f"no answer in {timeout:g} seconds")
        line = self._process.stdout.readline()
        if not line:
            raise WorkerFailed(self._last_words())
        try:
            reply = json.loads(line)
        except ValueError:
            raise WorkerFailed(f"an answer that is no JSON: {line[:80]!r}") from None
        if "unsupported" in reply:
            raise Unsupported(reply["unsupported"])
        if "error" in reply:
            raise WorkerFailed(reply["error"])
        return reply

    def _last_words(self) -> str:
        self._process.wait()
        self._errors.seek(0)
        lines = self._errors.read().decode(errors="replace").strip().splitlines()
        return f"ended with {self._process.returncode}" + (f": {lines[-1]}" if lines else "")


class Lamina:
    """The `lamina` tool."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.has_gpu = self._run("devices").returncode == 0

    def version(self) -> str:
        """The version that the tool reports."""
        return self._run("--version").stdout.strip()

    def convert(self, workload: str, package: Path) -> None:
        """Writes a workload as a package."""
        self._checked("convert", workload, str(package), "--quiet")

    def render(self, scene: Path, output: Path) -> None:
        """Draws a scene on the CPU, at time 0."""
        self._checked("render", str(scene), "--renderer", "cpu", "--quiet", "-o", str(output))

    def bench(self, scene: str, frames: int, keeps: bool = False) -> dict[str, dict]:
        """Measures a scene with one thread, all threads and the GPU: the JSON of each, by our names.

        Each in a process of its own, which draws its frames in a row as a peer's does: taking turns frame by frame, as
        one run of several configurations does, each would find the caches full of what another one has left there. With
        `keeps`, frames begin with the one before.
        """
        choices = [["--renderers", "cpu", "--threads", str(count)] for count in sorted({1, len(os.sched_getaffinity(0))})]
        if self.has_gpu:
            choices.append(["--renderers", "gpu"])
        result = {}
        for choice in choices:
            with tempfile.NamedTemporaryFile(suffix=".json") as file:
                arguments = ["--frames", str(frames), "--no-throughput", "--json", file.name]
                arguments += ["--damage"] if keeps else []
                self._checked("bench", scene, *arguments, *choice)
                result |= _configurations(Path(file.name))
        return result

    def seconds(self, *arguments: str, processors: set[int] | None = None) -> float:
        """How long a command takes from the start of its process to the end."""
        start = time.perf_counter()
        self._checked(*arguments, processors=processors)
        return time.perf_counter() - start

    def _run(self, *arguments: str, processors: set[int] | None = None) -> subprocess.CompletedProcess[str]:
        pin = (lambda: os.sched_setaffinity(0, processors)) if processors else None
        try:
            return subprocess.run(
                [str(self.path), *arguments],
                capture_output=True,
                text=True,
                errors="replace",
                timeout=1200,
                preexec_fn=pin,
            )
        except subprocess.TimeoutExpired:
            raise WorkerFailed(f"lamina {' '.join(arguments[:2])}: no end in 1200 seconds") from None

    def _checked(self, *arguments: str, processors: set[int] | None = None) -> None:
        done = self._run(*arguments, processors=processors)
        if done.returncode:
            raise WorkerFailed(
                f"lamina {' '.join(arguments[:2])}: {(done.stderr.strip().splitlines() or ['no word'])[-1]}"
            )


def _configurations(file: Path) -> dict[str, dict]:
    """The results of `lamina bench`, by the names of this package.

    Raises:
        WorkerFailed: It is no such report.
    """
    result = {}
    try:
        configurations = json.loads(file.read_text())["scenes"][0]["configurations"]
        kept = [configuration for configuration in configurations if "changes only" in configuration["name"]]
        for configuration in kept or configurations:
            if configuration["name"].startswith("gpu"):
                name = "lamina GPU"
            else:
                one = configuration["renderer"].endswith("1 thread")
                name = "lamina CPU, 1 thread" if one else "lamina CPU, all threads"
            result[name] = configuration
            float(configuration["total"]["median"])
    except (ValueError, LookupError, TypeError, AttributeError) as problem:
        raise WorkerFailed(
            f"lamina bench wrote no report that can be read: {type(problem).__name__}: {problem}"
        ) from None
    return result
