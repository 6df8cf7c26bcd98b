// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import LaminaGeometry
import LaminaGraphics
import LaminaPlan
import LaminaShaders

/// A picture in the atlas, in the form that one frame uses.
struct PlacedPicture {
  /// Level 0, and the smaller levels if they were requested.
  var levels: [AtlasPlace]
  /// The place of the list of levels in the record table; 0 without a list.
  var firstLevel: Int32 = 0

  /// The record of the picture in a box with a placement.
  func record(of placement: ImagePlacement) -> PictureRecord {
    var record = PictureRecord()
    record.offsetAndStop0 = placement.offsetAndStop0
    record.stop1AndSlope0 = placement.stop1AndSlope0
    record.slope1AndSlope2 = placement.slope1AndSlope2
    record.limits = placement.limits
    record.place = levels[0].shaderValue
    record.magnification = placement.magnification == .nearest ? -2 : -1
    record.minification =
      switch placement.minification {
      case .nearest: -2
      case .linear: -1
      case .trilinear: 0
      }
    record.bias = placement.bias
    record.lastLevel = Float(levels.count - 1)
    record.levels = firstLevel
    return record
  }
}

extension AffineTexels {
  /// Whether each sampled level lies in the atlas in one piece: if the larger one does, so does the smaller one.
  func isInOnePiece(_ picture: PlacedPicture) -> Bool {
    let larger = picture.levels[min(max(Int(clamping: level ?? 0), 0), picture.levels.count - 1)]
    return AtlasPlace.isSmall(width: larger.width, height: larger.height)
  }
}
