"""Moments of scenes that change little: drawing the differences over the previous frame equals drawing everything."""

import shutil
import unittest
from collections.abc import Callable

import numpy

from lamina_peers import roster
from lamina_peers.changes import Moments, move_rows
from lamina_peers.peer import Peer
from lamina_peers.scene import Unsupported

from .test_scenes import SceneTest

BEHIND = '<CALayer bounds="0 0 200 100" position="100 50" backgroundColor="0.2 0.3 0.4"/>'


def box(x: float, y: float, color: str = "1 0 0") -> str:
    """A layer of 20 x 10 points about a place."""
    return f'<CALayer bounds="0 0 20 10" position="{x:g} {y:g}" backgroundColor="{color}"/>'


class ChangesTests(SceneTest):
    """`changes.Moments`, and a peer that draws by them."""

    def moments(self, *sublayers: str) -> Moments:
        """The moments of documents with these sublayers."""
        return Moments([self.drawing(BEHIND + each) for each in sublayers])

    def test_only_what_differs_is_damaged_at_its_old_and_new_place(self) -> None:
        moments = self.moments(box(20, 20) + box(150, 80), box(20, 20, "0 1 0") + box(150, 80))
        self.assertEqual(moments.changed, [1])
        first, second = moments.steps()
        self.assertEqual(first.damage, second.damage)
        (left, top, right, bottom), = first.damage
        self.assertTrue(9 <= left <= 10 and 14 <= top <= 15 and 30 <= right <= 31 and 25 <= bottom <= 26)

    def test_there_and_back(self) -> None:
        moments = self.moments(*(box(20 + 5 * index, 20) for index in range(4)))
        self.assertEqual(moments.order, [0, 1, 2, 3, 2, 1])

    def test_what_only_moves_down_whole_pixels_is_told_by_how_many(self) -> None:
        moments = self.moments(*(box(20, 20 + y) + box(60, 40 + y) for y in (0, 3, 6)))
        self.assertEqual(moments.moves(), [0, 3, 6])
        down = moments.steps()[1]
        self.assertEqual((down.moved, down.damage), (3, [(0, 0, 200, 3)]))
        self.assertIsNone(self.moments(box(20, 20), box(20, 20.5)).moves())
        self.assertIsNone(self.moments(box(20, 20), box(23, 20)).moves())
        self.assertIsNone(self.moments(box(20, 20) + box(60, 40), box(20, 23) + box(60, 41)).moves())

    def test_moments_of_other_lists_are_refused(self) -> None:
        with self.assertRaisesRegex(ValueError, "different numbers"):
            self.moments(box(20, 20), box(20, 20) + box(60, 40))

    def check_frames(self, name: str) -> None:
        """Whether a peer's frames drawn over the previous one equal complete frames."""
        kinds = (
            [box(20 + 7 * index, 20, f"{index / 4:g} 0 1") + box(150, 80) for index in range(4)],
            [box(20, 20 + 3 * index) + box(60, 40 + 3 * index, "0 1 0") for index in range(4)],
        )
        for sublayers in kinds:
            moments = self.moments(*sublayers)
            whole = [
                self.draw(name, lambda peer: peer.prepare(None, drawing, self.folder), 1)[0]
                for drawing in moments.drawings
            ]
            drawn = self.draw(name, lambda peer: peer.prepare_moments(moments, self.folder), 2 * len(moments.order))
            for moment, picture in zip(moments.order * 2, drawn):
                # OpenGL rounds otherwise where it clips.
                apart = numpy.abs(picture.astype(int) - whole[moment]).max()
                self.assertLessEqual(apart, 1 if name == "skia-gl" else 0, f"moment {moment}")

    def draw(self, name: str, prepare: Callable[[Peer], str], count: int) -> list[numpy.ndarray]:
        """So many frames of a peer; skips the test where the peer is not there."""
        try:
            peer = roster.make(name)
        except (ImportError, OSError, RuntimeError) as problem:
            raise unittest.SkipTest(str(problem)) from None
        try:
            prepare(peer)
            frames = []
            for _ in range(count):
                peer.draw()
                frames.append(peer.pixels().copy())
            return frames
        finally:
            peer.close()

    def test_skia(self) -> None:
        self.check_frames("skia")

    def test_skia_in_bands(self) -> None:
        self.check_frames("skia-threads")

    def test_skia_gl(self) -> None:
        self.check_frames("skia-gl")

    def test_cairo(self) -> None:
        self.check_frames("cairo")

    @unittest.skipUnless(shutil.which("chromium"), "no chromium")
    def test_chromium_shows_each_moment(self) -> None:
        moments = self.moments(*(box(20 + 7 * index, 20, f"{index / 4:g} 0 1") for index in range(3)))
        peer = roster.make("chromium")
        self.addCleanup(peer.close)
        peer.prepare_moments(moments, self.folder / "moments")
        for moment, drawing in enumerate(moments.drawings):
            whole = self.draw("skia", lambda peer: peer.prepare(None, drawing, self.folder), 1)[0]
            self.assertTrue((peer.shown(moment) == whole).all(), f"moment {moment}")

    def test_a_canvas_that_keeps_nothing_says_so(self) -> None:
        with self.assertRaisesRegex(Unsupported, "frame before"):
            moments = self.moments(box(20, 20), box(30, 20))
            self.draw("skia-clang", lambda peer: peer.prepare_moments(moments, self.folder), 1)

    def test_rows(self) -> None:
        rows = numpy.arange(5)[:, None].repeat(2, axis=1)
        move_rows(rows, 2)
        self.assertEqual(rows[:, 0].tolist(), [0, 1, 0, 1, 2])
        move_rows(rows, -1)
        self.assertEqual(rows[:, 0].tolist(), [1, 0, 1, 2, 2])
        move_rows(rows, 0)
        self.assertEqual(rows[:, 0].tolist(), [1, 0, 1, 2, 2])


if __name__ == "__main__":
    unittest.main()
