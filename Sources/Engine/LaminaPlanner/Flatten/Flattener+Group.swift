// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import LaminaGeometry
import LaminaGraphics
import LaminaPlan

extension Flattener {
  /// Ends a group that fades as one picture.
  ///
  /// Only the necessary work is done: an empty group costs nothing; operations that do not overlap others of the group
  /// take the group's opacity themselves; and only overlapping operations go through their own pass, cut to the pixels
  /// that they touch.
  ///
  /// - Conformance: GROUP-1
  mutating func endGroup(opacity: Float, node: Int32) {
    let surface = surfaces.end()
    defer { surfaces.recycle(surface) }
    let members = surface.members
    guard !members.isEmpty else { return }
    let overlapping =
      surface.isIsolated
      ? Array(repeating: true, count: members.count) : OverlapSearch.overlapping(members[...])
    var moved: [DrawOperation] = []
    var touched = PixelRect.empty
    for (index, overlaps) in overlapping.enumerated() {
      if overlaps {
        moved.append(members[index])
        touched = touched.union(members[index].pixelBounds)
      } else {
        surfaces.append(members[index].fading(by: opacity))
      }
    }
    guard !moved.isEmpty else { return }
    guard hasRoom(for: node) else { return }
    let clip = takeCommonClip(off: &moved)
    let source = addPass(moved, region: touched, format: nil)
    surfaces.append(
      .composite(CompositeOperation(source: source, pixelBounds: touched, opacity: opacity, clip: clip, node: node)))
  }

  /// Ends the surfaces that hold the old and the new picture of a layer's contents, and draws both mixed.
  ///
  /// - Parameter share: The share of the new picture.
  /// - Conformance: TIME-9
  mutating func endCrossFade(share: Float, node: Int32) {
    var coming = surfaces.end().members
    var members = surfaces.end().members.map { $0.fading(by: 1 - share) }
    if members.isEmpty || coming.isEmpty {
      surfaces.append(contentsOf: members + coming.map { $0.fading(by: share) })
      return
    }
    guard hasRoom(for: node) else { return }
    var all = members + coming
    let clip = takeCommonClip(off: &all)
    (members, coming) = (Array(all[..<members.count]), Array(all[members.count...]))
    let source = addPass(coming)
    var composite = CompositeOperation(
      source: source, pixelBounds: passes[source].region, opacity: share, clip: .none, node: node)
    composite.blend = .plusLighter
    members.append(.composite(composite))
    let mixed = addPass(members)
    surfaces.append(
      .composite(
        CompositeOperation(source: mixed, pixelBounds: passes[mixed].region, opacity: 1, clip: clip, node: node)))
  }
}

extension DrawOperation {
  /// The operation at a fraction of its opacity.
  func fading(by opacity: Float) -> DrawOperation {
    switch self {
    case .box(var box):
      box.opacity *= opacity
      box.isInnerOpaque = false
      return .box(box)
    case .shadow(var shadow):
      shadow.color *= opacity
      return .shadow(shadow)
    case .composite(var composite):
      composite.opacity *= opacity
      return .composite(composite)
    case .particles(var run):
      run.opacity *= opacity
      return .particles(run)
    case .surface(var surface):
      surface.tint *= opacity
      if opacity < 1 { surface.isOpaque = false }
      return .surface(surface)
    }
  }
}

extension DrawOperation {
  /// Whether parts of the operation overlap one another.
  fileprivate var overlapsItself: Bool {
    switch self {
    case .particles(let run): run.particles.count > 1
    case .box, .shadow, .composite, .surface: false
    }
  }
}

/// A search for operations that share pixels with others.
enum OverlapSearch {
  /// For each operation, whether its pixels overlap the pixels of any other.
  ///
  /// Sweeps from left to right and keeps the operations that the sweep line crosses.
  /// - Complexity: O(n log n + p), where p is the number of pairs that overlap in x.
  static func overlapping(_ operations: ArraySlice<DrawOperation>) -> [Bool] {
    let bounds = operations.map(\.pixelBounds)
    var result = operations.map(\.overlapsItself)
    let order = bounds.indices.sorted { bounds[$0].minX < bounds[$1].minX }
    var active: [Int] = []
    for index in order {
      let current = bounds[index]
      active.removeAll { bounds[$0].maxX <= current.minX }
      // With many active operations, an exact result would cost more than a pass.
      if active.count > 256 {
        return [Bool](repeating: true, count: bounds.count)
      }
      for other in active where bounds[other].intersects(current) {
        result[other] = true
        result[index] = true
      }
      active.append(index)
    }
    return result
  }
}
