// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import LaminaGeometry

/// Element and attribute names as small numbers, each name once.
struct NameTable: Sendable {
  private(set) var names: [String]
  private var numbers: [String: Int32]
  /// The end of each name's bytes in `text`.
  private var ends: [Int]
  private var text: [UInt8]
  /// The last name of each slot. A document uses few names, so nearly every look-up ends here, at the price of one
  /// comparison; the dictionary behind it cannot be slowed down by chosen names.
  private var recent = [Int32](repeating: -1, count: 1024)

  /// Makes a table with names that get the numbers 0, 1, 2 and so on.
  init(_ known: [String] = []) {
    names = []
    numbers = [:]
    ends = []
    text = []
    for name in known { _ = add(name) }
  }

  subscript(number: Int32) -> String { names[Int(number)] }

  /// Returns the number of a name, if it is known.
  func number(of name: String) -> Int32? { numbers[name] }

  /// Returns the number of a name that ends with a zero byte, and adds the name when it is new.
  mutating func number(of name: UnsafePointer<CChar>) -> Int32 {
    var length = 0
    var mixed: UInt32 = 0
    while name[length] != 0 {
      mixed = mixed &* 31 &+ UInt32(UInt8(bitPattern: name[length]))
      length += 1
    }
    let slot = Int((mixed ^ (mixed >> 11)) & 1023)
    let guess = recent[slot]
    if guess >= 0, matches(Int(guess), name, length) { return guess }
    let number = add(String(cString: name))
    recent[slot] = number
    return number
  }

  private func matches(_ number: Int, _ name: UnsafePointer<CChar>, _ length: Int) -> Bool {
    let start = number == 0 ? 0 : ends[number - 1]
    guard ends[number] - start == length else { return false }
    for index in 0..<length where text[start + index] != UInt8(bitPattern: name[index]) { return false }
    return true
  }

  private mutating func add(_ name: String) -> Int32 {
    if let number = numbers[name] { return number }
    let number = Int32(names.count)
    names.append(name)
    numbers[name] = number
    text.append(contentsOf: name.utf8)
    ends.append(text.count)
    return number
  }
}
