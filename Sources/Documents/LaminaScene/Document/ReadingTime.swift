// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import LaminaGeometry
import LaminaGraphics

/// The time that reading a document may take.
///
/// Loops of readers ask ``isOver`` and leave what they have where it is; whoever began throws it away. So nothing that
/// is deep inside has to know how much time there is.
package enum ReadingTime {
  /// Whether what is read on this thread is wanted no more.
  package static var isOver: Bool { LongWork.isOver?() ?? false }
  /// How many small steps loops take between two looks.
  package static let stride = 256

  /// Reads within a time, which began with the picture where that is known; inside of another reading, within that
  /// one's.
  ///
  /// - Parameters:
  ///   - seconds: How long.
  ///   - path: What messages call the document.
  /// - Throws: What `read` throws; `SceneError.overTime` where it took longer.
  package static func within<Value>(
    _ seconds: Double, of path: String, _ read: () throws(SceneError) -> Value
  ) throws(SceneError) -> Value {
    if LongWork.isOver != nil { return try read() }
    // What is no number counts as 0; a duration holds no more than some hundreds of thousands of millions of years.
    let end = (LimitMeter.start ?? .now) + .seconds(seconds > 0 ? min(seconds, 1e12) : 0)
    let isOver: @Sendable () -> Bool = { ContinuousClock.now >= end }
    let result = LongWork.with(isOver) { Result { () throws(SceneError) in try read() } }
    guard !isOver() else {
      throw .overTime(path: path, LimitExceeded(.time, allowed: seconds, what: "reading it"))
    }
    return try result.get()
  }
}
