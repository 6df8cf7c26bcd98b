// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import LaminaGeometry
import LaminaPlan

/// An outline on a plane with its clip and limit: the values that all parts of a layer share.
struct PlacedOutline {
  var plane: LayerPlane
  /// The outline in layer space.
  var outline: RoundedRectangle
  /// The antialiased edges, 1 for each one and 0 for the others: minX, minY, maxX, maxY.
  var antialiased: SIMD4<Float>
  /// The innermost clip, or none.
  var clip: ClipHandle = .none
  /// The pixels that may show.
  var limit = PixelRect.empty
  /// The factor by which each part is multiplied.
  var opacity: Float = 1
  var node: Int32
}

/// A type with a placed outline, whose parts can be accessed directly.
protocol Placed {
  var placed: PlacedOutline { get set }
}

extension Placed {
  var plane: LayerPlane {
    @inline(__always) get { placed.plane }
    @inline(__always) set { placed.plane = newValue }
  }
  /// The bounds with their corners, in layer space.
  var outline: RoundedRectangle {
    @inline(__always) get { placed.outline }
    @inline(__always) set { placed.outline = newValue }
  }
  var antialiased: SIMD4<Float> {
    @inline(__always) get { placed.antialiased }
    @inline(__always) set { placed.antialiased = newValue }
  }
  var clip: ClipHandle {
    @inline(__always) get { placed.clip }
    @inline(__always) set { placed.clip = newValue }
  }
  var limit: PixelRect {
    @inline(__always) get { placed.limit }
    @inline(__always) set { placed.limit = newValue }
  }
  var node: Int32 {
    @inline(__always) get { placed.node }
    @inline(__always) set { placed.node = newValue }
  }
}
