// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import Foundation
import LaminaGeometry
import LaminaSystem

/// Identifies a large file without reading all of it.
package enum FileIdentity {
  private static let sample = 1 << 20

  /// A digest of a file's length, its first and its last megabyte; empty if the file cannot be read.
  package static func digest(of path: String) -> String {
    guard let file = FileHandle(forReadingAtPath: path), let length = try? file.seekToEnd() else { return "" }
    defer { try? file.close() }
    var digest = Digest()
    digest.add("\(length)")
    for offset in Set([0, length > UInt64(sample) ? length - UInt64(sample) : 0]).sorted() {
      guard (try? file.seek(toOffset: offset)) != nil, let data = try? file.read(upToCount: sample) else { return "" }
      digest.add([UInt8](data))
    }
    return String(digest.finished().prefix(16))
  }
}
