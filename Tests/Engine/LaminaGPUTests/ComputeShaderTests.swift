// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import Foundation
import LaminaGPU
import LaminaGeometry
import LaminaPlan
import LaminaShaders
import Testing

/// Features that compute shaders may use: OpenGL ES 3.1 promises no others to every device.
@Suite struct ComputeShaderTests {
  static let stages = embeddedShaderStages.keys.filter { $0.contains(".comp") }.sorted()

  /// Bytes of the types of shared variables.
  private static let sizes = ["uint": 4, "int": 4, "float": 4, "vec2": 8, "vec4": 16, "ivec2": 8, "uvec4": 16]

  /// Formats of images that can be stored to; the ones that can be loaded as well.
  private static let formats: Set = [
    "rgba32f", "rgba16f", "r32f", "rgba8", "rgba8_snorm", "rgba32i", "rgba16i", "rgba8i", "r32i", "rgba32ui",
    "rgba16ui", "rgba8ui", "r32ui",
  ]
  private static let loadable: Set = ["r32f", "r32i", "r32ui"]

  /// The code of a stage, and the numbers of its constants.
  private static func code(of stage: String) -> (text: String, constants: [String: Int]) {
    let lines = ShaderCatalog.stage(stage).source.split(separator: "\n").map { (line: Substring) -> Substring in
      line.firstRange(of: "//").map { line[..<$0.lowerBound] } ?? line
    }
    let text = lines.joined(separator: "\n")
    let constants = text.matches(of: /const int (\w+) = (\d+);/).compactMap { found in
      Int(found.2).map { (String(found.1), $0) }
    }
    return (text, Dictionary(constants) { first, _ in first })
  }

  /// Faults of a stage's code.
  private static func faults(_ text: String, _ constants: [String: Int], invocations: Int) -> [String] {
    var faults: [String] = []
    let sides = text.matches(of: /local_size_[xyz] = (\d+)/).compactMap { Int($0.1) }
    if sides.isEmpty || sides.reduce(1, *) > invocations { faults.append("a group of \(sides)") }
    var bytes = 0
    for found in text.matches(of: /shared (\w+) \w+(?:\[(\w+)\])?;/) {
      let count = found.2.map { Int($0) ?? constants[String($0)] ?? .max / 32 } ?? 1
      bytes += (sizes[String(found.1)] ?? .max / 32) * count
    }
    if bytes > 16_384 { faults.append("\(bytes) bytes of shared memory") }
    if text.matches(of: /\bbuffer\b/).count > 4 { faults.append("more than four buffers") }
    for found in text.matches(of: /layout\((\w+), binding = (\d+)\) (\w+) uniform \w*image/) {
      let format = String(found.1)
      if !formats.contains(format) { faults.append("images of \(format)") }
      if found.3 != "writeonly", !loadable.contains(format) { faults.append("loads of \(format)") }
      if Int(found.2).map({ $0 > 3 }) ?? true { faults.append("more than four images") }
    }
    if text.matches(of: /uniform (?:RECORDS|\w*sampler\w*) \w/).count > 16 { faults.append("more than 16 samplers") }
    for found in text.matches(of: /\b(dFdx|dFdy|fwidth|texture|textureProj)\(/) {
      faults.append("\(found.1), which takes derivatives")
    }
    if text.firstMatch(of: /atomic\w+\([^;]*(float|vec)/) != nil { faults.append("atomics of floats") }
    return faults
  }

  @Test("kinds of items and limits of runs are the numbers that the host writes")
  func numbers() throws {
    var seen: Set<String> = []
    for stage in Self.stages where stage.hasPrefix("operations/layers.comp") {
      let constants = Self.code(of: stage).constants
      for kind in TileItemKind.allCases {
        let name = "ITEM_\(kind)".uppercased()
        #expect(constants[name] == Int(kind.rawValue), "\(name) in \(stage)")
        seen.insert(name)
      }
      let kinds = constants.keys.filter { $0.hasPrefix("ITEM_") && $0 != "ITEM_TEXELS" }
      #expect(Set(kinds) == seen, "a kind that the host does not know")
      #expect(constants["ROUND"] == ItemBins.round && constants["LAYERS_TILE"] == ItemBins.tile)
      #expect(constants["BINS_WIDTH"] == ItemBins.imageWidth)
      if let held = constants["HELD"] { #expect(held == TileLimits().blended) }
    }
    #expect(!seen.isEmpty)
  }

  @Test("a stage asks for nothing that a device may lack", arguments: stages)
  func limits(_ stage: String) {
    let (text, constants) = Self.code(of: stage)
    // Larger groups are for devices that say that they have them.
    let invocations = stage.hasPrefix("operations/layers.comp") && !stage.contains("PAIRS") ? 256 : 128
    #expect(Self.faults(text, constants, invocations: invocations).isEmpty)
  }

  @Test("each program of larger groups has a variant of 128 invocations")
  func pairs() {
    let stages = ComputeCatalog.allCases.map(\.stage).filter { $0.hasPrefix("operations/layers.comp") }
    let features = stages.map { Set($0.split(separator: " ").dropFirst().map(String.init)) }
    for program in features where !program.contains("PAIRS") && !program.contains("COUNTS") {
      #expect(features.contains(program.union(["PAIRS"])))
    }
  }

  @Test("the rows that a blur loads are as long as its taps reach")
  func reach() {
    let numbers = Self.code(of: ComputeCatalog.blurRows.stage).constants
    let widest = BlurFilter(
      source: .none, step: .horizontal, pixelSigma: BlurFilter.maximumSigma, extendsEdges: false, pixelBounds: .empty,
      node: -1)
    #expect(numbers["REACH"] == widest.taps)
    let (rows, length, reach) = (numbers["ROWS"] ?? 0, numbers["LENGTH"] ?? 0, numbers["REACH"] ?? 0)
    #expect(numbers["LOADED"] == rows * (length + 2 * reach))
  }

  @Test(
    "what a device may lack is found",
    arguments: [
      ("layout(local_size_x = 16, local_size_y = 16) in;", "a group of [16, 16]"),
      ("layout(local_size_x = 8) in;\nconst int N = 4097;\nshared int s[N];", "16388 bytes of shared memory"),
      ("layout(local_size_x = 8) in;\nshared mat4 s;", "bytes of shared memory"),
      ("layout(local_size_x = 8) in;\nlayout(rgba8, binding = 0) readonly uniform highp image2D u;", "loads of rgba8"),
      ("layout(local_size_x = 8) in;\nlayout(r8, binding = 0) writeonly uniform highp image2D u;", "images of r8"),
      (
        "layout(local_size_x = 8) in;\n"
          + (0..<17).map { "uniform sampler2D u\($0);\n" }.joined(), "more than 16 samplers"
      ),
      ("layout(local_size_x = 8) in;\nvoid main() { texture(u, vec2(0.0)); }", "texture, which takes derivatives"),
      ("layout(local_size_x = 8) in;\nlayout(rgba8, binding = 4) writeonly uniform highp image2D u;", "four images"),
    ])
  func refusals(_ text: String, _ fault: String) {
    let constants = text.contains("N =") ? ["N": 4097] : [:]
    let faults = Self.faults(text.replacing("highp ", with: ""), constants, invocations: 128)
    #expect(faults.contains { $0.contains(fault) }, "\(faults)")
  }
}
