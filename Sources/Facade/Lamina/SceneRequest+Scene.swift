// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

package import Foundation
package import LaminaGraphics
package import LaminaScene
import LaminaSystem

extension SceneRequest {
  /// Reads the document and puts it into its state.
  ///
  /// - Parameter videos: Opens videos that the document names as pictures.
  package func read(videos: VideoOpener?) throws(PictureFailure) -> Scene {
    var scene = try converting(to: PictureFailure.init) { () throws(SceneError) in
      try DocumentReader(limits: limits, videos: videos, lottieMotion: lottieMotion).read(document)
    }
    try enterState(of: &scene)
    return scene
  }

  /// Puts a scene into the state, and tilts it.
  package func enterState(of scene: inout Scene) throws(PictureFailure) {
    if state != nil || fromState != nil {
      try converting(to: { PictureFailure(.usage, "\(document): \($0)") }) { () throws(SceneError) in
        try scene.setState(state, from: fromState)
      }
    }
    guard let tilt else { return }
    guard scene.followsTilt else {
      throw PictureFailure(.usage, "\(document): --tilt, and nothing in the scene follows a tilt")
    }
    scene.diagnostics += scene.setTilt(x: Double(tilt.x), y: Double(tilt.y))
  }

  /// Sets the values, in order.
  ///
  /// - Parameter restoration: Notes each value as it was before.
  package func assignValues(
    in scene: Scene, _ restoration: inout SceneRestoration
  ) throws(PictureFailure) {
    try converting(to: PictureFailure.init) { () throws(SceneError) in
      for assignment in assignments {
        try scene.assign(assignment.target, assignment.value, limits: limits, restoration: &restoration)
      }
    }
  }

  /// The time of the moment in a scene, in seconds of its root.
  package func time(in scene: Scene) throws(PictureFailure) -> TimeInterval {
    if case .time(let time) = moment { return time }
    guard let timeline = scene.timeline else {
      throw PictureFailure(
        .usage, "\(document): --progress, --frame and --marker are for animations with frames; --time is for all")
    }
    switch moment {
    case .time(let time): return time
    case .progress(let progress): return timeline.time(atProgress: progress)
    case .frame(let frame): return timeline.time(ofFrame: frame)
    case .marker(let name):
      if let time = timeline.time(ofMarker: name) { return time }
      let names = timeline.markers.map(\.name)
      let known = names.isEmpty ? "it has none" : "it has \(names.prefix(20).joined(separator: ", "))"
      throw PictureFailure(.usage, "\(document): no marker '\(name)'; \(known)")
    }
  }
}
