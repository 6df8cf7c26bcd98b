// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import LaminaGeometry
import LaminaGraphics
import LaminaLayers

/// The key of the pixels that some operations show, independent of their indices in the plan.
///
/// Everything that an operation refers to by index is hashed by value: its clips, its picture's serial number, its
/// gradient's stops, and the passes it reads, whose keys are computed first. Two hashes with different seeds make 128
/// bits, so that different passes of a program's life do not collide.
struct PassFingerprint {
  private var high = Hasher()
  private var low = Hasher()

  init() {
    high.combine(0x4C61)
    low.combine(0x6D69)
  }

  mutating func combine(_ value: some Hashable) {
    high.combine(value)
    low.combine(value)
  }

  func finished() -> PassKey { PassKey(high: high.finalize(), low: low.finalize()) }
}

extension PassFingerprint {
  /// The key of the pixels of a pass, made of everything that determines them, including its format.
  ///
  /// - Parameter sources: The keys of all passes that it reads.
  static func key(of pass: RenderPass, sources: [PassHandle: PassKey], in resources: PlanResources) -> PassKey {
    var fingerprint = PassFingerprint()
    fingerprint.combine(pass.region)
    fingerprint.combine(pass.format)
    fingerprint.combine(pass.clear)
    // Alternatives are hashed with a number, and lists with their lengths, so no two different passes are hashed alike.
    switch pass.content {
    case .draws(let draws):
      fingerprint.combine(0)
      fingerprint.combine(draws, sources, in: resources)
    case .filters(let steps):
      fingerprint.combine(1)
      fingerprint.combine(steps.count)
      for step in steps {
        fingerprint.combine(sources[step.source])
        switch step {
        case .blur(var blur):
          (blur.source, blur.node) = (.none, -1)
          fingerprint.combine(FilterStep.blur(blur))
        }
      }
    }
    return fingerprint.finished()
  }

  /// The key of a part of the pixels that another key stands for.
  static func key(of whole: PassKey, cutTo part: PixelRect) -> PassKey {
    var fingerprint = PassFingerprint()
    fingerprint.combine(whole)
    fingerprint.combine(part)
    return fingerprint.finished()
  }

  private mutating func combine(_ draws: [DrawOperation], _ sources: [PassHandle: PassKey], in resources: PlanResources)
  {
    combine(draws.count)
    for member in draws {
      switch member {
      case .box(var box):
        combine(0)
        combine(clip: box.clip, in: resources)
        combine(box.image.exists ? resources.images[box.image].serial : nil)
        combine(gradient: box.gradient, in: resources)
        // Indices are removed. The number of vertices of the inner polygon stays; their places follow from the other
        // values.
        (box.clip, box.image, box.gradient, box.node, box.innerStart) = (.none, .none, .none, -1, 0)
        combine(box)
      case .shadow(var shadow):
        combine(1)
        combine(clip: shadow.clip, in: resources)
        (shadow.clip, shadow.node) = (.none, -1)
        combine(shadow)
      case .composite(var composite):
        combine(2)
        combine(clip: composite.clip, in: resources)
        combine(sources[composite.source])
        combine(sources[composite.mask])
        combine(clip: composite.outline, in: resources)
        combine(
          Array(resources.colorMaps[Int(composite.colors.lowerBound)..<Int(composite.colors.upperBound)]))
        (composite.clip, composite.source, composite.node) = (.none, .none, -1)
        (composite.mask, composite.outline, composite.colors) = (.none, .none, 0..<0)
        combine(composite)
      case .particles(var run):
        combine(3)
        combine(clip: run.clip, in: resources)
        combine(run, in: resources)
        (run.clip, run.node, run.particles, run.pictures) = (.none, -1, 0..<0, 0..<0)
        combine(run)
      case .surface(var surface):
        combine(4)
        combine(clip: surface.clip, in: resources)
        combine(sources[surface.source])
        (surface.clip, surface.source, surface.node) = (.none, .none, -1)
        combine(surface)
      }
    }
  }

  private mutating func combine(_ run: ParticlesOperation, in resources: PlanResources) {
    combine(run.pictures.count)
    for var picture in resources.particles.pictures[Int(run.pictures.lowerBound)..<Int(run.pictures.upperBound)] {
      combine(resources.images[picture.image].serial)
      picture.image = .none
      combine(picture)
    }
    combine(run.particles.count)
    for var particle in resources.particles.particles[Int(run.particles.lowerBound)..<Int(run.particles.upperBound)] {
      particle.picture -= run.pictures.lowerBound
      combine(particle)
    }
  }

  private mutating func combine(clip: ClipHandle, in resources: PlanResources) {
    var next = clip
    while next.exists {
      let link = resources.clips[next]
      combine(true)
      combine(link.shape)
      combine(gradient: link.gradient, in: resources)
      next = link.parent
    }
    combine(false)
  }

  private mutating func combine(gradient handle: GradientHandle, in resources: PlanResources) {
    combine(handle.exists)
    guard handle.exists else { return }
    let gradient = resources.gradients[handle]
    var paint = gradient
    paint.stops = 0..<0
    combine(paint)
    combine(gradient.stops.count)
    for stop in resources.gradients.stops(of: gradient) {
      combine(stop.location)
      combine(stop.straight)
    }
  }
}
