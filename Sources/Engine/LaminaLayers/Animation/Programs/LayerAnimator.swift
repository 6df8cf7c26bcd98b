// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

internal import Foundation
internal import LaminaGeometry
internal import LaminaGraphics

// Applies programs to a copy of a layer's properties, at one time. The layer itself is only read (TIME-12).
//
// Properties that are plain numbers are written straight into the copy. For any other property, a scratch layer of the
// same class is made, with the values of the layer; its content is read after all animations have been applied.

/// Applies the animations of one layer after another.
struct LayerAnimator {
  /// The times of scopes; the array is reused for all layers, so that most need no allocation.
  private var scopeTimes: [Double] = []
  private var state = AnimatedProperties()
  private(set) var scratch: CALayer?
  /// The emitter cells that the scratch layer does not share with the layer.
  private var ownCells: Set<ObjectIdentifier> = []
  /// The fade between the pictures of `contents`.
  private(set) var fade: ContentsFade?
  /// Values that cannot be animated as they are described, found during the evaluation.
  private(set) var problems: [FilterProblem] = []

  /// Applies a layer's animations to its properties.
  ///
  /// - Parameters:
  ///   - time: The layer's own time.
  ///   - properties: The properties of the layer; afterwards, ``scratch`` has the properties that its class adds, where
  ///     there is a scratch layer.
  ///   - copy: A copy of the layer to write to, where there is one already.
  mutating func apply(
    _ animations: LayerAnimations, of layer: CALayer, at time: Double, to properties: inout LayerProperties,
    in copy: CALayer? = nil
  ) {
    if scratch != nil { scratch = nil }
    if fade != nil { fade = nil }
    if !problems.isEmpty { problems = [] }
    // The point about which a replicator's copies turn depends on the bounds.
    if copy != nil || animations.needsScratch || layer.properties.kind == .replicator {
      makeScratch(copy ?? layer.properties.kind.makeCopy(of: layer), of: layer)
    }
    withUnsafeMutablePointer(to: &properties) { place in
      state = AnimatedProperties(place)
      animations.steps.withUnsafeBufferPointer { steps in
        for index in steps.indices {
          if steps[index].program < 0 {
            steps[index].apply(to: &state, at: time)
          } else {
            apply(animations.programs[Int(steps[index].program)], at: time)
          }
        }
      }
      state.finish()
      state = AnimatedProperties()
    }
    if let scratch { scratch.properties = properties }
  }

  private mutating func makeScratch(_ made: CALayer, of layer: CALayer) {
    made.properties = layer.properties
    scratch = made
    ownCells = []
  }

  private mutating func apply(_ program: AnimationProgram, at time: Double) {
    if !program.problems.isEmpty { problems += program.problems }
    if !program.scopes.isEmpty { findScopeTimes(program.scopes, at: time) }
    program.tracks.withUnsafeBufferPointer { tracks in
      for index in tracks.indices {
        let start = tracks[index].scope < 0 ? time : scopeTimes[Int(tracks[index].scope)]
        guard let moment = tracks[index].timing.moment(at: start) else { continue }
        if tracks[index].detail < 0 {
          apply(tracks[index], moment)
        } else {
          apply(program.details[Int(tracks[index].detail)], tracks[index], moment)
        }
      }
    }
  }

  /// Computes the time inside each group; NaN where the group does not show.
  private mutating func findScopeTimes(_ scopes: [AnimationScope], at time: Double) {
    scopeTimes.removeAll(keepingCapacity: true)
    for scope in scopes {
      let outer = scope.parent < 0 ? time : scopeTimes[Int(scope.parent)]
      if let moment = scope.timing.moment(at: outer) {
        // The end of an endless cycle is never reached.
        let progress = scope.curve(moment.progress)
        scopeTimes.append(
          scope.timing.duration.isFinite ? progress * scope.timing.duration : outer - scope.timing.begin)
      } else {
        scopeTimes.append(.nan)
      }
    }
  }

  // MARK: Plain numbers

  @inline(__always)
  private mutating func apply(_ track: borrowing AnimationTrack, _ moment: CycleMoment) {
    let way = track.way(moment)
    let (property, cycle) = (track.property, track.isCumulative ? moment.cycle : 0)
    if track.ends.areKnown, !track.isAdditive, let from = track.ends.from, let to = track.ends.to {
      return state.write(property, Self.mix(from, to, way) + to * cycle)
    }
    write(property, track.ends, way, cycle, isAdditive: track.isAdditive)
  }

  private mutating func write(
    _ property: HotProperty, _ ends: HotEnds, _ way: Double, _ cycle: Double, isAdditive: Bool
  ) {
    let current = state.read(property)
    // A missing colour counts as the colour that it is mixed with, made clear.
    guard let base = current ?? (ends.from ?? ends.to ?? ends.by).map({ SIMD4($0.x, $0.y, $0.z, 0) }) else { return }
    let (from, to) = ends.resolved(over: base)
    let value = Self.mix(from, to, way) + to * cycle
    state.write(property, isAdditive && current != nil ? base + value : value)
  }

  @inline(__always)
  private static func mix(_ from: SIMD4<Double>, _ to: SIMD4<Double>, _ way: Double) -> SIMD4<Double> {
    way == 1 ? to : from + (to - from) * way
  }

  // MARK: Other values

  private mutating func apply(_ detail: TrackDetail, _ track: borrowing AnimationTrack, _ moment: CycleMoment) {
    let way = track.way(moment)
    let cycle = track.isCumulative ? moment.cycle : 0
    let isAdditive = track.isAdditive
    switch detail.source {
    case .numbers(let ends):
      guard case .function(let function) = detail.target else { return }
      let (from, to) = ends.resolved(over: function.neutral)
      write(Self.mix(from, to, way) + to * cycle, detail.target, isAdditive)
    case .rows(let times, let rows):
      let (index, fraction) = times.locate(way)
      let value = index + 1 < rows.count ? Self.mix(rows[index], rows[index + 1], fraction) : rows[index]
      write(value + rows[rows.count - 1] * cycle, detail.target, isAdditive)
    case .motion(let times, let motion, let turn):
      follow(motion, times, turn, way, cycle, detail.target, isAdditive)
    case .basic(let ends, let mix):
      let known: ValueMix
      if let mix {
        known = mix
      } else {
        let (from, to) = ends.resolved(over: read(detail.target))
        known = ValueMix(from, to, of: detail.target.type)
        if known.isMismatch { noteMismatch(detail.target) }
      }
      write(known, way, detail.target, Accumulation(cycle, known.value(at: 1)), isAdditive)
    case .values(let times, let values, let mixes):
      let (index, fraction) = times.locate(way)
      let end = Accumulation(cycle, values[values.count - 1])
      if index < mixes.count {
        write(mixes[index], fraction, detail.target, end, isAdditive)
      } else {
        write(end.added(to: values[index]), detail.target, isAdditive)
      }
    case .cubic(let times, let cubic, let form):
      let (index, fraction) = times.locate(way)
      var value = LayerValue(flattened: cubic.value(index, fraction), form)
      if cycle != 0 {
        value = Accumulation(cycle, LayerValue(flattened: cubic.value(.max - 1, 0), form)).added(to: value)
      }
      write(value, detail.target, isAdditive)
    case .transforms(let times, let curve):
      let (index, fraction) = times.locate(way)
      let end = Accumulation(cycle, .transform(curve.value(.max - 1, 0)))
      write(end.added(to: .transform(curve.value(index, fraction))), detail.target, isAdditive)
    }
  }

  /// The sum of the cycles before.
  private struct Accumulation {
    var total: LayerValue?

    init(_ cycle: Double, _ end: @autoclosure () -> LayerValue) {
      total = cycle == 0 ? nil : end().times(cycle)
    }

    func added(to value: LayerValue) -> LayerValue { total.flatMap { value.adding($0) } ?? value }
  }

  private mutating func follow(
    _ motion: PathMotion, _ times: KeyframeTimes, _ turn: Double?, _ way: Double, _ cycle: Double,
    _ target: TrackDetail.Target, _ isAdditive: Bool
  ) {
    let (index, fraction) = times.locate(way)
    let place = motion.place(index, fraction, needsDirection: turn != nil)
    var point = SIMD4(place.point.x, place.point.y, 0, 0)
    if cycle != 0, let last = motion.segments.last { point += SIMD4(last.end.x, last.end.y, 0, 0) * cycle }
    write(point, target, isAdditive)
    guard let turn, place.direction != .zero else { return }
    let angle = atan2(place.direction.y, place.direction.x) + turn
    state.transform = CATransform3DConcat(state.transform, CATransform3DMakeRotation(CGFloat(angle), 0, 0, 1))
  }

  private mutating func read(_ target: TrackDetail.Target) -> LayerValue {
    switch target {
    case .hot(let property): return state.read(property).map { LayerValue.numbers((0..<4).map($0.element)) } ?? .none
    case .transform, .function: return .transform(state.transform)
    case .path(let path):
      guard let scratch else { return .none }
      state.finish()
      scratch.properties = state.properties
      return (try? path.read(scratch)) ?? .none
    }
  }

  private mutating func write(_ numbers: SIMD4<Double>, _ target: TrackDetail.Target, _ isAdditive: Bool) {
    switch target {
    case .hot(let property):
      let base = isAdditive ? state.read(property) ?? .zero : .zero
      state.write(property, base + numbers)
    case .function(let function): write(.transform(function.transform(numbers)), .transform, isAdditive)
    case .transform: break
    case .path(let path):
      let isSize = path.type == .size
      write(
        isSize
          ? .size(CGSize(width: numbers.x, height: numbers.y)) : .point(CGPoint(x: numbers.x, y: numbers.y)),
        target, isAdditive)
    }
  }

  private mutating func write(
    _ mix: ValueMix, _ way: Double, _ target: TrackDetail.Target, _ end: Accumulation, _ isAdditive: Bool
  ) {
    if case .path(let path) = target, case .layer = path.owner, path.step.key.name == "contents" {
      fade = mix.fade(at: way)
    }
    write(end.added(to: mix.value(at: way)), target, isAdditive)
  }

  private mutating func write(_ value: LayerValue, _ target: TrackDetail.Target, _ isAdditive: Bool) {
    var value = value
    if isAdditive, let sum = read(target).adding(value) { value = sum }
    switch target {
    case .transform, .function:
      if case .transform(let transform) = value { state.transform = transform }
    case .hot(let property):
      if let numbers = value.upToFourNumbers { state.write(property, numbers) }
    case .path(let path): write(value, path)
    }
  }

  /// Writes a value to the scratch layer, where there is no faster way.
  private mutating func write(_ value: LayerValue, _ path: LayerKeyPath) {
    guard let scratch else { return }
    state.finish()
    scratch.properties = state.properties
    do throws(KeyPathError) {
      if case .cells(let names) = path.owner { takeCells(names, of: scratch) }
      try path.write(value.fitted(to: path.type), scratch)
    } catch {
      note("invalid-animation-value", "an animation has no effect: \(error)")
    }
    state.replace(by: scratch.properties)
  }

  private mutating func noteMismatch(_ target: TrackDetail.Target) {
    var name = "transform"
    if case .path(let path) = target { name = path.text }
    note("unequal-values", "the values of an animation of '\(name)' have not the same structure; it jumps half way")
  }

  private mutating func note(_ code: String, _ message: String) {
    let problem = FilterProblem(code: code, message: message)
    if problems.count < 100, !problems.contains(problem) { problems.append(problem) }
  }

  /// Replaces the cells that a key path leads through by copies that belong to the scratch layer.
  private mutating func takeCells(_ names: [String], of scratch: CALayer) {
    guard let emitter = scratch as? CAEmitterLayer else { return }
    var owner: CAEmitterCell?
    for name in names {
      var cells = (owner.map(\.emitterCells) ?? emitter.emitterCells) ?? []
      guard let index = cells.firstIndex(where: { $0.name == name }) else { return }
      if !ownCells.contains(ObjectIdentifier(cells[index])) {
        let copy = cells[index].duplicate()
        ownCells.insert(ObjectIdentifier(copy))
        cells[index] = copy
        if let owner { owner.emitterCells = cells } else { emitter.emitterCells = cells }
      }
      owner = cells[index]
    }
  }
}

/// A layer's properties while animations are applied to them, in place: copying them takes longer than animating them.
struct AnimatedProperties {
  /// The address of the properties, valid while animations are applied.
  private let place: UnsafeMutablePointer<LayerProperties>?
  /// The decomposed transform, while components of it are written.
  private var parts: TransformComponents?

  init(_ place: UnsafeMutablePointer<LayerProperties>? = nil) {
    self.place = place
  }

  /// The properties, without components of the transform that are not recomposed yet.
  var properties: LayerProperties {
    @inline(__always) _read { yield known.pointee }
    @inline(__always) nonmutating _modify { yield &known.pointee }
  }

  @inline(__always) private var known: UnsafeMutablePointer<LayerProperties> {
    guard let place else { preconditionFailure("no animations are being applied") }
    return place
  }

  /// Takes over the properties of another layer.
  mutating func replace(by other: LayerProperties) {
    parts = nil
    properties = other
  }

  /// Recomposes the transform where components of it were written.
  @inline(__always)
  mutating func finish() {
    if let parts {
      properties.transform = parts.transform
      properties.flags.set(.transformed, to: !CATransform3DIsIdentity(properties.transform))
      self.parts = nil
    }
  }

  /// The whole transform, with written components included.
  var transform: CATransform3D {
    mutating get {
      finish()
      return properties.transform
    }
    set {
      parts = nil
      properties.transform = newValue
      properties.flags.set(.transformed, to: !CATransform3DIsIdentity(newValue))
    }
  }

  /// Returns the present value of a property; `nil` for a missing colour.
  mutating func read(_ property: HotProperty) -> SIMD4<Double>? {
    func one(_ number: some BinaryFloatingPoint) -> SIMD4<Double> { SIMD4(Double(number), 0, 0, 0) }
    func point(_ point: CGPoint) -> SIMD4<Double> { SIMD4(Double(point.x), Double(point.y), 0, 0) }
    switch property {
    case .position: return point(properties.position)
    case .positionX: return one(properties.position.x)
    case .positionY: return one(properties.position.y)
    case .zPosition: return one(properties.zPosition)
    case .anchorPoint: return point(properties.anchorPoint)
    case .anchorPointX: return one(properties.anchorPoint.x)
    case .anchorPointY: return one(properties.anchorPoint.y)
    case .bounds: return SIMD4(properties.bounds)
    case .boundsOrigin: return point(properties.bounds.origin)
    case .boundsSize: return SIMD4(Double(properties.bounds.size.width), Double(properties.bounds.size.height), 0, 0)
    case .originX: return one(properties.bounds.origin.x)
    case .originY: return one(properties.bounds.origin.y)
    case .width: return one(properties.bounds.size.width)
    case .height: return one(properties.bounds.size.height)
    case .opacity: return one(properties.opacity)
    case .cornerRadius: return one(properties.cornerRadius)
    case .borderWidth: return one(properties.borderWidth)
    case .backgroundColor: return properties.backgroundColor.map { SIMD4<Double>($0.straight) }
    case .borderColor: return properties.borderColor.map { SIMD4<Double>($0.straight) }
    case .component(let component): return takenApart[component: component].upToFourNumbers
    }
  }

  /// Sets a property as the layer's setter does.
  @inline(__always)
  mutating func write(_ property: HotProperty, _ value: SIMD4<Double>) {
    switch property {
    case .position: properties.position = CGPoint(x: value.x, y: value.y)
    case .positionX: properties.position.x = CGFloat(value.x)
    case .positionY: properties.position.y = CGFloat(value.x)
    case .zPosition: properties.zPosition = CGFloat(value.x)
    case .anchorPoint: properties.anchorPoint = CGPoint(x: value.x, y: value.y)
    case .anchorPointX: properties.anchorPoint.x = CGFloat(value.x)
    case .anchorPointY: properties.anchorPoint.y = CGFloat(value.x)
    case .bounds, .boundsOrigin, .boundsSize, .originX, .originY, .width, .height: writeBounds(property, value)
    case .opacity: properties.opacity = Float(value.x)
    case .cornerRadius: properties.cornerRadius = CGFloat(value.x)
    case .borderWidth: properties.borderWidth = CGFloat(value.x)
    case .backgroundColor: properties.backgroundColor = CGColor(straight: value.singles)
    case .borderColor: properties.borderColor = CGColor(straight: value.singles)
    case .component(let component): writeComponent(component, value)
    }
  }

  private mutating func writeBounds(_ property: HotProperty, _ value: SIMD4<Double>) {
    var bounds = properties.bounds
    switch property {
    case .boundsOrigin: bounds.origin = CGPoint(x: value.x, y: value.y)
    case .boundsSize: bounds.size = CGSize(width: value.x, height: value.y)
    case .originX: bounds.origin.x = CGFloat(value.x)
    case .originY: bounds.origin.y = CGFloat(value.x)
    case .width: bounds.size.width = CGFloat(value.x)
    case .height: bounds.size.height = CGFloat(value.x)
    default: bounds = CGRect(x: value.x, y: value.y, width: value.z, height: value.w)
    }
    properties.bounds = bounds.positive
  }

  private var takenApart: TransformComponents {
    mutating get {
      if let parts { return parts }
      let made =
        properties.flags.contains(.transformed) ? TransformComponents(properties.transform) : TransformComponents()
      parts = made
      return made
    }
  }

  private mutating func writeComponent(_ component: PropertyComponent, _ value: SIMD4<Double>) {
    var parts = takenApart
    switch component {
    case .rotation, .rotationZ: parts.rotation.z = value.x
    case .rotationX: parts.rotation.x = value.x
    case .rotationY: parts.rotation.y = value.x
    case .scale: parts.scale = SIMD3(repeating: value.x)
    case .scaleX: parts.scale.x = value.x
    case .scaleY: parts.scale.y = value.x
    case .scaleZ: parts.scale.z = value.x
    case .scaleXY: (parts.scale.x, parts.scale.y) = (value.x, value.x)
    case .shearX: parts.shear.x = value.x
    case .translation: (parts.translation.x, parts.translation.y) = (value.x, value.y)
    case .translationX: parts.translation.x = value.x
    case .translationY: parts.translation.y = value.x
    case .translationZ: parts.translation.z = value.x
    default: break
    }
    self.parts = parts
  }
}

extension SIMD4 {
  /// The component at an index.
  fileprivate func element(_ index: Int) -> Scalar { self[index] }
}

extension CAEmitterCell {
  /// A cell with the same values; the cells inside are shared.
  func duplicate() -> CAEmitterCell {
    let copy = CAEmitterCell()
    for key in LayerKeyTable.cell.keys where !key.isReadOnly { key.set(key.value(of: self), on: copy) }
    return copy
  }
}

extension LayerKind {
  /// Makes a layer of the kind with the values of another layer of the kind.
  func makeCopy(of layer: CALayer) -> CALayer {
    switch self {
    case .layer: CALayer(layer: layer)
    case .transform: CATransformLayer(layer: layer)
    case .shape: CAShapeLayer(layer: layer)
    case .gradient: CAGradientLayer(layer: layer)
    case .text: CATextLayer(layer: layer)
    case .replicator: CAReplicatorLayer(layer: layer)
    case .emitter: CAEmitterLayer(layer: layer)
    case .scroll: CAScrollLayer(layer: layer)
    case .tiled: CATiledLayer(layer: layer)
    }
  }
}
