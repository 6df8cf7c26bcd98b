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
        result[result.count - 1].bounds = last.bounds.union(run.bounds)
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

extension BoxRun {
  /// Sorts runs by shader, without a change to the order of overlapping runs: thousands of shadows with a box between
  /// every two become a few dozen draws of one shader each.
  ///
  /// - Parameter instances: The instances of the frame; the runs' instances are its end, and are sorted in place.
  static func grouped(_ runs: [BoxRun], in region: PixelRect, _ instances: InstanceList) -> [BoxRun] {
    guard runs.count > 2 else { return runs }
    var levels = DrawLevels<ShaderCatalog>(in: region, cellSide: 64)
    let places = runs.map { levels.place($0.bounds, $0.program) }
    let sorted = instances.sort(runs.map(\.instances), by: places, levels: levels.kinds.count)
    var result = zip(levels.kinds, sorted).map { program, instances in
      BoxRun(program: program, instances: instances, area: 0, bounds: region)
    }
    for (run, place) in zip(runs, places) { result[place].area += run.area }
    return result
  }
}
