// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

public import Foundation

/// A duration or a point in time. The corresponding type on Apple's platforms is Core Foundation's.
///
/// - Units: seconds.
public typealias CFTimeInterval = TimeInterval

/// The value that a timed object shows before it begins and after it ends.
///
/// - Conformance: TIME-3
public struct CAMediaTimingFillMode: RawRepresentable, Hashable, Sendable {
  /// The name, as documents write it.
  public let rawValue: String
  /// Makes a mode from its name.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// Holds the last value after the end.
  public static let forwards = CAMediaTimingFillMode(rawValue: "forwards")
  /// Holds the first value before the beginning.
  public static let backwards = CAMediaTimingFillMode(rawValue: "backwards")
  /// Holds the first value before the beginning and the last after the end.
  public static let both = CAMediaTimingFillMode(rawValue: "both")
  /// Shows nothing outside its active time.
  public static let removed = CAMediaTimingFillMode(rawValue: "removed")
}

/// The relation of an object's time to the time of its parent.
///
/// Local time is `(parent time - beginTime) * speed + timeOffset`.
///
/// - Conformance: TIME-1
public protocol CAMediaTiming: AnyObject {
  /// The beginning of the object's time, in seconds of its parent's time. Default 0.
  var beginTime: CFTimeInterval { get set }
  /// The length of one cycle, in seconds. Default 0.
  var duration: CFTimeInterval { get set }
  /// The speed of local time relative to the parent's. Default 1.
  var speed: Float { get set }
  /// The number of seconds added to local time. Default 0.
  var timeOffset: CFTimeInterval { get set }
  /// The number of cycles; may be fractional. Default 0.
  var repeatCount: Float { get set }
  /// The total length of the repeated cycles, in seconds. Default 0.
  var repeatDuration: CFTimeInterval { get set }
  /// Whether every second cycle runs backwards. Default false.
  var autoreverses: Bool { get set }
  /// The value that shows outside the active time. Default `removed`.
  var fillMode: CAMediaTimingFillMode { get set }
}

/// The values of `CAMediaTiming`, with their defaults.
package struct MediaTiming: Sendable, Equatable {
  package var beginTime: CFTimeInterval = 0
  package var duration: CFTimeInterval = 0
  package var speed: Float = 1
  package var timeOffset: CFTimeInterval = 0
  package var repeatCount: Float = 0
  package var repeatDuration: CFTimeInterval = 0
  package var autoreverses = false
  package var fillMode = CAMediaTimingFillMode.removed

  package init() {}

  /// Returns the local time at `time` of the parent.
  package func localTime(fromParent time: CFTimeInterval) -> CFTimeInterval {
    (time - beginTime) * Double(speed) + timeOffset
  }

  /// Returns the time within a cycle at a local time, for content that a layer plays by itself, such as a video.
  ///
  /// Times before 0 are returned as they are, as are all times where nothing is repeated. After the last cycle its end
  /// is held.
  ///
  /// - Parameters:
  ///   - time: Local time.
  ///   - length: The length of a cycle where `duration` is 0, in seconds.
  package func cycleTime(at time: CFTimeInterval, length: CFTimeInterval) -> CFTimeInterval {
    let cycle = duration > 0 ? duration : length
    guard time > 0, cycle > 0, cycle.isFinite, repeatCount > 0 || repeatDuration > 0 || autoreverses else {
      return time
    }
    let whole = autoreverses ? 2 * cycle : cycle
    let end = repeatDuration > 0 ? repeatDuration : whole * Double(repeatCount > 0 ? repeatCount : 1)
    var place = min(time, end).truncatingRemainder(dividingBy: whole)
    // The end of the last cycle is not the beginning of another one.
    if time >= end, place == 0 { place = whole }
    return autoreverses && place > cycle ? whole - place : place
  }

  /// Returns the parent's time at a local time; with speed 0, at which local time never moves, the beginning.
  package func parentTime(fromLocal time: CFTimeInterval) -> CFTimeInterval {
    speed == 0 ? beginTime : (time - timeOffset) / Double(speed) + beginTime
  }
}
