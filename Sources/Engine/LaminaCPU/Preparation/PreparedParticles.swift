// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import LaminaGeometry
import LaminaPlan

/// A particle, ready to draw.
struct PreparedParticle: BitwiseCopyable {
  /// The middle, target pixels.
  var center: SIMD2<Float>
  /// Target pixels from the middle to the place in the picture, -1/2...1/2 inside.
  var inverse: SIMD4<Float>
  /// The picture's width and height between its edges, in pixels.
  var pixels: SIMD2<Float>
  /// Multiplies the picture, 0...1, premultiplied, opacity included.
  var color: PixelColor
  /// The pixels that the particle may touch.
  var bounds: PixelRect
  /// The index of the particle's picture in the run.
  var picture: Int32
}

/// A part of a picture that particles show.
struct PreparedParticlePicture: BitwiseCopyable {
  var level: PreparedLevel
  var isNearest: Bool
  /// The origin of the part and its size, texels.
  var part: SIMD4<Float>
  /// Texels: the least and the greatest coordinates.
  var limits: SIMD4<Float>
}

/// A run of particles, sorted into the tiles of a pass, so that each tile reads only its own.
struct PreparedParticles: BitwiseCopyable {
  let particles: UnsafeBufferPointer<PreparedParticle>
  let pictures: UnsafeBufferPointer<PreparedParticlePicture>
  /// The innermost clip.
  let clip: UnsafePointer<PreparedClip>?
  let isAdditive: Bool
  private let columns: Int
  private let origin: SIMD2<Int>
  /// The start of each tile's list in `entries`; one more than there are tiles. If empty, each tile takes all entries.
  private let starts: UnsafeBufferPointer<Int32>
  private let entries: UnsafeBufferPointer<Int32>

  /// More pairs of tile and particle than this are not listed: lists would take too much memory.
  private static let maximumEntries = 1 << 25

  init(
    _ run: ParticlesOperation, of plan: RenderPlan, images: PreparedImages, clip: UnsafePointer<PreparedClip>?,
    region: PixelRect, in arena: Arena
  ) {
    self.clip = clip
    isAdditive = run.isAdditive
    let bounds = run.pixelBounds.intersection(region)
    let pictureRange = Int(run.pictures.lowerBound)..<Int(run.pictures.upperBound)
    pictures = arena.add(plan.particlePictures[pictureRange].lazy.map { PreparedParticlePicture($0, images: images) })
    let range = Int(run.particles.lowerBound)..<Int(run.particles.upperBound)
    let particles = arena.add(
      plan.particles[range].lazy.map { particle in
        PreparedParticle(particle, firstPicture: run.pictures.lowerBound, opacity: run.opacity, bounds: bounds)
      })
    let columns = (region.width + Tile.maximumWidth - 1) / Tile.maximumWidth
    let origin = SIMD2(Int(region.minX), Int(region.minY))
    (self.particles, self.columns, self.origin) = (particles, columns, origin)
    let rows = (region.height + Tile.maximumHeight - 1) / Tile.maximumHeight
    var counts = [Int32](repeating: 0, count: columns * rows + 1)
    var total = 0
    for particle in particles where total <= Self.maximumEntries {
      particle.forEachTile(columns: columns, origin: origin) { tile in
        counts[tile + 1] += 1
        total += 1
        return total <= Self.maximumEntries
      }
    }
    guard total <= Self.maximumEntries else {
      starts = arena.add([])
      entries = arena.add(0..<Int32(clamping: particles.count))
      return
    }
    for tile in 1..<counts.count { counts[tile] += counts[tile - 1] }
    starts = arena.add(counts)
    let listed = arena.room(for: total, of: Int32.self)
    for (slot, particle) in particles.enumerated() {
      particle.forEachTile(columns: columns, origin: origin) { tile in
        listed.initializeElement(at: Int(counts[tile]), to: Int32(truncatingIfNeeded: slot))
        counts[tile] += 1
        return true
      }
    }
    entries = UnsafeBufferPointer(listed)
  }

  /// The particles that may touch a tile, back to front.
  func entries(of tile: Tile) -> UnsafeBufferPointer<Int32> {
    guard !starts.isEmpty else { return entries }
    let index =
      (tile.y - origin.y) / Tile.maximumHeight * columns + (tile.x - origin.x) / Tile.maximumWidth
    return UnsafeBufferPointer(rebasing: entries[Int(starts[index])..<Int(starts[index + 1])])
  }
}

extension PreparedParticlePicture {
  fileprivate init(_ picture: ParticlePicture, images: PreparedImages) {
    let levels = images.levels(of: picture.image, allLevels: picture.level > 0)
    level = levels[min(max(Int(picture.level), 0), levels.count - 1)]
    isNearest = picture.isNearest
    part = picture.part
    let size = SIMD4(Float(level.width), Float(level.height), Float(level.width), Float(level.height))
    limits = picture.limits.clamped(lowerBound: SIMD4(repeating: 0.5), upperBound: size - 0.5)
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

  /// Calls `body` with the number of each tile that the particle may touch.
  ///
  /// - Parameter body: Returns whether to continue.
  fileprivate func forEachTile(columns: Int, origin: SIMD2<Int>, _ body: (Int) -> Bool) {
    guard !bounds.isEmpty else { return }
    let firstColumn = (Int(bounds.minX) - origin.x) / Tile.maximumWidth
    let lastColumn = (Int(bounds.maxX) - 1 - origin.x) / Tile.maximumWidth
    let firstRow = (Int(bounds.minY) - origin.y) / Tile.maximumHeight
    let lastRow = (Int(bounds.maxY) - 1 - origin.y) / Tile.maximumHeight
    for row in firstRow...lastRow {
      for column in firstColumn...lastColumn where !body(row * columns + column) { return }
    }
  }
}
