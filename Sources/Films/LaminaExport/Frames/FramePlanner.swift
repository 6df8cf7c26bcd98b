// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

public import Foundation
public import Lamina
import LaminaGeometry
import LaminaGraphics
import LaminaLayers
package import LaminaPlan
package import LaminaPlanner
import LaminaSystem

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

/// Copies a tree for one frame after the other, and plans the frames that are looked at before they are drawn. Each
/// copy takes over the parts that did not change since the one before. Confined to the thread of the tree.
///
/// An isolated worker also plans the frames that it draws here. These may come in any order, and repeatedly: a process
/// that shares a film with others draws only some of its frames, and frames that other processes have lost.
package final class FramePlanner: FrameCrew {
  package let source: FrameSource
  package let options: RenderOptions
  package let drawers: Drawers
  /// The last copy.
  private let tree = RetainedTree()
  /// The recording of the last plan.
  private let recording = RetainedRecording()
  /// The last copy with its number, where frames are compared with the one before.
  private var last: (number: Int, snapshot: TreeSnapshot)?
  /// Plans of frames that were looked at before they are drawn, for the lanes, which draw them.
  private var kept: [Int: (plan: RenderPlan, bytes: Int)] = [:]
  private var keptBytes = 0
  /// The pictures of the plan that was kept last.
  private var keptPictures: Set<ObjectIdentifier> = []
  /// The plan of a tree that stands still.
  private var still: RenderPlan?
  /// Kept plans take no more than this, bytes, and one plan.
  private static let mostKeptBytes = 64 << 20

  /// Makes a planner for a source whose frames are drawn by `drawers`.
  package init(_ source: FrameSource, options: RenderOptions, drawers: Drawers) {
    (self.source, self.options, self.drawers) = (source, options, drawers)
  }

  // MARK: frames to draw

  /// Copies the tree as it is at a frame, unless its plan is there. Frames of a program come in ascending order.
  package func task(for moment: FrameMoment) -> FrameTask {
    let number = moment.number
    // Frames that an earlier attempt has finished are not asked for.
    for passed in kept.keys.filter({ $0 < number }) { keptBytes -= kept.removeValue(forKey: passed)?.bytes ?? 0 }
    if let found = kept.removeValue(forKey: number) {
      keptBytes -= found.bytes
      return FrameTask(number: number, content: .planned(found.plan))
    }
    if let still { return FrameTask(number: number, content: .planned(still)) }
    let (snapshot, before) = copies(for: moment)
    return FrameTask(number: number, content: .copied(snapshot, before: before))
  }

  package var identity: String { drawers.identity }
  package var lanes: Int { drawers.lanes }
  package var encoders: Int { drawers.encoders }
  package func maker(_ lane: Int) -> any FrameMaker<FrameTask> { LanePlanner(options, drawers.factory) }

  /// Plans a frame for drawing, with the pictures of videos at its time.
  package func plan(_ moment: FrameMoment) throws(ExportError) -> ReportedPlan {
    try task(for: moment).planned(options, keeping: recording)
  }

  /// Copies the tree as it is at a frame, and where both are compared, as it is at the one before.
  private func copies(for moment: FrameMoment) -> (snapshot: TreeSnapshot, before: TreeSnapshot?) {
    let number = moment.number
    guard options.overlay == .damage else { return (copy(number, moment.time), nil) }
    var before: TreeSnapshot?
    if let time = moment.before {
      // The frame before is looked at also where another shard has it, so that every frame is the same wherever it is
      // made.
      before = last?.number == number - 1 ? last?.snapshot : copy(number - 1, time)
    }
    let snapshot = copy(number, moment.time)
    last = (number, snapshot)
    return (snapshot, before)
  }

  private func copy(_ number: Int, _ time: TimeInterval) -> TreeSnapshot {
    source.prepare?(number, time)
    return options.snapshot(of: source.scene, at: time, from: tree)
  }

  // MARK: frames that are looked at before they are drawn

  package func contents(at first: FrameMoment, specimens: [FrameMoment]) throws(ExportError) -> FilmContents {
    let plan = try look(at: first)
    return FilmContents(
      canvas: plan.canvas, reference: source.scene.reference, diagnostics: plan.diagnostics, isClear: !plan.hasGround
    ) { [self] () throws(ExportError) in
      try source.material(of: specimens, options: options, known: knownPlan)
    }
  }

  /// Plans a frame that is looked at before it is drawn, unless its plan is there, and keeps the plan for its task, as
  /// far as there is room.
  ///
  /// - Parameter recording: The recording of the frame before, where more frames are looked at.
  package func look(
    at moment: FrameMoment, keeping recording: RetainedRecording? = nil
  ) throws(ExportError) -> RenderPlan {
    if let known = knownPlan(of: moment) { return known }
    let (snapshot, before) = copies(for: moment)
    let plan = try FrameTask(number: moment.number, content: .copied(snapshot, before: before))
      .planned(options, keeping: recording).plan
    // Nothing differs from the frame before in a tree that stands still, and everything in its first frame.
    if source.prepare == nil, snapshot.standsStill, options.overlay != .damage {
      still = plan
    } else {
      keep(plan, of: moment.number)
    }
    return plan
  }

  /// Plans a frame that need not be drawn, unless its plan is there: any pictures of its videos will do.
  package func placesOnly(of moment: FrameMoment) throws(ExportError) -> RenderPlan {
    if let known = knownPlan(of: moment) { return known }
    return try source.plan(moment, options: options).plan
  }

  /// The plan of a frame that was looked at and not drawn yet; `nil` for any other frame.
  package func knownPlan(of moment: FrameMoment) -> RenderPlan? { still ?? kept[moment.number]?.plan }

  /// Where frames draw over a clear canvas. Their plans are kept until their tasks are asked for, as far as there is
  /// room.
  ///
  /// - Returns: For the first of `moments` or for more of them, together; for anything, where a program changes the
  ///   tree and no more of its frames can be kept, since it cannot go back.
  package func extent(of moments: [FrameMoment]) throws(ExportError) -> FrameExtent {
    if let still { return FrameExtent(of: still) }
    // Pictures of videos are as large at any time, and they and others that frames decode are decoded when they are
    // drawn.
    if CGImage.standsForMovingPictures || !source.scene.encodedPictures.isEmpty {
      guard source.prepare == nil else { return .anything(count: moments.count) }
      return try source.extent(of: moments, options: options, known: knownPlan)
    }
    var extent = FrameExtent()
    for moment in moments {
      let plan = try look(at: moment, keeping: recording)
      if still != nil { return FrameExtent(of: plan) }
      extent.add(plan)
      if keptBytes >= Self.mostKeptBytes, source.prepare != nil { return .anything(count: moments.count) }
    }
    return extent
  }

  private func keep(_ plan: RenderPlan, of number: Int) {
    guard keptBytes < Self.mostKeptBytes else { return }
    // Most plans share their pictures with the one before.
    let pictures = Set(plan.images.map { ObjectIdentifier($0) })
    let bytes = plan.images.reduce(plan.bytes) { sum, image in
      keptPictures.contains(ObjectIdentifier(image)) ? sum : sum + 4 * image.width * image.height
    }
    keptPictures = pictures
    kept[number] = (plan, bytes)
    keptBytes += bytes
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

/// A frame that is to be planned and drawn.
package struct FrameTask: FrameNumbered {
  package var number: Int
  var content: Content

  /// The content of a frame.
  enum Content: Sendable {
    /// A tree, and the one of the frame before where both are compared.
    case copied(TreeSnapshot, before: TreeSnapshot?)
    /// A plan that was made already.
    case planned(RenderPlan)
  }

  /// The frame, planned if it is not; the report says nothing of a plan that was made already.
  ///
  /// - Parameter recording: The recording of the frame that was planned before, which is replaced by this frame's.
  func planned(_ options: RenderOptions, keeping recording: RetainedRecording?) throws(ExportError) -> ReportedPlan {
    switch content {
    case .planned(let plan): return ReportedPlan(plan: plan, report: PlanReport())
    case .copied(let tree, let before):
      return try converting(to: { ExportError.rendering(frame: number, $0) }) { () throws(RenderError) in
        try ReportedPlan(tree, since: before, options: options, keeping: recording)
      }
    }
  }
}

/// Plans the frames that one lane draws.
final class LanePlanner: FrameMaker, @unchecked Sendable {
  // Unchecked because the recording is used on the lane's own thread alone.
  let factory: DrawerFactory?
  private let options: RenderOptions
  /// The recording of the last frame that this lane planned: the one before, or one that another lane's frames lie
  /// between.
  private let recording = RetainedRecording()

  init(_ options: RenderOptions, _ factory: @escaping DrawerFactory) {
    (self.options, self.factory) = (options, factory)
  }

  func make(_ task: FrameTask, layout: FrameLayout?, part: PixelRect?) throws(ExportError) -> MadeFrame {
    MadeFrame(try task.planned(options, keeping: recording).plan)
  }
}
