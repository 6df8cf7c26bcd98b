// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import LaminaGeometry
import LaminaGraphics
import LaminaSystem

/// The time that reading a document may take.
///
/// Loops of readers check ``isOver`` and stop in any state; the function that began the reading discards the result. So
/// deeply nested code need not know the time limit.
package enum ReadingTime {
  /// Whether the time of the reading on this thread is over.
  package static var isOver: Bool { LongWork.isOver?() ?? false }
  /// The number of small steps between two checks in loops.
  package static let stride = 256

  /// Reads within a time, which begins with the drawing of the picture where its start is known; inside another
  /// reading, the other one's time applies.
  ///
  /// - Parameters:
  ///   - seconds: The time limit.
  ///   - path: The name of the document in messages.
  /// - Throws: The error that `read` throws; `SceneError.overTime` where it took longer.
  package static func within<Value>(
    _ seconds: Double, of path: String, _ read: () throws(SceneError) -> Value
  ) throws(SceneError) -> Value {
    if LongWork.isOver != nil { return try read() }
    // NaN counts as 0; a duration holds some hundreds of thousands of millions of years at most.
    let end = (LimitMeter.start ?? .now) + .seconds(seconds > 0 ? min(seconds, 1e12) : 0)
    let isOver: @Sendable () -> Bool = { ContinuousClock.now >= end }
    let result = LongWork.with(isOver) { Result { () throws(SceneError) in try read() } }
    guard !isOver() else {
      throw .overTime(path: path, LimitExceeded(.time, allowed: seconds, what: "reading it"))
    }
    return try result.get()
  }
}
