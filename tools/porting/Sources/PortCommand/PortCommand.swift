// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import ArgumentParser
import Foundation
import Porting

/// The command `tools/port SOURCES OUT`.
@main
struct PortCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "tools/port",
    abstract: "Copies Swift sources, rewritten for what Swift on Linux cannot compile.",
    discussion: """
      Writes what it is sure of, marks the rest with comments that begin with 'port:', and lists it on standard output, a line \
      each. Ends with 0 where nothing is left to do, 1 where something is, 66 where the sources cannot be read, 73 where OUT \
      cannot be written. docs/porting.md says what is rewritten.
      """)

  @Argument(help: "A folder with sources. Links in it are not followed.")
  var sources: String

  @Argument(help: "The folder to make; it must not be there, or be empty.")
  var out: String

  func run() throws {
    do {
      let port = try FolderPort(sources: URL(fileURLWithPath: sources), out: URL(fileURLWithPath: out))
      let report = try port.run()
      for finding in report.findings { print(finding.description) }
      print(Self.summary(of: report))
      if !report.findings.isEmpty { throw ExitCode(1) }
    } catch let failure as FolderPort.Failure {
      FileHandle.standardError.write(Data("port: error: \(failure)\n".utf8))
      throw ExitCode(Self.status(of: failure))
    }
  }

  /// The exit code of a failure, from sysexits.h.
  private static func status(of failure: FolderPort.Failure) -> Int32 {
    switch failure {
    case .notAFolder, .unreadable: 66
    case .nested: 64
    case .taken, .unwritable: 73
    }
  }

  private static func summary(of report: FolderPort.Report) -> String {
    let changes = report.changes.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value)" }.joined(separator: ", ")
    let left =
      switch report.findings.count {
      case 0: "nothing is left to do"
      case 1: "1 place is left"
      default: "\(report.findings.count) places are left"
      }
    return
      "port: \(report.files) files, \(report.changedFiles) changed (\(changes.isEmpty ? "nothing" : changes)); \(left)"
  }
}
