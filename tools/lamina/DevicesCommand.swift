import ArgumentParser
import Lamina
import ReportText

/// `lamina devices`: what could draw here.
struct DevicesCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "devices",
    abstract: "List the GPU devices, best first, and why any of them cannot be used.",
    discussion: "The exit code is 69 where none can be used; the CPU renderer works without.")

  @Flag(help: "Say what was tried, what came of it, and what to install or which group to join.")
  var explain = false

  func run() throws {
    if explain { try StandardOutput.write(GPUDevice.explanation().description) }
    let devices: [GPUDeviceDescription]
    do throws(GPUError) {
      devices = try GPUDevice.list()
    } catch {
      throw CommandFailure(.noDevice, "\(error); the CPU renderer works without")
    }
    if !devices.isEmpty, !explain { try StandardOutput.write(Self.table(of: devices).text) }
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
