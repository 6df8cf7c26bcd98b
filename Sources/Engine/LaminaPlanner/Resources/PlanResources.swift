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
  /// The vertices of all inner polygons in target pixels.
  var innerVertices: [SIMD2<Float>] = []
  /// The inner polygon that is being made, stored here so that it is not copied.
  var inner = InnerPolygon()

  /// The approximate memory of the tables that grow with the number of layers; bytes.
  var bytes: Int {
    innerVertices.count * MemoryLayout<SIMD2<Float>>.stride + clips.shapes.count * MemoryLayout<ClipShape>.stride
      + particles.particles.count * MemoryLayout<Particle>.stride
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
