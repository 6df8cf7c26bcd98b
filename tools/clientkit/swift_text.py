"""Mechanical changes to Swift text that was written for Apple's systems, so that Swift on Linux takes it.

Each stands for something that the language has only with an Objective-C runtime, or for a class of the client that must
become visible to the stand-ins beside it. None of them changes what the program does.
"""

import re

DECLARATION = (
    r"(?:(?:final|static|class|override|convenience|required|weak|lazy|private\(set\)|fileprivate\(set\)|internal\(set\)"
    r"|mutating|nonmutating|indirect|dynamic|unowned|nonisolated)\s+|@\w+\s+)*"
    r"(?:class|struct|enum|protocol|extension|func|var|let|init|typealias|subscript|actor|override|final|static)\b"
)


class Changes(dict):
    """How often each kind of change was made."""

    def count(self, kind, number):
        if number:
            self[kind] = self.get(kind, 0) + number


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


def dispatch_overrides(text):
    """Makes overrides in extensions, which need Objective-C, functions of their own that the base asks for by type."""
    changed = 0
    for extension in list(re.finditer(r"^extension (\w+)[^{\n]*\{", text, re.M)):
        start = text.index("{", text.index(extension.group(0)))
        body = text[start : end_of_block(text, start)]
        for found in re.finditer(r"override func (\w+)\(([^)]*)\)", body):
            name, owner = found.group(1), extension.group(1)
            body = body.replace(found.group(0), f"func {name}_{owner}({found.group(2)})", 1)
            labels = [part.split(":")[0].split()[0] for part in found.group(2).split(",") if part.strip()]
            names = [part.split(":")[0].split()[-1] for part in found.group(2).split(",") if part.strip()]
            call = ", ".join(n if label == "_" else f"{label}: {n}" for label, n in zip(labels, names))
            base = re.search(r"(?<!override )func " + name + r"\([^)]*\)[^{\n]*\{", text)
            if base:
                line = f"\n        if let own = self as? {owner} {{ return own.{name}_{owner}({call}) }}"
                text = text[: base.end()] + line + text[base.end() :]
                changed += 1
        start = text.index("{", text.index(extension.group(0)))
        text = text[:start] + body + text[end_of_block(text, start) :]
    return text, changed


def adapt(text, changes):
    """Makes all changes; counts them in `changes`."""

    def swap(kind, pattern, put, flags=0):
        nonlocal text
        text, number = re.subn(pattern, put, text, flags=flags)
        changes.count(kind, number)

    def apply(kind, function):
        nonlocal text
        text, number = function(text)
        changes.count(kind, number)

    swap("@NSManaged", r"@NSManaged\s+(?:public\s+|open\s+)?var (\w+)\s*:\s*(\w+)",
         r'var \1: \2 { get { keyValue(forKey: "\1") } set { setValue(newValue, forKey: "\1") } }')
    apply("override in an extension", dispatch_overrides)
    swap("#keyPath", r"#keyPath\((?:\w+\.)*isHidden\)", '"hidden"')
    swap("#keyPath", r"#keyPath\((?:\w+\.)*(\w+)\)", r'"\1"')
    swap("#selector", r"#selector\((?:\w+\.)*(\w+)[^()]*(?:\([^()]*\))?\)", r'Selector("\1")')
    swap("@objc", r"@objc(?:Members)?(?:\([^)]*\))?\s+", "")
    swap("@IB…", r"@IB(?:Designable|Inspectable|Outlet|Action)\s+", "")
    swap("os(iOS)", r"\bos\(iOS\)", "os(Linux)")
    swap("layerClass", r"((?:override|public|open)\s+)+class var layerClass\s*:\s*AnyClass\s*\{(?:\s*return)?\s*(\w+)\.self\s*\}",
         r"override class func madeLayer() -> CALayer { \2() }")
    swap("as [NSNumber]", r"(\b[\w.]+) as \[NSNumber\]", r"\1.map { NSNumber(value: Double($0)) }")
    swap("public", r"\b(?:public|open)(?:\(set\))?\s+(?=" + DECLARATION + ")", "")
    swap("public", r"(?<=override )(?:public|open)\s+", "")
    return text
