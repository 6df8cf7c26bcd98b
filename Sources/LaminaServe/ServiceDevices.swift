// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

#if Serve
import Foundation
import LaminaExport
import LaminaGPU

/// What draws on this machine.
package enum ServiceDevices {
  /// The hardware devices that are this process's, by their numbers in `lamina devices`.
  package static func own() -> [Int] {
    guard let rows = try? GPUDevice.list() else { return [] }
    return DeviceAssignment.devices(of: rows, in: ProcessInfo.processInfo.environment).map(\.index)
  }

  /// The device that stands in if none of the hardware is this process's, by its number; `nil` if there is none.
  package static func standIn() -> Int? {
    guard let rows = try? GPUDevice.list() else { return nil }
    return DeviceAssignment.device(of: rows, in: ProcessInfo.processInfo.environment)?.index
  }

  /// How many processors this process may use. An export has a lane more than that, since its lanes wait for disks.
  package static var processors: Int { max(1, Drawers.processors(ExportOptions()) - 1) }
}
#endif
