// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

internal import Foundation

/// What a path leads to.
package enum DocumentFileKind: String, Codable, Sendable {
  case file, folder
}

/// How a file is opened for reading.
package enum DocumentFileOpening: String, Codable, Sendable {
  /// What a user names: it may be a pipe, which is waited for.
  case asNamed
  /// A look at what a user names: nothing is waited for.
  case withoutWaiting
  /// A path without links, as a document's own files are found: neither waited for nor followed.
  case resolved

  /// The same for the system.
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
  /// The system's number for it.
  package var code: Int32

  /// Makes a problem of a number.
  package init(code: Int32) {
    self.code = code
  }
}

/// Files as the readers of documents see them: these four questions are all that is ever asked of the system.
///
/// Which files a document may name is decided by the readers (`ResourceFolder`), from the answers. An isolated worker,
/// which may open nothing, puts the same questions to its parent.
package protocol DocumentFiles: Sendable {
  /// What a path leads to, links followed; `nil` where there is nothing.
  func kind(of path: String) -> DocumentFileKind?
  /// A path from the root without links, `.` and `..`; `nil` where it leads to nothing.
  func resolved(_ path: String) -> String?
  /// The names in a folder, in any order; none where it cannot be read.
  func names(in folder: String) -> [String]
  /// Opens a file for reading.
  ///
  /// - Returns: A descriptor, which the caller closes.
  func open(_ path: String, _ way: DocumentFileOpening) throws(DocumentFileProblem) -> Int32
}

/// Where readers find files.
package enum DocumentAccess {
  /// Those of the task that reads: of the system, unless somebody says otherwise around a call of a reader. What lies
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

  /// The corresponding C call is `realpath`.
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
