// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import Foundation
import LaminaTestSupport
import Testing

/// Every file of `Transcripts/`, played and compared; files under `gpu/` where there is a device, and files under
/// `plain/` where `LAMINA_PLAIN_TOOL` names a tool that was built without its service, as `tools/demo` builds it.
///
/// `LAMINA_RECORD=all` writes what was printed into the files; such a run fails, so that nobody leaves it on.
@Suite struct TranscriptTests {
  static let folder = "Tests/Tools/CommandLineTests/Transcripts"
  static let names = PackageFolder.files(under: folder).map { String($0.dropFirst(folder.count + 1)) }

  /// Whether a device can be opened, be it software.
  static let hasGPU = (try? LaminaTool.run(["devices"]))?.status == 0

  @Test("transcript", arguments: names.filter { !$0.contains("/") })
  func transcript(_ name: String) throws {
    try play(name)
  }

  @Test(
    "transcript with a device", .enabled(if: hasGPU, "no device for OpenGL ES"),
    arguments: names.filter { $0.hasPrefix("gpu/") })
  func deviceTranscript(_ name: String) throws {
    try play(name)
  }

  @Test(
    "transcript without the service",
    .enabled(
      if: ProcessInfo.processInfo.environment["LAMINA_PLAIN_TOOL"] != nil, "LAMINA_PLAIN_TOOL names no tool without it"),
    arguments: names.filter { $0.hasPrefix("plain/") })
  func plainTranscript(_ name: String) throws {
    try play(name)
  }

  private func play(_ name: String) throws {
    let transcript = try Transcript(path: Self.folder + "/" + name)
    let place = try TemporaryFolder()
    for file in transcript.files { try place.write(file.text, to: file.name) }
    var played = transcript.preamble
    var problems: [String] = []
    for step in transcript.steps {
      let actual = Transcript.lines(of: try LaminaTool.shell(step.command, in: place.url))
      let kept = actual.enumerated().map { index, line in
        step.expected.indices.contains(index) && Transcript.matches(line, step.expected[index])
          ? step.expected[index] : line
      }
      if kept != step.expected {
        problems.append(
          "\(transcript.path):\(step.line): $ \(step.command)\nexpected:\n\(Self.block(step.expected))\n"
            + "printed:\n\(Self.block(actual))")
      }
      played += ["$ " + step.command] + kept
    }
    guard !problems.isEmpty else { return }
    if ProcessInfo.processInfo.environment["LAMINA_RECORD"] == "all" {
      try Data((played.joined(separator: "\n") + "\n").utf8).write(to: PackageFolder.file(transcript.path))
      problems.append("recorded")
    }
    Issue.record(Comment(rawValue: "\n" + problems.joined(separator: "\n")))
  }

  @Test("there are transcripts")
  func some() {
    #expect(!Self.names.isEmpty)
  }

  @Test(
    "wildcards match any text and nothing else",
    arguments: [
      ("abc", "a[..]c", true), ("ac", "a[..]c", true), ("abd", "a[..]c", false), ("a1b2c", "a[..]b[..]c", true),
      ("a12c", "a[..]b[..]c", false), ("aba", "ab[..]ba", false), ("x", "[..]", true), ("x", "y", false),
    ])
  func wildcards(_ actual: String, _ expected: String, _ isMatch: Bool) {
    #expect(Transcript.matches(actual, expected) == isMatch)
  }

  private static func block(_ lines: [String]) -> String {
    lines.isEmpty ? "    (nothing)" : lines.map { "    " + $0 }.joined(separator: "\n")
  }
}
