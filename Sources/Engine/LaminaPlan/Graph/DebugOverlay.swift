// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

/// What a picture may be coloured by, to see what it costs; as the field's profilers do.
public enum DebugOverlay: String, Sendable, CaseIterable, Codable {
  /// Green where something opaque is drawn, red where something blends, the more the redder.
  case blended
  /// Yellow over what went through an offscreen pass.
  case offscreen
  /// How often each pixel is drawn to, in place of the picture: black for never, then red, yellow and, from eight times
  /// on, white. What lies under something opaque is not drawn and does not count, up to a pixel from its edge; with
  /// ``RenderStrategy/painter`` it is and does. Offscreen passes count where they are composited.
  case overdraw
  /// An outline around the bounds of each layer that is not hidden, clipped or empty as it may be.
  case bounds
  /// Magenta over the pixels that are drawn again, since they may differ from those of the picture before: the frame
  /// before of a film, the last picture of a ``Renderer`` that was asked for this overlay. All of them where there was
  /// none, and where most of the picture differs.
  case damage
}
