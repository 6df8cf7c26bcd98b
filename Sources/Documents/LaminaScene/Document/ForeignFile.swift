// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

/// Recognizes files that are often mistaken for documents, by their first bytes.
enum ForeignFile {
  /// The number of bytes that are examined.
  private static let headLength = 1024

  /// Returns the kind of a text's file, with an article; `nil` for possible documents and unknown kinds.
  static func kind(of source: SourceText) -> String? {
    guard source.isTranscoded else { return kind(of: source.bytes) }
    // Characters of four bytes were decoded as two of two bytes, one of them 0.
    if source.bytes.prefix(64).contains(0) { return wideText }
    let first = source.bytes.first { ![0x20, 0x09, 0x0A, 0x0D].contains($0) }
    return first == UInt8(ascii: "{") || first == UInt8(ascii: "[") ? wideObject : kind(of: source.bytes)
  }

  private static let wideText = "text in UTF-32, and documents are in UTF-8 or UTF-16"
  private static let wideObject = "JSON in UTF-16, and Lottie files are in UTF-8"

  /// Returns the kind of a file, with an article; `nil` for possible documents and unknown kinds.
  static func kind(of bytes: [UInt8]) -> String? {
    let head = bytes.prefix(headLength)
    return binaryKind(of: head) ?? wideKind(of: head) ?? textKind(of: head)
  }

  /// Recognizes formats that begin with a signature.
  private static func binaryKind(of head: ArraySlice<UInt8>) -> String? {
    let signatures: [(start: [UInt8], kind: String)] = [
      ([0x89, 0x50, 0x4E, 0x47], "a PNG picture"), ([0xFF, 0xD8, 0xFF], "a JPEG picture"),
      (Array("GIF8".utf8), "a GIF picture"), (Array("%PDF".utf8), "a PDF document"),
      (Array("7z".utf8) + [0xBC, 0xAF], "a 7z archive"), (Array("Rar!".utf8), "a RAR archive"),
      (Array("SQLite format 3".utf8), "an SQLite database"), ([0x1F, 0x8B], "a file packed by gzip"),
      ([0x50, 0x4B, 3, 4], "a zip archive"),
    ]
    if let found = signatures.first(where: { head.starts(with: $0.start) }) { return found.kind }
    if head.starts(with: Array("RIFF".utf8)), head.dropFirst(8).starts(with: Array("WEBP".utf8)) {
      return "a WebP picture"
    }
    return head.dropFirst(4).starts(with: Array("ftyp".utf8)) ? "a film or a picture in a container of ISO" : nil
  }

  /// Recognizes JSON whose characters take two or four bytes. Markup in UTF-16 can be read.
  private static func wideKind(of head: ArraySlice<UInt8>) -> String? {
    let bytes = Array(head)
    if bytes.starts(with: [0xFF, 0xFE, 0, 0]) || bytes.starts(with: [0, 0, 0xFE, 0xFF]) {
      return wideText
    }
    let body = bytes.starts(with: [0xFF, 0xFE]) || bytes.starts(with: [0xFE, 0xFF]) ? bytes.dropFirst(2) : bytes[...]
    guard body.prefix(64).contains(0) else { return nil }
    let letters = body.filter { ![0, 0x20, 0x09, 0x0A, 0x0D].contains($0) }
    return letters.first == UInt8(ascii: "{") || letters.first == UInt8(ascii: "[")
      ? wideObject : nil
  }

  private static func textKind(of head: ArraySlice<UInt8>) -> String? {
    let body = head.starts(with: [0xEF, 0xBB, 0xBF]) ? head.dropFirst(3) : head
    let text = String(decoding: body, as: UTF8.self).drop { $0.isWhitespace }
    let lower = afterProlog(text.lowercased()[...])
    if ["<!doctype html", "<html", "<head", "<body"].contains(where: lower.hasPrefix) { return "an HTML page" }
    if lower.hasPrefix("<svg") || lower.hasPrefix("<!doctype svg") { return "an SVG picture" }
    if lower.hasPrefix("version https://git-lfs.github.com/spec/") {
      return "a pointer of Git LFS, which stands for a file that was not fetched (git lfs pull)"
    }
    if text.hasPrefix("[") { return "a JSON list" }
    return isJavaScript(text) ? "JavaScript; a Lottie file is the JSON inside of it alone" : nil
  }

  /// Returns markup without the declaration and the comments at its beginning.
  private static func afterProlog(_ text: Substring) -> Substring {
    var rest = text
    while true {
      rest = rest.drop { $0.isWhitespace }
      let ends = ["<?": "?>", "<!--": "-->"].first { rest.hasPrefix($0.key) }?.value
      guard let ends, let end = rest.firstRange(of: ends) else { return rest }
      rest = rest[end.upperBound...]
    }
  }

  /// Whether a text is an assignment, an export, or a call with an object.
  private static func isJavaScript(_ text: Substring) -> Bool {
    guard let brace = text.firstIndex(of: "{") else { return false }
    let before = text[..<brace]
    let starts = ["//", "/*", "(function", "(()", "!function", "\"use strict\"", "'use strict'"]
    if starts.contains(where: text.hasPrefix) { return true }
    // A name, possibly with points, then `=` or `(`; or a statement.
    return before.contains(/^(var|let|const|export|import|module|window|self|globalThis|define|function|return)\b/)
      || before.contains(/^[A-Za-z_$][\w$.]*\s*(=|\()\s*$/)
  }
}
