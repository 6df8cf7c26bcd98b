// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import Foundation
import LaminaGraphics

/// Reads SubRip and WebVTT. Both consist of blocks of lines; a line with an arrow has the times, and the lines below it
/// have the text.
struct CaptionReader {
  private(set) var cues: [Captions.Cue] = []
  private(set) var diagnostics: [Diagnostic] = []

  private let path: String
  private let lines: [Substring]
  private let format: CaptionFormat

  init(text: String, path: String) {
    self.path = path
    var text = text
    if text.hasPrefix("\u{FEFF}") { text.removeFirst() }
    // A carriage return followed by a line feed is a single character in Swift, and a single line break.
    lines = text.split(omittingEmptySubsequences: false) { $0 == "\n" || $0 == "\r\n" || $0 == "\r" }
    let first = lines.first ?? ""
    format =
      first.hasPrefix("WEBVTT") && first.dropFirst(6).first.map { $0 == " " || $0 == "\t" } ?? true
      ? .webVTT : .subRip
  }

  /// Reads the whole file.
  mutating func read() {
    var index = 0
    // The heading of WebVTT ends at the first empty line, or at the first caption.
    if format == .webVTT {
      index = 1
      while index < lines.count, !Self.isBlank(lines[index]), !lines[index].contains("-->") { index += 1 }
    }
    while index < lines.count {
      while index < lines.count, Self.isBlank(lines[index]) { index += 1 }
      guard index < lines.count else { break }
      index = readBlock(from: index)
      if cues.count >= Captions.maximumCues {
        report(index, "more than \(Captions.maximumCues) captions are not shown")
        break
      }
    }
  }

  private static func isBlank(_ line: Substring) -> Bool { line.allSatisfy(\.isWhitespace) }

  /// Reads one block.
  ///
  /// - Returns: The index of the line after the block.
  private mutating func readBlock(from start: Int) -> Int {
    var index = start
    // The line of times may have a number or a name above it.
    while index < lines.count, !Self.isBlank(lines[index]), !lines[index].contains("-->") { index += 1 }
    guard index < lines.count, lines[index].contains("-->") else {
      reportBlock(start..<index)
      return index
    }
    if index > start + 1 { reportBlock(start..<(index - 1)) }
    let timeLine = index
    index += 1
    var text: [Substring] = []
    while index < lines.count, !Self.isBlank(lines[index]) {
      // The times of the next caption, if the empty line between is missing.
      if lines[index].contains("-->") {
        if text.last?.allSatisfy(\.isNumber) == true { text.removeLast() }
        break
      }
      text.append(lines[index])
      index += 1
    }
    readCue(timeLine, text)
    return index
  }

  /// Reports lines that are no caption.
  private mutating func reportBlock(_ range: Range<Int>) {
    let first = lines[range.lowerBound]
    if format == .webVTT {
      if first.hasPrefix("NOTE") { return }
      if first.hasPrefix("STYLE") || first.hasPrefix("REGION") {
        report(range.lowerBound, "\(first.prefix(6)) blocks are not read; the template says how captions look", .note)
        return
      }
    }
    report(range.lowerBound, "'\(first.prefix(60))' is no caption: there is no line with ' --> ' below it")
  }

  private mutating func readCue(_ line: Int, _ text: [Substring]) {
    guard let arrow = lines[line].firstRange(of: "-->") else { return }
    let begin = lines[line][..<arrow.lowerBound].trimmingCharacters(in: .whitespaces)
    let behind = lines[line][arrow.upperBound...].drop { $0.isWhitespace }
    let end = behind.prefix { !$0.isWhitespace }
    guard let first = CaptionTime.seconds(begin), let last = CaptionTime.seconds(end) else {
      report(
        line, "'\(lines[line].prefix(80))' says no times such as 00:01:02.500 --> 00:01:04.000; the caption is left out"
      )
      return
    }
    guard first < last else {
      report(line, "a caption ends at \(last) s, before or when it begins (\(first) s); it is left out")
      return
    }
    var placement = CaptionPlacement()
    if format == .webVTT {
      let (found, ignored) = CaptionPlacement.webVTT(behind.dropFirst(end.count))
      placement = found
      if !ignored.isEmpty { report(line, "the settings \(ignored.joined(separator: " ")) mean nothing here", .note) }
    }
    var joined = text.joined(separator: "\n")
    if joined.count > Captions.maximumCharacters {
      report(line, "a caption of \(joined.count) characters is cut after \(Captions.maximumCharacters)")
      joined = String(joined.prefix(Captions.maximumCharacters))
    }
    let markup = CaptionMarkup(joined, format: format)
    if let place = markup.keypadPlace { placement = CaptionPlacement(keypad: place) }
    guard markup.runs.contains(where: { !$0.text.allSatisfy(\.isWhitespace) }) else { return }
    cues.append(Captions.Cue(first..<last, CaptionText(markup.runs), placement: placement))
  }

  private mutating func report(_ line: Int, _ message: String, _ severity: Diagnostic.Severity = .warning) {
    diagnostics.append(
      Diagnostic(
        severity, code: "bad-caption", message: message,
        location: Diagnostic.Location(file: path, line: line + 1, column: 1)))
  }
}
