// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

internal import SwiftDiagnostics
internal import SwiftParser
internal import SwiftParserDiagnostics
internal import SwiftSyntax

/// A parsed file of the sources.
final class SourceUnit {
  /// The path relative to the folder of the sources.
  let path: String
  let bytes: [UInt8]
  let tree: SourceFileSyntax
  /// The line ending of the file.
  let newline: String

  /// Parses a file. For bytes that are not UTF-8, or not valid Swift, it throws, and the caller copies the file
  /// unchanged.
  init(path: String, bytes: [UInt8]) throws(Unreadable) {
    self.path = path
    self.bytes = bytes
    guard bytes.count <= Self.greatestSize else { throw .tooLong }
    guard String(validating: bytes, as: UTF8.self) != nil else { throw .notText }
    tree = bytes.withUnsafeBufferPointer { Parser.parse(source: $0) }
    let firstEnd = bytes.firstIndex(of: UInt8(ascii: "\n")) ?? 0
    newline = firstEnd > 0 && bytes[firstEnd - 1] == UInt8(ascii: "\r") ? "\r\n" : "\n"
    if tree.hasError {
      let first = ParseDiagnosticsGenerator.diagnostics(for: tree).min { $0.position < $1.position }
      let offset = first?.position.utf8Offset ?? 0
      throw .notSwift(line: Self.line(of: offset, in: bytes), reason: first?.message ?? "a syntax error")
    }
  }

  /// The maximum size in bytes; larger files are copied unchanged.
  static let greatestSize = 4 << 20

  /// The line number of a byte, from 1.
  static func line(of offset: Int, in bytes: [UInt8]) -> Int {
    bytes[..<min(offset, bytes.count)].reduce(1) { $1 == UInt8(ascii: "\n") ? $0 + 1 : $0 }
  }

  /// The reason why a file is copied unchanged.
  enum Unreadable: Error {
    case notText
    case tooLong
    case notSwift(line: Int, reason: String)
  }
}

extension SyntaxProtocol {
  /// The range of the node without leading and trailing trivia.
  var ownRange: Range<Int> {
    let start = positionAfterSkippingLeadingTrivia.utf8Offset
    return start..<max(start, endPositionBeforeTrailingTrivia.utf8Offset)
  }

  var start: Int { positionAfterSkippingLeadingTrivia.utf8Offset }
  var end: Int { endPositionBeforeTrailingTrivia.utf8Offset }

  /// The source text of the node.
  var text: String { trimmedDescription }
}
