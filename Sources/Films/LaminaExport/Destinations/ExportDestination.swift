// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import Foundation
import Lamina

/// What a film is exported to.
public enum ExportDestination: Sendable, Hashable {
  /// A PNG file each frame.
  case pictures(FramePattern)
  /// One uncompressed stream: a file, a FIFO, or `-` for standard output.
  case stream(path: String, StreamFormat)
  /// A file that `ffmpeg` makes.
  case film(path: String, FilmFormat)

  /// Reads the name of an output: `frames/%05d.png`, a folder, `film.mp4`, `film.y4m`, `-`.
  ///
  /// - Parameters:
  ///   - path: The name; its extension says what it becomes. A folder gets `%05d.png`, `-` is Y4M.
  ///   - stream: What a stream holds, whatever its name says.
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
      let kinds = ["png"] + StreamFormat.allCases.map(\.rawValue) + FilmFormat.allCases.map(\.rawValue)
      throw .badDestination(
        path: path, reason: "its extension is none of \(kinds.map { "." + $0 }.joined(separator: ", "))")
    }
  }

  /// The name as it was given.
  public var path: String {
    switch self {
    case .pictures(let pattern): pattern.text
    case .stream(let path, _), .film(let path, _): path
    }
  }
}

/// What an uncompressed stream holds.
public enum StreamFormat: String, Sendable, CaseIterable {
  /// YUV4MPEG2: a header, then 4:2:0 planes of BT.709 in limited range. Alpha is lost: frames lie over black.
  case y4m
  /// Four bytes a pixel, straight, frame after frame, without any header.
  case rgba

  /// How a frame lies in it.
  var layout: FrameLayout { self == .y4m ? .yuv420 : .rgba }

  /// What stands before the first frame.
  func header(size: PixelSize, rate: FrameRate) -> [UInt8] {
    guard self == .y4m else { return [] }
    let line =
      "YUV4MPEG2 W\(size.width) H\(size.height) F\(rate.numerator):\(rate.denominator) Ip A1:1 C420mpeg2 "
      + "XYSCSS=420MPEG2 XCOLORRANGE=LIMITED\n"
    return Array(line.utf8)
  }

  /// What stands before every frame.
  var frameHeader: [UInt8] { self == .y4m ? Array("FRAME\n".utf8) : [] }
}

/// What `ffmpeg` makes of a film.
public enum FilmFormat: String, Sendable, CaseIterable {
  /// H.264, HEVC, AV1 or VP9. Alpha is lost.
  case mp4
  /// ProRes 4444, with alpha; or another ProRes, H.264 or HEVC without.
  case mov
  /// VP9, with alpha; or AV1 without.
  case webm
  /// A palette of 256 colours each frame; alpha is on or off.
  case gif
  /// Lossless, with alpha.
  case apng

  /// What its pictures may be encoded with, the usual one first; none where the format is its own encoding.
  public var codecs: [FilmCodec] {
    switch self {
    case .mp4: [.h264, .hevc, .av1, .vp9]
    case .mov: [.prores4444, .prores422HQ, .h264, .hevc]
    case .webm: [.vp9, .av1]
    case .gif, .apng: []
    }
  }

  /// Whether it holds the alpha of pictures that are encoded so.
  func holdsAlpha(of codec: FilmCodec) -> Bool {
    codec == .prores4444 && self == .mov || codec == .vp9 && self == .webm
  }

  /// The most frames a second that players show of a GIF: each for two hundredths.
  package static let gifRate = 50
}
