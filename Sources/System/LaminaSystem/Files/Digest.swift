// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

// SHA-256 (FIPS 180-4), for manifests: two films count as the same only if all their inputs are the same.
//
// It is implemented here, because swift-crypto uses BoringSSL, which is C++ on Linux: programs that link it need
// libstdc++ and libgcc_s, and are two megabytes larger.

import LaminaNumbers

/// An incremental digest of 256 bits.
package struct Digest {
  private var state: [UInt32] = [
    0x6a09_e667, 0xbb67_ae85, 0x3c6e_f372, 0xa54f_f53a, 0x510e_527f, 0x9b05_688c, 0x1f83_d9ab, 0x5be0_cd19,
  ]
  private var pending: [UInt8] = []
  private var byteCount: UInt64 = 0
  private var schedule = [UInt32](repeating: 0, count: 64)

  /// Makes the digest of an empty input.
  package init() {}

  /// Adds bytes.
  package mutating func add(_ bytes: [UInt8]) {
    byteCount += UInt64(bytes.count)
    var start = 0
    if !pending.isEmpty {
      start = min(64 - pending.count, bytes.count)
      pending += bytes[..<start]
      guard pending.count == 64 else { return }
      pending.withUnsafeBufferPointer { mix($0, at: 0) }
      pending = []
    }
    bytes.withUnsafeBufferPointer { buffer in
      while start + 64 <= buffer.count {
        mix(buffer, at: start)
        start += 64
      }
    }
    pending = Array(bytes[start...])
  }

  /// Adds text with its length in front, so that it cannot be confused with the inputs that follow.
  package mutating func add(_ text: String) {
    let bytes = Array(text.utf8)
    add(Array("\(bytes.count):".utf8))
    add(bytes)
  }

  /// The digest in hexadecimal.
  package func finished() -> String {
    var copy = self
    let bits = byteCount * 8
    copy.add([0x80] + [UInt8](repeating: 0, count: (119 - pending.count) % 64))
    copy.add((0..<8).map { UInt8(truncatingIfNeeded: bits >> (56 - 8 * $0)) })
    let digits = Array("0123456789abcdef")
    return String(
      copy.state.flatMap { word in (0..<8).map { digits[Int(word >> (28 - 4 * UInt32($0))) & 15] } })
  }

  private mutating func mix(_ buffer: UnsafeBufferPointer<UInt8>, at start: Int) {
    func rotated(_ value: UInt32, _ count: UInt32) -> UInt32 { value &>> count | value &<< (32 &- count) }
    for index in 0..<16 {
      let place = start + 4 * index
      schedule[index] =
        UInt32(buffer[place]) &<< 24 | UInt32(buffer[place + 1]) &<< 16 | UInt32(buffer[place + 2]) &<< 8
        | UInt32(buffer[place + 3])
    }
    for index in 16..<64 {
      let (old, recent) = (schedule[index - 15], schedule[index - 2])
      let first = rotated(old, 7) ^ rotated(old, 18) ^ old &>> 3
      let second = rotated(recent, 17) ^ rotated(recent, 19) ^ recent &>> 10
      schedule[index] = schedule[index - 16] &+ first &+ schedule[index - 7] &+ second
    }
    var (a, b, c, d) = (state[0], state[1], state[2], state[3])
    var (e, f, g, h) = (state[4], state[5], state[6], state[7])
    for index in 0..<64 {
      let sum = rotated(e, 6) ^ rotated(e, 11) ^ rotated(e, 25)
      let first = h &+ sum &+ ((e & f) ^ (~e & g)) &+ Self.constants[index] &+ schedule[index]
      let second = (rotated(a, 2) ^ rotated(a, 13) ^ rotated(a, 22)) &+ ((a & b) ^ (a & c) ^ (b & c))
      (h, g, f, e, d, c, b, a) = (g, f, e, d &+ first, c, b, a, first &+ second)
    }
    for (index, value) in [a, b, c, d, e, f, g, h].enumerated() { state[index] &+= value }
  }

  private static let constants: [UInt32] = [
    0x428a_2f98, 0x7137_4491, 0xb5c0_fbcf, 0xe9b5_dba5, 0x3956_c25b, 0x59f1_11f1, 0x923f_82a4, 0xab1c_5ed5,
    0xd807_aa98, 0x1283_5b01, 0x2431_85be, 0x550c_7dc3, 0x72be_5d74, 0x80de_b1fe, 0x9bdc_06a7, 0xc19b_f174,
    0xe49b_69c1, 0xefbe_4786, 0x0fc1_9dc6, 0x240c_a1cc, 0x2de9_2c6f, 0x4a74_84aa, 0x5cb0_a9dc, 0x76f9_88da,
    0x983e_5152, 0xa831_c66d, 0xb003_27c8, 0xbf59_7fc7, 0xc6e0_0bf3, 0xd5a7_9147, 0x06ca_6351, 0x1429_2967,
    0x27b7_0a85, 0x2e1b_2138, 0x4d2c_6dfc, 0x5338_0d13, 0x650a_7354, 0x766a_0abb, 0x81c2_c92e, 0x9272_2c85,
    0xa2bf_e8a1, 0xa81a_664b, 0xc24b_8b70, 0xc76c_51a3, 0xd192_e819, 0xd699_0624, 0xf40e_3585, 0x106a_a070,
    0x19a4_c116, 0x1e37_6c08, 0x2748_774c, 0x34b0_bcb5, 0x391c_0cb3, 0x4ed8_aa4a, 0x5b9c_ca4f, 0x682e_6ff3,
    0x748f_82ee, 0x78a5_636f, 0x84c8_7814, 0x8cc7_0208, 0x90be_fffa, 0xa450_6ceb, 0xbef9_a3f7, 0xc671_78f2,
  ]
}
