// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import Lamina
import LaminaExport

extension BenchSubject {
  /// The frames for an export: the tree changes before each.
  var frameSource: FrameSource { FrameSource(scene) { frame, _ in change(frame) } }

  /// An export of the scene with 60 frames a second.
  func exportJob(frames: Int, to destination: ExportDestination, options: ExportOptions) throws -> ExportJob {
    guard let rate = FrameRate(60) else { preconditionFailure("60 is a rate") }
    return ExportJob(
      frameSource, timing: try FrameTiming(rate: rate, frames: 0..<frames), to: destination, options: options)
  }
}
