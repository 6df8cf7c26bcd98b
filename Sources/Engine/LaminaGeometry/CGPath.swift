// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

public import Foundation

/// The kind of an element of a path.
public enum CGPathElementType: Int32, Sendable {
  /// Starts a subpath: one point.
  case moveToPoint = 0
  /// Draws a line: one point.
  case addLineToPoint = 1
  /// Draws a quadratic curve: a control point and the end.
  case addQuadCurveToPoint = 2
  /// Draws a cubic curve: two control points and the end.
  case addCurveToPoint = 3
  /// Draws a line back to the start of the subpath: no point.
  case closeSubpath = 4

  /// The number of points of the element.
  var pointCount: Int {
    switch self {
    case .moveToPoint, .addLineToPoint: 1
    case .addQuadCurveToPoint: 2
    case .addCurveToPoint: 3
    case .closeSubpath: 0
    }
  }
}

/// An element of a path, as passed by ``CGPath/applyWithBlock(_:)``.
public struct CGPathElement {
  /// The kind of the element.
  public var type: CGPathElementType
  /// The points of the element, as many as its type has; valid only while the block runs.
  public var points: UnsafeMutablePointer<CGPoint>

  /// Makes an element.
  public init(type: CGPathElementType, points: UnsafeMutablePointer<CGPoint>) {
    self.type = type
    self.points = points
  }
}

/// The function that ``CGPath/apply(info:function:)`` calls for each element.
public typealias CGPathApplierFunction = (
  _ info: UnsafeMutableRawPointer?, _ element: UnsafePointer<CGPathElement>
) -> Void

/// A path of lines and curves that does not change.
///
/// Paths are made as ``CGMutablePath`` or from a shape, and copied by objects that keep them. A path that is only a
/// `CGPath` may be shared between threads; a `CGMutablePath`, which inherits `Sendable` from this class, may not.
///
/// - Units: points, in the space that the path is drawn in.
public class CGPath: Hashable, @unchecked Sendable {
  /// The elements. Only `CGMutablePath` changes them.
  package final var elements = PathElements()

  /// Makes the path without elements.
  package init(elements: PathElements) {
    self.elements = elements
  }

  /// Makes a rectangle, from its corner of minimum x and y towards maximum x.
  public convenience init(rect: CGRect, transform: UnsafePointer<CGAffineTransform>?) {
    self.init { $0.addRect(rect, transform: transform?.pointee ?? .identity) }
  }

  /// Makes the ellipse that a rectangle holds, from its point of maximum x towards maximum y.
  public convenience init(ellipseIn rect: CGRect, transform: UnsafePointer<CGAffineTransform>?) {
    self.init { $0.addEllipse(in: rect, transform: transform?.pointee ?? .identity) }
  }

  /// Makes a rectangle with elliptic corners.
  ///
  /// - Parameters:
  ///   - rect: The rectangle.
  ///   - cornerWidth: The corners' radius along x, cut to half the width; below 0 and NaN are 0.
  ///   - cornerHeight: The corners' radius along y, cut to half the height; below 0 and NaN are 0.
  ///   - transform: The transform that is applied to every point.
  public convenience init(
    roundedRect rect: CGRect, cornerWidth: CGFloat, cornerHeight: CGFloat,
    transform: UnsafePointer<CGAffineTransform>?
  ) {
    self.init {
      $0.addRoundedRect(
        in: rect, cornerWidth: cornerWidth, cornerHeight: cornerHeight, transform: transform?.pointee ?? .identity)
    }
  }

  private convenience init(_ build: (CGMutablePath) -> Void) {
    let path = CGMutablePath()
    build(path)
    self.init(elements: path.elements)
  }

  /// Whether the path has no elements.
  public final var isEmpty: Bool { elements.types.isEmpty }

  /// The point where the next line would start: the end of the last element; zero in an empty path.
  public final var currentPoint: CGPoint { elements.currentPoint ?? .zero }

  /// The smallest upright rectangle that holds all points, control points included; null for an empty path.
  public final var boundingBox: CGRect { elements.controlBox }

  /// The smallest upright rectangle that holds the lines and curves; null for an empty path.
  public final var boundingBoxOfPath: CGRect { elements.curveBox }

  /// A copy that never changes.
  public final func copy() -> CGPath? {
    type(of: self) == CGPath.self ? self : CGPath(elements: elements)
  }

  /// A copy with every point transformed.
  public final func copy(using transform: UnsafePointer<CGAffineTransform>?) -> CGPath? {
    CGPath(elements: elements.applying(transform?.pointee ?? .identity))
  }

  /// A copy that can be changed.
  public final func mutableCopy() -> CGMutablePath? {
    CGMutablePath(elements: elements)
  }

  /// A copy that can be changed, with every point transformed.
  public final func mutableCopy(using transform: UnsafePointer<CGAffineTransform>?) -> CGMutablePath? {
    CGMutablePath(elements: elements.applying(transform?.pointee ?? .identity))
  }

  /// Calls `block` for each element in order.
  ///
  /// The block may read the points but changes to them are lost.
  public final func applyWithBlock(_ block: (UnsafePointer<CGPathElement>) -> Void) {
    elements.forEach { type, points in
      var scratch = (CGPoint.zero, CGPoint.zero, CGPoint.zero)
      withUnsafeMutableBytes(of: &scratch) { bytes in
        let copies = bytes.bindMemory(to: CGPoint.self)
        guard let base = copies.baseAddress else { return }
        for (index, point) in points.enumerated() { copies[index] = point }
        var element = CGPathElement(type: type, points: base)
        withUnsafePointer(to: &element, block)
      }
    }
  }

  /// Calls `function` for each element in order.
  ///
  /// - Parameters:
  ///   - info: The pointer that is passed to each call.
  ///   - function: Receives `info` and the element, whose points are valid only during the call.
  public final func apply(info: UnsafeMutableRawPointer?, function: CGPathApplierFunction) {
    applyWithBlock { function(info, $0) }
  }

  /// Whether both paths have the same elements with the same points, exactly.
  public static func == (first: CGPath, second: CGPath) -> Bool {
    first === second || first.elements == second.elements
  }

  /// Adds the elements to a hash. A mutable path must not change while it is in a set.
  public final func hash(into hasher: inout Hasher) {
    hasher.combine(elements)
  }
}
