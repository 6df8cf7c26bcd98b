// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

package import Foundation

/// The rule that decides the inside of a path.
public enum CGPathFillRule: Int, Sendable {
  /// A point is inside where the path winds around it.
  case winding = 0
  /// A point is inside where a ray from it crosses the path an odd number of times.
  case evenOdd = 1
}

/// The shape of the ends of a stroke.
public enum CGLineCap: Int32, Sendable {
  /// Cut off at the end.
  case butt = 0
  /// A half circle beyond the end.
  case round = 1
  /// Half the width beyond the end.
  case square = 2
}

/// The shape of the corners of a stroke.
public enum CGLineJoin: Int32, Sendable {
  /// Sharp, up to the miter limit; beyond it as ``bevel``.
  case miter = 0
  /// Rounded.
  case round = 1
  /// Cut off.
  case bevel = 2
}

/// All settings that decide the area that the stroke of a path covers.
package struct StrokeStyle: Hashable, Sendable {
  /// The width, half of it on each side of the path. Zero, negative and NaN widths stroke nothing.
  package var width: CGFloat
  /// The shape of the ends.
  package var cap: CGLineCap
  /// The shape of the corners.
  package var join: CGLineJoin
  /// The longest miter, in widths. Values below 1 and NaN are drawn as 1.
  package var miterLimit: CGFloat
  /// The offset into the pattern at which each subpath starts.
  package var dashPhase: CGFloat
  /// The lengths of dashes and gaps in turn; empty for a whole line.
  package var dashLengths: [CGFloat]

  package init(
    width: CGFloat = 1, cap: CGLineCap = .butt, join: CGLineJoin = .miter, miterLimit: CGFloat = 10,
    dashPhase: CGFloat = 0, dashLengths: [CGFloat] = []
  ) {
    self.width = width
    self.cap = cap
    self.join = join
    self.miterLimit = miterLimit
    self.dashPhase = dashPhase
    self.dashLengths = dashLengths
  }

  /// Whether the stroke can cover anything.
  package var strokesSomething: Bool { width > 0 && width.isFinite }

  /// The miter limit that is drawn.
  package var effectiveMiterLimit: Double { miterLimit > 1 ? Double(miterLimit) : 1 }

  /// The dash pattern that is drawn; `nil` for a whole line, which is also drawn for an invalid pattern.
  package var dashPattern: DashPattern? { DashPattern(lengths: dashLengths, phase: dashPhase) }

  /// The farthest that the stroke can reach from the path.
  package var reach: Double {
    let corner = join == .miter ? effectiveMiterLimit : 1
    return Double(width) / 2 * max(corner, cap == .square ? 2.squareRoot() : 1)
  }
}
