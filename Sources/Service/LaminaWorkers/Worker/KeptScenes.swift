// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

internal import CSandbox
import Lamina
import LaminaScene

/// Documents that a worker was asked to draw more than once lately, as the trees that they make.
///
/// What names one is the parent's word. A tree is lent for one picture and comes back when all values that were set are
/// what they were; one that does not come back is read again from its document.
final class KeptScenes {
  /// What decides how a document is read.
  struct Key: Hashable {
    /// The parent's name of the bytes.
    var identity: String
    /// What messages call the document.
    var document: String
    var limits: SceneLimits
    var lottieMotion: LottieMotion

    /// The key of an order; `nil` where its document has no name, or is put into a state before its values are set,
    /// or gets captions after that.
    init?(_ order: PictureOrder) {
      let request = order.request
      guard let identity = order.identity, request.state == nil, request.fromState == nil, request.tilt == nil,
        request.captions == nil
      else { return nil }
      (self.identity, document, limits) = (identity, request.document, request.limits)
      lottieMotion = request.lottieMotion
    }
  }

  /// A tree, and the memory that reading it took. Bytes.
  struct Entry {
    var scene: Scene
    var cost: Int
  }

  /// How many trees are kept, how much memory they take together and each, in bytes, and how many names are remembered.
  private static let (mostScenes, mostBytes, mostBytesOfOne, mostNames) = (8, 64 << 20, 32 << 20, 64)

  /// What was used last stands last.
  private var kept: [(key: Key, entry: Entry)] = []
  private var names: [Key] = []

  /// Lends a tree.
  ///
  /// - Returns: `nil` for one that has to be read.
  func take(_ key: Key) -> Entry? {
    guard let place = kept.firstIndex(where: { $0.key == key }) else { return nil }
    return kept.remove(at: place).entry
  }

  /// Whether a document was asked for lately, and is from now on.
  func isKnown(_ key: Key) -> Bool {
    let place = names.firstIndex(of: key)
    if let place { names.remove(at: place) } else if names.count == Self.mostNames { names.removeFirst() }
    names.append(key)
    return place != nil
  }

  /// Takes a tree that is as it was read.
  func put(_ entry: Entry, _ key: Key) {
    guard entry.cost <= Self.mostBytesOfOne else { return }
    kept.append((key, entry))
    var bytes = kept.reduce(0) { $0 + $1.entry.cost }
    while kept.count > Self.mostScenes || bytes > Self.mostBytes { bytes -= kept.removeFirst().entry.cost }
  }

  /// How much memory the process has taken from its heap. Bytes.
  static var heapBytes: Int { Int(clamping: lamina_heap_bytes()) }
}
