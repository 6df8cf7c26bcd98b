// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

// Paths combined as shapes. Curves are flattened to polygons of whole-number points, whose overlay is exact. The curves
// are then found again in the result, so that a curve without cuts is returned unchanged.

internal import Foundation

extension CGPath {
  /// Returns the shape that is inside this path, another one, or both.
  ///
  /// All these operations take open subpaths as closed, and return closed subpaths that do not cross: outer ones run
  /// from x towards y, holes the other way, so that both rules fill them alike. Curves stay curves; at a cut they
  /// differ from the original by a 50,000th of the box of both paths at most, and by no more than a hundredth of a
  /// point in paths of less than 100,000 points. Parts thinner than a 500,000,000th of the box are left out.
  ///
  /// - Parameters:
  ///   - other: The other path.
  ///   - rule: The rule that decides the inside of both paths.
  /// - Returns: The path; empty where the shape is empty.
  /// - Complexity: O(n log n) for n lines of which few meet, O(n²) at worst.
  public final func union(_ other: CGPath, using rule: CGPathFillRule = .winding) -> CGPath {
    combined(.union, with: other, rule)
  }

  /// Returns the shape that is inside both this path and another one; see ``union(_:using:)``.
  ///
  /// - Parameters:
  ///   - other: The other path.
  ///   - rule: The rule that decides the inside of both paths.
  /// - Returns: The path; empty where the shape is empty.
  public final func intersection(_ other: CGPath, using rule: CGPathFillRule = .winding) -> CGPath {
    guard mayMeet(other) else { return CGPath(elements: PathElements()) }
    return combined(.intersection, with: other, rule)
  }

  /// Returns the shape that is inside this path and not inside another one; see ``union(_:using:)``.
  ///
  /// - Parameters:
  ///   - other: The path that is taken away.
  ///   - rule: The rule that decides the inside of both paths.
  /// - Returns: The path; empty where nothing is left.
  public final func subtracting(_ other: CGPath, using rule: CGPathFillRule = .winding) -> CGPath {
    combined(.difference, with: other, rule)
  }

  /// Returns the shape that is inside this path or another one, and not inside both; see ``union(_:using:)``.
  ///
  /// - Parameters:
  ///   - other: The other path.
  ///   - rule: The rule that decides the inside of both paths.
  /// - Returns: The path; empty where the shape is empty.
  public final func symmetricDifference(_ other: CGPath, using rule: CGPathFillRule = .winding) -> CGPath {
    combined(.symmetricDifference, with: other, rule)
  }

  /// Returns the same shape with subpaths that neither cross nor lie on one another; see ``union(_:using:)``.
  ///
  /// - Parameter rule: The rule that decides the inside.
  /// - Returns: The path; empty where nothing is inside.
  public final func normalized(using rule: CGPathFillRule = .winding) -> CGPath {
    combined(.union, with: CGPath(elements: PathElements()), rule)
  }

  /// Returns each connected piece of the shape, with its holes, as a path of its own; see ``union(_:using:)``.
  ///
  /// Pieces that touch only in a point are separate.
  ///
  /// - Parameter rule: The rule that decides the inside.
  public final func componentsSeparated(using rule: CGPathFillRule = .winding) -> [CGPath] {
    let pieces = PolygonClipping(elements, PathElements())?.combine(.union, rule) ?? []
    return pieces.map { CGPath(elements: $0) }
  }

  /// Whether any of the inside of this path is inside another one too; edges that only touch do not count.
  ///
  /// - Parameters:
  ///   - other: The other path.
  ///   - rule: The rule that decides the inside of both paths.
  public final func intersects(_ other: CGPath, using rule: CGPathFillRule = .winding) -> Bool {
    !intersection(other, using: rule).isEmpty
  }

  private func combined(_ operation: PolygonClipping.Operation, with other: CGPath, _ rule: CGPathFillRule) -> CGPath {
    var result = PathElements()
    for piece in PolygonClipping(elements, other.elements)?.combine(operation, rule) ?? [] { result.append(piece) }
    return CGPath(elements: result)
  }

  private func mayMeet(_ other: CGPath) -> Bool {
    let (box, otherBox) = (elements.finiteControlBox, other.elements.finiteControlBox)
    return !box.isNull && !otherBox.isNull && box.minX <= otherBox.maxX && otherBox.minX <= box.maxX
      && box.minY <= otherBox.maxY && otherBox.minY <= box.maxY
  }
}
