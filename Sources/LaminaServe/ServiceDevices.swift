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

  /// How many processors this process may use.
  package static var processors: Int { Drawers.processors(ExportOptions()) }
}
#endif
