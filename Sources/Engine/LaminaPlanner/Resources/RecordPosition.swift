// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import LaminaGeometry

/// A position in the recording of a walk, as numbers of recorded elements: the beginning or the end of a stretch.
struct RecordPosition: Equatable {
  var draws: Int32 = 0
  var blending: Int32 = 0
  var steps: Int32 = 0
  var rasters: Int32 = 0
  var backdrops: Int32 = 0
  var chains: Int32 = 0
  var shadows: Int32 = 0
  var clips: Int32 = 0
  var interiors: Int32 = 0
  var gradients: Int32 = 0
  var stops: Int32 = 0
  var vertices: Int32 = 0
  var images: Int32 = 0
  var pictures: Int32 = 0
  var remarks: Int32 = 0
  /// The number of other entries: omitted layers, decisions about depth, and elements taken from budgets.
  var notes: Int32 = 0

  /// The distance by which an element moves that was recorded after the position `old` and now comes after `new`.
  static func - (new: RecordPosition, old: RecordPosition) -> RecordPosition {
    RecordPosition(
      draws: new.draws - old.draws, blending: new.blending - old.blending, steps: new.steps - old.steps,
      rasters: new.rasters - old.rasters, backdrops: new.backdrops - old.backdrops, chains: new.chains - old.chains,
      shadows: new.shadows - old.shadows, clips: new.clips - old.clips, interiors: new.interiors - old.interiors,
      gradients: new.gradients - old.gradients, stops: new.stops - old.stops, vertices: new.vertices - old.vertices,
      images: new.images - old.images, pictures: new.pictures - old.pictures, remarks: new.remarks - old.remarks,
      notes: new.notes - old.notes)
  }

  /// Moves a position. Positions of layers that a walk did not enter are moved as well, but never read, so overflow
  /// wraps.
  static func += (position: inout RecordPosition, shift: RecordPosition) {
    position.draws &+= shift.draws
    position.blending &+= shift.blending
    position.steps &+= shift.steps
    position.rasters &+= shift.rasters
    position.backdrops &+= shift.backdrops
    position.chains &+= shift.chains
    position.shadows &+= shift.shadows
    position.clips &+= shift.clips
    position.interiors &+= shift.interiors
    position.gradients &+= shift.gradients
    position.stops &+= shift.stops
    position.vertices &+= shift.vertices
    position.images &+= shift.images
    position.pictures &+= shift.pictures
    position.remarks &+= shift.remarks
    position.notes &+= shift.notes
  }
}

/// A part of the recording of a walk.
struct RecordStretch {
  var from: RecordPosition
  var to: RecordPosition

  /// Whether the part consists of draws and steps only: it has no other entries, and no shadows, which other layers may
  /// ask for.
  var isOfDraws: Bool { from.notes == to.notes && shadows.isEmpty }

  var draws: Range<Int> { Int(from.draws)..<Int(to.draws) }
  var steps: Range<Int> { Int(from.steps)..<Int(to.steps) }
  var rasters: Range<Int> { Int(from.rasters)..<Int(to.rasters) }
  var backdrops: Range<Int> { Int(from.backdrops)..<Int(to.backdrops) }
  var chains: Range<Int> { Int(from.chains)..<Int(to.chains) }
  var shadows: Range<Int> { Int(from.shadows)..<Int(to.shadows) }
  var clips: Range<Int> { Int(from.clips)..<Int(to.clips) }
  var interiors: Range<Int> { Int(from.interiors)..<Int(to.interiors) }
  var gradients: Range<Int> { Int(from.gradients)..<Int(to.gradients) }
  var stops: Range<Int> { Int(from.stops)..<Int(to.stops) }
  var vertices: Range<Int> { Int(from.vertices)..<Int(to.vertices) }
  var remarks: Range<Int> { Int(from.remarks)..<Int(to.remarks) }
  /// The pictures that occurred first in this part.
  var images: Range<Int> { Int(from.images)..<Int(to.images) }
}
