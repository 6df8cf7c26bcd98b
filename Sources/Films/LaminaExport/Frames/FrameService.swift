// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

package import LaminaGeometry
package import LaminaGraphics

/// Draws the frames of a film where this process has no tree: in processes that are shut in.
package protocol FrameService {
  /// What draws, in words that name it in manifests.
  var identity: String { get }
  /// How many threads ask, each a server of its own.
  var lanes: Int { get }
  /// How many threads encode; 0 where lanes encode what they have got.
  var encoders: Int { get }
  /// Where frames draw over a clear canvas: for the first of them or for more, together. Asked by the thread that
  /// exports.
  func extent(of moments: [FrameMoment]) throws(ExportError) -> FrameExtent
  /// Makes what a lane asks.
  func server(_ lane: Int) -> any FrameServer
}

/// What draws the frames that one lane asks for; used by one thread.
package protocol FrameServer: AnyObject, Sendable {
  /// Draws a frame.
  ///
  /// - Parameters:
  ///   - moment: Which one, and when.
  ///   - layout: How pixels are wanted, where a device can make them so; `nil` for pictures.
  ///   - part: Which part of the frame is wanted, pixels of its canvas; `nil` for all of it.
  func draw(_ moment: FrameMoment, layout: FrameLayout?, part: PixelRect?) throws(ExportError) -> ServedFrame
}

/// A frame that was drawn elsewhere.
package struct ServedFrame: Sendable {
  /// How large it is.
  package var size: PixelSize
  /// Its pixels.
  package var pixels: FramePixels
  /// What it asks for and does not show; and what was lost when it was drawn.
  package var diagnostics: [Diagnostic]
  /// Whether what drew it was lost, and it was drawn again.
  package var isRedrawn: Bool

  /// Makes a frame.
  package init(size: PixelSize, pixels: FramePixels, diagnostics: [Diagnostic], isRedrawn: Bool) {
    (self.size, self.pixels, self.diagnostics, self.isRedrawn) = (size, pixels, diagnostics, isRedrawn)
  }
}
