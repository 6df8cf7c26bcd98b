// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

internal import Foundation
internal import LaminaGeometry

// Finds the paths that a fill or stroke paints: all paths before it in its group, and in the groups before it. Paths
// are placed by the transforms of groups, and changed by the modifiers after them: their corners are rounded, they are
// trimmed, and repeated.

/// A path that a style paints, in the style's coordinate space.
struct ShapeSource {
  var track: Track<BezierList>
  /// The trims of the path, the innermost first.
  var trims: [LottieTrim] = []
  /// The opacities, in percent, of the groups between the path and the style.
  var opacities: [Animated<Double>] = []
  /// The number of the compound path that this path belongs to, if a merge combined several; paths of one merge are
  /// adjacent.
  var compound: Int?
  /// Whether the path is an outline that was computed by a merge, in which each contour is a separate path.
  var isOutline = false
  /// The largest number of points of the path.
  var points: Int
}

/// A change that applies to all paths before it.
enum ShapeModifier {
  case trim(LottieTrim)
  case roundedCorners(Animated<Double>)
}

/// Finds the paths of styles.
struct ShapeSources {
  /// The largest number of paths under one style; further ones are left out.
  static let maximumSources = 20_000
  /// The largest number of copies of a path.
  static let maximumCopies = 1_000
  /// The largest number of points of all paths of a layer, including copies; further paths are left out.
  static let maximumPoints = 1_000_000

  /// Whether paths were left out.
  private(set) var ranShort = false
  private var count = 0
  private var points = 0
  private var compounds = 0

  /// Takes points from the budget; returns whether there were enough.
  private mutating func takePoints(_ wanted: Int) -> Bool {
    guard wanted <= Self.maximumPoints - points else {
      ranShort = true
      return false
    }
    points += wanted
    return true
  }

  /// The paths before an item.
  ///
  /// - Parameters:
  ///   - items: A group's items, front to back.
  ///   - end: The index of the style; the number of items for all paths of the group.
  ///   - outer: The modifiers that apply from outside the group.
  mutating func collect(_ items: [LottieShapeItem], before end: Int, outer: [ShapeModifier]) -> [ShapeSource] {
    var result: [ShapeSource] = []
    for (index, item) in items.enumerated().prefix(end) {
      switch item.kind {
      case .path(let path):
        count += 1
        guard count <= Self.maximumSources, takePoints(path.pointCount) else {
          ranShort = true
          return result
        }
        result.append(source(path, modifiers: Self.modifiers(items, after: index, before: end, outer)))
      case .group(let inner, let transform):
        let modifiers = Self.modifiers(items, after: index, before: end, outer)
        result += collect(inner, before: inner.count, outer: modifiers).map { $0.placed(by: transform) }
      case .merge(let mode):
        result = merged(result, mode, Self.modifiers(items, after: index, before: end, outer))
      case .repeater(let repeater): result = repeated(result, repeater)
      case .fill, .stroke, .trim, .roundedCorners: break
      }
    }
    return result
  }

  /// The modifiers that follow the item at an index.
  static func modifiers(_ items: [LottieShapeItem], after index: Int) -> [ShapeModifier] {
    items.dropFirst(index + 1).compactMap { item in
      switch item.kind {
      case .trim(let trim): trim.isWhole ? nil : .trim(trim)
      case .roundedCorners(let radius): .roundedCorners(radius)
      default: nil
      }
    }
  }

  /// The modifiers that apply to the item at an index before it is merged, or else before it is painted.
  private static func modifiers(
    _ items: [LottieShapeItem], after index: Int, before end: Int, _ outer: [ShapeModifier]
  ) -> [ShapeModifier] {
    let merge = items[..<end].dropFirst(index + 1).firstIndex { item in
      if case .merge(let mode) = item.kind { mode != .merge } else { false }
    }
    guard let merge else { return modifiers(items, after: index) + outer }
    return modifiers(Array(items[..<merge]), after: index)
  }

  private func source(_ path: LottiePath, modifiers: [ShapeModifier]) -> ShapeSource {
    var source = ShapeSource(track: path.track(roundedBy: modifiers), points: path.pointCount)
    for case .trim(let trim) in modifiers { source.trims.append(trim) }
    return source
  }

  private mutating func repeated(_ sources: [ShapeSource], _ repeater: LottieRepeater) -> [ShapeSource] {
    let each = sources.reduce(0) { $0 + $1.points }
    let affordable = each > 0 ? (Self.maximumPoints - points) / each + 1 : Self.maximumCopies
    let copies = min(repeater.largestCount, Self.maximumCopies, affordable)
    if repeater.largestCount > copies { ranShort = true }
    guard sources.count * copies <= Self.maximumSources, takePoints(each * max(copies - 1, 0)) else {
      ranShort = true
      return sources
    }
    return (0..<copies).flatMap { copy in
      var names: [Int: Int] = [:]
      return sources.map {
        var source = $0
        if let compound = source.compound { source.compound = newName(of: compound, &names) }
        source.track = source.track.placed(by: repeater.placement(of: copy))
        return source
      }
    }
  }
}

// MARK: Merges

extension ShapeSources {
  /// The largest number of points that are merged into one path.
  static let maximumMergedPoints = 50_000

  /// Merges paths into one.
  ///
  /// - Parameter modifiers: The modifiers of the merged path.
  private mutating func merged(_ sources: [ShapeSource], _ mode: MergeMode, _ modifiers: [ShapeModifier])
    -> [ShapeSource]
  {
    guard !sources.isEmpty else { return [] }
    compounds += 1
    if mode == .merge {
      // The paths of a compound path are painted like separate paths.
      return sources.map {
        var source = $0
        source.compound = compounds
        return source
      }
    }
    let operands = Self.operands(sources)
    // A single path excludes its own overlaps, unless a merge made it.
    guard operands.count > 1 || (mode == .exclude && sources[0].compound == nil) else {
      return sources.map { $0.modified(by: modifiers) }
    }
    let points = sources.reduce(0) { $0 + $1.points }
    guard points <= Self.maximumMergedPoints else {
      ranShort = true
      return []
    }
    let tracks = operands.map { ShapeBuilder.trimmed($0, by: .max) }
    let one = ShapeSource(track: .merging(tracks, mode), compound: compounds, isOutline: true, points: points)
    return [one.modified(by: modifiers)]
  }

  /// The operands of a merge, each of which may consist of several paths that an earlier merge combined.
  private static func operands(_ sources: [ShapeSource]) -> [[ShapeSource]] {
    var result: [[ShapeSource]] = []
    for source in sources {
      if let compound = source.compound, compound == result.last?.last?.compound {
        result[result.count - 1].append(source)
      } else {
        result.append([source])
      }
    }
    return result
  }

  /// The number of a compound path in a copy of it.
  private mutating func newName(of compound: Int, _ names: inout [Int: Int]) -> Int {
    if let name = names[compound] { return name }
    compounds += 1
    names[compound] = compounds
    return compounds
  }
}

extension ShapeSource {
  /// The source with the modifiers that follow its merge.
  fileprivate func modified(by modifiers: [ShapeModifier]) -> ShapeSource {
    var result = self
    for modifier in modifiers {
      switch modifier {
      case .trim(let trim): result.trims.append(trim)
      case .roundedCorners(let radius):
        guard radius.keyframes.contains(where: { $0.value > 0 }) else { continue }
        result.track = result.track.combined(with: Track(radius), keepsMixes: false) { list, radius in
          // A corner keeps two points when its radius passes 0, so that the number of points does not change.
          list.mapping { $0.roundingCorners(max(radius, 1e-6)) }
        }
      }
    }
    return result
  }
}

extension LottiePath {
  /// The largest number of points of the path.
  fileprivate var pointCount: Int {
    switch self {
    case .bezier(let path): path.keyframes.reduce(0) { max($0, $1.value.vertices.count) }
    case .rectangle: 8
    case .ellipse: 4
    case .star(let star): star.pointCount
    }
  }
}

extension ShapeSource {
  /// The source in the space of the parent group.
  fileprivate func placed(by transform: LottieTransform) -> ShapeSource {
    var result = self
    result.track = track.placed(by: transform.placement)
    if transform.opacity.isAnimated || transform.opacity.start != 100 { result.opacities.append(transform.opacity) }
    return result
  }
}

extension LottieTransform {
  /// The transform in the plane, as a track.
  var placement: Track<Affine> {
    guard isAnimated else { return .fixed(plane(at: anchor.keyframes[0].time)) }
    var ranges = [anchor.range, scale.range, orientation.range]
    ranges += [rotation, rotationX, rotationY, skew, skewAxis].map(\.range)
    switch position {
    case .point(let point): ranges.append(point.range)
    case .split(let x, let y, _): ranges += [x.range, y.range]
    }
    let first = ranges.map(\.lowerBound).min() ?? 0
    let last = ranges.map(\.upperBound).max() ?? 0
    return .sampled(first...last) { plane(at: $0) }
  }
}

extension Affine: Mixable {
  static func mix(_ from: Affine, _ to: Affine, _ progress: Double) -> Affine { progress < 1 ? from : to }
}

extension Track<BezierList> {
  /// The paths transformed by a map.
  func placed(by placement: Track<Affine>) -> Track<BezierList> {
    if case .fixed(let map) = placement {
      return map == .identity ? self : self.map { $0.applying(map) }
    }
    return combined(with: placement, keepsMixes: false) { $0.applying($1) }
  }

  /// All paths of several tracks together.
  static func joining(_ tracks: [Track<BezierList>]) -> Track<BezierList> {
    guard var result = tracks.first else { return .fixed(BezierList(paths: [])) }
    for track in tracks.dropFirst() {
      result = result.combined(with: track, keepsMixes: true) {
        BezierList(paths: $0.paths + $1.paths, isOutline: $0.isOutline || $1.isOutline)
      }
    }
    return result
  }

  /// The outline that a merge makes of several paths.
  static func merging(_ tracks: [Track<BezierList>], _ mode: MergeMode) -> Track<BezierList> {
    let ranges = tracks.compactMap(\.range)
    let first = ranges.map(\.lowerBound).min()
    let last = ranges.map(\.upperBound).max()
    guard let first, let last else { return .fixed(.merging(tracks.map { $0.value(at: 0) }, mode)) }
    return .sampled(first...last) { time in .merging(tracks.map { $0.value(at: time) }, mode) }
  }

  /// The part of the paths that a trim keeps.
  func trimmed(by trim: LottieTrim) -> Track<BezierList> {
    trim.ends.combined(with: self, keepsMixes: false) { ends, list in
      list.trimmed(start: ends.x, end: ends.y, offset: ends.z, isSequential: trim.isSequential)
    }
  }
}

extension LottieTrim {
  /// Whether the trim never cuts anything off.
  var isWhole: Bool {
    start.keyframes.allSatisfy { $0.value == 0 } && end.keyframes.allSatisfy { $0.value == 100 }
  }

  /// Start, end and offset as fractions of the length.
  var ends: Track<SIMD3<Double>> {
    Track(start).combined(with: Track(end), keepsMixes: true) { SIMD2($0, $1) }
      .combined(with: Track(offset), keepsMixes: true) { SIMD3($0.x / 100, $0.y / 100, $1 / 360) }
  }
}

extension SIMD2<Double>: Mixable {
  static func mix(_ from: Self, _ to: Self, _ progress: Double) -> Self { from + (to - from) * progress }
}

extension LottieRepeater {
  /// The largest number of copies at any time.
  var largestCount: Int {
    let most = copies.keyframes.map(\.value).max() ?? 0
    return most > 0 ? Int(clamping: min(most.rounded(.up), 1e6)) : 0
  }

  /// The transform of a copy.
  func placement(of copy: Int) -> Track<Affine> {
    let offset = Track(self.offset)
    let transform = self.transform
    func place(_ offset: Double, _ time: Double) -> Affine {
      transform.repeated(Double(copy) + offset, at: time)
    }
    guard transform.isAnimated || !offset.isFixed else { return .fixed(place(offset.value(at: 0), 0)) }
    var ranges = [self.offset.range]
    if case .sampled(let range, _) = transform.placement { ranges.append(range) }
    let first = ranges.map(\.lowerBound).min() ?? 0
    let last = ranges.map(\.upperBound).max() ?? 0
    return .sampled(first...last) { place(offset.value(at: $0), $0) }
  }
}

extension LottieTransform {
  /// The transform, applied a number of times: scale and rotation about the anchor, followed by the translation.
  fileprivate func repeated(_ times: Double, at time: Double) -> Affine {
    let anchor = self.anchor.value(at: time)
    let scale = self.scale.value(at: time) / 100
    let position = self.position.value(at: time)
    let angle = rotation.value(at: time) * times * .pi / 180
    func power(_ factor: Double) -> Double {
      factor < 0 && times.rounded() == times ? pow(factor, times) : pow(abs(factor), times)
    }
    let about = Affine(tx: -anchor.x, ty: -anchor.y)
    let scaled = about.concatenating(Affine(a: power(scale.x), d: power(scale.y)))
    let turned = scaled.concatenating(Affine(a: cos(angle), b: sin(angle), c: -sin(angle), d: cos(angle)))
    return turned.concatenating(Affine(tx: anchor.x + position.x * times, ty: anchor.y + position.y * times))
  }
}
