import Foundation
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
/// particle of their parent.
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
    let cell = emitter.cells[index]
    func cellTime(_ time: Double) -> Double {
      (time - source.birth - cell.beginTime) * cell.speed + cell.timeOffset
    }
    let now = cellTime(time)
    let last = min(now, cell.activeDuration, source.end.isFinite ? cellTime(source.end) : .infinity)
    guard cell.birthRate > 0, cell.longestLife > 0, last > 0, cell.speed > 0 || source.end == .infinity else { return }
    let kept = cell.longestLife + (isParent ? afterlives[index] * max(cell.speed, 0) : 0)
    let end = (cell.birthRate * last).rounded(.down)
    let first = max(0, (cell.birthRate * (now - kept)).rounded(.down))
    guard first < end, end < 9e15 else { return }
    let stride = stride(for: end - first)
    let identity = ParticleRandom.mix(source.identity ^ cell.key)
    let cone = EmissionCone(cell)
    var number = (Int(first) + stride - 1) / stride * stride
    while number < Int(end) {
      defer { number += stride }
      guard visited < limit else {
        isThinned = true
        return
      }
      visited += 1
      let birth = Double(number + 1) / cell.birthRate
      var random = ParticleRandom(source: identity, index: number)
      let own = random.identity
      let life = random.next(cell.lifetime, cell.lifetimeRange)
      let age = now - birth
      guard life > 0, age >= 0, age < life || isParent else { continue }
      let place =
        ofLayer ? emitter.startingPoint(&random) : source.place(after: rootTime(birth, cell, source) - source.birth)
      let speed = random.next(cell.velocity, cell.velocityRange)
      let velocity = cone.direction(&random) * speed
      if isParent, cell.speed > 0 {
        let bornAt = rootTime(birth, cell, source)
        sources[index].append(
          Source(
            identity: own, birth: bornAt, end: bornAt + life / cell.speed, start: place,
            velocity: velocity * cell.speed,
            acceleration: cell.acceleration * (cell.speed * cell.speed)))
      }
      guard age < life else { continue }
      let moved = place + (velocity + cell.acceleration * (age / 2)) * age
      add(cell, index, at: moved, age, &random)
    }
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
      frame = Int((age * cell.framesPerSecond).truncatingRemainder(dividingBy: Double(cell.frames)))
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
