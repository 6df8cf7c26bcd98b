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
  private(set) var innerVertices: [SIMD2<Float>] = []

  /// Adds maps of colours that are applied one after the other.
  mutating func add(_ colors: [ColorMatrix]) -> Range<Int32> {
    let start = Int32(colorMatrices.count)
    colorMatrices += colors
    return start..<Int32(colorMatrices.count)
  }

  /// Adds a vertex of an inner polygon, target pixels. One by one, since a polygon by value is a copy of sixteen.
  @inline(__always) mutating func add(innerVertex vertex: SIMD2<Double>) {
    innerVertices.append(SIMD2<Float>(vertex))
  }
}
