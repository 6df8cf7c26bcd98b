// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import LaminaGeometry
import LaminaShaders

/// The instances of neighbouring blended boxes and shadows that have the same simplest shader; once shaders are chosen,
/// a run of instances that one shader draws.
struct BoxRun {
  /// The simplest shader that can draw all instances.
  var program: ShaderCatalog
  /// The range of instances in the frame's list.
  var instances: Range<Int>
  /// The number of pixels that the run may shade, roughly.
  var area: Float
  /// The pixels that the run may touch.
  var bounds: PixelRect
  /// The largest area of the operations in the run.
  private(set) var largest: Float

  init(program: ShaderCatalog, instances: Range<Int>, area: Float, bounds: PixelRect) {
    (self.program, self.instances, self.area, self.bounds, largest) = (program, instances, area, bounds, area)
  }

  /// Adds the instances of the next operation, which the same shader draws.
  mutating func add(_ added: Range<Int>, area: Float, bounds: PixelRect) {
    instances = instances.lowerBound..<added.upperBound
    self.area += area
    largest = max(largest, area)
    self.bounds = self.bounds.union(bounds)
  }

  /// The number of pixels that a more general shader may draw in place of the simplest one, before a change of programs
  /// is cheaper.
  ///
  /// A GPU shades some ten pixels a nanosecond, and a change costs its driver 5 to 20 microseconds: a quarter of a
  /// million, by public figures. On an H200 other numbers of pixels made no difference.
  private static let pixelsPerProgramChange: Float = 262_144

  /// Whether the run is too small for a change of shader.
  private var isSmall: Bool { area < Self.pixelsPerProgramChange }

  /// Joins neighbouring runs that one shader may draw: small runs get a shader that can also draw their neighbour.
  static func merged(_ runs: [BoxRun]) -> [BoxRun] {
    var result: [BoxRun] = []
    for (index, run) in runs.enumerated() {
      var run = run
      run.program = run.program(
        after: result.last?.program, before: index + 1 < runs.count ? runs[index + 1] : nil)
      if let last = result.last, last.program == run.program {
        result[result.count - 1].instances = last.instances.lowerBound..<run.instances.upperBound
        result[result.count - 1].area += run.area
      } else {
        result.append(run)
      }
    }
    return result
  }

  /// The shader that draws the run between two others; the shader of the run before is already chosen.
  private func program(after previous: ShaderCatalog?, before next: BoxRun?) -> ShaderCatalog {
    guard isSmall else { return program }
    let following = next.flatMap { $0.isSmall ? $0.program : nil }
    switch (program, previous, following) {
    case (.box, .shadow, _), (.box, _, .shadow), (.boxClips, .shadow, _), (.boxClips, _, .shadow): return .shadow
    case (.boxTexels, .box, _), (.boxTexels, _, .box), (.boxClips, .box, _), (.boxClips, _, .box): return .box
    default: return program
    }
  }

  /// Joins neighbouring runs wherever one shader can draw both, unless one of them alone is worth a change of shader.
  static func joined(_ runs: [BoxRun]) -> [BoxRun] {
    var result: [BoxRun] = []
    for run in runs {
      guard let last = result.last,
        max(last.largest, run.largest) < pixelsPerProgramChange || last.program == run.program,
        let program = common(last.program, run.program)
      else {
        result.append(run)
        continue
      }
      result[result.count - 1].program = program
      result[result.count - 1].add(run.instances, area: run.area, bounds: run.bounds)
      result[result.count - 1].largest = max(last.largest, run.largest)
    }
    return result
  }

  /// The simplest shader that draws the instances of two others.
  private static func common(_ first: ShaderCatalog, _ second: ShaderCatalog) -> ShaderCatalog? {
    switch (first, second) {
    case _ where first == second: first
    case (.box, .shadowPlain), (.shadowPlain, .box), (.shadow, .box), (.box, .shadow), (.shadow, .shadowPlain),
      (.shadowPlain, .shadow), (.boxClips, .shadowPlain), (.shadowPlain, .boxClips), (.boxClips, .shadow),
      (.shadow, .boxClips):
      .shadow
    case (.boxClips, .box), (.box, .boxClips): .box
    default: nil
    }
  }
}

/// Groups runs by shader, without a change to the order of overlapping runs.
///
/// The pass is divided into cells, and every run gets a level: no lower than the level of any earlier run in the same
/// cells, and one with the same shader. Levels are drawn one after the other, and within a level in the order of the
/// plan. The later of two runs in one cell is thus drawn later, and thousands of shadows with a box between every two
/// become a few dozen draws of one shader each.
struct BoxLevels {
  /// Pixels of a cell's side: about half the side of a card.
  private static let cellSide: Int32 = 64
  /// The number of levels above the lowest possible one that are searched; beyond them, a new level is added.
  private static let search = 32

  private let region: PixelRect
  private let columns: Int
  /// For each cell, the highest level of the runs in it.
  private var levels: [Int32]
  /// For each level, its shader.
  private var programs: [ShaderCatalog] = []

  init(region: PixelRect) {
    self.region = region
    columns = (region.width + Int(Self.cellSide) - 1) / Int(Self.cellSide)
    let rows = (region.height + Int(Self.cellSide) - 1) / Int(Self.cellSide)
    levels = Array(repeating: 0, count: columns * rows)
  }

  /// Sorts runs by level, with their instances.
  ///
  /// - Parameter instances: The instances of the frame; the runs' instances are its end, and are sorted in place.
  static func group(_ runs: [BoxRun], in region: PixelRect, instances: InstanceList) -> [BoxRun] {
    guard let start = runs.first?.instances.lowerBound, runs.count > 2 else { return runs }
    var grid = BoxLevels(region: region)
    let places = runs.map { grid.place($0) }
    // Sorting by counting keeps the order within a level.
    var firsts = Array(repeating: 0, count: grid.programs.count + 1)
    for (run, level) in zip(runs, places) { firsts[level + 1] += run.instances.count }
    for level in 1..<firsts.count { firsts[level] += firsts[level - 1] }
    var result = grid.programs.enumerated().map { level, program in
      BoxRun(
        program: program, instances: (start + firsts[level])..<(start + firsts[level + 1]), area: 0, bounds: region)
    }
    instances.withInstances(from: start) { sorted in
      let unsorted = Array(sorted)
      for (run, level) in zip(runs, places) {
        result[level].area += run.area
        for index in run.instances {
          sorted[firsts[level]] = unsorted[index - start]
          firsts[level] += 1
        }
      }
    }
    return result
  }

  /// The level of the next run.
  private mutating func place(_ run: BoxRun) -> Int {
    let bounds = run.bounds.intersection(region)
    guard !bounds.isEmpty else { return level(from: 0, run.program) }
    let first = (
      Int((bounds.minX - region.minX) / Self.cellSide), Int((bounds.minY - region.minY) / Self.cellSide)
    )
    let last = (
      Int((bounds.maxX - 1 - region.minX) / Self.cellSide), Int((bounds.maxY - 1 - region.minY) / Self.cellSide)
    )
    var lowest: Int32 = 0
    for row in first.1...last.1 {
      for column in first.0...last.0 { lowest = max(lowest, levels[row * columns + column]) }
    }
    let level = level(from: Int(lowest), run.program)
    for row in first.1...last.1 {
      for column in first.0...last.0 { levels[row * columns + column] = Int32(level) }
    }
    return level
  }

  /// The first level with a shader that is not below another level.
  private mutating func level(from lowest: Int, _ program: ShaderCatalog) -> Int {
    for level in lowest..<min(programs.count, lowest + Self.search) where programs[level] == program { return level }
    programs.append(program)
    return programs.count - 1
  }
}
