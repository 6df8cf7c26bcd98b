// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import Foundation
import LaminaGeometry
import LaminaLayers

/// The state of one particle at one time.
struct ParticleState {
  /// The position in the emitter's space; points.
  var position: SIMD3<Double>
  var scale: Double
  /// The angle; radians.
  var angle: Double
  /// The colour, not premultiplied, 0...1.
  var color: SIMD4<Float>
  /// The time since the particle was born; seconds.
  var age: Double
  var cell: Int32
  var frame: Int32
}

/// A computation of the particles of an emitter that live at a time, and of their states, from the seed and the time
/// alone.
///
/// The particle with number n of a cell is born when the cell's time is (n + 1) / birthRate. So the living particles
/// are a range of numbers, and the random numbers of a particle are derived from its number. Cells of cells work in the
/// same way for each particle of their parent. If the emitter is animated, a particle has the values that its cell had
/// when the particle was born, and a changing rate is integrated from the beginning.
///
/// - Complexity: O(p), where p counts the living particles, and their living or dead parents whose own particles live.
/// - Conformance: EMIT-1
struct ParticleSimulation {
  /// The visible particles, in the order in which they are drawn.
  private(set) var particles: [ParticleState] = []
  /// Whether particles were omitted because there were too many.
  private(set) var isThinned = false
  /// The number of particles that were computed, visible or not.
  private(set) var visited = 0

  private let emitter: EmitterContent
  private let time: Double
  private let limit: Int
  /// For each cell, the longest time after the death of one of its particles for which particles emitted by it may
  /// live.
  private var afterlives: [Double] = []
  /// For each cell that is the parent of others, its particles that emit.
  private var sources: [[Source]] = []

  /// - Parameters:
  ///   - time: The emitter's own time.
  ///   - limit: The greatest number of particles to compute.
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

  /// A source of particles: the layer, or a particle.
  private struct Source {
    /// The number from which the random numbers of its particles are derived.
    var identity: UInt64
    /// The emitter time at which the source begins to emit, and the time at which it ends.
    var birth: Double
    var end: Double
    var start: SIMD3<Double>
    var velocity: SIMD3<Double>
    var acceleration: SIMD3<Double>

    /// The position of the source a number of seconds after it began.
    func place(after seconds: Double) -> SIMD3<Double> {
      start + (velocity + acceleration * (seconds / 2)) * seconds
    }
  }

  private static func afterlives(_ cells: [EmitterCellContent]) -> [Double] {
    var result = [Double](repeating: 0, count: cells.count)
    // Cells come after their parents in the list.
    for index in cells.indices.reversed() where cells[index].parent >= 0 {
      let speed = abs(cells[index][.speed])
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

  /// Adds the particles of one cell that one source emits.
  private mutating func emit(_ index: Int, from source: Source, ofLayer: Bool, isParent: Bool) {
    let history = emitter.cells[index][.speed] > 0 ? emitter.history : nil
    let cell = ofLayer ? emitter.cells[index] : cell(index, of: history?.sample(at: source.birth))
    let now = cell.time(self.time, in: source.birth)
    let last = min(now, cell.activeDuration, source.end.isFinite ? cell.time(source.end, in: source.birth) : .infinity)
    guard last > 0, cell[.speed] > 0 || source.end == .infinity else { return }
    var batch = Batch(
      index: index, cell: cell, cone: EmissionCone(cell), emitter: emitter, source: source, ofLayer: ofLayer,
      isParent: isParent, identity: ParticleRandom.mix(source.identity ^ cell.key), now: now)
    let after = isParent ? afterlives[index] * max(cell[.speed], 0) : 0
    if ofLayer, let history, history.changesCount { return count(history, &batch, until: last, afterlife: after) }
    guard cell[.birthRate] > 0, cell.longestLife > 0 else { return }
    let end = (cell[.birthRate] * last).rounded(.down)
    let first = max(0, (cell[.birthRate] * (now - cell.longestLife - after)).rounded(.down))
    guard first < end, end < 9e15 else { return }
    let stride = stride(for: end - first)
    var number = (Int(clamping: first) + stride - 1) / stride * stride
    while number < Int(clamping: end) {
      let birth = Double(number + 1) / cell[.birthRate]
      if ofLayer, let history { batch.take(history.sample(at: cell.emitterTime(birth)), over: cell) }
      guard bear(number, at: birth, batch) else { return }
      number += stride
    }
  }

  /// Particles of one cell and one source that have the same values.
  private struct Batch {
    var index: Int
    var cell: EmitterCellContent
    var cone: EmissionCone
    /// The emitter, with the position and shape from which the particles start.
    var emitter: EmitterContent
    var source: Source
    var ofLayer: Bool
    var isParent: Bool
    var identity: UInt64
    /// The cell's own time.
    var now: Double

    /// Takes the values that an emitter had at a time; pictures are the current ones.
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

  /// Adds the particles of a cell with a changing rate or lifetime, counted from the cell's beginning.
  private mutating func count(
    _ history: EmitterHistory, _ batch: inout Batch, until last: Double, afterlife: Double
  ) {
    let current = batch.cell
    let longest = history.samples.reduce(0) { max($0, cell(batch.index, of: $1).longestLife) }
    let oldest = batch.now - longest - afterlife
    var (from, born) = (0.0, 0.0)
    while from < last {
      // A little later than the border of two stretches, since rounding could move the border a little earlier.
      let (sample, end) = history.stretch(at: current.emitterTime(from) + history.step * 1e-6)
      let to = min(last, end.isFinite ? current.time(end, in: 0) : .infinity)
      guard to > from else { return }
      batch.take(sample, over: current)
      let rate = batch.cell[.birthRate]
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

  /// Computes one particle.
  ///
  /// - Returns: `false` if there are too many particles.
  private mutating func bear(_ number: Int, at birth: Double, _ batch: Batch) -> Bool {
    guard visited < limit else {
      isThinned = true
      return false
    }
    visited += 1
    let (cell, source) = (batch.cell, batch.source)
    var random = ParticleRandom(source: batch.identity, index: number)
    let own = random.identity
    let life = random.next(cell[.lifetime], cell[.lifetimeRange])
    let age = batch.now - birth
    guard life > 0, age >= 0, age < life || batch.isParent else { return true }
    let place =
      batch.ofLayer
      ? batch.emitter.startingPoint(&random) : source.place(after: rootTime(birth, cell, source) - source.birth)
    let speed = random.next(cell[.velocity], cell[.velocityRange])
    var velocity = batch.cone.direction(&random) * speed
    if batch.ofLayer {
      let outwards = batch.emitter.outwards(at: place)
      let (x, y) = (velocity.x, velocity.y)
      (velocity.x, velocity.y) = (x * outwards.x - y * outwards.y, x * outwards.y + y * outwards.x)
    }
    if batch.isParent, cell[.speed] > 0 {
      let bornAt = rootTime(birth, cell, source)
      sources[batch.index].append(
        Source(
          identity: own, birth: bornAt, end: bornAt + life / cell[.speed], start: place,
          velocity: velocity * cell[.speed],
          acceleration: cell.acceleration * (cell[.speed] * cell[.speed])))
    }
    guard age < life else { return true }
    let moved = place + (velocity + cell.acceleration * (age / 2)) * age
    add(cell, batch.index, at: moved, age, &random)
    return true
  }

  /// The emitter time at which a cell's own time is `time`.
  private func rootTime(_ time: Double, _ cell: EmitterCellContent, _ source: Source) -> Double {
    cell[.speed] == 0 ? self.time : source.birth + cell[.beginTime] + (time - cell[.timeOffset]) / cell[.speed]
  }

  /// The stride of the particle numbers that are drawn if there are too many: every second, every fourth and so on.
  ///
  /// A power of two, so that the drawn particles remain the same while more are born.
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
    let scale = random.next(cell[.scale], cell[.scaleRange]) + cell[.scaleSpeed] * age
    let rotation = random.next(cell[.rotation], cell[.rotationRange])
    let spin = random.next(cell[.spin], cell[.spinRange])
    var color = cell.color
    for component in 0..<4 { color[component] += (Float(random.next()) - 0.5) * cell.colorRange[component] }
    color += cell.colorSpeed * Float(age)
    color.replace(with: 0, where: .!(color .> 0))
    color.replace(with: 1, where: color .> 1)
    guard scale > 0, color.w > 0 else { return }
    var frame = 0
    if cell.frames > 1, cell[.contentsFramesPerSecond] > 0 {
      frame = Int(clamping: (age * cell[.contentsFramesPerSecond]).truncatingRemainder(dividingBy: Double(cell.frames)))
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
  /// The cell's own time at a time of its emitter, if the source was born at `birth`.
  fileprivate func time(_ time: Double, in birth: Double) -> Double {
    (time - birth - self[.beginTime]) * self[.speed] + self[.timeOffset]
  }

  /// The emitter's time at a time of the cell, whose speed is above 0.
  fileprivate func emitterTime(_ time: Double) -> Double {
    self[.beginTime] + (time - self[.timeOffset]) / self[.speed]
  }

  /// The acceleration of particles, in points per second squared.
  fileprivate var acceleration: SIMD3<Double> {
    SIMD3(self[.xAcceleration], self[.yAcceleration], self[.zAcceleration])
  }

  /// The same cell with the pictures and the timing of another state of it.
  fileprivate func showing(_ other: EmitterCellContent) -> EmitterCellContent {
    var result = self
    (result.image, result.contentsRect, result.contentsScale) = (other.image, other.contentsRect, other.contentsScale)
    (result.frames, result.activeDuration) = (other.frames, other.activeDuration)
    for number in EmitterNumber.timing { result.numbers[number] = other[number] }
    return result
  }
}
