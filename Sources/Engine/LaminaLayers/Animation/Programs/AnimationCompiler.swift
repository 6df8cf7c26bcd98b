// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

internal import Foundation
internal import LaminaGeometry

// Compiles animations to programs: resolves key paths, converts values, flattens groups. Groups are walked with an
// explicit stack, and their animations are counted, so neither deep groups nor a group that contains itself do harm.

/// Compiles an animation for layers of one class.
struct AnimationCompiler {
  private let layer: CALayer
  private let program: AnimationProgram
  private let table: LayerKeyTable

  /// The maximum number of groups and animations under one key; more of them are left out.
  static let maximumTracks = 100_000

  /// An animation to compile.
  private struct Waiting {
    var animation: CAAnimation
    var scope: Int32
    var fallback: Double
  }

  /// Makes a program.
  ///
  /// - Parameters:
  ///   - now: The layer's time, at which an animation without a begin time begins.
  ///   - fallback: The duration of an animation that has none.
  static func program(for animation: CAAnimation, on layer: CALayer, now: Double, fallback: Double)
    -> AnimationProgram
  {
    var timing = CycleTiming(animation.timing, fallback: fallback)
    if animation.timing.beginTime == 0 { timing.begin = now }
    var compiler = AnimationCompiler(layer: layer, program: AnimationProgram(timing: timing))
    compiler.add(animation, fallback: fallback)
    return compiler.program
  }

  private init(layer: CALayer, program: AnimationProgram) {
    self.layer = layer
    self.program = program
    table = LayerKeyTable.of(layer)
  }

  private mutating func add(_ root: CAAnimation, fallback: Double) {
    var waiting = [Waiting(animation: root, scope: -1, fallback: fallback)]
    var count = 0
    while let next = waiting.popLast() {
      count += 1
      guard count <= Self.maximumTracks else {
        return report(
          "too-many-animations", "an animation holds more than \(Self.maximumTracks) others; some are left out")
      }
      checkTiming(next.animation)
      let isRoot = next.scope < 0
      let timing = isRoot ? program.timing : CycleTiming(next.animation.timing, fallback: next.fallback)
      switch next.animation {
      case let group as CAAnimationGroup:
        program.scopes.append(
          AnimationScope(parent: next.scope, timing: timing, curve: group.timingFunction?.curve ?? .linear))
        let scope = Int32(program.scopes.count - 1)
        // Animations beyond the limit would only fill memory; one more is enough to detect them.
        let room = max(0, Self.maximumTracks - count - waiting.count) + 1
        for child in (group.animations ?? []).prefix(room).reversed() {
          waiting.append(Waiting(animation: child, scope: scope, fallback: timing.duration))
        }
      case let property as CAPropertyAnimation:
        add(property, scope: next.scope, timing: timing)
      case let transition as CATransition:
        add(transition, isRoot: isRoot, timing: timing)
      default:
        report("unsupported-animation", "an animation of type \(type(of: next.animation)) animates nothing")
      }
    }
  }

  private func report(_ code: String, _ message: String) {
    guard program.problems.count < 100 else { return }
    program.problems.append(FilterProblem(code: code, message: message))
  }

  private func checkTiming(_ animation: CAAnimation) {
    let timing = animation.timing
    let numbers: [(String, Double, canBeInfinite: Bool)] = [
      ("beginTime", timing.beginTime, false), ("duration", timing.duration, true),
      ("speed", Double(timing.speed), false),
      ("timeOffset", timing.timeOffset, false), ("repeatCount", Double(timing.repeatCount), true),
      ("repeatDuration", timing.repeatDuration, true),
    ]
    for (name, value, canBeInfinite) in numbers where value.isNaN || (value.isInfinite && !canBeInfinite) {
      report("invalid-timing", "\(name) of an animation is \(value); it counts as not set")
    }
    if timing.duration < 0 {
      report("invalid-timing", "the duration of an animation is \(timing.duration); it counts as not set")
    }
  }

  private func checkSpring(_ spring: CASpringAnimation) {
    let numbers: [(String, CGFloat, isFine: Bool)] = [
      ("mass", spring.mass, spring.mass > 0), ("stiffness", spring.stiffness, spring.stiffness > 0),
      ("damping", spring.damping, spring.damping >= 0), ("initialVelocity", spring.initialVelocity, true),
    ]
    for (name, value, isFine) in numbers where !isFine || !value.isFinite {
      report("invalid-spring", "\(name) of a spring is \(value); it counts as not set")
    }
  }

  /// Compiles one property animation.
  private func add(_ animation: CAPropertyAnimation, scope: Int32, timing: CycleTiming) {
    guard let text = animation.keyPath, !text.isEmpty else {
      return report("unknown-key-path", "an animation has no key path and is left out")
    }
    let path: LayerKeyPath
    do throws(KeyPathError) {
      path = try LayerKeyPath(text, in: table)
    } catch {
      var near: [String] = []
      if case .unknownKeyPath(_, _, let names) = error { near = names }
      guard let own = LayerKeyPath(own: text, of: layer, for: animation, near: near) else {
        return report("unknown-key-path", "an animation is left out: \(error)")
      }
      path = own
      program.ownKeys.append(AnimatedOwnKey(path: own, needsDisplay: type(of: layer).needsDisplay(forKey: text)))
    }
    if case .layer = path.owner, path.step.key.animates == .never {
      return report("unsupported-key-path", "'\(text)' cannot be animated; the animation is left out")
    }
    var track = AnimationTrack(
      scope: scope, timing: timing, curve: animation.timingFunction?.curve ?? .linear,
      spring: (animation as? CASpringAnimation)?.motion, isAdditive: animation.isAdditive,
      isCumulative: animation.isCumulative && !animation.autoreverses)
    if let spring = animation as? CASpringAnimation { checkSpring(spring) }
    let values = ValueCompiler(path: path, animation: animation, report: report)
    switch values.compile() {
    case .none: return
    case .ends(let property, let ends):
      track.property = property
      track.ends = ends
    case .detail(let detail):
      track.detail = Int32(program.details.count)
      program.details.append(detail)
    }
    program.tracks.append(track)
  }

  private func add(_ transition: CATransition, isRoot: Bool, timing: CycleTiming) {
    guard isRoot else {
      return report("unsupported-animation", "a transition in a group is left out")
    }
    if layer.properties.flags.contains(.keepsDepth) {
      return report("unsupported-animation", "a transition of a layer that keeps its depth is left out")
    }
    let kinds: [CATransitionType: TransitionTrack.Kind] = [
      .fade: .fade, .moveIn: .moveIn, .push: .push, .reveal: .reveal,
    ]
    if kinds[transition.type] == nil {
      report("unknown-transition", "the transition '\(transition.type.rawValue.prefix(60))' is not known; it fades")
    }
    if transition.filter != nil {
      report("unsupported-transition-filter", "a transition's filter is not applied; it runs without")
    }
    let directions: [CATransitionSubtype: SIMD2<Double>] = [
      .fromRight: [1, 0], .fromLeft: [-1, 0], .fromTop: [0, 1], .fromBottom: [0, -1],
    ]
    func fraction(_ value: Float) -> Double { value > 0 ? min(Double(value), 1) : 0 }
    let start = fraction(transition.startProgress)
    program.transition = TransitionTrack(
      kind: kinds[transition.type] ?? .fade,
      direction: transition.subtype.flatMap { directions[$0] } ?? [-1, 0], timing: timing,
      curve: transition.timingFunction?.curve ?? .linear, start: start,
      end: max(start, fraction(transition.endProgress)), before: transition.before ?? layer.pictureCopy())
  }
}
