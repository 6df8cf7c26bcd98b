import Foundation
import LaminaGeometry

/// How much memory pictures may take, and how much a plan will take.
package enum MemoryBudget {
  /// Three quarters of what this process may use: the rest is left for documents, decoded pictures and others.
  ///
  /// - Units: bytes.
  package static let standard: Int = {
    let machine = Int(clamping: ProcessInfo.processInfo.physicalMemory)
    // Version 2 and version 1 of control groups; "max" and absurdly large numbers mean no limit.
    let limits = ["/sys/fs/cgroup/memory.max", "/sys/fs/cgroup/memory/memory.limit_in_bytes"].compactMap { path in
      (try? String(contentsOfFile: path, encoding: .utf8))
        .flatMap { Int($0.trimmingCharacters(in: .whitespacesAndNewlines)) }
    }
    return min(machine, limits.min() ?? machine) / 4 * 3
  }()
}
