// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import LaminaGeometry
import LaminaPlan

/// The particles of a plan, and the parts of pictures that they show.
struct ParticleTable {
  private(set) var particles: [Particle] = []
  private(set) var pictures: [ParticlePicture] = []

  /// The particles of one emitter, while they are placed.
  struct Run {
    fileprivate var firstParticle: Int32
    /// The index at which the pictures of the run will begin.
    let firstPicture: Int32
  }

  /// Begins the particles of an emitter.
  func beginRun() -> Run { Run(firstParticle: Int32(particles.count), firstPicture: Int32(pictures.count)) }

  /// Adds a particle of the last begun run.
  mutating func add(_ particle: Particle) { particles.append(particle) }

  /// Ends a run.
  ///
  /// - Returns: The ranges of the run's particles and pictures, which may be empty.
  mutating func end(_ run: Run, pictures added: [ParticlePicture]) -> (particles: Range<Int32>, pictures: Range<Int32>)
  {
    pictures += added
    return (run.firstParticle..<Int32(particles.count), run.firstPicture..<Int32(pictures.count))
  }
}
