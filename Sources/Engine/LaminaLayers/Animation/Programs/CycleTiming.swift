// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

internal import Foundation

// When an animation is active, and how far it is in its cycle (TIME-1). In goes the time of what it runs in, a layer or
// a group; out comes the cycle and the progress in it, or nothing where the animation does not show.

/// How far an animation is.
package struct CycleMoment: Sendable, Equatable {
  /// The fraction of the cycle's time that has passed, already turned round in a cycle that runs backwards; 0...1.
  package var progress: Double
  /// How many whole cycles have passed; negative where time runs backwards.
  package var cycle: Double

  package init(progress: Double, cycle: Double) {
    self.progress = progress
    self.cycle = cycle
  }
}

/// The timing of an animation with every default filled in.
///
/// - Conformance: TIME-1, TIME-2, TIME-3
package struct CycleTiming: Sendable, Equatable {
  package var begin: Double
  package var speed: Double
  package var offset: Double
  /// The length of one cycle, above 0, in the animation's own time.
  package var duration: Double
  /// For how long it is active, in the animation's own time; may be infinite.
  package var activeDuration: Double
  package var autoreverses: Bool
  package var fillsForwards: Bool
  package var fillsBackwards: Bool

  /// Times that differ by less are the same: sums of fractions of seconds are not exact.
  package static let slack = 1e-9

  /// Fills in defaults.
  ///
  /// - Parameter fallback: The duration of an animation that has none.
  package init(_ timing: MediaTiming, fallback: Double) {
    func number(_ value: Double) -> Double { value.isFinite ? value : 0 }
    begin = number(timing.beginTime)
    speed = number(Double(timing.speed))
    offset = number(timing.timeOffset)
    duration = timing.duration > 0 ? timing.duration : fallback
    autoreverses = timing.autoreverses
    let repeats = timing.repeatCount > 0 ? Double(timing.repeatCount) : 1
    activeDuration =
      timing.repeatDuration > 0 ? timing.repeatDuration : duration * (autoreverses ? 2 : 1) * repeats
    fillsForwards = timing.fillMode == .forwards || timing.fillMode == .both
    fillsBackwards = timing.fillMode == .backwards || timing.fillMode == .both
  }

  /// How far the animation is at a time of what it runs in; `nil` where it does not show.
  @inline(__always)
  package func moment(at time: Double) -> CycleMoment? {
    guard time - time == 0 else { return nil }
    var active = (time - begin) * speed
    if time < begin {
      guard fillsBackwards || time >= begin - Self.slack else { return nil }
      active = 0
    }
    var isAtEnd = false
    if abs(active) >= activeDuration - Self.slack {
      guard fillsForwards || abs(active) <= activeDuration + Self.slack else { return nil }
      active = active < 0 ? -activeDuration : activeDuration
      isAtEnd = true
    }
    var cycles = (active + offset) / duration
    guard cycles - cycles == 0 else { return CycleMoment(progress: 0, cycle: 0) }
    let nearest = cycles.rounded()
    if abs(cycles - nearest) < Self.slack { cycles = nearest }
    var cycle = cycles.rounded(.down)
    var progress = cycles - cycle
    if isAtEnd, offset == 0, progress == 0, cycle > 0 {
      cycle -= 1
      progress = 1
    }
    if autoreverses, cycle.truncatingRemainder(dividingBy: 2) != 0 { progress = 1 - progress }
    return CycleMoment(progress: progress, cycle: cycle)
  }

  /// When it ends, in the time of what it runs in; infinite where it does not.
  package var end: Double {
    speed == 0 ? .infinity : begin + activeDuration / abs(speed)
  }
}
