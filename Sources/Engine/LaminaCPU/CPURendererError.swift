// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import LaminaGeometry
import LaminaGraphics
public import LaminaSystem

/// Errors of the CPU renderer.
public enum CPURendererError: Error, Equatable, Sendable {
  /// The memory for a target is not available.
  case outOfMemory(bytes: Int)
  /// The plan draws no pixel.
  case emptyRegion
  /// A side of the plan's region exceeds the limit of a picture. Pixels.
  case regionTooLarge(width: Int, height: Int, limit: Int)
  /// The picture exceeds its limits.
  case overLimit(LimitExceeded)
}

extension CPURendererError: CustomStringConvertible {
  /// One line for a person, with the numbers in it.
  public var description: String {
    switch self {
    case .outOfMemory(let bytes):
      "not enough memory for a target of \(bytes) bytes"
    case .emptyRegion:
      "the plan's region is empty: there is nothing to render"
    case .regionTooLarge(let width, let height, let limit):
      "a target of \(width) x \(height) px has a side over the limit of \(limit) px"
    case .overLimit(let limit): "\(limit)"
    }
  }
}
