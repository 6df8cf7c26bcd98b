"""Peers that are installed draw the same picture, also where y points up."""

import shutil
import unittest

import numpy
from PIL import Image

from lamina_peers import roster
from lamina_peers.compare import difference
from lamina_peers.drawing import Drawing
from lamina_peers.lowering import lower
from lamina_peers.scene import Unsupported

from .test_scenes import SceneTest

LAYERS = """
<CALayer bounds="0 0 60 40" position="50 50" cornerRadius="10" backgroundColor="0.9 0.3 0.2" transform="rotate(12deg)"
  shadowOpacity="0.5" shadowRadius="4" shadowOffset="0 3"/>
<CALayer bounds="0 0 40 40" position="120 50" cornerRadius="8" masksToBounds="1" maskedCorners="3" opacity="0.8">
  <contents type="CGImage" src="picture.png"/></CALayer>
<CAGradientLayer bounds="0 0 30 80" position="170 50" startPoint="0 0" endPoint="1 1">
  <colors><CGColor value="1 0 0"/><CGColor value="0 0 1"/></colors></CAGradientLayer>
<CAShapeLayer bounds="0 0 40 40" position="120 50" path="5 5 m 35 8 l 20 35 l h" fillColor="0.2 0.6 0.3"
  strokeColor="0 0 0" lineWidth="2"/>
<CALayer bounds="0 0 30 20" position="30 20" borderWidth="3" borderColor="0 0 0.5" cornerRadius="6"/>
"""


class PeerTests(SceneTest):
    """Every peer against Skia's raster back end."""

    def drawings(self) -> list[Drawing]:
        """The same layers with y down and up."""
        pixels = numpy.zeros((16, 16, 4), numpy.uint8)
        pixels[..., 3] = 255
        pixels[:8, :, 0] = 200
        pixels[:, :8, 2] = 150
        Image.fromarray(pixels).save(self.folder / "picture.png")
        root = 'backgroundColor="0.9 0.9 0.9" bounds="0 0 200 100"'
        return [lower(self.scene(LAYERS, f'{root} geometryFlipped="{flipped}"')) for flipped in (1, 0)]

    def picture(self, name: str, drawing: Drawing) -> numpy.ndarray:
        """The picture of a peer; skips the test if the peer is not installed."""
        try:
            peer = roster.make(name)
        except (ImportError, OSError, RuntimeError) as problem:
            raise unittest.SkipTest(str(problem)) from None
        try:
            peer.prepare(None, drawing, self.folder / name)
            peer.draw()
            return peer.pixels().copy()
        finally:
            peer.close()

    def check(self, name: str, mean: float) -> None:
        """Compares a peer with Skia."""
        for drawing in self.drawings():
            found = difference(self.picture("skia", drawing), self.picture(name, drawing))
            self.assertLess(found.mean, mean, str(found))
            self.assertLess(found.share_off, 0.03, str(found))

    def test_skia_in_bands(self) -> None:
        self.check("skia-threads", 0.05)

    def test_skia_by_clang(self) -> None:
        self.check("skia-clang", 0.5)

    def test_skia_gl(self) -> None:
        self.check("skia-gl", 0.5)

    def test_cairo(self) -> None:
        self.check("cairo", 0.8)

    @unittest.skipUnless(shutil.which("chromium"), "no chromium")
    def test_chromium(self) -> None:
        self.check("chromium", 1.5)

    def test_cairo_refuses_perspective(self) -> None:
        turned = (
            '<CALayer bounds="0 0 9 9" backgroundColor="1 0 0" transform="perspective(50) rotate(30deg, 0, 1, 0)"/>'
        )
        with self.assertRaisesRegex(Unsupported, "perspective"):
            self.picture("cairo", self.drawing(turned))


if __name__ == "__main__":
    unittest.main()
