// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import ArgumentParser
import Lamina

/// `lamina verify`: draws a scene with both renderers and compares the pictures.
struct VerifyCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "verify",
    abstract: "Draw a scene with both renderers and compare the pictures.",
    discussion: "The exit code is 1 where a component differs by more than the tolerance.")

  @Argument(help: .scene) var scene: String

  @Option(
    help: ArgumentHelp("Levels by which a component may differ. (default: 2)", valueName: "n"),
    transform: wholeNumber(in: 0...255))
  var tolerance = 2

  @OptionGroup var comparison: ComparisonOptions
  @OptionGroup(title: "What draws") var device: DeviceOption
  @Option(
    help: ArgumentHelp("Threads of the CPU renderer. (default: all this process may use)", valueName: "n"),
    transform: wholeNumber(in: 1...1024))
  var threads: Int?
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
    let gpu = try draw(document, at: time, .gpu(device.selection), console)
    let cpu = try draw(document, at: time, .cpu(threads: threads), console)
    try messages.report(cpu.diagnostics, scene: scene)
    try comparison.compare(
      gpu.image, cpu.image, named: ("the GPU's picture", "the CPU's"), tolerance: tolerance, console)
  }

  private func draw(_ document: Scene, at time: Double, _ choice: RendererChoice, _ console: Console) throws
    -> RenderResult
  {
    return try converting(to: { CommandFailure($0, scene: scene, console: console) }) { () throws(RenderError) in
      let renderer = try Renderer(choice)
      console.announce(renderer)
      return try renderer.render(document, at: time, options: canvas.renderOptions(limits))
    }
  }
}
