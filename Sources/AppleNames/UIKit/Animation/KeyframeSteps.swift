// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

internal import LaminaLayers
internal import QuartzCore

/// The steps of a block of keyframes: the values of every changed key of every layer, with their times.
final class KeyframeSteps {
  /// A change of one value in a step.
  private struct Piece {
    var start: Double
    var end: Double
    var value: Any
  }

  /// The changes of one key of a layer.
  private struct Track {
    var layer: CALayer
    var key: String
    /// The visible value before the first step.
    var from: Any?
    var pieces: [Piece] = []
  }

  private struct Key: Hashable {
    var layer: ObjectIdentifier
    var key: String
  }

  private let mode: CAAnimationCalculationMode
  private var tracks: [Track] = []
  private var indices: [Key: Int] = [:]
  /// The time range of the running step, in fractions of the whole block.
  private var window: (start: Double, end: Double) = (0, 1)

  init(mode: CAAnimationCalculationMode) { self.mode = mode }

  /// Runs a step.
  func step(from start: Double, duration: Double, _ body: () -> Void) {
    let before = window
    let first = min(max(start.isFinite ? start : 0, 0), 1)
    window = (first, min(max(first + (duration.isFinite ? duration : 0), first), 1))
    body()
    window = before
  }

  /// An action that records a change after it has happened.
  func action(for layer: CALayer, key: String) -> any CAAction {
    let place = Key(layer: ObjectIdentifier(layer), key: key)
    if indices[place] == nil {
      indices[place] = tracks.count
      tracks.append(Track(layer: layer, key: key, from: layer.shownValue(forKeyPath: key)))
    }
    return NotedChange { [self] in
      guard let index = indices[place], let value = layer.value(forKey: key) ?? Self.clear(tracks[index].from) else {
        return
      }
      tracks[index].pieces.append(Piece(start: window.start, end: window.end, value: value))
    }
  }

  /// A transparent copy of a colour, as the other end of an animation to or from no colour.
  private static func clear(_ other: Any?) -> Any? { (other as? CGColor)?.copy(alpha: 0) }

  /// Adds the animations to their layers.
  func add(to animations: ViewAnimations) {
    guard let block = animations.innermost else { return }
    for track in tracks {
      guard let animation = animation(of: track) else { continue }
      animation.timingFunction = block.curve.function
      block.prepare(animation, for: track.layer)
      track.layer.add(animation, forKey: track.key)
    }
  }

  private func animation(of track: Track) -> CAKeyframeAnimation? {
    let pieces = track.pieces.enumerated().sorted { ($0.element.start, $0.offset) < ($1.element.start, $1.offset) }
      .map(\.element)
    guard let last = pieces.last, let from = track.from ?? Self.clear(last.value) else { return nil }
    var (values, times) = ([from], [0.0])
    for piece in pieces {
      let start = max(piece.start, times[times.count - 1])
      if start > times[times.count - 1], mode != .discrete, let held = values.last {
        values.append(held)
        times.append(start)
      }
      values.append(piece.value)
      times.append(max(piece.end, start))
    }
    if times[times.count - 1] < 1, mode != .discrete {
      values.append(last.value)
      times.append(1)
    }
    // A discrete value is shown from its time to the next value's time.
    if mode == .discrete { times.append(1) }
    let animation = CAKeyframeAnimation(keyPath: track.key)
    animation.values = values
    animation.keyTimes = times.map { NSNumber(value: $0) }
    animation.calculationMode = mode
    return animation
  }
}

/// An action that runs a closure.
private struct NotedChange: CAAction {
  var body: () -> Void

  func run(forKey event: String, object anObject: Any, arguments dict: [AnyHashable: Any]?) { body() }
}
