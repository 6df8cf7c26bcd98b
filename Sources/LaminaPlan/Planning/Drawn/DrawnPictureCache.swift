import Foundation
import LaminaGeometry
import LaminaGraphics
import Synchronization

/// What a drawn picture is known by: what it shows and its texels.
struct DrawnPictureKey: Hashable, Sendable {
  var subject: DrawnSubject
  /// Layer points to texels: a, b, c, d, tx, ty.
  private var texelFromLayer: [Double]
  private var region: PixelRect

  init(_ subject: DrawnSubject, _ grid: TexelGrid) {
    self.subject = subject
    let map = grid.texelFromLayer
    texelFromLayer = [map.a, map.b, map.c, map.d, map.tx, map.ty].map(Double.init)
    region = grid.region
  }
}

/// The pictures that were drawn lately, for all planners of the process.
///
/// It changes what a plan costs, never what is in it: a picture is a function of its key. When the budget is reached,
/// those that were used longest ago go, a quarter of the budget at a time.
final class DrawnPictureCache: Sendable {
  /// The one cache.
  static let shared = DrawnPictureCache(budget: 256 << 20)

  private struct Entry {
    var picture: DrawnPicture
    var lastUse: Int
  }

  private struct State {
    var entries: [DrawnPictureKey: Entry] = [:]
    var bytes = 0
    var time = 0
  }

  private let budget: Int
  private let state = Mutex(State())

  /// - Parameter budget: The bytes of pictures that are kept.
  init(budget: Int) {
    self.budget = budget
  }

  /// How many bytes of pictures it keeps.
  var bytes: Int { state.withLock { $0.bytes } }

  /// The picture of `key`, drawn where it is not there.
  ///
  /// Two threads that miss the same picture both draw it; the first one's is kept.
  ///
  /// - Parameter draw: Draws it; not under the lock.
  /// - Returns: The picture, and whether it had to be drawn.
  func picture(_ key: DrawnPictureKey, draw: () -> DrawnPicture) -> (picture: DrawnPicture, isNew: Bool) {
    let known = state.withLock { state -> DrawnPicture? in
      state.time += 1
      state.entries[key]?.lastUse = state.time
      return state.entries[key]?.picture
    }
    if let known { return (known, false) }
    let made = draw()
    let kept = state.withLock { state -> DrawnPicture in
      if let other = state.entries[key]?.picture { return other }
      guard made.bytes <= budget / 2 else { return made }
      state.time += 1
      state.entries[key] = Entry(picture: made, lastUse: state.time)
      state.bytes += made.bytes
      if state.bytes > budget { Self.evict(&state, to: budget - budget / 4) }
      return made
    }
    return (kept, true)
  }

  private static func evict(_ state: inout State, to bytes: Int) {
    for (key, entry) in state.entries.sorted(by: { $0.value.lastUse < $1.value.lastUse }) {
      guard state.bytes > bytes else { return }
      state.bytes -= entry.picture.bytes
      state.entries[key] = nil
    }
  }
}
