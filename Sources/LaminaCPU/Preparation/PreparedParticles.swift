import LaminaGeometry
import LaminaPlan

/// A particle, ready to draw.
struct PreparedParticle: BitwiseCopyable {
  /// The middle, target pixels.
  var center: SIMD2<Float>
  /// Target pixels from the middle to the place in the picture, -1/2...1/2 inside.
  var inverse: SIMD4<Float>
  /// How many pixels the picture's width and height take, across the edges.
  var pixels: SIMD2<Float>
  /// Multiplies the picture, 0...1, premultiplied, opacity included.
  var color: PixelColor
  /// The pixels it may touch.
  var bounds: PixelRect
  /// Its picture in the run's.
  var picture: Int32
}

/// A part of a picture that particles show.
struct PreparedParticlePicture: BitwiseCopyable {
  var level: PreparedLevel
  var isNearest: Bool
  /// Texels: where the part begins, its size.
  var part: SIMD4<Float>
  /// Texels: the least and the greatest coordinates.
  var limits: SIMD4<Float>
}

/// A run of particles, sorted into the tiles of a pass, so that each tile looks at its own only.
final class PreparedParticles {
  let particles: PlainBuffer<PreparedParticle>
  let pictures: PlainBuffer<PreparedParticlePicture>
  let clip: Int32
  let isAdditive: Bool
  private let columns: Int
  private let origin: SIMD2<Int>
  /// Where each tile's list starts in `entries`; one more than there are tiles. Empty where nothing is listed.
  private var starts: [Int32] = []
  private var entries: [Int32] = []
  /// All of them, for passes where lists would take too much memory.
  private var all: [Int32] = []

  /// More pairs of tile and particle than this are not listed.
  private static let maximumEntries = 1 << 25

  init(_ run: ParticlesOperation, of plan: RenderPlan, images: PreparedImages, clip: Int32, region: PixelRect) {
    self.clip = clip
    isAdditive = run.isAdditive
    let bounds = run.pixelBounds.intersection(region)
    let pictureRange = Int(run.pictures.lowerBound)..<Int(run.pictures.upperBound)
    pictures = PlainBuffer(count: pictureRange.count)
    for (slot, index) in pictureRange.enumerated() {
      let picture = plan.particlePictures[index]
      let levels = images.levels(of: picture.image.index, allLevels: picture.level > 0)
      let level = levels[min(max(Int(picture.level), 0), levels.count - 1)]
      let size = SIMD4(Float(level.width), Float(level.height), Float(level.width), Float(level.height))
      pictures.start[slot] = PreparedParticlePicture(
        level: level, isNearest: picture.isNearest, part: picture.part,
        limits: picture.limits.clamped(lowerBound: SIMD4(repeating: 0.5), upperBound: size - 0.5))
    }
    let range = Int(run.particles.lowerBound)..<Int(run.particles.upperBound)
    particles = PlainBuffer(count: range.count)
    for (slot, index) in range.enumerated() {
      particles.start[slot] = PreparedParticle(
        plan.particles[index], firstPicture: run.pictures.lowerBound, opacity: run.opacity, bounds: bounds)
    }
    columns = (region.width + Tile.maximumWidth - 1) / Tile.maximumWidth
    origin = SIMD2(Int(region.minX), Int(region.minY))
    let rows = (region.height + Tile.maximumHeight - 1) / Tile.maximumHeight
    var counts = [Int32](repeating: 0, count: columns * rows + 1)
    var total = 0
    for slot in 0..<range.count {
      forEachTile(of: slot) { tile in
        counts[tile + 1] += 1
        total += 1
        return total <= Self.maximumEntries
      }
      if total > Self.maximumEntries { break }
    }
    guard total <= Self.maximumEntries else {
      all = (0..<Int32(range.count)).map { $0 }
      return
    }
    for tile in 1..<counts.count { counts[tile] += counts[tile - 1] }
    starts = counts
    var listed = [Int32](repeating: 0, count: total)
    for slot in 0..<range.count {
      forEachTile(of: slot) { tile in
        listed[Int(counts[tile])] = Int32(truncatingIfNeeded: slot)
        counts[tile] += 1
        return true
      }
    }
    entries = listed
  }

  /// The particles that may touch a tile, back to front.
  func withParticles(of tile: Tile, _ body: (UnsafeBufferPointer<Int32>) -> Void) {
    guard !starts.isEmpty else { return all.withUnsafeBufferPointer(body) }
    let index =
      (tile.y - origin.y) / Tile.maximumHeight * columns + (tile.x - origin.x) / Tile.maximumWidth
    entries.withUnsafeBufferPointer { list in
      body(UnsafeBufferPointer(rebasing: list[Int(starts[index])..<Int(starts[index + 1])]))
    }
  }

  /// - Parameter body: Returns whether to go on.
  private func forEachTile(of slot: Int, _ body: (Int) -> Bool) {
    let bounds = particles.start[slot].bounds
    guard !bounds.isEmpty else { return }
    let firstColumn = (Int(bounds.minX) - origin.x) / Tile.maximumWidth
    let lastColumn = (Int(bounds.maxX) - 1 - origin.x) / Tile.maximumWidth
    for row
      in ((Int(bounds.minY) - origin.y) / Tile.maximumHeight)...((Int(bounds.maxY) - 1 - origin.y) / Tile.maximumHeight)
    {
      for column in firstColumn...lastColumn where !body(row * columns + column) { return }
    }
  }
}

extension PreparedParticle {
  /// - Parameters:
  ///   - firstPicture: The plan's index of the run's first picture.
  ///   - limit: The pixels that the run may touch.
  fileprivate init(_ particle: Particle, firstPicture: Int32, opacity: Float, bounds limit: PixelRect) {
    center = particle.center
    inverse = particle.inverse
    pixels = 0.5 / particle.ramps
    color = particle.color * opacity
    picture = particle.picture - firstPicture
    let reach = particle.reach
    let (low, high) = (center - reach, center + reach)
    let sum = low + high
    guard sum.x - sum.x == 0, sum.y - sum.y == 0 else {
      bounds = .empty
      return
    }
    func whole(_ value: Float) -> Int32 { Int32(clamping: min(max(value, -0x1p30), 0x1p30)) }
    bounds = PixelRect(
      minX: whole((low.x - 0.5).rounded(.up)), minY: whole((low.y - 0.5).rounded(.up)),
      maxX: whole((high.x + 0.5).rounded(.down)), maxY: whole((high.y + 0.5).rounded(.down))
    ).intersection(limit)
  }
}
