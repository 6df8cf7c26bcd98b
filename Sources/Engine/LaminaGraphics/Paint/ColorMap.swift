// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

/// A map of straight sRGB-encoded colours of single pixels, 0...1, to colours in the same range.
///
/// Layers, snapshots and plans carry a map as a whole; only the renderers and the listing of a plan tell the cases
/// apart.
///
/// - Conformance: GROUP-4
package enum ColorMap: Sendable, Hashable, BitwiseCopyable {
  case matrix(ColorMatrix)

  /// One map that equals this one followed by another; `nil` where the two have to stay apart.
  package func followed(by next: ColorMap) -> ColorMap? {
    switch (self, next) {
    case (.matrix(let first), .matrix(let second)): first.keepsRange ? .matrix(first.followed(by: second)) : nil
    }
  }
}
