/// A convex polygon of at most eight vertices, kept in place without allocation.
///
/// A box cut at the eye has at most five. The vertices run around it in either direction.
@frozen @usableFromInline package struct ConvexPolygon: Sendable {
  /// The largest number of vertices.
  @inlinable package static var capacity: Int { 8 }

  @usableFromInline var storage: InlineArray<8, SIMD2<Double>>
  /// The number of vertices. Fewer than 3 enclose nothing.
  @usableFromInline package private(set) var count: Int

  /// Makes the polygon without vertices.
  @inlinable package init() {
    storage = InlineArray(repeating: .zero)
    count = 0
  }

  /// Makes a polygon from its vertices.
  ///
  /// - Precondition: There are at most eight.
  @inlinable package init(_ vertices: some Sequence<SIMD2<Double>>) {
    self.init()
    for vertex in vertices { append(vertex) }
  }

  /// The vertex at `index`.
  @inlinable package subscript(index: Int) -> SIMD2<Double> { storage[index] }

  /// Adds a vertex after the last.
  ///
  /// - Precondition: There are fewer than eight.
  @inlinable package mutating func append(_ vertex: SIMD2<Double>) {
    storage[count] = vertex
    count += 1
  }

  /// Whether it encloses nothing.
  @inlinable package var isEmpty: Bool { count < 3 }

  /// The vertices as an array.
  package var vertices: [SIMD2<Double>] { (0..<count).map { storage[$0] } }

  /// The smallest upright box that holds every vertex; `nil` without vertices or where one is not finite.
  @inlinable package var bounds: (minimum: SIMD2<Double>, maximum: SIMD2<Double>)? {
    guard count > 0 else { return nil }
    var minimum = storage[0]
    var maximum = minimum
    var zeros = minimum - minimum
    for index in 1..<max(count, 1) {
      let vertex = storage[index]
      minimum.replace(with: vertex, where: vertex .< minimum)
      maximum.replace(with: vertex, where: vertex .> maximum)
      zeros += vertex - vertex
    }
    return zeros == .zero ? (minimum, maximum) : nil
  }
}
