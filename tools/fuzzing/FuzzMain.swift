// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

// Built by `tools/fuzz`, this is a fuzzer: libFuzzer provides the main function and calls `fuzz`. Built with the
// package, it replays files.

import Foundation

#if FUZZ
/// The target that the environment names.
private let target: FuzzTarget = {
  let name = ProcessInfo.processInfo.environment["LAMINA_FUZZ_TARGET"] ?? ""
  guard let target = FuzzTarget.all.first(where: { $0.name == name }) else {
    FileHandle.standardError.write(Data("fuzz: LAMINA_FUZZ_TARGET names no target: '\(name)'\n".utf8))
    exit(64)
  }
  return target
}()

/// Called by libFuzzer with every input.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  target.run(Array(UnsafeBufferPointer(start: start, count: count)))
  return 0
}
#else
/// Replays files: `LaminaFuzz TARGET FILE...`; without arguments it lists the targets.
@main struct FuzzReplay {
  static func main() {
    let arguments = CommandLine.arguments.dropFirst()
    guard let name = arguments.first else {
      for target in FuzzTarget.all { print(target.name, target.maximumLength, target.meaning, separator: "\t") }
      return
    }
    guard let target = FuzzTarget.all.first(where: { $0.name == name }) else { fail("no target '\(name)'") }
    for path in arguments.dropFirst() {
      guard let bytes = FileManager.default.contents(atPath: path) else { fail("cannot read '\(path)'") }
      print(path)
      target.run(Array(bytes))
    }
  }

  private static func fail(_ message: String) -> Never {
    FileHandle.standardError.write(Data("fuzz: error: \(message)\n".utf8))
    exit(64)
  }
}
#endif
