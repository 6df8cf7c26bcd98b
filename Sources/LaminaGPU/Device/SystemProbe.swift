import Foundation

/// What the machine says about graphics devices, apart from EGL: why one that is there cannot be reached.
package struct SystemProbe: Sendable {
  private let root: String
  private let environment: [String: String]
  private let canOpenLibrary: @Sendable (String) -> Bool

  /// Looks at this machine; tests give another root folder, environment and loader.
  package init(
    root: String = "", environment: [String: String] = ProcessInfo.processInfo.environment,
    canOpenLibrary: @escaping @Sendable (String) -> Bool = { DynamicLibrary.exists($0) }
  ) {
    self.root = root
    self.environment = environment
    self.canOpenLibrary = canOpenLibrary
  }

  /// The render nodes of the kernel's graphics drivers, in order.
  package func renderNodes() -> [String] {
    entries(of: "/dev/dri").filter { $0.hasPrefix("renderD") }.sorted().map { "/dev/dri/\($0)" }
  }

  /// Why no EGL vendor can be found, or `nil` where there is one.
  package func missingVendorFiles() -> String? {
    if let files = environment["__EGL_VENDOR_LIBRARY_FILENAMES"], !files.isEmpty {
      let missing = files.split(separator: ":").filter { !exists(String($0)) }
      return missing.isEmpty ? nil : "no EGL vendor file at \(missing.joined(separator: ", "))"
    }
    let named = environment["__EGL_VENDOR_LIBRARY_DIRS"].flatMap { $0.isEmpty ? nil : $0 }
    let folders =
      named?.split(separator: ":").map(String.init) ?? ["/etc/glvnd/egl_vendor.d", "/usr/share/glvnd/egl_vendor.d"]
    if folders.contains(where: { entries(of: $0).contains { $0.hasSuffix(".json") } }) { return nil }
    let cause = named == nil ? "install Mesa (libgl1-mesa-dri, libegl-mesa0)" : "set by __EGL_VENDOR_LIBRARY_DIRS"
    return "no EGL vendor file (ICD) in \(folders.joined(separator: ", ")): \(cause)"
  }

  /// One sentence for each device of this machine that a process without EGL on it cannot use, with its node.
  ///
  /// - Parameter reached: The nodes that EGL reaches.
  package func unreachableDevices(reached: Set<String>) -> [(node: String, problem: String)] {
    var found: [(node: String, problem: String)] = []
    for node in renderNodes() where !reached.contains(node) {
      if access(root + node, R_OK | W_OK) != 0 {
        let reason = errno == EACCES ? "no permission (add the user to its group, often 'render')" : "cannot be opened"
        found.append((node, "\(reason) on \(node)"))
      }
    }
    let nvidia = entries(of: "/dev").filter { $0.hasPrefix("nvidia") && $0.dropFirst(6).allSatisfy(\.isNumber) }
      .filter { $0 != "nvidia" }.sorted()
    if let first = nvidia.first {
      let node = "/dev/\(first)"
      if access(root + node, R_OK | W_OK) != 0 {
        found.append((node, "no permission on \(node)"))
      } else if !canOpenLibrary("libEGL_nvidia.so.0") {
        let capabilities = environment["NVIDIA_DRIVER_CAPABILITIES"].map { " (it is '\($0)')" } ?? ""
        found.append(
          (
            node,
            "an NVIDIA device without its EGL library: in a container, NVIDIA_DRIVER_CAPABILITIES must hold "
              + "'graphics' or 'all'\(capabilities)"
          ))
      }
    }
    return found
  }

  private func entries(of folder: String) -> [String] {
    (try? FileManager.default.contentsOfDirectory(atPath: root + folder)) ?? []
  }

  private func exists(_ path: String) -> Bool {
    FileManager.default.fileExists(atPath: root + path)
  }
}
