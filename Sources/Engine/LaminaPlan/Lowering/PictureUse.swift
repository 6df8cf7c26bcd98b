// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import LaminaGraphics

/// The levels of detail at which the operations of a plan show a picture.
package enum PictureUse: UInt8, Sendable {
  /// No operation shows the picture.
  case none
  /// Only the picture itself is sampled.
  case plain
  /// Smaller levels are sampled as well.
  case levels
}

extension RenderPlan {
  /// For each picture, the levels of detail that operations show.
  ///
  /// - Complexity: O(n) in operations, which are read in place.
  package func pictureUses() -> [PictureUse] {
    var uses = [PictureUse](repeating: .none, count: images.count)
    guard !uses.isEmpty else { return uses }
    func add(_ image: ImageHandle, needsLevels: Bool) {
      guard uses.indices.contains(image.index) else { return }
      if needsLevels { uses[image.index] = .levels } else if uses[image.index] == .none { uses[image.index] = .plain }
    }
    for pass in passes {
      let draws = pass.draws.span
      for index in draws.indices {
        switch draws[index] {
        case .box(let box):
          let mayNeedLevels = box.image.exists && box.placement.minification == .trilinear
          add(box.image, needsLevels: mayNeedLevels && withUnsafePointer(to: box) { AffineTexels($0) == nil })
        case .shadow, .composite, .particles, .surface: break
        }
      }
    }
    for picture in particlePictures { add(picture.image, needsLevels: picture.level > 0) }
    return uses
  }
}
