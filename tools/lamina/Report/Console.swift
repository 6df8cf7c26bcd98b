// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

// What goes to standard error: a line saying what draws, diagnostics, and at most one error, as text or as JSON lines.

import Foundation
import Lamina
import LaminaExport
import ReportText

/// How diagnostics and errors are written.
enum DiagnosticFormat: String, CaseIterable {
  /// `file:line:column: severity: message (layer) [code]`.
  case text
  /// One JSON object a line; docs/command-line.md lists the keys.
  case json
}

/// Standard error, and what of it the user wants.
struct Console {
  /// How lines are written.
  var format = DiagnosticFormat.text
  /// Whether only errors are written.
  var isQuiet = false

  /// Says what draws.
  func announce(_ renderer: Renderer) { announce(renderer: renderer.description, reason: renderer.reason) }

  /// Says what draws, in a worker.
  func announce(renderer: String, reason: String?) {
    guard !isQuiet else { return }
    switch format {
    case .text:
      write("renderer: \(renderer)\(reason.map { " (\($0))" } ?? "")")
    case .json:
      write(Line(kind: "renderer", message: renderer, reason: reason))
    }
  }

  /// Lists what was asked for and not done.
  func report(_ diagnostics: [Diagnostic], scene: String) {
    guard !isQuiet else { return }
    for diagnostic in diagnostics {
      switch format {
      case .text:
        let namesFile = diagnostic.location != nil || diagnostic.file != nil
        write((namesFile ? "" : "\(scene): ") + "\(diagnostic)")
      case .json:
        write(Line(diagnostic, scene: scene))
      }
    }
  }

  /// Says something that is not a diagnostic of a document.
  func note(_ message: String) {
    guard !isQuiet else { return }
    switch format {
    case .text: write("lamina: \(message)")
    case .json: write(Line(kind: "note", message: message))
    }
  }

  /// Says why the tool stops.
  func error(_ message: String, status: ExitStatus) {
    let oneLine = message.split(whereSeparator: \.isNewline).joined(separator: " ")
    switch format {
    case .text: write("lamina: error: \(oneLine)")
    case .json: write(Line(kind: "error", message: oneLine, exit: status.rawValue))
    }
  }

  /// Says how far an export is.
  func progress(_ progress: ExportProgress) {
    switch format {
    case .text: write("lamina: \(ExportReporter.text(progress))")
    case .json:
      var line = Line(kind: "progress", message: ExportReporter.text(progress))
      (line.frame, line.finished, line.total) = (progress.frame, progress.finished, progress.total)
      (line.fps, line.secondsLeft, line.encoded) = (progress.framesPerSecond, progress.secondsLeft, progress.encoded)
      write(line)
    }
  }

  /// Says what an export came to.
  func done(_ summary: ExportSummary, output: String) {
    guard !isQuiet else { return }
    var parts = ["\(summary.drawn) drawn"]
    if summary.repeated > 0 { parts.append("\(summary.repeated) repeated") }
    if summary.kept > 0 { parts.append("\(summary.kept) kept") }
    if summary.replacedDevices > 0 { parts.append("\(summary.replacedDevices.counted("device")) replaced") }
    if summary.replacedWorkers > 0 { parts.append("\(summary.replacedWorkers.counted("worker")) replaced") }
    let message =
      "\(output): \(summary.frames.counted("frame")) (\(parts.joined(separator: ", "))) "
      + "in \(summary.seconds.formatted(places: 1)) s"
    switch format {
    case .text: write("lamina: \(message)")
    case .json:
      var line = Line(kind: "done", message: message)
      (line.total, line.drawn, line.repeated) = (summary.frames, summary.drawn, summary.repeated)
      (line.kept, line.seconds) = (summary.kept, summary.seconds)
      write(line)
    }
  }

  /// Writes to standard error as it is.
  func write(raw text: String) {
    try? FileHandle.standardError.write(contentsOf: Data(text.utf8))
  }

  private func write(_ line: String) {
    // Where standard error itself fails there is nobody left to tell.
    try? FileHandle.standardError.write(contentsOf: Data((line + "\n").utf8))
  }

  private func write(_ line: Line) {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    guard let data = try? encoder.encode(line) else { return }
    write(String(decoding: data, as: UTF8.self))
  }

  /// One line of the JSON form; what is not known is left out.
  private struct Line: Encodable {
    var kind: String
    var message: String
    var severity: String?
    var code: String?
    var scene: String?
    var file: String?
    var line: Int?
    var column: Int?
    var layer: String?
    var reason: String?
    var exit: Int32?
    var frame: Int?
    var finished: Int?
    var total: Int?
    var drawn: Int?
    var repeated: Int?
    var kept: Int?
    var fps: Double?
    var secondsLeft: Double?
    var encoded: Int?
    var seconds: Double?

    init(kind: String, message: String, reason: String? = nil, exit: Int32? = nil) {
      self.kind = kind
      self.message = message
      self.reason = reason
      self.exit = exit
    }

    init(_ diagnostic: Diagnostic, scene: String) {
      self.init(kind: "diagnostic", message: diagnostic.message)
      severity = diagnostic.severity.rawValue
      code = diagnostic.code
      self.scene = scene
      file = diagnostic.location?.file ?? diagnostic.file
      line = diagnostic.location?.line
      column = diagnostic.location?.column
      layer = diagnostic.layerPath
    }
  }
}
