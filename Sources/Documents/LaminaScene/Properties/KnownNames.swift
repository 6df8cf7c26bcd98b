// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import LaminaGeometry
import LaminaLayers

/// The names that the reader knows, with their numbers in every ``ElementTable``.
enum KnownNames {
  /// Reserved names first, then the names of all properties.
  static let all: [String] = {
    var seen = Set<String>()
    let names =
      ReservedName.allCases.map(\.text) + LayerKind.allCases.flatMap { PropertyTables.layer($0).map(\.name) }
      + PropertyTables.cell.map(\.name)
    return names.filter { seen.insert($0).inserted }
  }()

  static let numbers: [String: Int32] = Dictionary(
    uniqueKeysWithValues: all.enumerated().map { ($0.element, Int32($0.offset)) })

  /// Whether a name occurs in real documents without any effect on the picture: leftovers of an editor or a debugger,
  /// and properties without a meaning outside a running system.
  static func isWithoutEffect(_ name: String) -> Bool {
    withoutEffect.contains(name) || prefixesWithoutEffect.contains { name.hasPrefix($0) }
  }

  private static let withoutEffect: Set<String> = [
    "id", "xmlns", "classIfAvailable", "locked", "description", "debugDescription", "hash", "delegate", "animationType",
    "nuggetId", "modules", "scriptComponents", "scriptObject", "allowsHitTesting", "autoresizingMask", "contentsFormat",
  ]

  /// Whether a name is a property of Core Animation that changes the picture and is not public, so that layers have no
  /// such property.
  static func isUnsupported(_ name: String) -> Bool { unsupported.contains(name) }

  private static let unsupported: Set<String> = [
    "contentsMultiplyColor", "tracking", "leading", "verticalAlignmentMode", "resizingMode", "allowsGroupBlending",
  ]

  /// Returns the value of an unsupported property that has no effect, where there is one.
  static func standard(_ name: String) -> Bool? { name == "allowsGroupBlending" ? true : nil }

  private static let prefixesWithoutEffect = ["CUI_", "mica_", "caplay", "xmlns:"]
}
