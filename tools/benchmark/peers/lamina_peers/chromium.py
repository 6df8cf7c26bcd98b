"""Headless Chromium, drawing the scene as a web page."""

from __future__ import annotations

import base64
import io
import json
import subprocess
import tempfile
import time
from pathlib import Path

import numpy
from PIL import Image

from .changes import Moments
from .devtools import FLAGS, DevTools, device_flags, executable
from .drawing import Drawing
from .page import PageWriter
from .peer import Peer
from .scene import Scene, Unsupported

# The maximum number of elements; more would be too many bitmaps to keep.
_MOST_LAYERS = 4000
# Changes the colour of the bottom element by one level in every frame, so that every pixel changes. A script runs ahead
# of the compositor, so drawn frames are counted, not those of the script.
_FRAMES = """new Promise(done => {
  const base = document.getElementById("base");
  const parts = getComputedStyle(base).backgroundColor.match(/[0-9.]+/g).map(Number);
  const near = "rgb(" + parts[0] + " " + parts[1] + " " + (parts[2] < 255 ? parts[2] + 1 : 254) + ")";
  let left = COUNT;
  function step() {
    base.style.backgroundColor = left % 2 ? near : "rgb(" + parts.slice(0, 3).join(" ") + ")";
    if (left-- > 0) requestAnimationFrame(step); else done(true);
  }
  requestAnimationFrame(step);
})"""
# Takes the elements of each moment, finds the differences, and defines a function that shows a moment.
_MOMENTS = """(bodies => {
  const found = [], stage = document.getElementById("stage");
  const stages = bodies.map(body => {
    const template = document.createElement("template");
    template.innerHTML = "<div>\\n" + body + "\\n</div>";
    return template.content.firstElementChild;
  });
  const differ = values => values.some(value => value !== values[0]);
  const walk = (node, others) => {
    const texts = others.map(other => other.nodeValue);
    if (differ(texts)) found.push([node, texts, ""]);
    for (const {name} of node.attributes ?? []) {
      const values = others.map(other => other.getAttribute(name));
      if (node !== stage && differ(values)) found.push([node, values, name]);
    }
    node.childNodes.forEach((child, index) => walk(child, others.map(other => other.childNodes[index])));
  };
  walk(stage, stages);
  window.showMoment = moment => {
    for (const [node, values, name] of found)
      if (name) node.setAttribute(name, values[moment]); else node.nodeValue = values[moment];
  };
  return found.length;
})(BODIES)"""
# The same where everything that differs is in one element that moves.
_MOVING = """(places => {
  window.showMoment = moment => {
    document.getElementById("moving").style.transform = "translate(0px, " + places[moment] + "px)";
  };
})(PLACES)"""
_STEPS = """new Promise(done => {
  const order = ORDER;
  let left = COUNT;
  function step() {
    showMoment(order[left % order.length]);
    if (left-- > 0) requestAnimationFrame(step); else done(true);
  }
  requestAnimationFrame(step);
})"""
# Chromium's name for drawing a frame, in the traces of this category.
_DRAWN, _CATEGORY = "DirectRenderer::DrawFrame", "benchmark"


class Chromium(Peer):
    """Chromium's own frames of a page whose every pixel is drawn anew, out of the display list that it keeps."""

    name = "chromium, repainted"
    gpu = False
    promotes = False

    def __init__(self) -> None:
        self._browser = DevTools(self.gpu)
        self._order: list[int] = []

    def prepare_moments(self, moments: Moments, folder: Path) -> str:
        folder.mkdir(parents=True, exist_ok=True)
        first = moments.drawings[0]
        self._check(first)
        self._size = first.width, first.height
        writer, places = PageWriter(folder, self.promotes), moments.moves()
        moving = range(min(moments.changed), max(moments.changed) + 1) if places else range(0)
        self._browser.show(writer.write(first, moving), *self._size)
        if places:
            self._browser.evaluate(_MOVING.replace("PLACES", json.dumps(places)))
        else:
            bodies = json.dumps([writer.body(drawing) for drawing in moments.drawings])
            if not self._browser.evaluate(_MOMENTS.replace("BODIES", bodies)):
                raise RuntimeError("nothing differs in the page")
        self._order = moments.order
        self.times(3)
        how = "in one element that moves" if places else "set in the page"
        return f"{self._said()}, what differs {how}"

    def prepare(self, scene: Scene, drawing: Drawing, folder: Path) -> str:
        folder.mkdir(parents=True, exist_ok=True)
        self._check(drawing)
        self._size = drawing.width, drawing.height
        self._browser.show(PageWriter(folder, self.promotes).write(drawing), *self._size)
        # Frames right after loading are not whole.
        self.times(3)
        return self._said()

    def _check(self, drawing: Drawing) -> None:
        if self.promotes and len(drawing.operations) > _MOST_LAYERS:
            raise Unsupported(f"more than {_MOST_LAYERS} compositor layers")

    def _said(self) -> str:
        how = "a compositor layer an element" if self.promotes else "plain elements"
        device = "GPU" if self.gpu else device_flags(False)[1].removeprefix("--")
        return f"{self._browser.version()}, {device}, {how}"

    def draw(self) -> None:
        self.times(1)

    def times(self, frames: int) -> list[float]:
        """The mean time of frames that were drawn, by a trace of them; at least so many, where that takes no age."""
        wanted = scripted = max(frames, 3) + 1
        while True:
            starts = self._drawn(scripted)
            if len(starts) >= min(wanted, 4) or scripted > 1000:
                break
            scripted *= 3
        if len(starts) < 2:
            raise RuntimeError("Chromium draws no frames")
        return [(starts[-1] - starts[0]) / (len(starts) - 1)]

    def _drawn(self, count: int) -> list[float]:
        """When frames were drawn, in milliseconds, while a script made so many."""
        script = _STEPS.replace("ORDER", json.dumps(self._order)) if self._order else _FRAMES
        script = script.replace("COUNT", str(count))
        events = self._browser.traced(lambda: self._browser.evaluate(script), _CATEGORY)
        return sorted(event["ts"] / 1000 for event in events if event["name"] == _DRAWN and event["ph"] == "X")

    def pixels(self) -> numpy.ndarray:
        # Comes to rest at the first moment, as the other peers do after one frame.
        return self.shown(0) if self._order else self._captured()

    def shown(self, moment: int) -> numpy.ndarray:
        """One of the moments that the peer was prepared for."""
        self._browser.evaluate(f"showMoment({moment})")
        return self._captured()

    def _captured(self) -> numpy.ndarray:
        width, height = self._size
        clip = {"x": 0, "y": 0, "width": width, "height": height, "scale": 1}
        answer = self._browser.send("Page.captureScreenshot", format="png", clip=clip)
        with Image.open(io.BytesIO(base64.b64decode(answer["data"]))) as image:
            pixels = numpy.asarray(image.convert("RGBA")).astype(numpy.uint16)
        pixels[..., :3] = (pixels[..., :3] * pixels[..., 3:] + 127) // 255
        return pixels.astype(numpy.uint8)

    def close(self) -> None:
        self._browser.close()


class ChromiumLayers(Chromium):
    """The same with `will-change: transform` on every element, whose bitmap is kept: only compositing is timed."""

    name = "chromium, kept layers"
    promotes = True


class ChromiumGPU(Chromium):
    """Chromium with rasterization and compositing on the GPU."""

    name = "chromium, GPU"
    gpu = True


class FirstPicture:
    """Chromium from the start of its process to the PNG file of a page; one profile for all starts."""

    def __init__(self, drawing: Drawing, folder: Path) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        self._page = PageWriter(folder).write(drawing)
        self._size = drawing.width, drawing.height
        self._profile = tempfile.TemporaryDirectory(prefix="lamina-peers-", ignore_cleanup_errors=True)

    def seconds(self, output: Path) -> float:
        """One start.

        Raises:
            RuntimeError: No picture came.
        """
        output.unlink(missing_ok=True)
        width, height = self._size
        command = [executable(), *FLAGS, *device_flags(False), f"--user-data-dir={self._profile.name}"]
        command += [f"--window-size={width},{height}", f"--screenshot={output}", self._page.resolve().as_uri()]
        start = time.perf_counter()
        process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
        assert process.stderr
        elapsed = None
        for line in process.stderr:
            # Chromium's work at its end is not counted.
            if elapsed is None and "written to file" in line:
                elapsed = time.perf_counter() - start
        process.wait(60)
        if elapsed is None or not output.exists():
            raise RuntimeError("chromium wrote no picture")
        return elapsed
