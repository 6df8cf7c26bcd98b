// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import LaminaGeometry
package import LaminaGraphics

// Handles. The resources of a plan are stored in tables, and referred to by their index there. Each table has its own
// type of handle, so that a picture's index is never used for a clip, and so that a missing resource is a named value
// instead of a number. The handles are separate types and not one generic type, since other modules would call a
// generic type through its witnesses.

/// An index in one of the tables of a plan, or none.
///
/// Usable from inlined code, so that renderers read an index as a number: without the attribute, the inlinable members
/// below are called through the handle's witnesses.
@usableFromInline package protocol PlanHandle: Hashable, Sendable {
  /// The index; less than 0 for none. Plans that were not validated may hold numbers that are not valid indices.
  var number: Int32 { get set }

  init(number: Int32)
}

extension PlanHandle {
  @inlinable package init(_ index: Int) { self.init(number: Int32(truncatingIfNeeded: index)) }

  /// The handle that does not refer to anything.
  @inlinable package static var none: Self { Self(number: -1) }

  /// Whether the handle refers to an element.
  @inlinable package var exists: Bool { number >= 0 }

  /// The index. Meaningless if the handle does not refer to anything.
  @inlinable package var index: Int { Int(truncatingIfNeeded: number) }
}

/// A clip: an index in `RenderPlan.clips`.
@frozen @usableFromInline package struct ClipHandle: PlanHandle {
  @usableFromInline package var number: Int32
  @inlinable package init(number: Int32) { self.number = number }
}

/// A picture: an index in `RenderPlan.images`.
@frozen @usableFromInline package struct ImageHandle: PlanHandle {
  @usableFromInline package var number: Int32
  @inlinable package init(number: Int32) { self.number = number }
}

/// A gradient: an index in `RenderPlan.gradients`.
@frozen @usableFromInline package struct GradientHandle: PlanHandle {
  @usableFromInline package var number: Int32
  @inlinable package init(number: Int32) { self.number = number }
}

/// A pass: an index in `RenderPlan.passes`.
@frozen @usableFromInline package struct PassHandle: PlanHandle {
  @usableFromInline package var number: Int32
  @inlinable package init(number: Int32) { self.number = number }
}

extension Array where Element == ClipShape {
  /// The clip of a handle.
  @inlinable package subscript(clip: ClipHandle) -> ClipShape {
    get { self[clip.index] }
    set { self[clip.index] = newValue }
  }

  /// Whether the array contains the clip of a handle.
  @inlinable package func holds(_ clip: ClipHandle) -> Bool { indices.contains(clip.index) }
}

extension Array where Element == CGImage {
  /// The picture of a handle.
  package subscript(image: ImageHandle) -> CGImage { self[image.index] }

  /// Whether the array contains the picture of a handle.
  package func holds(_ image: ImageHandle) -> Bool { indices.contains(image.index) }
}

extension Array where Element == GradientPaint {
  /// The gradient of a handle.
  package subscript(gradient: GradientHandle) -> GradientPaint { self[gradient.index] }

  /// Whether the array contains the gradient of a handle.
  package func holds(_ gradient: GradientHandle) -> Bool { indices.contains(gradient.index) }
}

extension Array where Element == RenderPass {
  /// The pass of a handle.
  package subscript(pass: PassHandle) -> RenderPass {
    get { self[pass.index] }
    set { self[pass.index] = newValue }
  }
}
