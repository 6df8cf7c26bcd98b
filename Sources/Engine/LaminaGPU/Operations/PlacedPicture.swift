// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import LaminaGeometry
import LaminaGraphics
import LaminaPlan
import LaminaShaders

/// A picture in the atlas, in the form that one frame uses.
struct PlacedPicture: Equatable {
  /// The place of level 0, in the form that shaders read.
  let place: SIMD4<Float>
  /// The size of level 0; texels.
  let size: PixelSize
  /// The number of the smallest level that was requested.
  let lastLevel: Int
  /// The largest level that lies in the atlas in one piece.
  let firstInOnePiece: Int
  /// The place of the list of levels in the record table; 0 without a list.
  fileprivate(set) var firstLevel: Int32 = 0
  /// The first of its places in the list of all places.
  fileprivate let firstPlace: Int
  /// Whether every texel is opaque.
  let isOpaque: Bool

  /// - Parameter levels: Level 0, and the smaller levels if they were requested: the last of all places.
  fileprivate init(levels: ArraySlice<AtlasPlace>, isOpaque: Bool) {
    firstPlace = levels.startIndex
    (place, size, lastLevel) = (levels[firstPlace].shaderValue, levels[firstPlace].size, levels.count - 1)
    firstInOnePiece =
      (levels.firstIndex { AtlasPlace.isSmall(width: $0.width, height: $0.height) } ?? levels.endIndex) - firstPlace
    self.isOpaque = isOpaque
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

/// The pictures of a plan that a frame draws, by their index in the plan.
struct PlacedPictures: Equatable {
  private var pictures: [PlacedPicture?] = []
  /// The places of the levels of all pictures.
  private var places: [AtlasPlace] = []
  /// The pictures whose smaller levels are sampled.
  private var leveled: [Int] = []
  /// The number of pictures that are drawn.
  private(set) var count = 0

  /// The picture with a handle; `nil` if no operation draws it.
  subscript(image: ImageHandle) -> PlacedPicture? {
    @inline(__always) get { pictures.indices.contains(image.index) ? pictures[image.index] : nil }
  }

  /// The place of a level of a picture in the form that shaders read.
  func place(of image: ImageHandle, level: Int) -> SIMD4<Float> {
    guard let picture = self[image], level <= picture.lastLevel else { return AtlasPlace.none }
    return places[picture.firstPlace + level].shaderValue
  }

  mutating func removeAll() {
    pictures.removeAll(keepingCapacity: true)
    places.removeAll(keepingCapacity: true)
    leveled.removeAll(keepingCapacity: true)
    count = 0
  }

  /// Adds the next picture of the plan.
  ///
  /// - Parameter levels: The space of its levels; `nil` if no operation draws it.
  mutating func add(_ levels: AtlasSpace?, _ use: PictureUse, isOpaque: Bool) {
    guard let levels else { return pictures.append(nil) }
    let first = places.count
    levels.append(to: &places)
    if use.hasLevels { leveled.append(pictures.count) }
    pictures.append(PlacedPicture(levels: places[first...], isOpaque: isOpaque))
    count += 1
  }

  /// Records the levels of pictures, whose places depend on the frame.
  mutating func recordLevels(in table: inout RecordTable) {
    for index in leveled {
      guard let picture = pictures[index] else { continue }
      let levels = places[picture.firstPlace...(picture.firstPlace + picture.lastLevel)]
      pictures[index]?.firstLevel = table.add(levels: levels)
    }
  }
}

extension AffineTexels {
  /// Whether each sampled level lies in the atlas in one piece: if the larger one does, so does the smaller one.
  func isInOnePiece(_ picture: PlacedPicture) -> Bool {
    min(max(Int(clamping: level ?? 0), 0), picture.lastLevel) >= picture.firstInOnePiece
  }
}
