// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

// Paths over time. Where every number of a path follows the keyframes evenly, the keyframes stay; a path whose points
// turn does not, and is sampled.

extension LottiePath {
  /// The path over time, with sharp corners rounded by what stands behind it.
  func track(roundedBy modifiers: [ShapeModifier]) -> Track<BezierList> {
    var radii: [Animated<Double>] = []
    for case .roundedCorners(let radius) in modifiers where radius.keyframes.contains(where: { $0.value > 0 }) {
      radii.append(radius)
    }
    guard let radius = radii.first else { return track.map { BezierList(paths: [$0]) } }
    return track.combined(with: Track(radius), keepsMixes: true) { path, radius in
      // A corner keeps two points where its radius passes 0.
      BezierList(paths: [path.roundingCorners(max(radius, 1e-6))])
    }
  }

  private var track: Track<Bezier> {
    switch self {
    case .bezier(let path): return Track(path.holdingChangesOfForm)
    case .ellipse(let position, let size, let reversed):
      return Track(position).combined(with: Track(size), keepsMixes: true) { position, size in
        .ellipse(center: SIMD2(position.x, position.y), size: SIMD2(size.x, size.y), reversed: reversed)
      }
    case .rectangle(let position, let size, let radius, let reversed):
      let keepsForm = radius.keyframes.contains { $0.value > 0 }
      let box = Track(position).combined(with: Track(size), keepsMixes: true) {
        SIMD4($0.x, $0.y, $1.x, $1.y)
      }
      return box.combined(with: Track(radius), keepsMixes: true) { box, radius in
        .rectangle(
          center: SIMD2(box.x, box.y), size: SIMD2(box.z, box.w), radius: radius, reversed: reversed,
          keepsForm: keepsForm)
      }
    case .star(let star): return star.track
    }
  }
}

extension LottieStar {
  fileprivate var track: Track<Bezier> {
    let numbers = [points, rotation, outerRadius, innerRadius, outerRoundness, innerRoundness]
    guard position.isAnimated || position.followsLengths || numbers.contains(where: \.isAnimated) else {
      return .fixed(.star(self, at: 0))
    }
    let ranges = numbers.map(\.range) + [position.range]
    let first = ranges.map(\.lowerBound).min() ?? 0
    let last = ranges.map(\.upperBound).max() ?? 0
    return .sampled(first...last) { .star(self, at: $0) }
  }
}

extension Animated<Bezier> {
  /// A path cannot go over into one with another number of points: it holds, and jumps.
  fileprivate var holdingChangesOfForm: Animated<Bezier> {
    var result = self
    for index in keyframes.indices.dropLast() where !keyframes[index].value.hasForm(of: keyframes[index + 1].value) {
      result.keyframes[index].holds = true
    }
    return result
  }
}
