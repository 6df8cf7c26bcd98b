// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import ArgumentParser
import Lamina

/// `lamina convert`: reads a scene and writes it again.
struct ConvertCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "convert",
    abstract: "Write a scene as a .caml file or a .ca folder.",
    discussion: """
      Reading the result gives an equal tree. Pictures are copied into the folder 'assets' beside the document, or \
      inside the .ca folder. What cannot be read or written is said on standard error.
      """)

  @Argument(help: .scene) var scene: String

  @Argument(help: ArgumentHelp("The file or folder to write.", valueName: "out.caml|out.ca"))
  var output: String

  @OptionGroup(title: "State") var states: StateOptions
  @OptionGroup(title: "Values") var values: TemplateOptions
  @OptionGroup(title: "Messages") var messages: ReportOptions
  @OptionGroup(title: "Reading") var reading: ReadingOptions
  @OptionGroup(title: "Limits for documents that nobody has checked") var limits: LimitOptions

  func run() throws {
    let console = messages.console
    var request = reading.request(scene, limits)
    states.apply(to: &request)
    try values.apply(to: &request, console)
    let read = try request.open(console)
    var diagnostics = read.diagnostics
    try converting(to: { CommandFailure($0, console: console) }) { () throws(SceneError) in
      diagnostics += try SceneWriter().write(read, to: output)
    }
    try messages.report(diagnostics, scene: scene)
  }
}
