"""Six flat landscapes for the examples, each drawn at any size from formulas."""

import numpy as np

from painter import Picture, color

WIDTH, HEIGHT = 180, 120


def ridge(x, base, waves):
    """A mountain line: `base` minus triangle waves (height, length, phase)."""
    line = np.full(x.shape, float(base))
    for height, length, phase in waves:
        line -= height * (1 - np.abs(((x / length + phase) % 1) * 2 - 1))
    return line


def swell(x, base, waves):
    """A soft line: `base` minus sine waves (height, length, phase)."""
    line = np.full(x.shape, float(base))
    for height, length, phase in waves:
        line -= height * np.sin(2 * np.pi * (x / length + phase))
    return line


def start(scale):
    return Picture(WIDTH, HEIGHT, scale, "#000000")


def fjord(scale):
    """Layered mountains at dusk over still water."""
    p = start(scale)
    p.fill(p.everywhere, p.gradient([(0, "#2b2d5b"), (0.3, "#7a4f86"), (0.5, "#e58a7b"), (0.66, "#fcd9a0")]))
    p.fill(p.circle(118, 62, 30), "#ffe9b8", 0.18)
    p.fill(p.circle(118, 62, 20), "#fff0c4", 0.35)
    p.fill(p.circle(118, 62, 12.5), "#fff6da")
    for base, waves, paint in (
        (76, [(26, 74, 0.1), (7, 23, 0.3)], "#b9698a"),
        (84, [(30, 92, 0.62), (6, 19, 0.1)], "#87507f"),
        (92, [(34, 118, 0.93), (6, 27, 0.55)], "#523a6d"),
    ):
        p.fill(p.below(ridge(p.x, base, waves)), paint)
    p.fill(p.below(p.x * 0 + 90), p.gradient([(0.75, "#d98b85"), (0.86, "#6a4a7c"), (1, "#2f2a55")]))
    for y, left, width in ((92.5, 104, 30), (95.5, 109, 21), (99, 98, 34), (103, 112, 15), (108, 106, 24)):
        p.fill(p.box(left, y, width, 1.2, 0.6), "#ffe3b3", 0.6)
    p.fill(p.below(ridge(p.x, 128, [(22, 150, 0.47), (5, 31, 0.2), (3, 9, 0)])), "#1d1b3a")
    return p


def regatta(scale):
    """Two sails before a large sun."""
    p = start(scale)
    p.fill(p.everywhere, p.gradient([(0, "#f7e3c0"), (0.65, "#fbc99b")]))
    p.fill(p.circle(88, 62, 36), "#f2785c")
    for y, left, width in ((22, 18, 46), (28, 30, 52), (16, 118, 40), (34, 128, 34)):
        p.fill(p.box(left, y, width, 4, 2), "#fff4df", 0.85)
    for index, paint in enumerate(("#2a8c99", "#237a8c", "#1c677e", "#15546d", "#0f425b")):
        p.fill(p.below(swell(p.x, 76 + 9.5 * index, [(1.6, 34 - 2 * index, 0.17 * index)])), paint)
    for y, left, width in ((80, 70, 38), (86, 80, 24), (91, 66, 30), (99, 82, 16)):
        p.fill(p.box(left, y, width, 1.6, 0.8), "#f9a07f", 0.55)
    for x, y, size, hull in ((64, 84, 1.0, "#7b2f3a"), (126, 79, 0.55, "#41324d")):
        p.fill(p.polygon([(x, y - 44 * size), (x, y - 5 * size), (x + 26 * size, y - 5 * size)]), "#fffaf0")
        p.fill(p.polygon([(x - 2 * size, y - 38 * size), (x - 2 * size, y - 5 * size), (x - 19 * size, y - 5 * size)]), "#ffdcae")
        p.fill(p.box(x - 2 * size, y - 46 * size, 2 * size, 44 * size), "#5d3a3a")
        p.fill(p.polygon([(x - 20 * size, y - 4 * size), (x + 27 * size, y - 4 * size), (x + 18 * size, y + 4 * size), (x - 13 * size, y + 4 * size)]), hull)
    return p


def dunes(scale):
    """A desert with long shadows and two cacti."""
    p = start(scale)
    p.fill(p.everywhere, p.gradient([(0, "#2f7f8f"), (0.35, "#8cc1ab"), (0.6, "#f9e2ae")]))
    p.fill(p.circle(140, 30, 13), "#fff5d6")
    p.fill(p.below(ridge(p.x, 74, [(14, 60, 0.2), (5, 17, 0.4)])), "#d68c6a")
    for base, height, length, phase, light, shade in (
        (82, 9, 140, 0.05, "#e8a06a", "#c97f55"),
        (98, 12, 170, 0.55, "#dc8a56", "#b4653f"),
        (118, 13, 200, 0.2, "#c26f45", "#93492f"),
    ):
        crest = swell(p.x, base, [(height, length, phase)])
        p.fill(p.below(crest), light)
        falling = np.maximum(0, -np.cos(2 * np.pi * (p.x / length + phase)))
        p.fill(p.below(crest) * p.soft(p.y - crest - 17 * falling), shade)
    for x, y, size in ((34, 92, 1.0), (52, 86, 0.6)):
        trunk, arm = 5 * size, 3.6 * size
        p.fill(p.box(x, y - 34 * size, trunk, 36 * size, trunk / 2), "#20594f")
        p.fill(p.box(x - 9 * size, y - 16 * size, 12 * size, arm, arm / 2), "#20594f")
        p.fill(p.box(x - 9 * size, y - 26 * size, arm, 13 * size, arm / 2), "#20594f")
        p.fill(p.box(x + 2 * size, y - 12 * size, 13 * size, arm, arm / 2), "#20594f")
        p.fill(p.box(x + 11.4 * size, y - 23 * size, arm, 14 * size, arm / 2), "#20594f")
    return p


def spruce(p, x, y, height, paint):
    """One tree of three stacked triangles with its foot at (x, y)."""
    for part in range(3):
        top = y - height + part * height * 0.24
        half = height * (0.13 + 0.07 * part)
        p.fill(p.polygon([(x, top), (x - half, top + height * 0.42), (x + half, top + height * 0.42)]), paint)
    p.fill(p.box(x - height * 0.025, y - height * 0.12, height * 0.05, height * 0.12), paint)


def lake(scale):
    """Spruces in the mist, mirrored in a lake."""
    p = start(scale)
    p.fill(p.everywhere, p.gradient([(0, "#bfe3dd"), (0.6, "#f3f3dc")]))
    p.fill(p.circle(52, 34, 11), "#fffdf0")
    p.fill(p.below(ridge(p.x, 72, [(34, 104, 0.35), (8, 33, 0.2)])), "#9cc9c4")
    p.fill(p.below(ridge(p.x, 78, [(22, 128, 0.8), (6, 25, 0.6)])), "#74b0ad")
    random = np.random.RandomState(7)
    for y, height, count, paint in ((80, 20, 26, "#4c9190"), (84, 29, 17, "#2c7076"), (89, 40, 11, "#174f5b")):
        places = (np.arange(count) + 0.5) / count * (WIDTH + 16) - 8 + random.uniform(-4, 4, count)
        for x, grown in zip(places, random.uniform(0.75, 1.15, count)):
            if height > 35 and 66 < x < 128:
                continue
            spruce(p, x, y, height * grown, paint)
        p.fill(p.below(p.x * 0 + y - 1), paint)
    shore = round(88 * p.scale * 4)
    mirror = p.pixels[shore - (p.pixels.shape[0] - shore) : shore][::-1].copy()
    p.pixels[shore:] = mirror * 0.62 + color("#2a7480") * 0.38
    for y, left, width in ((92, 20, 40), (97, 88, 52), (103, 40, 70), (110, 110, 44), (114, 14, 50)):
        p.fill(p.box(left, y, width, 0.9, 0.45), "#e9fbf2", 0.35)
    return p


def city(scale):
    """A skyline by night, some windows lit."""
    p = start(scale)
    p.fill(p.everywhere, p.gradient([(0, "#10163a"), (0.55, "#2d2c66"), (0.85, "#6a4689")]))
    random = np.random.RandomState(11)
    for x, y, size in zip(random.uniform(0, WIDTH, 46), random.uniform(0, 58, 46), random.uniform(0.25, 0.6, 46)):
        p.fill(p.circle(x, y, size), "#ffffff", 0.75)
    p.fill(p.circle(136, 28, 15) * (1 - p.circle(129.5, 24.5, 13)), "#fdeec9")
    for depth, paint, lit, low, high in ((0, "#39336f", 0.0, 34, 62), (1, "#24224f", 0.25, 24, 66), (2, "#141433", 0.34, 14, 44)):
        x = -6.0 + 3 * depth
        while x < WIDTH:
            width, height = random.uniform(11, 21), random.uniform(low, high)
            top = 112 - height
            p.fill(p.box(x, top, width, height + 10), paint)
            if random.uniform() < 0.35:
                p.fill(p.box(x + width / 2 - 0.5, top - 8, 1, 9), paint)
            for row in np.arange(top + 4, 108, 5):
                for column in np.arange(x + 2.5, x + width - 3, 4):
                    if random.uniform() < lit:
                        p.fill(p.box(column, row, 2, 2.6), ("#ffd98a", "#ffb86b", "#fff3cf")[random.randint(3)], 0.9)
            x += width + random.uniform(0.5, 4)
    p.fill(p.below(p.x * 0 + 108), "#0c0d26")
    return p


def aurora(scale):
    """Northern lights over snow and a cabin."""
    p = start(scale)
    p.fill(p.everywhere, p.gradient([(0, "#071330"), (0.7, "#123a55")]))
    random = np.random.RandomState(3)
    for x, y, size in zip(random.uniform(0, WIDTH, 70), random.uniform(0, 76, 70), random.uniform(0.2, 0.55, 70)):
        p.fill(p.circle(x, y, size), "#ffffff", 0.8)
    for base, height, length, phase, paint in (
        (46, 9, 120, 0.1, "#2ee6a8"),
        (36, 11, 150, 0.45, "#49c7ff"),
        (57, 7, 96, 0.7, "#9dffb0"),
    ):
        crest = swell(p.x, base, [(height, length, phase), (2.4, 37, phase)])
        above = np.clip((crest - p.y) / 34, 0, 1)
        curtain = np.where(p.y < crest, (1 - above) ** 2, np.clip(1 - (p.y - crest) / 3, 0, 1))
        streaks = 0.72 + 0.28 * np.sin(p.x * 0.9 + 3 * np.sin(p.x * 0.13 + phase * 9))
        p.fill(curtain * streaks, paint, 0.5)
    p.fill(p.below(ridge(p.x, 88, [(20, 84, 0.3), (6, 21, 0.1)])), "#2b5672")
    p.fill(p.below(swell(p.x, 94, [(5, 150, 0.1)])), "#b9d9e6")
    p.fill(p.below(swell(p.x, 104, [(6, 210, 0.55)])), "#e6f3f7")
    for x, y, height in ((22, 101, 30), (36, 104, 22), (158, 103, 34), (170, 106, 24), (144, 101, 18)):
        spruce(p, x, y, height, "#123247")
    p.fill(p.box(90, 88, 26, 15), "#4a2f33")
    p.fill(p.polygon([(86, 89), (103, 76), (120, 89)]), "#f4fafc")
    p.fill(p.polygon([(91, 89), (103, 80), (115, 89)]), "#5d3b3b")
    p.fill(p.box(94, 92, 6, 6, 0.5), "#ffd27a")
    p.fill(p.box(105, 92, 6.5, 11, 0.5), "#2f1d24")
    return p


ALL = {"fjord": fjord, "regatta": regatta, "dunes": dunes, "lake": lake, "city": city, "aurora": aurora}
