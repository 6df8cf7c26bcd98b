"""Matrices for row vectors, as Core Animation's: p' = p M, and `concat(a, b)` applies a first.

A `Matrix4` is a CATransform3D, a `Matrix3` the homography of a plane: the map of (x, y, 1) to (x', y', w').
"""

from __future__ import annotations

import math

import numpy

Matrix4 = numpy.ndarray
Matrix3 = numpy.ndarray

IDENTITY: Matrix4 = numpy.identity(4)
IDENTITY.flags.writeable = False


def translation(x: float, y: float, z: float = 0.0) -> Matrix4:
    """The map that adds (x, y, z)."""
    matrix = numpy.identity(4)
    matrix[3, :3] = (x, y, z)
    return matrix


def scaling(x: float, y: float, z: float = 1.0) -> Matrix4:
    """The map that multiplies by (x, y, z)."""
    return numpy.diag((x, y, z, 1.0))


def rotation(angle: float, x: float = 0.0, y: float = 0.0, z: float = 1.0) -> Matrix4:
    """The rotation about an axis by an angle in radians; the zero axis gives the identity."""
    length = math.sqrt(x * x + y * y + z * z)
    if length == 0:
        return IDENTITY
    x, y, z = x / length, y / length, z / length
    cosine, sine = math.cos(angle), math.sin(angle)
    # Quarter turns are exact, so that upright layers stay upright.
    if abs(cosine) < 1e-15:
        cosine, sine = 0.0, math.copysign(1.0, sine)
    elif abs(sine) < 1e-15:
        cosine, sine = math.copysign(1.0, cosine), 0.0
    rest = 1 - cosine
    matrix = numpy.identity(4)
    matrix[0, :3] = (rest * x * x + cosine, rest * x * y + sine * z, rest * x * z - sine * y)
    matrix[1, :3] = (rest * x * y - sine * z, rest * y * y + cosine, rest * y * z + sine * x)
    matrix[2, :3] = (rest * x * z + sine * y, rest * y * z - sine * x, rest * z * z + cosine)
    return matrix


def perspective(distance: float) -> Matrix4:
    """The perspective of an eye at a distance: m34 = -1 / distance."""
    matrix = numpy.identity(4)
    matrix[2, 3] = -1 / distance
    return matrix


def concat(*matrices: numpy.ndarray) -> numpy.ndarray:
    """The map that applies the first matrix first."""
    result = matrices[0]
    for matrix in matrices[1:]:
        result = result @ matrix
    return result


def plane_of(matrix: Matrix4) -> Matrix3:
    """The effect of a matrix on the plane z = 0, projected back along z."""
    keep = (0, 1, 3)
    return matrix[numpy.ix_(keep, keep)]


def apply(matrix: Matrix3, point: tuple[float, float]) -> tuple[float, float]:
    """Where a homography takes a point that is before the eye."""
    x, y, w = numpy.array((point[0], point[1], 1.0)) @ matrix
    return float(x / w), float(y / w)


def is_affine(matrix: Matrix3, tolerance: float = 1e-12) -> bool:
    """Whether a homography is affine: w is 1 everywhere."""
    return bool(
        abs(matrix[0, 2]) <= tolerance and abs(matrix[1, 2]) <= tolerance and abs(matrix[2, 2] - 1) <= tolerance
    )


def affine_parts(matrix: Matrix3) -> tuple[float, float, float, float, float, float]:
    """The six numbers a, b, c, d, tx, ty of an affine homography: x' = a x + c y + tx, y' = b x + d y + ty."""
    (a, b), (c, d), (tx, ty) = (tuple(map(float, row[:2])) for row in matrix)
    return a, b, c, d, tx, ty


def mean_scale(matrix: Matrix3, point: tuple[float, float]) -> float:
    """How many pixels a point's length becomes at a place, as the root of the area's growth."""
    x, y = point
    step = 1e-3
    here, right, below = (numpy.array(apply(matrix, p)) for p in ((x, y), (x + step, y), (x, y + step)))
    across, down = right - here, below - here
    return float(math.sqrt(abs(across[0] * down[1] - across[1] * down[0])) / step)
