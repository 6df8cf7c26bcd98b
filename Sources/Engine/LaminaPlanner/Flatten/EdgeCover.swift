// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import LaminaGeometry
import LaminaGraphics
import LaminaPlan

/// A draw that covers a part of an edge.
struct EdgeCover {
  /// Its place among the draws.
  var draw: Int32
  /// The previous cover of the edge; -1 for none.
  var next: Int32
  var bounds: PixelRect
  /// Its outline, in `shapes`.
  var shape: Int32
  var alphas: CoverAlphas
  /// The width of a border; else 0.
  var borderWidth: Float
  /// Whether the shape is the edge itself, so that everything at the edge lies in the shape.
  var isEdge: Bool
  /// The edge of the outline of the draw; -1 for none.
  var own: Int32
  /// The next edge outward of an edge that is the outline; -1 for none.
  var outward: Int32
  /// The innermost link without an antialiased edge that cuts the draw outward of the edge, as cuts of planes in space
  /// do; -1 for none. The cover counts only for draws inside the same links.
  var cut: Int32 = -1
  /// The next edge inward in the list of the draw, -1 for none, and the link with it in `parts`.
  var inward: (edge: Int32, part: Int) = (-1, -1)
  /// The links between the draw and the edge, in `parts`.
  var parts: Range<Int>
  /// Whether the first part is the pixels of the draw, along which it is cut.
  var isCut = false
}

/// The alpha with which a box hides the pixels behind it.
struct CoverAlphas {
  /// Inside its shape.
  var inside: Float
  /// A gradient whose alpha multiplies `inside`, or none.
  var gradient = GradientHandle.none
  /// The alpha of its border, over `inside`.
  var border: Float = 0
}

extension UnsafePointer<BoxOperation> {
  /// The alphas of the box. The alpha of a translucent picture is not known here, so the fill alone counts.
  func coverAlphas(isPictureOpaque: Bool) -> CoverAlphas {
    let (fill, tint, opacity) = (pointee.fill.w, pointee.tint.w, pointee.opacity)
    let (border, borderWidth) = (pointee.border.w, pointee.borderWidth)
    var alpha = fill
    if pointee.image.exists {
      if !pointee.isInnerWhite, isPictureOpaque { alpha = tint + fill * (1 - tint) }
    } else if pointee.gradient.exists, pointee.isInnerOpaque {
      alpha = 1
    } else if pointee.gradient.exists, fill <= 0, borderWidth <= 0 {
      return CoverAlphas(inside: Self.counted(tint * opacity), gradient: pointee.gradient)
    }
    alpha *= opacity
    guard borderWidth > 0, border > 0, alpha < 1 else { return CoverAlphas(inside: Self.counted(alpha)) }
    // The share that shows through the ring, divided by the share that shows through the inside.
    let through = 1 - opacity * (border + (1 - border) * alpha / max(opacity, 1e-6))
    return CoverAlphas(
      inside: Self.counted(alpha), border: Self.counted(1 - max(through, 0) / (1 - alpha)))
  }

  /// An alpha, without what changes no level: `ClipRole.code` could not tell it from 0.
  private static func counted(_ alpha: Float) -> Float { alpha < 0x1p-12 ? 0 : alpha }
}

extension ClipShape {
  /// Whether it ends draws at antialiased edges of its own, and not by a gradient.
  var isEdge: Bool { role.isClip && !gradient.exists && shape.softEdges != 0 }

  /// Whether another link takes the same off draws.
  func isSame(as other: ClipShape) -> Bool {
    shape == other.shape && gradient == other.gradient && role == other.role
  }
}

extension PixelRect {
  /// Its corners, x and y of each in turn.
  var quad: SIMD8<Float> {
    let (left, top, right, bottom) = (Float(minX), Float(minY), Float(maxX), Float(maxY))
    return SIMD8(left, top, right, top, right, bottom, left, bottom)
  }

  /// The centres of the pixels in its corners, x and y of each in turn.
  var centres: SIMD8<Float> { quad + SIMD8(0.5, 0.5, -0.5, 0.5, -0.5, -0.5, 0.5, -0.5) }
}

extension DrawOperation {
  /// The operation with another innermost clip.
  func clipped(by clip: ClipHandle) -> DrawOperation {
    switch self {
    case .box(var box):
      box.clip = clip
      return .box(box)
    case .shadow(var shadow):
      shadow.clip = clip
      return .shadow(shadow)
    case .composite(var composite):
      composite.clip = clip
      return .composite(composite)
    case .particles(var run):
      run.clip = clip
      return .particles(run)
    case .surface(var surface):
      surface.clip = clip
      return .surface(surface)
    }
  }

  /// The innermost clip of the operation.
  var innermostClip: ClipHandle {
    @inline(__always) get {
      switch self {
      case .box(let box): box.clip
      case .shadow(let shadow): shadow.clip
      case .composite(let composite): composite.clip
      case .particles(let run): run.clip
      case .surface(let surface): surface.clip
      }
    }
  }

  /// Whether the operation lies over the pixels behind it, and does not combine with them in another way.
  var liesOver: Bool {
    switch self {
    case .box, .shadow, .surface: true
    case .composite(let composite): composite.blend == .normal
    case .particles(let run): !run.isAdditive
    }
  }
}
