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

  @Test("render nodes come in order")
  func renderNodes() throws {
    try make("/dev/dri/renderD129")
    try make("/dev/dri/renderD128")
    try make("/dev/dri/card0")
    defer { try? FileManager.default.removeItem(atPath: root) }
    #expect(probe().renderNodes() == ["/dev/dri/renderD128", "/dev/dri/renderD129"])
  }
}
