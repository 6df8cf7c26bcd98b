// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

internal import SwiftDiagnostics
internal import SwiftParser
internal import SwiftParserDiagnostics
internal import SwiftSyntax

/// A file of the sources, parsed.
final class SourceUnit {
  /// Relative to the folder of the sources.
  let path: String
  let bytes: [UInt8]
  let tree: SourceFileSyntax
  /// What ends the file's lines.
  let newline: String

  /// Parses a file. Bytes that are no UTF-8, or no Swift, are copied as they are by whoever gets the error.
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

  /// Files of more bytes are copied as they are.
  static let greatestSize = 4 << 20

  /// The line of a byte, from 1.
  static func line(of offset: Int, in bytes: [UInt8]) -> Int {
    bytes[..<min(offset, bytes.count)].reduce(1) { $1 == UInt8(ascii: "\n") ? $0 + 1 : $0 }
  }

  /// Why a file is copied as it is.
  enum Unreadable: Error {
    case notText
    case tooLong
    case notSwift(line: Int, reason: String)
  }
}

extension SyntaxProtocol {
  /// The bytes of the node without what stands around it.
  var ownRange: Range<Int> {
    let start = positionAfterSkippingLeadingTrivia.utf8Offset
    return start..<max(start, endPositionBeforeTrailingTrivia.utf8Offset)
  }

  var start: Int { positionAfterSkippingLeadingTrivia.utf8Offset }
  var end: Int { endPositionBeforeTrailingTrivia.utf8Offset }

  /// The node as it is written.
  var text: String { trimmedDescription }
}
