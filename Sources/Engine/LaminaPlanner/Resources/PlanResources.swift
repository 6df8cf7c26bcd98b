// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import LaminaGeometry
import LaminaGraphics
import LaminaLayers
import LaminaPlan

/// The resources that draws refer to by index: clips, pictures, gradients, colour matrices, particles, polygons.
///
/// Tables only grow while a plan is made, so indices do not change.
struct PlanResources {
  var clips = ClipTable()
  var images = ImageTable()
  var gradients = GradientTable()
  var particles = ParticleTable()
  private(set) var colorMaps: [ColorMap] = []
  /// The vertices of all inner polygons in target pixels, without the ones that `splice` keeps.
  var innerVertices: [SIMD2<Float>] = []
  /// The vertices that are kept from the walk before.
  private var splice = Splice()
  /// The inner polygon that is being made, stored here so that it is not copied.
  var inner = InnerPolygon()

  /// The approximate memory of the tables that grow with the number of layers; bytes.
  var bytes: Int {
    innerVertexCount * MemoryLayout<SIMD2<Float>>.stride + clips.shapes.count * MemoryLayout<ClipShape>.stride
      + particles.particles.count * MemoryLayout<Particle>.stride
  }

  /// The number of vertices, including the kept ones.
  var innerVertexCount: Int { innerVertices.count + splice.count }

  /// Appends vertices of the walk before.
  ///
  /// - Parameter isSame: Whether the vertices keep the places that they had in the walk before.
  mutating func appendVertices(of before: PlanResources, _ part: Range<Int>, isSame: Bool) {
    if isSame { splice.keep(part) } else { innerVertices += before.innerVertices[part] }
  }

  /// Inserts the kept vertices among the others.
  ///
  /// - Parameters:
  ///   - before: The complete resources of the walk before.
  ///   - spare: The table to write into; afterwards the table that the next walk may write into.
  mutating func join(over before: PlanResources, _ spare: inout SpareTable<SIMD2<Float>>) {
    splice.join(&innerVertices, over: before.innerVertices, &spare)
  }

  /// Reserves memory for the resources of a number of layers; unused memory costs nothing.
  mutating func reserve(layers: Int) { innerVertices.reserveCapacity(ConvexPolygon.capacity * layers) }

  /// Adds colour matrices that are applied in order.
  mutating func add(_ colors: [ColorMap]) -> Range<Int32> {
    let start = Int32(colorMaps.count)
    colorMaps += colors
    return start..<Int32(colorMaps.count)
  }
}
