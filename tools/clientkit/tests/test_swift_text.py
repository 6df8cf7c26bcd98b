"""Leaving members out, on texts of our own. Run: python3 -m unittest discover tools/clientkit/tests"""

import os
import sys
import unittest

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))

from swift_text import drop_members, end_of_block  # noqa: E402


class BlockTests(unittest.TestCase):
    def test_braces_in_strings_and_comments_do_not_count(self):
        text = 'f { "}" + "\\(a { "}" })" // }\n /* } */ { } } rest'
        self.assertEqual(text[end_of_block(text, 2):], " rest")

    def test_text_in_several_lines(self):
        text = 'f { """\n } " {\n""" } rest'
        self.assertEqual(text[end_of_block(text, 2):], " rest")


class MemberTests(unittest.TestCase):
    def test_members_are_left_out_with_their_bodies(self):
        text, count = drop_members("let a = 1\n  public static func f(\n    x: [Int] = { [] }()) -> Int { { 1 }() }\nlet b", r"static func \w+")
        self.assertEqual((text, count), ("let a = 1\n\nlet b", 1))


if __name__ == "__main__":
    unittest.main()
