// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

package import Foundation
import LaminaGeometry

/// The activity of a program and of all processes that it has started, from `/proc`.
package struct ProcessActivity {
  /// The processor time of all processes, including their ended children, in hundredths of a second.
  package private(set) var ticks = 0
  /// Whether a thread of any of the processes is waiting for a disk or a file server.
  package private(set) var waitsForDisk = false

  /// Examines a program by its process group, whose number is the program's; `nil` if nothing is known.
  package init?(of group: pid_t) {
    let members = Self.members(of: group)
    guard !members.isEmpty else { return nil }
    for (number, fields) in members {
      // User and system time, followed by both times of ended children.
      for index in 11...14 { ticks += Int(fields[index]) ?? 0 }
      for thread in (try? FileManager.default.contentsOfDirectory(atPath: "/proc/\(number)/task")) ?? [] {
        if Self.fields("/proc/\(number)/task/\(thread)/stat")?[0] == "D" { waitsForDisk = true }
      }
    }
  }

  /// The processes of a group and their children, including children that made their own groups, as `timeout` does.
  package static func processes(of group: pid_t) -> [pid_t] { members(of: group).keys.map { pid_t($0) } }

  private static func members(of group: pid_t) -> [Int32: [Substring]] {
    var members: [Int32: [Substring]] = [:]
    var others: [Int32: [Int32]] = [:]
    var known: [Int32: [Substring]] = [:]
    for entry in (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? [] {
      guard let number = Int32(entry), let fields = fields("/proc/\(entry)/stat"), let parent = Int32(fields[1])
      else { continue }
      known[number] = fields
      others[parent, default: []].append(number)
    }
    var pending = known.filter { Int32($0.value[2]) == group }.map(\.key)
    while let number = pending.popLast() {
      guard members[number] == nil, let fields = known[number] else { continue }
      members[number] = fields
      pending += others[number] ?? []
    }
    return members
  }

  /// The fields after the program's name, which may contain anything: the state, the parent, the group, and so on.
  private static func fields(_ path: String) -> [Substring]? {
    guard let data = FileManager.default.contents(atPath: path) else { return nil }
    let text = String(decoding: data, as: UTF8.self)
    guard let end = text.lastIndex(of: ")") else { return nil }
    let fields = text[text.index(after: end)...].split(separator: " ")
    return fields.count > 14 ? fields : nil
  }
}
