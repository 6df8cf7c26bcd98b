// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

// Paths over time. Keyframes are kept if every coordinate of the path is linear between them; a path whose points
// rotate is sampled.

extension LottiePath {
  /// The path over time, with its corners rounded by the modifiers that follow it.
  func track(roundedBy modifiers: [ShapeModifier]) -> Track<BezierList> {
    var radii: [Animated<Double>] = []
    for case .roundedCorners(let radius) in modifiers where radius.keyframes.contains(where: { $0.value > 0 }) {
      radii.append(radius)
    }
    guard let radius = radii.first else { return track.map { BezierList(paths: [$0]) } }
    // Corners rotate, appear and disappear with the path between its keyframes, and are limited to the middle of its
    // sides.
    let keepsMixes = track.isFixed && !isCut(by: radius)
    return track.combined(with: Track(radius), keepsMixes: keepsMixes) { path, radius in
      // A corner keeps two points when its radius passes 0, so that the number of points does not change.
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
      let keepsMixes = Self.keepsMixes(size: size, radius: radius)
      return box.combined(with: Track(radius), keepsMixes: keepsMixes) { box, radius in
        .rectangle(
          center: SIMD2(box.x, box.y), size: SIMD2(box.z, box.w), radius: radius, reversed: reversed,
          keepsForm: keepsForm)
      }
    case .star(let star): return star.track
    }
  }

  /// Whether an animated radius of the path's corners is limited by short sides at any time.
  private func isCut(by radius: Animated<Double>) -> Bool {
    guard radius.isAnimated else { return false }
    let least = track.value(at: 0).shortestSide
    return radius.overshoots || radius.keyframes.contains { $0.value < 0 || 2 * $0.value > least }
  }

  /// Whether rectangles can be interpolated between keyframes of their size and radius: the radius is never limited, or
  /// always by the same side.
  private static func keepsMixes(size: Animated<SIMD3<Double>>, radius: Animated<Double>) -> Bool {
    let radii = radius.keyframes.map(\.value)
    guard let least = radii.min(), let most = radii.max(), most > 0 else { return true }
    guard size.isAnimated || radius.isAnimated else { return true }
    guard !size.overshoots, !radius.overshoots, least >= 0 else { return false }
    /// 0 if the radius is not limited, otherwise the number of the limiting side.
    func cut(_ size: SIMD3<Double>, _ radius: Double) -> Int {
      2 * radius <= min(size.x, size.y) ? 0 : size.x < size.y ? 1 : 2
    }
    let sizes = size.keyframes.map(\.value)
    guard let first = sizes.first, sizes.allSatisfy({ $0.x >= 0 && $0.y >= 0 }) else { return false }
    let kind = cut(first, least)
    return sizes.allSatisfy { cut($0, least) == kind && cut($0, most) == kind }
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
  /// Paths with different numbers of points cannot be interpolated: the first is held until the second one's time.
  fileprivate var holdingChangesOfForm: Animated<Bezier> {
    var result = self
    for index in keyframes.indices.dropLast() where !keyframes[index].value.hasForm(of: keyframes[index + 1].value) {
      result.keyframes[index].holds = true
    }
    return result
  }
}
