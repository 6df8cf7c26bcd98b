#if Serve
import Foundation
import HTTPTypes

/// Bodies of several parts (RFC 7578): files with names, and values.
struct MultipartText {
  /// One part.
  struct Part: Equatable {
    /// The name of its field.
    var name: String
    /// The name of the file; `nil` for a value.
    var fileName: String?
    /// Where its bytes are in the body.
    var range: Range<Int>
  }

  /// The most parts that a body may have.
  static let mostParts = 4096
  /// The longest head of a part. Bytes.
  private static let longestHead = 8192

  private(set) var parts: [Part] = []

  /// Finds the parts of a body.
  ///
  /// - Parameters:
  ///   - body: All of it.
  ///   - boundary: What stands between parts, as `Content-Type` says.
  init(_ body: [UInt8], boundary: String) throws(Problem) {
    let data = Data(body)
    let mark = Data("--\(boundary)".utf8)
    guard var place = data.range(of: mark)?.upperBound else {
      throw Self.problem("the boundary that Content-Type names does not stand in the body")
    }
    while true {
      if data[place...].starts(with: Data("--".utf8)) { return }
      guard data[place...].starts(with: Data("\r\n".utf8)) else {
        throw Self.problem("a boundary is not followed by the end of a line")
      }
      let start = place + 2
      let head: Range<Int>
      if data[start...].starts(with: Data("\r\n".utf8)) {
        head = start..<start
      } else {
        let window = start..<min(start + Self.longestHead, data.endIndex)
        guard let end = data.range(of: Data("\r\n\r\n".utf8), in: window) else {
          throw Self.problem("the head of a part has no end, or more than \(Self.longestHead) bytes")
        }
        head = start..<end.lowerBound + 2
      }
      let first = head.upperBound + 2
      guard let next = data.range(of: Data("\r\n".utf8) + mark, in: first..<data.endIndex) else {
        throw Self.problem("the last part has no end")
      }
      guard parts.count < Self.mostParts else { throw Self.problem("there are more than \(Self.mostParts) parts") }
      parts.append(try Self.part(String(decoding: data[head], as: UTF8.self), first..<next.lowerBound))
      place = next.upperBound
    }
  }

  /// The boundary of a `Content-Type`; `nil` where it has none that may be one.
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

  /// The parameters behind the first word of a header, by their names in small letters.
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
#endif
