// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import Foundation
import Lamina

/// One animation with the pictures that Apple's renderer made of it.
struct TruthEntry: Decodable {
  var name: String
  /// The pictures' width and height.
  var pixels: [Int]
  /// The share of pixels that the animation's own project asks to agree.
  var precision: Double
  /// Progress in percent → file.
  var goldens: [String: String]

  /// The progresses in order.
  var progresses: [Int] { goldens.keys.compactMap { Int($0) }.sorted() }
}

/// The entries of a folder's `manifest.json`.
func readManifest(_ folder: String) throws -> [TruthEntry] {
  let data = try Data(contentsOf: URL(fileURLWithPath: folder + "/manifest.json"))
  return try JSONDecoder().decode([TruthEntry].self, from: data)
}
