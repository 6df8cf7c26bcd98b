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

/// What a page asks to see: a moment, and how it is drawn. The names are those of the options of `lamina render`.
struct ViewOrder: Codable, Sendable, Equatable {
  /// What draws.
  enum Drawing: String, Codable, Sendable {
    case cpu, gpu
    /// What the two differ by, sixteen times.
    case difference
  }

  /// What is drawn.
  enum Mode: String, Codable, Sendable {
    case picture
    /// The layers pulled apart along z.
    case exploded
  }

  /// The number by which the page knows the picture again.
  var seq = 0
  /// Seconds.
  var time = 0.0
  /// Pixels a point; where there is no size.
  var scale: Double?
  /// `1920x1080`.
  var size: String?
  /// `#rgb`, `#rrggbb`, `#rrggbbaa`; `nil` or `none` for nothing.
  var background: String?
  /// `nil` for what the tool was told.
  var renderer: Drawing?
  /// `blended`, `offscreen`, `overdraw`, `bounds`.
  var overlay: String?
  var mode: Mode?
  /// The camera of the exploded view: radians, and a multiple of the usual distance.
  var yaw: Double?
  var pitch: Double?
  var spacing: Double?
  /// Whether the pixels are to be exact: as a PNG. Otherwise they come sooner, as a JPEG where nothing is translucent.
  var exact = true
  /// How large the page shows the picture, beside its pixels: what is not exact is drawn no larger than that.
  ///
  /// - Range: above 0; a whole picture from 1 on, and at least a 64th.
  /// - Default: `nil`: a whole picture.
  var shown: Double?

  /// Reads what a page says.
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

  /// An order of everything as it is by default.
  init() {}

  /// How large the picture is drawn, beside the one that is exact.
  var share: Double {
    guard !exact, let shown, shown > 0, shown < 1 else { return 1 }
    return max(shown, 1.0 / 64)
  }

  /// The options of the picture.
  ///
  /// - Parameter request: The limits.
  /// - Throws: ``Problem`` for what no picture can have.
  func options(_ request: SceneRequest) throws(Problem) -> RenderOptions {
    var request = request
    for (name, text) in [("size", size), ("background", background), ("overlay", overlay)] {
      // A page says an empty text where nothing is chosen; a size is never empty.
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
  /// A part of the size, at least a pixel along both sides.
  func scaled(by share: Double) -> PixelSize {
    func part(_ side: Int) -> Int { max(1, Int(clamping: (Double(side) * share).rounded())) }
    return PixelSize(width: part(width), height: part(height))
  }
}
#endif
