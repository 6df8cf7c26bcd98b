// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import ArgumentParser
import Lamina
import ReportText

/// Options for messages on standard error, and for treating warnings as failures.
struct ReportOptions: ParsableArguments {
  @Flag(help: "Fail with 65, and write nothing, if a document asks for anything that is not drawn as asked.")
  var strict = false

  @OptionGroup var messages: MessageOptions

  /// The console with these options.
  var console: Console { messages.console }

  /// Lists diagnostics, and fails on the first warning if `--strict` says so.
  func report(_ found: [Diagnostic], scene: String) throws { try report(found, scene: scene, on: console) }

  /// Lists diagnostics on a console that another option has changed.
  func report(_ found: [Diagnostic], scene: String, on console: Console) throws {
    console.report(found, scene: scene)
    let warnings = found.filter { $0.severity != .note }
    guard strict, let first = warnings.first else { return }
    throw CommandFailure(
      .badData,
      "\(scene): \(warnings.count.counted("warning")) and --strict; the first is: \(first.message) [\(first.code)]",
      console: console)
  }
}

/// Options for messages.
struct MessageOptions: ParsableArguments {
  @Flag(name: [.short, .long], help: "Say nothing but errors.")
  var quiet = false

  @Option(
    help: ArgumentHelp(
      "How diagnostics and errors are written: text or json, one object a line. (default: text)",
      valueName: "format"),
    transform: oneOf(DiagnosticFormat.self))
  var diagnostics: DiagnosticFormat = .text

  /// The console with these options.
  var console: Console { Console(format: diagnostics, isQuiet: quiet) }
}
