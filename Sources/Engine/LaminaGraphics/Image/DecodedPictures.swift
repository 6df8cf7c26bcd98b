// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import LaminaSystem
internal import Synchronization

/// A cache of recently decoded pictures, for all documents of the process.
///
/// A plan holds the pictures that it shows, whether or not they are cached; the cache is for later plans.
/// `BudgetedCache` is not used: here values are few and large, and several are removed at once.
package final class DecodedPictures: Sendable {
  /// The cache of the process.
  package static let shared = DecodedPictures(budget: 256 << 20)

  fileprivate struct Kept {
    var image: CGImage
    var document: ObjectIdentifier
    var cost: Int
    var use: Int
  }

  fileprivate struct State {
    var kept: [Int: Kept] = [:]
    /// The cost of the pictures of each document.
    var costs: [ObjectIdentifier: Int] = [:]
    var cost = 0
    var uses = 0
  }

  /// The greatest cost of all pictures together, bytes.
  package let budget: Int
  private let state = Locked(State())

  package init(budget: Int) { self.budget = budget }

  /// The cost of all cached pictures, bytes.
  package var keptBytes: Int { state.withLock { $0.cost } }

  /// Caches a picture that was used, and removes the least recently used pictures where there is no room.
  func keep(_ image: CGImage, of document: PictureDocument) {
    let owner = ObjectIdentifier(document)
    // The cost of small pictures is that of their objects.
    let cost = max(4 * image.width * image.height, 1 << 10)
    let gone = state.withLock { state -> [Kept] in
      state.uses += 1
      if state.kept[image.serial]?.image === image {
        state.kept[image.serial]?.use = state.uses
        return []
      }
      guard cost <= budget, cost <= document.limit else { return [] }
      var gone = state.remove(image.serial).map { [$0] } ?? []
      let documentLimit = min(document.limit, budget)
      if state.costs[owner, default: 0] + cost > documentLimit {
        gone += state.makeRoom(cost, limit: documentLimit, of: owner)
      }
      if state.cost + cost > budget { gone += state.makeRoom(cost, limit: budget, of: nil) }
      state.kept[image.serial] = Kept(image: image, document: owner, cost: cost, use: state.uses)
      state.costs[owner, default: 0] += cost
      state.cost += cost
      return gone
    }
    // Pictures are freed outside of the lock.
    withExtendedLifetime(gone) {}
  }

  /// Removes the pictures of a document that is freed.
  func removeAll(of document: ObjectIdentifier) {
    let gone = state.withLock { state -> [Kept] in
      guard state.costs[document] != nil else { return [] }
      return state.kept.filter { $0.value.document == document }.keys.compactMap { state.remove($0) }
    }
    withExtendedLifetime(gone) {}
  }
}

extension DecodedPictures.State {
  fileprivate mutating func remove(_ serial: Int) -> DecodedPictures.Kept? {
    guard let found = kept.removeValue(forKey: serial) else { return nil }
    cost -= found.cost
    costs[found.document, default: 0] -= found.cost
    if costs[found.document] == 0 { costs[found.document] = nil }
    return found
  }

  /// Removes pictures until a quarter of the limit is free, so that the work is not repeated for each picture, or only
  /// one is left.
  fileprivate mutating func makeRoom(_ wanted: Int, limit: Int, of owner: ObjectIdentifier?) -> [DecodedPictures.Kept] {
    let most = min(limit - wanted, limit / 4 * 3)
    var gone: [DecodedPictures.Kept] = []
    let candidates = kept.filter { owner == nil || $0.value.document == owner }
    for (serial, _) in candidates.sorted(by: { $0.value.use < $1.value.use }) {
      guard (owner.map { costs[$0, default: 0] } ?? cost) > most else { break }
      if let removed = remove(serial) { gone.append(removed) }
    }
    return gone
  }
}
