// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import Foundation
package import Lamina
import LaminaGraphics
package import LaminaPlan
import LaminaPlanner

/// Plans frames of a film one after the other. Each plan reuses the parts that did not change since the one before.
/// Confined to the thread of the tree.
///
/// Frames may come in any order, and repeatedly: a process that shares a film with others draws only some of its
/// frames, and frames that other processes have lost.
package final class FramePlanner {
  private let source: FrameSource
  private let options: RenderOptions
  /// The snapshot of the tree that was taken last.
  private let tree = RetainedTree()
  /// The recording of the last plan.
  private let recording = RetainedRecording()
  /// The first frame that was looked at, until it is drawn.
  private var first: PlannedAhead = .none

  private enum PlannedAhead {
    case none
    case waiting(FrameMoment, PlannedFrame)
    case drawn
  }

  /// Makes a planner for a source.
  package init(_ source: FrameSource, options: RenderOptions) {
    (self.source, self.options) = (source, options)
  }

  /// Plans a frame that is looked at before frames are drawn. The first one is planned as it is drawn, and is kept
  /// until then.
  package func look(at moment: FrameMoment) throws(ExportError) -> RenderPlan {
    if case .none = first { first = .waiting(moment, try plan(moment)) }
    return try placesOnly(of: moment)
  }

  /// Plans a frame that this planner need not draw, unless its plan is there: any pictures of its videos will do.
  package func placesOnly(of moment: FrameMoment) throws(ExportError) -> RenderPlan {
    if let known = knownPlan(of: moment) { return known }
    return try source.plan(moment, options: options).plan
  }

  /// The plan of a frame that was looked at and not drawn yet; `nil` for any other frame.
  package func knownPlan(of moment: FrameMoment) -> RenderPlan? {
    guard case .waiting(moment, let frame) = first else { return nil }
    return frame.plan
  }

  /// Plans a frame for drawing, with the pictures of videos at its time.
  package func plan(_ moment: FrameMoment) throws(ExportError) -> PlannedFrame {
    if case .waiting(moment, let frame) = first {
      first = .drawn
      return frame
    }
    return try source.plan(moment, options: options, keeping: recording) {
      options.snapshot(of: source.scene, at: $0, from: tree)
    }
  }
}
