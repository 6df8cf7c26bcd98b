// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import Foundation

/// Keeps freed memory in the process, so that the next frame can reuse it.
enum KeptMemory {
  /// Keeps up to 64 MiB of freed memory: getting it from the system again costs a page fault every 4 KiB, a twentieth
  /// of the time of a small frame. Large arrays come from the same memory: otherwise the C library maps blocks of more
  /// than 32 MiB anew each time, which takes half the time of a frame of 100,000 layers.
  ///
  /// The corresponding C call is `mallopt`, which Swift does not import; in a C library without it, this has no effect.
  static func keep() {
    typealias Function = @convention(c) (Int32, Int32) -> Int32
    guard let symbol = dlsym(nil, "mallopt") else { return }
    let mallopt = unsafeBitCast(symbol, to: Function.self)
    let (trimThreshold, mostMaps): (Int32, Int32) = (-1, -4)
    _ = mallopt(trimThreshold, 64 << 20)
    _ = mallopt(mostMaps, 0)
  }
}
