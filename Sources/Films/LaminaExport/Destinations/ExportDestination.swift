// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import Foundation
import Lamina

/// The output of an export.
public enum ExportDestination: Sendable, Hashable {
  /// A PNG file for each frame.
  case pictures(FramePattern)
  /// One uncompressed stream: a file, a FIFO, or `-` for standard output.
  case stream(path: String, StreamFormat)
  /// A film file, encoded by `ffmpeg`.
  case film(path: String, FilmFormat)

  /// Parses the name of an output: `frames/%05d.png`, a folder, `film.mp4`, `film.y4m`, `-`.
  ///
  /// - Parameters:
  ///   - path: The name; its extension determines the format. A folder gets `%05d.png`, and `-` is Y4M.
  ///   - stream: The format of an uncompressed stream, which overrides the extension.
  /// - Throws: ``ExportError/badDestination(path:reason:)``.
  public init(_ path: String, stream: StreamFormat? = nil) throws(ExportError) {
    guard !path.isEmpty else { throw .badDestination(path: path, reason: "it has no name") }
    if let stream {
      self = .stream(path: path, stream)
      return
    }
    if path == "-" {
      self = .stream(path: path, .y4m)
      return
    }
    let kind = PathParts.kind(of: path)
    var isFolder: ObjCBool = false
    let exists = FileManager.default.fileExists(atPath: path, isDirectory: &isFolder)
    if path.hasSuffix("/") || (exists && isFolder.boolValue) {
      let folder = path.replacingOccurrences(of: "%", with: "%%")
      self = .pictures(try FramePattern(folder + (path.hasSuffix("/") ? "" : "/") + "%05d.png"))
    } else if let format = StreamFormat(rawValue: kind) {
      self = .stream(path: path, format)
    } else if let format = FilmFormat(rawValue: kind) {
      guard !path.contains(where: \.isNewline) else {
        throw .badDestination(path: path, reason: "ffmpeg joins no files whose names have line breaks")
      }
      self = .film(path: path, format)
    } else if kind == "png" {
      self = .pictures(try FramePattern(path))
    } else {
      let kinds = ["png"] + MovingFormat.allCases.map(\.rawValue)
      throw .badDestination(
        path: path, reason: "its extension is none of \(kinds.map { "." + $0 }.joined(separator: ", "))")
    }
  }

  /// The name of the output as it was given.
  public var path: String {
    switch self {
    case .pictures(let pattern): pattern.text
    case .stream(let path, _), .film(let path, _): path
    }
  }
}
