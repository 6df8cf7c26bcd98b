// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import LaminaGeometry
import LaminaGraphics

/// The levels of detail at which the operations of a plan show a picture.
package enum PictureUse: UInt8, Sendable {
  /// No operation shows the picture.
  case none
  /// Only the picture itself is sampled.
  case plain
  /// Smaller levels are sampled as well.
  case levels

  /// Whether an operation shows the picture.
  package var isShown: Bool {
    switch self {
    case .none: false
    case .plain, .levels: true
    }
  }

  /// Whether smaller levels are sampled too.
  package var hasLevels: Bool {
    switch self {
    case .none, .plain: false
    case .levels: true
    }
  }
}

extension RenderPlan {
  /// For each picture, the levels of detail that operations show.
  ///
  /// - Parameter chosen: For each pass, the operations that are drawn; `nil` for all.
  /// - Complexity: O(n) in operations that are drawn, which are read in place.
  package func pictureUses(of chosen: [[Int32]]? = nil) -> [PictureUse] {
    var uses = [PictureUse](repeating: .none, count: images.count)
    guard !uses.isEmpty else { return uses }
    func add(_ image: ImageHandle, needsLevels: Bool) {
      guard uses.indices.contains(image.index) else { return }
      if needsLevels { uses[image.index] = .levels } else if !uses[image.index].isShown { uses[image.index] = .plain }
    }
    func add(_ operation: UnsafePointer<DrawOperation>) {
      guard let box = operation.box else { return }
      let image = box.pointee.image
      guard uses.indices.contains(image.index), !uses[image.index].hasLevels else { return }
      let mayShowLevels = box.pointee.filters.mayShowLevels
      add(image, needsLevels: mayShowLevels && AffineTexels(atAnyLevel: box)?.hasLevels ?? true)
    }
    for pass in passes.indices {
      guard let chosen = chosen?[pass] else {
        for run in passes[pass].draws.runs { run.draws.forEachInPlace(add) }
        continue
      }
      for part in passes[pass].draws.parts(of: chosen) {
        part.run.draws.withUnsafeBufferPointer { draws in
          guard let base = draws.baseAddress else { return }
          for place in part.places { add(base + part.offset(place)) }
        }
      }
    }
    for picture in particlePictures { add(picture.image, needsLevels: picture.level > 0) }
    return uses
  }
}
