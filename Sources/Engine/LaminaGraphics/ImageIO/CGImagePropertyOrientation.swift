// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

/// How the pixels of a file lie, by the numbers of Exif: where its row 0 and its column 0 are when it stands upright.
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
