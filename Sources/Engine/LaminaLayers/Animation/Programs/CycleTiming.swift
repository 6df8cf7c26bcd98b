// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

internal import Foundation

// The active time of an animation, and the progress in its cycle (TIME-1), computed from the time of the layer or group
// around it; `nil` where the animation does not show.

/// The progress of an animation.
package struct CycleMoment: Sendable, Equatable {
  /// The fraction of the cycle's time that has passed, reversed already in a cycle that runs backwards; 0...1.
  package var progress: Double
  /// The number of whole cycles that have passed; negative where time runs backwards.
  package var cycle: Double
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
  /// The length of the active time, in the animation's own time; may be infinite.
  package var activeDuration: Double
  package var autoreverses: Bool
  package var fillsForwards: Bool
  package var fillsBackwards: Bool

  /// Times that differ by less are equal: sums of fractions of seconds are not exact.
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

  /// The progress at a time of the layer or group around the animation; `nil` where the animation does not show.
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

  /// The end of the animation, in the time of the layer or group around it; infinite where it has none.
  package var end: Double {
    speed == 0 ? .infinity : begin + activeDuration / abs(speed)
  }
}
