// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

internal import CSandbox
internal import Foundation
import LaminaGeometry
import LaminaSandbox

/// Restricts a worker's process, before it reads any input and before its first thread starts.
enum Sandbox {
  /// The maximum number of descriptors that a worker may have open.
  static let openFiles: UInt64 = 128

  /// Restricts this process.
  ///
  /// - Parameter orders: The worker's orders.
  /// - Returns: The protections that this system lacks, in words; empty if it has all of them.
  static func enter(_ orders: WorkerOrders) -> [String] {
    // The kernel applies such rules to the calling thread and to threads that it starts later.
    let threads = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/task").count) ?? 1
    let environment = ProcessInfo.processInfo.environment
    let readable = FileAccessList.readable(usesDevices: orders.usesDevices, environment: environment)
    var gaps: [String] = []
    if lamina_end_with_parent() != 0 { gaps.append("its end when its parent ends (no PR_SET_PDEATHSIG)") }
    if lamina_not_dumpable() != 0 { gaps.append("its memory from other programs of its user (no PR_SET_DUMPABLE)") }
    if threads > 1 { gaps.append("threads that were there before") }
    if !limit(orders) { gaps.append("memory and open files (no resource limits)") }
    if lamina_drop_capabilities() != 0 { gaps.append("the rights of its user (capabilities stay)") }
    guard lamina_no_new_privileges() == 0 else { return gaps + ["anything (no PR_SET_NO_NEW_PRIVS)"] }
    let version = Landlock(readable: readable, devices: orders.usesDevices ? FileAccessList.devices : []).enter()
    let isFiltered = SystemCallFilter.enterWorker(usesDevices: orders.usesDevices, keepsFiles: version < 1)
    if version < 1 { gaps.append("which files are read\(isFiltered ? "" : " and written") (no Landlock)") }
    if !isFiltered {
      gaps.append("system calls (no seccomp)")
      if version < 4 { gaps.append("the network (Landlock \(version), 4 is needed)") }
      if version < 6 { gaps.append("signals to other processes (Landlock \(version), 6 is needed)") }
    }
    return gaps
  }

  /// Limits the resources of the process.
  private static func limit(_ orders: WorkerOrders) -> Bool {
    let memory = UInt64(max(orders.memory, 0))
    // Libraries, stacks and arenas reserve addresses that they never fill; shared memory counts only against this
    // limit.
    let addresses = memory + 4 << 30
    let limits = [(LAMINA_LIMIT_CORE, 0), (LAMINA_LIMIT_FILES, openFiles)]
    #if LAMINA_SANITIZE_ADDRESS || LAMINA_SANITIZE_THREAD
    // The sanitizer reserves terabytes for its own records, which both limits of memory would count.
    let memoryLimits: [(Int32, UInt64)] = []
    #else
    let memoryLimits = [(LAMINA_LIMIT_DATA, memory), (LAMINA_LIMIT_ADDRESSES, addresses)]
    #endif
    // All limits are set, even after one that fails.
    let codes = (limits + memoryLimits).map { lamina_limit($0.0, $0.1) }
    return codes.allSatisfy { $0 == 0 }
  }
}
