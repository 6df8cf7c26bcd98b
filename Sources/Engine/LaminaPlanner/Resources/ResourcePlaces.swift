// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import LaminaGeometry
import LaminaGraphics
import LaminaLayers
import LaminaPlan

/// The new places, in the plan, of resources that were recorded by a chunk or by the walk before.
struct ResourcePlaces {
  /// The clips around the recorded layers, outermost first: their handles in the recording, and in the plan.
  let outerClips: [(from: ClipHandle, to: ClipHandle)]
  /// The first of the recording's own clips.
  let firstOwnClip: Int32
  /// The distance by which its own clips move.
  let clipShift: Int32
  /// The new handle of each of its pictures; `nil` if all pictures keep their handles.
  let images: [ImageHandle]?
  let gradientShift: Int32
  let innerShift: Int32
  /// The distance by which the numbers of casters of shadows move.
  let castShift: Int32
  /// The edits that change the indices of the recorded layers.
  let edits: [SnapshotEdit]
  /// A range of the recorded layers by their old indices, and the distance by which all of these indices move.
  var nodes: (old: Range<Int32>, shift: Int32) = (0..<0, 0)

  func clip(_ clip: ClipHandle) -> ClipHandle {
    guard clip.exists else { return .none }
    if clip.number >= firstOwnClip { return ClipHandle(number: clip.number + clipShift) }
    // The outer clips of a chunk are listed by index from 0.
    if clip.index < outerClips.count, outerClips[clip.index].from == clip { return outerClips[clip.index].to }
    return outerClips.last { $0.from == clip }?.to ?? .none
  }

  func image(_ image: ImageHandle) -> ImageHandle {
    guard let images else { return image }
    return image.exists ? images[image.index] : .none
  }

  /// Whether all resources of draws keep their places.
  var areSame: Bool {
    images == nil && clipShift == 0 && gradientShift == 0 && innerShift == 0 && edits.isEmpty
      && outerClips.allSatisfy { $0.from == $0.to }
  }

  /// The new index of a layer, or -1.
  func node(_ node: Int32) -> Int32 {
    if nodes.old.contains(node) { return node + nodes.shift }
    return edits.isEmpty || node < 0 ? node : edits.moved(node) ?? -1
  }

  func gradient(_ gradient: GradientHandle) -> GradientHandle {
    gradient.exists ? GradientHandle(number: gradient.number + gradientShift) : .none
  }
}

extension PlanResources {
  /// Appends the resources of a chunk.
  ///
  /// - Parameters:
  ///   - inherited: The clips around the chunk; the first clips of the chunk are copies of them.
  ///   - casts: The number of casters of shadows that were recorded before the chunk.
  /// - Returns: The places of the chunk's resources.
  mutating func append(_ chunk: PlanResources, inheriting inherited: [ClipHandle], after casts: Int32) -> ResourcePlaces
  {
    let places = ResourcePlaces(
      outerClips: inherited.indices.map { (ClipHandle($0), inherited[$0]) }, firstOwnClip: Int32(inherited.count),
      clipShift: clips.nextIndex - Int32(inherited.count),
      images: chunk.images.images.map { images.handle(of: .passUnretained($0)) },
      gradientShift: Int32(gradients.paints.count), innerShift: Int32(innerVertexCount), castShift: casts,
      edits: [])
    append(chunk, chunk.stretch(behind: inherited.count), at: places)
    return places
  }

  /// The whole recording, without the copies of outer clips at its beginning.
  private func stretch(behind inherited: Int) -> RecordStretch {
    var stretch = RecordStretch(from: RecordPosition(), to: RecordPosition())
    stretch.from.clips = Int32(inherited)
    stretch.from.interiors = Int32(clips.interiors.count(ofFirst: inherited))
    stretch.to.clips = Int32(clips.shapes.count)
    stretch.to.interiors = Int32(clips.interiors.count)
    stretch.to.gradients = Int32(gradients.paints.count)
    stretch.to.stops = Int32(gradients.stops.count)
    stretch.to.vertices = Int32(innerVertexCount)
    return stretch
  }

  /// Appends a part of other resources, without its pictures.
  ///
  /// - Parameters:
  ///   - places: The places of the part, which comes after the existing resources.
  ///   - isBefore: Whether `other` holds the resources of the walk before.
  mutating func append(
    _ other: PlanResources, _ stretch: RecordStretch, at places: ResourcePlaces, isBefore: Bool = false
  ) {
    gradients.append(other.gradients, stretch)
    clips.append(other.clips, stretch, at: places)
    appendVertices(
      of: other, stretch.vertices, isSame: isBefore && stretch.vertices.lowerBound == innerVertexCount)
  }
}

extension ClipShape {
  /// The same clip with the indices of the plan.
  func placed(at places: ResourcePlaces) -> ClipShape {
    var result = self
    result.parent = places.clip(parent)
    result.gradient = places.gradient(gradient)
    return result
  }
}

// Operations that are recorded read no pass and draw no particles: composites and surfaces are made where lists are
// flattened, and a tree with emitters is not recorded in parts.
extension ResourcePlaces: HandleVisitor {
  @inline(__always) func visit(_ clip: inout ClipHandle, _: ClipHandle) { clip = self.clip(clip) }
  @inline(__always) func visit(_ image: inout ImageHandle, _: ImageHandle) { image = self.image(image) }
  @inline(__always) func visit(_ gradient: inout GradientHandle, _: GradientHandle) {
    gradient = self.gradient(gradient)
  }
  @inline(__always) func visit(vertices: inout VertexPlace, _: VertexPlace) { vertices.start += innerShift }
  @inline(__always) func visit(node: inout Int32, _: Int32) { node = self.node(node) }

  func visit(_: inout PassHandle, _: PassHandle, _: PassReading) {
    preconditionFailure("passes are made where lists are flattened")
  }

  func visit(colors: inout Range<Int32>, _: Range<Int32>) {
    preconditionFailure("colours are mapped where lists are flattened")
  }

  func visit(particles: inout ParticlePlaces, _: ParticlePlaces) {
    preconditionFailure("a tree with emitters is not recorded in parts")
  }
}
