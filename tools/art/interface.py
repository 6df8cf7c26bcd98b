"""Parts of interfaces: labels, portraits, icons, digits, bubbles, arrows, suits."""

import math

import numpy as np

import lettering
from painter import Picture


def label(text, height, paint, weight=None, scale=2, spacing=1.7):
    """Lettering on nothing, in a picture of whole points with two points of air around."""
    _, width = lettering.segments(text, 0, 0, height, spacing)
    p = Picture(math.ceil(width) + 4, math.ceil(height) + 4, scale)
    lettering.draw(p, text, p.width / 2, (p.height - height) / 2, height, paint, weight, "center", spacing)
    return p


def portrait(sky, skin, hair, shirt, style, scale=2):
    """A flat head and shoulders, 64 points square."""
    p = Picture(64, 64, scale, sky)
    if style == "long":
        p.fill(p.box(15, 14, 34, 44, 16), hair)
    if style == "curls":
        for x, y in ((20, 21), (26, 14), (34, 12), (41, 16), (45, 24), (18, 29), (46, 31)):
            p.fill(p.circle(x, y, 8), hair)
    p.fill(p.ellipse(32, 66, 25, 20), shirt)
    p.fill(p.box(26.5, 38, 11, 14, 5), skin)
    p.fill(p.box(26.5, 40, 11, 6, 3), "#00000026")
    p.fill(p.ellipse(32, 30, 12.5, 15), skin)
    if style == "short":
        p.fill(p.ellipse(32, 22, 14, 11) * p.soft(p.y - 24 + 0.12 * (p.x - 32)), hair)
    if style == "long":
        p.fill(p.ellipse(32, 22, 14.5, 12) * p.soft(p.y - 22 - 0.3 * (p.x - 36)), hair)
    if style == "beard":
        p.fill(p.ellipse(32, 30, 12.5, 15) * p.soft(33 + 2 * np.cos((p.x - 32) / 4) - p.y), hair)
        p.fill(p.box(27, 36.5, 10, 2, 1), skin)
        p.fill(p.ellipse(32, 19, 14, 8), hair)
    if style == "curls":
        p.fill(p.ellipse(32, 17, 13, 6), hair)
    for x in (27.5, 36.5):
        p.fill(p.circle(x, 29.5, 1.4), "#2b2233")
    if style != "beard":
        p.fill(p.ellipse(32, 36, 4, 2.4) * p.soft(36 - p.y), "#ffffff")
    return p


PORTRAITS = {
    "ida": ("#ffd9c7", "#f2b48f", "#5a2f3c", "#3f7f8c", "long"),
    "noor": ("#cfe8e1", "#b57a54", "#2c2027", "#e2894b", "curls"),
    "tom": ("#d9dcf4", "#f0c19e", "#c9783d", "#464f8f", "beard"),
    "june": ("#fbe6ae", "#e7a883", "#26324a", "#c25668", "short"),
}


def icon(p, name, x, y, paint):
    """One icon of 24 points with its top left at (x, y)."""
    if name == "heart":
        p.fill(
            np.maximum.reduce(
                [
                    p.circle(x + 7.6, y + 9, 4.9),
                    p.circle(x + 16.4, y + 9, 4.9),
                    p.polygon([(x + 3.9, y + 12.2), (x + 12, y + 8), (x + 20.1, y + 12.2), (x + 12, y + 20.6)]),
                ]
            ),
            paint,
        )
    elif name == "star":
        turns = [math.pi * i / 5 - math.pi / 2 for i in range(10)]
        radii = [10.5 if i % 2 == 0 else 4.6 for i in range(10)]
        p.fill(p.polygon([(x + 12 + r * math.cos(t), y + 12.8 + r * math.sin(t)) for r, t in zip(radii, turns)]), paint)
    elif name == "bell":
        body = np.maximum(p.circle(x + 12, y + 10.5, 6.4), p.box(x + 5.6, y + 10.5, 12.8, 6.5))
        p.fill(np.maximum.reduce([body, p.box(x + 3.6, y + 15.6, 16.8, 2.6, 1.3), p.circle(x + 12, y + 3.6, 1.6)]), paint)
        p.fill(p.circle(x + 12, y + 19.6, 2.4) * p.soft(y + 19 - p.y), paint)
    elif name == "play":
        p.fill(p.polygon([(x + 8, y + 5), (x + 19, y + 12), (x + 8, y + 19)]), paint)
    elif name == "plus":
        p.fill(p.stroke([(x + 12, y + 5, x + 12, y + 19), (x + 5, y + 12, x + 19, y + 12)], 2.6), paint)
    elif name == "check":
        p.fill(p.stroke([(x + 5.5, y + 12.5, x + 10, y + 17), (x + 10, y + 17, x + 18.5, y + 7.5)], 2.8), paint)
    elif name == "mail":
        p.fill(p.box(x + 3, y + 5.5, 18, 13, 2), paint)
        p.fill(p.stroke([(x + 4, y + 7, x + 12, y + 13), (x + 12, y + 13, x + 20, y + 7)], 1.4), "#ffffff")
    elif name == "home":
        p.fill(p.polygon([(x + 2.5, y + 12), (x + 12, y + 3), (x + 21.5, y + 12)]), paint)
        p.fill(p.box(x + 5.5, y + 10.5, 13, 10, 1.2), paint)
        p.fill(p.box(x + 10, y + 14, 4, 7, 0.8), "#ffffff")


ICONS = ("home", "mail", "heart", "star", "bell", "play", "plus", "check")


def icon_sheet(paint, scale=2):
    """All icons in a row, 24 points each."""
    p = Picture(24 * len(ICONS), 24, scale)
    for index, name in enumerate(ICONS):
        icon(p, name, 24 * index, 0, paint)
    return p


def one_icon(name, paint, scale=2):
    p = Picture(24, 24, scale)
    icon(p, name, 0, 0, paint)
    return p


def pixels(rows, palette):
    """A picture of one pixel per letter; `palette` maps letters to colours, others stay clear."""
    p = Picture(len(rows[0]), len(rows))
    for y, row in enumerate(rows):
        for x, letter in enumerate(row):
            if letter in palette:
                p.fill(p.box(x, y, 1, 1), palette[letter])
    return p


# Seven segments a digit, in a cell of 8 x 13 pixels.
SEGMENTS = {
    "a": [(2, 1, 4, 1), (3, 2, 2, 1)],
    "b": [(6, 2, 1, 4), (5, 3, 1, 2)],
    "c": [(6, 7, 1, 4), (5, 8, 1, 2)],
    "d": [(2, 11, 4, 1), (3, 10, 2, 1)],
    "e": [(1, 7, 1, 4), (2, 8, 1, 2)],
    "f": [(1, 2, 1, 4), (2, 3, 1, 2)],
    "g": [(2, 6, 4, 1), (3, 5, 2, 3)],
}
DIGITS = ("abcdef", "bc", "abged", "abgcd", "fgbc", "afgcd", "afgedc", "abc", "abcdefg", "abcdfg")


def digit_sheet(paint):
    """The digits 0 to 9 in a row, one pixel a dot of the display."""
    p = Picture(80, 13)
    for digit, lit in enumerate(DIGITS):
        for segment in lit:
            for x, y, width, height in SEGMENTS[segment]:
                p.fill(p.box(8 * digit + x, y, width, height), paint)
    return p


ROCKET = (
    "................",
    ".............rr.",
    "...........rrrr.",
    ".........wwwrrr.",
    "........wwwwwr..",
    ".......wwbbwww..",
    "..rrr.wwbcbbww..",
    ".rrrrwwwbbbbw...",
    ".rr.dwwwwbbww...",
    ".....dwwwwww....",
    "....fddwwwww....",
    "...yff.dwwrr....",
    "..yyff..drrr....",
    "..yyy...rrr.....",
    ".yyy....rr......",
    "................",
)
ROCKET_COLORS = {
    "r": "#e4574c", "w": "#f4f1ea", "d": "#b9b4c0", "b": "#2f6f9f", "c": "#8fd0ef", "f": "#f08a3c", "y": "#ffd35c",
}


def contours(scale=2):
    """A map of hills with fine contour lines, 256 points square: hard to make small."""
    p = Picture(256, 256, scale, "#f4efe2")
    height = np.zeros(p.x.shape)
    for x, y, size, tall in (
        (70, 80, 58, 10), (176, 62, 46, 7), (150, 176, 64, 9), (52, 206, 40, 5), (230, 214, 38, 6), (232, 118, 30, 3),
    ):
        height += tall * np.exp(-((p.x - x) ** 2 + (p.y - y) ** 2) / (2 * size * size / 2.2))
    for level, paint in ((1.6, "#e3ebcb"), (3.2, "#cfe0b4"), (5.2, "#bcd2a0"), (7.4, "#d9c9a1"), (9, "#efe6d6")):
        p.fill((height > level).astype(float), paint)
    p.fill((height < 0.5).astype(float), "#b7dbe6")
    slope_y, slope_x = np.gradient(height, 1 / (p.scale * 4))
    slope = np.maximum(np.hypot(slope_x, slope_y), 1e-4)
    for step, width, paint in ((0.2, 0.5, "#9a7a5566"), (1.0, 0.9, "#8a6742")):
        distance = np.abs((height / step + 0.5) % 1 - 0.5) * step / slope
        p.fill(p.soft(distance - width / 2), paint)
    return p


def bubble(paint, tail, scale=2):
    """A speech bubble of 48 x 40 points; the middle stretches, the tail hangs at the left or right."""
    p = Picture(48, 40, scale)
    left = tail == "left"
    body = p.box(6, 1, 36, 38, 16)
    foot = p.polygon([(6, 20), (24, 24), (24, 39), (1, 39), (6, 31)] if left else [(42, 20), (24, 24), (24, 39), (47, 39), (42, 31)])
    p.fill(np.maximum(body, foot * p.soft(p.y - 39)), paint)
    return p


def arrow(paint, edge, scale=2):
    """An arrow of 40 x 100 points: a head 40 high, then a shaft."""
    p = Picture(40, 100, scale)
    p.fill(p.polygon([(20, 1), (39, 39), (1, 39)]), edge)
    p.fill(p.box(11, 38, 18, 62), edge)
    p.fill(p.polygon([(20, 5.5), (35.8, 37), (4.2, 37)]), paint)
    p.fill(p.box(13, 36, 14, 62), paint)
    return p


def suit(name, paint, size=24, scale=2):
    """The sign of a playing card."""
    p = Picture(size, size, scale)
    u = size / 24
    if name == "diamond":
        p.fill(p.polygon([(12 * u, 1 * u), (21 * u, 12 * u), (12 * u, 23 * u), (3 * u, 12 * u)]), paint)
    elif name == "club":
        for x, y in ((12, 6.6), (6.4, 14.2), (17.6, 14.2)):
            p.fill(p.circle(x * u, y * u, 5.2 * u), paint)
        p.fill(p.polygon([(12 * u, 10 * u), (15.5 * u, 23 * u), (8.5 * u, 23 * u)]), paint)
    else:
        flip = (lambda y: y) if name == "heart" else (lambda y: 22 - y)
        for x in (6.9, 17.1):
            p.fill(p.circle(x * u, flip(8) * u, 5.6 * u), paint)
        p.fill(p.polygon([(2.2 * u, flip(11) * u), (12 * u, flip(6) * u), (21.8 * u, flip(11) * u), (12 * u, flip(22.5) * u)]), paint)
        if name == "spade":
            p.fill(p.polygon([(12 * u, 12 * u), (15.5 * u, 23.5 * u), (8.5 * u, 23.5 * u)]), paint)
    return p


def stamp(scale=2):
    """A small picture of 48 x 32 points with no symmetry, for showing where contents lies."""
    p = Picture(48, 32, scale, "#f6d9a8")
    p.fill(p.circle(36, 9, 5), "#f2785c")
    p.fill(p.polygon([(0, 32), (0, 22), (13, 9), (30, 32)]), "#3f7f8c")
    p.fill(p.polygon([(16, 32), (32, 17), (48, 32)]), "#2c5a6b")
    p.fill(p.polygon([(13, 9), (8.6, 13.4), (13, 16), (17, 14.4)]), "#ffffff")
    frame = p.everywhere - p.box(1.5, 1.5, 45, 29)
    p.fill(frame, "#fffaf2")
    return p
