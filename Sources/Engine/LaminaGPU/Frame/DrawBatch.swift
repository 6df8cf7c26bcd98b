// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import LaminaGeometry
import LaminaShaders

/// Consecutive instances that one draw call draws.
struct DrawBatch {
  var program: ShaderCatalog
  /// The range of instances in the frame's list.
  var instances: Range<Int>
  var state: DrawState
  /// The pixels that they may touch; `nil` for all of the pass.
  var bounds: PixelRect?
  /// The pass whose target is read, for composites.
  var source: Int?
  /// The pass whose alpha masks, for composites.
  var mask: Int?
  /// The pixels of the target that are copied first, for draws that blend in the shader.
  var backdrop: PixelRect?
}

extension DrawBatch {
  /// Everything in which batches differ besides their instances.
  private struct Kind: Equatable {
    let program: ShaderCatalog
    let state: DrawState
    let (source, mask): (Int?, Int?)
    /// The number of a batch that is drawn alone; 0 for others.
    let number: Int

    init(_ batch: DrawBatch, number: Int) {
      (program, state, source, mask) = (batch.program, batch.state, batch.source, batch.mask)
      // A copy of the pixels behind a batch, or a barrier before it, serves no other.
      self.number = if case .advanced = batch.state { number } else { batch.backdrop == nil ? 0 : number }
    }
  }

  /// The most batches that are compared with each other; of more, the cells that they touch are compared.
  private static let mostCompared = 64

  /// Joins batches that differ in nothing but their instances, without a change to the order of overlapping draws:
  /// panels beside one another, each with several shaders, take as many draws as one panel.
  ///
  /// - Parameters:
  ///   - region: The pixels of the pass.
  ///   - instances: The instances of the frame; the ones of the batches are its end, and are sorted in place.
  static func joined(_ batches: [DrawBatch], in region: PixelRect, _ instances: InstanceList) -> [DrawBatch] {
    guard batches.count > 2 else { return batches }
    let kinds = batches.indices.map { Kind(batches[$0], number: $0 + 1) }
    // Most passes have few batches, each of another kind.
    guard kinds.count > 8 || kinds.indices.contains(where: { kinds[..<$0].contains(kinds[$0]) }) else {
      return batches
    }
    var levels = DrawLevels<Kind>(in: region, cellSide: 64)
    let bounds = batches.map { $0.bounds ?? region }
    var places: [Int] = []
    for index in batches.indices {
      guard batches.count <= Self.mostCompared else {
        places.append(levels.place(bounds[index], kinds[index]))
        continue
      }
      var lowest = 0
      for earlier in 0..<index where bounds[earlier].intersects(bounds[index]) { lowest = max(lowest, places[earlier]) }
      places.append(levels.level(from: lowest, kinds[index]))
    }
    let count = levels.kinds.count
    guard count < batches.count else { return batches }
    let sorted = instances.sort(batches.map(\.instances), by: places, levels: count)
    // The first batch of a level stands for all of them.
    var result: [DrawBatch?] = Array(repeating: nil, count: count)
    for (batch, place) in zip(batches, places) where result[place] == nil {
      result[place] = batch
      result[place]?.instances = sorted[place]
    }
    return result.compactMap(\.self)
  }
}

/// The draws of one pass, in order.
struct PassDraws {
  /// The index in the plan's passes.
  var pass: Int
  /// The pass whose target this pass continues, if any.
  var continued: Int?
  /// The colour of the pixels before the first draw, premultiplied; `nil` leaves the pixels unchanged.
  var clear: SIMD4<Float>?
  /// Whether the pass needs a depth buffer.
  var usesDepth: Bool
  var batches: [DrawBatch]
  /// The tiles that draw the pass in place of batches, if it is drawn by compute shaders.
  var tiles: TileDraws?
  /// The steps of a blur that make the pass in place of batches, if compute shaders make it.
  var blurs: [BlurDispatch]?
}
