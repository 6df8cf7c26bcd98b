"""Compares pictures, so that nobody is timed on different work.

python -m lamina_peers.compare LAMINA.png PEER.png [--side-by-side OUT.png]
"""

from __future__ import annotations

import argparse
from dataclasses import asdict, dataclass
from pathlib import Path

import numpy
from PIL import Image

# The difference in levels of 255 from which a pixel counts as off.
LEVELS = 16
# The approximate side of a tile in pixels. Within a tile, edges and glyphs with other coverage rules average out;
# missing or moved content does not.
TILE = 64


@dataclass(frozen=True)
class Tolerance:
    """How far a peer's picture may be from Lamina's, and why it is at all."""

    mean: float
    share: float
    reason: str
    #: How far the mean of a tile may be off: thin things that are missing show there, which are few pixels of all.
    tile: float = 4.0


@dataclass(frozen=True)
class Difference:
    """How far two pictures are apart, in levels of 255 of premultiplied components."""

    mean: float
    largest: int
    share_off: float
    #: The tile whose mean colour is off the furthest, by the component that is.
    tile: float

    def within(self, tolerance: Tolerance) -> bool:
        """Whether the pictures count as the same."""
        return self.mean <= tolerance.mean and self.share_off <= tolerance.share and self.tile <= tolerance.tile

    def __str__(self) -> str:
        pixels = f"{100 * self.share_off:.2f} % of pixels off by over {LEVELS}"
        return f"mean {self.mean:.2f}, largest {self.largest}, {pixels}, a tile's mean off by {self.tile:.2f}"

    def values(self) -> dict[str, float]:
        """The numbers for a JSON report."""
        return asdict(self)


def load(file: Path) -> numpy.ndarray:
    """A picture's pixels, premultiplied RGBA."""
    with Image.open(file) as image:
        pixels = numpy.asarray(image.convert("RGBA")).astype(numpy.uint16)
    pixels[..., :3] = (pixels[..., :3] * pixels[..., 3:] + 127) // 255
    return pixels.astype(numpy.uint8)


def difference(reference: numpy.ndarray, picture: numpy.ndarray) -> Difference:
    """Compares two pictures of premultiplied RGBA.

    Raises:
        ValueError: Their sizes differ.
    """
    if reference.shape != picture.shape:
        raise ValueError(f"{reference.shape[1]} x {reference.shape[0]} against {picture.shape[1]} x {picture.shape[0]}")
    signed = reference.astype(numpy.int16) - picture.astype(numpy.int16)
    apart = numpy.abs(signed)
    worst = apart.max(axis=2)
    tile = float(numpy.abs(_tile_means(signed)).max())
    return Difference(float(apart.mean()), int(worst.max()), float((worst > LEVELS).mean()), tile)


def _tile_means(values: numpy.ndarray) -> numpy.ndarray:
    """The mean of every tile; all tiles are about as large."""
    sums = values.astype(numpy.float64)
    for axis in (0, 1):
        length = sums.shape[axis]
        count = max(1, round(length / TILE))
        starts = numpy.arange(count) * length // count
        sizes = numpy.diff(numpy.append(starts, length))
        sums = numpy.add.reduceat(sums, starts, axis=axis) / sizes.reshape([-1 if axis == at else 1 for at in range(3)])
    return sums


def side_by_side(reference: numpy.ndarray, picture: numpy.ndarray, gain: int = 8) -> Image.Image:
    """Lamina's picture, the peer's, and their differences times `gain`, in a row."""
    apart = numpy.abs(reference.astype(numpy.int16) - picture.astype(numpy.int16))[..., :3]
    shown = numpy.clip(apart * gain, 0, 255).astype(numpy.uint8)
    row = numpy.concatenate((reference[..., :3], picture[..., :3], shown), axis=1)
    return Image.fromarray(row)


def main() -> None:
    """The command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("reference", type=Path)
    parser.add_argument("picture", type=Path)
    parser.add_argument("--side-by-side", type=Path, metavar="OUT.png", help="both and their differences times 8")
    arguments = parser.parse_args()
    reference, picture = load(arguments.reference), load(arguments.picture)
    print(difference(reference, picture))
    if arguments.side_by_side:
        side_by_side(reference, picture).save(arguments.side_by_side)


if __name__ == "__main__":
    main()
