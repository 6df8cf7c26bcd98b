// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

// Output on standard error: the renderer, diagnostics, and at most one error, as text or as JSON lines.

import Foundation
import Lamina
import LaminaExport
import ReportText

/// The format of diagnostics and errors.
enum DiagnosticFormat: String, CaseIterable {
  /// `file:line:column: severity: message (layer) [code]`.
  case text
  /// One JSON object per line; docs/command-line.md lists the keys.
  case json
}

/// Standard error, with the options for messages.
struct Console {
  /// The format of lines.
  var format = DiagnosticFormat.text
  /// Whether only errors are written.
  var isQuiet = false

  /// Reports the renderer.
  func announce(_ renderer: Renderer) { announce(renderer: renderer.description, reason: renderer.reason) }

  /// Reports the renderer of a worker.
  func announce(renderer: String, reason: String?) {
    guard !isQuiet else { return }
    switch format {
    case .text:
      write("renderer: \(renderer)\(reason.map { " (\($0))" } ?? "")")
    case .json:
      write(Line(kind: "renderer", message: renderer, reason: reason))
    }
  }

  /// Lists diagnostics of a scene.
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

  /// Writes a message that is not a diagnostic of a document.
  func note(_ message: String) {
    guard !isQuiet else { return }
    switch format {
    case .text: write("lamina: \(message)")
    case .json: write(Line(kind: "note", message: message))
    }
  }

  /// Writes the error that ends the tool.
  func error(_ message: String, status: ExitStatus) {
    let oneLine = message.split(whereSeparator: \.isNewline).joined(separator: " ")
    switch format {
    case .text: write("lamina: error: \(oneLine)")
    case .json: write(Line(kind: "error", message: oneLine, exit: status.rawValue))
    }
  }

  /// Reports the progress of an export.
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

  /// Reports the result of an export.
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

  /// Writes text to standard error without changes.
  func write(raw text: String) {
    try? FileHandle.standardError.write(contentsOf: Data(text.utf8))
  }

  private func write(_ line: String) {
    // If standard error itself fails, there is no place left to report it.
    try? FileHandle.standardError.write(contentsOf: Data((line + "\n").utf8))
  }

  private func write(_ line: Line) {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    guard let data = try? encoder.encode(line) else { return }
    write(String(decoding: data, as: UTF8.self))
  }

  /// One line of the JSON format; unknown values are left out.
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
