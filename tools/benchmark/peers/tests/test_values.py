"""The grammar of values, and transforms."""

import math
import unittest

import numpy

from lamina_peers import matrices, values
from lamina_peers.scene import Unsupported


class TransformTests(unittest.TestCase):
    """`values.transform` against the rules of the specification."""

    def moved(self, text: str, x: float, y: float, z: float = 0.0) -> list[float]:
        """Where a transform takes a point."""
        result = numpy.array((x, y, z, 1.0)) @ values.transform(text)
        return [round(float(value), 9) for value in result[:3] / result[3]]

    def test_leftmost_is_outermost(self) -> None:
        self.assertEqual(self.moved("translate(10, 0) scale(2)", 1, 1), [12, 2, 0])

    def test_positive_angles_turn_clockwise_with_y_down(self) -> None:
        self.assertEqual(self.moved("rotate(90deg)", 1, 0), [0, 1, 0])

    def test_rotation_about_y_has_the_documented_signs(self) -> None:
        matrix = values.transform("rotate(30deg, 0, 1, 0)")
        cosine, sine = math.cos(math.pi / 6), 0.5
        self.assertAlmostEqual(matrix[0, 0], cosine)
        self.assertAlmostEqual(matrix[0, 2], -sine)
        self.assertAlmostEqual(matrix[2, 0], sine)

    def test_quarter_turns_are_exact(self) -> None:
        self.assertEqual(values.transform("rotate(90deg)")[0, 0], 0.0)
        self.assertEqual(values.transform("rotate(-270deg)")[0, 1], 1.0)

    def test_perspective(self) -> None:
        """A 200 wide layer at 45 degrees about y with d = 500 spans -82.36 to 61.95 (rule D3-4)."""
        left = self.moved("perspective(500) rotate(45deg, 0, 1, 0)", -100, 0)[0]
        right = self.moved("perspective(500) rotate(45deg, 0, 1, 0)", 100, 0)[0]
        self.assertEqual(sorted(round(abs(value), 2) for value in (left, right)), [61.95, 82.36])

    def test_sixteen_numbers_are_rows(self) -> None:
        text = "matrix(1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 7, 8, 9, 1)"
        self.assertEqual(self.moved(text, 0, 0), [7, 8, 9])

    def test_what_is_not_known_is_named(self) -> None:
        for text in ("skew(3)", "rotate(1, 2)", "rotate(3 parsec)", "scale(x)", "perspective(0)", "nothing"):
            with self.assertRaises(Unsupported, msg=text):
                values.transform(text)


class PathTests(unittest.TestCase):
    """`values.path`."""

    def test_operands_stand_before_operators(self) -> None:
        path = values.path("1 2 m 3 4 l 5 6 7 8 9 10 c h")
        self.assertEqual([segment.verb for segment in path], ["m", "l", "c", "h"])
        self.assertEqual(path[2].points, ((5, 6), (7, 8), (9, 10)))

    def test_malformed_paths_are_refused(self) -> None:
        for text in ("1 2 l", "1 m", "1 2 m 3 4", "1 2 m 3 4 z"):
            with self.assertRaises(Unsupported, msg=text):
                values.path(text)


class PlaneTests(unittest.TestCase):
    """Homographies."""

    def test_planes_of_affine_maps_are_affine(self) -> None:
        plane = matrices.plane_of(values.transform("translate(5, 6, 7) rotate(30deg) scale(2, 3, 4)"))
        self.assertTrue(matrices.is_affine(plane))
        self.assertAlmostEqual(matrices.mean_scale(plane, (0, 0)), math.sqrt(6), places=6)

    def test_a_turn_about_y_without_perspective_only_narrows(self) -> None:
        plane = matrices.plane_of(values.transform("rotate(60deg, 0, 1, 0)"))
        self.assertAlmostEqual(matrices.apply(plane, (10, 4))[0], 5)
        self.assertAlmostEqual(matrices.apply(plane, (10, 4))[1], 4)


if __name__ == "__main__":
    unittest.main()
