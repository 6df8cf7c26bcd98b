// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

internal import LaminaGraphics

/// Collects diagnostics about a document. Equal ones are stored once, and the number of each kind is limited.
struct LottieLog {
  private struct Key: Hashable {
    var code: String
    var message: String
  }

  private let file: String
  private var entries: [(code: String, message: String, value: JSONValue?, path: String?)] = []
  private var counts: [Key: Int] = [:]
  private var kinds: [String: Int] = [:]
  private var rest: [String: Int] = [:]
  private static let kindLimit = 50

  init(file: String) {
    self.file = file
  }

  /// Reports something about a value of the document.
  mutating func report(_ code: String, _ value: JSONValue, _ message: String) {
    add(code, message, value, value.path)
  }

  /// Reports something about a part of the document, by its path.
  mutating func report(_ code: String, path: String, _ message: String) {
    add(code, message, nil, path)
  }

  private mutating func add(_ code: String, _ message: String, _ value: JSONValue?, _ path: String) {
    let key = Key(code: code, message: message)
    counts[key, default: 0] += 1
    guard counts[key] == 1 else { return }
    kinds[code, default: 0] += 1
    guard kinds[code, default: 0] <= Self.kindLimit else {
      rest[code, default: 0] += 1
      return
    }
    entries.append((code, message, value, path))
  }

  /// All diagnostics, in the order in which they were found.
  var diagnostics: [Diagnostic] {
    var result = entries.map { entry in
      let count = counts[Key(code: entry.code, message: entry.message)] ?? 1
      let subject = entry.path.map { $0.isEmpty ? "" : "\($0) " } ?? ""
      return Diagnostic(
        code: entry.code,
        message: subject + entry.message + (count > 1 ? " (\(count) times, this is the first)" : ""),
        location: entry.value?.location)
    }
    for (code, count) in rest.sorted(by: { $0.key < $1.key }) {
      result.append(Diagnostic(code: code, message: "\(count) more of this kind are not listed"))
    }
    return result
  }
}

extension JSONValue {
  /// The position of the value in its file.
  var location: Diagnostic.Location {
    let place = table.place(of: offset)
    return Diagnostic.Location(file: table.file, line: place.line, column: place.column)
  }
}
