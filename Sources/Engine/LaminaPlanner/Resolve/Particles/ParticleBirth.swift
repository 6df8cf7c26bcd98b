// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import Foundation
import LaminaLayers

// The starting points and directions of particles.

extension EmitterContent {
  /// A point of the emitter's shape, uniform over the part of it that particles start from.
  ///
  /// The surface and the volume of a circle are its disc; a line has one set of starting points for all modes, except
  /// for its two ends.
  func startingPoint(_ random: inout ParticleRandom) -> SIMD3<Double> {
    // Always takes three numbers, so that the following ones do not depend on the shape.
    let (a, b, c) = (random.next(), random.next(), random.next())
    let half = size / 2
    switch shape {
    case .point: return position
    case .line:
      let along = mode == .points ? (a < 0.5 ? -1 : 1) : 2 * a - 1
      return position + SIMD3(half.x * along, 0, 0)
    case .rectangle:
      switch mode {
      case .points: return position + SIMD3(a < 0.5 ? -half.x : half.x, b < 0.5 ? -half.y : half.y, 0)
      case .outline: return position + SIMD3(Self.outline(half.x, half.y, a), 0)
      case .surface, .volume: return position + SIMD3(half.x * (2 * a - 1), half.y * (2 * b - 1), 0)
      }
    case .cuboid: return position + cuboid(half, a, b, c)
    case .circle:
      let radius = mode == .points ? 0 : mode == .outline ? size.x : size.x * a.squareRoot()
      return position + SIMD3(radius * cos(2 * .pi * b), radius * sin(2 * .pi * b), 0)
    case .sphere:
      if mode == .points { return position }
      if mode == .outline { return position + SIMD3(size.x * cos(2 * .pi * b), size.x * sin(2 * .pi * b), 0) }
      let radius = mode == .surface ? size.x : size.x * cbrt(a)
      let z = 2 * c - 1
      let across = (1 - z * z).squareRoot()
      return position + SIMD3(across * cos(2 * .pi * b), across * sin(2 * .pi * b), z) * radius
    }
  }

  /// The unit direction in the plane that corresponds to a longitude of 0, for a particle that starts at a point.
  ///
  /// A line emits perpendicularly to itself, towards smaller y: particles that fall in a layer with y down have a
  /// longitude of π. A circle and a ball emit from their outline away from the centre, so that a cell without a range
  /// makes a ring. All other shapes have no preferred direction, and use the x axis.
  func outwards(at point: SIMD3<Double>) -> SIMD2<Double> {
    switch shape {
    case .line: return SIMD2(0, -1)
    case .circle, .sphere:
      guard mode == .outline else { return SIMD2(1, 0) }
      let radius = SIMD2(point.x - position.x, point.y - position.y)
      let length = (radius * radius).sum().squareRoot()
      return length > 0 && length.isFinite ? radius / length : SIMD2(1, 0)
    case .point, .rectangle, .cuboid: return SIMD2(1, 0)
    }
  }

  /// A point of a rectangle's outline, uniform along it.
  private static func outline(_ x: Double, _ y: Double, _ share: Double) -> SIMD2<Double> {
    let place = share * 4 * (abs(x) + abs(y))
    let (width, height) = (2 * abs(x), 2 * abs(y))
    if place < width { return SIMD2(place - width / 2, -height / 2) }
    if place < width + height { return SIMD2(width / 2, place - width - height / 2) }
    if place < 2 * width + height { return SIMD2(place - 1.5 * width - height, height / 2) }
    return SIMD2(-width / 2, min(place - 2 * width - 1.5 * height, height / 2))
  }

  private func cuboid(_ half: SIMD3<Double>, _ a: Double, _ b: Double, _ c: Double) -> SIMD3<Double> {
    let ends = SIMD3(a < 0.5 ? -1 : 1, b < 0.5 ? -1 : 1, c < 0.5 ? -1.0 : 1)
    switch mode {
    case .points: return half * ends
    case .volume: return half * SIMD3(2 * a - 1, 2 * b - 1, 2 * c - 1)
    case .outline:
      // Four edges along each axis: `a` chooses the axis by length, and the place on the edge; `b` and `c` choose one
      // of the four edges.
      let lengths = SIMD3(abs(half.x), abs(half.y), abs(half.z))
      let (axis, place) = Self.choose(lengths, a)
      var point = half * SIMD3(b < 0.5 ? -1 : 1, b < 0.5 ? -1 : 1, c < 0.5 ? -1.0 : 1)
      if axis == 2 { point = half * SIMD3(b < 0.5 ? -1 : 1, c < 0.5 ? -1 : 1, 1.0) }
      point[axis] = half[axis] * (2 * place - 1)
      return point
    case .surface:
      // Two faces across each axis, chosen by area.
      let areas = SIMD3(abs(half.y * half.z), abs(half.x * half.z), abs(half.x * half.y))
      let (axis, place) = Self.choose(areas, a)
      var point = SIMD3<Double>(repeating: 0)
      point[(axis + 1) % 3] = half[(axis + 1) % 3] * (2 * b - 1)
      point[(axis + 2) % 3] = half[(axis + 2) % 3] * (2 * c - 1)
      point[axis] = place < 0.5 ? -half[axis] : half[axis]
      return point
    }
  }

  /// Chooses one of three indices by weight, and returns the rest of the random number, 0..<1.
  private static func choose(_ weights: SIMD3<Double>, _ share: Double) -> (index: Int, rest: Double) {
    let total = weights.sum()
    guard total > 0 else { return (0, share) }
    var place = share * total
    for index in 0..<2 {
      if place < weights[index] { return (index, place / weights[index]) }
      place -= weights[index]
    }
    return (2, weights.z > 0 ? min(place / weights.z, 1) : 0)
  }
}

/// The cone that a cell emits into.
struct EmissionCone {
  private let axis: SIMD3<Double>
  private let across: SIMD3<Double>
  private let up: SIMD3<Double>
  /// The cosine of the angle between the axis and the cone's edge.
  private let edge: Double

  /// Creates the cone of a cell. The longitude turns from x towards y, and the latitude from there towards z. The range
  /// is the whole angle of the cone.
  ///
  /// If a shape has an ``EmitterContent/outwards(at:)``, that direction replaces x.
  init(_ cell: EmitterCellContent) {
    let (sinLatitude, cosLatitude) = (sin(cell[.emissionLatitude]), cos(cell[.emissionLatitude]))
    let (sinLongitude, cosLongitude) = (sin(cell[.emissionLongitude]), cos(cell[.emissionLongitude]))
    axis = SIMD3(cosLatitude * cosLongitude, cosLatitude * sinLongitude, sinLatitude)
    across = SIMD3(-sinLongitude, cosLongitude, 0)
    up = SIMD3(-sinLatitude * cosLongitude, -sinLatitude * sinLongitude, cosLatitude)
    edge = cos(min(cell[.emissionRange] / 2, .pi))
  }

  /// A direction, uniform over the part of the sphere inside the cone.
  func direction(_ random: inout ParticleRandom) -> SIMD3<Double> {
    let (a, b) = (random.next(), random.next())
    let along = 1 - a * (1 - edge)
    let radius = max(0, 1 - along * along).squareRoot()
    return axis * along + (across * cos(2 * .pi * b) + up * sin(2 * .pi * b)) * radius
  }
}
