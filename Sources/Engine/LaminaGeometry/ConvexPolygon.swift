// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

/// A convex polygon of at most sixteen vertices, kept in place without allocation.
///
/// Planners cut a polygon per layer, so it must cost nothing to make. A cut that would leave seventeen vertices removes
/// the vertex that encloses least, so the result always lies inside the exact one, and close to it.
///
/// The vertices run around it in either direction.
@frozen @usableFromInline package struct ConvexPolygon: Sendable {
  /// The largest number of vertices.
  @inlinable package static var capacity: Int { 16 }

  /// One more than the capacity: a cut adds a vertex before it removes one.
  @usableFromInline var storage: InlineArray<17, SIMD2<Double>>
  /// The number of vertices. Fewer than 3 enclose nothing.
  @usableFromInline package private(set) var count: Int

  /// Makes the polygon without vertices.
  @inlinable package init() {
    storage = InlineArray(repeating: .zero)
    count = 0
  }

  /// Makes a polygon from its vertices; of more than sixteen, it keeps sixteen that enclose the largest area.
  @inlinable package init(_ vertices: some Sequence<SIMD2<Double>>) {
    self.init()
    for vertex in vertices { append(vertex) }
  }

  /// Makes the upright box between two opposite corners.
  @inlinable package init(boxFrom minimum: SIMD2<Double>, to maximum: SIMD2<Double>) {
    self.init()
    append(minimum)
    append(SIMD2(maximum.x, minimum.y))
    append(maximum)
    append(SIMD2(minimum.x, maximum.y))
  }

  /// The vertex at `index`.
  @inlinable package subscript(index: Int) -> SIMD2<Double> { storage[index] }

  /// Passes all vertices in order, in place: each use of the subscript outside of this module copies the polygon.
  @inlinable package func withVertices<Result>(_ body: (Span<SIMD2<Double>>) -> Result) -> Result {
    body(storage.span.extracting(first: count))
  }

  /// Adds a vertex after the last.
  @inlinable package mutating func append(_ vertex: SIMD2<Double>) {
    storage[count] = vertex
    count += 1
    if count > ConvexPolygon.capacity { dropFlattest() }
  }

  /// Adds three vertices after the last, where there is room for them all.
  @inlinable package mutating func append(
    _ first: SIMD2<Double>, _ second: SIMD2<Double>, _ third: SIMD2<Double>
  ) {
    precondition(count + 3 <= ConvexPolygon.capacity)
    storage[unchecked: count] = first
    storage[unchecked: count &+ 1] = second
    storage[unchecked: count &+ 2] = third
    count &+= 3
  }

  /// Removes the vertex whose triangle with its neighbours is the smallest.
  @usableFromInline mutating func dropFlattest() {
    var flattest = 0
    var smallest = Double.infinity
    for index in 0..<count {
      let before = storage[(index + count - 1) % count] - storage[index]
      let after = storage[(index + 1) % count] - storage[index]
      let area = abs(before.x * after.y - before.y * after.x)
      if area < smallest { (flattest, smallest) = (index, area) }
    }
    for index in flattest..<(count - 1) { storage[index] = storage[index + 1] }
    count -= 1
  }

  /// Leaves no vertices.
  @inlinable package mutating func removeAll() { count = 0 }

  /// Appends all vertices to those of other polygons at once, padded with zeros to the capacity of a polygon, so that
  /// later polygons keep their positions when this polygon gets more or fewer vertices. Nothing is appended for a
  /// polygon without vertices.
  @inlinable @inline(__always) package func append(to vertices: inout [SIMD2<Float>]) {
    guard count > 0 else { return }
    // Reads through a span: each single access to `storage` would copy the whole polygon.
    let exact = storage.span
    var rounded = InlineArray<17, SIMD2<Float>>(repeating: .zero)
    for index in 0..<count { rounded[unchecked: index] = SIMD2<Float>(exact[unchecked: index]) }
    rounded.span.withUnsafeBufferPointer { vertices.append(contentsOf: $0.prefix(ConvexPolygon.capacity)) }
  }

  /// Whether the polygon encloses nothing.
  @inlinable package var isEmpty: Bool { count < 3 }

  /// The vertices as an array.
  package var vertices: [SIMD2<Double>] { (0..<count).map { storage[$0] } }

  /// Twice the area; negative where the vertices run from +y to +x.
  @inlinable package var signedDoubleArea: Double {
    @inline(__always) get {
      guard count >= 3 else { return 0 }
      let points = storage.span
      var sum = 0.0
      for index in 1..<(count - 1) {
        let first = points[index] - points[0]
        let second = points[index + 1] - points[0]
        sum += first.x * second.y - first.y * second.x
      }
      return sum
    }
  }

  /// The smallest upright box that holds every vertex; `nil` without vertices or where a vertex is not finite.
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
