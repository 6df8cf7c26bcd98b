// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import Foundation
import Lamina

/// An animation with its reference pictures, made by Apple's renderer.
struct TruthEntry: Decodable {
  var name: String
  /// The pictures' width and height.
  var pixels: [Int]
  /// The share of pixels that must agree, according to the animation's own project.
  var precision: Double
  /// The reference picture files by progress in percent.
  var goldens: [String: String]

  /// The progresses in ascending order.
  var progresses: [Int] { goldens.keys.compactMap { Int($0) }.sorted() }
}

/// The entries of a folder's `manifest.json`.
func readManifest(_ folder: String) throws -> [TruthEntry] {
  let data = try Data(contentsOf: URL(fileURLWithPath: folder + "/manifest.json"))
  return try JSONDecoder().decode([TruthEntry].self, from: data)
}
