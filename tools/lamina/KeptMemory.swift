// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import Foundation

/// Memory that one frame gave back and the next one takes.
enum KeptMemory {
  /// Keeps up to 64 MiB of it: to take it from the system anew costs a page fault every 4 KiB, a twentieth of a small
  /// frame. Long lists come from the same memory as short ones: the C library would map those of more than 32 MiB anew
  /// each time, which takes half the time of a frame of 100,000 layers.
  ///
  /// The corresponding C call is `mallopt`, which Swift does not import; where the C library has none, nothing happens.
  static func keep() {
    typealias Function = @convention(c) (Int32, Int32) -> Int32
    guard let symbol = dlsym(nil, "mallopt") else { return }
    let mallopt = unsafeBitCast(symbol, to: Function.self)
    let (trimThreshold, mostMaps): (Int32, Int32) = (-1, -4)
    _ = mallopt(trimThreshold, 64 << 20)
    _ = mallopt(mostMaps, 0)
  }
}
