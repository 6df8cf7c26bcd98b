// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import Foundation
import Lamina
import LaminaBench

// The output of measurements: text goes to standard output, or to standard error if a report goes there; the rest to
// files.

extension BenchCommand {
  /// Writes text for people.
  func say(_ text: String, _ console: Console) throws {
    guard json == "-" || html == "-" else { return try StandardOutput.write(text, console) }
    console.write(raw: text)
  }

  /// Fails before anything is measured if a report could not be written.
  func checkReports(_ console: Console) throws {
    if let plots {
      do {
        try FileManager.default.createDirectory(atPath: plots, withIntermediateDirectories: true)
      } catch {
        throw CommandFailure(.cannotWrite, "cannot make the folder '\(plots)'", console: console)
      }
    }
    for path in [json, html].compactMap({ $0 }) where path != "-" {
      let folder = URL(fileURLWithPath: path).deletingLastPathComponent().path
      guard FileManager.default.isWritableFile(atPath: folder) else {
        throw CommandFailure(
          .cannotWrite, "cannot write '\(path)': its folder is not there, or must not be written to", console: console)
      }
    }
  }

  /// Writes values as JSON.
  func writeJSON(_ report: some Encodable, to path: String, _ console: Console) throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    guard let data = try? encoder.encode(report) else {
      throw CommandFailure(.internalError, "the report has a number that JSON cannot hold", console: console)
    }
    try writeText(String(decoding: data, as: UTF8.self) + "\n", to: path, console)
  }

  /// Writes the page and its plots, if they are requested.
  func writePage(_ report: BenchReport, _ console: Console) throws {
    let page = BenchPage(report: report)
    if let html { try writeText(page.html, to: html, console) }
    guard let plots else { return }
    for plot in page.plots {
      let file = URL(fileURLWithPath: plots).appendingPathComponent(plot.fileName + ".svg").relativePath
      try writeText(plot.document, to: file, console)
    }
  }

  private func writeText(_ text: String, to path: String, _ console: Console) throws {
    if path == "-" { return try StandardOutput.write(text, console) }
    try converting(to: { CommandFailure($0, console: console) }) { () throws(FileError) in
      try OutputFile(path).write(Array(text.utf8))
    }
  }
}
