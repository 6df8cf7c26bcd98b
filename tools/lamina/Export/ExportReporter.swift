// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import Foundation
import Lamina
import LaminaExport
import Synchronization

/// Reports the progress of an export on standard error: as a bar on a terminal, as occasional lines in a log, or as
/// JSON.
final class ExportReporter: Sendable {
  private struct State {
    var last: ContinuousClock.Instant?
    var hasBar = false
  }

  private let console: Console
  private let output: String
  private let isTerminal = isatty(STDERR_FILENO) == 1
  private let state = Mutex(State())

  init(_ console: Console, output: String) {
    self.console = console
    self.output = output
  }

  /// Reports the progress, unless the last report is too recent.
  func report(_ progress: ExportProgress) {
    guard !console.isQuiet else { return }
    let showsBar = isTerminal && console.format == .text
    let pause: Duration = showsBar ? .milliseconds(100) : console.format == .json ? .seconds(1) : .seconds(5)
    state.withLock { state in
      let now = ContinuousClock.now
      let isDue = state.last.map { $0.duration(to: now) >= pause } ?? showsBar
      if state.last == nil { state.last = now }
      guard isDue || (showsBar && progress.finished == progress.total) else { return }
      state.last = now
      if showsBar {
        state.hasBar = true
        // A line that wraps could not be overwritten.
        console.write(raw: "\r\(Self.bar(progress, columns: Self.columns))\u{1B}[K")
      } else {
        console.progress(progress)
      }
    }
  }

  /// Ends the line of the bar.
  func end() {
    state.withLock { state in
      if state.hasBar { console.write(raw: "\n") }
      state.hasBar = false
    }
  }

  /// Reports the result of the export.
  func report(_ summary: ExportSummary) {
    console.done(summary, output: output)
  }

  /// The width of the terminal in columns; 80 if it is unknown.
  private static var columns: Int {
    var size = winsize()
    return ioctl(STDERR_FILENO, UInt(TIOCGWINSZ), &size) == 0 && size.ws_col > 0 ? Int(size.ws_col) : 80
  }

  /// `[#####     ] 150 of 300 frames, 41.2 fps, 4 s left`, in fewer than `columns` columns; if there are few, the text
  /// without the bar, cut if necessary.
  static func bar(_ progress: ExportProgress, columns: Int) -> String {
    let text = text(progress)
    let width = min(30, columns - text.utf8.count - 4)
    guard width >= 5 else { return String(text.prefix(max(0, columns - 1))) }
    let filled = (progress.encoded ?? progress.finished) * width / max(1, progress.total)
    let bar = String(repeating: "#", count: filled) + String(repeating: " ", count: width - filled)
    return "[\(bar)] \(text)"
  }

  /// `150 of 300 frames, 41.2 fps, 4 s left`; `encoding 150 of 300 frames, …` if a film is encoded at its end.
  static func text(_ progress: ExportProgress) -> String {
    let done = progress.encoded ?? progress.finished
    var text = (progress.encoded == nil ? "" : "encoding ") + "\(done) of \(progress.total) frames"
    if progress.framesPerSecond > 0 { text += ", \(progress.framesPerSecond.formatted(places: 1)) fps" }
    if let left = progress.secondsLeft, done < progress.total { text += ", \(duration(left)) left" }
    return text
  }

  /// `4 s`, `3 min 20 s`, `2 h 5 min`.
  static func duration(_ seconds: Double) -> String {
    let whole = Int(clamping: min(seconds.rounded(.up), 1e9))
    if whole < 60 { return "\(whole) s" }
    if whole < 3600 { return "\(whole / 60) min \(whole % 60) s" }
    return "\(whole / 3600) h \(whole % 3600 / 60) min"
  }
}
