// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import Foundation

/// The parts of an explanation that need no EGL: libraries, vendor files and device nodes.
extension SystemProbe {
  func explainLibraries(_ names: GPULibraries) -> DeviceExplanation.Chapter {
    let wanted = [
      (names.egl, "Install libegl1: without it there is no GPU renderer."),
      (names.gles, "Install libgles2, where EGL does not hand out every function of OpenGL ES."),
      (names.gbm, "Install libgbm1, where a render node is reached in no other way."),
    ]
    return .init(
      title: "Libraries",
      steps: wanted.map { name, advice in
        guard let error = libraryError(name) else { return .init(outcome: "\(name) opens.") }
        return .init(outcome: "\(name) cannot be opened: \(error).", advice: advice)
      })
  }

  package func explainVendors() -> DeviceExplanation.Chapter {
    var steps = vendorFiles().map(explainVendor)
    if let missing = missingVendorFiles() {
      steps.append(
        .init(
          outcome: "There is \(missing).",
          advice: "Install libegl-mesa0 and libgl1-mesa-dri, or the EGL part of the vendor's driver, or correct the "
            + "variables __EGL_VENDOR_LIBRARY_DIRS and __EGL_VENDOR_LIBRARY_FILENAMES."))
    }
    return .init(title: "EGL vendors", steps: steps)
  }

  private func explainVendor(_ file: String) -> DeviceExplanation.Step {
    struct Vendor: Decodable {
      struct Library: Decodable { var library_path: String }
      var ICD: Library
    }
    guard exists(file) else {
      return .init(outcome: "\(file) is not there.", advice: "Install the package it belongs to, or do not name it.")
    }
    guard let data = contents(of: file) else {
      return .init(outcome: "\(file) cannot be read.", advice: "Let everybody read it.")
    }
    guard let vendor = try? JSONDecoder().decode(Vendor.self, from: data) else {
      return .init(
        outcome: "\(file) is no vendor file: it is not JSON with ICD and library_path.",
        advice: "Install the package it belongs to again.")
    }
    let library = vendor.ICD.library_path
    // As libglvnd reads it: a plain name or an absolute path is left to the loader; other paths are relative to the
    // file's folder.
    let isName = !library.contains("/") || library.hasPrefix("/")
    let path = isName ? library : "\(URL(filePath: file).deletingLastPathComponent().path())\(library)"
    guard let error = libraryError(path) else { return .init(outcome: "\(file) names \(library), which opens.") }
    let package =
      library.contains("mesa")
      ? "Install libegl-mesa0 and libgl1-mesa-dri."
      : library.contains("nvidia")
        ? "Install NVIDIA's driver libraries in the kernel module's version (Debian: libegl-nvidia0); in a container, "
          + "NVIDIA_DRIVER_CAPABILITIES must hold 'graphics' or 'all'."
        : "Install the package that holds \(library)."
    return .init(outcome: "\(file) names \(library), which cannot be opened: \(error).", advice: package)
  }

  /// - Parameter hasHardware: Whether a hardware device can be used: NVIDIA's driver needs no `/dev/dri`.
  package func explainNodes(hasHardware: Bool = false) -> DeviceExplanation.Chapter {
    let nvidia = nvidiaNodes()
    var steps: [DeviceExplanation.Step] = []
    let nodes = renderNodes()
    if !exists("/dev/dri"), hasHardware {
      steps.append(.init(outcome: "/dev/dri is not there, and the hardware device above does not need it."))
    } else if !exists("/dev/dri") {
      steps.append(
        .init(
          outcome: "/dev/dri is not there: no graphics driver of the kernel is loaded, or they are not shown here.",
          advice: container.map { "This is a container (\($0)): start it with --device /dev/dri, or --gpus all." }
            ?? (nvidia.isEmpty ? "A machine without a GPU needs none; otherwise load its kernel driver." : nil)))
    } else if nodes.isEmpty {
      steps.append(
        .init(
          outcome: "/dev/dri holds no render node.",
          advice: "The kernel's driver shows pictures but cannot draw them; load the GPU's own."))
    }
    steps += (nodes + nvidia).map(explainNode)
    if !nvidia.isEmpty {
      if !exists("/dev/nvidiactl") {
        steps.append(
          .init(
            outcome: "/dev/nvidiactl is not there, without which \(nvidia[0]) cannot be opened.",
            advice: "Run nvidia-modprobe as root, or pass the node into the container."))
      }
      steps.append(explainNVIDIALibrary())
    } else if exists("/proc/driver/nvidia/version") {
      steps.append(
        .init(
          outcome: "NVIDIA's kernel module is loaded, and there is no /dev/nvidia0.",
          advice: isSlurmJob
            ? "This is a job of Slurm's: ask for a GPU with --gres=gpu:1."
            : container == nil ? "Run nvidia-modprobe as root." : "Start the container with --gpus all."))
    }
    return .init(title: "Device nodes", steps: steps)
  }

  private func explainNode(_ node: String) -> DeviceExplanation.Step {
    let error = accessError(at: node)
    if error == 0 { return .init(outcome: "\(node) may be read and written.") }
    let reason = String(cString: strerror(error))
    let group = group(owning: node)
    return .init(
      outcome: "\(node) may not be read and written: \(reason).", advice: advice(for: node, error: error, group: group))
  }

  private func advice(for node: String, error: CInt, group: String?) -> String {
    // Slurm's control group denies devices with EPERM, regardless of their owner.
    if isSlurmJob, error == EPERM || node.hasPrefix("/dev/nvidia") {
      return "This is a job of Slurm's, which allows only the devices that were asked for: ask with --gres=gpu:1."
    }
    if error != EACCES {
      return
        "Its driver does not answer, or the container does not allow the device: allow it, or see the kernel's log."
    }
    guard let group else { return "Join the group that owns it: 'stat \(node)' says which." }
    if group == "root" { return "It belongs to the group root: set its group with a udev rule, often to render." }
    if group.hasPrefix("number ") {
      let number = group.dropFirst("number ".count)
      return
        "Its group has no name here, only the number \(number): start the container with --group-add \(number), or "
        + "make a group of that number and join it."
    }
    return "Join the group that owns it, \(group): 'usermod -aG \(group) USER', then log in again; in a container, "
      + "--group-add."
  }

  private var isSlurmJob: Bool { environment["SLURM_JOB_ID"] != nil }

  private func explainNVIDIALibrary() -> DeviceExplanation.Step {
    let name = "libEGL_nvidia.so.0"
    guard let error = libraryError(name) else { return .init(outcome: "\(name), NVIDIA's EGL, opens.") }
    let capabilities = environment["NVIDIA_DRIVER_CAPABILITIES"].map { " (it is '\($0)')" } ?? ""
    return .init(
      outcome: "There is an NVIDIA device, and \(name) cannot be opened: \(error).",
      advice: "Install the driver's EGL part (Debian: libegl-nvidia0); in a container, NVIDIA_DRIVER_CAPABILITIES must "
        + "hold 'graphics' or 'all'\(capabilities).")
  }

  /// The file that shows that this is a container, or `nil`.
  private var container: String? {
    ["/.dockerenv", "/run/.containerenv"].first(where: exists)
  }
}
