// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

#if Serve
import Foundation
import Lamina
import LaminaGeometry
import LaminaLayers
import LaminaScene

/// The timeline of a scene: its animations with keyframes and curves, its markers and its states.
struct TimelineReport: Encodable, Sendable {
  /// A marker, which names a frame.
  struct Marker: Encodable, Sendable {
    var name: String
    var time: Double
    var duration: Double
  }

  var revision: Int
  /// The duration of a cycle of the whole scene, in seconds.
  var duration: Double
  /// Whether the scene moves.
  var moves: Bool
  /// Whether the scene has no defined duration, so that ``duration`` is a suggestion.
  var isProposed: Bool
  /// Whether the scene moves endlessly, so that there is more to see after ``duration``.
  var isEndless = false
  /// The number of layers that emit particles.
  var emitters: Int
  /// The frame rate, in frames a second.
  var frameRate: Double
  var rows: [TimelineRow] = []
  var rowsLeft = 0
  var markers: [Marker]
  var states: [String]
  var state: SceneState

  /// The maximum number of rows that are listed; further ones are only counted.
  static let mostRows = 2000
  /// The maximum number of rows whose curves are sampled.
  private static let mostWays = 200
  /// The suggested duration of a scene without a defined one, in seconds.
  static let proposed = 10.0

  /// Examines a scene.
  init(_ open: OpenScene) throws {
    let scene = try open.loaded()
    let table = try open.table()
    revision = open.revision
    let timeline = scene.timeline
    emitters = table.places.reduce(0) { $0 + (Self.emits($1.layer) ? 1 : 0) }
    isProposed = scene.duration == nil && emitters > 0
    duration = scene.duration ?? (emitters > 0 ? Self.proposed : 0)
    moves = duration > 0
    frameRate = timeline?.frameRate ?? 60
    markers = (timeline?.markers ?? []).prefix(1000).map { marker in
      Marker(
        name: marker.name, time: timeline?.time(ofFrame: marker.frame) ?? 0,
        duration: marker.duration / (timeline?.frameRate ?? 1))
    }
    states = scene.stateNames
    state = open.state
    for (number, place) in table.places.enumerated() where !place.layer.addedAnimations.isEmpty {
      let way = table.way(to: number)
      for (key, animation) in place.layer.addedAnimations {
        add(animation, key: key, inside: TimeLine(way), place.layer, number, table.title(of: number))
      }
    }
    isEndless = timeline == nil && (emitters > 0 || rows.contains { $0.end == nil })
  }

  /// Whether a layer ever emits particles.
  private static func emits(_ layer: CALayer) -> Bool {
    guard let emitter = layer as? CAEmitterLayer, emitter.birthRate > 0, emitter.lifetime > 0, emitter.speed != 0 else {
      return false
    }
    return (emitter.emitterCells ?? []).contains { cell in
      cell.isEnabled && cell.birthRate > 0 && cell.lifetime + abs(cell.lifetimeRange) > 0
    }
  }

  /// The map from an inner time to the picture's time: outer = rate * inner + start.
  private struct TimeLine {
    var rate = 1.0
    var start = 0.0

    init(_ way: [CALayer]) {
      for layer in way { enter(layer.timing) }
    }

    mutating func enter(_ timing: MediaTiming) {
      let speed = Double(timing.speed)
      guard speed != 0, speed.isFinite else { return }
      start += rate * (timing.beginTime - timing.timeOffset / speed)
      rate /= speed
    }

    func outer(_ inner: Double) -> Double { rate * inner + start }
  }

  private mutating func add(
    _ animation: CAAnimation, key: String?, inside line: TimeLine, _ layer: CALayer, _ number: Int, _ title: String,
    group: TimelineRow.Repetition? = nil, depth: Int = 0
  ) {
    guard rows.count < Self.mostRows, depth < 32 else {
      rowsLeft += 1
      return
    }
    let spring = (animation as? CASpringAnimation)?.settlingDuration
    let cycle = animation.duration > 0 ? animation.duration : spring ?? 0.25
    let speed = Double(abs(animation.speed))
    let repeats = animation.repeatCount > 0 ? Double(animation.repeatCount) : 1
    let active =
      animation.repeatDuration > 0 ? animation.repeatDuration : cycle * repeats * (animation.autoreverses ? 2 : 1)
    let begin = line.outer(animation.beginTime)
    let end = speed > 0 && active.isFinite ? line.outer(animation.beginTime + active / speed) : nil
    let property = animation as? CAPropertyAnimation
    let values = property.map { Self.values(of: $0, layer) } ?? []
    let type =
      property?.valueFunction == nil ? property?.keyPath.flatMap { try? LayerKeyPath($0, for: layer) }?.type : nil
    let curve = TimelineRow.Curve(animation, values: values, samples: rows.count < Self.mostWays)
    let words = values.prefix(500).map { ValueWords.text($0, of: property?.keyPath, as: type) }
    let row = TimelineRow(
      layer: number, title: title, name: key ?? property?.keyPath ?? "animation", kind: "\(Swift.type(of: animation))",
      keyPath: property?.keyPath, begin: begin.isFinite ? begin : 0, end: end.flatMap { $0.isFinite ? $0 : nil },
      cycle: speed > 0 ? cycle * line.rate / speed : cycle, autoreverses: animation.autoreverses, curve: curve,
      values: words, group: group)
    rows.append(row)
    guard let members = (animation as? CAAnimationGroup)?.animations else { return }
    var inner = line
    var timing = MediaTiming()
    (timing.beginTime, timing.speed, timing.timeOffset) = (animation.beginTime, animation.speed, animation.timeOffset)
    inner.enter(timing)
    // The members of nested groups repeat with the innermost group.
    let again = TimelineRow.Repetition(
      begin: row.begin, cycle: row.cycle, end: row.end, autoreverses: animation.autoreverses)
    for member in members {
      add(member, key: nil, inside: inner, layer, number, title, group: again, depth: depth + 1)
    }
  }

  /// The points of a path that are keyframes: its first point, and the end points of its lines and curves.
  private static func places(of path: CGPath) -> [Any] {
    var places: [CGPoint] = []
    var start = CGPoint.zero
    path.elements.forEach { type, points in
      if type == .moveToPoint, let point = points.first { start = point }
      guard let point = type == .closeSubpath ? start : points.last else { return }
      if type == .closeSubpath, places.last == point { return }
      places.append(point)
    }
    return places
  }

  /// The values of an animation's keyframes; missing start or end values are taken from the model value.
  private static func values(of animation: CAPropertyAnimation, _ layer: CALayer) -> [Any] {
    if let keyed = animation as? CAKeyframeAnimation { return keyed.path.map(places) ?? keyed.values ?? [] }
    guard let basic = animation as? CABasicAnimation else { return [] }
    let model = basic.keyPath.flatMap { layer.value(forKeyPath: $0) }
    func sum(_ value: Any?, _ by: Any?, _ sign: Double) -> Any? {
      guard let value, let by, case .number(let one) = LayerValue(value, as: .number(.double)),
        case .number(let other) = LayerValue(by, as: .number(.double))
      else { return nil }
      return one + sign * other
    }
    let from = basic.fromValue ?? sum(basic.toValue, basic.byValue, -1) ?? model
    let to = basic.toValue ?? sum(from, basic.byValue, 1) ?? (basic.byValue == nil ? model : nil)
    guard let from, let to else { return [] }
    return [from, to]
  }
}
#endif
