// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import ArgumentParser
import Foundation
import Lamina
import ReportText

/// `lamina devices`: lists the GPU devices.
struct DevicesCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "devices",
    abstract: "List the GPU devices, best first, and why any of them cannot be used.",
    discussion: "The exit code is 69 where none can be used; the CPU renderer works without.")

  @Flag(help: "Say what was tried, what came of it, and what to install or which group to join.")
  var explain = false

  @Flag(help: "Say what each device can do, and where that is otherwise than is known of its vendor.")
  var limits = false

  @Flag(help: "Write one JSON object instead of text.")
  var json = false

  func run() throws {
    let explanation = explain ? GPUDevice.explanation() : nil
    if let explanation, !json { try StandardOutput.write(explanation.description) }
    let devices: [GPUDeviceDescription]
    let abilities: [DeviceAbilities]
    do throws(GPUError) {
      devices = try GPUDevice.list()
      abilities = limits ? try GPUDevice.abilities() : []
    } catch {
      if json { try StandardOutput.write(DeviceReport(devices: [], abilities: [], explanation: explanation).json()) }
      throw CommandFailure(.noDevice, "\(error); the CPU renderer works without")
    }
    if json {
      try StandardOutput.write(DeviceReport(devices: devices, abilities: abilities, explanation: explanation).json())
    } else if limits {
      try StandardOutput.write(abilities.map(\.description).joined(separator: "\n"))
    } else if !devices.isEmpty, !explain {
      try StandardOutput.write(Self.table(of: devices).text)
    }
    guard devices.contains(where: \.isUsable) else {
      throw CommandFailure(.noDevice, "no usable GPU device; the CPU renderer works without")
    }
  }

  private static func table(of devices: [GPUDeviceDescription]) -> TextTable {
    let header = ["index", "platform", "node", "vendor", "renderer", "OpenGL ES", "kind"]
    let rows = devices.map { device in
      let kind = device.problem.map { "unusable: \($0)" } ?? (device.isHardware ? "hardware" : "software")
      return [
        "\(device.index)", device.platform.rawValue, device.node ?? "", device.vendor, device.renderer, device.version,
        kind,
      ].map { $0.isEmpty ? "-" : $0 }
    }
    return TextTable(header: header, rows: rows)
  }
}
