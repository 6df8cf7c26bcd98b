// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import Foundation
import LaminaGeometry

// Identifies the build of Lamina. A version number lasts for weeks, and two builds of it may draw differently. Linkers
// store a hash of their input in every program (`NT_GNU_BUILD_ID` of the ELF file), which is read here.

/// The build of the running program.
package enum BuildIdentity {
  /// The linker's hash in hexadecimal; empty if there is none.
  package static let note: String = {
    guard let file = FileHandle(forReadingAtPath: "/proc/self/exe") else { return "" }
    defer { try? file.close() }
    func bytes(_ offset: UInt64, _ count: Int) -> [UInt8] {
      guard (try? file.seek(toOffset: offset)) != nil, let data = try? file.read(upToCount: count) else { return [] }
      return [UInt8](data)
    }
    let head = bytes(0, 64)
    // A 64-bit little-endian file, as on all machines that Lamina supports.
    guard head.count == 64, head.starts(with: [0x7F, 0x45, 0x4C, 0x46, 2, 1]) else { return "" }
    let (start, size, count) = (number(head, 32, 8), number(head, 54, 2), min(number(head, 56, 2), 256))
    guard size >= 56, start < 1 << 40 else { return "" }
    for index in 0..<count {
      let entry = bytes(UInt64(start + index * size), 56)
      guard entry.count == 56, number(entry, 0, 4) == 4 else { continue }
      let found = identifier(in: bytes(UInt64(number(entry, 8, 8)), min(number(entry, 32, 8), 1 << 16)))
      if let found { return found }
    }
    return ""
  }()

  /// The identifier among the notes of a segment.
  private static func identifier(in notes: [UInt8]) -> String? {
    var place = 0
    while place + 12 <= notes.count {
      let (nameSize, size, kind) = (number(notes, place, 4), number(notes, place + 4, 4), number(notes, place + 8, 4))
      let value = place + 12 + (nameSize + 3) / 4 * 4
      guard value + size <= notes.count else { return nil }
      if kind == 3, nameSize == 4, notes[place + 12..<place + 15].elementsEqual(Array("GNU".utf8)) {
        return notes[value..<value + size].map { byte in
          String(byte / 16, radix: 16) + String(byte % 16, radix: 16)
        }.joined()
      }
      place = value + (size + 3) / 4 * 4
    }
    return nil
  }

  private static func number(_ bytes: [UInt8], _ offset: Int, _ count: Int) -> Int {
    let value = bytes[offset..<offset + count].reversed().reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
    return Int(clamping: value)
  }
}
