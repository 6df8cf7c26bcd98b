// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import Testing

/// The stages of the planner name only earlier ones, and one owner keeps what they made for later plans.
@Suite struct PlanOrderTests {
  private static let planner = "Sources/Engine/LaminaPlanner/"
  /// The folders of the planner in their order; the files beside them come last.
  private static let stages = ["Planes", "Resources", "Resolve", "Rasterize", "Record", "Flatten"]

  /// The place of a file in the order; `nil` for a folder that the order lacks.
  private static func place(of path: String) -> Int? {
    let parts = path.dropFirst(planner.count).split(separator: "/")
    return parts.count > 1 ? stages.firstIndex(of: String(parts[0])) : stages.count
  }

  /// The types that a file declares at its top level for other files.
  private static func types(of file: SourceFile) -> [String] {
    file.code.compactMap { line in
      guard !line.contains("private "), !line.hasPrefix(" ") else { return nil }
      return line.firstMatch(of: /\b(?:struct|class|enum|protocol)\s+([A-Z]\w*)/).map { String($0.1) }
    }
  }

  @Test("types are named by their own stage and by later ones")
  func order() throws {
    let files = try SourceFile.swift().filter { $0.path.hasPrefix(Self.planner) && !$0.path.contains(".docc/") }
    var places: [Substring: Int] = [:]
    for file in files {
      let place = Self.place(of: file.path)
      #expect(place != nil, "\(file.path) lies in a folder without a place in the order")
      for type in Self.types(of: file) { places[Substring(type)] = place }
    }
    for stage in 0...Self.stages.count { #expect(places.values.contains(stage), "stage \(stage) has no types") }
    var problems: [String] = []
    for file in files {
      guard let own = Self.place(of: file.path) else { continue }
      for (index, line) in file.code.enumerated() {
        for match in line.matches(of: /\b[A-Z]\w*/) where places[match.0, default: 0] > own {
          problems.append("\(file.place(index)): names \(match.0) of a later stage")
        }
      }
    }
    expectNone(problems)
  }

  @Test("each field of the recorder is written by two files at most, and by methods of its own value otherwise")
  func writers() throws {
    let files = try SourceFile.swift().filter { $0.path.hasPrefix(Self.planner) && !$0.path.contains(".docc/") }
    let recorder = try #require(files.first { $0.path.hasSuffix("/TreeRecorder.swift") })
    let fields = recorder.code.compactMap { line in
      line.contains("{") ? nil : line.firstMatch(of: /^  (?:private\(set\) )?var (\w+)/).map { String($0.1) }
    }
    // A name, with members of it, in front of a sign of assignment or behind `&`.
    let members = "(\\w+)\\??(?:\\.\\w+|\\[[^\\]]*\\])* [-+*|]?= "
    let own = try Regex<(Substring, Substring)>("(?:^|[^.\\w])(?:self\\.)?(?:" + members + ")")
    let others = try Regex<(Substring, Substring)>("\\brecorder\\." + members)
    var writers: [String: Set<String>] = [:]
    for file in files {
      let isOwn = file.code.contains { $0.contains("extension TreeRecorder") || $0.contains("struct TreeRecorder") }
      for line in file.code where line.contains("=") || line.contains("&") {
        for field in Self.written(in: line, by: isOwn ? own : others, isOwn: isOwn) where fields.contains(field) {
          writers[field, default: []].insert(file.path)
        }
      }
    }
    #expect(fields.count >= 12 && fields.allSatisfy { writers[$0] != nil }, "the search misses a field")
    #expect(writers["walk"]?.count == 2 && writers["resources"]?.isEmpty == false)
    expectNone(
      fields.filter { writers[$0, default: []].count > 2 }.map {
        "\(recorder.path): \($0) is written by \(writers[$0, default: []].sorted())"
      })
  }

  /// The names that a line assigns to or passes `inout`, in a recorder itself or in a variable named `recorder`.
  private static func written(
    in line: Substring, by assignment: Regex<(Substring, Substring)>, isOwn: Bool
  ) -> [String] {
    var names = line.matches(of: assignment).filter { match in
      !line[..<match.output.1.startIndex].hasSuffix("let ") && !line[..<match.output.1.startIndex].hasSuffix("var ")
    }.map { String($0.output.1) }
    if isOwn {
      names += line.matches(of: /&(?:self\.)?(\w+)/).map { String($0.output.1) }
      if let tuple = line.firstMatch(of: #/^\s*\(([\w., ]+)\) = /#) {
        names += tuple.1.split(separator: ", ").map { String($0.replacing("self.", with: "").prefix { $0 != "." }) }
      }
    }
    return names
  }

  @Test("of plans and their making, only what DrawnPictures owns outlives a plan and its renderer")
  func owner() throws {
    let folders = ["LaminaPlan", "LaminaPlanner", "LaminaCPU"].map { "Sources/Engine/\($0)/" }
    let owned = ["DrawnPictures", "RecentValues", "ShadowCornerTables", "BudgetedCache", "Locked"]
    var found: [String] = []
    for file in try SourceFile.swift() where folders.contains(where: file.path.hasPrefix) {
      for (index, line) in file.code.enumerated() {
        guard let match = line.firstMatch(of: /static (?:let|var) \w+(?::[^=]*)? = (\w+)/) else { continue }
        if owned.contains(String(match.1)) { found.append(file.place(index)) }
      }
    }
    #expect(found.count == 1 && found[0].contains("DrawnPictures.swift"), "\(found)")
  }
}
