/// The animations of one layer, in the order in which they were added.
final class LayerAnimations {
  /// One animation.
  struct Entry {
    /// The key; `nil` for one that was added without.
    var key: String?
    /// The layer's copy.
    var animation: CAAnimation
    var program: AnimationProgram
    /// Which one it is in the thread's order of additions.
    var serial = 0
  }

  private(set) var entries: [Entry] = []
  /// Whether any of them needs a layer to write to.
  private(set) var needsScratch = false
  /// The transition, if there is one.
  var transition: TransitionTrack? { entries.last { $0.program.transition != nil }?.program.transition }

  func append(_ entry: Entry) {
    entries.append(entry)
    update()
  }

  /// Takes out what fits.
  func remove(where fits: (Entry) -> Bool) -> [Entry] {
    let removed = entries.filter(fits)
    if removed.isEmpty { return [] }
    entries.removeAll(where: fits)
    update()
    return removed
  }

  private func update() {
    needsScratch = entries.contains { $0.program.needsScratch }
  }
}
