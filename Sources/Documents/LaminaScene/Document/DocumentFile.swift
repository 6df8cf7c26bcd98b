// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

internal import Foundation

/// Files of documents, read within limits.
package enum DocumentFile {
  /// Reads a whole document.
  package static func read(_ path: String, limits: SceneLimits) throws(SceneError) -> [UInt8] {
    do {
      return try BoundedFile.read(path, limit: limits.effectiveDocumentBytes, regularOnly: false)
    } catch {
      switch error {
      case .notFound: throw .notFound(path: path)
      case .notRegular: throw .unreadable(path: path, reason: "not a file")
      case .tooLong: throw .documentTooLarge(path: path, limit: limits.effectiveDocumentBytes)
      case .shortage(let reason), .system(let reason): throw .unreadable(path: path, reason: reason)
      }
    }
  }

  /// Returns the first bytes of a regular file; `nil` for any other file.
  package static func head(of path: String, count: Int) -> [UInt8]? {
    guard let file = try? DocumentAccess.files.open(path, .withoutWaiting) else { return nil }
    defer { close(file) }
    var status = stat()
    guard fstat(file, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
    var bytes = [UInt8](repeating: 0, count: count)
    let taken = bytes.withUnsafeMutableBytes { Foundation.read(file, $0.baseAddress, $0.count) }
    return Array(bytes.prefix(max(taken, 0)))
  }
}
