// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

package import LaminaGeometry
public import LaminaGraphics
public import LaminaPlan

/// A picture, with the reports of its drawing.
public struct RenderResult: Sendable {
  /// The picture: premultiplied RGBA, 8 bits a component.
  public var image: CGImage
  /// Content that the tree or the document asks for and the picture does not show, each once.
  public var diagnostics: [Diagnostic]
  /// The counters of the renderer; the sum over all tiles, where there are several.
  public var statistics: RenderStatistics
  /// How long each step took.
  public var timings: RenderTimings
  /// How many pieces the canvas was drawn in: 1, unless it is larger than the device's textures.
  public var tiles: Int
  /// The pixels that may differ from those of the picture that the same renderer drew before; `nil` where all may, or
  /// nobody knows.
  package var damage: PixelRegion?
}

/// How long the steps of one frame took.
///
/// - Units: seconds.
public struct RenderTimings: Sendable, Equatable, Codable {
  /// Copying the tree at its time; 0 where it did not change since the frame before, whose plan is then used again.
  public var snapshot = 0.0
  /// Deciding what to draw, or finding that it was decided already.
  public var plan = 0.0
  /// Drawing, until the pixels exist.
  public var render = 0.0
  /// Taking the pixels that the device has drawn; where a buffer of the driver brings them into memory, waiting for it
  /// is part of ``render``. 0 on the CPU.
  public var readBack = 0.0
  /// Drawing by the clock of the device itself, part of ``render``; `nil` on the CPU and on devices that do not say.
  public var device: Double?

  /// Makes timings of nothing.
  public init() {}

  /// All steps together.
  public var total: Double { snapshot + plan + render + readBack }
}
