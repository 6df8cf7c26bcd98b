// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

public import Foundation
public import Lamina
public import LaminaVideo

/// The scaling of pictures to a size with other proportions.
public enum VideoFit: String, Sendable, Hashable, CaseIterable {
  /// The whole picture is shown, with black bars beside it.
  case contain
  /// The picture covers the size, and the excess is cut off.
  case cover
  /// The picture is stretched.
  case fill
}

/// Successive videos over which a layer tree is drawn.
///
///     var options = ExportOptions()
///     options.video = VideoTrack([.init(try VideoClip("interview.mp4"))])
///
/// Frame k of the film shows the picture of the clip at the frame's time: the last one that begins at or before it.
/// Where the tree draws nothing, pixels are exactly those that `ffmpeg` decodes.
public struct VideoTrack: Sendable, Hashable {
  /// A clip, or a part of it.
  public struct Piece: Sendable, Hashable {
    /// The file.
    public var clip: VideoClip
    /// The part that is shown.
    ///
    /// - Units: seconds, in the clip's own time.
    public var range: Range<TimeInterval>

    /// Makes a piece of a whole clip.
    public init(_ clip: VideoClip) { self.init(clip, 0..<clip.duration) }

    /// Makes a piece of a part of a clip.
    ///
    /// - Parameters:
    ///   - clip: The file.
    ///   - range: The part, in seconds; it is clamped to the duration of the clip.
    public init(_ clip: VideoClip, _ range: Range<TimeInterval>) {
      (self.clip, self.range) = (clip, range.clamped(to: 0..<max(clip.duration, 0)))
    }

    /// The duration of the piece, in seconds.
    var duration: TimeInterval { range.upperBound - range.lowerBound }
  }

  /// The pieces, in order.
  public private(set) var pieces: [Piece]
  /// The scaling of clips with other proportions than the film.
  public var fit = VideoFit.contain

  /// Makes a track of successive pieces.
  ///
  /// - Returns: `nil` if there are no pieces.
  public init?(_ pieces: [Piece]) {
    guard !pieces.isEmpty else { return nil }
    self.pieces = pieces
  }

  /// The duration of all pieces together, in seconds.
  public var duration: TimeInterval { pieces.reduce(0) { $0 + $1.duration } }
  /// The default size of the film: the display size of the first clip.
  public var size: PixelSize { pieces[0].clip.displaySize }
  /// The default frame rate of the film: the rate of the first clip.
  public var rate: FrameRate { pieces[0].clip.rate }
  /// The colour space of the film: the first clip's, or BT.709 if that clip is RGB.
  var color: VideoColor { pieces[0].clip.isRGB ? .bt709 : pieces[0].clip.color }

  /// Whether the film has a high dynamic range, which depends on the first clip.
  package var isHighDynamicRange: Bool { color.isHighDynamicRange }

  /// Whether any piece has alpha.
  var hasAlpha: Bool { pieces.contains { $0.clip.hasAlpha } }

  /// Successive frames that come from one piece.
  struct Part: Equatable {
    /// The index of the piece.
    var piece: Int
    /// The time of the first frame in the clip, in seconds.
    var start: TimeInterval
    /// The number of frames.
    var count: Int
  }

  /// The pieces that some frames of a film show. Before the first piece its first picture is shown, after the last
  /// piece its last.
  func parts(of frames: Range<Int>, _ timing: FrameTiming) -> [Part] {
    var parts: [Part] = []
    for number in frames {
      let time = timing.time(of: number)
      let (piece, start) = place(of: time)
      if let last = parts.last, last.piece == piece {
        parts[parts.count - 1].count += 1
      } else {
        parts.append(Part(piece: piece, start: max(0, start), count: 1))
      }
    }
    return parts
  }

  /// The piece that is shown at a time of the film, and the time in its clip.
  private func place(of time: TimeInterval) -> (piece: Int, time: TimeInterval) {
    var begin = 0.0
    for (index, piece) in pieces.enumerated() {
      let end = begin + piece.duration
      // A frame that begins within a billionth of the end belongs to the next piece.
      if time < end - 1e-9 * max(1, end) || index == pieces.count - 1 {
        return (index, piece.range.lowerBound + time - begin)
      }
      begin = end
    }
    return (0, time)
  }

  /// The sound of the clips, each as long as its piece.
  ///
  /// - Parameter gain: The gain; 0 for no sound.
  func sounds(gain: Double) -> [SoundSource] {
    guard gain > 0 else { return [] }
    var (sounds, begin) = ([SoundSource](), 0.0)
    for piece in pieces {
      if let format = piece.clip.sound {
        var source = SoundSource(piece.clip.path, start: begin, gain: gain, format: format)
        source.offset = piece.range.lowerBound
        source.duration = piece.duration
        sounds.append(source)
      }
      begin += piece.duration
    }
    return sounds
  }

  /// Diagnostics of changes of the files since they were examined.
  var changes: [Diagnostic] {
    var seen: Set<VideoClip> = []
    return pieces.map(\.clip).filter { seen.insert($0).inserted }.compactMap { clip in
      clip.change.map { Diagnostic(code: "changed-video", message: $0, file: clip.path) }
    }
  }

  /// An identifier of the files for manifests: their names, and digests of their lengths, beginnings and ends.
  var identity: String {
    pieces.map { piece in
      let part = "\(PathParts.name(of: piece.clip.path)) \(piece.range.lowerBound)..\(piece.range.upperBound)"
      return "\(part) \(FileIdentity.digest(of: piece.clip.path))"
    }.joined(separator: "; ") + "; \(fit.rawValue)"
  }
}
