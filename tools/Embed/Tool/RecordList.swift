// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import Foundation

/// The list of records, `records.list`: the data that shaders read by index, in one description for both languages.
struct RecordList {
  /// A field of a record.
  struct Field {
    let type: FieldType
    let name: String
    let meaning: String
    /// The offset from the start of the record, in bytes.
    let offset: Int
  }

  /// The types of fields.
  enum FieldType: String, CaseIterable {
    case float, vec2, vec4, int

    /// The size in bytes, which is also the alignment.
    var size: Int {
      switch self {
      case .float, .int: 4
      case .vec2: 8
      case .vec4: 16
      }
    }

    /// The value of a field that is not set.
    fileprivate var initialValue: String {
      switch self {
      case .float: "0"
      case .vec2, .vec4: ".zero"
      case .int: "-1"
      }
    }

    var swift: String {
      switch self {
      case .float: "Float"
      case .vec2: "SIMD2<Float>"
      case .vec4: "SIMD4<Float>"
      case .int: "Int32"
      }
    }
  }

  /// A record: fields in order, each aligned to its own size.
  struct Record {
    let name: String
    let meaning: String
    var fields: [Field] = []

    /// The offset of the end of the last field, in bytes.
    var end: Int { fields.last.map { $0.offset + $0.type.size } ?? 0 }
    /// The size in texels of 16 bytes.
    var texels: Int { (end + 15) / 16 }
  }

  let records: [Record]

  /// Reads the list.
  ///
  /// - Parameters:
  ///   - text: `record NAME  MEANING` begins a record, and an indented `TYPE NAME  MEANING` is a field of it; lines
  ///     that begin with `#` are ignored.
  ///   - file: The file's name in messages.
  init(_ text: String, file: String) throws {
    var records: [Record] = []
    for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated()
    where !line.hasPrefix("#") && !line.allSatisfy(\.isWhitespace) {
      func fail(_ message: String) -> ShaderExpansion.Failure {
        ShaderExpansion.Failure(file: file, line: index + 1, message: message)
      }
      let words = line.split(separator: " ", maxSplits: 2, omittingEmptySubsequences: true).map(String.init)
      guard words.count == 3 else { throw fail("expected 'record NAME  MEANING' or '  TYPE NAME  MEANING'") }
      let (name, meaning) = (words[1], words[2].trimmingCharacters(in: .whitespaces))
      guard line.hasPrefix("  ") else {
        guard words[0] == "record" else { throw fail("expected 'record', found '\(words[0])'") }
        guard !records.contains(where: { $0.name == name }) else { throw fail("a second record '\(name)'") }
        records.append(Record(name: name, meaning: meaning))
        continue
      }
      guard let type = FieldType(rawValue: words[0]) else {
        let known = FieldType.allCases.map(\.rawValue).joined(separator: ", ")
        throw fail("no type '\(words[0])': there are \(known)")
      }
      guard !records.isEmpty else { throw fail("a field before any record") }
      guard !records[records.count - 1].fields.contains(where: { $0.name == name }) else {
        throw fail("a second field '\(name)'")
      }
      let end = records[records.count - 1].end
      let offset = (end + type.size - 1) / type.size * type.size
      records[records.count - 1].fields.append(Field(type: type, name: name, meaning: meaning, offset: offset))
    }
    if let empty = records.first(where: \.fields.isEmpty) {
      throw ShaderExpansion.Failure(file: file, line: 1, message: "record '\(empty.name)' has no field")
    }
    self.records = records
  }

  /// The GLSL code of a record, which reads texels with `record_bits` of `lib/record.glsl`.
  func shaderText(of name: String) -> String? {
    guard let record = records.first(where: { $0.name == name }) else { return nil }
    let function = record.name.replacing(/([a-z])([A-Z])/) { "\($0.1)_\($0.2)" }.lowercased()
    let fields = record.fields.map { "  \($0.type.rawValue) \($0.name);  // \($0.meaning)" }
    let texels = (0..<record.texels).map { "  uvec4 t\($0) = record_bits(index + \($0));" }
    let values = record.fields.map { field in
      let components = ["x", "y", "z", "w"]
      let first = field.offset % 16 / 4
      let texel = "t\(field.offset / 16)"
      return switch field.type {
      case .vec4: "uintBitsToFloat(\(texel))"
      case .vec2: "uintBitsToFloat(\(texel).\(components[first])\(components[first + 1]))"
      case .float: "uintBitsToFloat(\(texel).\(components[first]))"
      case .int: "int(\(texel).\(components[first]))"
      }
    }
    return """
      // \(record.name): \(record.meaning); of records.list.
      struct \(record.name) {
      \(fields.joined(separator: "\n"))
      };

      const int \(function.uppercased())_TEXELS = \(record.texels);

      \(record.name) \(function)_at(int index) {
      \(texels.joined(separator: "\n"))
        return \(record.name)(
          \(values.joined(separator: ",\n    ")));
      }

      """
  }

  /// The Swift code of all records.
  var swiftText: String {
    let all = """
      /// Every record that there is, for the test of their layouts.
      package let shaderRecords: [any ShaderRecord.Type] = [
      \(records.map { "  \($0.name)Record.self," }.joined(separator: "\n"))
      ]

      """
    return all
      + records.map { record in
        let fields = record.fields.map { field in
          "  /// \(Self.sentence(field.meaning))\n  \(Self.stored) \(field.name): \(field.type.swift)"
        }
        let unused = (record.end / 4..<4 * record.texels).map { "unused\($0 % 4)" }
        let values = record.fields.map { "    \($0.name) = \($0.type.initialValue)" } + unused.map { "    \($0) = 0" }
        let layout = record.fields.map {
          "      (\"\($0.name)\", MemoryLayout<Self>.offset(of: \\.\($0.name)), \($0.offset)),"
        }
        return """
          /// \(Self.sentence(record.meaning))
          @usableFromInline package struct \(record.name)Record: ShaderRecord, Equatable {
          \((fields + unused.map { "  /// Fills the last texel.\n  \(Self.stored) \($0): Float" }).joined(separator: "\n"))

            /// Zeroes, and references to nothing.
            @inlinable package init() {
          \(values.joined(separator: "\n"))
            }

            package static var texels: Int { \(record.texels) }

            package static var layout: [(name: String, offset: Int?, expected: Int)] {
              [
          \(layout.joined(separator: "\n"))
              ]
            }
          }

          """
      }.joined(separator: "\n")
  }

  /// The beginning of a field's declaration: the initialiser that sets it is inlined into other modules, so that a
  /// record is written once, not first as zeroes.
  private static let stored = "@usableFromInline package var"

  private static func sentence(_ meaning: String) -> String {
    "\(meaning.prefix(1).uppercased())\(meaning.dropFirst())."
  }
}
