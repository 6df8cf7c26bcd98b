// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import Foundation
import LaminaTestSupport
import Testing

/// Code that may trap is written as a precondition with a message, not as an exclamation mark.
///
/// The formatter's rules are the real check; this one says it with the tests, before anybody runs the formatter.
@Suite struct SafetyTests {
  @Test("no forced unwrapping, no try!, no as! outside tests")
  func force() throws {
    var problems: [String] = []
    for file in try SourceFile.swift() where !file.path.hasPrefix("Tests/") {
      for (index, line) in file.code.enumerated()
      where line.utf8.contains(UInt8(ascii: "!"))
        && (line.contains(/(?:\btry|\bas)!/) || line.contains(/[\w)\]>"]!(?![=\w])/))
        && !Self.isDeclared(line, in: file.path)
      {
        problems.append("\(file.place(index)): forced with '!'")
      }
    }
    expectNone(problems)
  }

  /// Whether a line only declares something as Apple's headers do, so that programs may write `!` after it or leave it
  /// out: that unwraps nothing.
  private static func isDeclared(_ line: Substring, in path: String) -> Bool {
    path.hasPrefix("Sources/AppleNames/LaminaCoreFoundation/")
      && line.contains(/^(?:public (?:let \w+:|func .* ->)|\) ->) \w+! [={]/)
      || path.hasPrefix("Sources/AppleNames/UIKit/") && line.contains(/^  open var \w+: \w+! \{$/)
  }

  @Test("what runs in isolated workers leaves Dispatch's threads alone")
  func dispatchThreads() throws {
    // Its pool opens /proc/THREAD/stat while work waits, which a worker may not, and ends the process: see
    // ForkJoin.
    let folders = ["System", "Engine", "Documents", "Facade", "Films/LaminaSandbox", "Service/LaminaWorkers"].map {
      "Sources/\($0)/"
    }
    var problems: [String] = []
    for file in try SourceFile.swift() where folders.contains(where: { file.path.hasPrefix($0) }) {
      for (index, line) in file.code.enumerated()
      where line.contains(/\b(DispatchQueue|DispatchSource|OperationQueue)\b/) {
        problems.append("\(file.place(index)): uses Dispatch's threads")
      }
    }
    expectNone(problems)
  }

  @Test("arrays that grow make room by doubling it, or the work grows with the square of their length")
  func growth() throws {
    var problems: [String] = []
    for file in try SourceFile.swift() where file.path.hasPrefix("Sources/") {
      for (index, line) in file.code.enumerated() where line.contains(/\b(\w+)\.reserveCapacity\(\1\.count \+/) {
        problems.append("\(file.place(index)): room for exactly so many more; use makeRoom(for:)")
      }
    }
    expectNone(problems)
  }

  @Test("nothing is left for later without an issue to find it by")
  func leftovers() throws {
    // Put together here, so that this file does not find itself.
    let words = ["TO" + "DO", "FIX" + "ME", "X" + "XX"]
    var problems: [String] = []
    for file in try Self.lines(containing: words) where !file.line.contains(/#\d+/) {
      problems.append("\(file.place): left for later, without an issue number")
    }
    expectNone(problems)
  }

  @Test("no path of one machine is in the files")
  func machinePaths() throws {
    let roots = ["home", "work", "tmp", "Users", "root", "opt", "mnt"].map { "/\($0)/" }
    var problems: [String] = []
    for file in try Self.lines(containing: roots) {
      // Not the middle of an address or of a longer path.
      guard let match = file.line.firstMatch(of: /(?:^|["'\s=(:])(\/[A-Za-z]+\/)/), roots.contains(String(match.1))
      else {
        continue
      }
      problems.append("\(file.place): a path of one machine, under \(match.1)")
    }
    expectNone(problems)
  }

  /// The lines of all text files that contain any of `words`, each with its `path:line`.
  private static func lines(containing words: [String]) throws -> [(place: String, line: Substring)] {
    let sought = words.map { Data($0.utf8) }
    return try PackageFolder.files().filter(isText).flatMap { path -> [(place: String, line: Substring)] in
      // Searching bytes first makes this a matter of milliseconds.
      let data = try Data(contentsOf: PackageFolder.file(path))
      guard sought.contains(where: { data.range(of: $0) != nil }) else { return [] }
      let lines = String(decoding: data, as: UTF8.self).split(separator: "\n", omittingEmptySubsequences: false)
      return lines.enumerated().compactMap { index, line in
        words.contains { line.contains($0) } ? ("\(path):\(index + 1)", line) : nil
      }
    }
  }

  private static func isText(_ path: String) -> Bool {
    let kinds = ["swift", "md", "caml", "xml", "vert", "frag", "glsl", "h", "modulemap", "txt", "list", "json"]
    let name = path.split(separator: "/").last ?? ""
    return path != "Package.resolved"
      && (!name.contains(".") || kinds.contains(String(name.split(separator: ".").last ?? "")))
  }
}
