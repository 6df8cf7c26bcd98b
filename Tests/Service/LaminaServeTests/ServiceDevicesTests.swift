// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

#if Serve
import LaminaServe
import Testing

@Suite struct ServiceDevicesTests {
  @Test(
    "a device has a worker for each two processors, up to eight, in turn with the other devices",
    arguments: [
      ([], 16, []), ([0], 1, [0]), ([0], 6, [0, 0, 0]), ([3], 64, [3, 3, 3, 3, 3, 3, 3, 3]),
      ([0, 2], 8, [0, 2, 0, 2]), ([0, 1, 2, 3], 4, [0, 1, 2, 3]),
    ] as [([Int], Int, [Int])])
  func workers(devices: [Int], processors: Int, expected: [Int]) {
    #expect(ServiceDevices.workers(on: devices, processors: processors) == expected)
  }

  @Test("workers of a device share the budgets of one renderer in its memory, those of other devices have their own")
  func sharing() {
    #expect(ServiceDevices.sharers(of: ["0", "1", "0", "0", "cpu"]) == [3, 1, 3, 3, 1])
    #expect(ServiceDevices.sharers(of: [Int]()).isEmpty)
  }
}
#endif
