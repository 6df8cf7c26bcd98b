// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

#if Serve
import Foundation
import LaminaExport
import LaminaGPU

/// What draws on this machine.
package enum ServiceDevices {
  /// The hardware devices that are this process's, by their numbers in `lamina devices`, and the one that stands in if
  /// there is none of them.
  ///
  /// Every device is opened for this, so it is asked once.
  package static func own() -> (devices: [Int], standIn: Int?) {
    guard let rows = try? GPUDevice.list() else { return ([], nil) }
    let environment = ProcessInfo.processInfo.environment
    return (
      DeviceAssignment.devices(of: rows, in: environment).map(\.index),
      DeviceAssignment.device(of: rows, in: environment)?.index
    )
  }

  /// How many processors this process may use. An export has a lane more than that, since its lanes wait for disks.
  package static var processors: Int { max(1, Drawers.processors(ExportOptions()) - 1) }
}
#endif
