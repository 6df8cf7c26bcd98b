"""Capitals and digits drawn as single lines with round ends, on a grid 4 wide and 6 high, y down."""

# M and L as in SVG, Q a quadratic, C a cubic curve. The number in front is the advance width.
GLYPHS = {
    "A": "4.4 M0 6 L2.2 0 L4.4 6 M.75 4 L3.65 4",
    "B": "4 M0 0 L0 6 L2.3 6 C4.5 6 4.5 2.9 2.3 2.9 L0 2.9 M2.1 2.9 C4 2.9 4 0 2.1 0 L0 0",
    "C": "4.4 M4.3 1.2 C3.6 .3 2.9 0 2.4 0 C.9 0 0 1.3 0 3 C0 4.7 .9 6 2.4 6 C2.9 6 3.6 5.7 4.3 4.8",
    "D": "4.3 M0 0 L0 6 L1.6 6 C3.4 6 4.3 4.7 4.3 3 C4.3 1.3 3.4 0 1.6 0 L0 0",
    "E": "3.5 M3.5 0 L0 0 L0 6 L3.5 6 M0 2.9 L3 2.9",
    "F": "3.4 M3.4 0 L0 0 L0 6 M0 2.9 L2.9 2.9",
    "G": "4.6 M4.3 1.2 C3.6 .3 2.9 0 2.4 0 C.9 0 0 1.3 0 3 C0 4.7 .9 6 2.4 6 C3.7 6 4.6 5 4.6 3.2 L2.6 3.2",
    "H": "4 M0 0 L0 6 M4 0 L4 6 M0 2.9 L4 2.9",
    "I": "0 M0 0 L0 6",
    "J": "2.6 M2.6 0 L2.6 4.4 C2.6 5.5 2.1 6 1.3 6 C.6 6 .1 5.6 0 4.9",
    "K": "3.8 M0 0 L0 6 M3.7 0 L0 3.6 M1.3 2.4 L3.8 6",
    "L": "3.2 M0 0 L0 6 L3.2 6",
    "M": "5 M0 6 L0 0 L2.5 3.8 L5 0 L5 6",
    "N": "4.1 M0 6 L0 0 L4.1 6 L4.1 0",
    "O": "4.8 M2.4 0 C.9 0 0 1.3 0 3 C0 4.7 .9 6 2.4 6 C3.9 6 4.8 4.7 4.8 3 C4.8 1.3 3.9 0 2.4 0",
    "P": "3.8 M0 6 L0 0 L2.1 0 C4.4 0 4.4 3.3 2.1 3.3 L0 3.3",
    "Q": "4.8 M2.4 0 C.9 0 0 1.3 0 3 C0 4.7 .9 6 2.4 6 C3.9 6 4.8 4.7 4.8 3 C4.8 1.3 3.9 0 2.4 0 M3 4.4 L4.8 6.3",
    "R": "4 M0 6 L0 0 L2.1 0 C4.4 0 4.4 3.3 2.1 3.3 L0 3.3 M2.2 3.3 L4 6",
    "S": "3.8 M3.6 1.1 C3.2 .3 2.6 0 1.9 0 C.9 0 .2 .6 .2 1.5 C.2 3.6 3.8 2.3 3.8 4.4 C3.8 5.4 3 6 1.9 6 C1 6 .3 5.6 0 4.7",
    "T": "4.2 M0 0 L4.2 0 M2.1 0 L2.1 6",
    "U": "4.2 M0 0 L0 3.8 C0 5.2 .8 6 2.1 6 C3.4 6 4.2 5.2 4.2 3.8 L4.2 0",
    "V": "4.4 M0 0 L2.2 6 L4.4 0",
    "W": "6.2 M0 0 L1.5 6 L3.1 .6 L4.7 6 L6.2 0",
    "X": "4 M0 0 L4 6 M4 0 L0 6",
    "Y": "4.2 M0 0 L2.1 3.1 L4.2 0 M2.1 3.1 L2.1 6",
    "Z": "3.9 M0 0 L3.9 0 L0 6 L3.9 6",
    "0": "3.8 M1.9 0 C.6 0 0 1.3 0 3 C0 4.7 .6 6 1.9 6 C3.2 6 3.8 4.7 3.8 3 C3.8 1.3 3.2 0 1.9 0",
    "1": "1.5 M0 1.3 L1.5 0 L1.5 6",
    "2": "3.6 M.1 1.6 C.2 .6 .9 0 1.8 0 C2.8 0 3.5 .7 3.5 1.6 C3.5 3 1.6 3.9 0 6 L3.6 6",
    "3": "3.6 M.2 0 L3.4 0 L1.6 2.4 C2.8 2.3 3.6 3.1 3.6 4.1 C3.6 5.2 2.8 6 1.7 6 C.8 6 .2 5.6 0 4.8",
    "4": "4 M3 6 L3 0 L0 4.2 L4 4.2",
    "5": "3.6 M3.3 0 L.6 0 L.3 2.7 C.8 2.3 1.3 2.1 1.8 2.1 C2.9 2.1 3.6 2.9 3.6 4 C3.6 5.2 2.8 6 1.7 6 C.9 6 .3 5.6 0 5",
    "6": "3.7 M2.9 0 L.6 3.2 M1.85 2.2 C.8 2.2 0 3 0 4.1 C0 5.2 .8 6 1.85 6 C2.9 6 3.7 5.2 3.7 4.1 C3.7 3 2.9 2.2 1.85 2.2",
    "7": "3.5 M0 0 L3.5 0 L1.2 6",
    "8": "3.6 M1.8 0 C.9 0 .3 .6 .3 1.4 C.3 2.2 .9 2.8 1.8 2.8 C2.7 2.8 3.3 2.2 3.3 1.4 C3.3 .6 2.7 0 1.8 0 "
    "M1.8 2.8 C.7 2.8 0 3.5 0 4.4 C0 5.3 .7 6 1.8 6 C2.9 6 3.6 5.3 3.6 4.4 C3.6 3.5 2.9 2.8 1.8 2.8",
    "9": "3.7 M.8 6 L3.1 2.8 M1.85 3.8 C2.9 3.8 3.7 3 3.7 1.9 C3.7 .8 2.9 0 1.85 0 C.8 0 0 .8 0 1.9 C0 3 .8 3.8 1.85 3.8",
    ".": "0 M0 6 L0 6",
    ",": "0 M0 6 L-.4 7",
    ":": "0 M0 1.9 L0 1.9 M0 5.2 L0 5.2",
    "-": "2 M0 3.1 L2 3.1",
    "/": "2.4 M0 6.6 L2.4 -.6",
    "+": "3 M0 3.2 L3 3.2 M1.5 1.7 L1.5 4.7",
    "°": ".9 M.45 0 C-.15 0 -.15 .9 .45 .9 C1.05 .9 1.05 0 .45 0",
    " ": "1.6",
}

CURVE_STEPS = 12


def segments(text, x, y, height, spacing=1.7):
    """The line segments of `text` with its capitals' top left at (x, y), and its width."""
    unit = height / 6
    lines, pen = [], 0.0
    for index, letter in enumerate(text):
        words = GLYPHS[letter].replace("M", " M ").replace("L", " L ").replace("C", " C ").split()
        advance, words = float(words[0]), words[1:]
        at = (0.0, 0.0)
        while words:
            command = words.pop(0)
            count = {"M": 1, "L": 1, "C": 3}[command]
            points = [(float(words.pop(0)), float(words.pop(0))) for _ in range(count)]
            if command == "L":
                lines.append((at, points[0], pen))
            elif command == "C":
                last = at
                for step in range(1, CURVE_STEPS + 1):
                    t = step / CURVE_STEPS
                    weights = ((1 - t) ** 3, 3 * t * (1 - t) ** 2, 3 * t * t * (1 - t), t**3)
                    four = [at] + points
                    here = tuple(sum(w * p[axis] for w, p in zip(weights, four)) for axis in (0, 1))
                    lines.append((last, here, pen))
                    last = here
            at = points[-1]
        pen += advance + (spacing if index + 1 < len(text) else 0)
    placed = [
        (x + (a[0] + shift) * unit, y + a[1] * unit, x + (b[0] + shift) * unit, y + b[1] * unit)
        for a, b, shift in lines
    ]
    return placed, pen * unit


def draw(picture, text, x, y, height, paint, weight=None, align="left", spacing=1.7):
    """Draws `text` into a picture; `weight` is the line's width."""
    weight = height / 8 if weight is None else weight
    _, width = segments(text, 0, 0, height, spacing)
    x -= {"left": 0, "center": width / 2, "right": width}[align]
    lines, _ = segments(text, x, y, height, spacing)
    picture.fill(picture.stroke(lines, weight), paint)
