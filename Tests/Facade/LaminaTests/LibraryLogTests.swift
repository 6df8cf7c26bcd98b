// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import Foundation
import Lamina
import Logging
import Synchronization
import Testing

/// Messages that the library logs by itself.
@Suite struct LibraryLogTests {
  @Test("a program that sets up no log reads nothing of the library's on standard error") func silent() async {
    let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
      _ = try Renderer()
      _ = try Renderer(.cpu(threads: nil))
      let text = CATextLayer()
      text.frame = CGRect(x: 0, y: 0, width: 50, height: 50)
      // Content that is not drawn is reported to the log that was asked for.
      text.string = NSAttributedString(string: "x", attributes: [.obliqueness: 1])
      if let context = CGContext(width: 50, height: 50) { text.render(in: context) }
    }
    // Drivers may say something of their own.
    let said = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(!said.contains("lamina") && !said.contains("render"), "\(said)")
  }

  @Test("a program's own handler gets the library's lines at their levels") func handled() async {
    await #expect(processExitsWith: .success) {
      LoggingSystem.bootstrap { _ in KeptLines() }
      _ = try Renderer()
      let text = CATextLayer()
      text.frame = CGRect(x: 0, y: 0, width: 50, height: 50)
      text.string = NSAttributedString(string: "x", attributes: [.obliqueness: 1])
      let context = CGContext(width: 50, height: 50)
      if let context { text.render(in: context) }
      let lines = KeptLines.lines.withLock { $0 }
      precondition(lines.contains { $0.hasPrefix("info renderer: ") || $0.hasPrefix("notice renderer: ") }, "\(lines)")
      precondition(lines.contains { $0.hasPrefix("notice render(in:): ") && $0.contains("text-attribute") }, "\(lines)")
    }
  }
}

/// A handler that keeps what it is told.
private struct KeptLines: LogHandler {
  static let lines = Mutex<[String]>([])
  var logLevel = Logger.Level.trace
  var metadata: Logger.Metadata = [:]

  subscript(metadataKey key: String) -> Logger.Metadata.Value? {
    get { metadata[key] }
    set { metadata[key] = newValue }
  }

  func log(event: LogEvent) {
    Self.lines.withLock { $0.append("\(event.level) \(event.message)") }
  }
}
