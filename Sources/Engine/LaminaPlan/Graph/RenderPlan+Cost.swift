// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import LaminaGeometry

extension RenderPlan {
  /// An upper bound of the number of pixels that are touched, from the sizes of passes, without reading operations.
  package var mostTouchedPixels: Int {
    passes.reduce(0) { sum, pass in
      let (product, overflow) = pass.count.multipliedReportingOverflow(by: pass.region.area)
      return overflow ? 1 << 61 : min(sum + min(product, 1 << 61), 1 << 61)
    }
  }

  /// The number of pixels that all operations may touch together; a pixel touched by several operations counts for each
  /// of them. Particles are counted when they are recorded, and not here.
  package var touchedPixels: Int {
    passes.reduce(0) { min($0 + $1.touchedPixels, 1 << 61) }
  }

  /// The approximate memory that the plan takes, without pictures; bytes.
  package var bytes: Int {
    passes.reduce(0) { $0 + $1.draws.bytes + $1.content.steps.count * MemoryLayout<FilterStep>.stride }
      + clips.count * MemoryLayout<ClipShape>.stride + innerVertices.count * MemoryLayout<SIMD2<Float>>.stride
      + particles.count * MemoryLayout<Particle>.stride
  }
}

extension RenderPass {
  fileprivate var touchedPixels: Int {
    switch content {
    case .draws(let draws):
      var sum = 0
      for run in draws.runs {
        // In place: going through the draws themselves copies each of them.
        let span = run.draws.span
        for index in span.indices {
          if case .particles = span[index] { continue }
          sum = min(sum + span[index].pixelBounds.area, 1 << 61)
        }
      }
      return sum
    case .filters(let steps): return steps.reduce(0) { min($0 + $1.pixelBounds.area, 1 << 61) }
    }
  }
}
