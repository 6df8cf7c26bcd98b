// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import Foundation
import LaminaGPU
import Testing

/// Why a device cannot be reached, on machines that are folders of this test.
@Suite struct SystemProbeTests {
  private let root = FileManager.default.temporaryDirectory.appending(path: "lamina-probe-\(UUID().uuidString)").path()

  private func make(_ path: String, mode: Int = 0o600) throws {
    let file = URL(filePath: root + path)
    try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data().write(to: file)
    try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: root + path)
  }

  private func probe(_ environment: [String: String] = [:], libraries: Set<String> = []) -> SystemProbe {
    SystemProbe(root: root, environment: environment, libraryError: { libraries.contains($0) ? nil : "not found" })
  }

  @Test("no vendor file: the folders are named")
  func noVendorFile() throws {
    let reason = try #require(probe().missingVendorFiles())
    #expect(reason.contains("/usr/share/glvnd/egl_vendor.d"))
    #expect(reason.contains("Mesa"))
    try make("/usr/share/glvnd/egl_vendor.d/50_mesa.json")
    defer { try? FileManager.default.removeItem(atPath: root) }
    #expect(probe().missingVendorFiles() == nil)
    let other = try #require(probe(["__EGL_VENDOR_LIBRARY_DIRS": "/empty"]).missingVendorFiles())
    #expect(other.contains("/empty"))
    #expect(other.contains("__EGL_VENDOR_LIBRARY_DIRS"))
    let file = try #require(probe(["__EGL_VENDOR_LIBRARY_FILENAMES": "/a.json"]).missingVendorFiles())
    #expect(file.contains("/a.json"))
  }

  @Test("an NVIDIA device without its library: a container without graphics capability")
  func noGraphicsCapability() throws {
    try make("/dev/nvidia0")
    try make("/dev/nvidiactl")
    defer { try? FileManager.default.removeItem(atPath: root) }
    let found = probe(["NVIDIA_DRIVER_CAPABILITIES": "compute,utility"]).unreachableDevices(reached: [])
    #expect(found.map(\.node) == ["/dev/nvidia0"])
    #expect(found.first?.problem.contains("compute,utility") == true)
    #expect(found.first?.problem.contains("'graphics'") == true)
    #expect(probe(libraries: ["libEGL_nvidia.so.0"]).unreachableDevices(reached: []).isEmpty)
  }

  @Test("a node without permission is named", .enabled(if: geteuid() != 0, "root may open everything"))
  func noPermission() throws {
    try make("/dev/dri/renderD128", mode: 0)
    defer { try? FileManager.default.removeItem(atPath: root) }
    let found = probe().unreachableDevices(reached: [])
    #expect(found.first?.problem.contains("no permission") == true)
    #expect(probe().unreachableDevices(reached: ["/dev/dri/renderD128"]).isEmpty)
  }

  @Test("why a node cannot be opened is told apart, and a driver's own nodes are asked for, too")
  func refusals() throws {
    try make("/dev/dri/renderD128")
    try make("/dev/dri/renderD129")
    try make("/dev/nvidia0")
    defer { try? FileManager.default.removeItem(atPath: root) }
    let root = root
    let probe = SystemProbe(
      root: root, environment: [:],
      accessError: { [root + "/dev/dri/renderD128": EACCES, root + "/dev/dri/renderD129": ENXIO][$0] ?? EPERM })
    let found = probe.unreachableDevices(reached: [])
    #expect(found.map(\.node) == ["/dev/dri/renderD128", "/dev/dri/renderD129", "/dev/nvidia0"])
    #expect(found[0].problem.contains("no permission (add the user to its group"))
    #expect(found[1].problem == "cannot be opened on /dev/dri/renderD129")
    #expect(found[2].problem == "no permission on /dev/nvidia0")
  }

  @Test("a node that EGL does not reach is a device with the reason", .needsDevice)
  func listedRefusals() throws {
    try make("/dev/dri/renderD190")
    try make("/dev/nvidia7")
    defer { try? FileManager.default.removeItem(atPath: root) }
    let probe = SystemProbe(root: root, environment: [:], accessError: { _ in EACCES })
    let rows = try GPUDevice.list(libraries: GPULibraries(), probe: probe)
    // Render nodes are tried through GBM; NVIDIA's are not, so that one comes last.
    let node = try #require(rows.first { $0.node == "/dev/dri/renderD190" })
    #expect(!node.isUsable && node.problem?.contains("no permission") == true)
    #expect(rows.last?.node == "/dev/nvidia7" && rows.last?.problem == "no permission on /dev/nvidia7")
    #expect(rows.contains(where: \.isUsable) && Set(rows.map(\.index)).count == rows.count)
  }

  @Test("render nodes come in order")
  func renderNodes() throws {
    try make("/dev/dri/renderD129")
    try make("/dev/dri/renderD128")
    try make("/dev/dri/card0")
    defer { try? FileManager.default.removeItem(atPath: root) }
    #expect(probe().renderNodes() == ["/dev/dri/renderD128", "/dev/dri/renderD129"])
  }
}
