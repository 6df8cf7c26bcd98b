// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

public import Foundation
public import LaminaGeometry

// Points are transformed when they are added, as on Apple's platforms: a later change of the transform moves the pen,
// not the path.

extension CGContext {
  /// Starts a new path and clears the present path.
  public func beginPath() {
    pathInDevice = CGMutablePath()
  }

  /// Starts a subpath at `point`.
  public func move(to point: CGPoint) {
    pathInDevice.move(to: point, transform: state.deviceFromUser)
  }

  /// Draws a line to `point`; without a current point, the path only moves to `point`.
  public func addLine(to point: CGPoint) {
    pathInDevice.addLine(to: point, transform: state.deviceFromUser)
  }

  /// Moves to the first of `points` and draws lines to the others.
  public func addLines(between points: [CGPoint]) {
    pathInDevice.addLines(between: points, transform: state.deviceFromUser)
  }

  /// Draws a cubic curve.
  public func addCurve(to end: CGPoint, control1: CGPoint, control2: CGPoint) {
    pathInDevice.addCurve(to: end, control1: control1, control2: control2, transform: state.deviceFromUser)
  }

  /// Draws a quadratic curve.
  public func addQuadCurve(to end: CGPoint, control: CGPoint) {
    pathInDevice.addQuadCurve(to: end, control: control, transform: state.deviceFromUser)
  }

  /// Draws an arc of a circle, after a line to its start where there is a current point.
  ///
  /// - Parameters:
  ///   - center: The circle's centre.
  ///   - radius: Its radius.
  ///   - startAngle: The angle of the arc's start, in radians from +x towards +y.
  ///   - endAngle: The angle of the arc's end.
  ///   - clockwise: Whether the arc runs towards smaller angles: counter-clockwise on a screen with y down.
  ///
  /// Angles that are whole turns apart draw one circle in either direction; equal angles draw nothing.
  ///
  /// - Conformance: PATH-1
  public func addArc(center: CGPoint, radius: CGFloat, startAngle: CGFloat, endAngle: CGFloat, clockwise: Bool) {
    pathInDevice.addArc(
      center: center, radius: radius, startAngle: startAngle, endAngle: endAngle, clockwise: clockwise,
      transform: state.deviceFromUser)
  }

  /// Draws an arc that touches the line from the current point to `tangent1End` and the line on to `tangent2End`.
  public func addArc(tangent1End: CGPoint, tangent2End: CGPoint, radius: CGFloat) {
    pathInDevice.addArc(
      tangent1End: tangent1End, tangent2End: tangent2End, radius: radius, transform: state.deviceFromUser)
  }

  /// Adds a rectangle as a closed subpath.
  public func addRect(_ rect: CGRect) {
    pathInDevice.addRect(rect, transform: state.deviceFromUser)
  }

  /// Adds rectangles as closed subpaths.
  public func addRects(_ rects: [CGRect]) {
    pathInDevice.addRects(rects, transform: state.deviceFromUser)
  }

  /// Adds the ellipse that a rectangle holds as a closed subpath.
  public func addEllipse(in rect: CGRect) {
    pathInDevice.addEllipse(in: rect, transform: state.deviceFromUser)
  }

  /// Adds the elements of another path.
  public func addPath(_ path: CGPath) {
    pathInDevice.addPath(path, transform: state.deviceFromUser)
  }

  /// Draws a line back to where the subpath began.
  public func closePath() {
    pathInDevice.closeSubpath()
  }

  /// Replaces the path by the outline of its stroke.
  public func replacePathWithStrokedPath() {
    guard state.deviceFromUser.isUsable else { return beginPath() }
    let outline = dashed(pathInDevice.elements).outline(state.stroke, deviceFromPen: state.deviceFromUser)
    pathInDevice = CGMutablePath(elements: outline)
  }

  /// Whether nothing has been added to the path.
  public var isPathEmpty: Bool { pathInDevice.isEmpty }

  /// The point where the next line would start, in user space.
  public var currentPointOfPath: CGPoint {
    pathInDevice.currentPoint.applying(state.deviceFromUser.inverted())
  }

  /// The smallest rectangle of user space that holds all points of the path, control points included.
  public var boundingBoxOfPath: CGRect {
    guard !pathInDevice.isEmpty else { return .null }
    return CGPath(elements: pathInDevice.elements.applying(state.deviceFromUser.inverted())).boundingBox
  }

  /// The path under construction, in user space.
  public var path: CGPath? {
    guard !pathInDevice.isEmpty else { return nil }
    return CGPath(elements: pathInDevice.elements.applying(state.deviceFromUser.inverted()))
  }

  /// Whether a point of user space would be drawn by drawing the path.
  public func pathContains(_ point: CGPoint, mode: CGPathDrawingMode) -> Bool {
    let inDevice = point.applying(state.deviceFromUser)
    let fills: Bool =
      switch mode {
      case .fill, .fillStroke: pathInDevice.contains(inDevice, using: .winding)
      case .eoFill, .eoFillStroke: pathInDevice.contains(inDevice, using: .evenOdd)
      case .stroke: false
      }
    guard !fills, mode == .stroke || mode == .fillStroke || mode == .eoFillStroke, state.deviceFromUser.isUsable else {
      return fills
    }
    let outline = dashed(pathInDevice.elements).outline(state.stroke, deviceFromPen: state.deviceFromUser)
    return CGPath(elements: outline).contains(inDevice)
  }

  /// The dashes of a path in device space, measured in user space; the path itself where there is no pattern.
  func dashed(_ path: PathElements) -> PathElements {
    let style = state.stroke
    guard style.dashPattern != nil, state.deviceFromUser.isUsable else { return path }
    let inUser = CGPath(elements: path.applying(state.deviceFromUser.inverted()))
    return inUser.copy(dashingWithPhase: style.dashPhase, lengths: style.dashLengths).elements
      .applying(state.deviceFromUser)
  }
}
