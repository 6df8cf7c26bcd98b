// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import Foundation
import LaminaGeometry

/// What is known of a file whose contents are being read: by it one finds out afterwards whether the file stayed as it
/// was.
package struct FileState: Sendable, Hashable {
  private let device: UInt64
  private let number: UInt64
  private let length: Int64
  private let time: [Int]

  /// Looks at a file; `nil` where there is none.
  package init?(of path: String) {
    var status = stat()
    guard stat(path, &status) == 0 else { return nil }
    device = UInt64(status.st_dev)
    number = UInt64(status.st_ino)
    length = Int64(status.st_size)
    time = [status.st_mtim.tv_sec, status.st_mtim.tv_nsec]
  }

  /// What happened to the file, to go on after its name; `nil` where it is as it was.
  package func change(of path: String) -> String? {
    guard let now = FileState(of: path) else { return "was removed" }
    if (now.device, now.number) != (device, number) { return "was replaced by another file" }
    if now.length != length {
      return "\(now.length > length ? "grew" : "shrank") from \(length) to \(now.length) bytes"
    }
    return now.time == time ? nil : "was written to"
  }
}
