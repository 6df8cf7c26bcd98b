// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import Foundation

/// The text of one shader with its includes expanded, and without parts that its features exclude.
///
/// A file is included once, even if it is named several times. Paths are relative to the shader folder. `#ifdef`,
/// `#ifndef`, `#else` and `#endif` test features; an excluded line becomes an empty one, so that line numbers stay the
/// same.
struct ShaderExpansion {
  /// An error with its position.
  struct Failure: Error {
    var file: String
    var line: Int
    var message: String
  }

  let root: String
  /// The records for `#include "records/X"`.
  let records: RecordList?
  /// The features for `#ifdef`.
  let features: Set<String>
  /// The expanded files, in the order of their `#line` numbers; the first is the shader itself.
  private(set) var files: [String] = []
  private(set) var text = ""
  /// The features that were tested, whether or not they are set.
  private(set) var asked: Set<String> = []
  /// The open conditions, innermost last: whether each holds, and whether its `#else` part began.
  private var conditions: [(holds: Bool, isElse: Bool)] = []

  init(root: String, records: RecordList?, features: [String]) {
    self.root = root
    self.records = records
    self.features = Set(features)
  }

  /// Appends the file `name`, and the files that it includes.
  mutating func expand(_ name: String, from includer: (file: String, line: Int)? = nil) throws {
    guard !files.contains(name) else { return }
    let number = files.count
    files.append(name)
    guard let contents = contents(of: name) else {
      throw Failure(
        file: includer?.file ?? name, line: includer?.line ?? 1, message: "cannot read \"\(name)\"")
    }
    if includer != nil { text += "#line 1 \(number)\n" }
    let depth = conditions.count
    let lines = contents.split(separator: "\n", omittingEmptySubsequences: false)
    for (index, line) in lines.enumerated() {
      let place = (file: name, line: index + 1)
      if try decide(line, at: place, under: depth) || conditions.contains(where: { !$0.holds }) {
        text += "\n"
        continue
      }
      guard line.hasPrefix("#include") else {
        if index + 1 < lines.count || !line.isEmpty { text += line + "\n" }
        continue
      }
      let parts = line.split(separator: "\"", omittingEmptySubsequences: false)
      guard parts.count == 3, parts[2].allSatisfy(\.isWhitespace) else {
        throw Failure(file: name, line: index + 1, message: "expected #include \"lib/name.glsl\"")
      }
      try expand(String(parts[1]), from: place)
      text += "#line \(index + 2) \(number)\n"
    }
    guard conditions.count == depth else {
      throw Failure(file: name, line: lines.count, message: "a condition without #endif")
    }
  }

  /// The text of a file, or of a record.
  private func contents(of name: String) -> String? {
    let folder = "records/"
    guard name.hasPrefix(folder) else { return try? String(contentsOfFile: root + name, encoding: .utf8) }
    return records?.shaderText(of: String(name.dropFirst(folder.count)))
  }

  /// Processes a line that begins, switches or ends a condition.
  ///
  /// - Parameter depth: The number of conditions that were open at the start of the file.
  /// - Returns: Whether the line is a condition.
  private mutating func decide(_ line: Substring, at place: (file: String, line: Int), under depth: Int) throws -> Bool
  {
    let words = line.split(separator: " ")
    func check(_ holds: Bool, _ message: String) throws {
      guard holds else { throw Failure(file: place.file, line: place.line, message: message) }
    }
    switch words.first {
    case "#ifdef", "#ifndef":
      try check(words.count == 2, "expected \(words[0]) FEATURE")
      if conditions.allSatisfy(\.holds) { asked.insert(String(words[1])) }
      conditions.append((features.contains(String(words[1])) == (words[0] == "#ifdef"), false))
    case "#else":
      try check(conditions.count > depth && conditions.last?.isElse == false, "an #else without a condition")
      conditions[conditions.count - 1] = (!conditions[conditions.count - 1].holds, true)
    case "#endif":
      try check(conditions.count > depth, "an #endif without a condition")
      conditions.removeLast()
    case "#if", "#elif": try check(false, "conditions are #ifdef, #ifndef, #else and #endif")
    default: return false
    }
    return true
  }
}
