// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import Foundation
import LaminaTestSupport
import Testing

/// The tool that expands shader programs when the package is built says where a mistake is.
@Suite struct ShaderEmbedTests {
  private static let vertex = "#version 310 es\nvoid main() {}\n"

  /// Runs the tool over a folder of files.
  private func expand(_ files: [String: String]) throws -> (status: Int32, message: String, text: String) {
    let folder = try TemporaryFolder()
    for (name, text) in files { try folder.write(text, to: name) }
    let paths = files.keys.sorted().map(folder.path).joined(separator: " ")
    let ran = try LaminaTool.shell("EmbedTool shaders \(folder.url.path) \(folder.path("out.swift")) \(paths)")
    let written = try? String(contentsOfFile: folder.path("out.swift"), encoding: .utf8)
    return (ran.status, ran.errors, written ?? "")
  }

  @Test("a family becomes programs, and a stage that features do not change is one")
  func expansion() throws {
    let fragment = "#version 310 es\n#ifdef RED\nred\n#else\nblue\n#endif\n#include \"lib/x.glsl\"\nend\n"
    let result = try expand([
      "operations/dot.vert": Self.vertex, "operations/dot.frag": fragment, "lib/x.glsl": "#ifndef RED\nx\n#endif\n",
      "variants.list": "# a comment\n\none   dot  RED  red ones\ntwo   dot  -    the others\n",
    ])
    #expect(result.status == 0, "\(result.message)")
    #expect(result.text.contains("/// Red ones.\n  case one"))
    #expect(result.text.components(separatedBy: "\"operations/dot.vert\": ").count == 2)
    // Lines keep their numbers: a line that is left out stays as an empty line.
    #expect(result.text.contains("\n\nred\n\n\n\n#line 1 1\n\n\n\n#line 8 0\nend\n"))
    #expect(result.text.contains("\n\n\n\nblue\n\n#line 1 1\n\nx\n\n#line 8 0\nend\n"))
  }

  @Test("a family with one compute stage becomes a compute program, with the feature COMPUTE")
  func compute() throws {
    let stage = "#version 310 es\n#ifdef COMPUTE\nyes\n#endif\n#ifdef RED\nred\n#endif\n"
    let files = [
      "operations/dot.vert": Self.vertex, "operations/dot.frag": "#version 310 es\n", "operations/tiles.comp": stage,
    ]
    let result = try expand(
      files.merging(["variants.list": "one  dot  -  draws\ntwo  tiles  RED  tiles in red\n"]) { $1 })
    #expect(result.status == 0, "\(result.message)")
    #expect(result.text.contains("  /// Tiles in red.\n  case two\n"))
    #expect(result.text.contains("case .two: \"operations/tiles.comp COMPUTE RED\""))
    #expect(result.text.contains("\nyes\n"))
    #expect(result.text.contains("enum ShaderCatalog: String, CaseIterable, Sendable {\n  /// Draws.\n  case one\n\n"))
    let unknown = try expand(files.merging(["variants.list": "two  tiles  BLUE  why\n"]) { $1 })
    #expect(unknown.message.contains("variants.list:1: error: no stage of 'tiles' asks for BLUE"))
  }

  @Test(
    "mistakes are errors with file and line",
    arguments: [
      ("#ifdef RED\n", "one  dot  RED  why\n", "operations/dot.frag:2: error: a condition without #endif"),
      ("#endif\n", "one  dot  -  why\n", "operations/dot.frag:1: error: an #endif without a condition"),
      ("#else\n", "one  dot  -  why\n", "operations/dot.frag:1: error: an #else without a condition"),
      ("#ifdef A\n#else\n#else\n", "one  dot  -  why\n", "operations/dot.frag:3: error: an #else without a"),
      ("#if RED\n", "one  dot  RED  why\n", "operations/dot.frag:1: error: conditions are #ifdef, #ifndef"),
      ("#ifdef A B\n", "one  dot  -  why\n", "operations/dot.frag:1: error: expected #ifdef FEATURE"),
      ("#include \"lib/none.glsl\"\n", "one  dot  -  why\n", "operations/dot.frag:1: error: cannot read"),
      ("\n", "one  dot  BLUE  why\n", "variants.list:1: error: no stage of 'dot' asks for BLUE"),
      (
        "#ifdef A\n#ifdef B\n#endif\n#endif\n", "one  dot  B  why\n",
        "variants.list:1: error: no stage of 'dot' asks for B"
      ),
      ("\n", "one  dot  -\n", "variants.list:1: error: expected PROGRAM  FAMILY"),
      ("\n", "one  dot  -  why\none  dot  -  why\n", "variants.list:2: error: a second program 'one'"),
      ("\n", "one  line  -  why\n", "operations/line.vert:1: error: cannot read"),
    ])
  func mistakes(_ fragment: String, _ list: String, _ message: String) throws {
    let result = try expand([
      "operations/dot.vert": Self.vertex, "operations/dot.frag": fragment, "variants.list": list,
    ])
    #expect(result.status == 1)
    #expect(result.message.contains(message), "\(result.message)")
    #expect(result.text.isEmpty)
  }

  @Test("a record becomes a struct in both languages, each field at a multiple of its size")
  func records() throws {
    let result = try expand([
      "operations/dot.vert": Self.vertex, "operations/dot.frag": "#version 310 es\n#include \"records/BigDot\"\n",
      "variants.list": "one  dot  -  why\n",
      "records.list":
        "record BigDot  a dot\n  float size  pixels\n  vec2 place  pixels\n  vec4 color  red first\n  int next  -1\n",
    ])
    #expect(result.status == 0, "\(result.message)")
    #expect(result.text.contains("const int BIG_DOT_TEXELS = 3;"))
    #expect(result.text.contains("BigDot big_dot_at(int index) {"))
    #expect(
      result.text.contains(
        "uintBitsToFloat(t0.x),\n    uintBitsToFloat(t0.zw),\n    uintBitsToFloat(t1),\n    int(t2.x)"))
    // Inlined elsewhere, so that a record is written once.
    #expect(result.text.contains("@usableFromInline package struct BigDotRecord: ShaderRecord, Equatable {"))
    #expect(result.text.contains("  @usableFromInline package var place: SIMD2<Float>\n"))
    let values = ["size = 0", "place = .zero", "color = .zero", "next = -1"].map { "    \($0)\n" }.joined()
    #expect(result.text.contains("  @inlinable package init() {\n\(values)"))
    #expect(result.text.contains("(\"color\", MemoryLayout<Self>.offset(of: \\.color), 16),"))
  }

  @Test(
    "mistakes in records are errors with file and line",
    arguments: [
      ("record Dot  a dot\n  vec3 place  pixels\n", "records.list:2: error: no type 'vec3': there are float, vec2"),
      ("  float size  pixels\n", "records.list:1: error: a field before any record"),
      ("record Dot  a\nrecord Dot  b\n", "records.list:2: error: a second record 'Dot'"),
      ("record Dot  a\n  int x  one\n  int x  two\n", "records.list:3: error: a second field 'x'"),
      ("record Dot\n", "records.list:1: error: expected 'record NAME  MEANING'"),
      ("recrod Dot  a dot\n", "records.list:1: error: expected 'record', found 'recrod'"),
      (
        "record Dash  a dash\n  int x  one\n", "operations/dot.frag:2: error: cannot read \"records/Dot\""
      ),
      ("record Dot  a dot\n", "records.list:1: error: record 'Dot' has no field"),
    ])
  func recordMistakes(_ list: String, _ message: String) throws {
    let result = try expand([
      "operations/dot.vert": Self.vertex, "operations/dot.frag": "#version 310 es\n#include \"records/Dot\"\n",
      "variants.list": "one  dot  -  why\n", "records.list": list,
    ])
    #expect(result.status == 1)
    #expect(result.message.contains(message), "\(result.message)")
  }
}
