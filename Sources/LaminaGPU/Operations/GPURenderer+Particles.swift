import LaminaGeometry
import LaminaGraphics
import LaminaPlan
import LaminaShaders

extension GPURenderer.FrameBuilder {
  /// Adds a run of particles: one draw call, however many pictures they show.
  ///
  /// - Parameter depth: Clip space.
  mutating func addParticles(_ run: ParticlesOperation, depth: Float) {
    guard !run.pixelBounds.isEmpty, !run.particles.isEmpty else { return }
    flushRuns()
    let clip = RecordTable.place(ofClip: run.clip)
    let firstRecord = records.count
    for picture in plan.particlePictures[Int(run.pictures.lowerBound)..<Int(run.pictures.upperBound)] {
      let levels = pictures[picture.image.index]?.levels ?? []
      let place = Int(picture.level) < levels.count ? levels[Int(picture.level)].shaderValue : AtlasPlace.none
      records.add(particlePicture: picture, place: place, clip: clip, depth: depth)
    }
    let first = particles.count
    particles.makeRoom(for: run.particles.count)
    for particle in plan.particles[Int(run.particles.lowerBound)..<Int(run.particles.upperBound)] {
      let slot = Int(particle.picture - run.pictures.lowerBound)
      particles.append(
        ParticleInstance(
          particle, record: Float(firstRecord + RecordTable.recordsInParticlePicture * slot), opacity: run.opacity))
    }
    batches.append(
      DrawBatch(
        program: !run.clip.exists ? .particlesPlain : .particles, instances: first..<particles.count,
        state: run.isAdditive ? .meeting(.plusLighter, isInFront: usesDepth) : blending))
  }
}
