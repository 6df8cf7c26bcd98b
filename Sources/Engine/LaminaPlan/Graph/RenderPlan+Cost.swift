// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import LaminaGeometry

extension RenderPlan {
  /// No more than so many pixels are touched: every operation lies in its pass. Found without looking at operations.
  package var mostTouchedPixels: Int {
    passes.reduce(0) { sum, pass in
      let (product, overflow) = pass.count.multipliedReportingOverflow(by: pass.region.area)
      return overflow ? 1 << 61 : min(sum + min(product, 1 << 61), 1 << 61)
    }
  }

  /// How many pixels all operations may touch together, those under each other counted each time; particles, which are
  /// counted where they are recorded, are left out.
  package var touchedPixels: Int {
    passes.reduce(0) { min($0 + $1.touchedPixels, 1 << 61) }
  }

  /// About how many bytes the plan takes, without pictures.
  package var bytes: Int {
    passes.reduce(0) { $0 + $1.count * MemoryLayout<DrawOperation>.stride }
      + clips.count * MemoryLayout<ClipShape>.stride + innerVertices.count * MemoryLayout<SIMD2<Float>>.stride
      + particles.count * MemoryLayout<Particle>.stride
  }
}

extension RenderPass {
  fileprivate var touchedPixels: Int {
    switch content {
    case .draws(let draws):
      draws.reduce(0) { sum, operation in
        if case .particles = operation { sum } else { min(sum + operation.pixelBounds.area, 1 << 61) }
      }
    case .filters(let steps): steps.reduce(0) { min($0 + $1.pixelBounds.area, 1 << 61) }
    }
  }
}
