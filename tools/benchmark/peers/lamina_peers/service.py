"""The render service in comparison with the tool and a running Chromium; tools/benchmark/service has the details."""

from __future__ import annotations

import base64
import io
import json
import multiprocessing
import os
import queue
import re
import resource
import shutil
import subprocess
import sys
import tempfile
import time
import zipfile
from pathlib import Path

import running

from . import caml
from .devtools import DevTools
from .lowering import lower
from .page import PageWriter

SIZE = (640, 360)
PROCESSORS = len(os.sched_getaffinity(0))
# The background under all cards has a different colour each time, so that every pixel may differ.
WRITTEN, NAMED = 'backgroundColor="0.93 0.93 0.95"', 'name="scene" backgroundColor="{}"'
# Each run starts with a different value, so that none finds results of an earlier run in the cache.
GET = """math.randomseed(os.time())
local n = math.random(0, 0xffffff)
request = function()
  n = (n + 7919) % 0x1000000
  return wrk.format("GET", string.format("PATH?size=640x360&scene.backgroundColor=%%23%06x", n))
end
"""
POST = """local body = io.open("BODY", "rb"):read("*a")
math.randomseed(os.time())
local n = math.random(0, 999999)
wrk.headers["Content-Type"] = "multipart/form-data; boundary=x"
request = function()
  n = (n + 7919) % 1000000
  local color = string.format("0.%02d 0.%02d 0.%02d", n % 100, math.floor(n / 100) % 100, math.floor(n / 10000))
  return wrk.format("POST", "/v1/pictures?size=640x360", nil, (body:gsub("COLOR", color, 1)))
end
"""
CACHED = """request = function() return wrk.format("GET", "PATH?size=640x360") end"""


class Service(running.Service):
    """A service that runs with one worker for each processor, and the scene kept in it."""

    def __init__(self, lamina: str, folder: Path, archive: Path) -> None:
        super().__init__(lamina, folder, "cpu", PROCESSORS)
        self.picture = json.loads(self.ask("PUT", "/v1/documents", archive.read_bytes())[2])["picture"]

    def processor(self) -> float:
        """The processor time that it and its workers have taken. Seconds."""
        ticks = 0
        for entry in Path("/proc").iterdir():
            if entry.name.isdigit():
                try:
                    fields = (entry / "stat").read_text().rsplit(")", 1)[1].split()
                except OSError:
                    continue
                if self.process.pid in (int(entry.name), int(fields[1])):
                    ticks += int(fields[11]) + int(fields[12])
        return ticks / os.sysconf("SC_CLK_TCK")

    def load(self, script: Path, connections: int, seconds: float) -> dict[str, float]:
        """Pictures a second, the times of requests and the processor time of each, in milliseconds.

        Raises:
            RuntimeError: An answer was no picture.
        """
        command = ["wrk", "-t1", f"-c{connections}", f"-d{seconds:g}s", "--latency", "-s", str(script)]
        begun = self.processor()
        said = subprocess.run([*command, f"http://{self.host}"], capture_output=True, text=True, check=True).stdout
        spent = 1000 * (self.processor() - begun) / int(_found(r"(\d+) requests in", said))
        if "Non-2xx" in said or "Socket errors" in said:
            raise RuntimeError(said)
        rate = float(_found(r"Requests/sec:\s+([\d.]+)", said))
        times = {share: _milliseconds(_found(rf"^\s+{share}%\s+(\S+)", said)) for share in ("50", "99")}
        return {"rate": rate, "median": times["50"], "p99": times["99"], "processor": spent}

    def timing(self, count: int = 200) -> dict[str, float]:
        """Medians of sequential requests in milliseconds: the total, and the shares of drawing and encoding."""
        connection = self.connection()
        whole, work = [], []
        for index in range(count):
            start = time.perf_counter()
            target = f"{self.picture}?size=640x360&scene.backgroundColor=%23{7919 * (index + 1) % 0x1000000:06x}"
            headers = running.answer(connection, "GET", target)[1]
            whole.append(1000 * (time.perf_counter() - start))
            steps = dict(re.findall(r"([\w-]+);dur=([\d.]+)", headers["Server-Timing"]))
            work.append(float(steps["worker"]) + float(steps["encode"]))
        over = sorted(one - other for one, other in zip(whole, work, strict=True))
        return {"whole": sorted(whole)[count // 2], "work": sorted(work)[count // 2], "over": over[count // 2]}


def _found(pattern: str, text: str) -> str:
    found = re.search(pattern, text, re.M)
    if not found:
        raise RuntimeError(f"wrk says {text!r}")
    return found[1]


def _milliseconds(text: str) -> float:
    number, unit = re.findall(r"^([\d.]+)(us|ms|s|m)$", text)[0]
    return float(number) * {"us": 0.001, "ms": 1, "s": 1000, "m": 60000}[unit]


def bare(lamina: str, scene: Path, folder: Path, count: int) -> tuple[float, float]:
    """Pictures a second of the tool alone, and the processor time of one in milliseconds: a process for each processor, each with one
    thread, over copies of the scene."""
    # So many that the start of a process counts for nothing.
    copies = []
    for index in range(count):
        copies.append(folder / f"copy-{index}.ca")
        shutil.copytree(scene, copies[-1])
        document = copies[-1] / "main.caml"
        document.write_text(document.read_text().replace("0.93 0.93 0.95", f"0.{index % 100:02} 0.{index // 100 % 100:02} 0.9"))
    starts, begun = time.perf_counter(), resource.getrusage(resource.RUSAGE_CHILDREN)
    with tempfile.TemporaryDirectory(dir="/dev/shm") as memory:
        runs = []
        for index in range(PROCESSORS):
            output = Path(memory, str(index))
            output.mkdir()
            command = [lamina, "render", *map(str, copies[index::PROCESSORS]), "-o", f"{output}/", "--size", "640x360"]
            runs.append(subprocess.Popen([*command, "--renderer", "cpu", "--threads", "1", "--quiet"]))
        if any(run.wait() for run in runs):
            raise RuntimeError("lamina render has failed")
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    spent = used.ru_utime + used.ru_stime - begun.ru_utime - begun.ru_stime
    return count / (time.perf_counter() - starts), 1000 * spent / count


def _browse(
    folder: str, seconds: float, hurries: bool, ready: multiprocessing.Barrier, results: multiprocessing.Queue
) -> None:
    browser = DevTools()
    browser.show(Path(folder, "page.html"), *SIZE)
    clip = {"x": 0, "y": 0, "width": SIZE[0], "height": SIZE[1], "scale": 1}
    taken, last = 0, b""

    def take(number: int) -> bytes:
        browser.evaluate(f"document.getElementById('base').style.background = '#{number % 0x1000000:06x}'")
        answer = browser.send("Page.captureScreenshot", format="png", clip=clip, optimizeForSpeed=hurries)
        return base64.b64decode(answer["data"])

    for index in range(5):
        last = take(index)
    ready.wait(120)
    start = time.perf_counter()
    while time.perf_counter() - start < seconds:
        picture = take(1000 + 7919 * taken)
        if picture == last:
            raise RuntimeError("Chromium took the same picture twice")
        last, taken = picture, taken + 1
    results.put((taken / (time.perf_counter() - start), last, browser.version()))
    browser.close()


def chromium(folder: Path, seconds: float, hurries: bool) -> tuple[float, str, int]:
    """Pictures a second of browsers that are kept warm, one for each processor, their version, and how long a picture is.

    Args:
        hurries: Whether pictures are compressed less, which is not what a browser does unless it is told.
    """
    context = multiprocessing.get_context("spawn")
    ready, results = context.Barrier(PROCESSORS), context.Queue()
    browsers = [context.Process(target=_browse, args=(str(folder), seconds, hurries, ready, results)) for _ in range(PROCESSORS)]
    for browser in browsers:
        browser.start()
    found, end = [], time.monotonic() + seconds + 180
    while len(found) < len(browsers):
        try:
            found.append(results.get(timeout=1))
        except queue.Empty:
            if any(browser.exitcode for browser in browsers) or time.monotonic() > end:
                for browser in browsers:
                    browser.kill()
                raise RuntimeError("Chromium takes no pictures") from None
    for browser in browsers:
        browser.join()
    (folder / "chromium.png").write_bytes(found[0][1])
    return sum(rate for rate, _, _ in found), found[0][2], len(found[0][1])


def _prepare(lamina: str, folder: Path) -> tuple[Path, Path, Path]:
    """The scene as a folder, as an archive, and as a body of several parts; beside them its page."""
    scene = folder / "cards.ca"
    subprocess.run([lamina, "convert", "@cards:100", str(scene)], check=True, capture_output=True)
    document = scene / "main.caml"
    if WRITTEN not in document.read_text():
        raise RuntimeError("the scene is another one than this script knows")
    document.write_text(document.read_text().replace(WRITTEN, NAMED.format("0.93 0.93 0.95"), 1))
    archive, body = folder / "cards.zip", io.BytesIO()
    with zipfile.ZipFile(archive, "w", zipfile.ZIP_DEFLATED) as packed:
        for file in sorted(path for path in scene.rglob("*") if path.is_file()):
            name = str(file.relative_to(scene))
            packed.write(file, name)
            content = file.read_bytes().replace(b"0.93 0.93 0.95", b"COLOR", 1) if name == "main.caml" else file.read_bytes()
            head = f'--x\r\nContent-Disposition: form-data; name="file"; filename="{name}"\r\n\r\n'
            body.write(head.encode() + content + b"\r\n")
    body.write(b"--x--\r\n")
    (folder / "body").write_bytes(body.getvalue())
    drawing = lower(caml.read(scene), SIZE[0] / 1920)
    PageWriter(folder).write(drawing)
    return scene, archive, folder / "body"


def _median(values: list[float]) -> float:
    return sorted(values)[len(values) // 2]


def _rounds(lamina: str, service: Service, scene: Path, scripts: dict[str, Path], folder: Path, seconds: float) -> None:
    """Prints the results of three rounds; in each, all are measured in turn, as the machine's speed may vary."""
    rounds = []
    for _ in range(3):
        alone, processor = bare(lamina, scene, Path(tempfile.mkdtemp(dir=folder)), int(150 * seconds))
        found = {kind: service.load(scripts[kind], 8, seconds) for kind in ("get", "post")}
        found["bare"] = {"processor": processor}
        rounds.append((alone, found, [chromium(folder, seconds, hurries) for hurries in (False, True)]))
    print(f"bare tool, pictures a second: {_median([alone for alone, _, _ in rounds]):.1f}")
    spent = {kind: _median([found[kind]["processor"] for _, found, _ in rounds]) for kind in ("bare", "get", "post")}
    print(
        f"processor time of a picture, ms: bare tool {spent['bare']:.2f}, service with other values {spent['get']:.2f}, "
        f"with other bodies {spent['post']:.2f}"
    )
    for kind, what in (("get", "kept document, other values"), ("post", "other bodies")):
        rates = [found[kind]["rate"] for _, found, _ in rounds]
        shares = [found[kind]["rate"] / alone for alone, found, _ in rounds]
        median, late = (_median([found[kind][name] for _, found, _ in rounds]) for name in ("median", "p99"))
        print(
            f"{what}, pictures a second: {_median(rates):.1f}, of bare {_median(shares):.2f} "
            f"({min(shares):.2f} … {max(shares):.2f}); median {median:.1f} ms, p99 {late:.1f} ms"
        )
    for index, how in enumerate(("as it comes", "compressed for speed")):
        rate, version, length = rounds[0][2][index]
        rate = _median([browsers[index][0] for _, _, browsers in rounds])
        times = [found["get"]["rate"] / browsers[index][0] for _, found, browsers in rounds]
        print(
            f"{version}, kept warm, {how}, pictures a second: {rate:.1f} of {length} bytes; the service with other "
            f"values makes {_median(times):.1f} times as many ({min(times):.1f} … {max(times):.1f})"
        )


def main() -> None:
    """Measures, and prints a line a figure."""
    lamina, seconds = sys.argv[1], float(sys.argv[2])
    with tempfile.TemporaryDirectory(prefix="lamina-service-") as name:
        folder = Path(name)
        scene, archive, body = _prepare(lamina, folder)
        service = Service(lamina, folder, archive)
        scripts = {}
        for kind, text in (("get", GET), ("post", POST), ("cached", CACHED)):
            scripts[kind] = folder / f"{kind}.lua"
            scripts[kind].write_text(text.replace("PATH", service.picture).replace("BODY", str(body)))
        # Once before, for work that happens only the first time.
        service.load(scripts["get"], 8, 2)
        _rounds(lamina, service, scene, scripts, folder, seconds)
        one = service.timing()
        print(f"one connection, ms: {one['whole']:.2f}, drawing and encoding {one['work']:.2f}, over it {one['over']:.2f}")
        cached = service.load(scripts["cached"], 16, seconds)
        print(f"from the cache, answers a second: {cached['rate']:.0f}")
        memory = []
        for _ in range(3):
            service.load(scripts["get"], 8, seconds)
            memory.append(f"{running.state(service.process.pid)[0] / 1e6:.0f}")
        print(f"memory of the service, MB, after each of three: {', '.join(memory)}")
        service.stop()


if __name__ == "__main__":
    main()
