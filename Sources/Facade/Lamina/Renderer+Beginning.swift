// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

internal import LaminaGraphics
import LaminaSystem

extension Renderer {
  /// Runs `work`; all pictures that it draws on this thread count their time from `start`, which may lie before their
  /// document was read.
  package static func beginning<Value>(at start: ContinuousClock.Instant, _ work: () -> Value) -> Value {
    LimitMeter.with(start: start, work)
  }
}
