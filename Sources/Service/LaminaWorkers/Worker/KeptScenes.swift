// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

internal import CSandbox
import Lamina
import LaminaScene

/// Layer trees of documents that a worker was recently asked to draw more than once.
///
/// The parent names the documents. A tree is lent for one picture and returned once all assigned values are restored;
/// one that is not returned is read again from its document.
final class KeptScenes {
  /// The inputs that determine how a document is read.
  struct Key: Hashable {
    /// The parent's name for the bytes.
    var identity: String
    /// The document's name in messages.
    var document: String
    var limits: SceneLimits
    var lottieMotion: LottieMotion

    /// The key of an order; `nil` if its document has no identity, is put into a state before its values are assigned,
    /// or gets captions afterwards.
    init?(_ order: PictureOrder) {
      let request = order.request
      guard let identity = order.identity, request.state == nil, request.fromState == nil, request.tilt == nil,
        request.captions == nil
      else { return nil }
      (self.identity, document, limits) = (identity, request.document, request.limits)
      lottieMotion = request.lottieMotion
    }
  }

  /// A tree, and the memory that reading it took, in bytes.
  struct Entry {
    var scene: Scene
    var cost: Int
  }

  /// The maximum number of trees, of their bytes together, of the bytes of each, and of remembered names.
  private static let (mostScenes, mostBytes, mostBytesOfOne, mostNames) = (8, 64 << 20, 32 << 20, 64)

  /// Trees in the order of their last use, the most recent at the end.
  private var kept: [(key: Key, entry: Entry)] = []
  private var names: [Key] = []

  /// Lends a tree.
  ///
  /// - Returns: The tree; `nil` if the document has to be read.
  func take(_ key: Key) -> Entry? {
    guard let place = kept.firstIndex(where: { $0.key == key }) else { return nil }
    return kept.remove(at: place).entry
  }

  /// Whether a document was requested recently; records that it was requested now.
  func isKnown(_ key: Key) -> Bool {
    let place = names.firstIndex(of: key)
    if let place { names.remove(at: place) } else if names.count == Self.mostNames { names.removeFirst() }
    names.append(key)
    return place != nil
  }

  /// Keeps a tree that is unchanged since it was read.
  func put(_ entry: Entry, _ key: Key) {
    guard entry.cost <= Self.mostBytesOfOne else { return }
    kept.append((key, entry))
    var bytes = kept.reduce(0) { $0 + $1.entry.cost }
    while kept.count > Self.mostScenes || bytes > Self.mostBytes { bytes -= kept.removeFirst().entry.cost }
  }

  /// The memory that the process has allocated from its heap, in bytes.
  static var heapBytes: Int { Int(clamping: lamina_heap_bytes()) }
}
