// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import LaminaGeometry
import LaminaGraphics

extension RenderPlan {
  /// Whether both plans draw the same pixels: every operation, pass and picture is equal.
  ///
  /// Planning is a function of the snapshot, so equal trees give equal plans, indices included. What is said about a
  /// plan (diagnostics, counters) plays no part.
  ///
  /// - Complexity: O(n), and it ends at the first difference.
  package func drawsSame(as other: RenderPlan) -> Bool {
    canvas == other.canvas && region == other.region && passes == other.passes
      && clips == other.clips && gradients == other.gradients && innerVertices == other.innerVertices
      && colorMatrices == other.colorMatrices && particles == other.particles
      && particlePictures == other.particlePictures
      && images.elementsEqual(other.images) { $0.serial == $1.serial }
      && gradientStops.elementsEqual(other.gradientStops) { $0.location == $1.location && $0.straight == $1.straight }
  }
}
