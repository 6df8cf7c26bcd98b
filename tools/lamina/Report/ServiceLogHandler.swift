// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

#if Service
import Foundation
import Lamina
import Logging

/// Writes the lines of a service's log to standard error: as text, or as JSON, one object per line.
struct ServiceLogHandler: LogHandler {
  var logLevel = Logger.Level.info
  var metadata: Logger.Metadata = [:]
  let format: DiagnosticFormat

  subscript(metadataKey key: String) -> Logger.Metadata.Value? {
    get { metadata[key] }
    set { metadata[key] = newValue }
  }

  func log(event: LogEvent) {
    let all = metadata.merging(event.metadata ?? [:]) { _, new in new }
    let time = Date.now.formatted(.iso8601.year().month().day().time(includingFractionalSeconds: true))
    let line: String
    switch format {
    case .text:
      let values = all.sorted { $0.key < $1.key }.map { "\($0.key)=\(Self.word("\($0.value)"))" }
      line = (["\(time)Z", event.level.rawValue, "\(event.message)"] + values).joined(separator: " ")
    case .json:
      var object = all.mapValues { "\($0)" }
      object["time"] = "\(time)Z"
      object["level"] = event.level.rawValue
      object["message"] = "\(event.message)"
      let data = try? JSONSerialization.data(withJSONObject: object, options: [.sortedKeys, .withoutEscapingSlashes])
      line = data.map { String(decoding: $0, as: UTF8.self) } ?? "{}"
    }
    FileHandle.standardError.write(Data((line + "\n").utf8))
  }

  /// A value, quoted if it contains white space or quotation marks.
  private static func word(_ text: String) -> String {
    guard text.isEmpty || text.contains(where: { $0.isWhitespace || $0 == "\"" || $0.isNewline }) else { return text }
    return "\"" + text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"").replacing("\n", with: " ") + "\""
  }
}
#endif
