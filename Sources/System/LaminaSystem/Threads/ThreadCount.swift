// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import Foundation
import LaminaNumbers

/// The number of threads that can run at once.
package enum ThreadCount {
  /// The number of processors that this thread may run on, or its process's quota of processor time rounded up,
  /// whichever is less.
  ///
  /// More threads would only wait for each other.
  package static var available: Int {
    let online = ProcessInfo.processInfo.activeProcessorCount
    let status = try? String(contentsOfFile: "/proc/thread-self/status", encoding: .utf8)
    let allowed = status.flatMap(processorsAllowed) ?? online
    return limited(processors: min(online, allowed), quota: ControlGroups.ofThisProcess.processorQuota)
  }

  /// At least 1, at most `processors` and the quota.
  package static func limited(processors: Int, quota: Double?) -> Int {
    guard let quota, quota < Double(processors) else { return max(1, processors) }
    return max(1, Int(clamping: quota.rounded(.up)))
  }

  /// The number of processors in the affinity mask of a thread.
  ///
  /// The mask that `sched_getaffinity` would return; that function is not visible in Swift.
  ///
  /// - Parameter status: The text of `/proc/thread-self/status`. Its mask is in hexadecimal words with commas between.
  package static func processorsAllowed(status: String) -> Int? {
    for line in status.split(separator: "\n") where line.hasPrefix("Cpus_allowed:") {
      let count = line.dropFirst("Cpus_allowed:".count).reduce(0) { $0 + ($1.hexDigitValue?.nonzeroBitCount ?? 0) }
      return count > 0 ? count : nil
    }
    return nil
  }
}
