// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

public import Foundation
public import Lamina
public import LaminaVideo

/// How pictures take the place of others of different proportions.
public enum VideoFit: String, Sendable, Hashable, CaseIterable {
  /// All of them is shown, with black bars beside it.
  case contain
  /// They fill the place, and what goes beyond it is cut off.
  case cover
  /// They are stretched to fill the place.
  case fill
}

/// Videos that a layer tree is drawn over, one after the other.
///
///     var options = ExportOptions()
///     options.video = VideoTrack([.init(try VideoClip("interview.mp4"))])
///
/// Frame k of the film shows the picture that the clip shows at the frame's time: the last one that begins at or before
/// it. Where the tree touches nothing, pixels are those that `ffmpeg` decodes, to the last bit.
public struct VideoTrack: Sendable, Hashable {
  /// A clip, or a part of it.
  public struct Piece: Sendable, Hashable {
    /// The file.
    public var clip: VideoClip
    /// Which part of it is shown.
    ///
    /// - Units: seconds, in the clip's own time.
    public var range: Range<TimeInterval>

    /// Shows a clip from its beginning to its end.
    public init(_ clip: VideoClip) { self.init(clip, 0..<clip.duration) }

    /// Shows a part of a clip.
    ///
    /// - Parameters:
    ///   - clip: The file.
    ///   - range: Seconds; it is cut to what the clip has.
    public init(_ clip: VideoClip, _ range: Range<TimeInterval>) {
      (self.clip, self.range) = (clip, range.clamped(to: 0..<max(clip.duration, 0)))
    }

    /// How long it is shown, seconds.
    var duration: TimeInterval { range.upperBound - range.lowerBound }
  }

  /// What is shown, in order.
  public private(set) var pieces: [Piece]
  /// How a clip takes the place of a film of other proportions.
  public var fit = VideoFit.contain

  /// Shows some pieces one after the other.
  ///
  /// - Returns: `nil` without any.
  public init?(_ pieces: [Piece]) {
    guard !pieces.isEmpty else { return nil }
    self.pieces = pieces
  }

  /// How long all of it is, seconds.
  public var duration: TimeInterval { pieces.reduce(0) { $0 + $1.duration } }
  /// How large a film of it is where nothing else is said: as the first clip is shown.
  public var size: PixelSize { pieces[0].clip.displaySize }
  /// How many frames a film of it has a second where nothing else is said: as many as the first clip.
  public var rate: FrameRate { pieces[0].clip.rate }
  /// What the numbers of the film's pixels mean: what those of the first clip do, where they are luma and chroma.
  var color: VideoColor { pieces[0].clip.isRGB ? .bt709 : pieces[0].clip.color }

  /// Whether a film of it has a high dynamic range, as its first clip has.
  package var isHighDynamicRange: Bool { color.isHighDynamicRange }

  /// Whether some of it has alpha.
  var hasAlpha: Bool { pieces.contains { $0.clip.hasAlpha } }

  /// Frames in a row that one piece shows.
  struct Part: Equatable {
    /// Which piece.
    var piece: Int
    /// The clip's own time of the first frame, seconds.
    var start: TimeInterval
    /// How many frames.
    var count: Int
  }

  /// What some frames of a film show. Before the first piece its first picture is shown, after the last one its last.
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

  /// Which piece is shown at a time of the film, and the time in it.
  private func place(of time: TimeInterval) -> (piece: Int, time: TimeInterval) {
    var begin = 0.0
    for (index, piece) in pieces.enumerated() {
      let end = begin + piece.duration
      // A frame that begins within a billionth of the end is none of this piece's.
      if time < end - 1e-9 * max(1, end) || index == pieces.count - 1 {
        return (index, piece.range.lowerBound + time - begin)
      }
      begin = end
    }
    return (0, time)
  }

  /// The clips' own sound, as long as each is shown.
  ///
  /// - Parameter gain: By how much it is amplified; 0 for none.
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

  /// What happened to the files since they were looked at.
  var changes: [Diagnostic] {
    var seen: Set<VideoClip> = []
    return pieces.map(\.clip).filter { seen.insert($0).inserted }.compactMap { clip in
      clip.change.map { Diagnostic(code: "changed-video", message: $0, file: clip.path) }
    }
  }

  /// What tells the files from others, for manifests: their names, how long they are, and how they begin and end.
  var identity: String {
    pieces.map { piece in
      let part = "\(PathParts.name(of: piece.clip.path)) \(piece.range.lowerBound)..\(piece.range.upperBound)"
      return "\(part) \(FileIdentity.digest(of: piece.clip.path))"
    }.joined(separator: "; ") + "; \(fit.rawValue)"
  }
}
