// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import Foundation
import LaminaNumbers

/// The memory that pictures may take, and that a plan will take.
package enum MemoryBudget {
  /// Three quarters of the memory that this process may use: the rest is left for documents, decoded pictures and
  /// others.
  ///
  /// - Units: bytes.
  package static let standard: Int = {
    let machine = Int(clamping: ProcessInfo.processInfo.physicalMemory)
    // Version 2 and version 1 of control groups; "max" and very large numbers mean no limit.
    let limits = ["/sys/fs/cgroup/memory.max", "/sys/fs/cgroup/memory/memory.limit_in_bytes"].compactMap { path in
      (try? String(contentsOfFile: path, encoding: .utf8))
        .flatMap { Int($0.trimmingCharacters(in: .whitespacesAndNewlines)) }
    }
    return min(machine, limits.min() ?? machine) / 4 * 3
  }()

  /// Gives unused pages back to the system.
  ///
  /// Otherwise the allocator keeps them wherever memory behind them is still in use, so a process that frees a hundred
  /// megabytes of small pictures would stay as large as before. The call takes some milliseconds. The corresponding C
  /// call is `malloc_trim`, which Swift does not import; nothing is given back where the C library does not have it.
  package static func giveBackFreePages() {
    typealias Function = @convention(c) (Int) -> Int32
    guard let symbol = dlsym(nil, "malloc_trim") else { return }
    _ = unsafeBitCast(symbol, to: Function.self)(0)
  }
}
