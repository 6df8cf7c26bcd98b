// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import LaminaGeometry
import LaminaPlan

/// The finished passes of a plan with their draws.
struct PassTable {
  private(set) var passes: [RenderPass] = []
  /// The number of pixels of all passes.
  private(set) var pixels = 0
  /// The rounding in the pixels of each pass (``PassPrecision``).
  private var roundings: [UInt8] = []
  /// The keys of passes whose keys were computed.
  private var names: [PassHandle: PassKey] = [:]

  subscript(pass: PassHandle) -> RenderPass { passes[pass.index] }

  /// The rounding in the pixels of a pass, in coverages of an opaque colour; 0 for none.
  func rounding(of pass: PassHandle) -> UInt8 { pass.exists ? roundings[pass.index] : 0 }

  /// Adds a pass made of draws or filter steps.
  ///
  /// - Parameters:
  ///   - region: The pixels that the pass holds.
  ///   - format: The pixel format of the pass.
  ///   - clear: The colour of the pass before the first draw, premultiplied.
  ///   - rounding: The rounding in its pixels.
  /// - Returns: The handle of the pass.
  mutating func add(
    _ content: PassContent, region: PixelRect, format: PassFormat, clear: SIMD4<Float>, rounding: UInt8 = 0
  ) -> PassHandle {
    pixels += region.area
    roundings.append(rounding)
    passes.append(RenderPass(region: region, format: format, clear: clear, content: content))
    return PassHandle(passes.count - 1)
  }

  // MARK: keys

  /// Gives the pixels of a pass a key that does not depend on its index in the plan, so that renderers keep them.
  mutating func keep(_ pass: PassHandle, in resources: PlanResources) {
    for unnamed in unnamed(from: pass) {
      names[unnamed] = PassFingerprint.key(of: passes[unnamed.index], sources: names, in: resources)
    }
    passes[pass.index].key = names[pass]
  }

  /// A pass and all passes that it reads directly or indirectly, as far as they have no key yet, in ascending order.
  private func unnamed(from pass: PassHandle) -> [PassHandle] {
    var found: Set<PassHandle> = []
    var open = [pass]
    while let next = open.popLast() {
      guard names[next] == nil, found.insert(next).inserted else { continue }
      passes[next.index].forEachSource { open.append($0) }
    }
    return found.sorted { $0.number < $1.number }
  }
}
