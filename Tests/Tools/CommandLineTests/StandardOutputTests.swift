// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import Foundation
import LaminaTestSupport
import Testing

/// Every command with a standard output that takes nothing.
@Suite struct StandardOutputTests {
  /// Command lines that print something, the help and the version among them.
  static let commands = [
    "lamina", "lamina help", "lamina --help", "lamina -h", "lamina --version", "lamina help export",
    "lamina render --help", "lamina bench --help", "lamina --generate-completion-script bash",
    "lamina inspect scene.caml", "lamina plan scene.caml", "lamina compare a.png a.png",
    "lamina render scene.caml -o -", "lamina export scene.caml -o - --frames 0..2 -q",
    "lamina join film.y4m --missing", "lamina bench scene.caml --renderers cpu --frames 1",
    "lamina bench scene.caml --renderers cpu --frames 1 --json -",
  ]

  private func run(_ command: String, _ suffix: String) throws -> LaminaTool.Outcome {
    let folder = try TemporaryFolder()
    try folder.write(
      "<caml xmlns=\"http://www.apple.com/CoreAnimation/1.0\"><CALayer bounds=\"0 0 8 8\" backgroundColor=\"1 0 0\"/></caml>",
      to: "scene.caml")
    return try LaminaTool.shell(
      """
      lamina render scene.caml -o a.png --renderer cpu -q
      lamina export scene.caml -o film.y4m --shard 1/2 --frames 0..1 -q --renderer cpu
      \(command) \(suffix)
      """, in: folder.url)
  }

  @Test("a device that is full is an error, with the bytes", arguments: commands)
  func full(_ command: String) throws {
    let outcome = try run(command, ">/dev/full; echo $?")
    #expect(outcome.output == "73\n", "\(outcome.errors)")
    #expect(
      outcome.errors.contains(/error: .*cannot write .*: No space left on device \(.*0 of \d+ bytes\)/),
      "\(outcome.errors)")
  }

  @Test("so is one that is closed, and no file that is opened takes its place", arguments: commands)
  func closed(_ command: String) throws {
    let outcome = try run(command, ">&-; echo $?; ls")
    #expect(outcome.output.hasPrefix("73\n"), "\(outcome.errors)")
    #expect(outcome.errors.contains("Bad file descriptor"), "\(outcome.errors)")
  }

  @Test("a reader that has gone ends text without a word", arguments: commands.filter { !$0.contains("-o -") })
  func readerGone(_ command: String) throws {
    // With the signal, and where a parent has it ignored.
    for setting in ["", "trap '' PIPE;"] {
      let outcome = try run("(\(setting) sleep 0.1; \(command); echo $? >status)", "| true; cat status")
      #expect(outcome.output == "141\n", "\(setting)")
      #expect(!outcome.errors.contains("error"), "\(outcome.errors)")
    }
  }
}
