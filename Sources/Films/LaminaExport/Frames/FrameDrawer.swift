// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

package import Lamina
package import LaminaGeometry
package import LaminaGraphics
package import LaminaPlan
package import LaminaPlanner

/// A frame that is planned and can be drawn.
package struct PlannedFrame: Sendable {
  /// The plan of the frame.
  package var plan: RenderPlan
  /// The work of planning it; none where the plan was made for another frame.
  package var report = PlanReport()

  init(plan: RenderPlan) { self.plan = plan }

  init(_ made: ReportedPlan) { (plan, report) = (made.plan, made.report) }

  /// A part of the frame, in pixels of its canvas.
  package func cut(to part: PixelRect) -> PlannedFrame { PlannedFrame(plan: plan.cut(to: part)) }
}

/// The pixels of a frame.
package enum FramePixels: Sendable {
  /// Premultiplied RGBA.
  case image(CGImage)
  /// Bytes in the layout that the film needs; see ``FrameLayout``.
  case bytes(PixelBytes)
}

/// Draws the frames of one lane, on one thread.
///
/// Drawing has two halves, so that a device can draw a frame while the one before is read back.
package protocol FrameDrawer: AnyObject {
  /// The largest number of frames that have begun and not ended.
  var capacity: Int { get }
  /// Begins a frame.
  func begin(_ frame: PlannedFrame) throws(RenderError)
  /// Ends the oldest frame that has begun, and returns its pixels.
  func end() throws(RenderError) -> FramePixels
}

/// Makes the drawer of a lane, and a new one after a device was lost. Devices return pixels in `layout`, if they can.
package typealias DrawerFactory = @Sendable (_ lane: Int, _ layout: FrameLayout?) throws(RenderError) -> any FrameDrawer

/// Draws each frame at once, with a renderer of its own.
package final class PlainDrawer: FrameDrawer {
  package let capacity = 1
  private let renderer: Renderer
  private let options: RenderOptions
  /// The planes of the previous frame; `nil` if the drawer returns pictures.
  private var planes: KeptPlanes?
  private var done: FramePixels?

  /// Makes a drawer with a renderer and the options that frames are planned with.
  ///
  /// - Parameter layout: The layout of planes to return; pictures are returned for other layouts and for `nil`.
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
    // Planes start at the corner of the drawn region, which may be a part of the canvas.
    let damage = drawn.damage?.mapped { $0.moved(from: frame.plan.region) }
    done = (planes?.bytes(of: drawn.image, damage: damage)).map(FramePixels.bytes) ?? .image(drawn.image)
  }

  package func end() throws(RenderError) -> FramePixels {
    guard let done else { preconditionFailure("no frame was begun") }
    self.done = nil
    return done
  }
}
