// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

internal import Foundation
internal import LaminaLayers

// 3D layers. In After Effects, adjacent 3D layers share one space, in which nearer layers hide farther ones, and a flat
// layer separates two such spaces. Each space becomes a layer whose sublayers Core Animation sorts by `zPosition`; its
// z axis points the other way.

/// Collects the layers of a composition and adds them to their superlayer.
struct LayerSpace {
  private let superlayer: CALayer
  private let place: LottieLayerBuilder.Place
  /// Adjacent 3D layers, with their distances behind the plane.
  private var pending: [(layer: CALayer, depth: Track<Double>, writer: AnimationWriter)] = []
  private var makeHolder: (() -> CALayer)?

  init(_ superlayer: CALayer, _ place: LottieLayerBuilder.Place) {
    self.superlayer = superlayer
    self.place = place
  }

  /// Adds a layer above the previous ones; a layer with a depth joins the current space.
  mutating func add(
    _ layer: CALayer, depth: Track<Double>?, _ writer: AnimationWriter, holder: @escaping () -> CALayer
  ) {
    guard let depth else {
      finish()
      return superlayer.addSublayer(layer)
    }
    pending.append((layer, depth, writer))
    makeHolder = holder
  }

  /// Adds the collected layers of the current space.
  mutating func finish() {
    defer { pending = [] }
    let isFlat = pending.allSatisfy { $0.depth.isFixed && $0.depth.value(at: 0) == pending[0].depth.value(at: 0) }
    guard pending.count > 1, !isFlat, let holder = makeHolder?() else {
      for (layer, _, _) in pending { superlayer.addSublayer(layer) }
      return
    }
    for (layer, depth, writer) in pending {
      writer.write(
        depth.map { -$0 }, "zPosition", of: layer, in: place.time, set: { layer.zPosition = CGFloat($0) }, value: { $0 }
      )
      holder.addSublayer(layer)
    }
    superlayer.addSublayer(holder)
  }
}

extension LottieLayerBuilder {
  /// The distance of a layer behind the plane, including its parents.
  func depth(of layer: LottieLayer, _ layers: [LottieLayer], _ byIndex: [Int: Int]) -> Track<Double> {
    var result = layer.transform.position.depth
    var parent = layer.parent
    var seen: Set<Int> = []
    while let index = parent, let position = byIndex[index], seen.insert(index).inserted,
      seen.count <= Self.maximumParents
    {
      result = result.combined(with: layers[position].transform.position.depth, keepsMixes: true) { $0 + $1 }
      parent = layers[position].parent
    }
    return result
  }
}
