// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

public import Foundation

// Points, sizes, rectangles and transforms as objects, by the names that Apple's frameworks have for them. Foundation
// keeps the first three itself here; it does not know other structures, so transforms and vectors are kept as arrays of
// numbers.

extension NSValue {
  /// Boxes a point.
  public convenience init(cgPoint point: CGPoint) { self.init(point: point) }

  /// Boxes a size.
  public convenience init(cgSize size: CGSize) { self.init(size: size) }

  /// Boxes a rectangle.
  public convenience init(cgRect rect: CGRect) { self.init(rect: rect) }

  /// Boxes a transform of the plane.
  public convenience init(cgAffineTransform transform: CGAffineTransform) {
    let numbers = [transform.a, transform.b, transform.c, transform.d, transform.tx, transform.ty].map { Double($0) }
    self.init(numbers: numbers)
  }

  /// Boxes a transform.
  public convenience init(caTransform3D transform: CATransform3D) {
    let rows = [transform.row1, transform.row2, transform.row3, transform.row4]
    self.init(numbers: rows.flatMap { row in (0..<4).map { row[$0] } })
  }

  /// Boxes a vector.
  public convenience init(cgVector vector: CGVector) { self.init(numbers: [Double(vector.dx), Double(vector.dy)]) }

  /// The vector in the box; zero where there is none.
  public var cgVectorValue: CGVector { numbers(2).map { CGVector(dx: $0[0], dy: $0[1]) } ?? .zero }

  /// The point in the box; zero where there is none.
  public var cgPointValue: CGPoint { boxedPoint ?? .zero }

  /// The size in the box; zero where there is none.
  public var cgSizeValue: CGSize { boxedSize ?? .zero }

  /// The rectangle in the box; zero where there is none.
  public var cgRectValue: CGRect { boxedRect ?? .zero }

  /// The transform of the plane in the box; the identity where there is none.
  public var cgAffineTransformValue: CGAffineTransform { boxedAffineTransform ?? .identity }

  /// The transform in the box; the identity where there is none.
  public var caTransform3DValue: CATransform3D { boxedTransform ?? CATransform3DIdentity }
}

extension NSValue {
  /// The point in the box; `nil` where there is anything else.
  package var boxedPoint: CGPoint? { holds("{CGPoint=dd}") ? pointValue : nil }

  /// The size in the box; `nil` where there is anything else.
  package var boxedSize: CGSize? { holds("{CGSize=dd}") ? sizeValue : nil }

  /// The rectangle in the box; `nil` where there is anything else.
  package var boxedRect: CGRect? { holds("{CGRect={CGPoint=dd}{CGSize=dd}}") ? rectValue : nil }

  /// The transform of the plane in the box; `nil` where there is anything else.
  package var boxedAffineTransform: CGAffineTransform? {
    guard let n = numbers(6) else { return nil }
    return CGAffineTransform(a: n[0], b: n[1], c: n[2], d: n[3], tx: n[4], ty: n[5])
  }

  /// The transform in the box; `nil` where there is anything else.
  package var boxedTransform: CATransform3D? {
    guard let n = numbers(16) else { return nil }
    return CATransform3D(
      m11: n[0], m12: n[1], m13: n[2], m14: n[3], m21: n[4], m22: n[5], m23: n[6], m24: n[7], m31: n[8], m32: n[9],
      m33: n[10], m34: n[11], m41: n[12], m42: n[13], m43: n[14], m44: n[15])
  }

  private convenience init(numbers: [Double]) {
    self.init(bytes: numbers, objCType: "[\(numbers.count)d]")
  }

  private func numbers(_ count: Int) -> [CGFloat]? {
    guard holds("[\(count)d]") else { return nil }
    var numbers = [Double](repeating: 0, count: count)
    getValue(&numbers)
    return numbers.map { CGFloat($0) }
  }

  private func holds(_ type: String) -> Bool { String(cString: objCType) == type }
}

extension CGFloat {
  /// The number in a box, rounded to the precision of this type.
  public init(truncating number: NSNumber) { self.init(number.doubleValue) }

  /// The number in a box; `nil` where this type does not hold it exactly.
  public init?(exactly number: NSNumber) {
    guard let value = Double(exactly: number) else { return nil }
    self.init(value)
  }
}
