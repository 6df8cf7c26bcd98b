// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import Foundation
import LaminaSystem
import Testing

/// How many threads, under which limits.
@Suite struct ResourceTests {
  @Test(
    "a quota is rounded up and never below one",
    arguments: [
      (8, nil, 8), (8, 2.0, 2), (8, 1.5, 2), (8, 0.1, 1), (2, 16.0, 2), (0, nil, 1),
    ] as [(Int, Double?, Int)])
  func limits(_ processors: Int, _ quota: Double?, _ expected: Int) {
    #expect(ThreadCount.limited(processors: processors, quota: quota) == expected)
  }

  @Test(
    "reads an affinity mask",
    arguments: [
      ("Name:\tx\nCpus_allowed:\t3\nCpus_allowed_list:\t0-1\n", 2), ("Cpus_allowed:\tff,ffffffff,00000000\n", 40),
      ("Cpus_allowed:\t\n", nil), ("", nil),
    ] as [(String, Int?)])
  func affinity(_ status: String, _ expected: Int?) {
    #expect(ThreadCount.processorsAllowed(status: status) == expected)
  }

  @Test("there is a processor")
  func available() {
    #expect(ThreadCount.available >= 1)
  }

  struct Tree: Sendable {
    var name: String
    var membership: String
    var files: [String: String]
    var quota: Double?
    var memory: Int?
  }

  static let trees: [Tree] = [
    Tree(name: "no groups", membership: "", files: [:]),
    Tree(
      name: "version 2, no limit", membership: "0::/a\n",
      files: ["a/cpu.max": "max 100000\n", "a/memory.max": "max\n"]),
    Tree(
      name: "version 2, the tightest on the way up", membership: "0::/a/b\n",
      files: ["a/cpu.max": "150000 100000\n", "a/b/cpu.max": "400000 100000\n", "a/b/memory.max": "1048576\n"],
      quota: 1.5,
      memory: 1 << 20),
    Tree(
      name: "version 2, a container that sees itself as the root", membership: "0::/outside/of/it\n",
      files: ["cpu.max": "50000 100000\n"], quota: 0.5),
    Tree(
      name: "version 1", membership: "4:memory:/m\n2:cpu,cpuacct:/c\n0::/\n",
      files: [
        "cpu,cpuacct/c/cpu.cfs_quota_us": "300000\n", "cpu,cpuacct/c/cpu.cfs_period_us": "100000\n",
        "memory/m/memory.limit_in_bytes": "4096\n", "memory/memory.limit_in_bytes": "9223372036854771712\n",
      ], quota: 3, memory: 4096),
    Tree(
      name: "version 1, no limit", membership: "2:cpu:/\n",
      files: ["cpu/cpu.cfs_quota_us": "-1\n", "cpu/cpu.cfs_period_us": "100000\n"]),
    Tree(name: "nonsense", membership: "::\nx\n0::/a\n", files: ["a/cpu.max": "many few\n", "a/memory.max": "lots"]),
  ]

  @Test("reads the limits of control groups", arguments: trees.indices)
  func groups(_ index: Int) throws {
    let tree = Self.trees[index]
    let root = FileManager.default.temporaryDirectory.appendingPathComponent("lamina-groups-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: root) }
    for (path, text) in tree.files {
      let file = root.appendingPathComponent(path)
      try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data(text.utf8).write(to: file)
    }
    let groups = ControlGroups(membership: tree.membership, root: root.path)
    #expect(groups.processorQuota == tree.quota, "\(tree.name)")
    #expect(groups.memoryLimit == tree.memory, "\(tree.name)")
  }
}
