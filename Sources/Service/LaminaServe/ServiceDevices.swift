// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

#if Serve
import Foundation
import LaminaExport
import LaminaGPU

/// The devices of this machine that a service can draw with.
package enum ServiceDevices {
  /// The hardware devices assigned to this process, by their numbers in `lamina devices`, and the device to use if
  /// there are none.
  ///
  /// Call this once, as it opens every device.
  package static func own() -> (devices: [Int], standIn: Int?) {
    guard let rows = try? GPUDevice.list() else { return ([], nil) }
    let environment = ProcessInfo.processInfo.environment
    let devices = DeviceAssignment.devices(of: rows, in: environment)
    measure(devices)
    return (devices.map(\.index), DeviceAssignment.device(of: rows, in: environment)?.index)
  }

  /// Measures each kind of hardware of this machine once, for the workers, which would measure for themselves while
  /// others draw, and could then draw in different ways.
  package static func measure() { measure((try? GPUDevice.list()) ?? []) }

  private static func measure(_ devices: [GPUDeviceDescription]) {
    for device in devices where device.isHardware {
      guard GPURenderer.measuredKinds[device.description] == nil else { continue }
      _ = try? GPURenderer(device: .index(device.index))
    }
  }

  /// The devices of a service's workers, unless their number is given: each device several times, in turn.
  ///
  /// The thread of a worker also encodes its pictures, meanwhile the device is free for other workers. So there is one
  /// worker for each two processors, and each device has 1 to 8.
  package static func workers(on devices: [Int], processors: Int) -> [Int] {
    guard !devices.isEmpty else { return [] }
    let each = min(8, max(1, processors / (2 * devices.count)))
    return Array(repeatElement(devices, count: each).joined())
  }

  /// How many workers have the device of each worker.
  package static func sharers(of devices: [some Equatable]) -> [Int] {
    devices.map { device in devices.count { $0 == device } }
  }

  /// The number of processors that this process may use. An export has one more lane, since its lanes wait for disks.
  package static var processors: Int { max(1, Drawers.processors(ExportOptions()) - 1) }
}
#endif
