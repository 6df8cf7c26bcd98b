// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import ArgumentParser
import Foundation
import Lamina
import LaminaWorkers

/// `lamina inspect`: prints the layer tree as text, or draws it exploded.
struct InspectCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "inspect",
    abstract: "Print the layer tree, or draw it pulled apart along z.",
    discussion: """
      Every layer is a line: its class, its name, its bounds, and what differs from a new layer. Under a layer that \
      asks for what is not drawn stands what is missing; at the end, the states of the layers. With --exploded, the layers are drawn one behind the other in \
      perspective, each with its outline and its name.
      """)

  @Argument(help: .scene) var scene: String

  @Flag(help: "Draw the layers pulled apart along z to --output, instead of printing them.")
  var exploded = false

  @Option(name: [.short, .long], help: ArgumentHelp("The PNG file of --exploded, or -.", valueName: "out.png|-"))
  var output: String?

  @Option(
    help: ArgumentHelp("The size of the picture of --exploded, in pixels. (default: 1200x900)", valueName: "WxH"),
    transform: ParameterText.size)
  var size: PixelSize?

  @Option(
    help: ArgumentHelp("Lines to print at most. (default: 10000)", valueName: "n"),
    transform: wholeNumber(in: 1...10_000_000))
  var layers = 10_000

  @OptionGroup(title: "State") var states: StateOptions
  @OptionGroup(title: "What draws") var rendering: RendererOptions
  @OptionGroup(title: "Messages") var messages: ReportOptions
  @OptionGroup(title: "Reading") var reading: ReadingOptions
  @OptionGroup(title: "Limits for documents that nobody has checked") var limits: LimitOptions

  func validate() throws {
    if exploded, output == nil { throw ValidationError("--exploded needs --output") }
    if !exploded, output != nil || size != nil { throw ValidationError("--output and --size need --exploded") }
  }

  func run() throws {
    let console = messages.console
    var request = reading.request(scene, limits)
    states.apply(to: &request)
    let document = try request.open(console)
    if let output, exploded { return try drawExploded(document, to: output, console) }
    try messages.report(document.diagnostics, scene: scene)
    let outline = SceneOutline(document.root, diagnostics: try unsupported(in: document, console), limit: layers)
    let list = SceneStateList(document).text
    try StandardOutput.write(outline.text + "\n" + (list.isEmpty ? "" : list + "\n"), console)
  }

  /// The diagnostics of content that would not be drawn as specified.
  private func unsupported(in document: Scene, _ console: Console) throws -> [Diagnostic] {
    var options = RenderOptions()
    // Nothing is drawn, so a small size lets trees of any size be inspected.
    options.size = PixelSize(width: 64, height: 64)
    do throws(RenderError) {
      return try RenderPlan(document, options: options).diagnostics
    } catch {
      // A root without a size cannot be drawn, but its tree can be printed.
      console.note("\(scene): \(error)")
      return []
    }
  }

  private func drawExploded(_ document: Scene, to output: String, _ console: Console) throws {
    let pixels = size ?? PixelSize(width: 1200, height: 900)
    // Names have the same size in points, relative to a picture of 1,200 x 900, whatever the picture's size.
    let scale = max(Double(pixels.width) / 1200, Double(pixels.height) / 900)
    let view = ExplodedView(
      of: document, size: CGSize(width: Double(pixels.width) / scale, height: Double(pixels.height) / scale))
    var options = RenderOptions()
    options.size = pixels
    options.limits = limits.renderLimits
    let renderer = try rendering.open(console)
    let result = try converting(to: { CommandFailure($0, scene: scene, console: console) }) { () throws(RenderError) in
      try renderer.render(view.root, options: options)
    }
    let found = try document.diagnostics + unsupported(in: document, console) + view.diagnostics
    try messages.report(found, scene: scene)
    try write(result.image, to: output, console)
  }
}
