// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

internal import Foundation
internal import LaminaGeometry
internal import LaminaGraphics
internal import LaminaLayers

// Paints a fill, a stroke, or a stroke over its fill.

extension ShapeBuilder {
  /// The layers of a style, front to back.
  mutating func paint(
    _ items: [LottieShapeItem], at index: Int, fill: LottieFill?, stroke: LottieStroke?, _ outer: [ShapeModifier]
  ) -> [CALayer] {
    let found = sources.collect(items, before: index, outer: outer)
    var result: [CALayer] = []
    // Paths with the opacity of an inner group are painted separately; all others together.
    let plain = found.filter { $0.opacities.isEmpty }
    if !plain.isEmpty { result += paint(plain, fill, stroke) }
    for source in found where !source.opacities.isEmpty {
      var layers = paint([source], fill, stroke)
      for opacity in source.opacities {
        guard takeLayer() else { return result }
        let layer = container()
        writer.writeOpacity(opacity, of: layer, in: time)
        for sublayer in layers.reversed() { layer.addSublayer(sublayer) }
        layers = [layer]
      }
      // Later paths were found behind earlier ones.
      result += layers
    }
    return result
  }

  private mutating func paint(_ sources: [ShapeSource], _ fill: LottieFill?, _ stroke: LottieStroke?) -> [CALayer] {
    let isTrimmed = sources.contains { !$0.trims.isEmpty }
    if isTrimmed {
      return (stroke.map { strokeTrimmed(sources, $0) } ?? []) + (fill.map { fillTrimmed(sources, $0) } ?? [])
    }
    return layer(Track.joining(sources.map(\.track)), fill, stroke).map { [$0] } ?? []
  }

  // MARK: Trimmed paths

  private mutating func fillTrimmed(_ sources: [ShapeSource], _ fill: LottieFill) -> [CALayer] {
    layer(Self.trimmed(sources, by: .max), fill, nil).map { [$0] } ?? []
  }

  /// Paths cut by their first trims. A trim over all paths as one long path cuts them together.
  ///
  /// - Parameter count: The number of trims to apply to each path; none if it is below 1.
  static func trimmed(_ sources: [ShapeSource], by count: Int) -> Track<BezierList> {
    var tracks = sources.map(\.track)
    let most = sources.map(\.trims.count).max() ?? 0
    for level in 0..<max(min(most, count), 0) {
      let trim = sources.first?.trims.dropFirst(level).first
      if let trim, trim.isSequential, sources.count > 1, sources.allSatisfy({ $0.trims.count > level }) {
        tracks = [Track.joining(tracks).trimmed(by: trim)]
        continue
      }
      for index in tracks.indices where index < sources.count && level < sources[index].trims.count {
        tracks[index] = tracks[index].trimmed(by: sources[index].trims[level])
      }
    }
    return .joining(tracks)
  }

  /// A trimmed stroke. The last trim is applied by the shape layer, through `strokeStart` and `strokeEnd`.
  private mutating func strokeTrimmed(_ sources: [ShapeSource], _ stroke: LottieStroke) -> [CALayer] {
    var result: [CALayer] = []
    if let trim = sources.first?.trims.last, trim.isSequential, sources.allSatisfy({ $0.trims.count == 1 }) {
      return strokeLayer(.joining(sources.map(\.track)), stroke, trim).map { [$0] } ?? []
    }
    for source in sources {
      if source.isOutline {
        // Each contour is cut separately, which a shape layer's own trim cannot do.
        if let layer = layer(Self.trimmed([source], by: .max), nil, stroke) { result.append(layer) }
        continue
      }
      let inner = Self.trimmed([source], by: source.trims.count - 1)
      if let layer = strokeLayer(inner, stroke, source.trims.last) { result.append(layer) }
    }
    return result
  }

  private mutating func strokeLayer(_ paths: Track<BezierList>, _ stroke: LottieStroke, _ trim: LottieTrim?) -> CALayer?
  {
    guard let trim else { return layer(paths, nil, stroke) }
    // A trim that passes the end continues along a second copy of the path.
    let (ends, turns) = trim.strokeEnds
    let repeated = turns > 1 ? paths.map { list in BezierList(paths: (0..<turns).flatMap { _ in list.paths }) } : paths
    guard let result = layer(repeated, nil, stroke), let shape = Self.shape(of: result) else { return nil }
    writer.write(
      ends.map { $0.x / Double(turns) }, "strokeStart", of: shape, in: time,
      set: { shape.strokeStart = CGFloat($0) }, value: { $0 })
    writer.write(
      ends.map { $0.y / Double(turns) }, "strokeEnd", of: shape, in: time, set: { shape.strokeEnd = CGFloat($0) },
      value: { $0 })
    return result
  }

  /// The shape layer in the layers of a style: the layer itself, or the mask of a gradient.
  private static func shape(of layer: CALayer) -> CAShapeLayer? {
    (layer as? CAShapeLayer) ?? (layer.mask ?? layer.sublayers?.first?.mask) as? CAShapeLayer
  }

  // MARK: Layers

  /// The layer of a fill, a stroke or both; `nil` if the budget is used up.
  mutating func layer(_ paths: Track<BezierList>, _ fill: LottieFill?, _ stroke: LottieStroke?) -> CALayer? {
    guard takeLayer() else { return nil }
    let shape = CAShapeLayer.withExactEdges()
    shape.anchorPoint = .zero
    shape.bounds = CGRect(origin: .zero, size: size)
    shape.fillColor = nil
    writePath(paths, of: shape)
    if let fill { shape.fillRule = fill.isEvenOdd ? .evenOdd : .nonZero }
    if let stroke { write(stroke, to: shape) }
    let opacity = stroke?.opacity ?? fill?.opacity ?? Animated(100)
    guard let gradient = (stroke?.paint ?? fill?.paint)?.gradient else {
      writeColor(fill?.paint, "fillColor", of: shape) { shape.fillColor = $0 }
      writeColor(stroke?.paint, "strokeColor", of: shape) { shape.strokeColor = $0 }
      writer.writeOpacity(opacity, of: shape, in: time)
      return shape
    }
    // The shape's alpha masks the gradient.
    let black = CGColor(straight: SIMD4(0, 0, 0, 1))
    if stroke != nil { shape.strokeColor = black } else { shape.fillColor = black }
    let result = gradientLayer(gradient, under: paths, lineWidth: stroke.map(\.reach) ?? 0, shape: shape)
    writer.writeOpacity(opacity, of: result, in: time)
    guard gradient.hasAlpha, opacity.isAnimated || opacity.start != 100 else { return result }
    // Players draw a gradient's colours and alphas as two layers, one masking the other, and apply the opacity to both.
    let faded = container()
    faded.addSublayer(result)
    writer.writeOpacity(opacity, of: faded, in: time)
    return faded
  }

  /// Writes paths to a shape layer.
  func writePath(_ paths: Track<BezierList>, of shape: CAShapeLayer) {
    if case .fixed(let list) = paths {
      shape.path = list.cgPath(curvesOnly: false)
      return
    }
    let weight = 6 * max(paths.value(at: paths.range?.lowerBound ?? 0).paths.reduce(0) { $0 + $1.vertices.count }, 1)
    writer.write(
      paths, "path", of: shape, in: time, weight: weight, set: { shape.path = $0.cgPath(curvesOnly: true) },
      value: { $0.cgPath(curvesOnly: true) })
  }

  private func writeColor(_ paint: LottiePaint?, _ keyPath: String, of shape: CAShapeLayer, set: (CGColor) -> Void) {
    guard case .color(let color)? = paint else { return }
    writer.write(
      Track(color), keyPath, of: shape, in: time, weight: 4, set: { set(CGColor(lottie: $0)) },
      value: { CGColor(lottie: $0) })
  }

  private func write(_ stroke: LottieStroke, to shape: CAShapeLayer) {
    shape.lineCap = [1: .butt, 2: .round, 3: .square][stroke.cap] ?? .round
    shape.lineJoin = [1: .miter, 2: .round, 3: .bevel][stroke.join] ?? .round
    writer.write(
      Track(stroke.miterLimit), "miterLimit", of: shape, in: time, set: { shape.miterLimit = CGFloat($0) },
      value: { $0 })
    writer.write(
      Track(stroke.width), "lineWidth", of: shape, in: time, set: { shape.lineWidth = CGFloat($0) }, value: { $0 })
    let lengths = stroke.dashes.flatMap(\.keyframes).map(\.value)
    guard lengths.contains(where: { $0 > 0 }), lengths.allSatisfy({ $0 >= 0 }) else { return }
    func pattern(_ lengths: NumberList) -> [NSNumber] { lengths.numbers.map { NSNumber(value: max($0, 0)) } }
    writer.write(
      stroke.dashPattern, "lineDashPattern", of: shape, in: time, weight: stroke.dashes.count,
      set: { shape.lineDashPattern = pattern($0) }, value: pattern)
    writer.write(
      Track(stroke.dashOffset), "lineDashPhase", of: shape, in: time, set: { shape.lineDashPhase = CGFloat($0) },
      value: { $0 })
  }
}

extension LottiePaint {
  var gradient: LottieGradient? {
    if case .gradient(let gradient) = self { gradient } else { nil }
  }
}

extension LottieStroke {
  /// The lengths of dashes and gaps in turn.
  var dashPattern: Track<NumberList> {
    dashes.reduce(.fixed(NumberList(numbers: []))) { pattern, length in
      pattern.combined(with: Track(length), keepsMixes: true) { NumberList(numbers: $0.numbers + [$1]) }
    }
  }

  /// The largest distance of the stroke from its path.
  var reach: Double {
    let width = width.keyframes.map(\.value).max() ?? 0
    let limit = miterLimit.keyframes.map(\.value).max() ?? 0
    return width * (join == 1 ? min(max(limit, 1.5), 20) : 1.5)
  }
}

extension LottieTrim {
  /// The start and the end of the stroke, in ascending order, and the number of turns along the path.
  var strokeEnds: (ends: Track<SIMD2<Double>>, turns: Int) {
    func ordered(_ ends: SIMD3<Double>) -> SIMD2<Double> {
      SIMD2(min(ends.x, ends.y) + ends.z, max(ends.x, ends.y) + ends.z)
    }
    // If start and end change their order, a value between two keyframes is not between their ordered values.
    let values = ends.extremes.map { ends.value(at: $0) }
    let isOrdered = values.allSatisfy { $0.x <= $0.y } || values.allSatisfy { $0.x >= $0.y }
    let track = ends.map(keepsMixes: isOrdered, ordered)
    let least = values.map { ordered($0).x.rounded(.down) }.min() ?? 0
    let most = values.map { ordered($0).y.rounded(.up) }.max() ?? 1
    let turns = Int(clamping: min(max(most - least, 1), 1000))
    return (least == 0 ? track : track.map { $0 - least }, turns)
  }
}

extension Track {
  /// The times of keyframes, or samples of the range if there are no keyframes.
  var extremes: [Double] {
    switch self {
    case .fixed: [0]
    case .keyed(let property): property.keyframes.map(\.time)
    case .sampled(let range, _):
      (0...64).map { range.lowerBound + (range.upperBound - range.lowerBound) * Double($0) / 64 }
    }
  }
}

extension BezierList {
  /// The paths inside a very large rectangle; by the even-odd rule this covers everything except the paths.
  var withSurroundings: BezierList {
    let far = 1e5
    var frame = Bezier()
    for corner in [SIMD2(-far, -far), SIMD2(far, -far), SIMD2(far, far), SIMD2(-far, far)] { frame.add(corner) }
    frame.isClosed = true
    return BezierList(paths: [frame] + paths)
  }
}

extension CGColor {
  init(lottie color: SIMD4<Double>) { self.init(straight: SIMD4<Float>(color)) }
}
