// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import LaminaGeometry
import LaminaPlan

/// The passes of a plan that are run, and the last reader of each pass.
///
/// A pass whose pixels are kept from an earlier frame is not run, nor are the passes that only it would read.
struct PassUses {
  /// For each pass, the last pass that reads it; -1 for none.
  let lastUses: [Int]
  private let isRun: [Bool]

  /// - Parameter isKept: Whether the pixels of a pass are kept from an earlier frame.
  init(_ plan: RenderPlan, isKept: (Int) -> Bool) {
    let count = plan.passes.count
    var lastUses = Array(repeating: -1, count: count)
    var isRun = Array(repeating: false, count: count)
    if count > 0 { isRun[count - 1] = true }
    // The first pass has none before it.
    for index in stride(from: count - 1, to: 0, by: -1) where isRun[index] {
      plan.passes[index].forEachSource { read in
        let source = read.index
        guard source >= 0, source < index, lastUses[source] < 0 else { return }
        lastUses[source] = index
        isRun[source] = !plan.passes[source].region.isEmpty && !isKept(source)
      }
    }
    self.lastUses = lastUses
    self.isRun = isRun
  }

  /// Whether a pass is run.
  func isRun(_ index: Int) -> Bool { isRun[index] }

  /// Whether a pass has pixels for later passes to read.
  func hasPixels(_ index: Int, of plan: RenderPlan) -> Bool {
    lastUses[index] >= 0 && !plan.passes[index].region.isEmpty
  }
}
