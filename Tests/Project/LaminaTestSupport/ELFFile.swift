// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

// As much of the ELF format as it takes to read which libraries a binary names (elf(5)): 64 bits, little endian.

package import Foundation

/// A binary or shared library.
package struct ELFFile {
  private let bytes: Data

  /// Reads a binary.
  ///
  /// - Returns: `nil` where it is no 64-bit little-endian ELF file.
  package init?(contentsOf url: URL) {
    guard let bytes = try? Data(contentsOf: url, options: .alwaysMapped), bytes.count > 64,
      bytes.prefix(6).elementsEqual([0x7F, 0x45, 0x4C, 0x46, 2, 1])
    else { return nil }
    self.bytes = bytes
  }

  /// The libraries that the loader opens before the program starts: the entries `DT_NEEDED`.
  package var neededLibraries: [String] {
    let dynamic = segments.first { $0.type == 2 }  // PT_DYNAMIC
    guard let dynamic else { return [] }
    let entries = stride(from: dynamic.offset, to: dynamic.offset + dynamic.size, by: 16).map { offset in
      (tag: integer(at: offset, length: 8), value: integer(at: offset + 8, length: 8))
    }
    // DT_STRTAB is an address; the segment that holds it says where it lies in the file.
    guard let address = entries.first(where: { $0.tag == 5 })?.value,
      let holder = segments.first(where: { $0.type == 1 && ($0.address..<($0.address + $0.size)).contains(address) })
    else { return [] }
    let names = holder.offset + address - holder.address
    return entries.prefix { $0.tag != 0 }.filter { $0.tag == 1 }.map { string(at: names + $0.value) }
  }

  private var segments: [(type: Int, offset: Int, address: Int, size: Int)] {
    let table = integer(at: 32, length: 8)
    let (size, count) = (integer(at: 54, length: 2), integer(at: 56, length: 2))
    return (0..<count).map { index in
      let start = table + index * size
      return (
        integer(at: start, length: 4), integer(at: start + 8, length: 8), integer(at: start + 16, length: 8),
        integer(at: start + 32, length: 8)
      )
    }
  }

  private func integer(at offset: Int, length: Int) -> Int {
    guard offset >= 0, offset + length <= bytes.count else { return 0 }
    return (0..<length).reversed().reduce(0) { $0 << 8 | Int(bytes[offset + $1]) }
  }

  private func string(at offset: Int) -> String {
    guard (0..<bytes.count).contains(offset) else { return "" }
    return String(decoding: bytes[offset...].prefix { $0 != 0 }, as: UTF8.self)
  }
}
