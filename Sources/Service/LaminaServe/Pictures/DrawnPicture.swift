// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

#if Serve
import Lamina
import LaminaGraphics
import LaminaWorkers
import NIOCore

/// A picture as it is handed over, and what there is to say of it.
struct DrawnPicture: Sendable {
  /// The bytes of a file.
  var body: ByteBuffer
  /// What they are.
  var format: PictureFormat
  /// The sides, in pixels.
  var width: Int
  var height: Int
  /// What the document asks for and the picture does not show.
  var diagnostics: [Diagnostic]
  /// What drew.
  var renderer: String
  /// How long the steps of drawing took, by the worker's clock.
  var timings: RenderTimings
  /// What the renderer counted, by the worker's word.
  var statistics: RenderStatistics
  /// Whose worker drew: one of the lanes, from 0.
  var lane: Int
  /// How long the picture waited for a worker, how long one had it, and how long it was encoded. Seconds.
  var waited = 0.0
  var worked = 0.0
  var encoded = 0.0
}
#endif
