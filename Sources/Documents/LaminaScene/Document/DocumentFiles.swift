// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

internal import Foundation

/// The kind of the object at a path.
package enum DocumentFileKind: String, Codable, Sendable {
  case file, folder
}

/// The way in which a file is opened for reading.
package enum DocumentFileOpening: String, Codable, Sendable {
  /// For files that a user names: a pipe is allowed, and is waited for.
  case asNamed
  /// For the first bytes of files that a user names: nothing is waited for.
  case withoutWaiting
  /// For a document's own files, whose paths contain no links: nothing is waited for, and links are not followed.
  case resolved

  /// The flags for the system's `open`.
  package var flags: Int32 {
    switch self {
    case .asNamed: O_RDONLY | O_CLOEXEC
    case .withoutWaiting: O_RDONLY | O_CLOEXEC | O_NONBLOCK
    case .resolved: O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOFOLLOW
    }
  }
}

/// The system's reason why a file is not opened.
package struct DocumentFileProblem: Error {
  /// The system's error number.
  package var code: Int32

  /// Makes a problem with an error number.
  package init(code: Int32) {
    self.code = code
  }
}

/// The access of the readers of documents to files: only these four functions ask the system.
///
/// The readers (`ResourceFolder`) decide from the results which files a document may name. An isolated worker, which
/// may open no files, sends the same requests to its parent.
package protocol DocumentFiles: Sendable {
  /// The kind of the object at a path, links followed; `nil` where there is none.
  func kind(of path: String) -> DocumentFileKind?
  /// The path from the root without links, `.` and `..`; `nil` where nothing exists there.
  func resolved(_ path: String) -> String?
  /// The names in a folder, in any order; none where the folder cannot be read.
  func names(in folder: String) -> [String]
  /// Opens a file for reading.
  ///
  /// - Returns: A descriptor, which the caller closes.
  func open(_ path: String, _ way: DocumentFileOpening) throws(DocumentFileProblem) -> Int32
}

/// The present access of readers to files.
package enum DocumentAccess {
  /// The files of the task that reads: by default the system's; a caller of a reader can set others for the call. Code
  /// between a reader and its files need not know of it.
  @TaskLocal package static var files: any DocumentFiles = SystemFiles()
}

/// The system's own files.
package struct SystemFiles: DocumentFiles {
  /// Makes the value, which holds nothing.
  package init() {}

  package func kind(of path: String) -> DocumentFileKind? {
    var status = stat()
    guard stat(path, &status) == 0 else { return nil }
    return status.st_mode & S_IFMT == S_IFDIR ? .folder : .file
  }

  /// Returns the result of the C function `realpath`.
  package func resolved(_ path: String) -> String? {
    guard let resolved = realpath(path, nil) else { return nil }
    defer { free(resolved) }
    return String(cString: resolved)
  }

  package func names(in folder: String) -> [String] {
    (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
  }

  package func open(_ path: String, _ way: DocumentFileOpening) throws(DocumentFileProblem) -> Int32 {
    let file = Foundation.open(path, way.flags)
    guard file >= 0 else { throw DocumentFileProblem(code: errno) }
    return file
  }
}
