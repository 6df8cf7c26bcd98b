// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import LaminaGeometry
import LaminaLayers
import LaminaPlan

/// The state of a walk over a part of the tree.
///
/// A part that is drawn on its own grid has its own walk, which does not refer to the walk around it.
struct TreeWalk {
  /// The requested pixels of the grid that the walk draws on: its own grid, or the grid of the innermost element of
  /// `chains` that has one.
  private(set) var region: PixelRect
  /// The number of walks around this one.
  let depth: Int
  /// The number of open layers of the walks and recordings around this one.
  private let outerLevels: Int
  /// The layers whose sublayers are being drawn, outermost first.
  private(set) var open: [OpenLayer] = []
  /// The layers to enter; the next one is last.
  private(set) var pending: [PendingLayer] = []
  /// The borders of open layers that have one, outermost first.
  private(set) var waitingBorders: [BoxPart] = []
  /// The sublayer spaces of open layers that have one.
  private(set) var sublayerSpaces: [CATransform3D] = []
  /// The effects of the open layers that are masked, filtered, blended or rasterized, outermost first.
  private(set) var chains: [EffectChain] = []
  /// The copies of open replicator layers, outermost first.
  private(set) var replicas: [ReplicaWalk] = []
  /// The placements of the pieces of sorted spaces.
  private(set) var placements: [SpacePlacement] = []
  /// The planes, on the target, of layers in sorted spaces.
  private(set) var placedPlanes: [Homography] = []

  /// The pixels that the surface around a chunk may hold, if that surface is not the canvas.
  let surfaceRegion: PixelRect?

  /// - Parameter outerLevels: The number of open layers around the first one of the walk.
  init(region: PixelRect, depth: Int, outerLevels: Int = 0, surfaceRegion: PixelRect? = nil) {
    (self.region, self.depth, self.surfaceRegion) = (region, depth, surfaceRegion)
    self.outerLevels = outerLevels
  }

  /// The number of open layers around the layer that is entered next, wherever it is recorded.
  var levels: Int { outerLevels + open.count }

  /// Begins a walk over siblings inside an open layer.
  mutating func begin(_ siblings: ArraySlice<Int32>, inside layer: OpenLayer) {
    (open, pending) = ([layer], siblings.reversed().map { .layer($0) })
  }

  // MARK: open layers

  /// Adds a transform of sublayers.
  ///
  /// - Returns: Its index.
  mutating func add(sublayerSpace: CATransform3D) -> Int32 {
    sublayerSpaces.append(sublayerSpace)
    return Int32(sublayerSpaces.count - 1)
  }

  /// Opens a layer, which is left after the layers that are pushed next.
  ///
  /// - Parameter border: A border that is drawn when the layer is left.
  mutating func enter(_ layer: OpenLayer, border: BoxPart?) {
    if let border { waitingBorders.append(border) }
    open.append(layer)
    pending.append(.leave)
  }

  /// Closes the innermost open layer.
  mutating func leave() -> OpenLayer? {
    guard let layer = open.popLast() else { return nil }
    if layer.inherited.sublayerSpace >= 0 { sublayerSpaces.removeLast() }
    if layer.isReplicator { replicas.removeLast() }
    return layer
  }

  /// Takes the border of the innermost open layer, if it was not drawn yet.
  mutating func takeBorder() -> BoxPart? {
    guard let last = open.indices.last, open[last].hasWaitingBorder else { return nil }
    open[last].hasWaitingBorder = false
    return waitingBorders.popLast()
  }

  /// Notes that the particles of the innermost open layer are drawn.
  mutating func noteParticles() {
    if let last = open.indices.last { open[last].isEmitter = false }
  }

  /// Begins the copies of the innermost open layer's sublayers.
  mutating func beginCopies(_ copies: ReplicaWalk, of node: Int32) {
    guard let last = open.indices.last else { return }
    replicas.append(copies)
    open[last].isReplicator = true
    open[last].inherited.sublayerSpace = add(sublayerSpace: CATransform3DIdentity)
    pending.append(.copy(of: node))
  }

  /// Begins the next copy, and pushes the copy after it.
  ///
  /// - Parameter sublayers: The nodes of the sublayers.
  /// - Returns: The nodes of the copy.
  mutating func beginCopy(of node: Int32, _ sublayers: Range<Int32>) -> Range<Int32> {
    guard let last = open.indices.last, let copy = replicas.indices.last else { return sublayers }
    open[last].inherited.tint = replicas[copy].copyTint
    open[last].inherited.delay = replicas[copy].copyDelay
    sublayerSpaces[Int(open[last].inherited.sublayerSpace)] = replicas[copy].matrix
    let own = replicas[copy].nodes(in: sublayers)
    if replicas[copy].advance() { pending.append(.copy(of: node)) }
    return own
  }

  // MARK: pending layers

  /// Pushes an element, which is entered before all earlier ones.
  @inline(__always) mutating func push(_ next: PendingLayer) { pending.append(next) }

  /// Pushes a part of the snapshot, together with the part in front of it if that was pushed last.
  ///
  /// - Parameter start: The number of pending elements that are left as they are.
  mutating func push(part: Int, after start: Int) {
    if pending.count > start, case .parts(let first, let count)? = pending.last, Int(first + count) == part {
      pending[pending.count - 1] = .parts(from: first, count: count + 1)
    } else {
      pending.append(.parts(from: Int32(part), count: 1))
    }
  }

  /// Adds the planes of the layers of a sorted space.
  ///
  /// - Returns: The index of the first one.
  mutating func add(planes: [Homography]) -> Int {
    placedPlanes += planes
    return placedPlanes.count - planes.count
  }

  /// Pushes a layer as a piece of a space.
  mutating func push(piece node: Int32, at placement: SpacePlacement) {
    pending.append(.piece(node, placement: Int32(placements.count)))
    placements.append(placement)
  }

  /// Reserves memory for the pieces of a space, so that the existing ones are not moved repeatedly.
  mutating func makeRoom(forPieces count: Int) { placements.makeRoom(for: count) }

  /// Takes the element that is entered next.
  @inline(__always) mutating func pop() -> PendingLayer? { pending.popLast() }

  /// Takes back all elements but the first ones.
  mutating func drop(after start: Int) { pending.removeSubrange(start...) }

  /// Reverses elements that were pushed in paint order.
  mutating func turn(after start: Int) { pending[start...].reverse() }

  /// Sorts elements that were pushed.
  mutating func sort(after start: Int, by areInOrder: (PendingLayer, PendingLayer) -> Bool) {
    pending[start...].sort(by: areInOrder)
  }

  /// Sets all pending elements aside for others.
  mutating func exchange(_ others: inout [PendingLayer]) { swap(&others, &pending) }

  /// Begins the effects of a layer, on its own grid if it has one.
  mutating func begin(_ chain: EffectChain) {
    var chain = chain
    chain.outerRegion = region
    if let offscreen = chain.ownGrid { region = offscreen.wanted }
    chains.append(chain)
  }

  /// Begins the mask of the innermost chain; the mask lies on the grid around the chain.
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

  /// The next action of a walk.
  enum PendingLayer {
    /// Enter a layer, by its own transform.
    case layer(Int32)
    /// Enter a layer as a piece of a space, whose placement is an index into `placements`.
    case piece(Int32, placement: Int32)
    /// Enter the mask of the innermost open layer.
    case mask(Int32)
    /// Enter the next copy of the sublayers of the innermost open layer, a replicator.
    case copy(of: Int32)
    /// Enter a number of consecutive parts of the snapshot.
    case parts(from: Int32, count: Int32)
    /// Enter a number of siblings, which are pending behind this element, in chunks.
    case run(count: Int32)
    /// Leave the innermost open layer.
    case leave
  }

  /// A layer whose sublayers are being drawn.
  struct OpenLayer {
    var node: Int32
    var inherited: Inherited
    /// The group of the layer, for which the innermost surface was begun.
    var group: Group?
    var hasWaitingBorder: Bool
    /// Whether the last of `replicas` belongs to the layer.
    var isReplicator = false
    /// Whether the layer's particles are still to be drawn.
    var isEmitter = false
  }
}

/// The values that a layer's sublayers inherit from it.
struct Inherited: Equatable {
  var targetFromLayer: Homography
  /// The index of the transform, in `TreeWalk.sublayerSpaces`, that is applied to every sublayer after its own
  /// transform, with z (`GEO-2`), or -1.
  var sublayerSpace: Int32 = -1
  /// Whether the layer's space is y-up on the canvas: the flips of the host and of every layer down to this one
  /// combined.
  var isFlipped: Bool
  var clip: ClipHandle
  var limit: PixelRect
  /// The factor by which sublayers multiply their own opacity, if this layer does not fade as a group.
  var opacity: Float = 1
  /// The product of the opacities of all ancestors, including groups; below 1/100,000 nothing can show.
  var totalOpacity: Float = 1
  /// The colour by which replicators above multiply every colour, premultiplied.
  var tint = SIMD4<Float>(repeating: 1)
  /// The delay by replicators above, in seconds of the root's time.
  var delay = 0.0
}

/// A group that fades as one picture; its own surface holds its draws until it ends.
struct Group {
  var opacity: Float
  /// Whether the group has other effects than its opacity; they are the innermost of `TreeWalk.chains`.
  var isTreated = false
}
