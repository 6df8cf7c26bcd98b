// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import Foundation
package import Lamina
import LaminaGraphics
import LaminaPlan
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

  /// Makes a planner for a source.
  package init(_ source: FrameSource, options: RenderOptions) {
    (self.source, self.options) = (source, options)
  }

  /// Plans a frame for drawing, with the pictures of videos at its time.
  package func plan(_ moment: FrameMoment) throws(ExportError) -> PlannedFrame {
    try source.plan(moment, options: options, keeping: recording) {
      options.snapshot(of: source.scene, at: $0, from: tree)
    }
  }
}
