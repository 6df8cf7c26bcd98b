import LaminaGeometry
import LaminaGraphics
import LaminaLayers

/// Names what some operations show, whatever their indices in the plan.
///
/// Everything an operation refers to by index goes in by value: its clips, its picture's serial number, its
/// gradient's stops, and the passes it reads, which are named the same way first. Two hashes of different beginnings
/// make 128 bits, so that two different passes of a program's life do not meet.
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

extension PassKey {
  /// The name of the same with more numbers that matter.
  func combined(with numbers: [Double]) -> PassKey {
    var fingerprint = PassFingerprint()
    fingerprint.combine(self)
    fingerprint.combine(numbers)
    return fingerprint.finished()
  }
}

extension PassFingerprint {
  /// The name of what a pass shows on `region`.
  ///
  /// - Parameter sources: The names of all passes that it reads.
  static func key(
    of content: PassContent, region: PixelRect, sources: [PassHandle: PassKey], in resources: PlanResources
  ) -> PassKey {
    var fingerprint = PassFingerprint()
    fingerprint.combine(region)
    switch content {
    case .draws(let draws): fingerprint.combine(draws, sources, in: resources)
    case .filters(let steps):
      for var step in steps {
        fingerprint.combine(sources[step.source])
        (step.source, step.node) = (.none, -1)
        fingerprint.combine(step)
      }
    }
    return fingerprint.finished()
  }

  private mutating func combine(_ draws: [DrawOperation], _ sources: [PassHandle: PassKey], in resources: PlanResources) {
    for member in draws {
      switch member {
      case .box(var box):
        combine(clip: box.clip, in: resources)
        if box.image.exists { combine(resources.images[box.image].serial) }
        if box.gradient.exists { combine(resources.gradients[box.gradient], in: resources) }
        (box.clip, box.image, box.gradient, box.node) = (.none, .none, .none, -1)
        (box.innerStart, box.innerCount) = (0, 0)
        combine(box)
      case .shadow(var shadow):
        combine(clip: shadow.clip, in: resources)
        (shadow.clip, shadow.node) = (.none, -1)
        combine(shadow)
      case .composite(var composite):
        combine(clip: composite.clip, in: resources)
        combine(sources[composite.source])
        combine(sources[composite.mask])
        combine(clip: composite.outline, in: resources)
        combine(
          Array(resources.colorMatrices[Int(composite.colors.lowerBound)..<Int(composite.colors.upperBound)]))
        (composite.clip, composite.source, composite.node) = (.none, .none, -1)
        (composite.mask, composite.outline, composite.colors) = (.none, .none, 0..<0)
        combine(composite)
      case .particles(var run):
        combine(clip: run.clip, in: resources)
        combine(run, in: resources)
        (run.clip, run.node, run.particles, run.pictures) = (.none, -1, 0..<0, 0..<0)
        combine(run)
      case .sheet(var sheet):
        combine(clip: sheet.clip, in: resources)
        combine(sources[sheet.source])
        (sheet.clip, sheet.source, sheet.node) = (.none, .none, -1)
        combine(sheet)
      }
    }
  }

  private mutating func combine(_ run: ParticlesOperation, in resources: PlanResources) {
    for var picture in resources.particles.pictures[Int(run.pictures.lowerBound)..<Int(run.pictures.upperBound)] {
      combine(resources.images[picture.image].serial)
      picture.image = .none
      combine(picture)
    }
    for var particle in resources.particles.particles[Int(run.particles.lowerBound)..<Int(run.particles.upperBound)] {
      particle.picture -= run.pictures.lowerBound
      combine(particle)
    }
  }

  private mutating func combine(clip: ClipHandle, in resources: PlanResources) {
    var next = clip
    while next.exists {
      let link = resources.clips[next]
      combine(link.shape)
      if link.gradient.exists { combine(resources.gradients[link.gradient], in: resources) }
      next = link.parent
    }
  }

  private mutating func combine(_ gradient: GradientPaint, in resources: PlanResources) {
    var paint = gradient
    paint.stops = 0..<0
    combine(paint)
    for stop in resources.gradients.stops(of: gradient) {
      combine(stop.location)
      combine(stop.straight)
    }
  }
}
