// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

/// The orientation of the pixels of a file, by the numbers of Exif: the sides of the upright picture at which row 0 and
/// column 0 are.
public enum CGImagePropertyOrientation: UInt32, Sendable {
  /// Row 0 is the top, column 0 the left side.
  case up = 1
  /// Row 0 is the top, column 0 the right side.
  case upMirrored = 2
  /// Row 0 is the bottom, column 0 the right side.
  case down = 3
  /// Row 0 is the bottom, column 0 the left side.
  case downMirrored = 4
  /// Row 0 is the left side, column 0 the top.
  case leftMirrored = 5
  /// Row 0 is the right side, column 0 the top.
  case right = 6
  /// Row 0 is the right side, column 0 the bottom.
  case rightMirrored = 7
  /// Row 0 is the left side, column 0 the bottom.
  case left = 8
}
