// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import Foundation
import LaminaGPU
import Testing

/// The texts of `lamina devices --explain`, on machines that are folders of this test.
@Suite struct DeviceExplanationTests {
  private static let vendor = "/usr/share/glvnd/egl_vendor.d/50_mesa.json"
  private static let mesa = #"{"file_format_version": "1.0.0", "ICD": {"library_path": "libEGL_mesa.so.0"}}"#

  /// A machine of these files, which goes when the body ends.
  private func onMachine(
    _ files: [String: String], environment: [String: String] = [:], libraries: Set<String> = [],
    denied: [String: CInt] = [:], group: String? = nil, _ body: (SystemProbe) throws -> Void
  ) throws {
    let root = FileManager.default.temporaryDirectory.appending(path: "lamina-explain-\(UUID().uuidString)").path()
    try FileManager.default.createDirectory(atPath: root, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: root) }
    for (path, text) in files {
      let file = URL(filePath: root + path)
      try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data(text.utf8).write(to: file)
    }
    var owner: (@Sendable (String) -> String?)?
    if let group { owner = { _ in group } }
    let probe = SystemProbe(
      root: root, environment: environment, owner: owner,
      accessError: { denied[String($0.dropFirst(root.count))] ?? 0 },
      libraryError: { libraries.contains($0) ? nil : "\($0): cannot open shared object file" })
    try body(probe)
  }

  private func missing() -> GPULibraries {
    var libraries = GPULibraries()
    libraries.egl = "libNoSuchEGL.so.1"
    return libraries
  }

  @Test("without EGL: the loader's text stands there, with the package, and nothing is thrown")
  func noEGL() throws {
    try onMachine([:]) { probe in
      let explanation = GPUDevice.explanation(libraries: missing(), probe: probe)
      #expect(explanation.chapters.map(\.title) == ["Libraries", "EGL vendors", "Displays", "Device nodes"])
      let first = try #require(explanation.chapters[0].steps.first)
      #expect(first.outcome.contains("libNoSuchEGL.so.1: cannot open shared object file"))
      #expect(first.advice?.contains("libegl1") == true)
      #expect(explanation.chapters[2].steps.first?.outcome.contains("cannot open libNoSuchEGL.so.1") == true)
    }
  }

  @Test("no vendor file: the folders and the packages are named")
  func noVendorFile() throws {
    try onMachine([:]) { probe in
      let step = try #require(probe.explainVendors().steps.first)
      #expect(step.outcome.contains("/etc/glvnd/egl_vendor.d, /usr/share/glvnd/egl_vendor.d"))
      #expect(step.advice?.contains("libegl-mesa0") == true)
    }
  }

  @Test("a missing /dev/dri is nothing to act on where a hardware device draws, as NVIDIA's does without")
  func hardwareWithoutRenderNodes() throws {
    try onMachine(["/dev/nvidia0": "", "/dev/nvidiactl": "", "/.dockerenv": ""], libraries: ["libEGL_nvidia.so.0"]) {
      probe in
      let drawing = try #require(probe.explainNodes(hasHardware: true).steps.first)
      #expect(drawing.outcome.contains("/dev/dri is not there"))
      #expect(drawing.advice == nil)
      #expect(try #require(probe.explainNodes().steps.first).advice?.contains("--device /dev/dri") == true)
    }
  }

  @Test("a vendor file whose library is not there: the loader's text and the package")
  func vendorWithoutLibrary() throws {
    try onMachine([Self.vendor: Self.mesa]) { probe in
      let steps = probe.explainVendors().steps
      #expect(steps.count == 1)
      #expect(steps[0].outcome.contains("cannot be opened: libEGL_mesa.so.0: cannot open shared object file"))
      #expect(steps[0].advice?.contains("libegl-mesa0") == true)
    }
    try onMachine([Self.vendor: Self.mesa], libraries: ["libEGL_mesa.so.0"]) { probe in
      #expect(probe.explainVendors().steps.map(\.advice) == [nil])
    }
  }

  @Test("a vendor file that is none, and one that is named and not there")
  func badVendorFiles() throws {
    try onMachine([Self.vendor: "{}"]) { probe in
      #expect(probe.explainVendors().steps.first?.outcome.contains("is no vendor file") == true)
    }
    try onMachine([:], environment: ["__EGL_VENDOR_LIBRARY_FILENAMES": "/a.json"]) { probe in
      #expect(probe.explainVendors().steps.first?.outcome == "/a.json is not there.")
    }
  }

  @Test("a path in a vendor file begins at the file's folder, a name is left to the loader")
  func vendorPath() throws {
    let file = #"{"ICD": {"library_path": "../lib/libEGL_x.so"}}"#
    try onMachine([Self.vendor: file], libraries: ["/usr/share/glvnd/egl_vendor.d/../lib/libEGL_x.so"]) { probe in
      #expect(probe.explainVendors().steps.map(\.advice) == [nil])
    }
  }

  @Test("no /dev/dri: a machine without a GPU, or a container that shows none")
  func noNodes() throws {
    try onMachine([:]) { probe in
      let steps = probe.explainNodes().steps
      #expect(steps.count == 1)
      #expect(steps[0].outcome.contains("/dev/dri is not there"))
      #expect(steps[0].advice?.contains("container") == false)
    }
    try onMachine(["/.dockerenv": ""]) { probe in
      #expect(probe.explainNodes().steps.first?.advice?.contains("--device /dev/dri") == true)
    }
    try onMachine(["/dev/dri/card0": ""]) { probe in
      #expect(probe.explainNodes().steps.first?.outcome == "/dev/dri holds no render node.")
    }
  }

  @Test("a node without permission: the group that owns it")
  func noPermission() throws {
    let node = "/dev/dri/renderD128"
    try onMachine([node: ""], denied: [node: EACCES]) { probe in
      let step = try #require(probe.explainNodes().steps.first)
      #expect(step.outcome == "\(node) may not be read and written: Permission denied.")
      #expect(step.advice?.contains("group") == true)
    }
    try onMachine([node: ""], denied: [node: ENODEV]) { probe in
      let step = try #require(probe.explainNodes().steps.first)
      #expect(step.advice?.contains("Its driver does not answer") == true)
    }
    try onMachine([node: ""]) { probe in
      #expect(probe.explainNodes().steps.map(\.advice) == [nil])
    }
  }

  @Test("the advice names the group that owns the node, the command that joins it, and the container's option")
  func groups() throws {
    let node = "/dev/dri/renderD128"
    try onMachine([node: ""], denied: [node: EACCES], group: "render") { probe in
      #expect(
        probe.explainNodes().steps.first?.advice
          == "Join the group that owns it, render: 'usermod -aG render USER', then log in again; in a container, --group-add."
      )
    }
    try onMachine([node: ""], denied: [node: EACCES], group: "video") { probe in
      #expect(probe.explainNodes().steps.first?.advice?.contains("usermod -aG video USER") == true)
    }
    // A group of the host's that the container has no name for.
    try onMachine([node: ""], denied: [node: EACCES], group: "number 992") { probe in
      #expect(probe.explainNodes().steps.first?.advice?.contains("--group-add 992") == true)
    }
    try onMachine([node: ""], denied: [node: EACCES], group: "root") { probe in
      #expect(probe.explainNodes().steps.first?.advice?.contains("set its group with a udev rule") == true)
    }
    let nvidia = "/dev/nvidia0"
    try onMachine([nvidia: "", "/dev/nvidiactl": ""], denied: [nvidia: EACCES], group: "vglusers") { probe in
      #expect(probe.explainNodes().steps.contains { $0.advice?.contains("usermod -aG vglusers USER") == true })
    }
  }

  @Test("under Slurm, a node that may not be opened is one that the job did not ask for")
  func slurm() throws {
    let node = "/dev/nvidia0"
    for error in [EPERM, EACCES] {
      try onMachine([node: "", "/dev/nvidiactl": ""], environment: ["SLURM_JOB_ID": "7"], denied: [node: error]) {
        probe in
        #expect(probe.explainNodes().steps.contains { $0.advice?.contains("--gres=gpu:1") == true }, "\(error)")
      }
    }
    try onMachine(["/proc/driver/nvidia/version": ""], environment: ["SLURM_JOB_ID": "7"]) { probe in
      #expect(probe.explainNodes().steps.contains { $0.advice?.contains("--gres=gpu:1") == true })
    }
  }

  @Test("an NVIDIA device without its libraries, its control node or its own node")
  func nvidia() throws {
    let environment = ["NVIDIA_DRIVER_CAPABILITIES": "compute"]
    try onMachine(["/dev/nvidia0": "", "/dev/dri/card0": ""], environment: environment) { probe in
      let advice = probe.explainNodes().steps.compactMap(\.advice)
      #expect(advice.contains { $0.contains("nvidia-modprobe") })
      #expect(advice.contains { $0.contains("'graphics' or 'all' (it is 'compute')") })
    }
    let whole = ["/dev/nvidia0": "", "/dev/nvidiactl": "", "/dev/dri/renderD128": ""]
    try onMachine(whole, libraries: ["libEGL_nvidia.so.0"]) { probe in
      #expect(probe.explainNodes().steps.compactMap(\.advice).isEmpty)
    }
    try onMachine(["/proc/driver/nvidia/version": ""]) { probe in
      #expect(probe.explainNodes().steps.contains { $0.outcome.contains("there is no /dev/nvidia0") })
    }
  }

  @Test("displays: which EGL offers, and what helps where one fails")
  func displays() throws {
    var row = GPUDeviceDescription(index: 0, platform: .device)
    row.problem = "EGL error EGL_NOT_INITIALIZED in eglInitialize"
    let offer = GPUOffer(platforms: [("a list of devices", true), ("displays through GBM", false)], rows: [row])
    let steps = GPUDevice.explainDisplays(offer, SystemProbe(root: "/nowhere")).steps
    #expect(steps[0].outcome == "EGL offers a list of devices.")
    #expect(steps[1].outcome == "EGL does not offer displays through GBM.")
    #expect(steps.last?.outcome.contains("EGL_NOT_INITIALIZED in eglInitialize") == true)
    #expect(steps.last?.advice?.contains("EGL_LOG_LEVEL=debug") == true)
  }
}
