// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import LaminaGraphics

/// Collects diagnostics so that a document with a million faults gives a readable list.
///
/// Reports of the same kind about the same subject become one diagnostic at the place of the first, with a count. Of
/// each kind, at most `subjectLimit` subjects are listed; all others are counted in one more diagnostic.
struct DiagnosticLog {
  private struct Key: Hashable {
    var code: String
    var subject: String
  }

  private struct Entry {
    var severity: Diagnostic.Severity
    var code: String
    var message: String
    var offset: Int
    var count: Int
    /// Whether the entry counts reports that are not listed.
    var isRest = false
  }

  static let subjectLimit = 50
  private var entries: [Entry] = []
  private var indices: [Key: Int] = [:]
  private var subjects: [String: Int] = [:]

  /// Reports a problem at a byte offset.
  ///
  /// - Parameters:
  ///   - code: The kind, in kebab case.
  ///   - subject: The subject; reports with the same subject are combined.
  ///   - offset: The offset; computed only when the report is listed, as is the message.
  ///   - message: One sentence.
  mutating func report(
    _ severity: Diagnostic.Severity = .warning, _ code: String, about subject: String,
    at offset: @autoclosure () -> Int,
    count: Int = 1, _ message: () -> String
  ) {
    let key = Key(code: code, subject: subject)
    if let index = indices[key] {
      entries[index].count += count
      return
    }
    // The key of the other reports has a subject that cannot occur in documents: a control character.
    let restKey = Key(code: code, subject: "\u{1}")
    if subjects[code, default: 0] >= Self.subjectLimit {
      if let index = indices[restKey] {
        entries[index].count += count
      } else {
        indices[restKey] = entries.count
        entries.append(
          Entry(severity: severity, code: code, message: "", offset: offset(), count: count, isRest: true))
      }
      return
    }
    subjects[code, default: 0] += 1
    indices[key] = entries.count
    entries.append(Entry(severity: severity, code: code, message: message(), offset: offset(), count: count))
  }

  /// All diagnostics in the order of their first places.
  func diagnostics(in source: SourceText) -> [Diagnostic] {
    var lines = LineCounter(source)
    return entries.enumerated().sorted { ($0.element.offset, $0.offset) < ($1.element.offset, $1.offset) }.map {
      let entry = $0.element
      let text =
        if entry.isRest {
          "\(entry.count) more of this kind are not listed, this is the first"
        } else {
          entry.count > 1 ? "\(entry.message) (\(entry.count) times, this is the first)" : entry.message
        }
      return Diagnostic(
        entry.severity, code: entry.code, message: text, location: lines.location(at: entry.offset))
    }
  }
}
