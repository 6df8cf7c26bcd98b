// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import LaminaGeometry

/// What is drawn into one surface: the canvas, a group, a mask, a part of the tree that is drawn apart.
///
/// A surface owns its draws. Where it ends, what becomes of them is decided, and the result goes to the surface around
/// it.
struct Surface {
  /// The pixels that are wanted of the grid that it lies on.
  let region: PixelRect
  /// Its draws so far, back to front.
  var draws: [DrawOperation] = []
  /// Whether none of its draws mixes with what is there, by more than its edges, as far as that was noted.
  var isKnownOpaque = false
  /// Whether something in it reads its backdrop, which must be of this surface alone: then it cannot dissolve into the
  /// surface around it.
  var isIsolated = false

  /// The pixels that its draws may touch.
  var bounds: PixelRect { draws.bounds }
}

/// The surfaces that are being put together, one in the other.
struct SurfaceStack {
  /// The innermost.
  private(set) var current: Surface
  private var outer: [Surface] = []
  /// Storage of surfaces that ended, for those to come.
  private var spare: [[DrawOperation]] = []
  /// Which parts of the list stand in the canvas so far; `nil` once the canvas was cut.
  private(set) var canvasPieces: [DrawHistory.Piece]? = []

  /// Begins with the canvas.
  ///
  /// - Parameter region: The pixels of it that are wanted.
  init(region: PixelRect) { current = Surface(region: region) }

  mutating func append(_ draw: DrawOperation) {
    current.draws.append(draw)
    current.isKnownOpaque = false
  }

  mutating func append(contentsOf draws: [DrawOperation]) {
    current.draws += draws
    current.isKnownOpaque = false
  }

  /// Appends a box, unless no pixel of it shows.
  mutating func append(_ part: BoxPart, in resources: inout PlanResources) {
    resources.append(part, region: current.region, to: &current.draws)
    current.isKnownOpaque = false
  }

  /// Appends some of the draws of a list; where they are all that there is, without moving them.
  mutating func append(_ range: Range<Int>, of list: inout DisplayList) {
    guard !range.isEmpty else { return }
    if outer.isEmpty { canvasPieces?.append(DrawHistory.Piece(range: range, start: current.draws.count)) }
    if current.draws.isEmpty, let all = list.takeDraws(ifAll: range) {
      // Taking the draws leaves their count.
      (current.draws, current.isKnownOpaque) = (all, list.blendingCount == 0)
    } else {
      current.draws += list.draws[range]
      current.isKnownOpaque = false
    }
  }

  /// Notes that something in the innermost surface reads its backdrop.
  mutating func isolate() { current.isIsolated = true }

  /// Begins a surface in the innermost one.
  ///
  /// - Parameter region: The pixels that are wanted of a grid of its own; `nil` on the grid of the surface around it.
  mutating func begin(apart region: PixelRect? = nil) {
    outer.append(current)
    current = Surface(region: region ?? current.region, draws: spare.popLast() ?? [])
  }

  /// Ends the innermost surface.
  mutating func end() -> Surface {
    let ended = current
    current = outer.popLast() ?? Surface(region: .empty)
    return ended
  }

  /// Takes back the storage of a surface that ended, once its draws are used.
  mutating func recycle(_ surface: consuming Surface) {
    guard spare.count < 8, surface.draws.capacity > 0 else { return }
    var draws = surface.draws
    surface.draws = []
    draws.removeAll(keepingCapacity: true)
    spare.append(draws)
  }

  /// Cuts the list of the innermost surface: what it has drawn so far becomes somebody else's.
  mutating func cut() -> [DrawOperation] {
    if outer.isEmpty { canvasPieces = nil }
    var draws: [DrawOperation] = []
    swap(&draws, &current.draws)
    current.isKnownOpaque = false
    return draws
  }
}

extension [DrawOperation] {
  /// The pixels that they may touch.
  var bounds: PixelRect {
    // In place: going through the draws themselves copies each of them.
    let draws = span
    var bounds = PixelRect.empty
    for index in draws.indices { bounds = bounds.union(draws[index].pixelBounds) }
    return bounds
  }
}
