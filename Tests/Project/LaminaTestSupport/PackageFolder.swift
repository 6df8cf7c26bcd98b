// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

package import Foundation

/// Where the package's files are, for tests that read them.
package enum PackageFolder {
  /// The folder that holds Package.swift.
  package static let root = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .standardizedFileURL

  /// A file or folder of the package, by its path from the root.
  package static func file(_ path: String) -> URL {
    root.appendingPathComponent(path)
  }

  /// A file or folder of the data beside the package, which users do not have.
  ///
  /// - Returns: `nil` where it is absent; tests that need it are skipped then.
  package static func shared(_ path: String) -> URL? {
    let url = root.deletingLastPathComponent().appendingPathComponent("shared").appendingPathComponent(path)
    return FileManager.default.fileExists(atPath: url.path) ? url : nil
  }

  /// The paths from the root of all files under `folder`, sorted, without build products and hidden folders.
  package static func files(under folder: String = "") -> [String] {
    var found: [String] = []
    var open = [folder]
    while let path = open.popLast() {
      let names = (try? FileManager.default.contentsOfDirectory(atPath: file(path).path)) ?? []
      for name in names where !name.hasPrefix(".") || name == ".ci" {
        let child = path.isEmpty ? name : path + "/" + name
        var isFolder: ObjCBool = false
        guard FileManager.default.fileExists(atPath: file(child).path, isDirectory: &isFolder) else { continue }
        if isFolder.boolValue { open.append(child) } else { found.append(child) }
      }
    }
    return found.sorted()
  }

  /// The text of a file of the package.
  package static func text(_ path: String) throws -> String {
    try String(contentsOf: file(path), encoding: .utf8)
  }
}
