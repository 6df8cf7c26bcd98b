// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

package import Foundation

/// A new, empty folder that goes when its last user does.
package final class TemporaryFolder: Sendable {
  /// Where it is.
  package let url: URL

  /// Makes the folder.
  package init() throws {
    url = FileManager.default.temporaryDirectory.appendingPathComponent("lamina-test-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
  }

  deinit {
    try? FileManager.default.removeItem(at: url)
  }

  /// The path of a file in it.
  package func path(_ name: String) -> String {
    url.appendingPathComponent(name).path
  }

  /// Writes a file, and the folders above it; returns its path.
  @discardableResult
  package func write(_ text: String, to name: String) throws -> String {
    try write(Data(text.utf8), to: name)
  }

  /// Writes a file, and the folders above it; returns its path.
  @discardableResult
  package func write(_ data: Data, to name: String) throws -> String {
    let file = url.appendingPathComponent(name)
    try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try data.write(to: file)
    return file.path
  }

  /// Writes a file of some bytes, and the folders above it; returns its path.
  @discardableResult
  package func write(_ bytes: [UInt8], to name: String) throws -> String {
    try write(Data(bytes), to: name)
  }

  /// The bytes of a file in it.
  package func read(_ name: String) throws -> [UInt8] {
    try Array(Data(contentsOf: url.appendingPathComponent(name)))
  }

  /// The names of everything in it, hidden files too, but nothing in its folders.
  package var names: [String] {
    get throws { try FileManager.default.contentsOfDirectory(atPath: url.path).sorted() }
  }

  /// The paths of all files in it, from the folder, sorted; a folder without files ends in `/`.
  package var contents: [String] {
    let all = FileManager.default.enumerator(atPath: url.path)?.compactMap { $0 as? String } ?? []
    return all.sorted().compactMap { name in
      var isFolder: ObjCBool = false
      _ = FileManager.default.fileExists(atPath: path(name), isDirectory: &isFolder)
      guard isFolder.boolValue else { return name }
      return all.contains { $0.hasPrefix(name + "/") } ? nil : name + "/"
    }
  }
}
