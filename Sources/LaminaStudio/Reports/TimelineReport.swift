#if Serve
import Foundation
import Lamina
import LaminaLayers
import LaminaScene

/// What happens in a scene over time: its animations, keyframes and curves, markers, states.
struct TimelineReport: Encodable, Sendable {
  /// One animation, in the time of the picture.
  struct Row: Encodable, Sendable {
    var layer: Int
    var title: String
    var name: String
    var kind: String
    var keyPath: String?
    /// Seconds of the picture's time; `nil` for an end that never comes.
    var begin: Double
    var end: Double?
    /// The length of one cycle, seconds.
    var cycle: Double
    var autoreverses: Bool
    /// Keyframes, fractions of a cycle.
    var keyframes: [Double]
    /// The curve between keyframes, each four control numbers; one for all, or one for each stretch.
    var curves: [[Double]]
    /// What the values are, in a few words.
    var values: [String]
  }

  /// A frame with a name.
  struct Marker: Encodable, Sendable {
    var name: String
    var time: Double
    var duration: Double
  }

  var revision: Int
  /// How long a cycle of everything is, seconds.
  var duration: Double
  /// Whether anything moves.
  var moves: Bool
  /// Frames a second.
  var frameRate: Double
  var rows: [Row] = []
  var rowsLeft = 0
  var markers: [Marker]
  var states: [String]
  var state: SceneState

  /// More rows than this are counted and not listed.
  static let mostRows = 2000

  /// Looks at a scene.
  init(_ open: OpenScene) throws {
    let scene = try open.loaded()
    let table = try open.table()
    revision = open.revision
    let timeline = scene.timeline
    duration = scene.duration ?? 0
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
        add(animation, key: key, inside: TimeLine(way), number, table.title(of: number), isInGroup: false)
      }
    }
  }

  /// How an inner time runs in the picture's: outer = rate * inner + start.
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
    _ animation: CAAnimation, key: String?, inside line: TimeLine, _ number: Int, _ title: String, isInGroup: Bool
  ) {
    guard rows.count < Self.mostRows else {
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
    rows.append(
      Row(
        layer: number, title: title, name: key ?? property?.keyPath ?? "animation", kind: "\(type(of: animation))",
        keyPath: property?.keyPath, begin: begin.isFinite ? begin : 0, end: end.flatMap { $0.isFinite ? $0 : nil },
        cycle: speed > 0 ? cycle * line.rate / speed : cycle, autoreverses: animation.autoreverses,
        keyframes: Self.keyframes(of: animation), curves: Self.curves(of: animation), values: Self.values(of: animation)
      ))
    guard let group = animation as? CAAnimationGroup else { return }
    var inner = line
    var timing = MediaTiming()
    (timing.beginTime, timing.speed, timing.timeOffset) = (group.beginTime, group.speed, group.timeOffset)
    inner.enter(timing)
    for child in group.animations ?? [] { add(child, key: nil, inside: inner, number, title, isInGroup: true) }
  }

  private static func keyframes(of animation: CAAnimation) -> [Double] {
    guard let keyed = animation as? CAKeyframeAnimation else { return animation is CAAnimationGroup ? [] : [0, 1] }
    if let times = keyed.keyTimes { return times.prefix(500).map { $0.doubleValue } }
    let count = keyed.values?.count ?? 2
    guard count > 1 else { return [0, 1] }
    return (0..<min(count, 500)).map { Double($0) / Double(count - 1) }
  }

  private static func curves(of animation: CAAnimation) -> [[Double]] {
    func numbers(_ function: CAMediaTimingFunction) -> [Double] {
      let curve = function.curve
      return [curve.first.x, curve.first.y, curve.second.x, curve.second.y]
    }
    if let keyed = animation as? CAKeyframeAnimation, let functions = keyed.timingFunctions {
      return functions.prefix(500).map(numbers)
    }
    return animation.timingFunction.map { [numbers($0)] } ?? [[0, 0, 1, 1]]
  }

  private static func values(of animation: CAAnimation) -> [String] {
    func text(_ value: Any?) -> String? {
      guard let value else { return nil }
      switch value {
      case let color as CGColor: return LayerReport.css(color)
      case let number as NSNumber: return "\(number)"
      default: return String("\(value)".prefix(60))
      }
    }
    if let basic = animation as? CABasicAnimation {
      return [
        basic.fromValue.map { "from \(text($0) ?? "")" }, basic.toValue.map { "to \(text($0) ?? "")" },
        basic.byValue.map { "by \(text($0) ?? "")" },
      ].compactMap { $0 }
    }
    if let keyed = animation as? CAKeyframeAnimation {
      if keyed.path != nil { return ["along a path"] }
      return (keyed.values ?? []).prefix(100).compactMap(text)
    }
    return []
  }
}
#endif
