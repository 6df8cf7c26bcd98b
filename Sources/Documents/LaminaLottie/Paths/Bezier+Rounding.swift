// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

internal import Foundation

extension Bezier {
  /// The distance of a control point from its end, as a fraction of the distance to the rounded corner.
  private static let tangentLength = 0.5519

  /// The path with its sharp corners rounded; a point with control points is not a corner.
  func roundingCorners(_ radius: Double) -> Bezier {
    guard radius > 0, vertices.count > 2 || (isClosed && vertices.count > 1) else { return self }
    var result = Bezier()
    result.isClosed = isClosed
    for index in vertices.indices {
      let vertex = vertices[index]
      let isEnd = !isClosed && (index == 0 || index == vertices.count - 1)
      guard into[index] == SIMD2(), out[index] == SIMD2(), !isEnd else {
        result.add(vertex, into: into[index], out: out[index])
        continue
      }
      let previous = vertices[(index + vertices.count - 1) % vertices.count]
      let next = vertices[(index + 1) % vertices.count]
      let back = Self.step(from: vertex, towards: previous, radius)
      let on = Self.step(from: vertex, towards: next, radius)
      result.add(vertex + back, out: -back * Self.tangentLength)
      result.add(vertex + on, into: -on * Self.tangentLength)
    }
    return result
  }

  /// The length of the shortest straight side.
  var shortestSide: Double {
    (0..<pieceCount).reduce(.infinity) { least, piece in
      let way = vertices[(piece + 1) % vertices.count] - vertices[piece]
      return min(least, (way * way).sum().squareRoot())
    }
  }

  private static func step(from vertex: SIMD2<Double>, towards other: SIMD2<Double>, _ radius: Double)
    -> SIMD2<Double>
  {
    let way = other - vertex
    let distance = (way * way).sum().squareRoot()
    guard distance > 0 else { return SIMD2() }
    return way * (min(distance / 2, radius) / distance)
  }
}
