"""A headless Chromium, and the DevTools protocol over a pipe."""

from __future__ import annotations

import json
import os
import select
import shutil
import subprocess
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

# Options for a picture of only the page; for text like that of other renderers; and for an unlimited frame rate.
FLAGS = (
    "--headless",
    "--no-sandbox",
    "--hide-scrollbars",
    "--no-first-run",
    "--disable-extensions",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-default-apps",
    "--disable-sync",
    "--mute-audio",
    "--force-device-scale-factor=1",
    "--force-color-profile=srgb",
    "--font-render-hinting=none",
    "--disable-lcd-text",
    "--enable-font-subpixel-positioning",
    "--allow-file-access-from-files",
)
UNTHROTTLED = (
    "--disable-frame-rate-limit",
    "--disable-gpu-vsync",
    "--disable-background-timer-throttling",
    "--disable-renderer-backgrounding",
)


def executable() -> str:
    """The path of Chromium.

    Raises:
        RuntimeError: There is none.
    """
    for name in ("chromium", "chromium-browser", "google-chrome", "chrome"):
        found = shutil.which(name)
        if found:
            return found
    raise RuntimeError("no chromium in PATH (Debian: apt-get install chromium)")


def device_flags(gpu: bool) -> tuple[str, ...]:
    """The flags for drawing in memory, on as many threads as there are processors, or on a GPU."""
    if gpu:
        return ("--use-gl=angle", "--use-angle=gl-egl", "--enable-gpu-rasterization", "--ignore-gpu-blocklist")
    return ("--disable-gpu", f"--num-raster-threads={len(os.sched_getaffinity(0))}")


class DevTools:
    """A running browser with one page."""

    def __init__(self, gpu: bool = False) -> None:
        self._profile = tempfile.mkdtemp(prefix="lamina-peers-")
        their_input, self._output = os.pipe()
        self._input, their_output = os.pipe()

        def place_pipes() -> None:
            # The browser reads commands from 3 and writes answers to 4; both may be in the other's place.
            commands, answers = os.dup(their_input), os.dup(their_output)
            os.dup2(commands, 3)
            os.dup2(answers, 4)

        command = [executable(), *FLAGS, *UNTHROTTLED, *device_flags(gpu), "--remote-debugging-pipe"]
        command += [f"--user-data-dir={self._profile}", "about:blank"]
        self._process = subprocess.Popen(
            command, preexec_fn=place_pipes, close_fds=False, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
        )
        os.close(their_input)
        os.close(their_output)
        self._buffer = b""
        self._last = 0
        self._session = ""
        self._events: list[dict] = []
        self._session = self.send("Target.attachToTarget", targetId=self._first_page(), flatten=True)["sessionId"]
        self.send("Page.enable")

    def _first_page(self, timeout: float = 60) -> str:
        """The page that the browser opens by itself: the only one that is certainly visible."""
        end = time.monotonic() + timeout
        while time.monotonic() < end:
            for target in self.send("Target.getTargets")["targetInfos"]:
                if target["type"] == "page":
                    return str(target["targetId"])
            time.sleep(0.05)
        raise RuntimeError("Chromium opens no page")

    def send(self, method: str, timeout: float = 120, **parameters: object) -> dict:
        """Sends a command and waits for its answer.

        Raises:
            RuntimeError: The browser refuses, has gone, or does not answer in `timeout` seconds.
        """
        self._last += 1
        message: dict = {"id": self._last, "method": method, "params": parameters}
        if self._session:
            message["sessionId"] = self._session
        self._write(json.dumps(message).encode() + b"\0")
        end = time.monotonic() + timeout
        while True:
            answer = self._receive(end)
            if answer.get("id") == self._last:
                if "error" in answer:
                    raise RuntimeError(f"{method}: {answer['error'].get('message')}")
                return answer["result"]
            self._events.append(answer)

    def wait_for(self, event: str, timeout: float = 120) -> None:
        """Waits for an event of the page."""
        end = time.monotonic() + timeout
        while not any(known.get("method") == event for known in self._events):
            self._events.append(self._receive(end))
        self._events.clear()

    def evaluate(self, expression: str) -> object:
        """The value of an expression of JavaScript; a promise is waited for."""
        answer = self.send(
            "Runtime.evaluate", timeout=600, expression=expression, awaitPromise=True, returnByValue=True
        )
        if "exceptionDetails" in answer:
            raise RuntimeError(answer["exceptionDetails"].get("text", "a script failed"))
        return answer["result"].get("value")

    def show(self, page: Path, width: int, height: int) -> None:
        """Loads a page in a window of so many pixels."""
        self.send("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1, mobile=False)
        self.send("Emulation.setDefaultBackgroundColorOverride", color={"r": 0, "g": 0, "b": 0, "a": 0})
        self._events.clear()
        self.send("Page.navigate", url=page.resolve().as_uri())
        self.wait_for("Page.loadEventFired")
        self.evaluate("document.fonts.ready.then(() => Promise.all([...document.images].map(i => i.decode())))")

    def traced(self, action: Callable[[], object], category: str) -> list[dict]:
        """The events of a category of traces while something is done."""
        page, self._session = self._session, ""
        self.send("Tracing.start", traceConfig={"includedCategories": [category]}, transferMode="ReportEvents")
        self._session = page
        action()
        self._session, self._events = "", []
        self.send("Tracing.end")
        self._session = page
        found, end = [], time.monotonic() + 120
        while True:
            message = self._events.pop(0) if self._events else self._receive(end)
            if message.get("method") == "Tracing.dataCollected":
                found += message["params"]["value"]
            elif message.get("method") == "Tracing.tracingComplete":
                return found

    def version(self) -> str:
        """The browser's name and version."""
        return str(self.send("Browser.getVersion")["product"])

    def close(self) -> None:
        """Ends the browser."""
        self._process.terminate()
        try:
            self._process.wait(10)
        except subprocess.TimeoutExpired:
            self._process.kill()
        os.close(self._input)
        os.close(self._output)
        shutil.rmtree(self._profile, ignore_errors=True)

    def _write(self, data: bytes) -> None:
        while data:
            data = data[os.write(self._output, data) :]

    def _receive(self, end: float) -> dict:
        while b"\0" not in self._buffer:
            ready, _, _ = select.select([self._input], [], [], max(0.0, end - time.monotonic()))
            data = os.read(self._input, 1 << 20) if ready else b""
            if not data:
                raise RuntimeError("Chromium gives no answer" if not ready else "Chromium has gone")
            self._buffer += data
        message, self._buffer = self._buffer.split(b"\0", 1)
        return json.loads(message)
