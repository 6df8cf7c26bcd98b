// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import LaminaGeometry
import LaminaGraphics
import LaminaLayers
import LaminaPlan

extension PassFingerprint {
  /// The key of the pixels of a pass, made of everything that determines them, including its format.
  ///
  /// - Parameter sources: The keys of all passes that it reads.
  static func key(of pass: RenderPass, sources: [PassHandle: PassKey], in resources: PlanResources) -> PassKey {
    var fingerprint = PassFingerprint()
    fingerprint.combine(pass.region)
    fingerprint.combine(pass.format)
    fingerprint.combine(pass.clear)
    var named = NamedHandles(fingerprint: fingerprint, sources: sources, resources: resources)
    // Alternatives are hashed with a number, and lists with their lengths, so no two different passes are hashed alike.
    switch pass.content {
    case .draws(let draws):
      named.fingerprint.combine(0)
      named.fingerprint.combine(draws.count)
      for var draw in draws {
        draw.visitHandles(&named)
        named.fingerprint.combine(draw)
      }
    case .filters(let steps):
      named.fingerprint.combine(1)
      named.fingerprint.combine(steps.count)
      for var step in steps {
        step.visitHandles(&named)
        named.fingerprint.combine(step)
      }
    }
    return named.fingerprint.finished()
  }
}

/// Hashes the values that operations refer to, and removes the references from the operations: the rest does not
/// depend on indices.
private struct NamedHandles: HandleVisitor {
  var fingerprint: PassFingerprint
  /// The keys of the passes that are read.
  let sources: [PassHandle: PassKey]
  let resources: PlanResources

  mutating func visit(_ clip: inout ClipHandle, _: ClipHandle) {
    combine(clip: clip)
    clip = .none
  }

  mutating func visit(_ image: inout ImageHandle, _: ImageHandle) {
    fingerprint.combine(image.exists ? resources.images[image].serial : nil)
    image = .none
  }

  mutating func visit(_ gradient: inout GradientHandle, _: GradientHandle) {
    combine(gradient: gradient)
    gradient = .none
  }

  mutating func visit(_ pass: inout PassHandle, _: PassHandle, _: PassReading) {
    fingerprint.combine(sources[pass])
    pass = .none
  }

  mutating func visit(colors: inout Range<Int32>, _: Range<Int32>) {
    fingerprint.combine(Array(resources.colorMaps[Int(colors.lowerBound)..<Int(colors.upperBound)]))
    colors = 0..<0
  }

  mutating func visit(particles: inout ParticlePlaces, _: ParticlePlaces) {
    combine(particles)
    particles = ParticlePlaces(particles: 0..<0, pictures: 0..<0)
  }

  /// The number of vertices of an inner polygon stays; their places follow from the other values.
  func visit(vertices: inout VertexPlace, _: VertexPlace) { vertices.start = 0 }

  func visit(node: inout Int32, _: Int32) { node = -1 }

  private mutating func combine(_ places: ParticlePlaces) {
    let (pictures, particles) = (places.pictures, places.particles)
    fingerprint.combine(pictures.count)
    for var picture in resources.particles.pictures[Int(pictures.lowerBound)..<Int(pictures.upperBound)] {
      fingerprint.combine(resources.images[picture.image].serial)
      picture.image = .none
      fingerprint.combine(picture)
    }
    fingerprint.combine(particles.count)
    for var particle in resources.particles.particles[Int(particles.lowerBound)..<Int(particles.upperBound)] {
      particle.picture -= pictures.lowerBound
      fingerprint.combine(particle)
    }
  }

  private mutating func combine(clip: ClipHandle) {
    var next = clip
    while next.exists {
      let link = resources.clips[next]
      fingerprint.combine(true)
      fingerprint.combine(link.shape)
      fingerprint.combine(link.role)
      combine(gradient: link.gradient)
      next = link.parent
    }
    fingerprint.combine(false)
  }

  private mutating func combine(gradient handle: GradientHandle) {
    fingerprint.combine(handle.exists)
    guard handle.exists else { return }
    let gradient = resources.gradients[handle]
    var paint = gradient
    paint.stops = 0..<0
    fingerprint.combine(paint)
    fingerprint.combine(gradient.stops.count)
    for stop in resources.gradients.stops(of: gradient) {
      fingerprint.combine(stop.location)
      fingerprint.combine(stop.straight)
    }
  }
}
