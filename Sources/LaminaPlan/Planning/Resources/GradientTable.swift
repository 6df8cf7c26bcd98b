import LaminaGeometry
import LaminaGraphics
import LaminaLayers

/// The gradients of a plan with their stops.
struct GradientTable {
  private(set) var paints: [GradientPaint] = []
  private(set) var stops: [GradientContent.Stop] = []

  subscript(gradient: GradientHandle) -> GradientPaint { paints[gradient.index] }

  /// The stops of a gradient.
  func stops(of gradient: GradientPaint) -> ArraySlice<GradientContent.Stop> {
    stops[Int(gradient.stops.lowerBound)..<Int(gradient.stops.upperBound)]
  }

  /// Adds those of a chunk.
  ///
  /// - Returns: How far their indices move.
  mutating func append(_ chunk: GradientTable) -> Int32 {
    let (shift, stopShift) = (Int32(paints.count), Int32(stops.count))
    for var paint in chunk.paints {
      paint.stops = (paint.stops.lowerBound + stopShift)..<(paint.stops.upperBound + stopShift)
      paints.append(paint)
    }
    stops += chunk.stops
    return shift
  }

  /// Adds a gradient.
  ///
  /// - Parameter bounds: Those of its layer, layer space: minimum x, y, maximum x, y.
  /// - Returns: Its index; `nil` where it paints nothing.
  mutating func add(_ content: GradientContent, bounds: SIMD4<Double>) -> GradientHandle? {
    let start = Int32(stops.count)
    guard
      let paint = GradientPaint(content, bounds: bounds, stops: start..<(start + Int32(content.stops.count)))
    else { return nil }
    paints.append(paint)
    stops += content.stops
    return GradientHandle(paints.count - 1)
  }
}
