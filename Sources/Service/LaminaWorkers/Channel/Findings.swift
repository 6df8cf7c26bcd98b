// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import LaminaGraphics

/// Diagnostics as a worker says them.
struct Findings {
  fileprivate struct Finding {
    var isNote: Bool
    var code: String
    var message: String
    var file: String?
    var line: Int?
    var column: Int?
    var layer: String?
  }

  private var all: [Finding]

  init(_ diagnostics: [Diagnostic]) {
    all = diagnostics.map { diagnostic in
      Finding(
        isNote: diagnostic.severity == .note, code: diagnostic.code, message: diagnostic.message,
        file: diagnostic.location?.file, line: diagnostic.location?.line, column: diagnostic.location?.column,
        layer: diagnostic.layerPath)
    }
  }

  /// The diagnostics; terminals may be shown them.
  var diagnostics: [Diagnostic] {
    all.map { finding in
      var location: Diagnostic.Location?
      if let file = finding.file, let line = finding.line, let column = finding.column {
        location = Diagnostic.Location(file: file.harmless, line: line, column: column)
      }
      return Diagnostic(
        finding.isNote ? .note : .warning, code: finding.code.harmless, message: finding.message.harmless,
        location: location, layerPath: finding.layer?.harmless)
    }
  }
}

extension Findings: MessageBody {
  package func write(to writer: inout MessageWriter) { writer.put(all) }
  package init(from reader: inout MessageReader) throws(MessageProblem) { all = try reader.take() }
}

extension Findings.Finding: MessageBody {
  package func write(to writer: inout MessageWriter) { writer.put(isNote, code, message, file, line, column, layer) }
  package init(from reader: inout MessageReader) throws(MessageProblem) {
    isNote = try reader.take()
    code = try reader.take()
    message = try reader.take()
    file = try reader.take()
    line = try reader.take()
    column = try reader.take()
    layer = try reader.take()
  }
}
