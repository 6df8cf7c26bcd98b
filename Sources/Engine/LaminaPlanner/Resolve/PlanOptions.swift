// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

public import LaminaGeometry
public import LaminaGraphics
public import LaminaPlan
public import LaminaSystem

/// The options by which a snapshot becomes a canvas.
public struct PlanOptions: Sendable, Equatable {
  /// The scale in pixels per point.
  ///
  /// - Range: above 0 and finite; anything else is a ``PlanError/invalidScale(_:)``.
  /// - Default: 1.
  public var scale: Double = 1
  /// The exact size of the canvas; the root is scaled uniformly to fit and centred. Overrides ``scale``.
  ///
  /// - Default: `nil`, the root's bounds times ``scale``.
  public var size: PixelSize?
  /// The colour behind the finished picture. Blend modes and background filters do not see it.
  ///
  /// - Default: `nil`, transparent.
  public var background: CGColor?
  /// The part of the canvas to draw, for canvases rendered in tiles. It shows the pixels of the whole canvas: where
  /// draws share antialiased edges in the part, the whole canvas is planned, and the part is cut out of it.
  ///
  /// - Default: `nil`, the whole canvas.
  public var region: PixelRect?
  /// The debug overlay on the picture, which shows its drawing cost.
  ///
  /// - Default: `nil`, no overlay.
  public var overlay: DebugOverlay?
  /// Whether the overdraw overlay counts pixels that are hidden by opaque ones, as in drawing back to front.
  package var countsHidden = false
  /// The limits of a picture's cost. Planning also counts its time, unless it is given the meter of a picture.
  ///
  /// - Default: limits that ordinary trees do not reach.
  public var limits = RenderLimits()

  /// Makes the default options.
  public init() {}
}

/// The reason why a snapshot cannot be planned.
public enum PlanError: Error, Equatable, Sendable {
  /// The root's bounds, or the requested size, do not contain a pixel. The values are in points, and the scale.
  case emptyCanvas(width: Double, height: Double, scale: Double)
  /// The canvas has more pixels than allowed.
  case canvasTooLarge(width: Double, height: Double, limit: Int)
  /// The picture would exceed a limit of its cost.
  case overLimit(LimitExceeded)
  /// There is not enough memory to draw a path or a text.
  case graphics(GraphicsError)
  /// The scale is not a positive number.
  case invalidScale(Double)
  /// The root's bounds are not numbers.
  case invalidBounds
}

extension PlanError: CustomStringConvertible {
  /// One line for a reader, including the numbers.
  public var description: String {
    switch self {
    case .emptyCanvas(let width, let height, let scale):
      "the canvas is empty: the root layer is \(width) x \(height) points at scale \(scale)"
    case .canvasTooLarge(let width, let height, let limit):
      "a canvas of \(pixels(width)) x \(pixels(height)) px is over the limit of \(limit) pixels"
    case .overLimit(let limit): "\(limit)"
    case .graphics(let error): "\(error)"
    case .invalidScale(let scale):
      "a scale of \(scale) cannot be drawn: it must be a positive number"
    case .invalidBounds:
      "the root layer's bounds are not finite numbers"
    }
  }

  private func pixels(_ value: Double) -> String {
    value < 1e15 ? String(Int(clamping: value)) : String(value)
  }
}
