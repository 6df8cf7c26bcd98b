// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import LaminaGraphics
import LaminaLayers
import LaminaPlan

/// The owner of everything that planners draw and lay out: pictures of paths and texts, and layouts of texts.
///
/// Plans only refer to the pictures that they show, and lists to places of them. All planners of the process share
/// one owner, so that lanes of a film and requests of a service draw a picture once.
final class DrawnPictures: Sendable {
  /// The owner that all planners of the process share.
  static let ofProcess = DrawnPictures()

  /// The recently drawn pictures. Shapes that change in every frame have a smaller budget, so that they neither
  /// displace constant ones nor take new memory for long.
  let pictures = RecentValues<RasterKey, RasterPicture>(budget: 256 << 20, onceBudget: 64 << 20) { $0.bytes }
  /// The recently laid out texts.
  let texts = RecentValues<PlacedText.Key, PlacedText>(budget: 64 << 20) { 1024 + 256 * $0.key.text.text.byteCount }
  /// The tables of shadows' corners, which printed plans name.
  let shadowCorners = ShadowCornerTables()

  private init() {}

  /// Begins another frame, on any thread.
  func beginFrame() {
    pictures.beginFrame()
    texts.beginFrame()
  }
}
