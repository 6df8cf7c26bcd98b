// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import LaminaGeometry
package import LaminaGraphics

// What a plan refers to stands in tables, and is referred to by its place there. Each table has handles of its own, so
// that a picture's place is never taken for a clip's; and a place that is none says so by its name instead of by a
// number. They are types of their own and not one generic type, which other modules would call through its witnesses.

/// A place in one of the tables of a plan, or none.
package protocol PlanHandle: Hashable, Sendable {
  /// The place; less than 0 for none. Plans that nobody has checked may hold numbers that are no place.
  var number: Int32 { get set }

  init(number: Int32)
}

extension PlanHandle {
  @inlinable package init(_ index: Int) { self.init(number: Int32(truncatingIfNeeded: index)) }

  /// Refers to nothing.
  @inlinable package static var none: Self { Self(number: -1) }

  /// Whether it refers to something.
  @inlinable package var exists: Bool { number >= 0 }

  /// The place. Without meaning where it refers to nothing.
  @inlinable package var index: Int { Int(truncatingIfNeeded: number) }
}

/// A clip: a place in `RenderPlan.clips`.
@frozen @usableFromInline package struct ClipHandle: PlanHandle {
  @usableFromInline package var number: Int32
  @inlinable package init(number: Int32) { self.number = number }
}

/// A picture: a place in `RenderPlan.images`.
@frozen @usableFromInline package struct ImageHandle: PlanHandle {
  @usableFromInline package var number: Int32
  @inlinable package init(number: Int32) { self.number = number }
}

/// A gradient: a place in `RenderPlan.gradients`.
@frozen @usableFromInline package struct GradientHandle: PlanHandle {
  @usableFromInline package var number: Int32
  @inlinable package init(number: Int32) { self.number = number }
}

/// A pass: a place in `RenderPlan.passes`.
@frozen @usableFromInline package struct PassHandle: PlanHandle {
  @usableFromInline package var number: Int32
  @inlinable package init(number: Int32) { self.number = number }
}

extension Array where Element == ClipShape {
  /// The clip at a place.
  package subscript(clip: ClipHandle) -> ClipShape {
    get { self[clip.index] }
    set { self[clip.index] = newValue }
  }

  /// Whether there is a clip at a place.
  package func holds(_ clip: ClipHandle) -> Bool { indices.contains(clip.index) }
}

extension Array where Element == CGImage {
  /// The picture at a place.
  package subscript(image: ImageHandle) -> CGImage { self[image.index] }

  /// Whether there is a picture at a place.
  package func holds(_ image: ImageHandle) -> Bool { indices.contains(image.index) }
}

extension Array where Element == GradientPaint {
  /// The gradient at a place.
  package subscript(gradient: GradientHandle) -> GradientPaint { self[gradient.index] }

  /// Whether there is a gradient at a place.
  package func holds(_ gradient: GradientHandle) -> Bool { indices.contains(gradient.index) }
}

extension Array where Element == RenderPass {
  /// The pass at a place.
  package subscript(pass: PassHandle) -> RenderPass {
    get { self[pass.index] }
    set { self[pass.index] = newValue }
  }
}
