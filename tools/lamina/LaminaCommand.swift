// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import ArgumentParser
import Foundation
import Lamina
import LaminaWorkers
import Logging

/// The command line tool `lamina`.
@main struct LaminaCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "lamina",
    abstract: "Draws Core Animation layer trees to pictures, without a display.",
    discussion: """
      A SCENE is a .caml or .caar file, a .ca or .wallpaper folder, a Lottie file (.json or .lottie), or a zip archive of \
      these (.tendies).

      Exit codes: 0 done, 1 pictures differ (compare, verify), 64 usage, 65 malformed or refused document, \
      66 no such input, 69 no usable device, 70 internal error or out of memory, 71 an isolated worker was lost, 73 cannot write, \
      75 try again later: shards are missing (join), or another export has the place (export, join), 130 and 143 \
      stopped by a signal (export), 141 the reader of standard output has gone.
      """,
    version: LaminaVersion.current,
    subcommands: [
      RenderCommand.self, ExportCommand.self, JoinCommand.self, PlanCommand.self, ConvertCommand.self,
      DevicesCommand.self, CompareCommand.self, VerifyCommand.self, InspectCommand.self,
      BenchCommand.self, ServeCommand.self, StudioCommand.self,
    ])

  /// Parses the arguments, runs the command, and exits with a code from `ExitCodes.swift`.
  static func main() {
    // A worker parses no other arguments, and starts no thread before its sandbox is in force.
    IsolatedWorker.runIfAsked()
    StandardOutput.secure()
    LoggingSystem.bootstrap { ConsoleLogHandler(label: $0) }
    KeptMemory.keep()
    let command: any ParsableCommand
    do {
      command = try parseAsRoot()
    } catch {
      leave(withParserError: error)
    }
    do {
      var command = command
      try command.run()
    } catch let failure as CommandFailure {
      leave(with: failure)
    } catch {
      leave(withParserError: error)
    }
  }

  /// Writes the message of a failure, unless that was done, and exits with its code.
  private static func leave(with failure: CommandFailure) -> Never {
    if let message = failure.message { failure.console.error(message, status: failure.status) }
    Foundation.exit(failure.status.rawValue)
  }

  /// Prints help and versions as the parser does, and its errors as one line.
  private static func leave(withParserError error: any Error) -> Never {
    let code = exitCode(for: error)
    if code.isSuccess {
      do {
        try StandardOutput.write(fullMessage(for: error) + "\n")
        Foundation.exit(code.rawValue)
      } catch {
        leave(with: error)
      }
    }
    guard code == .validationFailure else { exit(withError: error) }
    let names = configuration.subcommands.compactMap { $0.configuration.commandName }
    let subcommand = CommandLine.arguments.dropFirst().first { names.contains($0) }.map { " \($0)" } ?? ""
    Console().error("\(message(for: error)) (see 'lamina\(subcommand) --help')", status: .usage)
    Foundation.exit(ExitStatus.usage.rawValue)
  }
}
