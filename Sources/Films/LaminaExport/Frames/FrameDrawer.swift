// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

package import Lamina
package import LaminaGeometry
package import LaminaGraphics
package import LaminaPlan

/// A frame with what is to be drawn of it.
package struct PlannedFrame: Sendable {
  /// What is drawn.
  package var plan: RenderPlan

  /// A part of it, pixels of its canvas.
  package func cut(to part: PixelRect) -> PlannedFrame { PlannedFrame(plan: plan.cut(to: part)) }
}

/// The pixels of a frame.
package enum FramePixels: Sendable {
  /// Premultiplied RGBA.
  case image(CGImage)
  /// Bytes of a ``FrameLayout``, laid out as they are written.
  case bytes([UInt8])
}

/// What draws the frames of one lane; used by one thread.
///
/// Drawing has two halves, so that a device draws a frame while the one before comes back from it.
package protocol FrameDrawer: AnyObject {
  /// How many frames may have begun and not ended.
  var capacity: Int { get }
  /// Begins a frame.
  func begin(_ frame: PlannedFrame) throws(RenderError)
  /// Ends the frame that was begun first.
  func end() throws(RenderError) -> FramePixels
}

/// Makes the drawer of a lane, and another one after a device was lost. Devices make what `layout` says, if they can.
package typealias DrawerFactory = @Sendable (_ lane: Int, _ layout: FrameLayout?) throws(RenderError) -> any FrameDrawer

/// Draws each frame as it comes, with one renderer that nobody else uses.
package final class PlainDrawer: FrameDrawer {
  package let capacity = 1
  private let renderer: Renderer
  private let options: RenderOptions
  /// The planes of the frame before; `nil` where pictures are handed over.
  private var planes: KeptPlanes?
  private var done: FramePixels?

  /// Draws with a renderer and the options that frames are planned with.
  ///
  /// - Parameter layout: What is handed over, where that is planes; otherwise pictures are.
  package init(_ renderer: Renderer, options: RenderOptions, layout: FrameLayout? = nil) {
    self.renderer = renderer
    self.options = options
    planes =
      switch layout {
      case .yuv420: KeptPlanes(hasAlpha: false)
      case .yuva420: KeptPlanes(hasAlpha: true)
      case .rgba, nil: nil
      }
  }

  package func begin(_ frame: PlannedFrame) throws(RenderError) {
    let drawn = try renderer.render(frame.plan, options: options)
    // Planes begin at the corner of what is drawn, which may be a part of the canvas.
    let damage = drawn.damage?.mapped { $0.moved(from: frame.plan.region) }
    done = (planes?.bytes(of: drawn.image, damage: damage)).map(FramePixels.bytes) ?? .image(drawn.image)
  }

  package func end() throws(RenderError) -> FramePixels {
    guard let done else { preconditionFailure("no frame was begun") }
    self.done = nil
    return done
  }
}
