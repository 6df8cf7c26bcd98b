// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import Foundation
import LaminaGeometry

/// The state of a file, recorded before it is read, by which changes can be found afterwards.
package struct FileState: Sendable, Hashable {
  private let device: UInt64
  private let number: UInt64
  private let length: Int64
  private let time: [Int]

  /// Records the state of a file; `nil` if there is no file.
  package init?(of path: String) {
    var status = stat()
    guard stat(path, &status) == 0 else { return nil }
    device = UInt64(status.st_dev)
    number = UInt64(status.st_ino)
    length = Int64(status.st_size)
    time = [status.st_mtim.tv_sec, status.st_mtim.tv_nsec]
  }

  /// A description of the file's change, to follow its name in a sentence; `nil` if the file is unchanged.
  package func change(of path: String) -> String? {
    guard let now = FileState(of: path) else { return "was removed" }
    if (now.device, now.number) != (device, number) { return "was replaced by another file" }
    if now.length != length {
      return "\(now.length > length ? "grew" : "shrank") from \(length) to \(now.length) bytes"
    }
    return now.time == time ? nil : "was written to"
  }
}
