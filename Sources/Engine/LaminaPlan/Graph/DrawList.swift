// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

package import LaminaGeometry

/// Operations that are drawn one over the other, back to front, in runs.
///
/// A run is a fragment, which the plans of successive frames share (``DrawnFragment``), or the operations between
/// fragments. A list refers to its runs, so that the operations of a fragment are not copied into each plan. Every
/// operation has an index in the whole list.
@usableFromInline package struct DrawList: Sendable {
  /// Operations next to one another, with the table of their inner polygons.
  @usableFromInline package struct Run: Sendable {
    /// The index of the first operation in the list.
    package fileprivate(set) var first = 0
    @usableFromInline package internal(set) var draws: [DrawOperation]
    /// The vertices of the inner polygons of the operations; `nil` for the ones of the plan.
    @usableFromInline package let vertices: [SIMD2<Float>]?
    /// The fragment that consists of the operations; `nil` for operations of this list alone.
    package fileprivate(set) var fragment: DrawnFragment?

    /// Creates a run of operations that were recorded by themselves.
    package init(draws: [DrawOperation], vertices: [SIMD2<Float>], fragment: DrawnFragment? = nil) {
      (self.draws, self.vertices, self.fragment) = (draws, vertices, fragment)
    }

    /// Creates a run of operations whose inner polygons are in the table of the plan.
    package init(draws: [DrawOperation]) { (self.draws, vertices) = (draws, nil) }

    /// The indices of the operations in the list.
    package var range: Range<Int> { first..<(first + draws.count) }

    /// Whether the operations were recorded by themselves. Then all are boxes and shadows: none reads a pass, or blends
    /// with the pixels behind it in another way than by lying over them.
    @inlinable package var isRecordedApart: Bool { vertices != nil }

    /// The pixels that the operations may touch.
    package var bounds: PixelRect { fragment?.bounds ?? draws.bounds }
  }

  /// The runs, back to front. Only the last one may be empty.
  @usableFromInline package internal(set) var runs: [Run] = []

  /// An empty list.
  package init() {}

  /// A list of operations whose inner polygons are in the table of the plan.
  package init(_ draws: [DrawOperation]) { if !draws.isEmpty { runs = [Run(draws: draws)] } }

  /// The approximate memory of the operations and of the tables of runs; bytes.
  package var bytes: Int {
    runs.reduce(0) {
      $0 + $1.draws.count * MemoryLayout<DrawOperation>.stride
        + ($1.vertices?.count ?? 0) * MemoryLayout<SIMD2<Float>>.stride
    }
  }

  /// The pixels that the operations may touch.
  package var bounds: PixelRect { runs.reduce(.empty) { $0.union($1.bounds) } }

  // MARK: adding

  /// Calls `body` with the operations at the end of the list, to which it may append operations whose inner polygons
  /// are in the table of the plan.
  @inlinable @inline(__always)
  package mutating func extend<Result>(_ body: (inout [DrawOperation]) -> Result) -> Result {
    if runs.isEmpty || runs[runs.count - 1].isRecordedApart { open() }
    return body(&runs[runs.count - 1].draws)
  }

  /// Appends an empty run for operations of this list alone.
  @usableFromInline mutating func open() { append(Run(draws: [])) }

  /// Appends an operation whose inner polygon is in the table of the plan.
  package mutating func append(_ draw: DrawOperation) { extend { $0.append(draw) } }

  /// Appends a run.
  package mutating func append(_ run: Run) {
    if runs.last?.draws.isEmpty ?? false { runs.removeLast() }
    var run = run
    run.first = count
    runs.append(run)
  }

  /// Appends some operations of another list, without copying runs that were recorded by themselves.
  package mutating func append(_ other: DrawList, _ range: Range<Int>) {
    other.forEachPart(of: range) { run, part in
      guard let vertices = run.vertices else { return extend { $0 += part } }
      append(part.count == run.draws.count ? run : Run(draws: Array(part), vertices: vertices))
    }
  }

  /// Lets the operations read passes at other places.
  package mutating func renumberPasses(_ places: inout PassRenumbering) {
    for run in runs.indices where !runs[run].isRecordedApart {
      for index in runs[run].draws.indices { runs[run].draws[index].visitHandles(&places) }
    }
  }

  /// Empties the list and keeps the memory of its last run, if that is the only one.
  package mutating func removeAll() {
    guard runs.count == 1, !runs[0].isRecordedApart else { return runs.removeAll(keepingCapacity: true) }
    runs[0].draws.removeAll(keepingCapacity: true)
  }

  // MARK: reading

  /// Some operations of a run: all, or the ones at some places of a choice.
  package struct Part {
    package let run: Run
    /// The indices in the run, or in the choice.
    package let places: Range<Int>
    private let chosen: [Int32]?

    init(of run: Run, _ places: Range<Int>, _ chosen: [Int32]?) {
      (self.run, self.places, self.chosen) = (run, places, chosen)
    }

    /// The index in the run of the operation at a place.
    @inline(__always) package func offset(_ place: Int) -> Int {
      chosen.map { Int($0[place]) - run.first } ?? place
    }
  }

  /// The chosen operations, by their runs.
  ///
  /// - Parameter chosen: The indices of the operations, ascending; `nil` for all.
  package func parts(of chosen: [Int32]?) -> [Part] {
    guard let chosen else { return runs.map { Part(of: $0, $0.draws.indices, nil) } }
    var (parts, next): ([Part], Int) = ([], 0)
    for index in runs.indices where next < chosen.count {
      let (start, end) = (next, runs[index].range.upperBound)
      while next < chosen.count, Int(chosen[next]) < end { next += 1 }
      if start < next { parts.append(Part(of: runs[index], start..<next, chosen)) }
    }
    return parts
  }

  // MARK: in one array

  /// The operations of some runs in one array, with the vertices that they refer to. One run is not copied.
  ///
  /// - Parameters:
  ///   - chosen: The indices of the runs.
  ///   - table: The vertices of the plan.
  package func joined(_ chosen: Range<Int>, table: [SIMD2<Float>]) -> Run {
    if chosen.count == 1 {
      return Run(draws: runs[chosen.lowerBound].draws, vertices: runs[chosen.lowerBound].vertices ?? table)
    }
    var vertices = table
    let range =
      chosen.isEmpty ? 0..<0 : runs[chosen.lowerBound].first..<runs[chosen.upperBound - 1].range.upperBound
    let draws = array(range, addingTo: &vertices)
    return Run(draws: draws, vertices: vertices)
  }

  /// The operations of a list of at most one run.
  package var single: [DrawOperation] { runs.first?.draws ?? [] }

  /// Some operations in one array. The inner polygons of recorded ones are added to the table of the plan.
  package func array(_ range: Range<Int>, addingTo table: inout [SIMD2<Float>]) -> [DrawOperation] {
    if runs.count == 1, !runs[0].isRecordedApart, range == runs[0].range { return runs[0].draws }
    var draws: [DrawOperation] = []
    draws.reserveCapacity(range.count)
    forEachPart(of: range) { run, part in
      let start = draws.count
      draws += part
      guard let vertices = run.vertices else { return }
      var way = VertexShift(by: Int32(clamping: table.count))
      table += vertices
      for index in start..<draws.count { draws[index].visitHandles(&way) }
    }
    return draws
  }

  // MARK: runs

  /// Calls `body` with each run that has operations in a range, and with these operations.
  private func forEachPart(of range: Range<Int>, _ body: (Run, ArraySlice<DrawOperation>) -> Void) {
    guard !range.isEmpty else { return }
    for run in runs[place(of: range.lowerBound).run...] {
      let part = run.range.clamped(to: range)
      if part.isEmpty { return }
      body(run, run.draws[(part.lowerBound - run.first)..<(part.upperBound - run.first)])
    }
  }

  /// The run of an operation, and the index in it.
  private func place(of index: Int) -> (run: Int, offset: Int) {
    var (low, high) = (0, runs.count - 1)
    while low < high {
      let middle = (low + high + 1) / 2
      if runs[middle].first <= index { low = middle } else { high = middle - 1 }
    }
    return (low, index - runs[low].first)
  }

  /// The stretches of runs between the fragments that both lists have, in ascending order.
  ///
  /// - Parameter old: The list before.
  package func stretches(since old: DrawList) -> [(old: Range<Int>, new: Range<Int>)] {
    var (stretches, end): ([(old: Range<Int>, new: Range<Int>)], (old: Int, new: Int)) = ([], (0, 0))
    func add(upTo next: (old: Int, new: Int)) {
      if end.old < next.old || end.new < next.new { stretches.append((end.old..<next.old, end.new..<next.new)) }
    }
    var places: [ObjectIdentifier: Int] = [:]
    for index in runs.indices {
      guard let fragment = runs[index].fragment else { continue }
      var before = end.old + (index - end.new)
      // Where nothing was inserted or removed, a fragment is as far from the last common one as before.
      if before >= old.runs.count || old.runs[before].fragment !== fragment {
        if places.isEmpty { places = old.placesOfFragments }
        // A fragment that changed its place among others is in the stretches at both places.
        guard let place = places[ObjectIdentifier(fragment)], place >= end.old else { continue }
        before = place
      }
      add(upTo: (before, index))
      end = (before + 1, index + 1)
    }
    add(upTo: (old.runs.count, runs.count))
    return stretches
  }

  private var placesOfFragments: [ObjectIdentifier: Int] {
    var places: [ObjectIdentifier: Int] = [:]
    places.reserveCapacity(runs.count)
    for index in runs.indices { if let fragment = runs[index].fragment { places[ObjectIdentifier(fragment)] = index } }
    return places
  }
}

// Reading single operations copies them: loops over many operations read runs in place. The list is no `Collection`,
// since generic code would read elements by coroutines, which allocate memory for each element of this size.
extension DrawList: Sequence {
  @usableFromInline package struct Iterator: IteratorProtocol {
    fileprivate let runs: [Run]
    fileprivate var run = 0
    fileprivate var offset = 0

    @usableFromInline package mutating func next() -> DrawOperation? {
      while run < runs.count, offset == runs[run].draws.count { (run, offset) = (run + 1, 0) }
      guard run < runs.count else { return nil }
      defer { offset += 1 }
      return runs[run].draws[offset]
    }
  }

  @usableFromInline package func makeIterator() -> Iterator { Iterator(runs: runs) }

  package var count: Int { runs.last?.range.upperBound ?? 0 }
  package var isEmpty: Bool { count == 0 }
  package var indices: Range<Int> { 0..<count }
  package var first: DrawOperation? { runs.first { !$0.draws.isEmpty }?.draws.first }
  package var last: DrawOperation? { runs.last { !$0.draws.isEmpty }?.draws.last }

  /// An operation. A run of which an operation is replaced is no fragment any more.
  package subscript(index: Int) -> DrawOperation {
    get {
      let (run, offset) = place(of: index)
      return runs[run].draws[offset]
    }
    set {
      let (run, offset) = place(of: index)
      runs[run].fragment = nil
      runs[run].draws[offset] = newValue
    }
  }
}

extension DrawList: Equatable, ExpressibleByArrayLiteral {
  @usableFromInline package init(arrayLiteral draws: DrawOperation...) { self.init(draws) }

  /// Whether both lists have equal runs.
  @usableFromInline package static func == (one: DrawList, other: DrawList) -> Bool {
    one.runs.elementsEqual(other.runs) { $0.draws.isSame(as: $1.draws) && $0.vertices == $1.vertices }
  }
}

extension [DrawOperation] {
  /// The pixels that the operations may touch.
  package var bounds: PixelRect {
    // Through a span, since iterating over the array copies each operation.
    let draws = span
    var bounds = PixelRect.empty
    for index in draws.indices { bounds = bounds.union(draws[index].pixelBounds) }
    return bounds
  }
}

/// Moves the inner polygons of operations in the table of vertices.
private struct VertexShift: SelectiveHandleVisitor {
  let shift: Int32

  init(by shift: Int32) { self.shift = shift }

  @inline(__always) func visit(vertices: inout VertexPlace, _: VertexPlace) { vertices.start += shift }
}
