import ArgumentParser
import Lamina

/// `lamina devices`: what could draw here.
struct DevicesCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "devices",
    abstract: "List the GPU devices, best first, and why any of them cannot be used.",
    discussion: "The exit code is 69 where none can be used; the CPU renderer works without.")

  func run() throws {
    let devices = GPUDevice.list()
    let header = ["index", "platform", "vendor", "renderer", "version", "kind"]
    let rows = devices.map { device in
      [
        "\(device.index)", device.platform.rawValue, device.vendor, device.renderer, device.version,
        device.problem.map { "unusable: \($0)" } ?? (device.isHardware ? "hardware" : "software"),
      ]
    }
    if !devices.isEmpty { try StandardOutput.write(TextTable(header: header, rows: rows).text) }
    guard devices.contains(where: { $0.problem == nil }) else {
      throw CommandFailure(.noDevice, "no usable GPU device; the CPU renderer works without")
    }
  }
}
