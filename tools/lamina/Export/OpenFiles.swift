// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import Foundation

/// A check that the process can open more files.
enum OpenFiles {
  /// Fails if no more files can be opened: queues and signals need some, and without them the system's library ends the
  /// process without a readable message.
  static func check(room count: Int = 6, _ console: Console) throws(CommandFailure) {
    var opened: [Int32] = []
    defer { for number in opened { close(number) } }
    while opened.count < count {
      let number = open("/dev/null", O_RDONLY | O_CLOEXEC)
      guard number >= 0 else {
        let reason = String(cString: strerror(errno))
        throw CommandFailure(.internalError, "cannot begin to export: \(reason) ('ulimit -n')", console: console)
      }
      opened.append(number)
    }
  }
}
