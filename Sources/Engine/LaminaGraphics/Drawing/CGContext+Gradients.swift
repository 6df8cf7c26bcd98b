// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

// Gradients, computed for the middle of each pixel and rounded to the nearest level. Where a gradient ends, its edge is
// cut by a path, so that it is smooth; only the edge of circles that do not contain each other has whole pixels.

public import Foundation
internal import LaminaGeometry

extension CGContext {
  /// Draws a gradient along a line, within the clip.
  ///
  /// - Parameters:
  ///   - gradient: The colours.
  ///   - startPoint: The place of the first colour, in user space.
  ///   - endPoint: The place of the last colour. Where both points are equal, nothing is drawn.
  ///   - options: Whether the first and the last colour continue beyond the ends.
  public func drawLinearGradient(
    _ gradient: CGGradient, start startPoint: CGPoint, end endPoint: CGPoint, options: CGGradientDrawingOptions
  ) {
    let axis = SIMD2(Double(endPoint.x - startPoint.x), Double(endPoint.y - startPoint.y))
    let square = (axis * axis).sum()
    guard square > 0, square.isFinite else { return }
    let scaled = axis / square
    drawGradient(gradient, inside: band(from: startPoint, axis: axis, options)) { point in
      (point.x - Double(startPoint.x)) * scaled.x + (point.y - Double(startPoint.y)) * scaled.y
    }
  }

  /// Draws a gradient between two circles, within the clip: the circles between them, the last ones on top.
  ///
  /// - Parameters:
  ///   - gradient: The colours.
  ///   - startCenter: The centre of the first colour's circle, in user space.
  ///   - startRadius: Its radius; a negative one counts as positive.
  ///   - endCenter: The centre of the last colour's circle.
  ///   - endRadius: Its radius; a negative one counts as positive.
  ///   - options: Whether circles continue beyond the ends, in the first and the last colour.
  public func drawRadialGradient(
    _ gradient: CGGradient, startCenter: CGPoint, startRadius: CGFloat, endCenter: CGPoint, endRadius: CGFloat,
    options: CGGradientDrawingOptions
  ) {
    let circles = CirclePair(
      startCenter: SIMD2(Double(startCenter.x), Double(startCenter.y)), startRadius: Double(abs(startRadius)),
      endCenter: SIMD2(Double(endCenter.x), Double(endCenter.y)), endRadius: Double(abs(endRadius)),
      before: options.contains(.drawsBeforeStartLocation), after: options.contains(.drawsAfterEndLocation))
    guard let circles else { return }
    drawGradient(gradient, inside: circles.outline, at: circles.location(of:))
  }

  /// Draws a gradient around a point, within the clip.
  ///
  /// - Parameters:
  ///   - gradient: The colours, from the first at `angle` round towards +y to the last at `angle` again.
  ///   - center: The point, in user space.
  ///   - angle: The angle of the first colour, in radians from +x towards +y.
  public func drawConicGradient(_ gradient: CGGradient, center: CGPoint, angle: CGFloat) {
    guard center.x.isFinite, center.y.isFinite, angle.isFinite else { return }
    drawGradient(gradient, inside: nil) { point in
      let turns = (atan2(point.y - Double(center.y), point.x - Double(center.x)) - Double(angle)) / (2 * .pi)
      return turns - turns.rounded(.down)
    }
  }

  /// The stripe that a linear gradient covers, in user space; `nil` for the whole plane.
  private func band(from start: CGPoint, axis: SIMD2<Double>, _ options: CGGradientDrawingOptions) -> CGPath? {
    let (before, after) = (
      options.contains(.drawsBeforeStartLocation), options.contains(.drawsAfterEndLocation)
    )
    if before, after { return nil }
    let length = (axis * axis).sum().squareRoot()
    // Far enough to be outside any bitmap, near enough to keep precision.
    let far = CGFloat(farthest(from: start))
    let along = axis / length
    func corner(_ distance: CGFloat, _ side: CGFloat) -> CGPoint {
      CGPoint(
        x: start.x + distance * CGFloat(along.x) - side * CGFloat(along.y),
        y: start.y + distance * CGFloat(along.y) + side * CGFloat(along.x))
    }
    let (low, high) = (before ? -far : 0, after ? far : CGFloat(length))
    let path = CGMutablePath()
    path.addLines(between: [corner(low, -far), corner(high, -far), corner(high, far), corner(low, far)])
    path.closeSubpath()
    return path
  }

  /// More than the distance from a point to any pixel that can be drawn to, in user space.
  private func farthest(from point: CGPoint) -> Double {
    let box = boundingBoxOfClipPath
    guard !box.isNull else { return 0 }
    return Double(
      max(abs(box.minX - point.x), abs(box.maxX - point.x)) + max(abs(box.minY - point.y), abs(box.maxY - point.y))) + 1
  }

  /// Draws the colours at the result of `location` for points of user space, inside a path of user space.
  private func drawGradient(
    _ gradient: CGGradient, inside outline: CGPath?, at location: (SIMD2<Double>) -> Double?
  ) {
    var region = visibleRegion
    let inDevice = outline?.elements.applying(state.deviceFromUser)
    if let inDevice { region = region.intersection(PixelRect(covering: inDevice.finiteControlBox, margin: 1)) }
    guard state.deviceFromUser.isUsable, !region.isEmpty, let pixels = DrawingTarget(.color, region: region) else {
      return
    }
    let userFromDevice = state.deviceFromUser.inverted()
    let columnStep = SIMD2(Double(userFromDevice.a), Double(userFromDevice.b))
    pixels.surface.withBytes { bytes, bytesPerRow in
      var cursor = GradientRamp.Cursor()
      for y in 0..<region.height {
        let first = CGPoint(x: Double(region.minX) + 0.5, y: Double(Int(region.minY) + y) + 0.5)
          .applying(userFromDevice)
        let rowStart = SIMD2(Double(first.x), Double(first.y))
        for x in 0..<region.width {
          guard let place = location(rowStart + columnStep * Double(x)) else { continue }
          let color = gradient.ramp.premultiplied(at: place, from: &cursor)
          bytes.storeBytes(of: color.cairoPixel, toByteOffset: y * bytesPerRow + 4 * x, as: UInt32.self)
        }
      }
    }
    perform(command(inDevice.map { .fill($0, .winding) } ?? .everything, .pixels(pixels)))
  }
}

extension SIMD4<Float> {
  /// A premultiplied colour as Cairo's pixel, each component rounded to the nearest level.
  fileprivate var cairoPixel: UInt32 {
    let levels = (self.clamped(lowerBound: .zero, upperBound: .one) * 255 + 0.5)
    let (red, green, blue, alpha) = (
      UInt32(clamping: levels.x), UInt32(clamping: levels.y), UInt32(clamping: levels.z), UInt32(clamping: levels.w)
    )
    return alpha << 24 | Swift.min(red, alpha) << 16 | Swift.min(green, alpha) << 8 | Swift.min(blue, alpha)
  }
}

/// Two circles and the circles between them, whose centres and radii change linearly.
struct CirclePair {
  private let startCenter: SIMD2<Double>
  private let startRadius: Double
  private let centerStep: SIMD2<Double>
  private let radiusStep: Double
  private let before: Bool
  private let after: Bool
  /// The square of the centres' distance less that of the radii's difference.
  private let quadratic: Double

  /// Makes the circles; `nil` when they are the same, or not finite.
  init?(
    startCenter: SIMD2<Double>, startRadius: Double, endCenter: SIMD2<Double>, endRadius: Double, before: Bool,
    after: Bool
  ) {
    self.startCenter = startCenter
    self.startRadius = startRadius
    centerStep = endCenter - startCenter
    radiusStep = endRadius - startRadius
    self.before = before
    self.after = after
    quadratic = (centerStep * centerStep).sum() - radiusStep * radiusStep
    guard quadratic.isFinite, startCenter.x.isFinite, startCenter.y.isFinite, startRadius.isFinite,
      centerStep != .zero || radiusStep != 0
    else { return nil }
  }

  /// The location of the last circle that goes through a point; `nil` when no circle does.
  func location(of point: SIMD2<Double>) -> Double? {
    // |p - c0 - t dc| = r0 + t dr: a t^2 - 2 b t + c = 0.
    let offset = point - startCenter
    let linear = (offset * centerStep).sum() + startRadius * radiusStep
    let constant = (offset * offset).sum() - startRadius * startRadius
    if quadratic == 0 {
      return linear == 0 ? nil : place(constant / (2 * linear))
    }
    let discriminant = linear * linear - quadratic * constant
    guard discriminant >= 0 else { return nil }
    let root = discriminant.squareRoot()
    let (first, second) = ((linear + root) / quadratic, (linear - root) / quadratic)
    return place(max(first, second)) ?? place(min(first, second))
  }

  /// The location of the colour of the circle at `time`; `nil` where the circle is not drawn. Where the gradient has an
  /// outline, nothing is cut off here.
  private func place(_ time: Double) -> Double? {
    guard startRadius + time * radiusStep >= 0 else { return nil }
    if time < 0 { return before || isNested ? 0 : nil }
    if time > 1 { return after || isNested ? 1 : nil }
    return time
  }

  /// Whether one of the circles holds the other, so that together they fill the larger.
  private var isNested: Bool { quadratic <= 0 }

  /// The outline of the gradient where one circle holds the other: a disc, a disc with a hole, or all but a hole.
  var outline: CGPath? {
    guard isNested else { return nil }
    let endRadius = startRadius + radiusStep
    let path = CGMutablePath()
    func add(_ center: SIMD2<Double>, _ radius: Double, hole: Bool) {
      path.move(to: CGPoint(x: center.x + radius, y: center.y))
      path.addArc(
        center: CGPoint(x: center.x, y: center.y), radius: radius, startAngle: 0, endAngle: hole ? -2 * .pi : 2 * .pi,
        clockwise: hole)
      path.closeSubpath()
    }
    let endCenter = startCenter + centerStep
    let grows = radiusStep > 0
    let start = (center: startCenter, radius: startRadius, goesOn: before)
    let end = (center: endCenter, radius: endRadius, goesOn: after)
    let (outer, inner) = grows ? (end, start) : (start, end)
    if outer.goesOn, inner.goesOn || inner.radius == 0 { return nil }
    if outer.goesOn {
      path.addRect(CGRect(x: -1e7, y: -1e7, width: 2e7, height: 2e7))
    } else {
      add(outer.center, outer.radius, hole: false)
    }
    if !inner.goesOn, inner.radius > 0 { add(inner.center, inner.radius, hole: true) }
    return path
  }
}
