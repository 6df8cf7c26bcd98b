"""Comparisons, tables and ratios."""

import math
import unittest
from xml.etree import ElementTree

import numpy

from lamina_peers import plot, report, summary, workloads
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
            report.Row("lamina CPU, all threads", rounds=[10, 12, 11]),
            report.Row("lamina GPU", rounds=[100]),
            report.Row("skia-python raster, 1 thread", rounds=[143]),
            report.Row("skia-python GL", rounds=[500]),
            report.Row("chromium, kept layers", rounds=[1]),
            report.Row("cairo, 1 thread", problem="cannot draw perspective in Cairo"),
        ]
        self.table = report.Table("shadows", rows)

    def test_ratios_are_against_each_of_laminas_rows(self) -> None:
        header, ours, _, skia, *_ = self.table.cells()
        self.assertEqual(header[3:5], ["/ CPU, all threads", "/ GPU"])
        self.assertEqual(ours[1:4], ["11.0", "10.0 … 12.0", "1"])
        self.assertEqual(skia[3:5], ["13.0", "1.43"])

    def test_what_was_not_timed_says_why(self) -> None:
        self.assertIn("not timed; cannot draw perspective in Cairo", report.as_text(self.table))

    def test_more_may_be_better(self) -> None:
        rows = [report.Row("lamina export, PNG", rounds=[30]), report.Row("skia-python raster, PNG", rounds=[2])]
        film = report.Table("PNG film, cards", rows, unit="frames a second per core", more_is_better=True)
        self.assertEqual(film.cells()[2][3], "15.0")
        self.assertEqual(summary.targets([film])[1][2:], ["10", "15.0"])

    def test_targets(self) -> None:
        lines = {line[1]: line[2:] for line in summary.targets([self.table])[1:]}
        self.assertEqual(lines["skia-python raster, 1 thread"], ["12", "13.0"])
        self.assertEqual(lines["skia-python GL"], ["20", "5.0, missed"])

    def test_the_overview_compares_on_the_same_device(self) -> None:
        cells = {line[0]: line[1] for line in summary.overview([self.table])}
        self.assertEqual(cells["skia-python GL"], "500 (5.0)")
        self.assertEqual(cells["skia-python raster, 1 thread"], "143 (13.0)")

    def test_the_plot_has_a_bar_for_each_peer_that_was_timed(self) -> None:
        picture = plot.svg([self.table])
        bars = ElementTree.fromstring(picture).findall("{http://www.w3.org/2000/svg}rect")[1:]
        self.assertEqual(len(bars), 3)
        # A doubling is as wide wherever it is: 1/11, 5 and 13 times.
        widths = sorted(float(bar.attrib["width"]) for bar in bars)
        self.assertAlmostEqual(widths[1] / widths[0], math.log(11) / math.log(5), delta=0.01)
        self.assertAlmostEqual(widths[2] / widths[0], math.log(13) / math.log(5), delta=0.01)
        self.assertIn(">13<", picture)
        self.assertEqual(plot.svg([]), "")


if __name__ == "__main__":
    unittest.main()
