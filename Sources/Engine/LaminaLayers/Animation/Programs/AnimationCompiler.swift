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

/// Converts the values of one property animation to the property's type.
struct ValueCompiler {
  let path: LayerKeyPath
  let animation: CAPropertyAnimation
  /// Takes reports of values that cannot be animated as they are described.
  let report: (_ code: String, _ message: String) -> Void

  /// The compiled values.
  enum Result {
    case none
    case ends(HotProperty, HotEnds)
    case detail(TrackDetail)
  }

  func compile() -> Result {
    if let function = valueFunction { return compile(function) }
    let target = self.target
    switch animation {
    case let basic as CABasicAnimation:
      let ends = BasicEnds(
        from: typed(basic.fromValue, "fromValue"), to: typed(basic.toValue, "toValue"),
        by: typed(basic.byValue, "byValue"))
      if case .hot(let property) = target {
        return .ends(
          property,
          HotEnds(
            from: ends.from?.upToFourNumbers, to: ends.to?.upToFourNumbers,
            by: ends.by?.upToFourNumbers))
      }
      return .detail(TrackDetail(target: target, source: .basic(ends, mix(ends))))
    case let keyframes as CAKeyframeAnimation:
      if keyframes.path != nil, let result = motion(keyframes, target) { return result }
      return values(keyframes, target)
    default:
      report("unsupported-animation", "an animation of type \(type(of: animation)) animates nothing")
      return .none
    }
  }

  private var valueFunction: ValueFunction? {
    guard let function = animation.valueFunction else { return nil }
    if path.step.type == .transform { return function.kind }
    report(
      "invalid-value-function",
      "the value function of an animation of '\(path.text)' makes transforms; the animation runs without it")
    return nil
  }

  /// The place that the animation writes to.
  private var target: TrackDetail.Target {
    guard case .layer = path.owner else { return .path(path) }
    if path.step.key.name == "transform", path.step.component == nil { return .transform }
    return path.step.hot.map { .hot($0) } ?? .path(path)
  }

  /// Returns a value in the property's type; `nil` for a value that is not set, or of another type.
  private func typed(_ value: Any?, _ what: String) -> LayerValue? {
    guard let value else { return nil }
    let type = path.step.type
    guard let typed = LayerValue(value, as: type), !isForeign(typed) else {
      report(
        "invalid-animation-value",
        "\(what) of an animation of '\(path.text)' is \(Swift.type(of: value)) where \(type.description) is wanted; "
          + "it counts as not set")
      return nil
    }
    if case .number(let number) = typed, !number.isFinite {
      report("invalid-animation-value", "\(what) of an animation of '\(path.text)' is \(number); it counts as not set")
      return nil
    }
    if case .none = typed {
      // `none` is a value of pictures and of other optional values; for all other types it means that the value is left
      // out.
      if case .image = type { return typed }
      return nil
    }
    return typed
  }

  /// Whether a value is of an unsuitable type that the property merely stores.
  private func isForeign(_ value: LayerValue) -> Bool {
    guard case .object(let object) = value else { return false }
    switch path.step.type {
    case .object: return false
    case .string: return !(object is NSAttributedString)
    default: return true
    }
  }

  private func mix(_ ends: BasicEnds) -> ValueMix? {
    guard let from = ends.from, let to = ends.to else { return nil }
    let mix = ValueMix(from, to, of: path.type)
    if mix.isMismatch { report("unequal-values", unequal) }
    return mix
  }

  private var unequal: String {
    "the values of an animation of '\(path.text)' have not the same structure; it jumps half way"
  }

  private func compile(_ function: ValueFunction) -> Result {
    func numbers(_ value: Any?, _ what: String) -> SIMD4<Double>? {
      guard let value else { return nil }
      if let numbers = function.numbers(value), (numbers - numbers) == .zero { return numbers }
      report(
        "invalid-animation-value",
        "\(what) of an animation of '\(path.text)' is \(type(of: value)) where its value function wants "
          + (function.takesThree ? "three numbers" : "a number") + "; it counts as not set")
      return nil
    }
    let target: TrackDetail.Target
    if case .layer = path.owner, path.step.key.name == "transform" {
      target = .function(function)
    } else {
      report("unsupported-key-path", "a value function works on 'transform' only; the animation is left out")
      return .none
    }
    if let basic = animation as? CABasicAnimation {
      let ends = HotEnds(
        from: numbers(basic.fromValue, "fromValue"), to: numbers(basic.toValue, "toValue"),
        by: numbers(basic.byValue, "byValue"))
      return .detail(TrackDetail(target: target, source: .numbers(ends)))
    }
    guard let keyframes = animation as? CAKeyframeAnimation else { return .none }
    let rows = (keyframes.values ?? []).compactMap { numbers($0, "a value") }
    guard rows.count > 1 else { return tooFewValues(rows.count) }
    return .detail(TrackDetail(target: target, source: .rows(times(keyframes, count: rows.count), rows)))
  }

  /// Core Animation shows a layer without a keyframe animation that has one value, according to its pictures.
  private func tooFewValues(_ count: Int) -> Result {
    report(
      "invalid-animation-value",
      "a keyframe animation of '\(path.text)' has \(count == 0 ? "no values" : "one value, where two are the fewest,") "
        + "and is left out")
    return .none
  }

  private func times(_ keyframes: CAKeyframeAnimation, count: Int, lengths: [Double]? = nil, isPath: Bool = false)
    -> KeyframeTimes
  {
    let times = KeyframeTimes(keyframes, count: count, lengths: lengths, isPath: isPath)
    if let problem = times.problem { report("invalid-key-times", "an animation of '\(path.text)' has \(problem)") }
    return times
  }

  // MARK: Keyframes

  private func motion(_ keyframes: CAKeyframeAnimation, _ target: TrackDetail.Target) -> Result? {
    let type = path.step.type
    let isPaced = keyframes.calculationMode == .paced || keyframes.calculationMode == .cubicPaced
    guard type == .point || type == .size, let followed = keyframes.path,
      let motion = PathMotion(followed, isPaced: isPaced)
    else {
      report(
        "invalid-animation-value",
        "the path of an animation of '\(path.text)' is not followed: it has no points, or the property is none")
      return nil
    }
    let times = times(
      keyframes, count: motion.segments.count + 1, lengths: isPaced ? motion.lengths : nil, isPath: true)
    var turn: Double?
    switch keyframes.rotationMode {
    case nil: break
    case .rotateAuto?: turn = 0
    case .rotateAutoReverse?: turn = .pi
    case let other?:
      report("unknown-rotation-mode", "the rotation mode '\(other.rawValue.prefix(60))' is not known; nothing turns")
    }
    return .detail(TrackDetail(target: target, source: .motion(times, motion, turn: turn)))
  }

  private func values(_ keyframes: CAKeyframeAnimation, _ target: TrackDetail.Target) -> Result {
    let values = (keyframes.values ?? []).compactMap { typed($0, "a value") }
    guard values.count > 1 else { return tooFewValues(values.count) }
    if let result = smooth(keyframes, values, target) { return .detail(TrackDetail(target: target, source: result)) }
    let lengths = keyframes.calculationMode == .paced ? Self.distances(values) : nil
    let times = times(keyframes, count: values.count, lengths: lengths)
    if case .hot = target {
      let rows = values.compactMap(\.upToFourNumbers)
      if rows.count == values.count { return .detail(TrackDetail(target: target, source: .rows(times, rows))) }
    }
    var mixes: [ValueMix] = []
    if keyframes.calculationMode != .discrete {
      mixes = zip(values, values.dropFirst()).map { ValueMix($0, $1, of: path.type) }
      if mixes.contains(where: \.isMismatch) { report("unequal-values", unequal) }
    }
    return .detail(TrackDetail(target: target, source: .values(times, values, mixes)))
  }

  /// The values of the cubic modes, for transforms and for values that are rows of equally many numbers.
  private func smooth(_ keyframes: CAKeyframeAnimation, _ values: [LayerValue], _ target: TrackDetail.Target)
    -> TrackDetail.Source?
  {
    let mode = keyframes.calculationMode
    guard mode == .cubic || mode == .cubicPaced else { return nil }
    if let curve = TransformCurve(values.compactMap(\.transform), keyframes), case .transform = values[0] {
      return .transforms(
        times(keyframes, count: values.count, lengths: mode == .cubicPaced ? curve.lengths : nil), curve)
    }
    let rows = values.compactMap(\.flattened)
    guard let first = rows.first, rows.count == values.count,
      rows.allSatisfy({ $0.form == first.form && $0.numbers.count == first.numbers.count })
    else { return nil }
    let cubic = CubicValues(rows.map(\.numbers), keyframes)
    return .cubic(
      times(keyframes, count: values.count, lengths: mode == .cubicPaced ? cubic.lengths : nil), cubic, first.form)
  }

  /// The distance of each value from the one before; `nil` for types that have no distance.
  private static func distances(_ values: [LayerValue]) -> [Double]? {
    let rows = values.map { value -> [Double]? in
      if case .transform(let transform) = value {
        let rows = [transform.row1, transform.row2, transform.row3, transform.row4]
        return rows.flatMap { row in (0..<4).map { row[$0] } }
      }
      return value.flattened?.numbers
    }
    let known = rows.compactMap(\.self)
    guard known.count == values.count, known.allSatisfy({ $0.count == known[0].count }) else { return nil }
    return zip(known, known.dropFirst()).map(CubicValues.distance)
  }
}
