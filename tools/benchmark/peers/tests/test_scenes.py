"""Documents to layers, layers to operations."""

import tempfile
import unittest
from pathlib import Path

import numpy
from PIL import Image

from lamina_peers import caml
from lamina_peers.animation import eased
from lamina_peers.drawing import Cast, Drawing, Fill, PicturePaint, Pop, PushClip, PushGroup, PushShadow, Solid
from lamina_peers.lowering import lower
from lamina_peers.matrices import apply
from lamina_peers.scene import Scene, Unsupported

ROOT = 'bounds="0 0 200 100" geometryFlipped="1"'


class SceneTest(unittest.TestCase):
    """Writes documents into a folder of its own."""

    def setUp(self) -> None:
        self._folder = tempfile.TemporaryDirectory()
        self.addCleanup(self._folder.cleanup)
        self.folder = Path(self._folder.name)

    def scene(self, sublayers: str, root: str = ROOT, time: float = 0.0) -> Scene:
        """A document of a root with sublayers."""
        file = self.folder / "main.caml"
        file.write_text(
            f'<caml xmlns="http://www.apple.com/CoreAnimation/1.0"><CALayer {root}><sublayers>{sublayers}</sublayers>'
            "</CALayer></caml>"
        )
        return caml.read(file, time)

    def drawing(self, sublayers: str, root: str = ROOT) -> Drawing:
        """Its operations."""
        return lower(self.scene(sublayers, root))

    def kinds(self, drawing: Drawing) -> list[str]:
        """The names of the operations."""
        return [type(operation).__name__ for operation in drawing.operations]


class ReaderTests(SceneTest):
    """`caml.read`."""

    def test_attributes_and_elements(self) -> None:
        layer = self.scene(
            '<CALayer cornerRadius="4" bounds="0 0 10 20" opacity="0.5"><backgroundColor value="1 0 0" opacity="0.25"/>'
            "</CALayer>"
        ).root.sublayers[0]
        self.assertEqual((layer.corner_radius, layer.opacity, layer.bounds.height), (4, 0.5, 20))
        self.assertEqual(layer.background, (1, 0, 0, 0.25))

    def test_what_is_not_known_is_named(self) -> None:
        cases = {
            '<CALayer glow="1"/>': "glow",
            "<CAEmitterLayer/>": "CAEmitterLayer",
            '<CALayer shouldRasterize="1"/>': "shouldRasterize",
            '<CALayer><filters><CAFilter filter="colorInvert"/></filters></CALayer>': "filters",
            '<CALayer><backgroundFilters><CAFilter filter="colorInvert"/></backgroundFilters></CALayer>': "colorInvert",
            '<CATextLayer wrapped="1"/>': "wrapped",
            '<CALayer fillColor="1 0 0"/>': "fillColor",
            '<CALayer><contents type="CGImage" src="../x.png"/></CALayer>': "../x.png",
            '<CALayer><animations><p type="CASpringAnimation" keyPath="opacity"/></animations></CALayer>': "CASpring",
        }
        for text, name in cases.items():
            with self.subTest(text), self.assertRaisesRegex(Unsupported, name):
                self.scene(text)

    def test_deep_trees_need_no_recursion(self) -> None:
        depth = 3000
        scene = self.scene('<CALayer bounds="0 0 9 9"><sublayers>' * depth + "</sublayers></CALayer>" * depth)
        self.assertEqual(scene.layer_count, depth + 1)
        self.assertEqual(lower(scene).layers, depth + 1)

    def test_animations_at_a_time(self) -> None:
        text = (
            '<CALayer position="10 0"><animations><p type="CABasicAnimation" keyPath="position.x" duration="2"'
            ' autoreverses="1" repeatCount="inf" timeOffset="0.5"><byValue value="8"/></p></animations></CALayer>'
        )
        for time, x in ((0, 12), (1.5, 18), (2, 16), (3.5, 10)):
            self.assertAlmostEqual(self.scene(text, time=time).root.sublayers[0].position[0], x)

    def test_timing_functions(self) -> None:
        self.assertAlmostEqual(eased(0.25, "linear"), 0.25)
        self.assertAlmostEqual(eased(0.5, "easeIn"), 0.3153568, places=6)


class LoweringTests(SceneTest):
    """`lowering.lower`."""

    def test_layers_lie_where_the_rules_say(self) -> None:
        """The example of rule GEO-2: a child of 50 x 50 at (100, 50), moved by (5, 6), in a parent that doubles."""
        drawing = self.drawing(
            '<CALayer bounds="0 0 50 50" position="100 50" transform="translate(5, 6)" backgroundColor="1 0 0"/>',
            'bounds="0 0 200 200" sublayerTransform="scale(2)" geometryFlipped="1"',
        )
        place = apply(drawing.operations[0].matrix, (0, 0))
        self.assertAlmostEqual(place[0], 60)
        self.assertAlmostEqual(place[1], -38)

    def test_documents_have_y_up(self) -> None:
        layer = '<CALayer bounds="0 0 10 10" position="5 5" backgroundColor="1 0 0"/>'
        for root, y in (('bounds="0 0 200 100"', 100), (ROOT, 0)):
            self.assertAlmostEqual(apply(self.drawing(layer, root).operations[0].matrix, (0, 0))[1], y)

    def test_depth_sorts_before_the_order_of_the_array(self) -> None:
        size = 'bounds="0 0 10 10" position="5 5"'
        drawing = self.drawing(
            f'<CALayer {size} backgroundColor="1 0 0" zPosition="1"/><CALayer {size} backgroundColor="0 1 0"/>'
        )
        colors = [operation.paint.color[:3] for operation in drawing.operations]
        self.assertEqual(colors, [(0, 1, 0), (1, 0, 0)])

    def test_turned_planes_sort_where_they_overlap(self) -> None:
        turned = (
            'bounds="0 0 40 40" position="50 50" doubleSided="1" transform="translate(0, 0, {}) rotate(40deg, 0, 1, 0)"'
        )
        drawing = self.drawing(
            f'<CALayer {turned.format(30)} backgroundColor="1 0 0"/><CALayer {turned.format(-30)} backgroundColor="0 1 0"/>'
        )
        self.assertEqual(drawing.operations[-1].paint.color[:3], (1, 0, 0))

    def test_planes_that_cross_are_refused(self) -> None:
        turned = 'bounds="0 0 40 40" position="50 50" backgroundColor="1 0 0" transform="rotate({}deg, 0, 1, 0)"'
        with self.assertRaisesRegex(Unsupported, "cut through"):
            self.drawing(f"<CALayer {turned.format(40)}/><CALayer {turned.format(-40)}/>")

    def test_backs_are_hidden(self) -> None:
        layer = '<CALayer bounds="0 0 9 9" doubleSided="0" backgroundColor="1 0 0" transform="rotate({}deg, 0, 1, 0)"/>'
        for root in (ROOT, 'bounds="0 0 200 100"'):
            self.assertEqual(self.kinds(self.drawing(layer.format(30), root)), ["Fill"])
            self.assertEqual(self.kinds(self.drawing(layer.format(150), root)), [])

    def test_one_thing_fades_without_a_group(self) -> None:
        layer = '<CALayer bounds="0 0 9 9" opacity="0.5" backgroundColor="1 0 0">{}</CALayer>'
        alone = self.drawing(layer.format(""))
        self.assertEqual(self.kinds(alone), ["Fill"])
        self.assertEqual(alone.operations[0].opacity, 0.5)
        inner = '<sublayers><CALayer bounds="0 0 4 4" backgroundColor="0 1 0"/></sublayers>'
        self.assertEqual(self.kinds(self.drawing(layer.format(inner))), ["PushGroup", "Fill", "Fill", "Pop"])

    def test_groups_know_the_pixels_they_touch(self) -> None:
        drawing = self.drawing(
            '<CALayer bounds="0 0 20 10" position="50 50" opacity="0.5" backgroundColor="1 0 0"><sublayers>'
            '<CALayer bounds="0 0 4 4" position="2 2" backgroundColor="0 1 0"/></sublayers></CALayer>'
        )
        group = next(operation for operation in drawing.operations if isinstance(operation, PushGroup))
        self.assertEqual((group.bounds.x, group.bounds.y, group.bounds.width, group.bounds.height), (39, 44, 22, 12))

    def test_shadows_of_outlines_and_of_subtrees(self) -> None:
        shadow = 'shadowOpacity="0.5" shadowRadius="3" shadowOffset="0 2"'
        layer = f'<CALayer bounds="0 0 20 20" position="50 50" backgroundColor="1 0 0" {shadow}>{{}}</CALayer>'
        cast = self.drawing(layer.format("")).operations[0]
        self.assertIsInstance(cast, Cast)
        self.assertEqual((cast.sigma, cast.offset, cast.color), (3, (0, 2), (0, 0, 0, 0.5)))
        sticks_out = '<sublayers><CALayer bounds="0 0 9 9" backgroundColor="0 1 0"/></sublayers>'
        self.assertIsInstance(self.drawing(layer.format(sticks_out)).operations[0], PushShadow)
        masked = layer.replace("<CALayer", '<CALayer masksToBounds="1"', 1)
        self.assertEqual(self.kinds(self.drawing(masked.format(""))), ["Fill"])

    def test_masks_that_are_shapes_are_clips(self) -> None:
        layer = '<CALayer bounds="0 0 20 20" backgroundColor="1 0 0">{}</CALayer>'
        plain = self.drawing(layer.format('<mask type="CALayer" bounds="0 0 9 9" backgroundColor="0 0 0"/>'))
        self.assertEqual(self.kinds(plain), ["PushClip", "Fill", "Pop"])
        faint = layer.format('<mask type="CALayer" bounds="0 0 9 9" opacity="0.5" backgroundColor="0 0 0"/>')
        self.assertEqual(self.kinds(self.drawing(faint)), ["PushGroup", "Fill", "PushMask", "Fill", "Pop", "Pop"])

    def test_opaque_pictures_hide_backgrounds(self) -> None:
        pixels = numpy.zeros((2, 4, 4), numpy.uint8)
        pixels[..., 3] = 255
        Image.fromarray(pixels).save(self.folder / "opaque.png")
        pixels[0, 0, 3] = 0
        Image.fromarray(pixels).save(self.folder / "clear.png")
        layer = (
            '<CALayer bounds="0 0 20 20" cornerRadius="4" masksToBounds="1" backgroundColor="1 0 0">'
            '<contents type="CGImage" src="{}.png"/></CALayer>'
        )
        paints = [operation.paint for operation in self.drawing(layer.format("opaque")).operations]
        self.assertEqual([type(paint) for paint in paints], [PicturePaint])
        paints = [operation.paint for operation in self.drawing(layer.format("clear")).operations]
        self.assertEqual([type(paint) for paint in paints], [Solid, PicturePaint])

    def test_clips_end(self) -> None:
        inner = '<sublayers><CALayer bounds="0 0 9 9" backgroundColor="0 1 0"/></sublayers>'
        drawing = self.drawing(f'<CALayer bounds="0 0 20 20" masksToBounds="1">{inner}</CALayer>')
        self.assertEqual([type(operation) for operation in drawing.operations], [PushClip, Fill, Pop])


if __name__ == "__main__":
    unittest.main()
