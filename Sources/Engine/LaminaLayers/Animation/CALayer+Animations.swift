// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

internal import Foundation
internal import LaminaGeometry

// Adding, finding and removing animations. Members that subclasses override are in the body of `CALayer` and call
// these.

extension CALayer {
  /// The layer's animations; `nil` for most layers.
  final var animations: LayerAnimations? { attachments?.animations }

  /// The animations, ready to be written out: the key, where there is one, and the layer's copy.
  package final var addedAnimations: [(key: String?, animation: CAAnimation)] {
    (animations?.entries ?? []).map { ($0.key, $0.animation) }
  }

  final func addAnimation(_ animation: CAAnimation, forKey key: String?) {
    let copy = (animation.copy() as? CAAnimation) ?? animation
    let key = copy is CATransition ? kCATransition : key
    let transaction = TransactionState.current
    let program = AnimationCompiler.program(
      for: copy, on: self, now: CALayer.localTime(of: MediaClock.time, from: nil, to: self),
      fallback: transaction.settings.duration.flatMap { $0 > 0 ? $0 : nil } ?? CATransaction.defaultDuration)
    (copy as? CATransition)?.before = nil
    if let key { removeAnimations { $0.key == key } }
    let animations = self.animations ?? LayerAnimations()
    attach(animations, at: \.animations)
    properties.flags.insert(.animated)
    let serial = transaction.added(copy, program.timing, to: self)
    animations.append(LayerAnimations.Entry(key: key, animation: copy, program: program, serial: serial))
  }

  /// Removes animations; their delegates are told when the transaction ends.
  final func removeAnimations(where fits: (LayerAnimations.Entry) -> Bool) {
    guard let animations else { return }
    let removed = animations.remove(where: fits)
    for entry in removed { TransactionState.current.removed(entry.serial) }
    forgetOwnContentsIfUnanimated()
    forgetAnimationsIfEmpty()
  }

  private final func forgetAnimationsIfEmpty() {
    guard animations?.entries.isEmpty == true else { return }
    attach(nil, at: \.animations)
    properties.flags.remove(.animated)
  }

  /// Removes an animation that has come to its end.
  final func forgetAnimation(_ serial: Int) {
    _ = animations?.remove { $0.serial == serial }
    forgetOwnContentsIfUnanimated()
    forgetAnimationsIfEmpty()
  }
}

extension CALayer {
  /// The layer as it looks at a time of its own: a copy without sublayers; the layer itself without animations.
  ///
  /// - Parameter makeCopy: Makes the copy; a layer of the layer's kind by default.
  final func presented(at time: Double, as makeCopy: @autoclosure () -> CALayer? = nil) -> CALayer {
    guard let animations else { return self }
    var animator = LayerAnimator()
    let copy = makeCopy() ?? self.properties.kind.makeCopy(of: self)
    var properties = self.properties
    animator.apply(animations, of: self, at: time, to: &properties, in: copy)
    copy.properties.flags.remove(.animated)
    copy.attach(self, at: \.model)
    return copy
  }

  /// Returns a copy of the layer and all in it, masks included, as they look now, without animations.
  final func pictureCopy() -> CALayer {
    updateIfNeeded()
    let root = stillCopy()
    var open: [(source: CALayer, copy: CALayer)] = [(self, root)]
    while let (source, copy) = open.popLast() {
      for sublayer in source.sublayerStorage {
        let still = sublayer.stillCopy()
        copy.insert(still, at: .max)
        open.append((sublayer, still))
      }
      if let mask = source.attachments?.mask {
        let still = mask.stillCopy()
        copy.replaceMask(with: still)
        open.append((mask, still))
      }
      // The source is laid out already; inserting sublayers has only marked the copy.
      copy.properties.flags.subtract([.needsLayout, .needsDisplay])
    }
    return root
  }

  private final func stillCopy() -> CALayer {
    let now = CALayer.localTime(of: MediaClock.time, from: nil, to: self)
    var copy = presented(at: now)
    if copy === self { copy = properties.kind.makeCopy(of: self) }
    return copy
  }
}

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

// The simplest animations, which are also the most frequent: from one known value to another, of a property that is a
// few numbers. All values for their evaluation are stored together.

/// A step of applying the animations of a layer: one simple animation, or a whole program.
struct AnimationStep {
  /// The index of the program to apply, or -1 where this is a simple animation.
  var program: Int32
  private var property = HotProperty.opacity
  private var timing: CycleTiming
  private var curve = TimingCurve.linear
  private var from = SIMD4<Double>.zero
  private var to = SIMD4<Double>.zero

  /// Makes a step that applies a program.
  init(program: Int) {
    self.program = Int32(clamping: program)
    timing = CycleTiming(MediaTiming(), fallback: 1)
  }

  /// Makes a simple animation; `nil` for a track that is not simple.
  init?(_ track: AnimationTrack) {
    guard track.scope < 0, track.detail < 0, track.spring == nil, !track.isAdditive, !track.isCumulative,
      let from = track.ends.from, let to = track.ends.to
    else { return nil }
    program = -1
    (property, timing, curve) = (track.property, track.timing, track.curve)
    (self.from, self.to) = (from, to)
  }

  /// Writes the value of the simple animation at a time of the layer, if the animation shows.
  @inline(__always)
  func apply(to state: inout AnimatedProperties, at time: Double) {
    guard let moment = timing.moment(at: time) else { return }
    let way = curve.isLinear ? moment.progress : curve(moment.progress)
    state.write(property, way == 1 ? to : from + (to - from) * way)
  }
}

extension AnimationProgram {
  /// The program as simple animations; `nil` where it contains more.
  var plainSteps: [AnimationStep]? {
    guard scopes.isEmpty, transition == nil, problems.isEmpty else { return nil }
    let steps = tracks.compactMap(AnimationStep.init)
    return steps.count == tracks.count ? steps : nil
  }
}
