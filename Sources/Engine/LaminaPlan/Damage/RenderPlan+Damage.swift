// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

package import LaminaGeometry

// The changes of a picture. Operations of two plans are matched in order, pass by pass; a pixel that only matched
// operations touch, and whose sources are unchanged in the pixels it reads, is drawn from the same numbers in the same
// order, so it is the same. The pixels of operations without a match on either side are damage.

extension RenderPlan {
  /// The pixels of the canvas that may differ from another plan's canvas.
  ///
  /// - Parameter old: The plan that was drawn before.
  /// - Returns: `nil` if most of the canvas may differ, or if the canvas itself is another.
  /// - Complexity: O(n) in operations.
  package func damage(since old: RenderPlan) -> PixelRegion? {
    guard canvas == old.canvas, region == old.region, !passes.isEmpty, !old.passes.isEmpty else { return nil }
    if isCopy(of: old) { return PixelRegion() }
    var difference = PlanDifference(old, self)
    return difference.damage()
  }

  /// The number of operations of the canvas that are compared with the ones of another plan: all outside of common
  /// fragments.
  package func comparedCount(with old: RenderPlan) -> Int {
    guard let before = old.passes.last?.draws, let now = passes.last?.draws else { return 0 }
    return now.stretches(since: before).reduce(0) { $0 + now.runs[$1.new].reduce(0) { $0 + $1.draws.count } }
  }

  /// Whether a renderer keeps the plan for the next frame: up to 128 MiB, some 320,000 operations.
  package var isKeptForNext: Bool { bytes <= 1 << 27 }

  /// Whether the plans are equal without a comparison, as for a tree without changes.
  private func isCopy(of other: RenderPlan) -> Bool {
    passes.isSameStorage(as: other.passes) && clips.isSameStorage(as: other.clips)
      && images.isSameStorage(as: other.images) && gradients.isSameStorage(as: other.gradients)
      && gradientStops.isSameStorage(as: other.gradientStops) && innerVertices.isSameStorage(as: other.innerVertices)
      && colorMaps.isSameStorage(as: other.colorMaps) && particles.isSameStorage(as: other.particles)
      && particlePictures.isSameStorage(as: other.particlePictures)
  }
}

extension Array {
  /// Whether both arrays share their storage, unchanged since one was copied from the other.
  package func isSameStorage(as other: [Element]) -> Bool {
    count == other.count
      && withUnsafeBufferPointer { own in other.withUnsafeBufferPointer { own.baseAddress == $0.baseAddress } }
  }
}

/// The pixels of each pass that differ between two plans.
private struct PlanDifference {
  /// The damage of a pass.
  private enum PassDamage {
    /// The given pixels may differ; perhaps none.
    case part(PixelRegion)
    /// The pass has no counterpart, or too many of its pixels differ for a useful region.
    case all
  }

  private let old: RenderPlan
  private let new: RenderPlan
  private var comparison: OperationComparison
  /// For each new pass, the old one that it is compared with.
  private let counterparts: [PassHandle]
  private var damages: [PassDamage] = []

  /// The greatest damaged share of a canvas that is drawn in part: beyond it all pixels are drawn again, since the rest
  /// is hardly worth copying.
  private static let worthwhileShare = 0.5
  /// The number of passes that are searched for the next counterpart.
  private static let passReach = 16

  init(_ old: RenderPlan, _ new: RenderPlan) {
    (self.old, self.new) = (old, new)
    counterparts = Self.counterparts(of: new, in: old)
    comparison = OperationComparison(old, new, counterparts: counterparts)
  }

  /// Finds, for each pass, a pass of the other plan with pixels of the same region, format and clear colour, in the
  /// same order. Canvases are matched with each other.
  private static func counterparts(of new: RenderPlan, in old: RenderPlan) -> [PassHandle] {
    var result = [PassHandle](repeating: .none, count: new.passes.count)
    let (last, oldLast) = (new.passes.count - 1, old.passes.count - 1)
    var next = 0
    for index in 0..<last {
      let upcoming = next..<min(oldLast, next + passReach)
      if let found = upcoming.first(where: { old.passes[$0].isAlike(new.passes[index]) }) {
        result[index] = PassHandle(found)
        next = found + 1
      }
    }
    if old.passes[oldLast].isAlike(new.passes[last]) { result[last] = PassHandle(oldLast) }
    return result
  }

  mutating func damage() -> PixelRegion? {
    for index in new.passes.indices {
      let damage = damage(of: index)
      damages.append(isMost(damage, of: new.passes[index].region) ? .all : damage)
    }
    switch damages.last {
    case .part(let region): return region
    case .all, nil: return nil
    }
  }

  private func isMost(_ damage: PassDamage, of region: PixelRect) -> Bool {
    switch damage {
    case .all: true
    case .part(let part): Double(part.area) > Self.worthwhileShare * Double(region.area)
    }
  }

  private mutating func damage(of index: Int) -> PassDamage {
    guard counterparts[index].exists else { return .all }
    let (pass, before) = (new.passes[index], old.passes[counterparts[index]])
    switch (before.content, pass.content) {
    case (.draws(let a), .draws(let b)): return damage(of: b, since: a, in: pass.region)
    case (.filters(let a), .filters(let b)): return damage(of: b, since: a)
    case (.draws, .filters), (.filters, .draws): return .all
    }
  }

  // MARK: draws

  /// Operations outside of common fragments are compared; these fragments draw the same, and read no pass.
  private mutating func damage(of b: DrawList, since a: DrawList, in region: PixelRect) -> PassDamage {
    var (result, changes) = (PixelRegion(), 0)
    for stretch in b.stretches(since: a) {
      let before = a.joined(stretch.old, table: old.innerVertices)
      let now = b.joined(stretch.new, table: new.innerVertices)
      comparison.vertices = (before.vertices ?? [], now.vertices ?? [])
      let (first, second) = (before.draws.span, now.draws.span)
      var alignment = Alignment(before.draws.indices, now.draws.indices)
      while let step = alignment.next(where: { comparison.isSame(first, $0, second, $1) }) {
        switch step {
        case .same(_, let place):
          if second[place].readsPass { addReadDamage(of: second[place], to: &result) }
        case .changed(let from, let to):
          for place in from { result.add(first[place].pixelBounds.intersection(region)) }
          for place in to { result.add(second[place].pixelBounds.intersection(region)) }
          changes += 1
          if changes % 32 == 0, isMost(.part(result), of: region) { return .all }
        }
      }
    }
    return .part(result)
  }

  /// Adds the pixels of an operation whose source is damaged there.
  private func addReadDamage(of operation: DrawOperation, to result: inout PixelRegion) {
    let bounds = operation.pixelBounds
    operation.forEachSource { source, reading in
      switch reading {
      case .samePixel: add(damage(of: source, within: bounds), to: &result)
      case .anyPixels:
        // The pixels of a surface that show the damaged part are not worth computing, since surfaces are small.
        if damage(of: source, within: new.passes[source].region)?.isEmpty != true { result.add(bounds) }
      }
    }
  }

  private func add(_ part: PixelRegion?, to result: inout PixelRegion) {
    if let part { result.add(part) }
  }

  /// The damaged part of some pixels of an earlier pass.
  private func damage(of pass: PassHandle, within pixels: PixelRect) -> PixelRegion? {
    guard pass.exists, pass.index < damages.count else { return PixelRegion(pixels) }
    switch damages[pass.index] {
    case .all: return PixelRegion(pixels)
    case .part(let part): return part.intersection(pixels)
    }
  }

  // MARK: filters

  private mutating func damage(of b: [FilterStep], since a: [FilterStep]) -> PassDamage {
    guard a.count == b.count else { return .all }
    var result = PixelRegion()
    for (before, step) in zip(a, b) {
      guard comparison.isSame(before, step) else {
        result.add(before.pixelBounds)
        result.add(step.pixelBounds)
        continue
      }
      let source = step.source
      guard source.exists, source.index < damages.count else { return .all }
      switch damages[source.index] {
      case .all: result.add(step.pixelBounds)
      case .part(let part):
        for pixels in part.rectangles {
          result.add(step.pixelsReached(by: pixels, of: new.passes[source].region).intersection(step.pixelBounds))
        }
      }
    }
    return .part(result)
  }
}

extension RenderPass {
  /// Whether two passes keep their pixels in the same way, so that they can be compared.
  fileprivate func isAlike(_ other: RenderPass) -> Bool {
    guard region == other.region, format == other.format, clear == other.clear else { return false }
    switch (content, other.content) {
    case (.draws, .draws), (.filters, .filters): return true
    case (.draws, .filters), (.filters, .draws): return false
    }
  }
}
