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
      if needsLevels { uses[image.index] = .levels } else if uses[image.index] == .none { uses[image.index] = .plain }
    }
    for (place, pass) in passes.enumerated() {
      let (draws, part) = (pass.draws.span, chosen?[place])
      for index in 0..<(part?.count ?? draws.count) {
        let place = part.map { Int($0[index]) } ?? index
        let image = draws[place].picture
        guard uses.indices.contains(image.index), uses[image.index] != .levels else { continue }
        switch draws[place] {
        case .box(let box):
          let mayNeedLevels = box.placement.minification == .trilinear
          add(image, needsLevels: mayNeedLevels && withUnsafePointer(to: box) { AffineTexels($0) == nil })
        case .shadow, .composite, .particles, .surface: break
        }
      }
    }
    for picture in particlePictures { add(picture.image, needsLevels: picture.level > 0) }
    return uses
  }
}
