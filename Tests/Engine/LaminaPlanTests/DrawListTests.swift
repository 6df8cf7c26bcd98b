// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import LaminaGeometry
import LaminaPlan
import Testing

/// Lists of draws with fragments.
enum DrawListFixtures {
  /// The same draws, some of them as fragments of their own.
  static func list(_ draws: DrawList, fragments: [Range<Int>]) -> DrawList {
    let draws = Array(draws)
    var (list, start) = (DrawList(), 0)
    for range in fragments {
      list.extend { $0 += draws[start..<range.lowerBound] }
      list.append(
        DrawList.Run(draws: Array(draws[range]), vertices: [], fragment: DrawnFragment(Array(draws[range]), [])))
      start = range.upperBound
    }
    list.extend { $0 += draws[start...] }
    return list
  }
}

/// Lists of draws in runs: what is read of them does not depend on the runs.
@Suite struct DrawListTests {
  /// A box with a number, whose inner polygon is the table from an index on.
  private static func box(_ number: Int32, inner: Int32 = 0) -> DrawOperation {
    .box(
      BoxOperation(
        shape: ShapeGeometry(
          row0: [1, 0, 0, 0], row1: [0, 1, 0, 0], row2: [0, 0, 1, 0], box: [0, 0, 8, 8], radii: .zero, antialiased: .one
        ),
        outer: .zero, pixelBounds: PixelRect(minX: number, minY: 0, maxX: number + 1, maxY: 1), innerStart: inner,
        innerCount: 3, placement: .none, node: number))
  }

  private static func polygon(_ number: Float) -> [SIMD2<Float>] { [[number, 0], [number, 1], [number + 1, 1]] }

  /// Five draws, of which the second and third are a fragment with a table of its own.
  private static func made() -> (list: DrawList, table: [SIMD2<Float>], fragment: DrawnFragment) {
    let fragment = DrawnFragment([], [])
    var list = DrawList([box(0)])
    list.append(
      DrawList.Run(draws: [box(1), box(2, inner: 3)], vertices: polygon(1) + polygon(2), fragment: fragment))
    list.append(box(3, inner: 3))
    list.append(box(4, inner: 6))
    return (list, polygon(0) + polygon(3) + polygon(4), fragment)
  }

  private static func numbers(_ draws: some Sequence<DrawOperation>) -> [Int32] { draws.map(\.pixelBounds.minX) }

  /// For each draw, the number of the polygon that it refers to.
  private static func polygons(_ draws: [DrawOperation], _ table: [SIMD2<Float>]) -> [Float] {
    draws.map { draw in
      guard case .box(let box) = draw else { return -1 }
      return table[box.innerRange(in: table)].first?.x ?? -1
    }
  }

  @Test("draws are found by their index in all runs, and the bounds are the ones of all draws")
  func elements() {
    let (list, _, _) = Self.made()
    #expect(list.count == 5 && list.runs.map(\.range) == [0..<1, 1..<3, 3..<5])
    #expect(list.indices.map { list[$0].pixelBounds.minX } == [0, 1, 2, 3, 4])
    #expect(list.bounds == PixelRect(minX: 0, minY: 0, maxX: 5, maxY: 1))
    #expect(DrawList().isEmpty && DrawList().runs.isEmpty && DrawList([]).isEmpty)
  }

  @Test("in one array, draws refer to the polygons that they refer to in their runs, whichever are taken")
  func arrays() {
    let (list, table, _) = Self.made()
    for start in 0...5 {
      for end in start...5 {
        var all = table
        let draws = list.array(start..<end, addingTo: &all)
        #expect(Self.numbers(draws) == Array(Int32(start)..<Int32(end)))
        #expect(Self.polygons(draws, all) == (start..<end).map(Float.init), "\(start)..<\(end)")
      }
    }
    let joined = list.joined(1..<3, table: table)
    #expect(Self.polygons(joined.draws, joined.vertices ?? []) == [1, 2, 3, 4])
  }

  @Test("a whole fragment is appended as it is; a part of one keeps its polygons and is none any more")
  func appending() throws {
    let (list, table, fragment) = Self.made()
    for start in 0...5 {
      for end in start...5 {
        var part = DrawList([Self.box(9)])
        part.append(list, start..<end)
        #expect(Self.numbers(part) == [9] + Array(Int32(start)..<Int32(end)))
        let polygons = part.runs.flatMap { Self.polygons($0.draws, $0.vertices ?? table) }
        #expect(polygons.dropFirst().elementsEqual((start..<end).map(Float.init)))
        #expect(part.runs.contains { $0.fragment === fragment } == (start <= 1 && end >= 3))
        #expect(part.runs.allSatisfy { !$0.draws.isEmpty })
      }
    }
  }

  @Test("a run of which a draw is replaced is no fragment any more, and the list it came from stays as it is")
  func replacing() {
    let (list, _, fragment) = Self.made()
    var changed = list
    changed[2] = Self.box(7, inner: 3)
    #expect(Self.numbers(changed) == [0, 1, 7, 3, 4] && changed.runs.allSatisfy { $0.fragment == nil })
    #expect(Self.numbers(list) == [0, 1, 2, 3, 4] && list.runs[1].fragment === fragment && changed != list)
  }

  @Test("the stretches between common fragments hold all other runs, and fragments that changed their order")
  func stretches() {
    let fragments = (0..<4).map { _ in DrawnFragment([], []) }
    func list(_ order: [Int], plain: Set<Int> = []) -> DrawList {
      var list = DrawList()
      for index in order {
        if plain.contains(index) { list.append(Self.box(50)) }
        list.append(DrawList.Run(draws: [Self.box(Int32(index))], vertices: [], fragment: fragments[index]))
      }
      return list
    }
    func stretches(_ old: DrawList, _ new: DrawList) -> [[Range<Int>]] {
      new.stretches(since: old).map { [$0.old, $0.new] }
    }
    let all = list([0, 1, 2, 3])
    #expect(stretches(all, all).isEmpty)
    #expect(stretches(all, list([0, 2, 3])) == [[1..<2, 1..<1]])
    #expect(stretches(list([0, 3]), all) == [[1..<1, 1..<3]])
    #expect(stretches(all, list([0, 1, 2, 3], plain: [2])) == [[2..<2, 2..<3]])
    #expect(stretches(all, list([1, 0, 2, 3])) == [[0..<1, 0..<0], [2..<2, 1..<2]])
    #expect(stretches(all, DrawList([Self.box(0)])) == [[0..<4, 0..<1]])
    #expect(stretches(DrawList(), all) == [[0..<0, 0..<4]] && stretches(DrawList(), DrawList()).isEmpty)
  }

  @Test("chosen draws are read by their runs")
  func parts() {
    let (list, _, _) = Self.made()
    for chosen in [nil, [], [0], [1, 2], [2, 3], [0, 4], [0, 1, 2, 3, 4]] as [[Int32]?] {
      let read = list.parts(of: chosen).flatMap { part in part.places.map { part.run.draws[part.offset($0)] } }
      #expect(Self.numbers(read) == chosen ?? [0, 1, 2, 3, 4])
    }
  }

  @Test("shapes that lie on one another are counted the same, whether they are added one by one or as fragments")
  func stacks() {
    var random = SystemRandomNumberGenerator()
    for _ in 0..<2_000 {
      // Few sides, so that many shapes have three of them in common.
      let shapes = (0..<Int.random(in: 1...24, using: &random)).map { _ in
        PixelRect(
          minX: .random(in: 0...1, using: &random), minY: .random(in: 0...2, using: &random),
          maxX: .random(in: 3...4, using: &random), maxY: .random(in: 3...5, using: &random))
      }
      let frame = PixelRect(minX: 0, minY: -9, maxX: 99, maxY: 99)
      var (whole, parts) = (EdgeStacks(besides: frame), EdgeStacks(besides: frame))
      for shape in shapes { whole.add(shape) }
      var rest = shapes[...]
      while !rest.isEmpty {
        let part = rest.prefix(.random(in: 1...9, using: &random))
        rest = rest.dropFirst(part.count)
        var fragment = EdgeStacks(besides: frame)
        for shape in part { fragment.add(shape) }
        if !parts.add(fragment) { for shape in part { parts.add(shape) } }
      }
      #expect(parts.isOver == whole.isOver, "\(shapes)")
    }
    var other = EdgeStacks(besides: nil)
    #expect(!other.add(EdgeStacks(besides: PixelRect.empty)) && !other.isOver)
  }

  @Test("the longest series of shapes near one another is the same, added one by one or as fragments")
  func series() {
    var random = SystemRandomNumberGenerator()
    for _ in 0..<200 {
      // Now and then a shape is elsewhere.
      var (corner, shapes) = (Int32(0), [PixelRect]())
      for _ in 0..<40 {
        corner += Int.random(in: 0...12, using: &random) == 0 ? 500 : .random(in: 0...3, using: &random)
        shapes.append(PixelRect(minX: corner, minY: 0, maxX: corner + 300, maxY: 200))
      }
      expectSeries(shapes)
    }
  }

  private func expectSeries(_ shapes: [PixelRect]) {
    var (length, longest) = (0, 0)
    for (index, shape) in shapes.enumerated() {
      length = index > 0 && shape.minX - shapes[index - 1].minX < 500 ? length + 1 : 1
      longest = max(longest, length)
    }
    let limit = EdgeStacks.layersIn8Bits * EdgeStacks.edgesInLayer
    for size in [1, 2, 7, 16, 40] {
      var parts = EdgeStacks(besides: nil)
      for first in stride(from: 0, to: shapes.count, by: size) {
        var fragment = EdgeStacks(besides: nil)
        for shape in shapes[first..<min(first + size, shapes.count)] { fragment.addToSeries(shape) }
        let isAdded = parts.add(fragment)
        #expect(isAdded)
      }
      #expect(parts.isOver == (longest > limit), "\(longest) of \(shapes) by \(size)")
    }
  }
}
