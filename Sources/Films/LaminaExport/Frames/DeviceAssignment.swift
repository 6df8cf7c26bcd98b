// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

package import LaminaGPU
import LaminaGeometry

/// The devices of a machine that are assigned to this process, by environment variables of launchers.
package enum DeviceAssignment {
  /// The hardware devices to draw with, in the order of the list.
  ///
  /// `CUDA_VISIBLE_DEVICES`, otherwise `SLURM_STEP_GPUS` or `SLURM_JOB_GPUS`, names devices by number among the
  /// hardware devices. If Slurm confines a task to its devices, only these are visible, and they are numbered from 0;
  /// numbers without a device are then ignored. Identifiers (`GPU-8f2c…`, `MIG-…`) have no meaning for OpenGL: as many
  /// devices are taken as there are identifiers. If several tasks on a node are assigned the same devices, each takes
  /// every n-th.
  package static func devices(
    of rows: [GPUDeviceDescription], in environment: [String: String]
  ) -> [GPUDeviceDescription] {
    // One GPU may be available through several platforms; its device node identifies it.
    var seen: Set<String> = []
    var devices = rows.filter { row in
      row.isHardware && row.node.map { seen.insert($0).inserted } ?? true
    }
    if let text = names.lazy.compactMap({ environment[$0] }).first {
      let words = text.split(separator: ",")
      let numbers = Set(words.flatMap(numbers))
      if text == "" || text == "-1" || text == "NoDevFiles" { return [] }
      let chosen = devices.indices.filter { numbers.contains($0) }
      if !chosen.isEmpty {
        devices = chosen.map { devices[$0] }
      } else if numbers.isEmpty {
        devices = Array(devices.prefix(words.count))
      } else if environment[names[0]] != nil {
        return []
      }
    }
    guard environment["CUDA_VISIBLE_DEVICES"] == nil || environment["SLURM_GPUS_PER_TASK"] == nil,
      let local = environment["SLURM_LOCALID"].flatMap({ Int($0) }),
      let tasks = environment["SLURM_NTASKS_PER_NODE"].flatMap({ Int($0) }), tasks > 1, !devices.isEmpty
    else { return devices }
    let own = devices.indices.filter { $0 % tasks == local % tasks }
    return own.isEmpty ? [devices[local % devices.count]] : own.map { devices[$0] }
  }

  /// The device to draw with if a graphics device was requested without a name.
  ///
  /// If a launcher assigns no device to this process, the existing hardware belongs to other processes, and the result
  /// is Mesa's software renderer.
  ///
  /// - Returns: `nil` if there is neither.
  package static func device(
    of rows: [GPUDeviceDescription], in environment: [String: String]
  ) -> GPUDeviceDescription? {
    devices(of: rows, in: environment).first ?? rows.first { $0.isUsable && $0.isSoftware }
  }

  /// The message if a launcher assigns no device to this process, and there is no other one.
  package static let nothingGiven =
    "this process was given no GPU (\(names.joined(separator: ", "))); --device names one all the same"

  private static let names = ["CUDA_VISIBLE_DEVICES", "SLURM_STEP_GPUS", "SLURM_JOB_GPUS"]

  /// Whether a launcher has set any of the variables.
  package static func isGiven(in environment: [String: String]) -> Bool { names.contains { environment[$0] != nil } }

  /// Parses `3`, or a range such as `0-3` from Slurm.
  private static func numbers(_ word: Substring) -> [Int] {
    let sides = word.split(separator: "-").compactMap { Int($0) }
    guard let first = sides.first, let last = sides.last, first <= last, last < 4096 else { return [] }
    return Array(first...last)
  }
}
