public import Foundation
public import Lamina

/// What a film shows: a tree, and what happens to it between frames.
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

/// Copies a tree frame after frame, of which is taken over what did not change. Confined like the tree.
final class FrameCopier {
  private let source: FrameSource
  private let timing: FrameTiming
  private let options: RenderOptions
  /// The last copy.
  private let tree = RetainedTree()
  /// The last copy with its number, where frames are compared with the one before.
  private var last: (number: Int, snapshot: TreeSnapshot)?

  init(_ source: FrameSource, timing: FrameTiming, options: RenderOptions) {
    (self.source, self.timing, self.options) = (source, timing, options)
  }

  /// Copies the tree as it is at a frame. Frames come in ascending order.
  func task(for number: Int) -> FrameTask {
    var before: TreeSnapshot?
    if options.overlay == .damage, number > 0 {
      // The frame before is looked at also where another shard has it, so that every frame is the same wherever it is made.
      before = last?.number == number - 1 ? last?.snapshot : copy(number - 1)
    }
    let snapshot = copy(number)
    if options.overlay == .damage { last = (number, snapshot) }
    return FrameTask(number: number, time: timing.time(of: number), snapshot: snapshot, before: before)
  }

  private func copy(_ number: Int) -> TreeSnapshot {
    let time = timing.time(of: number)
    source.prepare?(number, time)
    return options.snapshot(of: source.scene, at: time, from: tree)
  }
}

extension FrameSource {
  /// Plans a frame on this thread.
  ///
  /// - Parameter isExact: Whether it is to be drawn; otherwise any pictures of its videos will do, as its places count and what it says.
  package func plan(
    _ moment: FrameMoment, options: RenderOptions, isExact: Bool = false
  ) throws(ExportError) -> PlannedFrame {
    func copy(_ time: TimeInterval) -> TreeSnapshot { options.snapshot(of: scene, at: time, isExact: isExact) }
    let before = options.overlay == .damage && prepare == nil ? moment.before.map(copy) : nil
    prepare?(moment.number, moment.time)
    do throws(RenderError) {
      return PlannedFrame(plan: try RenderPlan(copy(moment.time), since: before, options: options))
    } catch {
      throw .rendering(frame: moment.number, error)
    }
  }

  /// A digest of all pictures and texts of the tree, and of the pictures that some frames draw, such as those of paths.
  ///
  /// Where a program changes the tree between frames, only its own word for the scene is taken.
  package func material(of moments: [FrameMoment], options: RenderOptions) throws(ExportError) -> String {
    guard prepare == nil else { return "" }
    var material = TreeMaterial()
    material.add(treeOf: scene.root)
    for moment in moments {
      for image in try plan(moment, options: options).plan.images { material.add(image) }
    }
    return material.finished
  }
}

/// A frame that is to be planned and drawn.
struct FrameTask: Sendable {
  var number: Int
  /// Seconds, in the root's own time.
  var time: TimeInterval
  var snapshot: TreeSnapshot
  /// The frame before, where it is compared with this one.
  var before: TreeSnapshot?
}

/// Which frame, and what is shown at it.
package struct FrameMoment: Sendable, Hashable, Codable {
  /// Its number.
  package var number: Int
  /// Seconds, in the root's own time.
  package var time: TimeInterval
  /// What is shown at the frame before; `nil` for the first.
  package var before: TimeInterval?

  /// Makes a moment.
  package init(number: Int, time: TimeInterval, before: TimeInterval? = nil) {
    (self.number, self.time, self.before) = (number, time, before)
  }
}

extension FrameTiming {
  /// A frame with its time.
  package func moment(of number: Int) -> FrameMoment {
    FrameMoment(number: number, time: time(of: number), before: number > 0 ? time(of: number - 1) : nil)
  }

  /// The first frame, one in the middle and the last, each once: what of a film is looked at to tell it from others.
  package var specimens: [FrameMoment] {
    let (first, last) = (frames.lowerBound, frames.upperBound - 1)
    return Set([first, first + (last - first) / 2, last]).sorted().map(moment(of:))
  }
}
