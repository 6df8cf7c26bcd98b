// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

internal import LaminaGeometry
public import QuartzCore

/// A path with the attributes of its lines, which draws itself into the current context.
///
///     let star = UIBezierPath()
///     star.move(to: CGPoint(x: 50, y: 0))
///     star.addLine(to: CGPoint(x: 80, y: 90))
///     star.close()
///     UIColor.systemYellow.setFill()
///     star.fill()
///     shapeLayer.path = star.cgPath
///
/// Angles are in radians and grow clockwise, since y points down.
open class UIBezierPath: NSObject, NSCopying {
  private var path = CGMutablePath()

  /// The width of lines, in points. Default 1.
  open var lineWidth: CGFloat = 1
  /// The shape of the ends of lines. Default `butt`.
  open var lineCapStyle = CGLineCap.butt
  /// The shape of the joins of lines. Default `miter`.
  open var lineJoinStyle = CGLineJoin.miter
  /// The longest miter, in half line widths, before it becomes a bevel. Default 10.
  open var miterLimit: CGFloat = 10
  /// The accuracy of curves, in points. Stored without effect: curves are always followed to a fraction of a pixel.
  /// Default 0.6.
  open var flatness: CGFloat = 0.6
  /// Whether areas that are enclosed an even number of times count as outside. Default `false`.
  open var usesEvenOddFillRule = false
  private var dashes: (lengths: [CGFloat], phase: CGFloat) = ([], 0)

  /// Makes an empty path.
  public override init() { super.init() }

  /// Makes a rectangle, clockwise from minimum x and minimum y.
  public convenience init(rect: CGRect) {
    self.init()
    path.addRect(rect)
  }

  /// Makes an ellipse, clockwise from the middle of the right side.
  public convenience init(ovalIn rect: CGRect) {
    self.init()
    path.addEllipse(in: rect)
  }

  /// Makes a rectangle with smooth corners, clockwise. The curves begin 1.528665 radii from the corners of the
  /// rectangle.
  ///
  /// Where half the shorter side is too short for that, the curve comes closer to a quarter of a circle. It is a
  /// quarter of a circle where the radius equals half the shorter side: a square then becomes a circle.
  ///
  /// - Parameters:
  ///   - rect: The rectangle.
  ///   - cornerRadius: The radius, at most half the shorter side.
  public convenience init(roundedRect rect: CGRect, cornerRadius: CGFloat) {
    self.init(
      roundedRect: rect, byRoundingCorners: .allCorners, cornerRadii: CGSize(width: cornerRadius, height: cornerRadius))
  }

  /// Makes a rectangle with some round corners.
  ///
  /// - Parameters:
  ///   - rect: The rectangle.
  ///   - corners: The corners to round.
  ///   - cornerRadii: The width is the radius of each corner, at most half the shorter side. The height is ignored, as
  ///     in UIKit.
  public convenience init(roundedRect rect: CGRect, byRoundingCorners corners: UIRectCorner, cornerRadii: CGSize) {
    self.init()
    let bits: [(UIRectCorner, UInt8)] = [(.topLeft, 1), (.topRight, 2), (.bottomLeft, 4), (.bottomRight, 8)]
    let masked = bits.reduce(UInt8(0)) { corners.contains($1.0) ? $0 | $1.1 : $0 }
    path.addContinuousRoundedRect(in: rect, cornerRadius: cornerRadii.width, maskedCorners: masked)
  }

  /// Makes an arc of a circle.
  ///
  /// - Parameters:
  ///   - center: The centre.
  ///   - radius: The radius, in points.
  ///   - startAngle: The angle of the beginning: 0 is to the right, a quarter turn is down.
  ///   - endAngle: The angle of the end.
  ///   - clockwise: Whether the arc runs clockwise on the screen, towards larger angles.
  public convenience init(
    arcCenter center: CGPoint, radius: CGFloat, startAngle: CGFloat, endAngle: CGFloat, clockwise: Bool
  ) {
    self.init()
    addArc(withCenter: center, radius: radius, startAngle: startAngle, endAngle: endAngle, clockwise: clockwise)
  }

  /// Makes a path of a Core Graphics path, which is copied.
  public convenience init(cgPath: CGPath) {
    self.init()
    path.addPath(cgPath)
  }

  /// A path with the same elements and attributes.
  open func copy(with zone: NSZone? = nil) -> Any {
    let copy = UIBezierPath(cgPath: path)
    copy.takeAttributes(of: self)
    return copy
  }

  private func takeAttributes(of other: UIBezierPath) {
    lineWidth = other.lineWidth
    lineCapStyle = other.lineCapStyle
    lineJoinStyle = other.lineJoinStyle
    miterLimit = other.miterLimit
    flatness = other.flatness
    usesEvenOddFillRule = other.usesEvenOddFillRule
    dashes = other.dashes
  }

  /// A copy of the path for layers and contexts; setting it replaces all elements.
  open var cgPath: CGPath {
    get { path.copy() ?? path }
    set { path = newValue.mutableCopy() ?? CGMutablePath() }
  }

  // MARK: Building

  /// Begins a subpath.
  open func move(to point: CGPoint) { path.move(to: point) }

  /// Adds a line.
  open func addLine(to point: CGPoint) { path.addLine(to: point) }

  /// Adds a cubic curve.
  open func addCurve(to endPoint: CGPoint, controlPoint1: CGPoint, controlPoint2: CGPoint) {
    path.addCurve(to: endPoint, control1: controlPoint1, control2: controlPoint2)
  }

  /// Adds a quadratic curve.
  open func addQuadCurve(to endPoint: CGPoint, controlPoint: CGPoint) {
    path.addQuadCurve(to: endPoint, control: controlPoint)
  }

  /// Adds an arc, and a line to its beginning where there is a current point; see
  /// ``init(arcCenter:radius:startAngle:endAngle:clockwise:)``.
  open func addArc(
    withCenter center: CGPoint, radius: CGFloat, startAngle: CGFloat, endAngle: CGFloat, clockwise: Bool
  ) {
    // Core Graphics assumes that y points up: its clockwise is counter-clockwise here.
    path.addArc(center: center, radius: radius, startAngle: startAngle, endAngle: endAngle, clockwise: !clockwise)
  }

  /// Closes the subpath by a line to its beginning.
  open func close() { path.closeSubpath() }

  /// Removes all elements.
  open func removeAllPoints() { path = CGMutablePath() }

  /// Adds the elements of another path.
  open func append(_ bezierPath: UIBezierPath) { path.addPath(bezierPath.cgPath) }

  /// Transforms all points.
  open func apply(_ transform: CGAffineTransform) {
    var transform = transform
    path = path.mutableCopy(using: &transform) ?? path
  }

  /// The same outline drawn from its end to its beginning, with the same attributes.
  open func reversing() -> UIBezierPath {
    let reversed = UIBezierPath(cgPath: cgPath.reversed())
    reversed.takeAttributes(of: self)
    return reversed
  }

  // MARK: Properties

  /// Whether there are no elements.
  open var isEmpty: Bool { path.isEmpty }
  /// The bounding box of the outline, without control points; the null rectangle for an empty path.
  open var bounds: CGRect { path.boundingBoxOfPath }
  /// The start of the next element; zero for an empty path.
  open var currentPoint: CGPoint { path.currentPoint }

  /// Whether filling the path would cover a point; open subpaths count as closed.
  open func contains(_ point: CGPoint) -> Bool { path.contains(point, using: fillRule, transform: .identity) }

  private var fillRule: CGPathFillRule { usesEvenOddFillRule ? .evenOdd : .winding }

  // MARK: Lines

  /// Sets the dash pattern of lines.
  ///
  /// - Parameters:
  ///   - pattern: Lengths of dashes and gaps in turn, in points; `nil` for solid lines.
  ///   - count: The number of lengths.
  ///   - phase: The offset into the pattern at which lines begin, in points.
  open func setLineDash(_ pattern: UnsafePointer<CGFloat>?, count: Int, phase: CGFloat) {
    dashes = (pattern.map { Array(UnsafeBufferPointer(start: $0, count: max(count, 0))) } ?? [], phase)
  }

  /// Returns the dash pattern of lines through pointers. Each may be `nil`; `pattern` must have room for all lengths.
  open func getLineDash(
    _ pattern: UnsafeMutablePointer<CGFloat>?, count: UnsafeMutablePointer<Int>?,
    phase: UnsafeMutablePointer<CGFloat>?
  ) {
    pattern?.update(from: dashes.lengths, count: dashes.lengths.count)
    count?.pointee = dashes.lengths.count
    phase?.pointee = dashes.phase
  }

  // MARK: Drawing

  /// Fills the path in the current context with its fill colour. Nothing happens without a context.
  open func fill() { draw { $0.fillPath(using: fillRule) } }

  /// Strokes the path in the current context with its stroke colour and the path's own attributes.
  open func stroke() {
    draw { context in
      context.setLineWidth(lineWidth)
      context.setLineCap(lineCapStyle)
      context.setLineJoin(lineJoinStyle)
      context.setMiterLimit(miterLimit)
      context.setLineDash(phase: dashes.phase, lengths: dashes.lengths)
      context.strokePath()
    }
  }

  /// Fills the path with a blend mode and an opacity.
  open func fill(with blendMode: CGBlendMode, alpha: CGFloat) { blended(blendMode, alpha) { fill() } }

  /// Strokes the path with a blend mode and an opacity.
  open func stroke(with blendMode: CGBlendMode, alpha: CGFloat) { blended(blendMode, alpha) { stroke() } }

  /// Clips all further drawing in the current context to the path's area.
  open func addClip() {
    guard let context = UIGraphicsGetCurrentContext() else { return }
    context.beginPath()
    context.addPath(path)
    context.clip(using: fillRule)
  }

  private func draw(_ body: (CGContext) -> Void) {
    guard let context = UIGraphicsGetCurrentContext() else { return }
    context.saveGState()
    context.beginPath()
    context.addPath(path)
    body(context)
    context.restoreGState()
  }

  private func blended(_ mode: CGBlendMode, _ alpha: CGFloat, _ body: () -> Void) {
    guard let context = UIGraphicsGetCurrentContext() else { return }
    context.saveGState()
    context.setBlendMode(mode)
    context.setAlpha(alpha)
    body()
    context.restoreGState()
  }
}
