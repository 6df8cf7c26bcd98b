import LaminaGeometry
import LaminaGraphics
import LaminaPlan

/// A frame's canvas in the device's memory with what it was drawn from, so that the next frame can begin with it.
struct RetainedTarget {
  let plan: RenderPlan
  let strategy: RenderStrategy
  /// The canvas as it was accumulated: in floats where that is how its plan keeps it.
  let canvas: RenderTarget
  /// The canvas in 8 bits; the same target where it was accumulated in these.
  let bytes: RenderTarget
  /// The picture that was read back, where one was.
  var image: CGImage?

  /// The pixels of another plan's canvas that may differ; `nil` where it is to be drawn from nothing.
  func damage(of plan: RenderPlan, strategy: RenderStrategy) -> PixelRegion? {
    strategy == self.strategy ? plan.damage(since: self.plan) : nil
  }
}

/// A frame's canvas in 8 bits, drawn and on its way out.
struct DrawnCanvas {
  /// What is to be read: the canvas, or what it was packed into.
  let target: RenderTarget
  /// The picture before, and the pixels of the target that are not the same as in it; without one, all are to be read.
  let before: (image: CGImage, damage: PixelRegion)?
  let statistics: RenderStatistics
}

extension PixelRegion {
  /// What is drawn where this is needed: a few rectangles, each of which costs all draw calls of the pass again, and which lie
  /// apart from one another, since what blends must be drawn once.
  var scissored: PixelRegion {
    rectangles.count <= 3 && area == rectangles.reduce(0) { $0 + $1.area } ? self : PixelRegion(bounds)
  }

  /// The rectangles that a pass is drawn in, one after the other, counted from its corner; one that is `nil` is all of it.
  ///
  /// - Parameter drawn: What is drawn of it, as ``scissored`` has it.
  static func scissors(_ drawn: PixelRegion?, of pass: PixelRect) -> [PixelRect?] {
    guard let drawn else { return [nil] }
    return drawn.rectangles.map { $0.moved(from: pass) }
  }
}
