// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import Foundation
import Lamina

/// The facts about the machine and the process that affect speed.
package struct BenchEnvironment: Encodable {
  /// The processor's name.
  var processor: String
  /// Processors that this process may use.
  var processors = ProcessInfo.processInfo.activeProcessorCount
  /// The frequency governor of the processor; `nil` where the system does not report it, as on virtual machines.
  var governor: String?
  /// The processor time that the control group allows, in processors; `nil` without a limit.
  var processorLimit: Double?
  /// The memory of the machine, in bytes.
  var memoryBytes = Int(clamping: ProcessInfo.processInfo.physicalMemory)
  /// The memory that the control group allows, in bytes; `nil` without a limit.
  var memoryLimitBytes: Int?
  /// The load average of the last minute before the run; near 0 on an idle machine.
  var loadBefore: Double?
  var system = ProcessInfo.processInfo.operatingSystemVersionString
  var kernel: String?
  /// The GPU's driver, or the reason why there is none.
  package var driver: String?

  init() {
    let table = Self.read("/proc/cpuinfo") ?? ""
    let line = table.split(separator: "\n").first { $0.hasPrefix("model name") }
    processor = line?.split(separator: ":").last.map { $0.trimmingCharacters(in: .whitespaces) } ?? "unknown processor"
    governor = Self.read("/sys/devices/system/cpu/cpu0/cpufreq/scaling_governor")
    kernel = Self.read("/proc/sys/kernel/osrelease")
    loadBefore = Self.read("/proc/loadavg")?.split(separator: " ").first.flatMap { Double($0) }
    memoryLimitBytes = Self.read("/sys/fs/cgroup/memory.max").flatMap { Int($0) }
    // "max 100000" means no limit; "150000 100000" means one and a half processors.
    let quota = Self.read("/sys/fs/cgroup/cpu.max")?.split(separator: " ").compactMap { Double($0) } ?? []
    if quota.count == 2, quota[1] > 0 { processorLimit = quota[0] / quota[1] }
  }

  private static func read(_ path: String) -> String? {
    (try? String(contentsOfFile: path, encoding: .utf8))?.trimmingCharacters(in: .whitespacesAndNewlines)
  }

  /// The facts for people, one per line.
  var lines: [(name: String, value: String)] {
    func mebibytes(_ bytes: Int) -> String { "\(bytes >> 20) MiB" }
    return [
      ("processor", "\(processor), \(processors) usable"),
      ("governor", governor ?? "not said"),
      ("processor limit", processorLimit.map { $0.formatted(places: 2) } ?? "none"),
      ("memory", mebibytes(memoryBytes) + (memoryLimitBytes.map { ", limited to \(mebibytes($0))" } ?? ", no limit")),
      ("load before the run", loadBefore.map { $0.formatted(places: 2) } ?? "not said"),
      ("system", "\(system), Linux \(kernel ?? "unknown")"),
      ("driver", driver ?? "not asked"),
    ]
  }
}
