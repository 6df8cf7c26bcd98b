"""The mechanical changes, on texts of our own. Run: python3 -m unittest discover tools/clientkit/tests"""

import os
import sys
import unittest

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))

from swift_text import Changes, adapt, drop_members, end_of_block  # noqa: E402


def adapted(text):
    return adapt(text, Changes())


class BlockTests(unittest.TestCase):
    def test_braces_in_strings_and_comments_do_not_count(self):
        text = 'f { "}" + "\\(a { "}" })" // }\n /* } */ { } } rest'
        self.assertEqual(text[end_of_block(text, 2):], " rest")

    def test_text_in_several_lines(self):
        text = 'f { """\n } " {\n""" } rest'
        self.assertEqual(text[end_of_block(text, 2):], " rest")


class ChangeTests(unittest.TestCase):
    def test_managed_properties_become_keys(self):
        self.assertIn('keyValue(forKey: "level")', adapted("@NSManaged public var level: CGFloat\n"))

    def test_key_paths_and_selectors(self):
        self.assertEqual(adapted("#keyPath(CALayer.isHidden)"), '"hidden"')
        self.assertEqual(adapted("#keyPath(Gauge.level)"), '"level"')
        self.assertEqual(adapted("#selector(Gauge.stop(_:))"), 'Selector("stop")')

    def test_declarations_lose_their_access(self):
        self.assertEqual(adapted("public final class A {}"), "final class A {}")
        self.assertEqual(adapted("open override func a() {}"), "override func a() {}")
        self.assertEqual(adapted("override open var a: Int"), "override var a: Int")
        self.assertEqual(adapted("public private(set) var a = 1"), "private(set) var a = 1")
        self.assertEqual(adapted("let open = door.open()"), "let open = door.open()")

    def test_attributes_go(self):
        self.assertEqual(adapted("@objc(Name) @IBInspectable var a: Int"), "var a: Int")
        self.assertEqual(adapted("@objcMembers class A {}"), "class A {}")

    def test_layers_and_views_keep_the_initialiser_for_archives(self):
        text = "class %s: %s {\n  required init?(coder: NSCoder) { super.init(coder: coder) }\n  let a = 1\n}"
        for base in "CAShapeLayer", "UIView":
            self.assertEqual(adapted(text % ("A", base)), text % ("A", base))

    def test_the_class_of_a_views_layer(self):
        text = "override class var layerClass: AnyClass {\n  return Gauge.self\n}"
        self.assertEqual(adapted(text), "override class func madeLayer() -> CALayer { Gauge() }")

    def test_overrides_in_extensions_are_asked_for_by_type(self):
        text = (
            "extension CAGradientLayer {\n  override func tint(with color: Int, _ other: Int) { one() }\n}\n"
            "extension CALayer {\n  @objc func tint(with color: Int, _ other: Int) { two() }\n}\n")
        result = adapted(text)
        self.assertNotIn("override", result)
        self.assertIn("return own.tint_CAGradientLayer(with: color, other)", result)

    def test_members_are_left_out_with_their_bodies(self):
        text, count = drop_members("let a = 1\n  public static func f(\n    x: [Int] = { [] }()) -> Int { { 1 }() }\nlet b", r"static func \w+")
        self.assertEqual((text, count), ("let a = 1\n\nlet b", 1))

    def test_what_is_changed_is_counted(self):
        changes = Changes()
        adapt("public let a = 1\npublic let b = #keyPath(C.d)", changes)
        self.assertEqual(changes, {"public": 2, "#keyPath": 1})


if __name__ == "__main__":
    unittest.main()
