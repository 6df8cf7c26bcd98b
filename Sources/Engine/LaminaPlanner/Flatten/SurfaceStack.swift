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
  /// The draws of the surface so far, back to front; of a surface other than the canvas in one run without fragments.
  var draws = DrawList()
  /// Whether none of the draws is known to blend with the pixels below it in more than its edges.
  var isKnownOpaque = false
  /// Whether an operation in the surface reads its backdrop, which has to consist of this surface only: then the draws
  /// of the surface cannot be moved into the surface around it.
  var isIsolated = false

  /// The draws of a surface other than the canvas.
  var members: [DrawOperation] { draws.single }
}

/// The stack of nested surfaces that are being drawn into.
struct SurfaceStack {
  /// The innermost surface.
  private(set) var current: Surface
  private var outer: [Surface] = []
  /// Storage of ended surfaces, to be used for new ones.
  private var spare: [[DrawOperation]] = []

  /// Creates a stack with the canvas.
  ///
  /// - Parameter region: The requested pixels of the canvas.
  init(region: PixelRect) { current = Surface(region: region) }

  mutating func append(_ draw: DrawOperation) {
    current.draws.append(draw)
    current.isKnownOpaque = false
  }

  mutating func append(contentsOf draws: [DrawOperation]) {
    current.draws.extend { $0 += draws }
    current.isKnownOpaque = false
  }

  /// Appends a box, unless no pixel of it shows.
  mutating func append(_ part: BoxPart, in resources: inout PlanResources) {
    let region = current.region
    current.draws.extend { resources.append(part, region: region, to: &$0) }
    current.isKnownOpaque = false
  }

  /// Appends some of the draws of a list; if the canvas is empty and they are the whole list, without copying them.
  mutating func append(_ range: Range<Int>, of list: inout DisplayList, in resources: inout PlanResources) {
    guard !range.isEmpty else { return }
    let isWhole = current.draws.isEmpty && range == list.draws.indices
    // Taking the draws does not change the list's count of blending draws.
    current.isKnownOpaque = isWhole && list.blendingCount == 0
    if !outer.isEmpty {
      let members = list.draws.array(range, addingTo: &resources.innerVertices)
      current.draws.extend { $0 += members }
    } else if isWhole {
      current.draws = list.takeDraws()
    } else {
      current.draws.append(list.draws, range)
    }
  }

  /// Notes that an operation in the innermost surface reads its backdrop.
  mutating func isolate() { current.isIsolated = true }

  /// Begins a surface inside the innermost one.
  ///
  /// - Parameter region: The requested pixels of its own grid; `nil` for the grid of the surface around it.
  mutating func begin(apart region: PixelRect? = nil) {
    outer.append(current)
    current = Surface(region: region ?? current.region)
    if let spare = spare.popLast() { current.draws.extend { $0 = spare } }
  }

  /// Ends the innermost surface.
  mutating func end() -> Surface {
    let ended = current
    current = outer.popLast() ?? Surface(region: .empty)
    return ended
  }

  /// Takes back the storage of an ended surface, after its draws were used.
  mutating func recycle(_ surface: consuming Surface) {
    var draws = surface.members
    surface.draws = DrawList()
    guard spare.count < 8, draws.capacity > 0 else { return }
    draws.removeAll(keepingCapacity: true)
    spare.append(draws)
  }

  /// Takes the draws out of the innermost surface, for use in a pass.
  mutating func cut() -> DrawList {
    var draws = DrawList()
    swap(&draws, &current.draws)
    current.isKnownOpaque = false
    return draws
  }
}
