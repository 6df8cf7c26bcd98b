// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import Lamina

/// The growth of the time of a frame with the size of a workload.
package struct BenchGrowth {
  /// A step from one size to the next.
  struct Step {
    var count: Int
    /// The measured time, divided by the time in proportion to the previous size.
    var againstLinear: Double
  }

  var workload: String
  var configuration: String
  /// The smallest size.
  var first: Int
  /// The steps to the other sizes, in order; at least one.
  var steps: [Step]
  /// The time of the largest size, divided by the time in proportion to the smallest.
  var againstLinear: Double

  /// Finds the growth of each workload that was measured with several sizes.
  package static func find(in scenes: [SceneReport]) -> [BenchGrowth] {
    var found: [BenchGrowth] = []
    for group in Dictionary(grouping: scenes, by: \.workload).sorted(by: { ($0.key ?? "") < ($1.key ?? "") }) {
      guard let name = group.key else { continue }
      let sorted = group.value.sorted { ($0.count ?? 0) < ($1.count ?? 0) }
      for (index, configuration) in (sorted.first?.configurations.map(\.measured) ?? []).enumerated() {
        let points = sorted.map { (count: $0.count ?? 0, time: $0.configurations[index].measured.total.median) }
        let steps = zip(points, points.dropFirst()).filter { $0.count < $1.count && $0.time > 0 }
          .map { Step(count: $1.count, againstLinear: $1.time / $0.time * Double($0.count) / Double($1.count)) }
        guard let first = points.first, !steps.isEmpty else { continue }
        found.append(
          BenchGrowth(
            workload: name, configuration: configuration.name, first: first.count, steps: steps,
            againstLinear: steps.reduce(1) { $0 * $1.againstLinear }))
      }
    }
    return found
  }

  /// One line for people.
  package var text: String {
    let single = steps.map { "\($0.count): \($0.againstLinear.formatted(places: 2))" }.joined(separator: ", ")
    return "@\(workload), \(configuration): from \(first) on, times what the number before takes, in proportion: "
      + single + (steps.count > 1 ? "; in all \(againstLinear.formatted(places: 2))" : "") + "\n"
  }
}
