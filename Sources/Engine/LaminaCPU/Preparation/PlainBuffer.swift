// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

/// Memory for a known number of plain values, freed with its owner. The values are not initialised.
///
/// Debug builds check indices.
final class PlainBuffer<Element: BitwiseCopyable> {
  let values: UnsafeMutableBufferPointer<Element>

  init(count: Int) {
    values = .allocate(capacity: max(1, count))
  }

  deinit { values.deallocate() }

  /// The address of the first value.
  @inline(__always) var start: UnsafeMutablePointer<Element> { values.baseAddress.unsafelyUnwrapped }

  @inline(__always) subscript(index: Int) -> Element {
    get { values[index] }
    set { values[index] = newValue }
  }
}
