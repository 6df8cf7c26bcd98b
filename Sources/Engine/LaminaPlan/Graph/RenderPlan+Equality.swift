// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import Foundation
import LaminaGeometry
import LaminaGraphics

extension RenderPlan {
  /// Whether both plans draw the same pixels: all operations, passes and pictures are equal.
  ///
  /// Planning is a function of the snapshot, so equal trees give equal plans, including indices. Diagnostics are not
  /// compared.
  ///
  /// - Complexity: O(n). The comparison ends at the first difference.
  package func drawsSame(as other: RenderPlan) -> Bool {
    canvas == other.canvas && region == other.region && passes.elementsEqual(other.passes) { $0.isSame(as: $1) }
      && clips.isSame(as: other.clips) && gradients.isSame(as: other.gradients)
      && innerVertices.isSame(as: other.innerVertices) && colorMaps.isSame(as: other.colorMaps)
      && particles.isSame(as: other.particles) && particlePictures.isSame(as: other.particlePictures)
      && images.elementsEqual(other.images) { $0.serial == $1.serial }
      && gradientStops.elementsEqual(other.gradientStops) { $0.location == $1.location && $0.straight == $1.straight }
  }
}

extension RenderPass {
  fileprivate func isSame(as other: RenderPass) -> Bool {
    guard case .draws(let own) = content, case .draws(let others) = other.content else { return self == other }
    return region == other.region && format == other.format && clear == other.clear && key == other.key
      && own.isSame(as: others)
  }
}

extension Array where Element: Equatable {
  /// Whether both arrays hold equal elements. Most equal arrays are the same to the last byte, which takes a tenth of
  /// the time to compare.
  func isSame(as other: [Element]) -> Bool {
    guard count == other.count else { return false }
    return isSameStorage(as: other) || hasSameBytes(as: other) || self == other
  }

  private func hasSameBytes(as other: [Element]) -> Bool {
    withUnsafeBytes { own in
      other.withUnsafeBytes { others in
        guard let own = own.baseAddress, let others = others.baseAddress else { return true }
        return memcmp(own, others, count * MemoryLayout<Element>.stride) == 0
      }
    }
  }
}
