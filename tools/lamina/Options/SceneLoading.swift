// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import Foundation
import Lamina
import LaminaBench
import LaminaExport

extension SceneRequest {
  /// Reads the document, or makes one of the tool's own scenes; then applies the state, the values and the captions.
  func open(_ console: Console) throws(CommandFailure) -> Scene {
    do throws(PictureFailure) {
      guard document.hasPrefix("@") else { return try scene(videos: .ffmpeg) }
      guard let workload = WorkloadScene(argument: document) else {
        throw PictureFailure(.usage, WorkloadScene.message(for: document))
      }
      var scene = workload.makeScene()
      var restoration = SceneRestoration()
      try enterState(of: &scene)
      try fill(&scene, &restoration)
      return scene
    } catch {
      throw CommandFailure(error, console: console)
    }
  }

  /// The time of the request's moment in a scene.
  func time(in scene: Scene, _ console: Console) throws(CommandFailure) -> TimeInterval {
    return try converting(to: { CommandFailure($0, console: console) }) { () throws(PictureFailure) in
      try time(in: scene)
    }
  }
}
