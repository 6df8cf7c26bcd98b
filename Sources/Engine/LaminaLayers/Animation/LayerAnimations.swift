// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

/// The animations of one layer, in the order in which they were added.
final class LayerAnimations {
  /// One animation.
  struct Entry {
    /// The key; `nil` for an animation that was added without one.
    var key: String?
    /// The layer's copy.
    var animation: CAAnimation
    var program: AnimationProgram
    /// The serial number in the thread's order of additions.
    var serial = 0
  }

  private(set) var entries: [Entry] = []
  /// The steps that apply all animations, in order, in contiguous memory: otherwise, access to scattered objects takes
  /// most of the time of evaluating thousands of small animations.
  private(set) var steps: ContiguousArray<AnimationStep> = []
  /// Whether any animation needs a layer to write to.
  private(set) var needsScratch = false
  /// The animated keys that the layer's class adds.
  private(set) var ownKeys: [AnimatedOwnKey] = []
  /// Whether contents depend on any of these keys.
  private(set) var displaysOwnKeys = false
  /// The programs of the entries.
  private(set) var programs: ContiguousArray<AnimationProgram> = []
  /// The transition, if there is one.
  private(set) var transition: TransitionTrack?

  func append(_ entry: Entry) {
    entries.append(entry)
    prepare(entries.count - 1)
  }

  /// Removes all entries that match, and returns them.
  func remove(where fits: (Entry) -> Bool) -> [Entry] {
    let removed = entries.filter(fits)
    if removed.isEmpty { return [] }
    entries.removeAll(where: fits)
    (needsScratch, steps, programs, transition) = (false, [], [], nil)
    (ownKeys, displaysOwnKeys) = ([], false)
    for index in entries.indices { prepare(index) }
    return removed
  }

  private func prepare(_ index: Int) {
    let program = entries[index].program
    programs.append(program)
    if program.needsScratch { needsScratch = true }
    if let known = program.transition { transition = known }
    for key in program.ownKeys where !ownKeys.contains(where: { $0.path.text == key.path.text }) {
      ownKeys.append(key)
      if key.needsDisplay { displaysOwnKeys = true }
    }
    if let plain = program.plainSteps { steps += plain } else { steps.append(AnimationStep(program: index)) }
  }
}
