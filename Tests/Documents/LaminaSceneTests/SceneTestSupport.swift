// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import Foundation
import LaminaGraphics
import LaminaLayers
import LaminaScene
import Testing

/// Reads a document in memory.
func read(_ document: String, limits: SceneLimits = SceneLimits()) throws(SceneError) -> Scene {
  try SceneReader(limits: limits).read(Array(document.utf8), named: "test.caml")
}

/// Reads a document that holds one root object.
func readRoot(_ object: String, limits: SceneLimits = SceneLimits()) throws(SceneError) -> Scene {
  try read("<caml>\(object)</caml>", limits: limits)
}

/// The error of a document that cannot be read.
func refusal(of document: String, limits: SceneLimits = SceneLimits()) -> SceneError? {
  do {
    _ = try read(document, limits: limits)
    return nil
  } catch {
    return error
  }
}

extension Scene {
  /// The codes of all diagnostics, in order.
  var codes: [String] { diagnostics.map(\.code) }
}

/// A folder that is gone at the end of a test.
final class TemporaryFolder {
  let path: String

  init() throws {
    let url = FileManager.default.temporaryDirectory.appendingPathComponent("lamina-scene-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    path = url.path
  }

  deinit {
    try? FileManager.default.removeItem(atPath: path)
  }

  /// Writes a file, making the folders that it is in.
  @discardableResult
  func write(_ name: String, _ contents: Data) throws -> String {
    let file = path + "/" + name
    try FileManager.default.createDirectory(
      atPath: NSString(string: file).deletingLastPathComponent, withIntermediateDirectories: true)
    try contents.write(to: URL(fileURLWithPath: file))
    return file
  }

  @discardableResult
  func write(_ name: String, _ contents: String) throws -> String {
    try write(name, Data(contents.utf8))
  }
}

/// Small picture files.
enum Pictures {
  /// 2 x 3 opaque red pixels.
  static let redBase64 =
    "iVBORw0KGgoAAAANSUhEUgAAAAIAAAADCAYAAAC56t6BAAAAEUlEQVR4nGP4z8DwH4QZMBgAoXkL9U3EmgcAAAAASUVORK5CYII="
  static let red = Data(base64Encoded: redBase64) ?? Data()
  /// A header that claims 100,000 x 100,000 pixels.
  static let enormous =
    Data(
      base64Encoded:
        "iVBORw0KGgoAAAANSUhEUgABhqAAAYagCAYAAACoUgvIAAAADUlEQVR4nGNgYGD4DwABBAEAX+XDSwAAAABJRU5ErkJggg==") ?? Data()
}
