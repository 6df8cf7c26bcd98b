// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import Foundation
import LaminaGeometry
import LaminaGraphics

extension RenderPlan {
  /// Whether both plans draw the same pixels: every operation, pass and picture is equal.
  ///
  /// Planning is a function of the snapshot, so equal trees give equal plans, indices included; only what paths and
  /// texts came to stands elsewhere in the tables of a plan that takes over what another one recorded. What is said
  /// about a plan (diagnostics, counters) plays no part.
  ///
  /// - Complexity: O(n), and it ends at the first difference, unless the tables hold the same.
  package func drawsSame(as other: RenderPlan) -> Bool {
    isEqual(to: other) || isOrderedOtherwise(than: other) && damage(since: other)?.isEmpty == true
  }

  /// Whether the tables that paths and texts add to may hold the same in another order.
  private func isOrderedOtherwise(than other: RenderPlan) -> Bool {
    guard drawnPictures + keptPictures > 0, images.count == other.images.count,
      innerVertices.count == other.innerVertices.count,
      innerVertices.unorderedSum == other.innerVertices.unorderedSum
    else { return false }
    return images.elementsEqual(other.images) { $0.serial == $1.serial }
      || Set(images.map(\.serial)) == Set(other.images.map(\.serial))
  }

  /// Whether everything is equal, indices included.
  private func isEqual(to other: RenderPlan) -> Bool {
    canvas == other.canvas && region == other.region && passes.elementsEqual(other.passes) { $0.isSame(as: $1) }
      && clips.isSame(as: other.clips) && gradients.isSame(as: other.gradients)
      && innerVertices.isSame(as: other.innerVertices) && colorMatrices.isSame(as: other.colorMatrices)
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

extension [SIMD2<Float>] {
  /// A number that is the same in any order, and hardly ever for others.
  fileprivate var unorderedSum: UInt64 {
    reduce(0) { sum, vertex in
      let bits = UInt64(vertex.x.bitPattern) << 32 | UInt64(vertex.y.bitPattern)
      return sum &+ (bits ^ bits >> 29) &* 0xBF58_476D_1CE4_E5B9
    }
  }
}

extension Array where Element: Equatable {
  /// Whether both hold equal elements. Most arrays that do are the same to the last byte, which is asked in a tenth of
  /// the time.
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
