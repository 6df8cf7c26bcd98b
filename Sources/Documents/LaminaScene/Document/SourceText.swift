// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import Foundation
import LaminaGraphics

/// A document's bytes in UTF-8 or a one-byte encoding, and the document's name in messages.
///
/// Elements and attributes keep byte offsets only; lines and columns are counted when a message needs them, which is
/// seldom.
struct SourceText: Sendable {
  /// The path as the caller named it.
  let file: String
  let bytes: [UInt8]
  /// Whether the bytes were converted from UTF-16, so that their declared encoding no longer applies.
  let isTranscoded: Bool

  init(file: String, bytes: [UInt8]) {
    self.file = file
    if let encoding = Self.wideEncoding(of: bytes), let text = String(bytes: bytes, encoding: encoding) {
      self.bytes = Array(text.utf8)
      isTranscoded = true
    } else {
      self.bytes = bytes
      isTranscoded = false
    }
  }

  /// Recognizes UTF-16 by its byte order mark or by a `<` of two bytes; `nil` for any other text.
  private static func wideEncoding(of bytes: [UInt8]) -> String.Encoding? {
    guard bytes.count >= 2 else { return nil }
    return switch (bytes[0], bytes[1]) {
    case (0xFE, 0xFF), (0xFF, 0xFE): .utf16
    case (0x3C, 0x00): .utf16LittleEndian
    case (0x00, 0x3C): .utf16BigEndian
    default: nil
    }
  }
}

/// Counts lines up to byte offsets; fast when the offsets ascend.
struct LineCounter {
  private let source: SourceText
  private var offset = 0
  private var line = 1
  private var lineStart = 0

  init(_ source: SourceText) {
    self.source = source
  }

  /// Returns the line and column of a byte offset. Offsets past the end give the end.
  mutating func location(at target: Int) -> Diagnostic.Location {
    let target = min(max(target, 0), source.bytes.count)
    if target < offset { (offset, line, lineStart) = (0, 1, 0) }
    source.bytes.withUnsafeBufferPointer { bytes in
      while offset < target {
        if bytes[offset] == UInt8(ascii: "\n") {
          line += 1
          lineStart = offset + 1
        }
        offset += 1
      }
    }
    return Diagnostic.Location(file: source.file, line: line, column: target - lineStart + 1)
  }
}
