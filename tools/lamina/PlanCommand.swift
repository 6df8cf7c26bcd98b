// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import ArgumentParser
import Lamina

/// `lamina plan`: prints the render plan of a scene as text.
struct PlanCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "plan",
    abstract: "Print what would be drawn: passes, pictures and draws. No device is used.")

  @Argument(help: .scene) var scene: String

  @Option(
    help: ArgumentHelp(
      "Print what a stage of planning makes: skeleton (the surfaces), resolve (where layers lie), record (draws, and "
        + "what waits), rasterize (paths and texts as pixels) or flatten (the plan).", valueName: "name"))
  var stage = PlanStage.flatten

  @OptionGroup(title: "Canvas") var canvas: CanvasOptions
  @OptionGroup(title: "State") var states: StateOptions
  @OptionGroup(title: "Messages") var messages: ReportOptions
  @OptionGroup(title: "Reading") var reading: ReadingOptions
  @OptionGroup(title: "Limits for documents that nobody has checked") var limits: LimitOptions

  func run() throws {
    let console = messages.console
    var request = reading.request(scene, limits)
    canvas.apply(to: &request)
    states.apply(to: &request)
    let document = try request.open(console)
    let time = try request.time(in: document, console)
    let snapshot = TreeSnapshot(of: document.root, at: time, hostIsFlipped: document.hostIsFlipped)
    let made = try converting(to: { CommandFailure($0, scene: scene, console: console) }) { () throws(RenderError) in
      try RenderPlan.text(of: stage, snapshot, options: request.options)
    }
    try messages.report(document.diagnostics.merging(made.plan.diagnostics), scene: scene)
    try StandardOutput.write(made.text + "\n", console)
  }
}

extension PlanStage: ExpressibleByArgument {}
