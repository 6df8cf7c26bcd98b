// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

#if Serve
import Foundation
import Lamina
import LaminaGeometry
import LaminaPlan
import LaminaServe
import LaminaSystem
import LaminaWorkers

/// A page's request for a picture: a moment, and how it is drawn. The names match the options of `lamina render`.
struct ViewOrder: Codable, Sendable, Equatable {
  /// The renderer.
  enum Drawing: String, Codable, Sendable {
    case cpu, gpu
    /// The difference between both, multiplied by sixteen.
    case difference
  }

  /// The kind of view.
  enum Mode: String, Codable, Sendable {
    case picture
    /// The layers pulled apart along z.
    case exploded
  }

  /// The number by which the page identifies the picture.
  var seq = 0
  /// The time in seconds.
  var time = 0.0
  /// Pixels per point; used where no size is given.
  var scale: Double?
  /// `1920x1080`.
  var size: String?
  /// `#rgb`, `#rrggbb`, `#rrggbbaa`; `nil` or `none` for no background.
  var background: String?
  /// `nil` for the renderer that the tool's options choose.
  var renderer: Drawing?
  /// `blended`, `offscreen`, `overdraw`, `bounds`.
  var overlay: String?
  var mode: Mode?
  /// The camera of the exploded view: angles in radians, and spacing as a multiple of the default.
  var yaw: Double?
  var pitch: Double?
  var spacing: Double?
  /// Whether the exact pixels are requested, as a PNG. Otherwise the picture may be a JPEG, which arrives sooner.
  var exact = true
  /// The size at which the page shows the picture, relative to its size in pixels. A picture that is not exact is drawn
  /// no larger than that.
  ///
  /// - Range: above 0; values from 1 on mean the whole size, and values below 1/64 mean 1/64.
  /// - Default: `nil`: the whole size.
  var shown: Double?

  /// Decodes an order; missing values get their defaults.
  init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: CodingKeys.self)
    seq = try values.decodeIfPresent(Int.self, forKey: .seq) ?? 0
    time = try values.decodeIfPresent(Double.self, forKey: .time) ?? 0
    scale = try values.decodeIfPresent(Double.self, forKey: .scale)
    size = try values.decodeIfPresent(String.self, forKey: .size)
    background = try values.decodeIfPresent(String.self, forKey: .background)
    renderer = try values.decodeIfPresent(Drawing.self, forKey: .renderer)
    overlay = try values.decodeIfPresent(String.self, forKey: .overlay)
    mode = try values.decodeIfPresent(Mode.self, forKey: .mode)
    yaw = try values.decodeIfPresent(Double.self, forKey: .yaw)
    pitch = try values.decodeIfPresent(Double.self, forKey: .pitch)
    spacing = try values.decodeIfPresent(Double.self, forKey: .spacing)
    exact = try values.decodeIfPresent(Bool.self, forKey: .exact) ?? true
    shown = try values.decodeIfPresent(Double.self, forKey: .shown)
  }

  /// Makes an order with all defaults.
  init() {}

  /// The size at which the picture is drawn, relative to the exact one.
  var share: Double {
    guard !exact, let shown, shown > 0, shown < 1 else { return 1 }
    return max(shown, 1.0 / 64)
  }

  /// The render options of the picture.
  ///
  /// - Parameter request: The request that holds the limits.
  /// - Throws: ``Problem`` for values that no picture can have.
  func options(_ request: SceneRequest) throws(Problem) -> RenderOptions {
    var request = request
    for (name, text) in [("size", size), ("background", background), ("overlay", overlay)] {
      // A page sends an empty text where nothing is chosen; an empty size is invalid.
      if let text, name == "size" || !text.isEmpty { try request.set(name, text) }
    }
    if let whole = request.options.size {
      if share < 1 { request.options.size = whole.scaled(by: share) }
    } else {
      let whole = scale ?? 1
      guard whole.isFinite, whole > 0 else { throw .badParameter("scale", "it is a number above 0") }
      request.options.scale = whole * share
    }
    return request.options
  }
}

extension PixelSize {
  /// The size multiplied by a factor, at least one pixel in both directions.
  func scaled(by share: Double) -> PixelSize {
    func part(_ side: Int) -> Int { max(1, Int(clamping: (Double(side) * share).rounded())) }
    return PixelSize(width: part(width), height: part(height))
  }
}
#endif
