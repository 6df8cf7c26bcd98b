"""A render service that a script starts, and its state as the system shows it. Used by tools/soak, tools/service/soak and tools/benchmark/service."""

import http.client
import json
import os
import pathlib
import statistics
import subprocess
import time

PAGE = os.sysconf("SC_PAGE_SIZE")


def answer(connection, method, target, body=None):
    """Status, headers and body of the answer on a connection."""
    connection.request(method, target, body=body)
    response = connection.getresponse()
    return response.status, response.headers, response.read()


def state(process):
    """Memory in bytes, descriptors and threads of a process; zeros after its end."""
    try:
        memory = int(pathlib.Path(f"/proc/{process}/statm").read_text().split()[1]) * PAGE
        return memory, len(os.listdir(f"/proc/{process}/fd")), len(os.listdir(f"/proc/{process}/task"))
    except (OSError, IndexError):
        return 0, 0, 0


def parent(process):
    """The number of the parent of a process; None if the process has ended."""
    try:
        fields = pathlib.Path("/proc", str(process), "stat").read_text().rsplit(")", 1)[1].split()
    except OSError:
        return None
    return None if fields[0] == "Z" else int(fields[1])


class Service:
    """A running service."""

    def __init__(self, lamina, folder, renderer, workers, *options):
        self.renderer = renderer
        self.log = open(pathlib.Path(folder, f"{renderer}.log"), "w+")
        self.process = subprocess.Popen(
            [os.path.realpath(lamina), "serve", "--listen", "127.0.0.1:0", "--renderer", renderer, "--workers", str(workers),
             "--state", str(pathlib.Path(folder, renderer)), "--log-level", "warning", *options],
            stdout=subprocess.PIPE, stderr=self.log, text=True)
        line = self.process.stdout.readline()
        if not line.startswith("listening on http://"):
            raise SystemExit(f"the service says {line!r}")
        self.host = line.split("//")[1].strip()
        while self.ask("GET", "/readyz")[0] != 200:
            time.sleep(0.05)

    def connection(self):
        return http.client.HTTPConnection(self.host, timeout=300)

    def ask(self, method, target, body=None):
        """Status, headers and body of the answer on a connection of its own."""
        connection = self.connection()
        try:
            return answer(connection, method, target, body)
        finally:
            connection.close()

    def film(self, document, rate):
        """The bytes of a film of one second, or the reason for its failure."""
        status, headers, body = self.ask("POST", f"/v1/films?format=rgba&fps={rate}&to=1", document)
        if status != 202:
            return f"{status} {body[:300]}"
        path = headers["Location"]
        while True:
            film = json.loads(self.ask("GET", path)[2])
            if film["state"] in ("finished", "failed"):
                break
            time.sleep(0.02)
        result = self.ask("GET", film["result"])[2] if film["state"] == "finished" else str(film.get("detail"))
        self.ask("DELETE", path)
        return result

    def workers(self):
        """The numbers of the worker processes, including workers that draw films."""
        return sorted(int(entry) for entry in os.listdir("/proc") if entry.isdigit() and parent(entry) == self.process.pid)

    def end_of_process(self):
        """The reason why the service has ended by itself; None while it runs."""
        if self.process.poll() is None:
            return None
        self.log.seek(0)
        return f"the service has ended: {self.process.returncode}; {self.log.read()[-2000:]}"

    def stop(self):
        """Ends the service; returns its exit status, or a word if it does not end."""
        self.process.terminate()
        try:
            return self.process.wait(60)
        except subprocess.TimeoutExpired:
            self.process.kill()
            return "no answer"


def growth(name, values):
    """Prints a series of observations; returns a problem if the last fifth is above the second one, else None.

    Memory may be a tenth and 16 MiB larger."""
    fifth = len(values) // 5
    if not fifth:
        return None
    early, late = statistics.median(values[fifth:2 * fifth]), statistics.median(values[-fifth:])
    is_memory = name.startswith("memory")
    scale, unit = (1e6, " MB") if is_memory else (1, "")
    print(f"{name}: {early / scale:.0f}{unit} in the second fifth, {late / scale:.0f}{unit} in the last, "
          f"at most {max(values) / scale:.0f}{unit}")
    if late > (early * 1.1 + (16 << 20) if is_memory else early):
        return f"{name} grew from {early / scale:.0f} to {late / scale:.0f}{unit}"
    return None


def verdict(problems):
    """Prints the problems and the result; returns the exit code."""
    for problem in problems:
        print(f"soak: {problem}")
    print("soak: failed" if problems else "soak: passed")
    return 1 if problems else 0
