// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

// Conversions between positions on a line and offsets in its string.

public import Foundation
public import LaminaCoreFoundation
internal import LaminaGeometry
internal import LaminaGraphics

/// Returns the offset in the string that is nearest to a point.
///
/// - Parameters:
///   - line: The line.
///   - position: A point, from the line's origin. Only its x counts.
/// - Returns: An offset in UTF-16, between two letters as a reader sees them.
public func CTLineGetStringIndexForPosition(_ line: CTLine, _ position: CGPoint) -> CFIndex {
  let x = position.x.isNaN ? 0 : Double(position.x)
  var nearest: (distance: Double, unit: Int)?
  for cluster in line.clusters {
    for (unit, place) in line.text.carets(of: cluster) where abs(place - x) < nearest?.distance ?? .infinity {
      nearest = (abs(place - x), unit)
    }
  }
  return nearest?.unit ?? line.units.lowerBound
}

/// Returns the position on a line of an offset in its string, in points from the line's origin.
///
/// - Parameters:
///   - line: The line.
///   - charIndex: An offset in UTF-16. Offsets beyond the line count as its end.
///   - secondaryOffset: Receives the end of the letter before, which differs where text changes its direction.
/// - Returns: The position at which the letter begins.
@discardableResult
public func CTLineGetOffsetForStringIndex(
  _ line: CTLine, _ charIndex: CFIndex, _ secondaryOffset: UnsafeMutablePointer<CGFloat>?
) -> CGFloat {
  let offsets = line.text.offsets(ofUnit: charIndex)
  secondaryOffset?.pointee = CGFloat(offsets.secondary)
  return CGFloat(offsets.primary)
}

/// Reports the edges of all letters of a line, from left to right.
///
/// - Parameters:
///   - line: The line.
///   - block: Is called with a position on the line in points, the letter's offset in UTF-16, whether the letter begins
///     rather than ends there, and a value to set to `true` to stop the enumeration.
public func CTLineEnumerateCaretOffsets(
  _ line: CTLine,
  _ block: (_ offset: Double, _ charIndex: CFIndex, _ leadingEdge: Bool, _ stop: UnsafeMutablePointer<Bool>) -> Void
) {
  var isOver = false
  for cluster in line.clusters {
    let carets = line.text.carets(of: cluster)
    let letters = Array(zip(carets, carets.dropFirst()))
    for (first, second) in cluster.isRightToLeft ? letters.reversed() : letters {
      let edges = [(first.x, true), (second.x, false)]
      for (x, isLeading) in cluster.isRightToLeft ? edges.reversed() : edges {
        block(x, first.unit, isLeading, &isOver)
        if isOver { return }
      }
    }
  }
}
