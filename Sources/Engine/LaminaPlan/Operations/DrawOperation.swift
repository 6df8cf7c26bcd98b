// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

public import LaminaGeometry

/// The operations that renderers draw.
///
/// Both renderers switch over the cases without `default`, so that a new operation does not compile until both draw it.
@usableFromInline package enum DrawOperation: Sendable, Hashable {
  case box(BoxOperation)
  case shadow(ShadowOperation)
  case composite(CompositeOperation)
  case particles(ParticlesOperation)
  case surface(SurfaceOperation)

  /// The pixels that the operation may touch.
  @inlinable package var pixelBounds: PixelRect {
    // Inlined, so that the compiler reads only these numbers; a call would be passed a copy of the operation.
    @inline(__always) get {
      switch self {
      case .box(let box): box.pixelBounds
      case .shadow(let shadow): shadow.pixelBounds
      case .composite(let composite): composite.pixelBounds
      case .particles(let run): run.pixelBounds
      case .surface(let surface): surface.pixelBounds
      }
    }
  }

  /// The inner polygon of a box whose pixels there hide everything behind them; empty for others.
  @inlinable package var hiding: VertexPlace {
    @inline(__always) get {
      switch self {
      case .box(let box): VertexPlace(start: box.innerStart, count: box.isInnerOpaque ? Int32(box.vertexCount) : 0)
      case .shadow, .composite, .particles, .surface: VertexPlace(start: 0, count: 0)
      }
    }
  }

  /// Whether the operation is a box with opaque pixels, which hide everything behind them.
  @inlinable package var hidesBehind: Bool {
    @inline(__always) get { hiding.count >= 3 }
  }

  /// The operation if it draws an earlier pass pixel for pixel; `nil` for others.
  package var composite: CompositeOperation? {
    switch self {
    case .composite(let composite): composite
    case .box, .shadow, .particles, .surface: nil
    }
  }

  /// The operation if it draws an earlier pass unchanged: not faded, clipped, masked, mapped or blended.
  package var plainComposite: CompositeOperation? {
    guard let composite, composite.isSimple, !composite.clip.exists, composite.opacity >= 1 else { return nil }
    return composite
  }
}
