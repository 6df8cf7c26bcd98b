// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

internal import Logging

/// The library's own log messages. They go to swift-log with the label `lamina`, and nowhere if the program set up no
/// log.
///
/// swift-log writes to standard error by default, and only the program should write there. A program that chooses the
/// handler for standard error itself cannot be told apart from a program that chose none. It sees the library's
/// messages if it lets its handler take messages of level `debug`.
enum LibraryLog {
  static func log(_ level: Logger.Level, _ message: @autoclosure () -> String) {
    let logger = Logger(label: "lamina")
    let isDefault = logger.handler is StreamLogHandler
    logger.log(level: isDefault ? min(level, .debug) : level, "\(message())")
  }
}
