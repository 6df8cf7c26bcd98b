// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import Foundation
import LaminaNumbers

/// The limits that Linux control groups put on this process, version 1 or 2.
///
/// A process may use no more than the tightest limit on the way from its own group to the root. In a container
/// the root of the tree is usually the container's own group, so the path may not exist there; then only the
/// root counts.
package struct ControlGroups {
  /// The text of `/proc/self/cgroup`: a line for each hierarchy, `number:controllers:path`.
  package var membership: String
  /// The path at which the hierarchies are mounted.
  package var root: String

  /// Reads the limits from the files below `root` for a process with that membership.
  package init(membership: String, root: String) {
    self.membership = membership
    self.root = root
  }

  /// The control groups of this process.
  package static var ofThisProcess: ControlGroups {
    ControlGroups(
      membership: (try? String(contentsOfFile: "/proc/self/cgroup", encoding: .utf8)) ?? "", root: "/sys/fs/cgroup")
  }

  /// The number of processors whose time the process may use; `nil` without a limit.
  package var processorQuota: Double? {
    let unified = values("", file: "cpu.max").compactMap { text -> Double? in
      let words = text.split(whereSeparator: \.isWhitespace)
      guard words.count == 2, let quota = Double(words[0]), let period = Double(words[1]) else { return nil }
      return quota > 0 && period > 0 ? quota / period : nil
    }
    let quotas = values("cpu", file: "cpu.cfs_quota_us")
    let periods = values("cpu", file: "cpu.cfs_period_us")
    let legacy = zip(quotas, periods).compactMap { quota, period -> Double? in
      guard let quota = Double(quota.trimmed), let period = Double(period.trimmed) else { return nil }
      return quota > 0 && period > 0 ? quota / period : nil
    }
    return (unified + legacy).min()
  }

  /// The number of bytes of memory that the process may use; `nil` without a limit.
  package var memoryLimit: Int? {
    (values("", file: "memory.max") + values("memory", file: "memory.limit_in_bytes"))
      .compactMap { Int($0.trimmed) }.filter { $0 > 0 }.min()
  }

  /// The texts of `file` in the process's group and all groups above it.
  ///
  /// - Parameter controller: A name of version 1, or nothing for version 2.
  private func values(_ controller: String, file: String) -> [String] {
    for line in membership.split(separator: "\n") {
      let fields = line.split(separator: ":", maxSplits: 2, omittingEmptySubsequences: false)
      guard fields.count == 3 else { continue }
      let controllers = fields[1].split(separator: ",")
      guard controller.isEmpty ? fields[1].isEmpty : controllers.contains(Substring(controller)) else { continue }
      let mounts = controller.isEmpty ? [root, root + "/unified"] : [root + "/" + fields[1], root + "/" + controller]
      for mount in mounts {
        let found = texts(below: mount, path: String(fields[2]), file: file)
        if !found.isEmpty { return found }
      }
    }
    return []
  }

  private func texts(below mount: String, path: String, file: String) -> [String] {
    var components = path.split(separator: "/").map(String.init)
    var result: [String] = []
    while true {
      let place = ([mount] + components + [file]).joined(separator: "/")
      if let text = try? String(contentsOfFile: place, encoding: .utf8) { result.append(text) }
      guard !components.isEmpty else { return result }
      components.removeLast()
    }
  }
}

extension String {
  fileprivate var trimmed: String { trimmingCharacters(in: .whitespacesAndNewlines) }
}
