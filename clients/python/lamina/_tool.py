"""Where the tool is, and running it."""

from __future__ import annotations

import functools
import os
import pathlib
import shutil
import subprocess
import sys

from ._errors import InternalError, error


@functools.lru_cache(maxsize=None)
def _find(named: str | None) -> str:
    if named:
        return named
    carried = pathlib.Path(__file__).parent / "_bundle" / "bin" / "lamina"
    if carried.exists():
        return str(carried)
    found = shutil.which("lamina")
    if found is None:
        raise InternalError("there is no lamina tool: this package carries none, and there is none in PATH", 69)
    return found


def tool() -> str:
    """The path of the tool: LAMINA_TOOL, else the one that the package carries, else the one in PATH."""
    return _find(os.environ.get("LAMINA_TOOL") or None)


def run(arguments: list[str], timeout: float | None = None) -> tuple[bytes, str]:
    """Runs the tool: its standard output, and its standard error as text.

    Raises the `LaminaError` of its exit code, and `subprocess.TimeoutExpired`.
    """
    try:
        done = subprocess.run([tool(), *arguments], stdin=subprocess.DEVNULL, capture_output=True, timeout=timeout)
    except OSError as failure:
        raise InternalError(f"cannot start {tool()}: {failure.strerror}", 69) from failure
    errors = done.stderr.decode("utf-8", "replace")
    if done.returncode != 0:
        raise error(done.returncode, _sentence(errors, done.returncode))
    return done.stdout, errors


def _sentence(errors: str, status: int) -> str:
    """The sentence in which the tool says why it failed."""
    import json

    for line in reversed(errors.splitlines()):
        try:
            event = json.loads(line)
        except ValueError:
            if line.startswith("lamina: error: "):
                return line.removeprefix("lamina: error: ")
            continue
        if isinstance(event, dict) and event.get("kind") == "error":
            return str(event.get("message", line))
    if status < 0:
        return f"the tool was ended by signal {-status}"
    return errors.strip() or f"the tool ended with {status}"


def version() -> str:
    """The version of the tool, such as '0.1.0'."""
    return run(["--version"])[0].decode().strip()


def main() -> None:
    """The command `lamina` that pip installs: becomes the tool."""
    os.execv(tool(), [tool(), *sys.argv[1:]])
