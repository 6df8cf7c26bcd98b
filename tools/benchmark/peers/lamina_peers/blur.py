"""An exact Gaussian blur of alpha, for peers that have none of their own."""

from __future__ import annotations

import math

import numpy


def blurred(alpha: numpy.ndarray, sigma: float) -> numpy.ndarray:
    """Blurs 8-bit alpha; the outside counts as clear."""
    reach = math.ceil(3 * sigma)
    # A tap is the Gaussian's integral over a pixel.
    edges = numpy.array([math.erf((place - 0.5) / (sigma * math.sqrt(2))) for place in range(-reach, reach + 2)])
    kernel = numpy.diff(edges) / (edges[-1] - edges[0])
    result = alpha.astype(numpy.float32)
    for axis in (0, 1):
        # `same` would give the longer of the two where a picture is narrower than the kernel.
        spread = numpy.apply_along_axis(lambda line: numpy.convolve(line, kernel)[reach:-reach], axis, result)
        result = spread.astype(numpy.float32)
    return numpy.clip(result + 0.5, 0, 255).astype(numpy.uint8)
