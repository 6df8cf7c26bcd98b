// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

// As much lexing as the checks need: comments and string literals are blanked, so that what is left is code.

import LaminaTestSupport

/// A source file of the package, line by line.
struct SourceFile {
  /// From the package's root.
  let path: String
  /// The lines as they are.
  let lines: [Substring]
  /// The lines with comments and the insides of string literals replaced by blanks.
  let code: [Substring]

  init(_ path: String) throws {
    let text = try PackageFolder.text(path)
    self.path = path
    lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    var blanking = Blanking(Array(text.utf8))
    code = String(decoding: blanking.run(), as: UTF8.self).split(separator: "\n", omittingEmptySubsequences: false)
  }

  /// `path:line`, as editors and compilers write it; `index` counts from 0.
  func place(_ index: Int) -> String { "\(path):\(index + 1)" }

  /// All Swift sources, those of tests included.
  static func swift() throws -> [SourceFile] { try all.get() }

  private static let all = Result {
    try PackageFolder.files().filter { $0.hasSuffix(".swift") }.map { try SourceFile($0) }
  }
}

/// Replaces comments and string literals of Swift by blanks, keeping every line break.
private struct Blanking {
  private let bytes: [UInt8]
  private var result: [UInt8]
  private var position = 0

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
    result = bytes
  }

  mutating func run() -> [UInt8] {
    while position < bytes.count {
      if starts("//") {
        while position < bytes.count, !starts("\n") { erase() }
      } else if starts("/*") {
        blankBlockComment()
      } else if let (quotes, hashes) = stringStart() {
        blankString(quotes, hashes)
      } else {
        position += 1
      }
    }
    return result
  }

  private func starts(_ text: StaticString, at offset: Int = 0) -> Bool {
    let start = position + offset
    guard start + text.utf8CodeUnitCount <= bytes.count else { return false }
    return text.withUTF8Buffer { text in text.indices.allSatisfy { bytes[start + $0] == text[$0] } }
  }

  private func hashes(at offset: Int) -> Int {
    bytes[min(position + offset, bytes.count)...].prefix { $0 == UInt8(ascii: "#") }.count
  }

  /// How many quotes and hash signs open the string literal that starts here.
  private func stringStart() -> (quotes: Int, hashes: Int)? {
    guard bytes[position] == UInt8(ascii: "\"") || bytes[position] == UInt8(ascii: "#") else { return nil }
    let hashes = hashes(at: 0)
    guard starts("\"", at: hashes) else { return nil }
    return (starts("\"\"\"", at: hashes) ? 3 : 1, hashes)
  }

  private func ends(_ quotes: Int, _ hashes: Int) -> Bool {
    (quotes == 3 ? starts("\"\"\"") : starts("\"")) && self.hashes(at: quotes) >= hashes
  }

  private mutating func blankString(_ quotes: Int, _ hashes: Int) {
    position += hashes + quotes
    while position < bytes.count, !ends(quotes, hashes), quotes == 3 || !starts("\n") {
      guard starts("\\"), self.hashes(at: 1) >= hashes else {
        erase()
        continue
      }
      for _ in 0...hashes { erase() }
      // An interpolation may hold literals of its own.
      if starts("(") { passInterpolation() } else { erase() }
    }
    position = min(position + quotes + hashes, bytes.count)
  }

  /// Leaves the code of an interpolation standing.
  private mutating func passInterpolation() {
    var depth = 0
    while position < bytes.count {
      if let (quotes, hashes) = stringStart() {
        blankString(quotes, hashes)
        continue
      }
      if starts("(") { depth += 1 }
      if starts(")") { depth -= 1 }
      position += 1
      if depth == 0 { return }
    }
  }

  private mutating func blankBlockComment() {
    var depth = 0
    repeat {
      let change = starts("/*") ? 1 : starts("*/") ? -1 : 0
      depth += change
      erase()
      if change != 0 { erase() }
    } while depth > 0 && position < bytes.count
  }

  private mutating func erase() {
    guard position < bytes.count else { return }
    if bytes[position] != UInt8(ascii: "\n") { result[position] = UInt8(ascii: " ") }
    position += 1
  }
}
