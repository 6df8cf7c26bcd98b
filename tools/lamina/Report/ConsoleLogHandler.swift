// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import Lamina
import Logging

/// Sends warnings and errors of the library's log to standard error, one line each.
///
/// The tool's own messages, such as the choice of a renderer, do not go through the log.
struct ConsoleLogHandler: LogHandler {
  var label: String
  var logLevel = Logger.Level.warning
  var metadata: Logger.Metadata = [:]

  subscript(metadataKey key: String) -> Logger.Metadata.Value? {
    get { metadata[key] }
    set { metadata[key] = newValue }
  }

  func log(event: LogEvent) {
    Console().note("\(event.level): \(event.message)")
  }
}
