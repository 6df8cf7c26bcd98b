// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import LaminaGeometry
import LaminaPlan

/// The draws of one surface: the canvas, a group, a mask, or a part of the tree that is drawn apart.
///
/// A surface owns its draws. At its end they are processed, and the result is added to the surface around it.
struct Surface {
  /// The requested pixels of the grid that the surface lies on.
  let region: PixelRect
  /// The draws of the surface so far, back to front.
  var draws: [DrawOperation] = []
  /// Whether none of the draws is known to blend with the pixels below it in more than its edges.
  var isKnownOpaque = false
  /// Whether an operation in the surface reads its backdrop, which has to consist of this surface only: then the draws
  /// of the surface cannot be moved into the surface around it.
  var isIsolated = false

  /// The pixels that the draws may touch.
  var bounds: PixelRect { draws.bounds }
}

/// The stack of nested surfaces that are being drawn into.
struct SurfaceStack {
  /// The innermost surface.
  private(set) var current: Surface
  private var outer: [Surface] = []
  /// Storage of ended surfaces, to be used for new ones.
  private var spare: [[DrawOperation]] = []

  /// The fragments in the canvas so far, as they were recorded.
  private(set) var fragments: [DrawnFragment] = []

  /// Creates a stack with the canvas.
  ///
  /// - Parameter region: The requested pixels of the canvas.
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

  /// Appends some of the draws of a list; if the surface is empty and they are the whole list, without copying them.
  mutating func append(_ range: Range<Int>, of list: inout DisplayList) {
    guard !range.isEmpty else { return }
    if outer.isEmpty {
      let shift = current.draws.count - range.lowerBound
      for fragment in list.fragments(in: range) {
        let draws = (fragment.draws.lowerBound + shift)..<(fragment.draws.upperBound + shift)
        fragments.append(DrawnFragment(identity: fragment.identity, draws: draws))
      }
    }
    if current.draws.isEmpty, let all = list.takeDraws(ifAll: range) {
      // Taking the draws does not change the list's count of blending draws.
      (current.draws, current.isKnownOpaque) = (all, list.blendingCount == 0)
    } else {
      current.draws += list.draws[range]
      current.isKnownOpaque = false
    }
  }

  /// Notes that an operation in the innermost surface reads its backdrop.
  mutating func isolate() { current.isIsolated = true }

  /// Begins a surface inside the innermost one.
  ///
  /// - Parameter region: The requested pixels of its own grid; `nil` for the grid of the surface around it.
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

  /// Takes back the storage of an ended surface, after its draws were used.
  mutating func recycle(_ surface: consuming Surface) {
    guard spare.count < 8, surface.draws.capacity > 0 else { return }
    var draws = surface.draws
    surface.draws = []
    draws.removeAll(keepingCapacity: true)
    spare.append(draws)
  }

  /// Takes the draws out of the innermost surface, for use in a pass.
  mutating func cut() -> [DrawOperation] {
    if outer.isEmpty { fragments = [] }
    var draws: [DrawOperation] = []
    swap(&draws, &current.draws)
    current.isKnownOpaque = false
    return draws
  }
}

extension [DrawOperation] {
  /// The pixels that the operations may touch.
  var bounds: PixelRect {
    // Through a span, since iterating over the array copies each operation.
    let draws = span
    var bounds = PixelRect.empty
    for index in draws.indices { bounds = bounds.union(draws[index].pixelBounds) }
    return bounds
  }
}
