// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

public import LaminaGeometry
public import LaminaGraphics

/// How a snapshot becomes a canvas.
public struct PlanOptions: Sendable, Equatable {
  /// Pixels a point.
  ///
  /// - Range: above 0 and finite; anything else is a ``PlanError/invalidScale(_:)``.
  /// - Default: 1.
  public var scale: Double = 1
  /// The exact size of the canvas; the root is scaled uniformly to fit and centred. Overrides ``scale``.
  ///
  /// - Default: `nil`, the root's bounds times ``scale``.
  public var size: PixelSize?
  /// The colour behind the finished picture. Blend modes and filters of backgrounds do not see it.
  ///
  /// - Default: `nil`, transparent.
  public var background: CGColor?
  /// The part of the canvas to draw, for canvases rendered in tiles.
  ///
  /// - Default: `nil`, all of it.
  public var region: PixelRect?
  /// What the picture is coloured by, to see what it costs.
  ///
  /// - Default: `nil`: nothing, it is as it is.
  public var overlay: DebugOverlay?
  /// Whether the overdraw overlay counts what something opaque hides, as when drawing back to front.
  package var countsHidden = false
  /// How much a picture may cost. Planning counts its time, too, unless it is told to share a picture's.
  ///
  /// - Default: what no honest tree meets.
  public var limits = RenderLimits()

  /// Makes the default options.
  public init() {}
}

/// Why a snapshot cannot be planned.
public enum PlanError: Error, Equatable, Sendable {
  /// The root's bounds, or the size asked for, hold no pixel. Points and scale.
  case emptyCanvas(width: Double, height: Double, scale: Double)
  /// The canvas has more pixels than allowed.
  case canvasTooLarge(width: Double, height: Double, limit: Int)
  /// The picture would cost more than it may.
  case overLimit(LimitExceeded)
  /// There is no memory to draw a path or a text.
  case graphics(GraphicsError)
  /// The scale is not a positive number.
  case invalidScale(Double)
  /// The root's bounds are not numbers.
  case invalidBounds
}

extension PlanError: CustomStringConvertible {
  /// One line for a person, with the numbers in it.
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
