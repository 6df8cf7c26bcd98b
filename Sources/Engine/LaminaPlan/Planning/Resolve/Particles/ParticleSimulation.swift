// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import Foundation
import LaminaGeometry
import LaminaLayers

/// One particle at one time.
struct ParticleState {
  /// Points, in the emitter's space.
  var position: SIMD3<Double>
  var scale: Double
  /// Radians.
  var angle: Double
  /// Straight, 0...1.
  var color: SIMD4<Float>
  /// Seconds since it was born.
  var age: Double
  var cell: Int32
  var frame: Int32
}

/// Works out which particles of an emitter live at a time, and where they are, from nothing but seed and time.
///
/// The particle with number n of a cell is born when the cell's time is (n + 1) / birthRate, so those that live now are
/// a range of numbers, and each one's own random numbers follow from its number. Cells of cells do the same for each
/// particle of their parent. Where the emitter is animated, a particle has what its cell had when it was born, and a
/// rate that changes is added up from the beginning.
///
/// - Complexity: O(p) for p living particles and their living or dead parents whose own particles live.
/// - Conformance: EMIT-1
struct ParticleSimulation {
  /// The particles that show, in the order they are drawn.
  private(set) var particles: [ParticleState] = []
  /// Whether particles were left out because there were too many.
  private(set) var isThinned = false
  /// How many particles were worked out, shown or not.
  private(set) var visited = 0

  private let emitter: EmitterContent
  private let time: Double
  private let limit: Int
  /// For each cell, how long after the death of a particle of it a particle that it emitted may live.
  private var afterlives: [Double] = []
  /// For each cell that others have as a parent, the particles of it that emit.
  private var sources: [[Source]] = []

  /// - Parameters:
  ///   - time: The emitter's own time.
  ///   - limit: The most particles to work out.
  init(_ emitter: EmitterContent, time: Double, limit: Int) {
    self.emitter = emitter
    self.time = time
    self.limit = limit
    guard time.isFinite, limit > 0 else {
      isThinned = limit <= 0 && !emitter.cells.isEmpty
      return
    }
    afterlives = Self.afterlives(emitter.cells)
    run()
    sort()
  }

  /// Something that emits: the layer, or a particle.
  private struct Source {
    /// What its particles' random numbers start from.
    var identity: UInt64
    /// Emitter time when it begins to emit, and ends.
    var birth: Double
    var end: Double
    var start: SIMD3<Double>
    var velocity: SIMD3<Double>
    var acceleration: SIMD3<Double>

    /// Where it is some seconds after it began.
    func place(after seconds: Double) -> SIMD3<Double> {
      start + (velocity + acceleration * (seconds / 2)) * seconds
    }
  }

  private static func afterlives(_ cells: [EmitterCellContent]) -> [Double] {
    var result = [Double](repeating: 0, count: cells.count)
    // Children come after their parents.
    for index in cells.indices.reversed() where cells[index].parent >= 0 {
      let speed = abs(cells[index].speed)
      let own = speed > 0 ? (cells[index].longestLife + result[index]) / speed : .infinity
      let parent = Int(cells[index].parent)
      result[parent] = max(result[parent], own)
    }
    return result
  }

  private mutating func run() {
    sources = Array(repeating: [], count: emitter.cells.count)
    var isParent = Array(repeating: false, count: emitter.cells.count)
    for cell in emitter.cells where cell.parent >= 0 { isParent[Int(cell.parent)] = true }
    let layer = Source(
      identity: ParticleRandom.mix(UInt64(emitter.seed) &+ 0x5851_F42D_4C95_7F2D), birth: 0, end: .infinity,
      start: .zero, velocity: .zero, acceleration: .zero)
    for index in emitter.cells.indices {
      let parent = Int(emitter.cells[index].parent)
      let from = parent >= 0 ? sources[parent] : [layer]
      for source in from {
        emit(index, from: source, ofLayer: parent < 0, isParent: isParent[index])
      }
    }
    sources = []
  }

  /// Adds the particles of one cell that one source emitted.
  private mutating func emit(_ index: Int, from source: Source, ofLayer: Bool, isParent: Bool) {
    let history = emitter.cells[index].speed > 0 ? emitter.history : nil
    let cell = ofLayer ? emitter.cells[index] : cell(index, of: history?.sample(at: source.birth))
    let now = cell.time(self.time, in: source.birth)
    let last = min(now, cell.activeDuration, source.end.isFinite ? cell.time(source.end, in: source.birth) : .infinity)
    guard last > 0, cell.speed > 0 || source.end == .infinity else { return }
    var batch = Batch(
      index: index, cell: cell, cone: EmissionCone(cell), emitter: emitter, source: source, ofLayer: ofLayer,
      isParent: isParent, identity: ParticleRandom.mix(source.identity ^ cell.key), now: now)
    let after = isParent ? afterlives[index] * max(cell.speed, 0) : 0
    if ofLayer, let history, history.changesCount { return count(history, &batch, until: last, afterlife: after) }
    guard cell.birthRate > 0, cell.longestLife > 0 else { return }
    let end = (cell.birthRate * last).rounded(.down)
    let first = max(0, (cell.birthRate * (now - cell.longestLife - after)).rounded(.down))
    guard first < end, end < 9e15 else { return }
    let stride = stride(for: end - first)
    var number = (Int(clamping: first) + stride - 1) / stride * stride
    while number < Int(clamping: end) {
      let birth = Double(number + 1) / cell.birthRate
      if ofLayer, let history { batch.take(history.sample(at: cell.emitterTime(birth)), over: cell) }
      guard bear(number, at: birth, batch) else { return }
      number += stride
    }
  }

  /// Particles of a cell and a source that have the same values.
  private struct Batch {
    var index: Int
    var cell: EmitterCellContent
    var cone: EmissionCone
    /// Where and from what shape they start.
    var emitter: EmitterContent
    var source: Source
    var ofLayer: Bool
    var isParent: Bool
    var identity: UInt64
    /// The cell's own time.
    var now: Double

    /// Takes what an emitter had at a time; pictures are those of now.
    mutating func take(_ sample: EmitterHistory.Sample, over current: EmitterCellContent) {
      (emitter.position, emitter.size, emitter.shape, emitter.mode) =
        (sample.position, sample.size, sample.shape, sample.mode)
      cell = sample.cells.count == emitter.cells.count ? sample.cells[index].showing(current) : current
      cone = EmissionCone(cell)
    }
  }

  private func cell(_ index: Int, of sample: EmitterHistory.Sample?) -> EmitterCellContent {
    let current = emitter.cells[index]
    guard let sample, sample.cells.count == emitter.cells.count else { return current }
    return sample.cells[index].showing(current)
  }

  /// Adds the particles of a cell whose rate or lives change, counted from the cell's beginning.
  private mutating func count(
    _ history: EmitterHistory, _ batch: inout Batch, until last: Double, afterlife: Double
  ) {
    let current = batch.cell
    let longest = history.samples.reduce(0) { max($0, cell(batch.index, of: $1).longestLife) }
    let oldest = batch.now - longest - afterlife
    var (from, born) = (0.0, 0.0)
    while from < last {
      // A little later than the border of two stretches, which rounding could take for a little earlier.
      let (sample, end) = history.stretch(at: current.emitterTime(from) + history.step * 1e-6)
      let to = min(last, end.isFinite ? current.time(end, in: 0) : .infinity)
      guard to > from else { return }
      batch.take(sample, over: current)
      let rate = batch.cell.birthRate
      let after = born + rate * (to - from)
      guard after < 9e15 else { return }
      if rate > 0, batch.cell.longestLife > 0, to > oldest {
        var number = Int(clamping: max(born, born + (oldest - from) * rate - 1))
        while Double(number + 1) <= after {
          let birth = from + (Double(number + 1) - born) / rate
          let here = history.sample(at: current.emitterTime(birth))
          (batch.emitter.position, batch.emitter.size) = (here.position, here.size)
          guard bear(number, at: birth, batch) else { return }
          number += 1
        }
      }
      (from, born) = (to, after)
    }
  }

  /// Works out one particle.
  ///
  /// - Returns: `false` where there are too many.
  private mutating func bear(_ number: Int, at birth: Double, _ batch: Batch) -> Bool {
    guard visited < limit else {
      isThinned = true
      return false
    }
    visited += 1
    let (cell, source) = (batch.cell, batch.source)
    var random = ParticleRandom(source: batch.identity, index: number)
    let own = random.identity
    let life = random.next(cell.lifetime, cell.lifetimeRange)
    let age = batch.now - birth
    guard life > 0, age >= 0, age < life || batch.isParent else { return true }
    let place =
      batch.ofLayer
      ? batch.emitter.startingPoint(&random) : source.place(after: rootTime(birth, cell, source) - source.birth)
    let speed = random.next(cell.velocity, cell.velocityRange)
    var velocity = batch.cone.direction(&random) * speed
    if batch.ofLayer {
      let outwards = batch.emitter.outwards(at: place)
      let (x, y) = (velocity.x, velocity.y)
      (velocity.x, velocity.y) = (x * outwards.x - y * outwards.y, x * outwards.y + y * outwards.x)
    }
    if batch.isParent, cell.speed > 0 {
      let bornAt = rootTime(birth, cell, source)
      sources[batch.index].append(
        Source(
          identity: own, birth: bornAt, end: bornAt + life / cell.speed, start: place,
          velocity: velocity * cell.speed,
          acceleration: cell.acceleration * (cell.speed * cell.speed)))
    }
    guard age < life else { return true }
    let moved = place + (velocity + cell.acceleration * (age / 2)) * age
    add(cell, batch.index, at: moved, age, &random)
    return true
  }

  /// Emitter time when a cell's own time is `time`.
  private func rootTime(_ time: Double, _ cell: EmitterCellContent, _ source: Source) -> Double {
    cell.speed == 0 ? self.time : source.birth + cell.beginTime + (time - cell.timeOffset) / cell.speed
  }

  /// Which numbers are drawn where there are too many: every second, every fourth and so on.
  ///
  /// Powers of two, so that those that are drawn stay while more are born.
  private mutating func stride(for count: Double) -> Int {
    var stride = 1
    while count / Double(stride) > Double(limit), stride < 1 << 60 {
      stride *= 2
      isThinned = true
    }
    return stride
  }

  private mutating func add(
    _ cell: EmitterCellContent, _ index: Int, at position: SIMD3<Double>, _ age: Double, _ random: inout ParticleRandom
  ) {
    guard cell.image != nil else { return }
    let scale = random.next(cell.scale, cell.scaleRange) + cell.scaleSpeed * age
    let rotation = random.next(cell.rotation, cell.rotationRange)
    let spin = random.next(cell.spin, cell.spinRange)
    var color = cell.color
    for component in 0..<4 { color[component] += (Float(random.next()) - 0.5) * cell.colorRange[component] }
    color += cell.colorSpeed * Float(age)
    color.replace(with: 0, where: .!(color .> 0))
    color.replace(with: 1, where: color .> 1)
    guard scale > 0, color.w > 0 else { return }
    var frame = 0
    if cell.frames > 1, cell.framesPerSecond > 0 {
      frame = Int(clamping: (age * cell.framesPerSecond).truncatingRemainder(dividingBy: Double(cell.frames)))
    }
    particles.append(
      ParticleState(
        position: position, scale: scale, angle: rotation + spin * age, color: color, age: age, cell: Int32(index),
        frame: Int32(frame)))
  }

  private mutating func sort() {
    func order(_ isBefore: (ParticleState, ParticleState) -> Bool) {
      let sorted = particles.indices.sorted { first, second in
        if isBefore(particles[first], particles[second]) { return true }
        return !isBefore(particles[second], particles[first]) && first < second
      }
      particles = sorted.map { particles[$0] }
    }
    switch emitter.order {
    case .unordered, .additive: break
    case .oldestFirst: if emitter.cells.count > 1 { order { $0.age > $1.age } }
    case .oldestLast: order { $0.age < $1.age }
    case .backToFront: order { $0.position.z < $1.position.z }
    }
  }
}

extension EmitterCellContent {
  /// The cell's own time at a time of its emitter, or of a particle that was born at `birth`.
  fileprivate func time(_ time: Double, in birth: Double) -> Double { (time - birth - beginTime) * speed + timeOffset }

  /// The emitter's time at a time of the cell, whose speed is above 0.
  fileprivate func emitterTime(_ time: Double) -> Double { beginTime + (time - timeOffset) / speed }

  /// The same with the pictures, and the time, of another moment.
  fileprivate func showing(_ other: EmitterCellContent) -> EmitterCellContent {
    var result = self
    (result.image, result.contentsRect, result.contentsScale) = (other.image, other.contentsRect, other.contentsScale)
    (result.frames, result.framesPerSecond) = (other.frames, other.framesPerSecond)
    (result.beginTime, result.speed, result.timeOffset) = (other.beginTime, other.speed, other.timeOffset)
    result.activeDuration = other.activeDuration
    return result
  }
}
