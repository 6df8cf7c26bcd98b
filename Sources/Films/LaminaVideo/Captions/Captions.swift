// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

public import Foundation
public import LaminaGraphics
import LaminaScene

/// The two supported formats of captions.
public enum CaptionFormat: String, Sendable, Hashable {
  /// SubRip, `.srt`.
  case subRip = "srt"
  /// WebVTT, `.vtt`.
  case webVTT = "vtt"
}

/// The captions of a film with their times, from a `.srt` or `.vtt` file.
///
///     let captions = try Captions(contentsOf: "words.vtt")
///     try scene.add(captions)
///
/// Cues that cannot be read are left out and reported in ``diagnostics``.
public struct Captions: Sendable {
  /// One caption.
  public struct Cue: Sendable, Hashable {
    /// The time range in which the caption is visible; the end is excluded.
    ///
    /// - Units: seconds of the film.
    public var range: Range<TimeInterval>
    /// The text.
    public var text: CaptionText
    /// The position.
    public var placement: CaptionPlacement

    /// Makes a caption, by default at the template's position.
    public init(_ range: Range<TimeInterval>, _ text: CaptionText, placement: CaptionPlacement = CaptionPlacement()) {
      (self.range, self.text, self.placement) = (range, text, placement)
    }
  }

  /// The captions, ordered by their beginning.
  public var cues: [Cue]
  /// Diagnostics about parts of the file that were not read.
  public var diagnostics: [Diagnostic] = []

  /// The size of the largest file that is read, in bytes.
  public static let maximumBytes = 32 << 20
  /// The largest number of captions that are read from a file.
  public static let maximumCues = 50_000
  /// The largest number of characters of one caption.
  static let maximumCharacters = 4000
  /// The largest number of diagnostics about one file.
  private static let maximumDiagnostics = 100

  /// Makes captions.
  public init(_ cues: [Cue]) {
    self.cues = cues.sorted { $0.range.lowerBound < $1.range.lowerBound }
  }

  /// Reads a file. The format follows from the first line: WebVTT begins with `WEBVTT`.
  ///
  /// - Throws: ``CaptionError``, also if the file contains no captions.
  public init(contentsOf path: String) throws(CaptionError) {
    let bytes: [UInt8]
    do throws(BoundedFile.Problem) {
      bytes = try BoundedFile.read(path, limit: Self.maximumBytes, regularOnly: false)
    } catch {
      switch error {
      case .notFound: throw .unreadable(path: path, reason: "there is no such file")
      case .notRegular: throw .unreadable(path: path, reason: "it is no file")
      case .tooLong: throw .tooLong(path: path, limit: Self.maximumBytes)
      case .shortage(let reason), .system(let reason): throw .unreadable(path: path, reason: reason)
      }
    }
    try self.init(bytes, path: path)
  }

  /// Reads the bytes of a file.
  ///
  /// - Parameters:
  ///   - bytes: UTF-8, or UTF-16 with a byte order mark. Other bytes are read as Windows-1252, and reported.
  ///   - path: The name of the file in messages.
  public init(_ bytes: [UInt8], path: String) throws(CaptionError) {
    self.init([])
    var reader = CaptionReader(text: text(of: bytes, path), path: path)
    reader.read()
    guard !reader.cues.isEmpty else {
      throw .noCaptions(path: path, reason: reader.diagnostics.first?.message ?? "there is no line with ' --> ' in it")
    }
    cues = reader.cues.sorted { $0.range.lowerBound < $1.range.lowerBound }
    diagnostics += reader.diagnostics.prefix(Self.maximumDiagnostics)
    let left = reader.diagnostics.count - Self.maximumDiagnostics
    if left > 0 {
      diagnostics.append(
        Diagnostic(.note, code: "bad-caption", message: "'\(path)': \(left) more messages are left out"))
    }
  }

  private mutating func text(of bytes: [UInt8], _ path: String) -> String {
    let data = Data(bytes)
    if bytes.starts(with: [0xFF, 0xFE]) || bytes.starts(with: [0xFE, 0xFF]),
      let text = String(data: data, encoding: .utf16)
    {
      return text
    }
    if let text = String(validating: bytes, as: UTF8.self) { return text }
    diagnostics.append(
      Diagnostic(
        code: "caption-encoding", message: "'\(path)' is not UTF-8; it is read as Windows-1252"))
    return String(data: data, encoding: .windowsCP1252) ?? String(decoding: bytes, as: UTF8.self)
  }

  /// The end of the last caption, in seconds; 0 without captions.
  public var duration: TimeInterval { cues.map(\.range.upperBound).max() ?? 0 }
}

/// The reason why captions cannot be shown.
public enum CaptionError: Error, Sendable, Equatable {
  /// The file cannot be read.
  case unreadable(path: String, reason: String)
  /// The file is longer than `limit` bytes.
  case tooLong(path: String, limit: Int)
  /// The file contains no captions.
  case noCaptions(path: String, reason: String)
  /// The layer named `caption` is no text layer and contains none.
  case noText(layer: String)
  /// The time of the layer that would hold the captions stands still.
  case standsStill(layer: String)
}

extension CaptionError: CustomStringConvertible {
  /// One line for a person.
  public var description: String {
    switch self {
    case .unreadable(let path, let reason): "cannot read '\(path)': \(reason)"
    case .tooLong(let path, let limit): "'\(path)' is longer than \(limit) bytes, the most that captions may be"
    case .noCaptions(let path, let reason): "'\(path)' has no captions: \(reason)"
    case .noText(let layer):
      "the layer '\(layer)' neither is a CATextLayer nor holds one, so it is no template for captions"
    case .standsStill(let layer):
      "captions cannot be shown in the layer '\(layer)': its speed is 0, or that of a layer that it is in"
    }
  }
}
