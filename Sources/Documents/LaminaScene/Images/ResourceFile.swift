// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import Foundation

/// A file that a document may read: on the disk, or packed in an archive.
enum ResourceFile {
  /// A path with every symbolic link resolved.
  case disk(String)
  /// A file of an archive, by its path in there.
  case packed(ZipArchive, path: String)

  /// The last part of its name.
  var lastComponent: String { (path as NSString).lastPathComponent }

  private var path: String {
    switch self {
    case .disk(let path), .packed(_, let path): path
    }
  }

  /// What is the same about two names of one file.
  var identity: String {
    switch self {
    case .disk(let path): path
    case .packed(_, let path): "packed:" + path
    }
  }

  /// Reads the file whole.
  ///
  /// - Parameters:
  ///   - limit: The most bytes.
  ///   - regularOnly: Whether what is on the disk must be a regular file.
  func read(limit: Int, regularOnly: Bool = true) throws(BoundedFile.Problem) -> [UInt8] {
    switch self {
    case .disk(let path): return try BoundedFile.read(path, limit: limit, regularOnly: regularOnly)
    case .packed(let archive, let path):
      guard let entry = archive.files[path] else { throw .notFound }
      return try archive.read(entry, limit: limit)
    }
  }
}
