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
  private let copier: FrameCopier
  /// The recording of the last plan.
  private let recording = RetainedRecording()

  /// Makes a planner for a source.
  package init(_ source: FrameSource, options: RenderOptions) {
    copier = FrameCopier(source, options: options)
  }

  /// Plans a frame that is looked at before it is drawn. The plan is kept until then.
  package func look(at moment: FrameMoment) throws(ExportError) -> RenderPlan { try copier.plan(of: moment) }

  /// Plans a frame that this planner need not draw, unless its plan is there: any pictures of its videos will do.
  package func placesOnly(of moment: FrameMoment) throws(ExportError) -> RenderPlan {
    if let known = knownPlan(of: moment) { return known }
    return try copier.source.plan(moment, options: copier.options).plan
  }

  /// The plan of a frame that was looked at and not drawn yet; `nil` for any other frame.
  package func knownPlan(of moment: FrameMoment) -> RenderPlan? { copier.knownPlan(of: moment) }

  /// Plans a frame for drawing, with the pictures of videos at its time.
  package func plan(_ moment: FrameMoment) throws(ExportError) -> PlannedFrame {
    try copier.task(for: moment).planned(copier.options, keeping: recording)
  }
}
