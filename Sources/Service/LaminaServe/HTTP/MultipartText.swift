// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

#if Serve
import Foundation
import HTTPTypes
import LaminaGeometry

/// A body of type `multipart/form-data` (RFC 7578): files with names, and values.
struct MultipartText {
  /// One part.
  struct Part: Equatable {
    /// The name of its field.
    var name: String
    /// The name of the file; `nil` for a value.
    var fileName: String?
    /// The position of its bytes in the body.
    var range: Range<Int>
  }

  /// The maximum number of parts in a body.
  static let mostParts = 4096
  /// The maximum length of a part's header, in bytes.
  private static let longestHead = 8192

  private(set) var parts: [Part] = []

  /// Finds the parts of a body.
  ///
  /// - Parameters:
  ///   - body: The whole body.
  ///   - boundary: The boundary between parts, from `Content-Type`.
  init(_ body: [UInt8], boundary: String) throws(Problem) {
    let (mark, line, dashes) = (Array("--\(boundary)".utf8), Array("\r\n".utf8), Array("--".utf8))
    let (end, next) = (line + line, line + mark)
    guard var place = body.place(of: mark, in: body.indices)?.upperBound else {
      throw Self.problem("the boundary that Content-Type names does not stand in the body")
    }
    while true {
      if body.holds(dashes, at: place) { return }
      guard body.holds(line, at: place) else { throw Self.problem("a boundary is not followed by the end of a line") }
      let start = place + line.count
      let head: Range<Int>
      if body.holds(line, at: start) {
        head = start..<start
      } else {
        guard let found = body.place(of: end, in: start..<min(start + Self.longestHead, body.count)) else {
          throw Self.problem("the head of a part has no end, or more than \(Self.longestHead) bytes")
        }
        head = start..<found.lowerBound + line.count
      }
      let first = head.upperBound + line.count
      guard let last = body.place(of: next, in: first..<body.count) else {
        throw Self.problem("the last part has no end")
      }
      guard parts.count < Self.mostParts else { throw Self.problem("there are more than \(Self.mostParts) parts") }
      parts.append(try Self.part(String(decoding: body[head], as: UTF8.self), first..<last.lowerBound))
      place = last.upperBound
    }
  }

  /// The boundary in a `Content-Type`; `nil` if it has none or an invalid one.
  static func boundary(of contentType: String) -> String? {
    let words = parameters(of: contentType)
    guard let boundary = words["boundary"], (1...70).contains(boundary.utf8.count),
      boundary.unicodeScalars.allSatisfy({ $0.isASCII && $0.value >= 32 })
    else { return nil }
    return boundary
  }

  private static func part(_ head: String, _ range: Range<Int>) throws(Problem) -> Part {
    for line in head.split(separator: "\r\n") {
      guard let colon = line.firstIndex(of: ":"), line[..<colon].lowercased() == "content-disposition" else { continue }
      let words = parameters(of: String(line[line.index(after: colon)...]))
      guard let name = words["name"] else { break }
      return Part(name: name, fileName: words["filename"], range: range)
    }
    throw problem("a part has no name in its Content-Disposition")
  }

  /// The parameters after the first word of a header, by their names in lowercase.
  private static func parameters(of header: String) -> [String: String] {
    var result: [String: String] = [:]
    var rest = Substring(header)
    while let semicolon = rest.firstIndex(of: ";") {
      rest = rest[rest.index(after: semicolon)...].drop { $0 == " " || $0 == "\t" }
      guard let equals = rest.firstIndex(of: "="), !rest[..<equals].contains(";") else { continue }
      let name = rest[..<equals].lowercased()
      rest = rest[rest.index(after: equals)...]
      var value = ""
      if rest.first == "\"" {
        rest.removeFirst()
        while let character = rest.popFirst(), character != "\"" {
          value.append(character == "\\" ? rest.popFirst() ?? character : character)
        }
      } else {
        value = rest.prefix { $0 != ";" }.trimmingCharacters(in: .whitespaces)
      }
      result[name] = value
    }
    return result
  }

  private static func problem(_ detail: String) -> Problem {
    Problem(.badRequest, .badBody, "multipart/form-data: \(detail)")
  }
}

extension [UInt8] {
  /// Whether the array contains `bytes` at an index.
  fileprivate func holds(_ bytes: [UInt8], at place: Int) -> Bool {
    place + bytes.count <= count && self[place..<(place + bytes.count)].elementsEqual(bytes)
  }

  /// The first occurrence of `bytes`, which must not be empty, within a range.
  fileprivate func place(of bytes: [UInt8], in range: Range<Int>) -> Range<Int>? {
    withUnsafeBytes { all in
      guard let start = all.baseAddress else { return nil }
      var place = range.lowerBound
      // The last index at which all bytes fit.
      let last = range.upperBound - bytes.count
      while place <= last, let found = memchr(start + place, Int32(bytes[0]), last - place + 1) {
        place = UnsafeRawPointer(found) - start
        if memcmp(start + place, bytes, bytes.count) == 0 { return place..<(place + bytes.count) }
        place += 1
      }
      return nil
    }
  }
}
#endif
