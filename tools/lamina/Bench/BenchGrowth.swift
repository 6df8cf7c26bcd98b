import Lamina

/// How the time of a frame grows with the number of things in a workload.
struct BenchGrowth {
  var workload: String
  var configuration: String
  /// The smallest and the largest number that were measured.
  var counts: ClosedRange<Int>
  /// The time of the largest, divided by what it would be if each thing more cost what one cost at the smallest.
  var againstLinear: Double

  /// Compares the smallest and the largest of each workload that was measured with several numbers.
  static func find(in scenes: [SceneReport]) -> [BenchGrowth] {
    var found: [BenchGrowth] = []
    for group in Dictionary(grouping: scenes, by: \.workload).sorted(by: { ($0.key ?? "") < ($1.key ?? "") }) {
      let sorted = group.value.sorted { ($0.count ?? 0) < ($1.count ?? 0) }
      guard let name = group.key, let least = sorted.first, let most = sorted.last, let from = least.count,
        let to = most.count, from < to
      else { continue }
      for (first, last) in zip(least.configurations, most.configurations) where first.total.median > 0 {
        let ratio = last.total.median / first.total.median * Double(from) / Double(to)
        found.append(BenchGrowth(workload: name, configuration: first.name, counts: from...to, againstLinear: ratio))
      }
    }
    return found
  }

  /// One line for people.
  var text: String {
    "@\(workload), \(configuration): \(counts.upperBound) take \(againstLinear.formatted(places: 2)) times what "
      + "\(counts.lowerBound) take, in proportion\n"
  }
}
