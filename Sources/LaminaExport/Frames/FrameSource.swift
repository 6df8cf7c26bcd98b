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

  /// Copies the tree as it is at a frame.
  func task(for number: Int, timing: FrameTiming, options: RenderOptions) -> FrameTask {
    let time = timing.time(of: number)
    prepare?(number, time)
    return FrameTask(number: number, time: time, snapshot: options.snapshot(of: scene, at: time))
  }
}

/// A frame that is to be planned and drawn.
struct FrameTask: Sendable {
  var number: Int
  /// Seconds, in the root's own time.
  var time: TimeInterval
  var snapshot: TreeSnapshot
}
