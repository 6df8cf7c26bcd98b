// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import LaminaTestSupport
import Testing

/// Every shader says what it draws and which records feed it.
@Suite struct ShaderFileTests {
  static var shaders: [String] {
    PackageFolder.files(under: "Shaders").filter { $0.hasSuffix(".vert") || $0.hasSuffix(".frag") }
  }

  static var computeShaders: [String] {
    PackageFolder.files(under: "Shaders").filter { $0.hasSuffix(".comp") }
  }

  static var libraries: [String] {
    PackageFolder.files(under: "Shaders").filter { $0.hasSuffix(".glsl") }
  }

  @Test("a program's file opens with its name, its method, and the records that it reads or its host struct")
  func heads() throws {
    let records = try PackageFolder.text("Shaders/records.list").split(separator: "\n")
      .compactMap { $0.firstMatch(of: /^record (\w+)/).map { String($0.1) } }
    var problems: [String] = []
    for path in Self.shaders + Self.computeShaders {
      let head = try Self.head(of: path)
      if !head.contains(where: { $0.hasPrefix("// \(Self.stem(of: path)): ") }) {
        problems.append("\(path):1: no comment '// \(Self.stem(of: path)): ...' at the top")
      }
      if let named = head.lazy.compactMap({ $0.firstMatch(of: /Records: (.+)\./) }).first {
        for name in named.1.split(separator: ", ") where !records.contains(String(name)) {
          problems.append("\(path):1: there is no record '\(name)'")
        }
        continue
      }
      guard let host = head.lazy.compactMap({ $0.firstMatch(of: /Host struct: (\S+\.swift)/) }).first else {
        problems.append("\(path):1: no comment 'Records: NAMES.' or 'Host struct: PATH, TYPE' at the top")
        continue
      }
      if (try? PackageFolder.text(String(host.1))) == nil {
        problems.append("\(path):1: the host struct's file \(host.1) does not exist")
      }
    }
    expectNone(problems)
  }

  @Test("a library file opens with what it computes")
  func libraryHeads() throws {
    expectNone(
      try Self.libraries.filter { try Self.head(of: $0).first?.hasPrefix("// ") != true }
        .map { "\($0):1: no comment at the top" })
  }

  @Test("a program has both halves, under one name")
  func halves() {
    let stems = Dictionary(grouping: Self.shaders, by: Self.stem(of:))
    expectNone(stems.filter { $0.value.count != 2 }.map { "\($0.value[0]):1: no second half of \($0.key)" })
  }

  @Test("library functions are named after their file, so that a call says where to look")
  func libraryNames() throws {
    var problems: [String] = []
    for path in Self.libraries {
      let lines = try PackageFolder.text(path).split(separator: "\n", omittingEmptySubsequences: false)
      let names = lines.enumerated().compactMap { index, line -> (Int, Substring)? in
        line.firstMatch(of: /^(?:void|float|vec[234]|mat[234]|bool|int|[A-Z]\w*) (\w+)\(/).map { (index, $0.1) }
      }
      let topic = Self.stem(of: path).split(separator: "_")[0]
      for (index, name) in names where !name.hasPrefix(topic) {
        problems.append("\(path):\(index + 1): function \(name) is not prefixed with its topic '\(topic)'")
      }
    }
    expectNone(problems)
  }

  @Test("tiles call the functions that draws call, so that an operation is written once")
  func tiles() throws {
    let tiles = try Self.includes(of: "Shaders/operations/layers.comp")
    // The place of an instance, the block of a frame, and the variables between the stages.
    let ofDraws: Set = ["instance", "clip_from_target", "frame", "box_outputs"]
    for operation in ["box", "shadow", "composite", "composite_effect", "surface", "particles"] {
      for stage in ["vert", "frag"] {
        let path = "Shaders/operations/\(operation).\(stage)"
        let missing = try Self.includes(of: path).subtracting(tiles).subtracting(ofDraws)
        expectNone(missing.map { "\(path):1: layers.comp has no '\($0)'" })
      }
    }
    // A colour is a call of one of them: texels are fetched in libraries, but for the pixels of an earlier run.
    let own = try PackageFolder.text("Shaders/operations/layers.comp").matches(of: /texelFetch\((\w+)/).map(\.1)
    #expect(Set(own) == ["u_backdrop"])
  }

  @Test("a compute shader that draws has one uniform with a value, the place of its record")
  func values() throws {
    // By others it could branch, which Mesa's zink does wrong: see docs/gpu.md.
    for path in Self.computeShaders where path.contains("/operations/") {
      let values = try PackageFolder.text(path)
        .matches(of: /uniform (?:float|u?int|bool|[iub]?vec[234]|mat[234]) (\w+)/).map(\.1)
      #expect(values == ["u_pass"], "\(path)")
    }
  }

  /// The libraries that a shader includes, also by others.
  private static func includes(of path: String) throws -> Set<String> {
    var found: Set<String> = []
    var paths = [path]
    while let next = paths.popLast() {
      for include in try PackageFolder.text(next).matches(of: /#include "(lib\/(\w+)\.glsl)"/)
      where found.insert(String(include.2)).inserted {
        paths.append("Shaders/\(include.1)")
      }
    }
    return found
  }

  /// The comment lines before the first line of code, `#version` left out.
  private static func head(of path: String) throws -> [Substring] {
    try PackageFolder.text(path).split(separator: "\n").drop { $0.hasPrefix("#version") }.prefix { $0.hasPrefix("//") }
      .map { $0 }
  }

  private static func stem(of path: String) -> String {
    String(path.split(separator: "/").last?.split(separator: ".").first ?? "")
  }
}
