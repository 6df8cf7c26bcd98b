// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import LaminaGeometry
import LaminaGraphics
import LaminaLayers
import LaminaPlan

/// The new places, in the plan, of resources that were recorded by a chunk.
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
  /// The distance by which the indices of layers move.
  var nodeShift: Int32 = 0

  func clip(_ clip: ClipHandle) -> ClipHandle {
    guard clip.exists else { return .none }
    if clip.number >= firstOwnClip { return ClipHandle(number: clip.number + clipShift) }
    // The outer clips of a chunk are listed by index from 0.
    if clip.index < outerClips.count, outerClips[clip.index].from == clip { return outerClips[clip.index].to }
    return outerClips.first { $0.from == clip }?.to ?? .none
  }

  func image(_ image: ImageHandle) -> ImageHandle {
    guard let images else { return image }
    return image.exists ? images[image.index] : .none
  }

  /// Whether the resources of draws have the same places in another plan.
  ///
  /// - Parameter hasTables: Whether the draws have clips or gradients of their own.
  func areSame(as other: ResourcePlaces, hasTables: Bool) -> Bool {
    let areTablesSame = clipShift == other.clipShift && gradientShift == other.gradientShift
    return images == other.images && (areTablesSame || !hasTables) && innerShift == other.innerShift
      && nodeShift == other.nodeShift
      && outerClips.elementsEqual(other.outerClips) { $0.to == $1.to }
  }

  /// The new index of a layer, or -1.
  func node(_ node: Int32) -> Int32 { node < 0 ? node : node + nodeShift }

  func gradient(_ gradient: GradientHandle) -> GradientHandle {
    gradient.exists ? GradientHandle(number: gradient.number + gradientShift) : .none
  }
}

extension ResourcePlaces {
  /// The places that a recording gives its own resources.
  ///
  /// - Parameter outerClips: The number of clips around the recorded layers.
  init(recordedInside outerClips: Int) {
    self.init(
      outerClips: (0..<outerClips).map { (ClipHandle($0), ClipHandle($0)) }, firstOwnClip: Int32(outerClips),
      clipShift: 0, images: nil, gradientShift: 0, innerShift: 0, castShift: 0)
  }

  /// The way from the places that resources of a recording have in one plan to the places in another plan.
  init(from old: ResourcePlaces, to new: ResourcePlaces) {
    var images: [ImageHandle]?
    if old.images != new.images {
      let recorded = (0..<max(old.images?.count ?? 0, new.images?.count ?? 0)).map { ImageHandle($0) }
      let (before, after) = (old.images ?? recorded, new.images ?? recorded)
      var moved = [ImageHandle](repeating: .none, count: (before.map(\.index).max() ?? -1) + 1)
      for (place, image) in zip(before, after) where place.exists { moved[place.index] = image }
      images = moved
    }
    self.init(
      outerClips: zip(old.outerClips, new.outerClips).map { ($0.to, $1.to) },
      firstOwnClip: old.firstOwnClip + old.clipShift, clipShift: new.clipShift - old.clipShift, images: images,
      gradientShift: new.gradientShift - old.gradientShift, innerShift: new.innerShift - old.innerShift,
      castShift: new.castShift - old.castShift, nodeShift: new.nodeShift - old.nodeShift)
  }
}

extension PlanResources {
  /// The places of the resources of a chunk that is appended next; its pictures are added.
  ///
  /// - Parameters:
  ///   - pictures: The pictures of the chunk.
  ///   - inherited: The clips around the chunk; the first clips of the chunk are copies of them.
  ///   - withPolygons: Whether the inner polygons are appended; if not, they keep their places in the chunk's table.
  ///   - casts: The number of casters of shadows that were recorded before the chunk.
  mutating func places(
    of pictures: [CGImage], inheriting inherited: [ClipHandle], withPolygons: Bool, after casts: Int32
  ) -> ResourcePlaces {
    let handles = pictures.map { images.handle(of: .passUnretained($0)) }
    return ResourcePlaces(
      outerClips: inherited.indices.map { (ClipHandle($0), inherited[$0]) }, firstOwnClip: Int32(inherited.count),
      clipShift: clips.nextIndex - Int32(inherited.count),
      images: handles.indices.allSatisfy { handles[$0] == ImageHandle($0) } ? nil : handles,
      gradientShift: Int32(gradients.paints.count), innerShift: withPolygons ? Int32(innerVertices.count) : 0,
      castShift: casts)
  }

  /// Appends the resources of a chunk, except its pictures.
  mutating func append(_ chunk: PlanResources, withPolygons: Bool, at places: ResourcePlaces) {
    gradients.append(chunk.gradients)
    clips.append(chunk.clips, at: places)
    if withPolygons { innerVertices += chunk.innerVertices }
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
