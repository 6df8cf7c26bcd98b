// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

public import Foundation
public import LaminaGraphics
import LaminaScene

/// The two kinds of files that have captions.
public enum CaptionFormat: String, Sendable, Hashable {
  /// SubRip, `.srt`.
  case subRip = "srt"
  /// WebVTT, `.vtt`.
  case webVTT = "vtt"
}

/// What is said in a film, and when, as a `.srt` or `.vtt` file has it.
///
///     let captions = try Captions(contentsOf: "words.vtt")
///     try scene.add(captions)
///
/// Cues that cannot be read are left out and reported in ``diagnostics``.
public struct Captions: Sendable {
  /// One caption.
  public struct Cue: Sendable, Hashable {
    /// When it shows: from the first moment on, no longer at the second.
    ///
    /// - Units: seconds of the film.
    public var range: Range<TimeInterval>
    /// What it says.
    public var text: CaptionText
    /// Where it stands.
    public var placement: CaptionPlacement

    /// Makes a caption that stands where the template does.
    public init(_ range: Range<TimeInterval>, _ text: CaptionText, placement: CaptionPlacement = CaptionPlacement()) {
      (self.range, self.text, self.placement) = (range, text, placement)
    }
  }

  /// The captions, by when they begin.
  public var cues: [Cue]
  /// What of the file was not read, and why.
  public var diagnostics: [Diagnostic] = []

  /// The longest file that is read; bytes.
  public static let maximumBytes = 32 << 20
  /// The most captions that are taken of a file.
  public static let maximumCues = 50_000
  /// The most characters of one caption.
  static let maximumCharacters = 4000
  /// More messages about one file are not written.
  private static let maximumDiagnostics = 100

  /// Makes captions.
  public init(_ cues: [Cue]) {
    self.cues = cues.sorted { $0.range.lowerBound < $1.range.lowerBound }
  }

  /// Reads a file. Which kind it is follows from its first line: WebVTT begins with `WEBVTT`.
  ///
  /// - Throws: ``CaptionError``, also where the file has no caption at all.
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
  ///   - bytes: UTF-8; UTF-16 with a mark of its order; anything else is taken as Windows' Latin letters, and reported.
  ///   - path: What the file is called in messages.
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

  /// The end of the last caption; 0 without any. Seconds.
  public var duration: TimeInterval { cues.map(\.range.upperBound).max() ?? 0 }
}

/// Why captions cannot be shown.
public enum CaptionError: Error, Sendable, Equatable {
  /// The file cannot be read.
  case unreadable(path: String, reason: String)
  /// The file is longer than `limit` bytes.
  case tooLong(path: String, limit: Int)
  /// The file has no caption.
  case noCaptions(path: String, reason: String)
  /// The layer named `caption` neither is nor holds a text layer.
  case noText(layer: String)
  /// The time of the layer that captions would stand in does not run.
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
