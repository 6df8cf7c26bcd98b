// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

/// A colouring of the picture that shows its cost, as the usual profilers do.
public enum DebugOverlay: String, Sendable, CaseIterable, Codable {
  /// Green over opaque draws, red over blended draws, the more the redder.
  case blended
  /// Yellow over everything that was drawn by an offscreen pass.
  case offscreen
  /// The number of draws of each pixel, in place of the picture: black for never, then red, yellow and, from eight
  /// times on, white. Draws under an opaque shape are left out and do not count, up to a pixel from its edge; with
  /// ``RenderStrategy/painter`` they are drawn and counted. Offscreen passes count where they are composited.
  case overdraw
  /// An outline around the bounds of each layer that is not hidden, even if it is clipped or empty.
  case bounds
  /// Magenta over the pixels that are drawn again, since they may differ from the previous picture: the frame before of
  /// a film, or the last picture of a ``Renderer`` with this overlay. All pixels if there was none, or if most of the
  /// picture differs.
  case damage
}
