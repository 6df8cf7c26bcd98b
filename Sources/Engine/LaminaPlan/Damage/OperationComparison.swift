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
  /// For each pass of the new plan, the one of the old plan that it is compared with, or none.
  private let counterparts: [PassHandle]
  /// Whether all references that were visited since the comparison of two operations began have the same values.
  private var hasSameHandles = true
  /// For each clip of the new plan, the clip of the old plan that was found to have the same value.
  private var knownClips: [ClipHandle]
  /// The tables of the inner polygons of the operations that are compared.
  var vertices: (old: [SIMD2<Float>], new: [SIMD2<Float>]) = ([], [])

  init(_ old: RenderPlan, _ new: RenderPlan, counterparts: [PassHandle]) {
    (self.old, self.new, self.counterparts) = (old, new, counterparts)
    hasSameGradients = old.gradients == new.gradients && old.gradientStops == new.gradientStops
    hasSameClips = hasSameGradients && old.clips.isSame(as: new.clips)
    hasSameImages = old.images.elementsEqual(new.images) { $0.serial == $1.serial }
    hasSameTables = hasSameClips && hasSameImages
    knownClips = hasSameClips ? [] : Array(repeating: .none, count: new.clips.count)
  }

  /// Whether the operation at an index of one list draws the same as the operation at an index of another list.
  mutating func isSame(_ a: Span<DrawOperation>, _ first: Int, _ b: Span<DrawOperation>, _ second: Int) -> Bool {
    // Most operations of most frames are the same to the last byte, which takes a fraction of the time to compare.
    if hasSameTables, a.isSame(first, as: b, second) {
      var (copy, open) = (a[first], OpenHandles())
      copy.visitHandles(&open)
      if !open.hasOthers { return hasSameVertices(open.vertices, open.vertices) }
    }
    switch (a[first], b[second]) {
    case (.box(let a), .box(let b)): return isSame(a, b)
    case (.shadow(let a), .shadow(let b)): return isSame(a, b)
    case (.composite(let a), .composite(let b)): return isSame(a, b)
    case (.particles(let a), .particles(let b)): return isSame(a, b)
    case (.surface(let a), .surface(let b)): return isSame(a, b)
    case (.box, _), (.shadow, _), (.composite, _), (.particles, _), (.surface, _): return false
    }
  }

  /// Whether a step makes the same pixels from the same source.
  mutating func isSame(_ a: FilterStep, _ b: FilterStep) -> Bool {
    switch (a, b) {
    case (.blur(let a), .blur(let b)): isSame(a, b)
    }
  }

  /// Compares values after references with equal values were set to the other's in a copy.
  @inline(__always) private mutating func isSame<Operation: ComparedOperation>(_ a: Operation, _ b: Operation) -> Bool {
    guard a.pixelBounds == b.pixelBounds else { return false }
    var copy = b
    hasSameHandles = true
    copy.visitHandles(beside: a, &self)
    return hasSameHandles && copy == a
  }

  // MARK: resources of operations

  private func isSamePass(_ a: PassHandle, _ b: PassHandle) -> Bool {
    b.exists ? a.exists && counterparts.indices.contains(b.index) && counterparts[b.index] == a : !a.exists
  }

  /// Whether the vertices at some places are the same in both plans. Places outside of a table have none.
  private func hasSameVertices(_ a: VertexPlace, _ b: VertexPlace) -> Bool {
    let (mine, others) = (vertices.old.range(of: a), vertices.new.range(of: b))
    guard mine.count == others.count else { return false }
    for (first, second) in zip(mine, others) where vertices.old[first] != vertices.new[second] { return false }
    return true
  }

  private func isSame(_ a: ParticlePlaces, _ b: ParticlePlaces) -> Bool {
    guard a.particles.count == b.particles.count else { return false }
    return old.particles(a).elementsEqual(new.particles(b)) { mine, other in
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

/// An operation that is compared with others of its kind.
private protocol ComparedOperation: HandleHolder, Equatable {
  var pixelBounds: PixelRect { get }
}

extension BoxOperation: ComparedOperation {}
extension ShadowOperation: ComparedOperation {}
extension CompositeOperation: ComparedOperation {}
extension ParticlesOperation: ComparedOperation {}
extension SurfaceOperation: ComparedOperation {}
extension BlurFilter: ComparedOperation {}

// A reference whose value is the same in both plans is set to the other one, so that the operations can be compared.
extension OperationComparison: HandleVisitor {
  @inline(__always) mutating func visit(_ clip: inout ClipHandle, _ other: ClipHandle) {
    if hasSameHandles, isSame(other, clip) { clip = other } else { hasSameHandles = false }
  }

  @inline(__always) mutating func visit(_ image: inout ImageHandle, _ other: ImageHandle) {
    if hasSameHandles, isSame(other, image) { image = other } else { hasSameHandles = false }
  }

  @inline(__always) mutating func visit(_ gradient: inout GradientHandle, _ other: GradientHandle) {
    if hasSameHandles, isSame(other, gradient) { gradient = other } else { hasSameHandles = false }
  }

  @inline(__always) mutating func visit(_ pass: inout PassHandle, _ other: PassHandle, _: PassReading) {
    if hasSameHandles, isSamePass(other, pass) { pass = other } else { hasSameHandles = false }
  }

  @inline(__always) mutating func visit(vertices: inout VertexPlace, _ other: VertexPlace) {
    if hasSameHandles, hasSameVertices(other, vertices) {
      vertices.start = other.start
    } else {
      hasSameHandles = false
    }
  }

  @inline(__always) mutating func visit(colors: inout Range<Int32>, _ other: Range<Int32>) {
    if hasSameHandles, old.maps(other) == new.maps(colors) { colors = other } else { hasSameHandles = false }
  }

  @inline(__always) mutating func visit(particles: inout ParticlePlaces, _ other: ParticlePlaces) {
    if hasSameHandles, isSame(other, particles) { particles = other } else { hasSameHandles = false }
  }

  @inline(__always) func visit(node: inout Int32, _ other: Int32) { node = other }
}

/// The references of two operations with the same bytes that may still have different values, where all tables are the
/// same except the one of inner polygons.
private struct OpenHandles: SelectiveHandleVisitor {
  /// The vertices of the inner polygon.
  var vertices = VertexPlace(start: 0, count: 0)
  /// Whether the operation refers to others: passes, colours or particles.
  var hasOthers = false

  @inline(__always) mutating func visit(vertices: inout VertexPlace, _: VertexPlace) { self.vertices = vertices }
  @inline(__always) mutating func visit(_: inout PassHandle, _: PassHandle, _: PassReading) { hasOthers = true }
  @inline(__always) mutating func visit(colors: inout Range<Int32>, _: Range<Int32>) { hasOthers = true }
  @inline(__always) mutating func visit(particles: inout ParticlePlaces, _: ParticlePlaces) { hasOthers = true }
}

extension RenderPlan {
  /// The maps of colours at these indices, as far as they exist.
  fileprivate func maps(_ range: Range<Int32>) -> ArraySlice<ColorMap> {
    colorMaps[(Int(range.lowerBound)..<Int(range.upperBound)).clamped(to: colorMaps.indices)]
  }

  fileprivate func particles(_ places: ParticlePlaces) -> ArraySlice<Particle> {
    let range = Int(places.particles.lowerBound)..<Int(places.particles.upperBound)
    return particles[range.clamped(to: particles.indices)]
  }

  fileprivate func stops(_ gradient: GradientPaint) -> ArraySlice<GradientContent.Stop> {
    let range = Int(gradient.stops.lowerBound)..<Int(gradient.stops.upperBound)
    return gradientStops[range.clamped(to: gradientStops.indices)]
  }
}

extension [SIMD2<Float>] {
  /// The range of a place in a table of vertices; empty if the place is not in the table.
  func range(of place: VertexPlace) -> Range<Int> {
    let (start, count) = (Int(place.start), Int(place.count))
    guard count > 0, start >= 0, start + count <= self.count else { return 0..<0 }
    return start..<(start + count)
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
