// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import Foundation

/// Writes the shader programs of a folder as one Swift file: their entries in `variants.list`, and their stages as raw
/// string literals; and the records of `records.list` as structs.
///
/// Arguments: the folder, the output file, then every `.vert`, `.frag`, `.comp`, `.glsl` and `.list` file below the
/// folder. `#include "lib/x.glsl"` is replaced by that file's text between `#line` directives, whose second number is
/// the index of the file in the list `files`, so that a driver's message leads back to the file that was edited;
/// `#include "records/X"` is replaced by the record X of `records.list`. Stages that do not differ by features are
/// written once.
enum ShaderEmbedding {
  static func run(_ arguments: [String]) throws {
    guard arguments.count >= 2 else { throw EmbedFailure("usage: EmbedTool shaders FOLDER OUTPUT SHADER...") }
    let root = arguments[0].hasSuffix("/") ? arguments[0] : arguments[0] + "/"
    do {
      let files = try arguments.dropFirst(2).map { path in
        guard path.hasPrefix(root) else {
          throw ShaderExpansion.Failure(file: path, line: 1, message: "not below \(root)")
        }
        return String(path.dropFirst(root.count))
      }
      var output = EmbeddedShaders(root: root)
      for list in files where list == recordList {
        output.records = try RecordList(String(contentsOfFile: root + list, encoding: .utf8), file: list)
      }
      for list in files where list.hasSuffix(".list") && list != recordList {
        let text = try String(contentsOfFile: root + list, encoding: .utf8)
        try output.add(ProgramTable(text, file: list), file: list) { files.contains("operations/\($0).comp") }
      }
      for file in files
      where !file.hasPrefix("operations/") && [".vert", ".frag", ".comp"].contains(where: file.hasSuffix) {
        _ = try output.addStage(file, features: [])
      }
      try output.text.write(toFile: arguments[1], atomically: true, encoding: .utf8)
    } catch let error as ShaderExpansion.Failure {
      throw EmbedFailure("\(root)\(error.file):\(error.line): error: \(error.message)")
    }
  }

  /// The file that describes records; other lists describe programs.
  private static let recordList = "records.list"
}

/// The Swift file to write.
private struct EmbeddedShaders {
  let root: String
  var records: RecordList?
  private var stages: [String: String] = [:]
  private var cases: [String] = []
  private var sources: [String] = []
  private var numbers: [String] = []
  private var computeCases: [String] = []
  private var computeSources: [String] = []

  init(root: String) { self.root = root }

  /// Adds all programs of a list.
  ///
  /// - Parameter isCompute: Whether the programs of a family are compute shaders.
  mutating func add(_ table: ProgramTable, file: String, isCompute: (String) -> Bool) throws {
    for program in table.programs {
      if isCompute(program.family) {
        try addCompute(program, file: file)
        continue
      }
      let (vertex, askedInVertex) = try addStage("operations/\(program.family).vert", features: program.features)
      let (fragment, askedInFragment) = try addStage("operations/\(program.family).frag", features: program.features)
      try check(program, asked: askedInVertex.union(askedInFragment), file: file)
      numbers.append("    case .\(program.name): \(cases.count)")
      cases.append(program.swiftCase)
      let features = program.features.map { "\"\($0)\"" }.joined(separator: ", ")
      sources.append(
        """
            case .\(program.name):
              ShaderSource(
                name: "\(program.name)", family: "\(program.family)", features: [\(features)],
                vertex: "\(vertex)", fragment: "\(fragment)")
        """)
    }
  }

  /// Adds a program of one compute stage, which always has the feature `COMPUTE`.
  private mutating func addCompute(_ program: ProgramTable.Program, file: String) throws {
    let (stage, asked) = try addStage("operations/\(program.family).comp", features: ["COMPUTE"] + program.features)
    try check(program, asked: asked, file: file)
    computeCases.append(program.swiftCase)
    computeSources.append("      case .\(program.name): \"\(stage)\"")
  }

  /// Throws if a program has a feature that no stage of it tests.
  private func check(_ program: ProgramTable.Program, asked: Set<String>, file: String) throws {
    let unknown = Set(program.features).subtracting(asked).sorted()
    guard unknown.isEmpty else {
      throw ShaderExpansion.Failure(
        file: file, line: program.line,
        message: "no stage of '\(program.family)' asks for \(unknown.joined(separator: ", "))")
    }
  }

  /// Adds a stage, unless the same stage with the same effective features was added before.
  ///
  /// - Returns: The name of the stage among all stages, and the features that it tests.
  mutating func addStage(_ file: String, features: [String]) throws -> (name: String, asked: Set<String>) {
    var expansion = ShaderExpansion(root: root, records: records, features: features)
    try expansion.expand(file)
    let name = ([file] + features.filter(expansion.asked.contains)).joined(separator: " ")
    let files = expansion.files.map { "\"\($0)\"" }.joined(separator: ", ")
    let text = expansion.text.hasSuffix("\n") ? expansion.text : expansion.text + "\n"
    stages[name] = """
        "\(name)": ShaderStage(files: [\(files)], source: ##\"\"\"
      \(text)\"\"\"##),
      """
    return (name, expansion.asked)
  }

  /// The catalogue of compute shaders.
  private var computeText: String {
    guard !computeCases.isEmpty else { return "" }
    return """
      /// Every compute shader that there is, as `Shaders/variants.list` says.
      package enum ComputeCatalog: String, CaseIterable, Sendable {
      \(computeCases.joined(separator: "\n"))

        /// The name of its stage.
        package var stage: String {
          switch self {
      \(computeSources.joined(separator: "\n"))
          }
        }
      }

      """
  }

  var text: String {
    """
    // Written by ShaderEmbed from the files below Shaders; not to be edited.

    /// Every shader program that there is, as `Shaders/variants.list` says.
    package enum ShaderCatalog: String, CaseIterable, Sendable {
    \(cases.joined(separator: "\n"))

      /// The files that it is made from.
      package var source: ShaderSource {
        switch self {
    \(sources.joined(separator: "\n"))
        }
      }

      /// Its place among all programs.
      package var number: Int {
        switch self {
    \(numbers.joined(separator: "\n"))
        }
      }
    }

    \(computeText)
    \(records?.swiftText ?? "")
    /// Every shader stage, its includes resolved, by its path below Shaders and the features that change it.
    package let embeddedShaderStages: [String: ShaderStage] = [
    \(stages.sorted { $0.key < $1.key }.map(\.value).joined(separator: "\n"))
    ]

    """
  }
}
