// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import LaminaTestSupport
import Testing

/// Files stay readable in one sitting.
@Suite struct FileSizeTests {
  /// Files over the cap, each with the reason why it is one file.
  static let exceptions: [String: String] = [
    "Sources/Engine/LaminaLayers/Layers/CALayer.swift":
      "subclasses can override only what stands in the body of the class"
  ]

  static func cap(of path: String) -> Int? {
    if path.hasSuffix(".vert") || path.hasSuffix(".frag") || path.hasSuffix(".glsl") { return 150 }
    if path.hasSuffix(".swift") { return path.hasPrefix("Tests/") ? 700 : 500 }
    if path.hasPrefix("Sources/C/"), path.hasSuffix(".h") { return 500 }
    return nil
  }

  @Test("no file is over its cap: 500 lines, tests 700, shaders 150")
  func caps() throws {
    var problems: [String] = []
    for path in PackageFolder.files() {
      guard let cap = Self.cap(of: path), Self.exceptions[path] == nil else { continue }
      let count = try PackageFolder.text(path).split(separator: "\n", omittingEmptySubsequences: false).count - 1
      if count > cap { problems.append("\(path):\(cap + 1): \(count) lines, over the cap of \(cap)") }
    }
    expectNone(problems)
  }

  @Test("functions fit a screen: at most 60 lines of body")
  func functions() throws {
    var problems: [String] = []
    for file in try SourceFile.swift() where !file.path.hasPrefix("Tests/") {
      problems += FunctionLengths(file).problems(cap: 60)
    }
    expectNone(problems)
  }

  @Test("no exception outlives its file")
  func exceptionsAreNeeded() throws {
    for (path, reason) in Self.exceptions {
      #expect(!reason.isEmpty, "\(path) has no reason")
      let lines = (try? PackageFolder.text(path))?.split(separator: "\n", omittingEmptySubsequences: false).count ?? 0
      #expect(lines > Self.cap(of: path) ?? .max, "\(path) needs no exception any more")
    }
  }
}

/// How long the bodies of a file's functions are, found by counting braces.
struct FunctionLengths {
  private let file: SourceFile

  init(_ file: SourceFile) {
    self.file = file
  }

  /// Every function or initialiser whose body has more than `cap` lines.
  func problems(cap: Int) -> [String] {
    var problems: [String] = []
    var open: [(start: Int, depth: Int)] = []
    var pending: Int?
    var depth = 0
    for (index, line) in file.code.enumerated() {
      if line.contains(/\b(func\s+\S+|init[?]?\s*[(<]|deinit\b)/), !line.contains(/\.init\b/) { pending = index }
      for character in line {
        if character == "{" {
          if let start = pending {
            open.append((start, depth))
            pending = nil
          }
          depth += 1
        } else if character == "}" {
          // A requirement of a protocol has no body.
          pending = nil
          depth -= 1
          if let last = open.last, last.depth == depth {
            open.removeLast()
            let length = index - last.start
            if length > cap { problems.append("\(file.place(last.start)): a function of \(length) lines, over \(cap)") }
          }
        }
      }
    }
    return problems
  }
}
