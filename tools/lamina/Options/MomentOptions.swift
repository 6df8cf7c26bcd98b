// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import ArgumentParser
import Lamina

/// Which moment of a scene that has frames is drawn.
struct MomentOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp("The fraction of the animation to draw, 0 to 1.", valueName: "p"), transform: finiteNumber)
  var progress: Double?

  @Option(help: ArgumentHelp("The frame to draw, by the file's own numbers.", valueName: "n"), transform: finiteNumber)
  var frame: Double?

  @Option(help: ArgumentHelp("The marker to draw, by its name.", valueName: "name"))
  var marker: String?

  func validate() throws {
    if [progress != nil, frame != nil, marker != nil].filter(\.self).count > 1 {
      throw ValidationError("--progress, --frame and --marker exclude each other")
    }
  }

  /// The time that is asked for; `nil` where none of these is given.
  func time(of scene: Scene, path: String, _ console: Console) throws -> Double? {
    guard progress != nil || frame != nil || marker != nil else { return nil }
    guard let timeline = scene.timeline else {
      throw CommandFailure(
        .usage, "\(path): --progress, --frame and --marker are for animations with frames; --time is for all",
        console: console)
    }
    if let progress { return timeline.time(atProgress: progress) }
    if let frame { return timeline.time(ofFrame: frame) }
    guard let marker, let time = timeline.time(ofMarker: marker) else {
      let names = timeline.markers.map(\.name)
      let known = names.isEmpty ? "it has none" : "it has \(names.prefix(20).joined(separator: ", "))"
      throw CommandFailure(.usage, "\(path): no marker '\(marker ?? "")'; \(known)", console: console)
    }
    return time
  }
}

extension CanvasOptions {
  /// The time to draw of a scene.
  func time(of scene: Scene, path: String, _ console: Console) throws -> Double {
    try moment.time(of: scene, path: path, console) ?? time
  }
}
