// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import Foundation

/// The information of the machine about graphics devices, apart from EGL: why an existing device cannot be reached.
package struct SystemProbe: Sendable {
  private let root: String
  let environment: [String: String]
  /// Returns the reason why the loader cannot open a library, or `nil` if it can.
  let libraryError: @Sendable (String) -> String?
  private let accessError: @Sendable (String) -> CInt
  private let owner: (@Sendable (String) -> String?)?

  /// Probes this machine; tests pass another root folder, environment and loader, another owner of files, and another
  /// answer to `access`: 0 if a file may be read and written, otherwise `errno`.
  package init(
    root: String = "", environment: [String: String] = ProcessInfo.processInfo.environment,
    owner: (@Sendable (String) -> String?)? = nil,
    accessError: @escaping @Sendable (String) -> CInt = { access($0, R_OK | W_OK) == 0 ? 0 : errno },
    libraryError: @escaping @Sendable (String) -> String? = { DynamicLibrary.error(opening: $0) }
  ) {
    self.root = root
    self.environment = environment
    self.owner = owner
    self.accessError = accessError
    self.libraryError = libraryError
  }

  /// The render nodes of the kernel's graphics drivers, in order.
  package func renderNodes() -> [String] {
    entries(of: "/dev/dri").filter { $0.hasPrefix("renderD") }.sorted().map { "/dev/dri/\($0)" }
  }

  /// The reason why no EGL vendor can be found, or `nil` if there is one.
  package func missingVendorFiles() -> String? {
    if let files = paths(in: "__EGL_VENDOR_LIBRARY_FILENAMES") {
      let missing = files.filter { !exists($0) }
      return missing.isEmpty ? nil : "no EGL vendor file at \(missing.joined(separator: ", "))"
    }
    guard vendorFiles().isEmpty else { return nil }
    let named = paths(in: "__EGL_VENDOR_LIBRARY_DIRS")
    let cause = named == nil ? "install Mesa (libgl1-mesa-dri, libegl-mesa0)" : "set by __EGL_VENDOR_LIBRARY_DIRS"
    return "no EGL vendor file (ICD) in \(vendorFolders.joined(separator: ", ")): \(cause)"
  }

  /// One sentence for each device of this machine that a process without EGL on it cannot use, with its node.
  ///
  /// - Parameter reached: The nodes that EGL reaches.
  package func unreachableDevices(reached: Set<String>) -> [(node: String, problem: String)] {
    var found: [(node: String, problem: String)] = []
    for node in renderNodes() where !reached.contains(node) {
      let error = accessError(root + node)
      if error != 0 {
        let reason = error == EACCES ? "no permission (add the user to its group, often 'render')" : "cannot be opened"
        found.append((node, "\(reason) on \(node)"))
      }
    }
    if let node = nvidiaNodes().first {
      if accessError(root + node) != 0 {
        found.append((node, "no permission on \(node)"))
      } else if libraryError("libEGL_nvidia.so.0") != nil {
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

  /// The devices of NVIDIA's own driver, without its control nodes.
  func nvidiaNodes() -> [String] {
    entries(of: "/dev").filter {
      $0.hasPrefix("nvidia") && $0 != "nvidia" && $0.dropFirst("nvidia".count).allSatisfy(\.isNumber)
    }.sorted().map { "/dev/\($0)" }
  }

  /// The paths that a variable names; `nil` where it is not set, or empty.
  private func paths(in variable: String) -> [String]? {
    guard let named = environment[variable], !named.isEmpty else { return nil }
    return named.split(separator: ":").map(String.init)
  }

  /// The folders in which libglvnd looks for the files of EGL vendors.
  private var vendorFolders: [String] {
    paths(in: "__EGL_VENDOR_LIBRARY_DIRS") ?? ["/etc/glvnd/egl_vendor.d", "/usr/share/glvnd/egl_vendor.d"]
  }

  /// The vendor files that libglvnd reads, whether they are there or not.
  func vendorFiles() -> [String] {
    paths(in: "__EGL_VENDOR_LIBRARY_FILENAMES")
      ?? vendorFolders.flatMap { folder in
        entries(of: folder).filter { $0.hasSuffix(".json") }.sorted().map { "\(folder)/\($0)" }
      }
  }

  /// 0 if this process may read and write a file, otherwise `errno`.
  func accessError(at path: String) -> CInt { accessError(root + path) }

  /// The name of the group that owns a file, or its number if it has no name.
  func group(owning path: String) -> String? {
    if let owner { return owner(path) }
    guard let attributes = try? FileManager.default.attributesOfItem(atPath: root + path) else { return nil }
    return attributes[.groupOwnerAccountName] as? String
      ?? (attributes[.groupOwnerAccountID] as? NSNumber).map { "number \($0)" }
  }

  func contents(of path: String) -> Data? { FileManager.default.contents(atPath: root + path) }

  private func entries(of folder: String) -> [String] {
    (try? FileManager.default.contentsOfDirectory(atPath: root + folder)) ?? []
  }

  func exists(_ path: String) -> Bool {
    FileManager.default.fileExists(atPath: root + path)
  }
}
