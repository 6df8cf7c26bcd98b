// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

// A session with the tool as text: files to begin with, command lines, and the output of each.
//
//     # What this is about.
//     --- scene.caml
//     <caml xmlns="http://www.apple.com/CoreAnimation/1.0"> … </caml>
//     ---
//     $ lamina render scene.caml -o out.png
//     ! renderer: CPU, 1 thread
//     $ lamina render nothing.caml -o out.png
//     ! lamina: error: nothing.caml: no such file or folder
//     = 66
//
// Plain lines are standard output, lines after `! ` standard error, `= N` the exit code where it is not 0.
// `[..]` in an expected line stands for any text. Commands run under `sh` in a new folder that holds the files.

import Foundation
import LaminaTestSupport

/// A file of `Transcripts/`, parsed.
struct Transcript {
  /// A command and what it printed.
  struct Step {
    var command: String
    var expected: [String]
    /// The line of the command in the file, from 1.
    var line: Int
  }

  /// From the package's root.
  let path: String
  /// Everything before the first command, as it is.
  var preamble: [String] = []
  var files: [(name: String, text: String)] = []
  var steps: [Step] = []

  init(path: String) throws {
    self.path = path
    var lines = try PackageFolder.text(path).split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    if lines.last == "" { lines.removeLast() }
    var file: (name: String, lines: [String])?
    for (index, line) in lines.enumerated() {
      if steps.isEmpty, !line.hasPrefix("$ ") {
        preamble.append(line)
        if let open = file {
          if line == "---" {
            files.append((open.name, open.lines.joined(separator: "\n") + "\n"))
            file = nil
          } else {
            file?.lines.append(line)
          }
        } else if line.hasPrefix("--- ") {
          file = (String(line.dropFirst(4)), [])
        }
      } else if line.hasPrefix("$ ") {
        steps.append(Step(command: String(line.dropFirst(2)), expected: [], line: index + 1))
      } else {
        steps[steps.count - 1].expected.append(line)
      }
    }
  }

  /// The output of a run, in the form of a transcript.
  static func lines(of outcome: LaminaTool.Outcome) -> [String] {
    func lines(_ text: String, _ prefix: String) -> [String] {
      var lines = text.split(separator: "\n", omittingEmptySubsequences: false).map { prefix + $0 }
      if lines.last == prefix { lines.removeLast() }
      return lines
    }
    var result = lines(outcome.output, "") + lines(outcome.errors, "! ")
    if outcome.timedOut {
      result.append("= timed out")
    } else if outcome.isSignal {
      result.append("= signal \(outcome.status)")
    } else if outcome.status != 0 {
      result.append("= \(outcome.status)")
    }
    return result
  }

  /// Whether a line is what was expected; `[..]` stands for any text.
  static func matches(_ actual: String, _ expected: String) -> Bool {
    let parts = expected.components(separatedBy: "[..]")
    guard let first = parts.first, let last = parts.last, parts.count > 1 else { return actual == expected }
    guard actual.count >= first.count + last.count, actual.hasPrefix(first), actual.hasSuffix(last) else {
      return false
    }
    var rest = actual.dropFirst(first.count).dropLast(last.count)
    for part in parts.dropFirst().dropLast() where !part.isEmpty {
      guard let range = rest.firstRange(of: part) else { return false }
      rest = rest[range.upperBound...]
    }
    return true
  }
}
