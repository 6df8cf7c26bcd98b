// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

internal import Foundation
internal import LaminaGeometry
internal import LaminaGraphics
internal import LaminaLayers

// Gradients of paths: a gradient layer around the path, masked by the path. Colours and alphas have separate stops.
// Constant stops are merged into one list, which gives the same result, since both change linearly between stops.
// Animated stops stay separate, with the alphas as a mask.

extension ShapeBuilder {
  /// The layer of a gradient.
  ///
  /// - Parameters:
  ///   - paths: The paths that mask the gradient, as `shape` draws them.
  ///   - lineWidth: The distance by which the drawn shape exceeds the paths.
  mutating func gradientLayer(
    _ gradient: LottieGradient, under paths: Track<BezierList>, lineWidth: Double, shape: CAShapeLayer
  ) -> CALayer {
    let box = box(around: paths, reach: lineWidth, isSquare: gradient.form == .conic)
    let stops = gradient.stops
    let isWoven = !stops.isAnimated || !gradient.hasAlpha
    let colors = makeGradient(gradient, box, isWoven ? .woven : .colors)
    guard !isWoven else {
      // The mask is in the space of the gradient layer, whose bounds begin at the box's origin.
      colors.mask = shape
      return colors
    }
    colors.mask = makeGradient(gradient, box, .alphas)
    let result = container()
    result.addSublayer(colors)
    result.mask = shape
    return result
  }

  private func makeGradient(_ gradient: LottieGradient, _ box: CGRect, _ part: GradientPart) -> CAGradientLayer {
    let layer = CAGradientLayer()
    layer.anchorPoint = .zero
    layer.bounds = box
    layer.position = box.origin
    layer.type = gradient.form.layerType
    // As in the pictures that Core Animation makes of layers.
    layer.mixing = .genericRGB
    func row(_ list: NumberList) -> [GradientStop] { gradient.row(list.numbers, part) }
    writer.write(
      Track(gradient.stops), "colors", of: layer, in: time, weight: 8,
      set: { layer.colors = row($0).map { CGColor(lottie: $0.color) } },
      value: { row($0).map { CGColor(lottie: $0.color) } as [Any] })
    writer.write(
      Track(gradient.stops), "locations", of: layer, in: time, weight: 8,
      set: { layer.locations = row($0).map { NSNumber(value: $0.place) } },
      value: { row($0).map { NSNumber(value: $0.place) } as [Any] })
    func unit(_ point: SIMD2<Double>) -> CGPoint {
      CGPoint(x: (point.x - Double(box.minX)) / Double(box.width), y: (point.y - Double(box.minY)) / Double(box.height))
    }
    let start = Track(gradient.start)
    let ends = start.combined(with: Track(gradient.end), keepsMixes: gradient.form != .radial) { start, end in
      let (start, end) = (SIMD2(start.x, start.y), SIMD2(end.x, end.y))
      guard gradient.form == .radial else { return end }
      let way = end - start
      return start + (way * way).sum().squareRoot()
    }
    writer.write(
      start.map { SIMD2($0.x, $0.y) }, "startPoint", of: layer, in: time, weight: 2,
      set: { layer.startPoint = unit($0) }, value: { unit($0) })
    writer.write(
      ends, "endPoint", of: layer, in: time, weight: 2, set: { layer.endPoint = unit($0) }, value: { unit($0) })
    return layer
  }

  /// A box that always contains the paths.
  ///
  /// - Parameter isSquare: Whether the box must be square, so that angles about its centre are the same along both
  ///   axes.
  private func box(around paths: Track<BezierList>, reach: Double, isSquare: Bool) -> CGRect {
    var box: CGRect?
    for time in paths.extremes {
      guard let next = paths.value(at: time).controlBox else { continue }
      box = box?.union(next) ?? next
    }
    guard let box else { return CGRect(x: 0, y: 0, width: 1, height: 1) }
    // Curves may overshoot between keyframes.
    let margin = CGFloat(reach) + (paths.isFixed ? 0 : 0.5 * max(box.width, box.height)) + 1
    // Core Animation defines a gradient in the unit square: its bands are perpendicular to its direction there, and are
    // skewed if the layer is not square. Players use the composition's size with 10,000 points around it, which is
    // nearly a square.
    let form = isSquare ? 1 : (size.width + 20_000) / (size.height + 20_000)
    let width = max(box.width + 2 * margin, (box.height + 2 * margin) * form)
    return CGRect(x: box.midX - width / 2, y: box.midY - width / form / 2, width: width, height: width / form)
  }
}

extension LottieGradient.Form {
  /// The gradient type of Core Animation.
  fileprivate var layerType: CAGradientLayerType {
    switch self {
    case .linear: .axial
    case .radial: .radial
    case .conic: .conic
    }
  }
}

/// The part of a gradient's stops that a layer shows.
enum GradientPart {
  case colors, alphas, woven
}

/// One stop of a gradient.
struct GradientStop {
  var place: Double
  var color: SIMD4<Double>
}

extension LottieGradient {
  /// Whether the gradient is translucent anywhere.
  var hasAlpha: Bool {
    stops.keyframes.contains { keyframe in
      alphas(keyframe.value.numbers).contains { $0.color.w < 0.999 }
    }
  }

  private func colors(_ numbers: [Double]) -> [GradientStop] {
    (0..<colorCount).compactMap { index in
      guard numbers.count >= 4 * index + 4 else { return nil }
      let base = 4 * index
      return GradientStop(
        place: numbers[base], color: SIMD4(numbers[base + 1], numbers[base + 2], numbers[base + 3], 1))
    }
  }

  private func alphas(_ numbers: [Double]) -> [GradientStop] {
    stride(from: 4 * colorCount, to: numbers.count - 1, by: 2).map {
      GradientStop(place: numbers[$0], color: SIMD4(0, 0, 0, numbers[$0 + 1]))
    }
  }

  /// The stops from a list of numbers.
  func row(_ numbers: [Double], _ part: GradientPart) -> [GradientStop] {
    switch part {
    case .colors: return colors(numbers)
    case .alphas: return alphas(numbers)
    case .woven:
      let (colors, alphas) = (colors(numbers), alphas(numbers))
      guard alphas.contains(where: { $0.color.w < 0.999 }) else { return colors }
      // Two stops at the same position make a jump of the colour; both sides keep their stop.
      let places = Set((colors + alphas).map(\.place)).sorted()
      return places.flatMap { place -> [GradientStop] in
        let sides = [Self.color(colors, place, isAfter: false), Self.color(colors, place, isAfter: true)]
        let opacities = [Self.color(alphas, place, isAfter: false), Self.color(alphas, place, isAfter: true)]
        let stops = zip(sides, opacities).map { color, alpha in
          GradientStop(place: place, color: SIMD4(color.x, color.y, color.z, alpha.w))
        }
        return stops[0].color == stops[1].color ? [stops[0]] : stops
      }
    }
  }

  /// The colour at a position of a list of stops, just before or just after it.
  private static func color(_ stops: [GradientStop], _ place: Double, isAfter: Bool) -> SIMD4<Double> {
    let sorted = stops
    guard let first = sorted.first, let last = sorted.last else { return SIMD4(0, 0, 0, 1) }
    let before = sorted.last { isAfter ? $0.place <= place : $0.place < place }
    let after = sorted.first { isAfter ? $0.place > place : $0.place >= place }
    guard let before else { return (after ?? first).color }
    guard let after else { return last.place <= place ? last.color : before.color }
    let span = after.place - before.place
    guard span > 0 else { return after.color }
    return SIMD4.mix(before.color, after.color, (place - before.place) / span)
  }
}
