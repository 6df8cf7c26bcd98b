// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import ArgumentParser
import Lamina
import LaminaWorkers

/// The moment to draw, in a scene with frames.
struct MomentOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp("The fraction of the animation to draw, 0 to 1.", valueName: "p"),
    transform: ParameterText.finiteNumber)
  var progress: Double?

  @Option(
    help: ArgumentHelp("The frame to draw, by the file's own numbers.", valueName: "n"),
    transform: ParameterText.finiteNumber)
  var frame: Double?

  @Option(help: ArgumentHelp("The marker to draw, by its name.", valueName: "name"))
  var marker: String?

  func validate() throws {
    if [progress != nil, frame != nil, marker != nil].filter(\.self).count > 1 {
      throw ValidationError("--progress, --frame and --marker exclude each other")
    }
  }
}
