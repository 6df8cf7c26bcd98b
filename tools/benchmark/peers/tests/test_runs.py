"""The command line: paths, exit codes, tools that respond incorrectly."""

import contextlib
import io
import os
import tempfile
import unittest
from pathlib import Path
from unittest import mock

from lamina_peers import main, report
from lamina_peers.processes import Lamina, WorkerFailed, _configurations

#: A tool that writes invalid documents and pictures.
RUBBISH = """case $1 in
  convert) echo '<x/>' > "$3" ;;
  render) for last; do :; done; echo nonsense > "$last" ;;
esac"""


class RunTests(unittest.TestCase):
    """`main.main`."""

    def setUp(self) -> None:
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)

    def tool(self, script: str, mode: int = 0o755) -> Path:
        """A tool that is a shell script."""
        file = self.folder / "lamina"
        file.write_text(f"#!/bin/sh\n{script}\n")
        file.chmod(mode)
        return file

    def run_it(self, *arguments: str) -> tuple[int, str]:
        """The exit code, and the output."""
        said = io.StringIO()
        with contextlib.redirect_stderr(said), contextlib.redirect_stdout(said):
            try:
                status = main.main(["--output", str(self.folder / "out"), *arguments])
            except SystemExit as end:
                status = int(str(end.code))
        return status, said.getvalue()

    def test_rounds_are_one_or_more(self) -> None:
        for rounds in ("0", "-3", "x", "1.5"):
            status, said = self.run_it(f"--rounds={rounds}")
            self.assertEqual(status, 2)
            self.assertIn("no number of rounds", said)

    def test_paths_are_the_callers(self) -> None:
        with mock.patch.dict(os.environ, {"LAMINA_PEERS_CALLED_FROM": "/some/where"}):
            options = main.arguments(["--lamina", "./l", "--output", "../x"])
        self.assertEqual((options.lamina, options.output), (Path("/some/where/l"), Path("/some/x")))

    def test_a_tool_that_is_not_there_or_does_not_start(self) -> None:
        self.assertEqual(self.run_it("--lamina", str(self.folder / "none"))[0], 66)
        status, said = self.run_it("--lamina", str(self.tool("exit 0", mode=0o644)))
        self.assertEqual(status, 66)
        self.assertIn("does not run", said)

    def test_a_tool_that_writes_something_else_fails_the_workload(self) -> None:
        for script in ("echo nonsense", "exit 3", RUBBISH):
            tool = self.tool(script)
            status, said = self.run_it("--lamina", str(tool), "--workloads", "cards,first-png", "--rounds", "1")
            self.assertEqual(status, 69, said)
            self.assertIn("peers: cards: ", said)
            self.assertNotIn("Traceback", said)

    def test_a_report_that_is_none(self) -> None:
        file = self.folder / "bench.json"
        for text in (
            "",
            "nonsense",
            "[]",
            "{}",
            '{"scenes": [{"configurations": [{"name": "cpu", "renderer": "x"}]}]}',
        ):
            file.write_text(text)
            with self.assertRaisesRegex(WorkerFailed, "no report"):
                _configurations(file)

    def test_a_tool_that_has_no_words_for_its_failure(self) -> None:
        with self.assertRaisesRegex(WorkerFailed, "lamina convert @x: no word"):
            Lamina(self.tool("exit 1")).convert("@x", self.folder / "x.ca")

    def test_output_that_cannot_be_written(self) -> None:
        (self.folder / "out").write_text("a file")
        status, said = self.run_it("--lamina", str(self.tool("exit 0")))
        self.assertEqual(status, 73, said)


class FailedPeerTests(unittest.TestCase):
    """`main.failed_peers`."""

    def test_peers_that_were_named_have_to_work(self) -> None:
        good = report.Row("a", rounds=[1], peer="skia")
        broken = report.Row("b", problem="ended with 1", peer="cairo")
        unable = report.Row("c", problem="cannot draw it", peer="chromium", unsupported=True)
        tables = [report.Table("cards", [good, broken, unable])]
        self.assertEqual(main.failed_peers(tables, []), [])
        self.assertEqual(main.failed_peers(tables, ["skia"]), [])
        self.assertEqual(main.failed_peers(tables, ["cairo"]), ["cairo in cards: ended with 1"])
        self.assertEqual(main.failed_peers(tables, ["chromium"]), ["chromium can draw none of the workloads"])

    def test_what_a_peer_cannot_draw_is_no_failure_beside_what_it_can(self) -> None:
        unable = report.Row("c", problem="cannot draw it", peer="cairo", unsupported=True)
        drawn = report.Row("c", rounds=[1], peer="cairo")
        tables = [report.Table("cards", [drawn]), report.Table("cube-field", [unable])]
        self.assertEqual(main.failed_peers(tables, ["cairo"]), [])


if __name__ == "__main__":
    unittest.main()
