// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

public import QuartzCore

/// Distances by which the edges of a rectangle are moved inwards.
public struct UIEdgeInsets: Hashable, Codable, Sendable {
  /// At minimum y, in points.
  public var top: CGFloat
  /// At minimum x, in points.
  public var left: CGFloat
  /// At maximum y, in points.
  public var bottom: CGFloat
  /// At maximum x, in points.
  public var right: CGFloat

  /// Makes insets of 0.
  public init() { self.init(top: 0, left: 0, bottom: 0, right: 0) }

  /// Makes insets; negative values move edges outwards.
  public init(top: CGFloat, left: CGFloat, bottom: CGFloat, right: CGFloat) {
    (self.top, self.left, self.bottom, self.right) = (top, left, bottom, right)
  }

  /// No insets.
  public static let zero = UIEdgeInsets()
}

/// Distances by which the edges are moved inwards, named by the direction of text, which runs from left to right here.
public struct NSDirectionalEdgeInsets: Hashable, Codable, Sendable {
  /// At minimum y, in points.
  public var top: CGFloat
  /// At the beginning of lines, in points.
  public var leading: CGFloat
  /// At maximum y, in points.
  public var bottom: CGFloat
  /// At the end of lines, in points.
  public var trailing: CGFloat

  /// Makes insets of 0.
  public init() { self.init(top: 0, leading: 0, bottom: 0, trailing: 0) }

  /// Makes insets; negative values move edges outwards.
  public init(top: CGFloat, leading: CGFloat, bottom: CGFloat, trailing: CGFloat) {
    (self.top, self.leading, self.bottom, self.trailing) = (top, leading, bottom, trailing)
  }

  /// No insets.
  public static let zero = NSDirectionalEdgeInsets()
}

/// A displacement.
public struct UIOffset: Hashable, Codable, Sendable {
  /// Along x, in points.
  public var horizontal: CGFloat
  /// Along y, in points.
  public var vertical: CGFloat

  /// Makes an offset of 0.
  public init() { self.init(horizontal: 0, vertical: 0) }

  /// Makes an offset.
  public init(horizontal: CGFloat, vertical: CGFloat) { (self.horizontal, self.vertical) = (horizontal, vertical) }

  /// No offset.
  public static let zero = UIOffset()
}

/// Corners of a rectangle.
public struct UIRectCorner: OptionSet, Hashable, Sendable {
  /// The bits.
  public let rawValue: UInt
  /// Makes a set from its bits.
  public init(rawValue: UInt) { self.rawValue = rawValue }

  /// At minimum x and minimum y.
  public static let topLeft = UIRectCorner(rawValue: 1)
  /// At maximum x and minimum y.
  public static let topRight = UIRectCorner(rawValue: 2)
  /// At minimum x and maximum y.
  public static let bottomLeft = UIRectCorner(rawValue: 4)
  /// At maximum x and maximum y.
  public static let bottomRight = UIRectCorner(rawValue: 8)
  /// Every corner.
  public static let allCorners = UIRectCorner(rawValue: .max)
}

/// Edges of a rectangle.
public struct UIRectEdge: OptionSet, Hashable, Sendable {
  /// The bits.
  public let rawValue: UInt
  /// Makes a set from its bits.
  public init(rawValue: UInt) { self.rawValue = rawValue }

  /// At minimum y.
  public static let top = UIRectEdge(rawValue: 1)
  /// At minimum x.
  public static let left = UIRectEdge(rawValue: 2)
  /// At maximum y.
  public static let bottom = UIRectEdge(rawValue: 4)
  /// At maximum x.
  public static let right = UIRectEdge(rawValue: 8)
  /// Every edge.
  public static let all: UIRectEdge = [.top, .left, .bottom, .right]
}

extension CGRect {
  /// The rectangle with its edges moved inwards.
  ///
  /// - Parameter insets: The distance for each edge, in points. The result has a negative size where edges cross.
  public func inset(by insets: UIEdgeInsets) -> CGRect {
    CGRect(
      x: origin.x + insets.left, y: origin.y + insets.top, width: size.width - insets.left - insets.right,
      height: size.height - insets.top - insets.bottom)
  }
}

/// The rectangle with its edges moved inwards; see `CGRect.inset(by:)`.
public func UIEdgeInsetsInsetRect(_ rect: CGRect, _ insets: UIEdgeInsets) -> CGRect { rect.inset(by: insets) }

extension NSValue {
  /// Boxes insets.
  public convenience init(uiEdgeInsets insets: UIEdgeInsets) {
    self.init(rect: CGRect(x: insets.left, y: insets.top, width: insets.right, height: insets.bottom))
  }

  /// Boxes an offset.
  public convenience init(uiOffset offset: UIOffset) {
    self.init(point: CGPoint(x: offset.horizontal, y: offset.vertical))
  }

  /// The boxed insets; zero if there are none. They are stored as a rectangle of left, top, right and bottom.
  public var uiEdgeInsetsValue: UIEdgeInsets {
    let box = cgRectValue
    return UIEdgeInsets(
      top: box.origin.y, left: box.origin.x, bottom: box.size.height, right: box.size.width)
  }

  /// The boxed offset; zero if there is none. It is stored as a point.
  public var uiOffsetValue: UIOffset {
    let point = cgPointValue
    return UIOffset(horizontal: point.x, vertical: point.y)
  }
}

extension NSCoder {
  /// Parses a point in the form `{x, y}`; zero for any other text.
  public class func cgPoint(for string: String) -> CGPoint {
    guard let n = numbers(in: string, count: 2) else { return .zero }
    return CGPoint(x: n[0], y: n[1])
  }

  /// Parses a size in the form `{width, height}`; zero for any other text.
  public class func cgSize(for string: String) -> CGSize {
    guard let n = numbers(in: string, count: 2) else { return .zero }
    return CGSize(width: n[0], height: n[1])
  }

  /// Parses a rectangle in the form `{{x, y}, {width, height}}`; zero for any other text.
  public class func cgRect(for string: String) -> CGRect {
    guard let n = numbers(in: string, count: 4) else { return .zero }
    return CGRect(x: n[0], y: n[1], width: n[2], height: n[3])
  }

  /// Parses insets in the form `{top, left, bottom, right}`; zero for any other text.
  public class func uiEdgeInsets(for string: String) -> UIEdgeInsets {
    guard let n = numbers(in: string, count: 4) else { return .zero }
    return UIEdgeInsets(top: n[0], left: n[1], bottom: n[2], right: n[3])
  }

  /// A point as `{x, y}`.
  public class func string(for point: CGPoint) -> String { "{\(text(point.x)), \(text(point.y))}" }

  /// A size as `{width, height}`.
  public class func string(for size: CGSize) -> String { "{\(text(size.width)), \(text(size.height))}" }

  /// A rectangle as `{{x, y}, {width, height}}`.
  public class func string(for rect: CGRect) -> String { "{\(string(for: rect.origin)), \(string(for: rect.size))}" }

  /// Insets as `{top, left, bottom, right}`.
  public class func string(for insets: UIEdgeInsets) -> String {
    text([insets.top, insets.left, insets.bottom, insets.right])
  }

  /// A vector as `{dx, dy}`.
  public class func string(for vector: CGVector) -> String { text([vector.dx, vector.dy]) }

  /// A transform as `[a, b, c, d, tx, ty]`.
  public class func string(for transform: CGAffineTransform) -> String {
    let numbers = [transform.a, transform.b, transform.c, transform.d, transform.tx, transform.ty]
    return "[" + numbers.map(text).joined(separator: ", ") + "]"
  }

  /// Parses a vector in the form `{dx, dy}`; zero for any other text.
  public class func cgVector(for string: String) -> CGVector {
    guard let n = numbers(in: string, count: 2) else { return .zero }
    return CGVector(dx: n[0], dy: n[1])
  }

  /// Parses a transform in the form `[a, b, c, d, tx, ty]`; the identity for any other text.
  public class func cgAffineTransform(for string: String) -> CGAffineTransform {
    guard let n = numbers(in: string, "[]", count: 6) else { return .identity }
    return CGAffineTransform(a: n[0], b: n[1], c: n[2], d: n[3], tx: n[4], ty: n[5])
  }

  private class func text(_ numbers: [CGFloat]) -> String { "{" + numbers.map(text).joined(separator: ", ") + "}" }

  private class func text(_ number: CGFloat) -> String {
    number == number.rounded() && abs(number) < 1e15 ? String(format: "%.0f", Double(number)) : "\(number)"
  }

  /// The numbers of a text with the given brackets; `nil` unless there are exactly `count`.
  private class func numbers(in string: String, _ brackets: String = "{}", count: Int) -> [CGFloat]? {
    let words = string.split { "\(brackets), ".contains($0) }.map { Double($0) }
    let found = words.compactMap { $0 }.filter(\.isFinite)
    guard words.count == count, found.count == count else { return nil }
    return found.map { CGFloat($0) }
  }
}
