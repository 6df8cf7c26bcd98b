// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import Foundation
import Lamina
import LaminaTestSupport
import Testing

/// No property of a Core Animation document is dropped in silence: each is drawn, reported, or without effect for a
/// reason that is written down.
@Suite struct DocumentPropertyTests {
  static let list = "docs/document-properties.list"

  @Test("each property alone does what the list says", arguments: DocumentProperties.objects)
  func property(_ object: PropertyObject) throws {
    let check = PropertyCheck(list: try PropertyList(Self.list)) { text in
      let scene = try SceneReader().read(Array(text.utf8), named: "test.caml")
      if scene.stateNames.contains("b") { try scene.setState("b", from: scene.stateNames.contains("a") ? "a" : nil) }
      return scene
    }
    try check.check(object)
  }

  @Test("every line of the list is tried, and everything that is tried is in the list")
  func isComplete() throws {
    let check = PropertyCheck(list: try PropertyList(Self.list)) { _ in throw CancellationError() }
    #expect(check.problems(DocumentProperties.objects) == [])
  }

  @Test("the list has every key of every class that documents have")
  func hasEveryKey() throws {
    let list = try PropertyList(Self.list)
    let common = Set(LayerKeyTable.of(.layer).keys.map(\.name))
    var missing: [String] = []
    for kind in LayerKind.allCases {
      let table = LayerKeyTable.of(kind)
      let paths = table.keys.filter(\.isInDocuments).map(\.name) + table.componentPaths.map(\.path)
      for path in paths
      where [.layer, .transform].contains(kind) || !common.contains(String(path.prefix { $0 != "." })) {
        if list.row(kind.className, path) == nil { missing.append("\(kind.className).\(path)") }
      }
    }
    for path in LayerKeyTable.cell.keys.map(\.name) + LayerKeyTable.cell.componentPaths.map(\.path)
    where list.row("CAEmitterCell", path) == nil {
      missing.append("CAEmitterCell.\(path)")
    }
    for type in FilterType.allCases {
      missing += FilterInput.keys.filter { list.row(type.rawValue, $0) == nil }.map { "\(type.rawValue).\($0)" }
    }
    #expect(missing == [])
  }
}
