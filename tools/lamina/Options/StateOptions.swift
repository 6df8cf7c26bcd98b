// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import ArgumentParser
import Foundation
import Lamina
import LaminaWorkers

/// The state of a scene, and the tilt of the device that shows it.
struct StateOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "The state that the scene is in, by its name in 'lamina inspect'. (default: none, as it is written)",
      valueName: "name"))
  var state: String?

  @Option(
    help: ArgumentHelp(
      "The state that the scene comes from: shows the transition to --state, which begins at time 0.", valueName: "name"
    ))
  var fromState: String?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "The tilt of a device for wallpapers that follow it, from -1 to 1 along x and y. (default: none, as it is written)",
      valueName: "x,y"),
    transform: ParameterText.tilt)
  var tilt: CGPoint?

  /// Sets the states and the tilt of a request.
  func apply(to request: inout SceneRequest) {
    (request.state, request.fromState, request.tilt) = (state, fromState, tilt)
  }
}
