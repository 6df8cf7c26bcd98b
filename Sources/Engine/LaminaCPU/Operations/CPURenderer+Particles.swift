// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

// Drawing particles into a tile: the scalar twin of particles.frag.

import LaminaGeometry

extension CPURenderer.TileWorker {
  /// Draws the particles of a run that touch a tile, where nothing in front hides them.
  func drawParticles(_ operation: UnsafePointer<PreparedOperation>, _ tile: Tile) {
    let run = operation.pointee.particles
    guard let particles = run.pointee.particles.baseAddress else { return }
    for index in run.pointee.entries(of: tile) { draw(particles + Int(index), of: run, tile) }
  }

  private func draw(_ particle: UnsafePointer<PreparedParticle>, of run: UnsafePointer<PreparedParticles>, _ tile: Tile)
  {
    guard let (rows, columns) = Self.part(of: tile, inside: particle.pointee.bounds) else { return }
    guard let pictures = run.pointee.pictures.baseAddress else { return }
    let picture = pictures + Int(particle.pointee.picture)
    let inverse = particle.pointee.inverse
    let left = Float(tile.x) + 0.5 - particle.pointee.center.x
    for row in rows {
      var pixels = columns & ~hidden[row]
      guard pixels != 0 else { continue }
      touch(pixels, tile, row: row)
      let height = Float(tile.y + row) + 0.5 - particle.pointee.center.y
      let line = colorLine(row)
      let down = SIMD2(inverse.y, inverse.w) * height
      while pixels != 0 {
        let column = pixels.trailingZeroBitCount
        pixels &= pixels &- 1
        let place = SIMD2(inverse.x, inverse.z) * (left + Float(column)) + down
        let near = ((place + 0.5) * particle.pointee.pixels + 0.5).clamped(lowerBound: .zero, upperBound: .one)
        let far = ((0.5 - place) * particle.pointee.pixels + 0.5).clamped(lowerBound: .zero, upperBound: .one)
        let covered = near + far - 1
        guard covered.x > 0, covered.y > 0 else { continue }
        var coverage = covered.x * covered.y
        if let clip = run.pointee.clip {
          let centres = Lanes(repeating: Float(tile.x + column) + 0.5)
          coverage *=
            clipCoverage(
              OpenClips(clip), x: centres, y: Lanes(repeating: Float(tile.y + row) + 0.5),
              of: Lanes(repeating: coverage))[0]
          guard coverage > 0 else { continue }
        }
        let color = picture.pointee.color(at: place) * particle.pointee.color * coverage
        if run.pointee.isAdditive { line[column] += color } else { blend(color, onto: line, column) }
      }
    }
  }
}

extension PreparedParticlePicture {
  /// The colour at a place, -1/2...1/2, premultiplied, 0...255.
  @inline(__always) fileprivate func color(at place: SIMD2<Float>) -> PixelColor {
    let texel = (part.lowHalf + (place + 0.5) * part.highHalf)
      .clamped(lowerBound: limits.lowHalf, upperBound: limits.highHalf)
    if isNearest {
      let (column, row) = (
        min(Int(clamping: texel.x), level.width &- 1), min(Int(clamping: texel.y), level.height &- 1)
      )
      return level.texels.color(at: row &* level.stride &+ column &* 4)
    }
    // The texel to the right and the one below exist.
    let corner = texel - 0.5
    let column = min(Int(clamping: corner.x), level.width &- 2)
    let row = min(Int(clamping: corner.y), level.height &- 2)
    return level.texels.mixed(
      at: row &* level.stride &+ column &* 4, stride: level.stride, u: corner.x - Float(column),
      v: corner.y - Float(row))
  }
}
