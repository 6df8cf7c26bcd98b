// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import Foundation
import LaminaGeometry
import LaminaGraphics

/// A comparison of operations of two plans: two operations are the same if they draw the same pixels, provided that the
/// passes they read do.
///
/// Resources of operations (clips, pictures, gradients) are compared by their values, since a layer that is inserted or
/// removed moves the indices of all later ones. If a whole table is the same in both plans, indices are compared
/// instead.
struct OperationComparison {
  let old: RenderPlan
  let new: RenderPlan
  private let hasSameClips: Bool
  private let hasSameGradients: Bool
  private let hasSameImages: Bool
  /// Whether all tables, except the one of inner polygons, are the same in both plans, so that equal indices have equal
  /// values.
  private let hasSameTables: Bool
  /// For each clip of the new plan, the clip of the old plan that was found to have the same value.
  private var knownClips: [ClipHandle]

  init(_ old: RenderPlan, _ new: RenderPlan) {
    (self.old, self.new) = (old, new)
    hasSameGradients = old.gradients == new.gradients && old.gradientStops == new.gradientStops
    hasSameClips = hasSameGradients && old.clips.isSame(as: new.clips)
    hasSameImages = old.images.elementsEqual(new.images) { $0.serial == $1.serial }
    hasSameTables = hasSameClips && hasSameImages
    knownClips = hasSameClips ? [] : Array(repeating: .none, count: new.clips.count)
  }

  /// Whether the operation at an index of one list draws the same as the operation at an index of another list.
  ///
  /// - Parameter place: Returns, for a pass that a new operation reads, the corresponding pass of the old plan.
  mutating func isSame(
    _ a: Span<DrawOperation>, _ first: Int, _ b: Span<DrawOperation>, _ second: Int,
    _ place: (PassHandle) -> PassHandle
  ) -> Bool {
    // Most operations of most frames are the same to the last byte, which takes a fraction of the time to compare.
    if hasSameTables, a.isSame(first, as: b, second) {
      // Read in place through separate properties, since a switch over the operation copies it.
      if let polygon = a[first].innerPlace { return polygon.isEmpty || hasSamePolygons(polygon) }
      if a[first].isShadow { return true }
    }
    return isSame(a[first], b[second], place)
  }

  /// Whether the vertices at these indices are the same in both plans.
  private func hasSamePolygons(_ places: Range<Int>) -> Bool {
    guard places.lowerBound >= 0, places.upperBound <= old.innerVertices.count,
      places.upperBound <= new.innerVertices.count
    else { return false }
    for vertex in places where old.innerVertices[vertex] != new.innerVertices[vertex] { return false }
    return true
  }

  /// - Parameter place: Returns, for a pass that a new operation reads, the corresponding pass of the old plan.
  private mutating func isSame(_ a: DrawOperation, _ b: DrawOperation, _ place: (PassHandle) -> PassHandle) -> Bool {
    switch (a, b) {
    case (.box(let a), .box(let b)): isSame(a, b)
    case (.shadow(let a), .shadow(let b)): isSame(a, b)
    case (.composite(let a), .composite(let b)): isSame(a, b, place)
    case (.particles(let a), .particles(let b)): isSame(a, b)
    case (.surface(let a), .surface(let b)): isSame(a, b, place)
    case (.box, _), (.shadow, _), (.composite, _), (.particles, _), (.surface, _): false
    }
  }

  // MARK: operations; in a copy, handles with equal values are set to the other's, so that the copies can be compared

  private mutating func isSame(_ a: BoxOperation, _ b: BoxOperation) -> Bool {
    guard a.pixelBounds == b.pixelBounds, isSame(a.clip, b.clip), isSame(a.image, b.image),
      isSame(a.gradient, b.gradient)
    else { return false }
    var copy = b
    (copy.clip, copy.image, copy.gradient) = (a.clip, a.image, a.gradient)
    (copy.innerStart, copy.node) = (a.innerStart, a.node)
    return copy == a && a.innerPolygon(in: old) == b.innerPolygon(in: new)
  }

  private mutating func isSame(_ a: ShadowOperation, _ b: ShadowOperation) -> Bool {
    guard a.pixelBounds == b.pixelBounds, isSame(a.clip, b.clip) else { return false }
    var copy = b
    (copy.clip, copy.node) = (a.clip, a.node)
    return copy == a
  }

  private mutating func isSame(
    _ a: CompositeOperation, _ b: CompositeOperation, _ place: (PassHandle) -> PassHandle
  ) -> Bool {
    guard a.pixelBounds == b.pixelBounds, isSame(a.clip, b.clip), isSame(a.outline, b.outline),
      isSamePass(a.source, b.source, place), isSamePass(a.mask, b.mask, place),
      old.maps(a.colors) == new.maps(b.colors)
    else { return false }
    var copy = b
    (copy.clip, copy.outline, copy.source, copy.mask) = (a.clip, a.outline, a.source, a.mask)
    (copy.colors, copy.node) = (a.colors, a.node)
    return copy == a
  }

  private mutating func isSame(
    _ a: SurfaceOperation, _ b: SurfaceOperation, _ place: (PassHandle) -> PassHandle
  ) -> Bool {
    guard a.pixelBounds == b.pixelBounds, isSame(a.clip, b.clip), isSamePass(a.source, b.source, place) else {
      return false
    }
    var copy = b
    (copy.clip, copy.source, copy.node) = (a.clip, a.source, a.node)
    return copy == a
  }

  private mutating func isSame(_ a: ParticlesOperation, _ b: ParticlesOperation) -> Bool {
    guard a.pixelBounds == b.pixelBounds, a.particles.count == b.particles.count, isSame(a.clip, b.clip) else {
      return false
    }
    var copy = b
    (copy.clip, copy.particles, copy.pictures, copy.node) = (a.clip, a.particles, a.pictures, a.node)
    guard copy == a else { return false }
    let (mine, others) = (old.particles(a), new.particles(b))
    return mine.elementsEqual(others) { mine, other in
      var copy = other
      copy.picture = mine.picture
      return copy == mine && isSamePicture(mine.picture, other.picture)
    }
  }

  private func isSamePicture(_ a: Int32, _ b: Int32) -> Bool {
    let (first, second) = (Int(a), Int(b))
    guard old.particlePictures.indices.contains(first), new.particlePictures.indices.contains(second) else {
      return false
    }
    let mine = old.particlePictures[first]
    var copy = new.particlePictures[second]
    guard isSame(mine.image, copy.image) else { return false }
    copy.image = mine.image
    return copy == mine
  }

  // MARK: resources of operations

  private func isSamePass(_ a: PassHandle, _ b: PassHandle, _ place: (PassHandle) -> PassHandle) -> Bool {
    b.exists ? place(b) == a && a.exists : !a.exists
  }

  private func isSame(_ a: ImageHandle, _ b: ImageHandle) -> Bool {
    if hasSameImages { return a == b }
    guard old.images.holds(a), new.images.holds(b) else { return !a.exists && !b.exists }
    return old.images[a].serial == new.images[b].serial
  }

  private func isSame(_ a: GradientHandle, _ b: GradientHandle) -> Bool {
    if hasSameGradients { return a == b }
    guard old.gradients.holds(a), new.gradients.holds(b) else { return !a.exists && !b.exists }
    let mine = old.gradients[a]
    var copy = new.gradients[b]
    guard old.stops(mine) == new.stops(copy) else { return false }
    copy.stops = mine.stops
    return copy == mine
  }

  private mutating func isSame(_ a: ClipHandle, _ b: ClipHandle) -> Bool {
    if hasSameClips { return a == b }
    var (mine, other) = (a, b)
    // Lists lead to lower indices; an invalid plan ends the loop here.
    for _ in 0...max(old.clips.count, new.clips.count) {
      guard old.clips.holds(mine), new.clips.holds(other) else {
        guard !mine.exists, !other.exists else { return false }
        note(a, b, until: other)
        return true
      }
      if knownClips[other.index] == mine {
        note(a, b, until: other)
        return true
      }
      let link = old.clips[mine]
      var copy = new.clips[other]
      guard isSame(link.gradient, copy.gradient) else { return false }
      let (nextMine, nextOther) = (link.parent, copy.parent)
      (copy.gradient, copy.parent) = (link.gradient, link.parent)
      guard copy == link else { return false }
      (mine, other) = (nextMine, nextOther)
    }
    return false
  }

  /// Notes that two lists of clips are the same, up to a link that is already known.
  private mutating func note(_ a: ClipHandle, _ b: ClipHandle, until end: ClipHandle) {
    var (mine, other) = (a, b)
    while other != end, new.clips.holds(other), old.clips.holds(mine) {
      knownClips[other.index] = mine
      (mine, other) = (old.clips[mine].parent, new.clips[other].parent)
    }
  }
}

extension RenderPlan {
  /// The maps of colours at these indices, as far as they exist.
  fileprivate func maps(_ range: Range<Int32>) -> ArraySlice<ColorMap> {
    colorMaps[(Int(range.lowerBound)..<Int(range.upperBound)).clamped(to: colorMaps.indices)]
  }

  fileprivate func particles(_ run: ParticlesOperation) -> ArraySlice<Particle> {
    let range = Int(run.particles.lowerBound)..<Int(run.particles.upperBound)
    return particles[range.clamped(to: particles.indices)]
  }

  fileprivate func stops(_ gradient: GradientPaint) -> ArraySlice<GradientContent.Stop> {
    let range = Int(gradient.stops.lowerBound)..<Int(gradient.stops.upperBound)
    return gradientStops[range.clamped(to: gradientStops.indices)]
  }
}

extension Span<DrawOperation> {
  /// Whether the operation at an index and the one at an index of another list are the same to the last byte.
  fileprivate func isSame(_ first: Int, as other: Span<DrawOperation>, _ second: Int) -> Bool {
    let size = MemoryLayout<DrawOperation>.stride
    return extracting(first..<(first + 1)).withUnsafeBufferPointer { own in
      other.extracting(second..<(second + 1)).withUnsafeBufferPointer { others in
        guard let own = own.baseAddress, let others = others.baseAddress else { return false }
        return memcmp(own, others, size) == 0
      }
    }
  }
}

extension DrawOperation {
  /// The range of the inner polygon of a box, which may be empty; `nil` for other operations.
  fileprivate var innerPlace: Range<Int>? {
    guard case .box(let box) = self else { return nil }
    let start = Int(box.innerStart)
    return start..<(start + max(0, Int(box.innerCount)))
  }

  fileprivate var isShadow: Bool {
    if case .shadow = self { true } else { false }
  }
}
