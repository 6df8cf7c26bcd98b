// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

/// One of several parts of a film that are exported separately, by different processes or machines.
public struct Shard: Sendable, Hashable {
  /// The number of the part, from 1.
  public let index: Int
  /// The number of parts.
  public let count: Int

  /// The largest number of parts.
  public static let maximumCount = 100_000

  /// Makes a shard.
  ///
  /// - Returns: `nil` unless 1 <= `index` <= `count` <= 100,000.
  public init?(_ index: Int, of count: Int) {
    guard (1...Self.maximumCount).contains(count), (1...count).contains(index) else { return nil }
    self.index = index
    self.count = count
  }

  /// The consecutive frames of this shard. All shards have the same number of frames, or one fewer.
  ///
  /// - Parameters:
  ///   - frames: All frames of the film.
  ///   - unit: The number of frames that stay together, counted from the first; a film's segments are never cut.
  package func part(of frames: Range<Int>, unit: Int = 1) -> Range<Int> {
    let units = (frames.count + unit - 1) / unit
    func bound(_ index: Int) -> Int { min(frames.upperBound, frames.lowerBound + index * units / count * unit) }
    return bound(index - 1)..<bound(index)
  }
}

extension Shard: CustomStringConvertible {
  /// `2/8`.
  public var description: String { "\(index)/\(count)" }
}
