// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import Foundation

/// A file that a document may read: on the disk, or packed in an archive.
///
/// Unchecked: an archive is read by one thread at a time, first by the reader of the document, later by its pictures,
/// one after another.
enum ResourceFile: @unchecked Sendable {
  /// A path with every symbolic link resolved.
  case disk(String)
  /// A file of an archive, by its path there.
  case packed(ZipArchive, path: String)

  /// The last component of the path.
  var lastComponent: String { (path as NSString).lastPathComponent }

  private var path: String {
    switch self {
    case .disk(let path), .packed(_, let path): path
    }
  }

  /// A text that is equal for two names of the same file.
  var identity: String {
    switch self {
    case .disk(let path): path
    case .packed(_, let path): "packed:" + path
    }
  }

  /// Reads the whole file, and returns its stamp if it can change.
  ///
  /// - Parameter limit: The maximum number of bytes.
  func readStamped(limit: Int) throws(BoundedFile.Problem) -> (bytes: [UInt8], stamp: BoundedFile.Stamp?) {
    guard case .disk(let path) = self else { return (try read(limit: limit), nil) }
    let (bytes, stamp) = try BoundedFile.readStamped(path, limit: limit, regularOnly: true)
    return (bytes, stamp)
  }

  /// Whether the file is on the disk.
  var isOnDisk: Bool { if case .disk = self { true } else { false } }

  /// Reads the whole file.
  ///
  /// - Parameters:
  ///   - limit: The maximum number of bytes.
  ///   - regularOnly: Whether a file on the disk must be a regular file.
  func read(limit: Int, regularOnly: Bool = true) throws(BoundedFile.Problem) -> [UInt8] {
    switch self {
    case .disk(let path): return try BoundedFile.read(path, limit: limit, regularOnly: regularOnly)
    case .packed(let archive, let path):
      guard let entry = archive.files[path] else { throw .notFound }
      return try archive.read(entry, limit: limit)
    }
  }
}
