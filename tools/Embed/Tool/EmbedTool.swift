// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import Foundation

/// Embeds files of the package into one Swift file, while the package is built.
///
/// Arguments: `shaders FOLDER OUTPUT SHADER...`, `page OUTPUT FILE...` or `unavailable LIST MODULE OUTPUT`, described
/// at ``ShaderEmbedding``, ``PageEmbedding`` and ``UnavailableEmbedding``.
#if !FUZZ
@main
#endif
struct EmbedTool {
  static func main() {
    let arguments = CommandLine.arguments.dropFirst(2)
    do {
      switch CommandLine.arguments.dropFirst().first {
      case "shaders": try ShaderEmbedding.run(Array(arguments))
      case "page": try PageEmbedding.run(Array(arguments))
      case "unavailable": try UnavailableEmbedding.run(Array(arguments))
      default:
        throw EmbedFailure(
          "usage: EmbedTool shaders FOLDER OUTPUT SHADER... | page OUTPUT FILE... | unavailable LIST MODULE OUTPUT")
      }
    } catch {
      let message = (error as? EmbedFailure)?.message ?? "error: \(error.localizedDescription)"
      FileHandle.standardError.write(Data((message + "\n").utf8))
      exit(1)
    }
  }
}

/// The error that kept the file from being written: a line with the file and the position in it, as compilers write
/// them.
struct EmbedFailure: Error {
  let message: String

  init(_ message: String) { self.message = message }
}

#if FUZZ
// `tools/fuzz` builds everything with libFuzzer, whose main function calls this function first.
/// Runs the tool instead of fuzzing.
@_cdecl("LLVMFuzzerInitialize")
public func initialize(_ count: UnsafeMutablePointer<CInt>, _ arguments: UnsafeMutableRawPointer) -> CInt {
  EmbedTool.main()
  exit(0)
}

/// Never called; libFuzzer requires it for linking.
@_cdecl("LLVMFuzzerTestOneInput")
public func test(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt { 0 }
#endif
