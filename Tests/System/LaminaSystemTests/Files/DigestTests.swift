// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import LaminaSystem
import Testing

@Suite struct DigestTests {
  @Test(
    "SHA-256 of the standard's examples, fed in pieces of any size",
    arguments: [
      ("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
      ("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
      (
        "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
        "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
      ),
      (String(repeating: "a", count: 1_000_000), "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0"),
    ])
  func vectors(_ text: String, _ expected: String) {
    let bytes = Array(text.utf8)
    for step in [1, 63, 64, 65, 1_000_000] where bytes.count / step < 100_000 {
      var digest = Digest()
      for start in stride(from: 0, to: bytes.count, by: step) {
        digest.add(Array(bytes[start..<min(start + step, bytes.count)]))
      }
      #expect(digest.finished() == expected, "pieces of \(step)")
    }
  }
}
