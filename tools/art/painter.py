"""A small painter: coverage masks in points, colours composited source-over, PNG out.

Everything is computed from formulas, so the same script writes the same bytes everywhere.
A mask is an array of 0...1 on a grid finer than the picture; the picture is its mean.
"""

import struct
import zlib

import numpy as np

SUPERSAMPLING = 4


def color(text):
    """'#rrggbb' or '#rrggbbaa' as four straight numbers 0...1."""
    digits = text.lstrip("#")
    values = [int(digits[i : i + 2], 16) / 255 for i in range(0, len(digits), 2)]
    return np.array(values if len(values) == 4 else values + [1.0])


class Picture:
    """A picture of `width` x `height` points, `scale` pixels a point, y down."""

    def __init__(self, width, height, scale=1, background="#00000000"):
        self.width, self.height, self.scale = width, height, scale
        fine = scale * SUPERSAMPLING
        columns = (np.arange(round(width * fine)) + 0.5) / fine
        rows = (np.arange(round(height * fine)) + 0.5) / fine
        self.x, self.y = np.meshgrid(columns, rows)
        straight = color(background)
        self.pixels = np.empty(self.x.shape + (4,))
        self.pixels[:] = np.append(straight[:3] * straight[3], straight[3])

    # Painting.

    def fill(self, mask, paint, opacity=1.0):
        """Composites `paint` (a colour text, or straight RGBA per sample) where `mask` is."""
        straight = color(paint) if isinstance(paint, str) else paint
        alpha = straight[..., 3] * opacity * mask
        source = np.concatenate(
            [np.broadcast_to(straight[..., :3], mask.shape + (3,)) * alpha[..., None], alpha[..., None]], axis=-1
        )
        self.pixels = source + self.pixels * (1 - alpha[..., None])

    def gradient(self, stops, along=None):
        """Straight colours interpolated over `stops` [(place, colour)], by default down the picture."""
        place = self.y / self.height if along is None else along
        places = [stop[0] for stop in stops]
        colors = np.array([color(stop[1]) for stop in stops])
        return np.stack([np.interp(place, places, colors[:, i]) for i in range(4)], axis=-1)

    @property
    def everywhere(self):
        return np.ones(self.x.shape)

    # Masks.

    def soft(self, distance):
        """The coverage of the area with a negative signed distance, in points."""
        return np.clip(0.5 - distance * self.scale * SUPERSAMPLING, 0, 1)

    def circle(self, cx, cy, radius):
        return self.soft(np.hypot(self.x - cx, self.y - cy) - radius)

    def ellipse(self, cx, cy, rx, ry):
        return self.soft((np.hypot((self.x - cx) / rx, (self.y - cy) / ry) - 1) * min(rx, ry))

    def box(self, x, y, width, height, radius=0.0):
        dx = np.abs(self.x - (x + width / 2)) - (width / 2 - radius)
        dy = np.abs(self.y - (y + height / 2)) - (height / 2 - radius)
        outside = np.hypot(np.maximum(dx, 0), np.maximum(dy, 0))
        return self.soft(outside + np.minimum(np.maximum(dx, dy), 0) - radius)

    def below(self, line):
        """The coverage of the area under a line given as y per sample."""
        return self.soft(line - self.y)

    def polygon(self, points):
        """A simple polygon, even-odd."""
        inside = np.zeros(self.x.shape, dtype=bool)
        count = len(points)
        for i in range(count):
            (x0, y0), (x1, y1) = points[i], points[(i + 1) % count]
            if y0 == y1:
                continue
            crosses = (self.y < y0) != (self.y < y1)
            inside ^= crosses & (self.x < x0 + (self.y - y0) * (x1 - x0) / (y1 - y0))
        return inside.astype(float)

    def stroke(self, segments, width):
        """Line segments [(x0, y0, x1, y1)] with round ends."""
        nearest = np.full(self.x.shape, 1e9)
        reach = width / 2 + 1
        fine = self.scale * SUPERSAMPLING
        for x0, y0, x1, y1 in segments:
            left = max(0, int((min(x0, x1) - reach) * fine))
            top = max(0, int((min(y0, y1) - reach) * fine))
            right = int((max(x0, x1) + reach) * fine) + 1
            bottom = int((max(y0, y1) + reach) * fine) + 1
            px, py = self.x[top:bottom, left:right] - x0, self.y[top:bottom, left:right] - y0
            dx, dy = x1 - x0, y1 - y0
            t = np.clip((px * dx + py * dy) / max(dx * dx + dy * dy, 1e-12), 0, 1)
            part = nearest[top:bottom, left:right]
            np.minimum(part, np.hypot(px - t * dx, py - t * dy), out=part)
        return self.soft(nearest - width / 2)

    # Output.

    def bytes(self):
        """Straight RGBA, 8 bits, by rows."""
        rows, columns = self.pixels.shape[0] // SUPERSAMPLING, self.pixels.shape[1] // SUPERSAMPLING
        mean = self.pixels.reshape(rows, SUPERSAMPLING, columns, SUPERSAMPLING, 4).mean(axis=(1, 3))
        alpha = mean[..., 3:]
        straight = np.divide(mean[..., :3], alpha, out=np.zeros_like(mean[..., :3]), where=alpha > 1e-4)
        result = np.concatenate([straight, alpha], axis=-1)
        return np.clip(np.round(result * 255), 0, 255).astype(np.uint8)

    def save(self, path, levels=256):
        """Writes a PNG; fewer `levels` a component make a smaller file of a picture with many soft lines."""
        step = 255 / (levels - 1)
        save_png(path, np.round(np.round(self.bytes() / step) * step).astype(np.uint8))


def save_png(path, pixels):
    """Writes 8-bit pixels: RGB where all are opaque, else RGBA; each row with the filter of least magnitude."""
    if pixels[..., 3].min() == 255:
        pixels = pixels[..., :3]
    height, width, channels = pixels.shape
    flat = pixels.reshape(height, width * channels).astype(np.int16)
    previous = np.zeros(width * channels, np.int16)
    rows = []
    for row in flat:
        left = np.concatenate([np.zeros(channels, np.int16), row[:-channels]])
        corner = np.concatenate([np.zeros(channels, np.int16), previous[:-channels]])
        estimate = left + previous - corner
        nearest = [np.abs(estimate - other) for other in (left, previous, corner)]
        paeth = np.where(
            (nearest[0] <= nearest[1]) & (nearest[0] <= nearest[2]),
            left,
            np.where(nearest[1] <= nearest[2], previous, corner),
        )
        guesses = [np.zeros_like(row), left, previous, (left + previous) // 2, paeth]
        differences = [((row - guess) & 255).astype(np.uint8) for guess in guesses]
        costs = [np.abs(d.astype(np.int8).astype(int)).sum() for d in differences]
        best = int(np.argmin(costs))
        rows.append(bytes([best]) + differences[best].tobytes())
        previous = row
    header = struct.pack(">IIBBBBB", width, height, 8, 2 if channels == 3 else 6, 0, 0, 0)
    with open(path, "wb") as file:
        file.write(b"\x89PNG\r\n\x1a\n")
        for name, data in ((b"IHDR", header), (b"sRGB", b"\0"), (b"IDAT", zlib.compress(b"".join(rows), 9)), (b"IEND", b"")):
            file.write(struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data)))
