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

extension PlanBuilder {
  /// The name of what `members` show on `region`.
  mutating func fingerprint(of members: [DrawOperation], region: PixelRect) -> PassKey {
    for pass in unnamedSources(of: members) {
      passNames[pass] =
        passes[Int(pass)].key
        ?? fingerprint(
          of: finishedOperations[passes[Int(pass)].operations], region: passes[Int(pass)].region, sources: passNames)
    }
    return fingerprint(of: members[...], region: region, sources: passNames)
  }

  /// All passes that operations read, however indirectly, and that have no name yet, in ascending order.
  private func unnamedSources(of members: [DrawOperation]) -> [Int32] {
    var found: Set<Int32> = []
    var open: [Int32] = []
    for member in members { member.forEachSource { open.append($0) } }
    while let pass = open.popLast() {
      guard passNames[pass] == nil, found.insert(pass).inserted else { continue }
      for operation in finishedOperations[passes[Int(pass)].operations] {
        operation.forEachSource { open.append($0) }
      }
    }
    return found.sorted()
  }

  private func fingerprint(
    of members: ArraySlice<DrawOperation>, region: PixelRect, sources: [Int32: PassKey]
  ) -> PassKey {
    var fingerprint = PassFingerprint()
    fingerprint.combine(region)
    for member in members {
      switch member {
      case .box(var box):
        combine(clip: box.clip, into: &fingerprint)
        if box.image >= 0 { fingerprint.combine(images[Int(box.image)].serial) }
        if box.gradient >= 0 { combine(gradients[Int(box.gradient)], into: &fingerprint) }
        (box.clip, box.image, box.gradient, box.node) = (-1, -1, -1, -1)
        (box.innerStart, box.innerCount) = (0, 0)
        fingerprint.combine(box)
      case .shadow(var shadow):
        combine(clip: shadow.clip, into: &fingerprint)
        (shadow.clip, shadow.node) = (-1, -1)
        fingerprint.combine(shadow)
      case .composite(var composite):
        combine(clip: composite.clip, into: &fingerprint)
        fingerprint.combine(sources[composite.source])
        fingerprint.combine(sources[composite.mask])
        combine(clip: composite.outline, into: &fingerprint)
        fingerprint.combine(
          Array(colorMatrices[Int(composite.colors.lowerBound)..<Int(composite.colors.upperBound)]))
        (composite.clip, composite.source, composite.node) = (-1, -1, -1)
        (composite.mask, composite.outline, composite.colors) = (-1, -1, 0..<0)
        fingerprint.combine(composite)
      case .particles(var run):
        combine(clip: run.clip, into: &fingerprint)
        combine(run, into: &fingerprint)
        (run.clip, run.node, run.particles, run.pictures) = (-1, -1, 0..<0, 0..<0)
        fingerprint.combine(run)
      case .sheet(var sheet):
        combine(clip: sheet.clip, into: &fingerprint)
        fingerprint.combine(sources[sheet.source])
        (sheet.clip, sheet.source, sheet.node) = (-1, -1, -1)
        fingerprint.combine(sheet)
      case .blur(var blur):
        fingerprint.combine(sources[blur.source])
        (blur.source, blur.node) = (-1, -1)
        fingerprint.combine(blur)
      }
    }
    return fingerprint.finished()
  }

  private func combine(_ run: ParticlesOperation, into fingerprint: inout PassFingerprint) {
    for var picture in particlePictures[Int(run.pictures.lowerBound)..<Int(run.pictures.upperBound)] {
      fingerprint.combine(images[Int(picture.image)].serial)
      picture.image = -1
      fingerprint.combine(picture)
    }
    for var particle in particles[Int(run.particles.lowerBound)..<Int(run.particles.upperBound)] {
      particle.picture -= run.pictures.lowerBound
      fingerprint.combine(particle)
    }
  }

  private func combine(clip: Int32, into fingerprint: inout PassFingerprint) {
    var index = clip
    while index >= 0 {
      fingerprint.combine(clips[Int(index)].shape)
      let gradient = clips[Int(index)].gradient
      if gradient >= 0 { combine(gradients[Int(gradient)], into: &fingerprint) }
      index = clips[Int(index)].parent
    }
  }

  private func combine(_ gradient: GradientPaint, into fingerprint: inout PassFingerprint) {
    var paint = gradient
    paint.stops = 0..<0
    fingerprint.combine(paint)
    for stop in gradientStops[Int(gradient.stops.lowerBound)..<Int(gradient.stops.upperBound)] {
      fingerprint.combine(stop.location)
      fingerprint.combine(stop.straight)
    }
  }
}
