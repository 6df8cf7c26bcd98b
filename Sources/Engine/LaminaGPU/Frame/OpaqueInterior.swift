// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

package import LaminaGeometry

/// The opaque pixels of a box, which hide the ones of a box behind it that has the same: a layer that fills its
/// superlayer.
package struct OpaqueInterior {
  private let bounds: PixelRect
  private let polygon: UnsafeBufferPointer<SIMD2<Float>>

  /// - Parameters:
  ///   - polygon: The inner polygon of the box, in place.
  ///   - bounds: The pixels that the box may touch.
  package init(_ polygon: UnsafeBufferPointer<SIMD2<Float>>, in bounds: PixelRect) {
    (self.polygon, self.bounds) = (polygon, bounds)
  }

  /// Whether another interior is the same pixels.
  package func isSame(as other: OpaqueInterior) -> Bool {
    bounds == other.bounds && polygon.elementsEqual(other.polygon)
  }
}
