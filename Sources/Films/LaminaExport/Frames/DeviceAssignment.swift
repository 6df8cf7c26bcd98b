// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

package import LaminaGPU
import LaminaGeometry

/// Which of a machine's devices are this process's, by what launchers say in the environment.
package enum DeviceAssignment {
  /// The hardware devices to draw with, in the order of the list.
  ///
  /// `CUDA_VISIBLE_DEVICES`, otherwise `SLURM_STEP_GPUS` or `SLURM_JOB_GPUS`, names them by number among the hardware
  /// devices. Where Slurm confines a task to its devices, only those are seen, counted anew: numbers of Slurm's that
  /// none has are no choice then. Identifiers (`GPU-8f2c…`, `MIG-…`) mean nothing to OpenGL: as many devices are taken
  /// as there are identifiers. Of several tasks on a node that are given the same devices, each takes every n-th.
  package static func devices(
    of rows: [GPUDeviceDescription], in environment: [String: String]
  ) -> [GPUDeviceDescription] {
    // One GPU may be reached through several platforms; its node tells.
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

  /// The device to draw with if a graphics device was asked for and none was named.
  ///
  /// If a launcher gives this process none, hardware that is there belongs to somebody else; then it is Mesa's software
  /// renderer.
  ///
  /// - Returns: `nil` if there is none of both.
  package static func device(
    of rows: [GPUDeviceDescription], in environment: [String: String]
  ) -> GPUDeviceDescription? {
    devices(of: rows, in: environment).first ?? rows.first { $0.isUsable && $0.isSoftware }
  }

  /// What is said if a launcher gives this process no device, and there is no other one.
  package static let nothingGiven =
    "this process was given no GPU (\(names.joined(separator: ", "))); --device names one all the same"

  private static let names = ["CUDA_VISIBLE_DEVICES", "SLURM_STEP_GPUS", "SLURM_JOB_GPUS"]

  /// Whether a launcher has said anything about devices.
  package static func isGiven(in environment: [String: String]) -> Bool { names.contains { environment[$0] != nil } }

  /// `3`, or `0-3` as Slurm writes it.
  private static func numbers(_ word: Substring) -> [Int] {
    let sides = word.split(separator: "-").compactMap { Int($0) }
    guard let first = sides.first, let last = sides.last, first <= last, last < 4096 else { return [] }
    return Array(first...last)
  }
}
