// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import Foundation
import LaminaShaders
import LaminaTestSupport
import Testing

/// Khronos' reference compiler takes every program: it is stricter than most drivers, and knows no extension that
/// nobody asked for.
@Suite(.enabled(if: ReferenceCompiler.isInstalled, "no glslangValidator: apt-get install glslang-tools"))
struct ReferenceCompilerTests {
  @Test(
    "both stages compile and fit together, however records are read", arguments: ShaderCatalog.allCases,
    [RecordReading.texture, .buffer(extension: "GL_EXT_texture_buffer")])
  func links(_ program: ShaderCatalog, _ reading: RecordReading) throws {
    let folder = try TemporaryFolder()
    let (vertex, fragment) = (program.source.vertex, program.source.fragment)
    try folder.write(ShaderCatalog.stage(vertex).text(reading), to: "stage.vert")
    try folder.write(ShaderCatalog.stage(fragment).text(reading), to: "stage.frag")
    let ran = try LaminaTool.shell("glslangValidator -l stage.vert stage.frag", in: folder.url)
    #expect(ran.status == 0, "\(ran.output)")
    #expect(!ran.output.contains("WARNING"), "\(ran.output)")
  }

  @Test(
    "compute shaders compile", arguments: embeddedShaderStages.keys.filter { $0.contains(".comp") }.sorted(),
    [RecordReading.texture, .buffer(extension: "GL_EXT_texture_buffer")])
  func compiles(_ stage: String, _ reading: RecordReading) throws {
    let folder = try TemporaryFolder()
    try folder.write(ShaderCatalog.stage(stage).text(reading), to: "stage.comp")
    let ran = try LaminaTool.shell("glslangValidator -l stage.comp", in: folder.url)
    #expect(ran.status == 0, "\(ran.output)")
    #expect(!ran.output.contains("WARNING"), "\(ran.output)")
  }

  @Test("it refuses what is not declared")
  func refuses() throws {
    let folder = try TemporaryFolder()
    let fragment = ShaderCatalog.stage(ShaderCatalog.box.source.fragment).text(.texture)
    try folder.write(ShaderCatalog.stage(ShaderCatalog.box.source.vertex).text(.texture), to: "stage.vert")
    try folder.write(fragment.replacing("uniform RECORDS u_records;", with: ""), to: "stage.frag")
    #expect(try LaminaTool.shell("glslangValidator -l stage.vert stage.frag", in: folder.url).status != 0)
  }
}

private enum ReferenceCompiler {
  static let isInstalled = (try? LaminaTool.shell("command -v glslangValidator").status) == 0
}
