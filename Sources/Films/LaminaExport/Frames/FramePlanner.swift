// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import Foundation
package import Lamina
import LaminaGraphics
import LaminaPlan

/// Plans frames of a film one after the other, of which each takes over what did not change since the one before.
/// Confined like the tree.
///
/// Frames may come in any order, and more than once: whoever shares a film with others draws only some of its frames,
/// and those of others that were lost.
package final class FramePlanner {
  private let source: FrameSource
  private let options: RenderOptions
  /// The last copy.
  private let tree = RetainedTree()
  /// What was recorded for the last plan.
  private let recording = RetainedRecording()

  /// Plans what a source shows.
  package init(_ source: FrameSource, options: RenderOptions) {
    (self.source, self.options) = (source, options)
  }

  /// Plans a frame that is to be drawn: its videos show the pictures of its time.
  package func plan(_ moment: FrameMoment) throws(ExportError) -> PlannedFrame {
    try source.plan(moment, options: options, keeping: recording) {
      options.snapshot(of: source.scene, at: $0, from: tree)
    }
  }
}
