// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import LaminaGeometry
import LaminaLayers

/// Where a walk over a part of the tree stands.
///
/// A part that is drawn on a grid of its own is walked by a walk of its own, which knows nothing of the one around it.
struct TreeWalk {
  /// The pixels that are wanted of the grid that the walk is drawing on: its own, or that of the innermost of `chains`
  /// which has one.
  private(set) var region: PixelRect
  /// How many walks it is inside of.
  let depth: Int
  /// The layers whose sublayers are being drawn, outermost first.
  var open: [OpenLayer] = []
  /// Layers to enter, next one last.
  var pending: [PendingLayer] = []
  /// The borders of open layers that have one, outermost first.
  var waitingBorders: [BoxPart] = []
  /// The sublayer spaces of open layers that have one.
  var sublayerSpaces: [CATransform3D] = []
  /// What becomes of the open layers that are masked, filtered, blended or rasterized, outermost first.
  private(set) var chains: [EffectChain] = []
  /// The copies of open replicator layers, outermost first.
  var replicas: [ReplicaWalk] = []
  /// Where the sublayers of spaces lie, once these are sorted.
  var placements: [SpacePlacement] = []
  /// Where the planes of layers in sorted spaces lie on the target.
  var placedPlanes: [Homography] = []

  /// The pixels that the surface around a chunk may hold, where it is one of a layer's own.
  let surfaceRegion: PixelRect?

  init(region: PixelRect, depth: Int, surfaceRegion: PixelRect? = nil) {
    (self.region, self.depth, self.surfaceRegion) = (region, depth, surfaceRegion)
  }

  /// Begins what becomes of a layer, on a grid of its own where it has one.
  mutating func begin(_ chain: EffectChain) {
    var chain = chain
    chain.outerRegion = region
    if let offscreen = chain.ownGrid { region = offscreen.wanted }
    chains.append(chain)
  }

  /// Begins the mask of the innermost chain, which lies on the grid around it.
  mutating func beginMask() {
    guard let last = chains.indices.last else { return }
    chains[last].hasBegunMask = true
    region = chains[last].outerRegion
  }

  /// Ends the innermost chain.
  mutating func endChain() -> EffectChain? {
    guard let chain = chains.popLast() else { return nil }
    region = chain.outerRegion
    return chain
  }

  /// What comes next.
  enum PendingLayer {
    /// Enter a layer, by its own transform.
    case layer(Int32)
    /// Enter a layer as a piece of a space; where it lies is an index into `placements`.
    case piece(Int32, placement: Int32)
    /// Enter the mask of the innermost open layer.
    case mask(Int32)
    /// Enter the next copy of the sublayers of the innermost open layer, a replicator.
    case copy(of: Int32)
    /// Take over layers that are as they were, from the first of some siblings to the one after the last.
    case unchanged(from: Int32, to: Int32)
    /// Enter a layer that is as it was, and which waited for these rasters of the walk before, from one to another.
    case again(Int32, rasters: Int32, to: Int32)
    /// Note that sublayers of a layer, so many runs of them, are out of sight.
    case unseen(of: Int32, run: Int32, count: Int32)
    /// Enter so many siblings that are pending behind this, in chunks.
    case run(count: Int32)
    /// Leave the innermost open layer.
    case leave
  }

  /// A layer whose sublayers are being drawn.
  struct OpenLayer {
    var node: Int32
    var inherited: Inherited
    /// The group that it fades as, for which the innermost surface was begun.
    var group: Group?
    var hasWaitingBorder: Bool
    /// Whether the last of `replicas` are its copies.
    var isReplicator = false
    /// Whether its particles are still to be drawn.
    var isEmitter = false
  }
}

/// What a layer's sublayers inherit from it.
struct Inherited {
  var targetFromLayer: Homography
  /// What places every sublayer besides its own transform, with z (`GEO-2`): an index, or -1.
  var sublayerSpace: Int32 = -1
  /// Whether the layer's space is y-up on the canvas: flips of the host and of every layer down to this one.
  var isFlipped: Bool
  var clip: ClipHandle
  var limit: PixelRect
  /// What sublayers multiply into their own opacity, where this layer does not fade as a group.
  var opacity: Float = 1
  /// The product of all opacities above, groups included: below 1/100,000 nothing can show.
  var totalOpacity: Float = 1
  /// What replicators above multiply into every colour, premultiplied.
  var tint = SIMD4<Float>(repeating: 1)
  /// By how much replicators above delay it, seconds of the root.
  var delay = 0.0
}

/// A group that fades as one picture; a surface of its own holds its draws until it ends.
struct Group {
  var opacity: Float
  /// Whether more than its opacity changes it: the innermost of `TreeWalk.chains`.
  var isTreated = false
}
