// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import Foundation
import LaminaGeometry
import LaminaSystem

/// The messages of a program: their beginning and their end. The middle is dropped, so that endless output takes no
/// memory.
///
/// A separate thread reads, so that the program never blocks on its messages.
package final class ProgramWords: @unchecked Sendable {
  /// The number of bytes that are kept of the beginning, and of the end.
  package static let kept = 2048

  /// Beginnings of lines that are unrelated to the work: from Libgcrypt inside ffmpeg, where a user may not lock
  /// memory, and from SVT-AV1, which prints its settings whatever log level ffmpeg has.
  private static let asides = ["Warning: using insecure memory!", "Svt[info]", "Svt[warn]"]

  private let lock = NSLock()
  private let reader = JobQueue("lamina.words")
  private var head: [UInt8] = []
  private var tail: [UInt8] = []
  private var total = 0
  private var isAbandoned = false

  /// Reads until the last writer has closed the pipe.
  ///
  /// - Parameter descriptor: The end of a pipe to read from; it is closed afterwards.
  package init(readingFrom descriptor: Int32) {
    reader.add { [self] in
      read(descriptor)
      close(descriptor)
    }
    reader.end()
  }

  /// Waits until everything was read, but not for a child that the program left behind and that holds the pipe open.
  package func finish() {
    if !reader.wait(until: Date(timeIntervalSinceNow: 0.5)) { lock.withLock { isAbandoned = true } }
  }

  /// The number of bytes so far.
  package var byteCount: Int { lock.withLock { total } }

  /// The kept text, with a mark where something was dropped.
  package var text: String {
    lock.withLock {
      let dropped = total - head.count - tail.count
      let mark = dropped > 0 ? "\n… \(dropped) bytes …\n" : ""
      return String(decoding: head, as: UTF8.self) + mark + String(decoding: tail, as: UTF8.self)
    }
  }

  /// The first and the last lines, shortened and joined in one line, without control characters, which could move a
  /// terminal's cursor or change its colours.
  package var summary: String { summary { _ in true } }

  /// A summary of some lines.
  ///
  /// - Parameter isTold: Whether a line is included.
  package func summary(where isTold: (String) -> Bool) -> String {
    let lines = text.split(whereSeparator: \.isNewline).compactMap { line -> String? in
      let shown = line.unicodeScalars.filter { $0.properties.generalCategory != .control }
      let line = String(String.UnicodeScalarView(shown))
      guard !Self.asides.contains(where: line.hasPrefix), isTold(line) else { return nil }
      return line.count > 240 ? "\(line.prefix(160)) … \(line.suffix(60))" : line
    }
    guard lines.count > 6 else { return lines.joined(separator: "; ") }
    return (lines.prefix(3) + ["…"] + lines.suffix(3)).joined(separator: "; ")
  }

  private func read(_ descriptor: Int32) {
    var buffer = [UInt8](repeating: 0, count: 1 << 14)
    while !lock.withLock({ isAbandoned }) {
      var state = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
      guard poll(&state, 1, 200) > 0 else { continue }
      let count = Foundation.read(descriptor, &buffer, buffer.count)
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { return }
      lock.withLock { add(buffer[..<count]) }
    }
  }

  private func add(_ bytes: ArraySlice<UInt8>) {
    total += bytes.count
    let room = min(Self.kept - head.count, bytes.count)
    head += bytes.prefix(room)
    tail += bytes.dropFirst(room)
    if tail.count > 2 * Self.kept { tail.removeFirst(tail.count - Self.kept) }
  }
}
