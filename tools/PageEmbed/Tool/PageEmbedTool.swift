// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import Foundation

/// Writes text files as one Swift file: a list of their names and their texts, as raw string literals.
///
/// Arguments: the file to write, then the files.
#if !FUZZ
@main
#endif
struct PageEmbedTool {
  static func main() {
    let arguments = Array(CommandLine.arguments.dropFirst())
    guard let output = arguments.first else { fail("usage: PageEmbedTool OUTPUT FILE...") }
    var lines = [
      "#if Serve", "/// The files of the page, as they were when the tool was built.", "enum EmbeddedPage {",
    ]
    lines.append("  static let files: [(name: String, text: StaticString)] = [")
    for path in arguments.dropFirst() {
      guard let text = try? String(contentsOfFile: path, encoding: .utf8) else {
        fail("\(path):1: error: the file is no text in UTF-8")
      }
      guard !text.contains("\"\"\"####") else { fail("\(path):1: error: the file holds what ends a literal") }
      let name = URL(fileURLWithPath: path).lastPathComponent
      lines.append("    (\"\(name)\", ####\"\"\"\n\(text)\n\"\"\"####),")
    }
    lines += ["  ]", "}", "#endif", ""]
    do {
      try lines.joined(separator: "\n").write(toFile: output, atomically: true, encoding: .utf8)
    } catch {
      fail("error: \(error.localizedDescription)")
    }
  }

  private static func fail(_ message: String) -> Never {
    FileHandle.standardError.write(Data((message + "\n").utf8))
    exit(1)
  }
}

#if FUZZ
// As of ShaderEmbedTool: libFuzzer's main function calls this first.
/// Does what the tool is for, in place of fuzzing.
@_cdecl("LLVMFuzzerInitialize")
public func initialize(_ count: UnsafeMutablePointer<CInt>, _ arguments: UnsafeMutableRawPointer) -> CInt {
  PageEmbedTool.main()
  exit(0)
}

/// Never reached; libFuzzer asks for it when it is linked.
@_cdecl("LLVMFuzzerTestOneInput")
public func test(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt { 0 }
#endif
