// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

public import Foundation
public import Lamina
import LaminaGraphics
import LaminaPlan
package import LaminaPlanner

/// The content of a film: a tree, and the changes to it between frames.
///
/// Confined, like the tree: frames are copied out of it by the one who exports, on their own thread, one after the
/// other. Everything behind that works on copies.
public struct FrameSource {
  /// The tree, with how it is hosted.
  public var scene: Scene
  /// Changes the tree before each frame is copied, for films that are made by a program rather than by animations.
  ///
  /// It gets the number and the time of the frame. Frames come in ascending order.
  public var prepare: ((_ frame: Int, _ time: TimeInterval) -> Void)?

  /// Shows a document.
  public init(_ scene: Scene, prepare: ((_ frame: Int, _ time: TimeInterval) -> Void)? = nil) {
    self.scene = scene
    self.prepare = prepare
  }

  /// Shows a layer tree, y down as layers made by a program are, and as `render(in:)` draws them.
  public init(_ root: CALayer, prepare: ((_ frame: Int, _ time: TimeInterval) -> Void)? = nil) {
    var scene = Scene(root: root, hostIsFlipped: false)
    scene.reference = .context
    self.init(scene, prepare: prepare)
  }
}

extension FrameSource {
  /// Plans a frame from nothing on this thread, not to be drawn: any pictures of its videos will do, as its places
  /// count and what it says.
  package func plan(_ moment: FrameMoment, options: RenderOptions) throws(ExportError) -> ReportedPlan {
    func copy(_ time: TimeInterval) -> TreeSnapshot { options.snapshot(of: scene, at: time, isExact: false) }
    // A program's changes between frames cannot be undone.
    let before = options.overlay == .damage && prepare == nil ? moment.before.map(copy) : nil
    prepare?(moment.number, moment.time)
    return try converting(to: { ExportError.rendering(frame: moment.number, $0) }) { () throws(RenderError) in
      try ReportedPlan(copy(moment.time), since: before, options: options)
    }
  }

  /// A digest of all pictures and texts of the tree, and of the pictures that some frames draw, such as those of paths.
  ///
  /// Where a program changes the tree between frames, only its own word for the scene is taken.
  ///
  /// - Parameter known: The plan of a frame that is not drawn yet; `nil` for a frame that was not planned. A plan shows
  ///   pictures of videos at its own time, so in a process that has videos none is used.
  package func material(
    of moments: [FrameMoment], options: RenderOptions, known: (FrameMoment) -> RenderPlan? = { _ in nil }
  ) throws(ExportError) -> String {
    guard prepare == nil else { return "" }
    var material = TreeMaterial(scene.encodedPictures)
    material.add(treeOf: scene.root)
    for moment in moments {
      var plan = CGImage.standsForMovingPictures ? nil : known(moment)
      if plan == nil { plan = try self.plan(moment, options: options).plan }
      for image in plan?.images ?? [] { material.add(image) }
    }
    return material.finished
  }
}
