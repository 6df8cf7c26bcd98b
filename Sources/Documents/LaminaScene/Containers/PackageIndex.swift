// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

/// The keys of a package's `index.xml` that affect drawing.
///
/// - Conformance: caml.md 1.8
struct PackageIndex {
  /// The document to draw, relative to the package.
  var rootDocument = "main.caml"
  /// Whether the root is placed in a host whose y axis points down.
  var geometryFlipped = false

  /// Makes the defaults, for a document without an index.
  init() {}

  /// Reads a property list.
  init(_ source: SourceText) throws(XMLProblem) {
    let list = try PropertyList(source)
    guard case .dictionary = list[list.root] else {
      throw XMLProblem(kind: .wrongRoot, offset: 0, reason: "the index is not a property list with a dictionary")
    }
    if let name = list.text("rootDocument", in: list.root), !name.isEmpty { rootDocument = name }
    geometryFlipped = list.value("geometryFlipped", in: list.root).map { list.isTrue($0) } ?? false
  }
}

extension PropertyList {
  /// Whether a value means true; hand-made lists write it in several ways.
  func isTrue(_ number: Int) -> Bool {
    switch self[number] {
    case .bool(let value): value
    case .number(let value): value != 0
    case .string(let text): ["true", "1", "1.0", "YES"].contains(text)
    default: false
    }
  }
}
