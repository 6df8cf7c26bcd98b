import LaminaGeometry

/// Which entries of a space overlap on the screen, and which of two is in front.
struct OverlapRelations {
  /// More overlapping pairs than this are not looked at; plain depth decides then.
  private static let maximumPairs = 2_000_000

  private let entries: [SpaceEntry]
  /// For each entry, those that must be drawn after it.
  private var inFront: [[Int32]]
  /// How many must be drawn before each.
  private var behindCount: [Int32]
  /// Union-find parents: entries that overlap, directly or through others, share a root.
  private var parents: [Int32]
  private var piercing: Set<Int32> = []
  private(set) var isOverLimit = false

  init(_ entries: [SpaceEntry]) {
    self.entries = entries
    inFront = Array(repeating: [], count: entries.count)
    behindCount = Array(repeating: 0, count: entries.count)
    parents = entries.indices.map { Int32($0) }
    sweep()
  }

  /// Finds overlapping pairs: entries sorted by their left edge, against those whose right edge is not yet passed.
  private mutating func sweep() {
    let boxes = entries.map { entry -> SIMD4<Double> in
      guard let bounds = entry.polygon.bounds else { return SIMD4(repeating: .nan) }
      return SIMD4(bounds.minimum.x, bounds.minimum.y, bounds.maximum.x, bounds.maximum.y)
    }
    let order = entries.indices.sorted { (boxes[$0].x, $0) < (boxes[$1].x, $1) }
    var active: [Int] = []
    var pairs = 0
    for index in order {
      let box = boxes[index]
      active.removeAll { boxes[$0].z <= box.x }
      for other in active where boxes[other].y < box.w && box.y < boxes[other].w {
        pairs += 1
        relate(min(index, other), max(index, other))
      }
      guard pairs <= Self.maximumPairs else {
        isOverLimit = true
        return
      }
      active.append(index)
    }
  }

  /// Compares two entries over their overlap; `first` comes earlier in the array.
  private mutating func relate(_ first: Int, _ second: Int) {
    var overlap = entries[first].polygon
    overlap.clip(to: entries[second].polygon)
    guard !overlap.isEmpty, abs(overlap.signedDoubleArea) > 1e-9 else { return }
    let difference = entries[second].depth - entries[first].depth
    var (low, high) = (Double.infinity, -Double.infinity)
    for index in 0..<overlap.count {
      let value = difference.x * overlap[index].x + difference.y * overlap[index].y + difference.z
      low = min(low, value)
      high = max(high, value)
    }
    unite(first, second)
    if low < -DepthOrder.piercing, high > DepthOrder.piercing {
      piercing.insert(Int32(first))
      return
    }
    // The second is behind only where it clearly is: equal planes keep array order.
    let isBehind = low < -DepthOrder.coplanar && -low > high
    let (back, front) = isBehind ? (second, first) : (first, second)
    inFront[back].append(Int32(front))
    behindCount[front] += 1
  }

  private mutating func unite(_ first: Int, _ second: Int) {
    let (a, b) = (root(first), root(second))
    if a != b { parents[max(a, b)] = Int32(min(a, b)) }
  }

  private mutating func root(_ index: Int) -> Int {
    var current = index
    while Int(parents[current]) != current {
      parents[current] = parents[Int(parents[current])]
      current = Int(parents[current])
    }
    return current
  }

  /// The groups of entries that overlap, each in array order, by their first member.
  mutating func groups() -> [[Int]] {
    var positions = [Int](repeating: -1, count: entries.count)
    var result: [[Int]] = []
    for index in entries.indices {
      let root = root(index)
      if positions[root] < 0 {
        positions[root] = result.count
        result.append([])
      }
      result[positions[root]].append(index)
    }
    return result
  }

  /// Whether two planes of the group pass through each other.
  func intersects(_ group: [Int]) -> Bool {
    !piercing.isEmpty && group.contains { piercing.contains(Int32($0)) }
  }

  /// The group back to front, of all right orders the one nearest to array order.
  ///
  /// - Returns: `nil` where planes lie over one another in a circle.
  mutating func sorted(_ group: [Int]) -> [Int]? {
    guard group.count > 1 else { return group }
    var ready = IndexHeap()
    for index in group where behindCount[index] == 0 { ready.push(Int32(index)) }
    var result: [Int] = []
    result.reserveCapacity(group.count)
    while let index = ready.pop() {
      result.append(Int(index))
      for next in inFront[Int(index)] {
        behindCount[Int(next)] -= 1
        if behindCount[Int(next)] == 0 { ready.push(next) }
      }
    }
    return result.count == group.count ? result : nil
  }
}

/// A binary heap that gives the least number first.
private struct IndexHeap {
  private var storage: [Int32] = []

  mutating func push(_ value: Int32) {
    storage.append(value)
    var child = storage.count - 1
    while child > 0 {
      let parent = (child - 1) / 2
      guard storage[child] < storage[parent] else { return }
      storage.swapAt(child, parent)
      child = parent
    }
  }

  mutating func pop() -> Int32? {
    guard let first = storage.first, let last = storage.popLast() else { return nil }
    guard !storage.isEmpty else { return first }
    storage[0] = last
    var parent = 0
    while true {
      var least = parent
      for child in [2 * parent + 1, 2 * parent + 2] where child < storage.count && storage[child] < storage[least] {
        least = child
      }
      guard least != parent else { return first }
      storage.swapAt(least, parent)
      parent = least
    }
  }
}
