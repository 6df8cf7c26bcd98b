// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import Foundation

/// A folder of a test's own, removed with everything in it.
final class TemporaryFolder: Sendable {
  /// The folder's path.
  let path: String

  init() throws {
    let url = FileManager.default.temporaryDirectory.appendingPathComponent("lamina-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    path = url.path
  }

  deinit {
    try? FileManager.default.removeItem(atPath: path)
  }

  /// The path of a file in the folder.
  func path(_ name: String) -> String {
    path + "/" + name
  }

  /// Makes a file.
  func write(_ bytes: [UInt8], to name: String) throws {
    try Data(bytes).write(to: URL(fileURLWithPath: path(name)))
  }

  /// The bytes of a file.
  func read(_ name: String) throws -> [UInt8] {
    try Array(Data(contentsOf: URL(fileURLWithPath: path(name))))
  }

  /// The names of everything in the folder, hidden files too.
  var names: [String] {
    get throws { try FileManager.default.contentsOfDirectory(atPath: path).sorted() }
  }
}
