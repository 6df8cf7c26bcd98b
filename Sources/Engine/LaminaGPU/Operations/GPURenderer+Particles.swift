// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import LaminaGeometry
import LaminaGraphics
import LaminaPlan
import LaminaShaders

extension GPURenderer.FrameBuilder {
  /// Adds a run of particles: one draw call for any number of pictures.
  ///
  /// - Parameter depth: Clip space.
  mutating func addParticles(_ run: ParticlesOperation, depth: Float) {
    guard !run.pixelBounds.isEmpty, !run.particles.isEmpty else { return }
    flushRuns()
    let first = lists.instances.count
    lists.instances.makeRoom(for: run.particles.count)
    forEachParticle(of: run) { builder, record in
      builder.lists.instances.append(Instance(record: record, depth: depth))
    }
    addBatch(
      !run.clip.exists ? .particlesPlain : .particles, from: first,
      state: run.isAdditive ? .meeting(.plusLighter, isInFront: usesDepth) : blending)
  }

  /// Records the particles of a run, back to front.
  ///
  /// - Parameter body: Takes the builder, and the place of the record of each particle.
  @inline(__always) mutating func forEachParticle(
    of run: ParticlesOperation, _ body: (inout Self, Int32) -> Void
  ) {
    let pictures = plan.particlePictures[Int(run.pictures.lowerBound)..<Int(run.pictures.upperBound)]
      .map { records.add(record(of: $0, clip: run.clip)) }
    for particle in plan.particles[Int(run.particles.lowerBound)..<Int(run.particles.upperBound)] {
      var record = ParticleRecord()
      (record.inverse, record.color, record.center) = (particle.inverse, particle.color * run.opacity, particle.center)
      record.picture = pictures[Int(particle.picture - run.pictures.lowerBound)]
      body(&self, records.add(record))
    }
  }

  /// The record that all particles of one picture share.
  private func record(of picture: ParticlePicture, clip: ClipHandle) -> ParticlePictureRecord {
    var record = ParticlePictureRecord()
    record.place = pictures.place(of: picture.image, level: Int(picture.level))
    (record.part, record.limits) = (picture.part, picture.limits)
    record.clip = RecordTable.place(of: clip)
    record.isNearest = picture.isNearest ? 1 : 0
    return record
  }
}
