// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import Dispatch
import Foundation
import LaminaExport
import Synchronization

/// Turns the first SIGINT or SIGTERM into a clean end; a second one ends the process immediately, as by default.
struct StopSignals {
  private let first = FirstSignal()
  private let sources: [any DispatchSourceSignal]

  init(_ cancellation: ExportCancellation) {
    sources = [SIGINT, SIGTERM].map { [first] number in
      // The default action would take effect before the dispatch source.
      signal(number, SIG_IGN)
      let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
      source.setEventHandler {
        signal(number, SIG_DFL)
        first.note(number)
        cancellation.cancel()
      }
      source.resume()
      return source
    }
  }

  /// The exit code for the first signal.
  var status: ExitStatus { first.number == SIGTERM ? .terminated : .interrupted }
}

/// The first signal that arrived.
private final class FirstSignal: Sendable {
  private let value = Mutex<Int32?>(nil)

  var number: Int32? { value.withLock { $0 } }

  func note(_ number: Int32) {
    value.withLock { $0 = $0 ?? number }
  }
}
