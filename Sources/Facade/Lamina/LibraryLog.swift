// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

internal import Logging

/// What the library says by itself: through swift-log with the label `lamina`, and nothing where the program set up no
/// log.
///
/// swift-log writes to standard error where nobody chose a handler, which is the program's to fill, not a library's. A
/// program that chooses that very handler cannot be told from one that chose none: it sees the library's lines by
/// letting its handler take those of level `debug`.
enum LibraryLog {
  static func log(_ level: Logger.Level, _ message: @autoclosure () -> String) {
    let logger = Logger(label: "lamina")
    let isDefault = logger.handler is StreamLogHandler
    logger.log(level: isDefault ? min(level, .debug) : level, "\(message())")
  }
}
