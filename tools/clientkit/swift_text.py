"""Leaves members out of Swift text: those that load, cache or ask the network. What Linux asks of any program does tools/port."""

import re


def end_of_block(text, start):
    """The index after the brace that closes the block whose opening brace is at `start`; strings and comments are skipped."""
    depth, place = 0, start
    while place < len(text):
        if text.startswith('"""', place):
            place = text.index('"""', place + 3) + 3
            continue
        letter = text[place]
        if letter == '"':
            place = _end_of_string(text, place)
            continue
        if text.startswith("//", place):
            place = text.find("\n", place)
            if place < 0:
                return len(text)
        elif text.startswith("/*", place):
            place = text.index("*/", place) + 2
            continue
        elif letter == "{":
            depth += 1
        elif letter == "}":
            depth -= 1
            if depth == 0:
                return place + 1
        place += 1
    return len(text)


def _end_of_string(text, start):
    place = start + 1
    while place < len(text) and text[place] not in '"\n':
        if text.startswith("\\(", place):
            depth = 1
            place += 2
            while place < len(text) and depth:
                if text[place] == '"':
                    place = _end_of_string(text, place)
                    continue
                depth += {"(": 1, ")": -1}.get(text[place], 0)
                place += 1
            continue
        place += 2 if text[place] == "\\" else 1
    return place + 1


def _end_of_signature(text, start):
    """The index of the brace that opens a function's body: the first outside of parentheses."""
    depth = 0
    for place in range(start, len(text)):
        letter = text[place]
        depth += {"(": 1, "[": 1, ")": -1, "]": -1}.get(letter, 0)
        if letter == "{" and depth == 0:
            return place
    raise ValueError("a declaration without a body")


def drop_members(text, pattern):
    """Leaves out functions and initialisers whose declaration matches, bodies included. Returns the text and how many."""
    declaration = re.compile(r"^[ \t]*(?:(?:@\w+|public|open|internal|private|fileprivate|final)\s+)*" + pattern, re.M)
    dropped = 0
    while True:
        found = declaration.search(text)
        if not found:
            return text, dropped
        end = end_of_block(text, _end_of_signature(text, found.start()))
        text = text[: found.start()] + text[end:]
        dropped += 1
