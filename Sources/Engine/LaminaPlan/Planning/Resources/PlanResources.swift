// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import LaminaGeometry
import LaminaGraphics
import LaminaLayers

/// What draws refer to by index: clips, pictures, gradients, maps of colours, particles, polygons.
///
/// Every table only grows while a plan is made, so an index stays what it is.
struct PlanResources {
  var clips = ClipTable()
  var images = ImageTable()
  var gradients = GradientTable()
  var particles = ParticleTable()
  private(set) var colorMatrices: [ColorMatrix] = []
  /// The vertices of all inner polygons, target pixels, but for those that `splice` keeps.
  var innerVertices: [SIMD2<Float>] = []
  /// Which of them are those of the walk before.
  private var splice = Splice()
  /// The inner polygon that is being made; kept here so that making one moves nothing about.
  var inner = InnerPolygon()

  /// About how much memory the tables take that grow with layers.
  var bytes: Int {
    innerVertexCount * MemoryLayout<SIMD2<Float>>.stride + clips.shapes.count * MemoryLayout<ClipShape>.stride
      + particles.particles.count * MemoryLayout<Particle>.stride
  }

  /// How many vertices there are, with those that are kept.
  var innerVertexCount: Int { innerVertices.count + splice.count }

  /// Adds vertices of the walk before.
  ///
  /// - Parameter isSame: Whether they are added in the places that they had there.
  mutating func appendVertices(of before: PlanResources, _ part: Range<Int>, isSame: Bool) {
    if isSame { splice.keep(part) } else { innerVertices += before.innerVertices[part] }
  }

  /// Puts the vertices that are kept among the others.
  ///
  /// - Parameters:
  ///   - before: The resources of the walk before, whole.
  ///   - spare: What may be written into, and then what the next walk may write into.
  mutating func join(over before: PlanResources, _ spare: inout SpareTable<SIMD2<Float>>) {
    splice.join(&innerVertices, over: before.innerVertices, &spare)
  }

  /// Makes room for what as many layers need; room that is not used takes no memory.
  mutating func reserve(layers: Int) { innerVertices.reserveCapacity(ConvexPolygon.capacity * layers) }

  /// Adds maps of colours that are applied one after the other.
  mutating func add(_ colors: [ColorMatrix]) -> Range<Int32> {
    let start = Int32(colorMatrices.count)
    colorMatrices += colors
    return start..<Int32(colorMatrices.count)
  }
}
