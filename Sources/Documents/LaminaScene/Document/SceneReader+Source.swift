// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import LaminaGraphics

extension SceneReader {
  /// Returns the text of a document that is markup, with the lines that messages count.
  ///
  /// - Parameter path: A file or folder that ``read(_:)`` reads.
  /// - Returns: The document's name in messages, and its text; `nil` for several documents or a keyed archive.
  /// - Throws: `SceneError` where it cannot be read.
  package func source(of path: String) throws(SceneError) -> (name: String, text: String)? {
    guard case .document(let location) = try SceneLocation(path, limits: limits) else { return nil }
    let bytes = try documentBytes(
      location.file, named: location.document, isInPackage: location.isInPackage, limits: limits)
    return (
      location.document, String(decoding: SourceText(file: location.document, bytes: bytes).bytes, as: UTF8.self)
    )
  }
}
