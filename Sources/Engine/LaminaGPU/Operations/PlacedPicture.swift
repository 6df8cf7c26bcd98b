// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import LaminaGeometry
import LaminaGraphics
import LaminaPlan
import LaminaShaders

/// A picture in the atlas, in the form that one frame uses.
struct PlacedPicture {
  /// The place of level 0, in the form that shaders read.
  let place: SIMD4<Float>
  /// The size of level 0; texels.
  let size: PixelSize
  /// The number of the smallest level that was requested.
  let lastLevel: Int
  /// The largest level that lies in the atlas in one piece.
  let firstInOnePiece: Int
  /// The place of the list of levels in the record table; 0 without a list.
  let firstLevel: Int32
  /// Whether every texel is opaque.
  let isOpaque: Bool

  /// - Parameter levels: Level 0, and the smaller levels if they were requested.
  init(levels: [AtlasPlace], firstLevel: Int32, isOpaque: Bool) {
    (place, size, lastLevel) = (levels[0].shaderValue, levels[0].size, levels.count - 1)
    firstInOnePiece = levels.firstIndex { AtlasPlace.isSmall(width: $0.width, height: $0.height) } ?? levels.count
    (self.firstLevel, self.isOpaque) = (firstLevel, isOpaque)
  }

  /// Whether level 0 lies in the atlas in one piece.
  var isInOnePiece: Bool { firstInOnePiece == 0 }

  /// The record of the picture in a box with a placement.
  func record(of placement: ImagePlacement) -> PictureRecord {
    var record = PictureRecord()
    record.offsetAndStop0 = placement.offsetAndStop0
    record.stop1AndSlope0 = placement.stop1AndSlope0
    record.slope1AndSlope2 = placement.slope1AndSlope2
    record.limits = placement.limits
    record.place = place
    record.magnification = placement.magnification == .nearest ? -2 : -1
    record.minification =
      switch placement.minification {
      case .nearest: -2
      case .linear: -1
      case .trilinear: 0
      }
    record.bias = placement.bias
    record.lastLevel = Float(lastLevel)
    record.levels = firstLevel
    return record
  }
}

extension AffineTexels {
  /// Whether each sampled level lies in the atlas in one piece: if the larger one does, so does the smaller one.
  func isInOnePiece(_ picture: PlacedPicture) -> Bool {
    min(max(Int(clamping: level ?? 0), 0), picture.lastLevel) >= picture.firstInOnePiece
  }
}
