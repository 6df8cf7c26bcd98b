// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import Lamina
import LaminaBench
import LaminaExport

extension ReadingOptions {
  /// Reads a document within limits, or makes one of the tool's own scenes.
  func read(_ path: String, _ limits: LimitOptions, _ console: Console) throws -> Scene {
    if path.hasPrefix("@") {
      guard let workload = WorkloadScene(argument: path) else {
        throw CommandFailure(.usage, WorkloadScene.message(for: path), console: console)
      }
      return workload.makeScene()
    }
    do throws(SceneError) {
      return try DocumentReader(limits: limits.sceneLimits, videos: .ffmpeg, lottieMotion: lottieMotion).read(path)
    } catch {
      throw CommandFailure(error, console: console)
    }
  }
}
