// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

package import Foundation
public import LaminaGeometry
public import LaminaGraphics
public import LaminaLayers
public import LaminaPlan
import LaminaSystem

/// How large a picture becomes, what lies behind it, and how much it may cost.
///
///     var options = RenderOptions()
///     options.scale = 2
///     let result = try renderer.render(layer, options: options)
public struct RenderOptions: Sendable {
  /// Pixels a point.
  ///
  /// - Range: above 0 and finite. Ignored where ``size`` is set.
  /// - Default: `1`
  public var scale = 1.0
  /// The exact size of the picture; the canvas is scaled uniformly and centred in it.
  ///
  /// - Units: pixels.
  /// - Default: `nil`: the root's bounds times ``scale``.
  public var size: PixelSize?
  /// The colour behind the finished picture. Blend modes and filters of backgrounds do not see it.
  ///
  /// - Default: `nil`: nothing; the picture is transparent where no layer draws.
  public var background: CGColor?
  /// The way of drawing that the picture agrees with, where Core Animation's two ways differ: the one of screens,
  /// or the one of `render(in:)`.
  ///
  /// - Default: `nil`: what the scene says, which is what screens show for documents; and for layers of a program what
  ///   `render(in:)` draws, because that is how programs make pictures of their layers on Apple's systems.
  /// - Conformance: GRAD-1, SHAPE-1
  public var reference: ReferenceRenderer?
  /// In which order opaque parts are drawn. The picture is the same.
  ///
  /// - Default: `.depth`
  public var strategy = RenderStrategy.depth
  /// The quantity that colours the picture, to show the costs of its parts.
  ///
  /// - Default: `nil`: nothing, it is as it is.
  public var overlay: DebugOverlay?
  /// How much the picture may cost. Beyond it there is none, and an error that says which limit was met.
  ///
  /// - Default: limits that no ordinary tree reaches.
  public var limits = RenderLimits()

  /// Makes the default options.
  public init() {}

  /// How many levels of layers a picture may have, where layers that do not show need not be copied; `nil` where an
  /// overlay tells of all layers.
  package var sightDepth: Int? { overlay == nil ? limits.depth : nil }

  /// How many pixels a point of a root of some size has.
  func pixelsPerPoint(of root: CGSize) -> Double {
    guard let size, root.width > 0, root.height > 0 else { return scale }
    return min(Double(size.width) / Double(root.width), Double(size.height) / Double(root.height))
  }

  /// The pixels of the canvas of a root of some size, no more than a picture may have.
  package func pixels(of root: CGSize) -> Int {
    let pixels = size?.area ?? Int(clamping: abs(Double(root.width) * Double(root.height) * scale * scale))
    return min(pixels, limits.pixels)
  }
}

extension RenderOptions: Codable {
  private enum CodingKeys: CodingKey { case scale, size, background, reference, strategy, overlay, limits }

  /// Reads options; the background is in sRGB.
  public init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: CodingKeys.self)
    scale = try values.decode(Double.self, forKey: .scale)
    size = try values.decodeIfPresent(PixelSize.self, forKey: .size)
    background = try values.decodeIfPresent(SIMD4<Float>.self, forKey: .background).map(CGColor.init(straight:))
    reference = try values.decodeIfPresent(ReferenceRenderer.self, forKey: .reference)
    strategy = try values.decode(RenderStrategy.self, forKey: .strategy)
    overlay = try values.decodeIfPresent(DebugOverlay.self, forKey: .overlay)
    limits = try values.decode(RenderLimits.self, forKey: .limits)
  }

  /// Writes the options.
  public func encode(to encoder: any Encoder) throws {
    var values = encoder.container(keyedBy: CodingKeys.self)
    try values.encode(scale, forKey: .scale)
    try values.encodeIfPresent(size, forKey: .size)
    // `CGColor` is no Codable type on Apple's platforms either.
    try values.encodeIfPresent(background?.straight, forKey: .background)
    try values.encodeIfPresent(reference, forKey: .reference)
    try values.encode(strategy, forKey: .strategy)
    try values.encodeIfPresent(overlay, forKey: .overlay)
    try values.encode(limits, forKey: .limits)
  }
}
