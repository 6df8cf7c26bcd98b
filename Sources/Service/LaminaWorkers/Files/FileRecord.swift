// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

internal import CSandbox
internal import Foundation
import LaminaGeometry
import LaminaGraphics
import LaminaSystem
import Synchronization

/// The states of the files that several workers have opened for the same film. Every worker must find a file as the
/// first one found it, or a film could mix two versions of a document.
package final class FileRecord: Sendable {
  private struct State: Equatable {
    var device: UInt64
    var number: UInt64
    var size: Int64
    var seconds: Int
    var nanoseconds: Int
  }

  private let known = Locked<[String: State]>([:])

  /// Makes an empty record.
  package init() {}

  /// Whether an open file is the one that was first opened at that path, unchanged. Records the first file of each
  /// path.
  package func isSame(_ file: OpenFile, at path: String) -> Bool {
    var status = stat()
    guard fstat(file.number, &status) == 0 else { return false }
    let state = State(
      device: UInt64(status.st_dev), number: UInt64(status.st_ino), size: Int64(status.st_size),
      seconds: status.st_mtim.tv_sec, nanoseconds: status.st_mtim.tv_nsec)
    return known.withLock { known in
      let first = known[path] ?? state
      known[path] = first
      return first == state
    }
  }
}
