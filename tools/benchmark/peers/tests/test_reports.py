"""Comparisons, tables and ratios."""

import math
import unittest
from xml.etree import ElementTree

import numpy

from lamina_peers import plot, report, roster, summary, workloads
from lamina_peers.compare import Tolerance, difference


class CompareTests(unittest.TestCase):
    """`compare.difference`."""

    def test_counts_what_is_off(self) -> None:
        reference = numpy.zeros((10, 10, 4), numpy.uint8)
        picture = reference.copy()
        picture[0, :5, 0] = 40
        picture[1, :, 1] = 10
        found = difference(reference, picture)
        self.assertEqual((found.largest, found.share_off), (40, 0.05))
        self.assertAlmostEqual(found.mean, (5 * 40 + 10 * 10) / 400)
        self.assertTrue(found.within(Tolerance(1, 0.05, "")))
        self.assertFalse(found.within(Tolerance(1, 0.04, "")))
        self.assertFalse(found.within(Tolerance(0.5, 0.05, "")))

    def test_a_tile_is_off_by_its_mean(self) -> None:
        reference = numpy.zeros((130, 200, 4), numpy.uint8)
        picture = reference.copy()
        # Half of the last of 2 x 3 tiles, which are 65 high and 66 or 67 wide; in another tile, ups and downs.
        picture[65:, 133:166, 2] = 100
        picture[:, 0:60:2, :] = 40
        reference[:, 1:61:2, :] = 40
        self.assertAlmostEqual(difference(reference, picture).tile, 100 * 33 / 67, delta=0.01)
        self.assertTrue(difference(reference, picture).within(Tolerance(255, 1, "", tile=50)))
        self.assertFalse(difference(reference, picture).within(Tolerance(255, 1, "", tile=49)))

    def test_what_is_missing_passes_in_no_workload_and_for_no_peer(self) -> None:
        # Lines of text as a workload has them at the least: a pixel in eight is dark, in rows, on a light ground.
        page = numpy.full((1080, 1920, 4), 255, numpy.uint8)
        page[..., :3] = (237, 237, 242)
        empty = page.copy()
        for row in range(12, 1080, 24):
            page[row : row + 3, 20:1900, :3] = 60
        half, strip = page.copy(), page.copy()
        half[540:] = empty[540:]
        strip[960:] = empty[960:]
        worse = {"blank": difference(page, empty), "half": difference(page, half), "a strip": difference(page, strip)}
        for workload in workloads.WORKLOADS.values():
            for peer in roster.PEERS:
                allowed = workloads.tolerance(workload, peer)
                for name, found in worse.items():
                    self.assertGreater(found.tile, 2 * allowed.tile, f"{name}, {workload.name}, {peer}")
                    self.assertFalse(found.within(allowed), f"{name}, {workload.name}, {peer}: {found}")

    def test_sizes_have_to_agree(self) -> None:
        with self.assertRaises(ValueError):
            difference(numpy.zeros((1, 2, 4), numpy.uint8), numpy.zeros((2, 1, 4), numpy.uint8))

    def test_what_peers_may_differ_in_is_said_by_topic(self) -> None:
        cards, cubes = workloads.WORKLOADS["cards"], workloads.WORKLOADS["cube-field"]
        self.assertGreater(workloads.tolerance(cards, "chromium-layers").mean, cards.tolerance.mean)
        self.assertEqual(workloads.tolerance(cubes, "chromium"), cubes.tolerance)
        self.assertEqual(workloads.tolerance(cards, "skia"), cards.tolerance)


class ReportTests(unittest.TestCase):
    """Tables."""

    def setUp(self) -> None:
        rows = [
            report.Row("lamina CPU, 1 thread", rounds=[20, 22, 18]),
            report.Row("lamina CPU, all threads", rounds=[10, 12, 9]),
            report.Row("lamina GPU", rounds=[100, 110, 90]),
            report.Row("skia-python raster, 1 thread", rounds=[200, 200, 270]),
            report.Row("skia-python raster, all threads", rounds=[120, 96, 90]),
            report.Row("skia-python GL", rounds=[500, 550, 450]),
            report.Row("chromium, kept layers", rounds=[1, 1, 1]),
            report.Row("cairo, 1 thread", problem="cannot draw perspective in Cairo", peer="cairo", unsupported=True),
        ]
        self.table = report.Table("shadows", rows)

    def test_ratios_are_against_as_many_threads(self) -> None:
        against = {line[0]: line[4] for line in self.table.cells()}
        self.assertEqual(against["skia-python raster, 1 thread"], "CPU, 1 thread")
        self.assertEqual(against["skia-python raster, all threads"], "CPU, all threads")
        self.assertEqual(against["chromium, kept layers"], "CPU, all threads")
        self.assertEqual(against["skia-python GL"], "GPU")
        self.assertEqual(against["lamina GPU"], "")

    def test_ratios_are_of_rounds_with_their_spread(self) -> None:
        lines = {line[0]: line for line in self.table.cells()}
        self.assertEqual(lines["lamina CPU, all threads"][1:3], ["10.0", "9.00 … 12.0"])
        # 200 / 20, 200 / 22, 270 / 18.
        self.assertEqual(lines["skia-python raster, 1 thread"][3], "10.0 (9.09 … 15.0) times")

    def test_a_single_processor_is_all_of_them(self) -> None:
        rows = [report.Row("lamina CPU, 1 thread", rounds=[2]), report.Row("chromium, repainted", rounds=[6])]
        self.assertEqual(report.Table("cards", rows).cells()[2][3:5], ["3.00 (3.00 … 3.00) times", "CPU, 1 thread"])

    def test_what_was_not_timed_says_why(self) -> None:
        self.assertIn("not timed: cannot draw perspective in Cairo", report.as_text(self.table))

    def test_what_was_only_compared_says_what_its_figures_are(self) -> None:
        row = report.Row("skia-python raster, 1 thread", picture={"mean": 0.08, "largest": 3, "share_off": 0.0012})
        shown = report.as_text(report.Table("cards", [row]))
        self.assertIn("the same picture: 0.08 levels, 0.12 % off", shown)
        self.assertNotIn("not timed", shown)
        self.assertEqual(shown.splitlines()[0].split(), ["cards", "picture"])
        self.assertIn("off by more than 16", report.PICTURES)

    def test_more_may_be_better(self) -> None:
        rows = [report.Row("lamina export, PNG", rounds=[30]), report.Row("skia-python raster, PNG", rounds=[2])]
        film = report.Table("PNG film, cards", rows, unit="frames a second per core", more_is_better=True)
        self.assertEqual(film.cells()[2][3], "15.0 (15.0 … 15.0) times")
        self.assertEqual(summary.targets([film])[1][2:], ["10", "15.0", "15.0 … 15.0"])

    def test_targets(self) -> None:
        lines = {line[1]: line for line in summary.targets([self.table])[1:]}
        self.assertEqual(lines["skia-python raster, 1 thread"][0], "shadows, lamina CPU, all threads")
        self.assertEqual(lines["skia-python raster, 1 thread"][2:4], ["12", "20.0"])
        self.assertEqual(lines["skia-python raster, all threads"][2:], ["6", "10.0", "8.00 … 12.0"])
        self.assertEqual(lines["skia-python GL"][2:], ["20", "5.00, missed", "5.00 … 5.00"])

    def test_the_best_peer_may_keep_layers_where_shapes_stay(self) -> None:
        found = {}
        for title in ("glass", "chart"):
            lines = summary.targets([report.Table(title, self.table.rows)])[1:]
            found[title] = {line[0].partition(", lamina ")[2]: line[1] for line in lines}
        one, gl = "skia-python raster, 1 thread", "skia-python GL"
        self.assertEqual(found["glass"], {"CPU, 1 thread": one, "CPU, all threads": "chromium, kept layers", "GPU": gl})
        # Its bitmaps would go on showing the shapes of the first frame.
        self.assertEqual(found["chart"]["CPU, all threads"], "skia-python raster, all threads")

    def test_the_overview_compares_on_the_same_device(self) -> None:
        cells = {line[0]: line[1] for line in summary.overview([self.table])}
        self.assertEqual(cells["lamina CPU, all threads"], "10.0 (9.00 … 12.0)")
        self.assertEqual(cells["skia-python GL"], "500: 5.00 (5.00 … 5.00)")
        self.assertEqual(cells["skia-python raster, 1 thread"], "200: 10.0 (9.09 … 15.0)")

    def test_the_plot_has_a_bar_for_each_peer_that_was_timed(self) -> None:
        picture = plot.svg([self.table])
        space = "{http://www.w3.org/2000/svg}"
        bars = ElementTree.fromstring(picture).findall(f"{space}rect")[1:]
        self.assertEqual(len(bars), 4)
        # A doubling is as wide wherever it is: 1/10, 5 and 10 times.
        widths = sorted(float(bar.attrib["width"]) for bar in bars)
        self.assertAlmostEqual(widths[-1] / widths[0], math.log(10) / math.log(5), delta=0.01)
        # A spread for each.
        self.assertEqual(len(ElementTree.fromstring(picture).findall(f"{space}path")), 4)
        self.assertIn(">10<", picture)
        self.assertEqual(plot.svg([]), "")


if __name__ == "__main__":
    unittest.main()
