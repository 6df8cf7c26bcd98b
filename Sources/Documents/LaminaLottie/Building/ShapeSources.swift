// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

internal import Foundation
internal import LaminaGeometry

// Which paths a fill or stroke paints: those before it in its group, and those in the groups before it, placed by the
// groups' transforms; with the corners rounded and cut to the parts that the modifiers behind them leave; repeated.

/// A path that a style paints, in the style's own space.
struct ShapeSource {
  var track: Track<BezierList>
  /// What trims it, innermost first.
  var trims: [LottieTrim] = []
  /// The opacities, in percent, of the groups between the path and the style.
  var opacities: [Animated<Double>] = []
  /// Which path it is a part of, where a merge made one of several; paths of one merge follow each other.
  var compound: Int?
  /// Whether it is the outline that a merge computed, each contour a path of its own.
  var isOutline = false
  /// How many points the path has, at the most.
  var points: Int
}

/// What changes all paths before it.
enum ShapeModifier {
  case trim(LottieTrim)
  case roundedCorners(Animated<Double>)
}

/// Finds the paths of styles.
struct ShapeSources {
  /// More paths than this under one style are left out.
  static let maximumSources = 20_000
  /// How often a path may be repeated.
  static let maximumCopies = 1_000
  /// All paths of a layer, and their copies, have no more points than this; what has more is left out.
  static let maximumPoints = 1_000_000

  /// Whether paths were left out.
  private(set) var ranShort = false
  private var count = 0
  private var points = 0
  private var compounds = 0

  /// Whether there is room for so many more points.
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
  ///   - end: The index of the style; its count for all paths in the group.
  ///   - outer: What modifies them from outside the group.
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

  /// What modifies the item at an index.
  static func modifiers(_ items: [LottieShapeItem], after index: Int) -> [ShapeModifier] {
    items.dropFirst(index + 1).compactMap { item in
      switch item.kind {
      case .trim(let trim): trim.isWhole ? nil : .trim(trim)
      case .roundedCorners(let radius): .roundedCorners(radius)
      default: nil
      }
    }
  }

  /// What modifies the item at an index before it is merged with others, or before it is painted where it is not.
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
  /// More points than this are not merged into one path.
  static let maximumMergedPoints = 50_000

  /// Paths made one.
  ///
  /// - Parameter modifiers: What changes the one path.
  private mutating func merged(_ sources: [ShapeSource], _ mode: MergeMode, _ modifiers: [ShapeModifier])
    -> [ShapeSource]
  {
    guard !sources.isEmpty else { return [] }
    compounds += 1
    if mode == .merge {
      // Paths of one compound path are painted like paths side by side.
      return sources.map {
        var source = $0
        source.compound = compounds
        return source
      }
    }
    let operands = Self.operands(sources)
    // One path excludes itself where it overlaps itself, unless a merge made it.
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

  /// The paths that a merge takes, each of which may be several that an earlier merge made one.
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

  /// What a compound path is called in a copy of it.
  private mutating func newName(of compound: Int, _ names: inout [Int: Int]) -> Int {
    if let name = names[compound] { return name }
    compounds += 1
    names[compound] = compounds
    return compounds
  }
}

extension ShapeSource {
  /// The source with what stands behind its merge.
  fileprivate func modified(by modifiers: [ShapeModifier]) -> ShapeSource {
    var result = self
    for modifier in modifiers {
      switch modifier {
      case .trim(let trim): result.trims.append(trim)
      case .roundedCorners(let radius):
        guard radius.keyframes.contains(where: { $0.value > 0 }) else { continue }
        result.track = result.track.combined(with: Track(radius), keepsMixes: false) { list, radius in
          // A corner keeps two points where its radius passes 0.
          list.mapping { $0.roundingCorners(max(radius, 1e-6)) }
        }
      }
    }
    return result
  }
}

extension LottiePath {
  /// How many points it has, at the most.
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
  /// The source in the space that its group is in.
  fileprivate func placed(by transform: LottieTransform) -> ShapeSource {
    var result = self
    result.track = track.placed(by: transform.placement)
    if transform.opacity.isAnimated || transform.opacity.start != 100 { result.opacities.append(transform.opacity) }
    return result
  }
}

extension LottieTransform {
  /// The placing as a track.
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
  /// The paths under a map.
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

  /// Several paths as the one that a merge makes of them.
  static func merging(_ tracks: [Track<BezierList>], _ mode: MergeMode) -> Track<BezierList> {
    let ranges = tracks.compactMap(\.range)
    let first = ranges.map(\.lowerBound).min()
    let last = ranges.map(\.upperBound).max()
    guard let first, let last else { return .fixed(.merging(tracks.map { $0.value(at: 0) }, mode)) }
    return .sampled(first...last) { time in .merging(tracks.map { $0.value(at: time) }, mode) }
  }

  /// The paths cut to the part that a trim leaves.
  func trimmed(by trim: LottieTrim) -> Track<BezierList> {
    trim.ends.combined(with: self, keepsMixes: false) { ends, list in
      list.trimmed(start: ends.x, end: ends.y, offset: ends.z, isSequential: trim.isSequential)
    }
  }
}

extension LottieTrim {
  /// Whether it never cuts anything off.
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
  /// The most copies that there ever are.
  var largestCount: Int {
    let most = copies.keyframes.map(\.value).max() ?? 0
    return most > 0 ? Int(clamping: min(most.rounded(.up), 1e6)) : 0
  }

  /// Where a copy is.
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
  /// The placing so many times: about the anchor, scale and turn; then move.
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
