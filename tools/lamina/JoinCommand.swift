// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import ArgumentParser
import Lamina
import LaminaExport
import ReportText

/// `lamina join`: joins the shards of a film.
struct JoinCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "join",
    abstract: "Put the shards of a film together.",
    discussion: """
      OUT is what the shards were exported to. All must be there, complete, and made alike: by one version, one kind \
      of renderer, with the same fonts, of the same scene. Exit code 75 says that some are missing, or are being made.
      """)

  @Argument(help: ArgumentHelp("What 'lamina export --shard i/n' was given as -o.", valueName: "out"))
  var output: String

  @Option(
    help: ArgumentHelp("y4m or rgba: OUT is such a stream, whatever its name.", valueName: "kind"),
    transform: oneOf(StreamFormat.self))
  var stream: StreamFormat?

  @Flag(help: "Only print the numbers of the shards that are missing, with commas; nothing is joined.")
  var missing = false

  @OptionGroup var encoder: EncoderOptions

  @OptionGroup(title: "Messages") var messages: MessageOptions

  func run() throws {
    let console = messages.console
    do {
      var join = ExportJoin(try ExportDestination(output, stream: stream))
      join.encoderPatience = encoder.ffmpegPatience
      if missing {
        let numbers = try join.missingShards()
        try StandardOutput.write(numbers.map(String.init).joined(separator: ",") + "\n", console)
      } else {
        console.note("\(output): \(try join.run().counted("frame"))")
      }
    } catch let error as ExportError {
      throw CommandFailure(error, console: console)
    }
  }
}
