// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

package import LaminaGeometry
package import LaminaGraphics
import LaminaPlan
import Lamina
import LaminaLayers
import LaminaPlanner
import LaminaSystem

/// The frames of a film before they are made: a tree in this process, or a document that isolated workers have open.
///
/// Used by the thread that exports.
package protocol FrameCrew<Task> {
  /// A frame that is put into the farm.
  associatedtype Task: FrameNumbered
  /// The name of the renderer in manifests.
  var identity: String { get }
  /// The number of threads that draw.
  var lanes: Int { get }
  /// The number of threads that encode; 0 if lanes encode the frames that they draw.
  var encoders: Int { get }
  /// Looks at the first frame before anything is drawn. Its plan is kept until it is drawn.
  func contents(at first: FrameMoment) throws(ExportError) -> FilmContents
  /// Makes the task of a frame. Frames come in ascending order.
  func task(for number: Int) -> Task
  /// Finds the part of frames that draws over a clear canvas.
  ///
  /// - Returns: For the first of `frames` or for more of them, together.
  func extent(of frames: Range<Int>) throws(ExportError) -> FrameExtent
  /// Makes the maker of one lane.
  func maker(_ lane: Int) -> any FrameMaker<Task>
}

/// A frame with its number.
package protocol FrameNumbered: Sendable {
  /// The number, from that of the film's first frame.
  var number: Int { get }
}

/// Makes the frames of one lane; used by its thread.
package protocol FrameMaker<Task>: AnyObject, Sendable {
  /// A frame to make.
  associatedtype Task: FrameNumbered
  /// Opens what draws planned frames; `nil` if frames come drawn.
  var factory: DrawerFactory? { get }
  /// Plans a frame, or has it drawn.
  ///
  /// - Parameters:
  ///   - task: The frame.
  ///   - layout: The layout of pixels that are drawn elsewhere by a device that can make it; `nil` for pictures.
  ///   - part: The part of a frame that is drawn elsewhere, pixels of its canvas; `nil` for all of it.
  func make(_ task: Task, layout: FrameLayout?, part: PixelRect?) throws(ExportError) -> MadeFrame
  /// Whether the maker, and not the frame, is the reason for a failure, so that another lane may make the frame.
  func isOver(after error: ExportError) -> Bool
}

extension FrameMaker {
  /// `false`: a failure is the frame's own.
  package func isOver(after error: ExportError) -> Bool { false }
}

/// A frame that was planned here, or drawn elsewhere.
package struct MadeFrame: Sendable {
  /// The plan or the pixels.
  package var look: FrameLook
  /// The size of the canvas, or of the part that was drawn.
  package var size: PixelSize
  /// Content that the frame asks for and does not show, and content lost when it was drawn.
  package var diagnostics: [Diagnostic]
  /// Whether the worker that drew it was lost, and the frame was drawn again.
  package var isRedrawn = false

  /// Makes a frame that was drawn elsewhere.
  package init(pixels: FramePixels, size: PixelSize, diagnostics: [Diagnostic]) {
    (look, self.size, self.diagnostics) = (.drawn(pixels), size, diagnostics)
  }

  /// Makes a frame that was planned.
  init(_ frame: PlannedFrame) {
    (look, size, diagnostics) = (.planned(frame), frame.plan.canvas, frame.plan.diagnostics)
  }
}

/// The frames of a tree in this process.
struct TreeCrew: FrameCrew {
  let source: FrameSource
  let timing: FrameTiming
  let options: RenderOptions
  let drawers: Drawers
  private let copier: FrameCopier

  init(source: FrameSource, timing: FrameTiming, options: RenderOptions, drawers: Drawers) {
    (self.source, self.timing, self.options, self.drawers) = (source, timing, options, drawers)
    copier = FrameCopier(source, options: options)
  }

  var identity: String { drawers.identity }
  var lanes: Int { drawers.lanes }
  var encoders: Int { drawers.encoders }

  func contents(at first: FrameMoment) throws(ExportError) -> FilmContents {
    let plan = try copier.plan(of: first)
    return FilmContents(
      canvas: plan.canvas, reference: source.scene.reference, diagnostics: plan.diagnostics, isClear: !plan.hasGround
    ) { () throws(ExportError) in
      try source.material(of: timing.specimens, options: options, known: copier.knownPlan)
    }
  }

  func task(for number: Int) -> FrameTask { copier.task(for: timing.moment(of: number)) }
  func extent(of frames: Range<Int>) throws(ExportError) -> FrameExtent {
    try copier.extent(of: frames.map(timing.moment(of:)))
  }
  func maker(_ lane: Int) -> any FrameMaker<FrameTask> { TreeMaker(options, drawers.factory) }
}

/// Plans the frames that one lane draws.
final class TreeMaker: FrameMaker, @unchecked Sendable {
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
    MadeFrame(try task.planned(options, keeping: recording))
  }
}
