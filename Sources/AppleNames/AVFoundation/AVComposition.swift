// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

public import Foundation
import LaminaGeometry
import LaminaGraphics
public import LaminaVideo

/// The number of a track.
public typealias CMPersistentTrackID = Int32
/// Any number that is free.
public let kCMPersistentTrackID_Invalid: CMPersistentTrackID = 0

/// Parts of files, one after the other and over one another, as one asset.
///
///     let composition = AVMutableComposition()
///     let track = composition.addMutableTrack(withMediaType: .video, preferredTrackID: kCMPersistentTrackID_Invalid)
///     try track?.insertTimeRange(CMTimeRange(start: .zero, duration: asset.duration), of: source, at: .zero)
open class AVMutableComposition: AVAsset, @unchecked Sendable {
  private var made: [AVMutableCompositionTrack] = []

  /// Makes an empty composition.
  public init() {
    super.init(url: URL(fileURLWithPath: "/composition"))
  }

  /// Adds an empty track.
  ///
  /// - Parameters:
  ///   - mediaType: Pictures or sound.
  ///   - preferredTrackID: Its number; `kCMPersistentTrackID_Invalid` for any.
  /// - Returns: `nil` for other kinds than pictures and sound, and for a number that another track has.
  open func addMutableTrack(
    withMediaType mediaType: AVMediaType, preferredTrackID: CMPersistentTrackID
  ) -> AVMutableCompositionTrack? {
    guard mediaType == .video || mediaType == .audio, !made.contains(where: { $0.trackID == preferredTrackID }) else {
      return nil
    }
    let free = (made.map(\.trackID).max() ?? 0) + 1
    let track = AVMutableCompositionTrack(
      self, mediaType, trackID: preferredTrackID == kCMPersistentTrackID_Invalid ? free : preferredTrackID)
    made.append(track)
    return track
  }

  /// Takes a track out.
  open func removeTrack(_ track: AVAssetTrack) { made.removeAll { $0 === track } }

  /// Its tracks, in the order in which they were added.
  open override var tracks: [AVAssetTrack] { made }

  /// Until when something shows or is heard.
  open override var duration: CMTime { made.map(\.timeRange.end).max() ?? .zero }

  /// Nothing: what a composition cannot show was refused when it was put in.
  open override var failure: VideoError? { nil }
}

/// A track of a composition: parts of files at times of the composition.
open class AVMutableCompositionTrack: AVAssetTrack, @unchecked Sendable {
  /// A part of a file.
  struct Segment {
    var asset: AVAsset
    /// Which part of the file.
    var source: CMTimeRange
    /// When it is shown or heard.
    var start: CMTime
    /// For how long.
    var length: CMTime

    init(asset: AVAsset, source: CMTimeRange, start: CMTime, length: CMTime? = nil) {
      (self.asset, self.source, self.start, self.length) = (asset, source, start, length ?? source.duration)
    }

    var end: CMTime { start + length }
    /// Seconds of the file in one of the composition.
    var speed: Double { length == source.duration ? 1 : source.duration.seconds / length.seconds }

    /// The part of it from one time of the composition to another.
    func cut(from first: CMTime, to last: CMTime) -> Segment {
      var part = self
      part.start = first
      part.length = last - first
      let begin = place(of: first)
      part.source = CMTimeRange(start: begin, end: place(of: last))
      return part
    }

    /// The file's time that shows at a time of the composition.
    private func place(of time: CMTime) -> CMTime {
      if speed == 1 { return source.start + (time - start) }
      if time == end { return source.end }
      let passed = (time - start).seconds * speed
      return source.start + CMTime(seconds: passed, preferredTimescale: 1_000_000)
    }
  }

  /// What it shows, by time, without overlaps.
  private(set) final var segments: [Segment] = []
  private var transform: CGAffineTransform?

  /// How its pictures are turned to be shown, y down.
  ///
  /// - Default: as those of the first part.
  open override var preferredTransform: CGAffineTransform {
    get { transform ?? .identity }
    set { transform = newValue }
  }

  /// How large the pictures of its first part are, before they are turned.
  open override var naturalSize: CGSize { firstSource?.naturalSize ?? .zero }
  /// Pictures a second of its first part.
  open override var nominalFrameRate: Float { firstSource?.nominalFrameRate ?? 0 }
  /// From 0 to the end of the last part.
  open override var timeRange: CMTimeRange { CMTimeRange(start: .zero, end: segments.map(\.end).max() ?? .zero) }

  private var firstSource: AVAssetTrack? { segments.first?.asset.tracks(withMediaType: mediaType).first }

  /// Puts a part of a file in. What is there from that time on comes later by as much.
  ///
  /// - Parameters:
  ///   - timeRange: Which part of the file.
  ///   - track: A track of the file, of the same kind.
  ///   - startTime: When it begins; `invalid` for the end of what is there.
  /// - Throws: ``AVError`` for a part that is none, a track of another kind, and one whose file is gone.
  open func insertTimeRange(_ timeRange: CMTimeRange, of track: AVAssetTrack, at startTime: CMTime) throws {
    guard timeRange.isValid, timeRange.start.isNumeric, timeRange.duration.isNumeric, timeRange.start >= .zero else {
      throw AVError.invalidTimeRange(timeRange)
    }
    guard track.mediaType == mediaType else { throw AVError.otherMediaType(track.mediaType, wanted: mediaType) }
    guard let asset = track.asset, !(asset is AVMutableComposition) else { throw AVError.assetIsGone }
    if mediaType == .video, let failure = asset.failure { throw failure }
    let start = startTime.isNumeric ? max(startTime, .zero) : self.timeRange.end
    guard timeRange.duration > .zero else { return }
    segments = (opened(at: start, by: timeRange.duration) + [Segment(asset: asset, source: timeRange, start: start)])
      .sorted { $0.start < $1.start }
  }

  /// Makes room: what is there from a time on comes later.
  private func opened(at time: CMTime, by length: CMTime) -> [Segment] {
    cut(at: time).map { $0.start >= time ? Self.moved($0, by: length) : $0 }
  }

  /// The segments, none of which goes across a time.
  private func cut(at time: CMTime) -> [Segment] {
    segments.flatMap { segment in
      guard segment.start < time, segment.end > time else { return [segment] }
      return [segment.cut(from: segment.start, to: time), segment.cut(from: time, to: segment.end)]
    }
  }

  private static func moved(_ segment: Segment, by length: CMTime) -> Segment {
    var result = segment
    result.start = segment.start + length
    return result
  }

  /// Puts a pause in. What is there from that time on comes later by as much.
  ///
  /// - Parameter timeRange: When, and for how long; one that is none changes nothing.
  open func insertEmptyTimeRange(_ timeRange: CMTimeRange) {
    guard Self.isUsable(timeRange) else { return }
    segments = opened(at: timeRange.start, by: timeRange.duration)
  }

  /// Takes a stretch of time out. What comes after it comes earlier by as much.
  ///
  /// - Parameter timeRange: Which one; one that is none changes nothing.
  open func removeTimeRange(_ timeRange: CMTimeRange) {
    guard Self.isUsable(timeRange) else { return }
    segments = cut(at: timeRange.start)
    segments = cut(at: timeRange.end).compactMap { segment in
      if segment.start >= timeRange.end { return Self.moved(segment, by: .zero - timeRange.duration) }
      return segment.end <= timeRange.start ? segment : nil
    }
  }

  /// Shows a stretch of time slower or faster. What comes after it comes later or earlier. The pitch of sound stays.
  ///
  /// - Parameters:
  ///   - timeRange: Which one; one that is none changes nothing.
  ///   - duration: How long it is to last; above 0.
  open func scaleTimeRange(_ timeRange: CMTimeRange, toDuration duration: CMTime) {
    guard Self.isUsable(timeRange), duration.isNumeric, duration > .zero else { return }
    let factor = duration.seconds / timeRange.duration.seconds
    func scaled(_ time: CMTime) -> CMTime {
      if time == timeRange.end { return timeRange.start + duration }
      let passed = (time - timeRange.start).seconds * factor
      return timeRange.start + CMTime(seconds: passed, preferredTimescale: 1_000_000)
    }
    segments = cut(at: timeRange.start)
    segments = cut(at: timeRange.end).map { segment in
      if segment.start >= timeRange.end { return Self.moved(segment, by: duration - timeRange.duration) }
      guard segment.start >= timeRange.start else { return segment }
      var result = segment
      result.start = scaled(segment.start)
      result.length = scaled(segment.end) - result.start
      return result
    }
  }

  private static func isUsable(_ range: CMTimeRange) -> Bool {
    range.isValid && range.start.isNumeric && range.duration.isNumeric && range.start >= .zero && range.duration > .zero
  }
}

extension AVMutableComposition {
  /// Puts a part of a file into tracks: its pictures into the first track of pictures, its sound into the first of
  /// sound, which are made where there are none. What is there from that time on comes later by as much.
  ///
  /// - Parameters:
  ///   - timeRange: Which part of the file.
  ///   - asset: The file.
  ///   - startTime: When it begins; `invalid` for the end of what is there.
  /// - Throws: ``AVError``, and why the file cannot be read.
  public func insertTimeRange(_ timeRange: CMTimeRange, of asset: AVAsset, at startTime: CMTime) throws {
    let sources = asset.tracks
    guard !sources.isEmpty else { throw asset.failure ?? AVError.noPictures }
    let start = startTime.isNumeric ? startTime : duration
    for source in sources {
      let own = tracks.first { $0.mediaType == source.mediaType } as? AVMutableCompositionTrack
      let track =
        own ?? addMutableTrack(withMediaType: source.mediaType, preferredTrackID: kCMPersistentTrackID_Invalid)
      try track?.insertTimeRange(timeRange, of: source, at: start)
    }
  }

  /// Puts a pause into all tracks.
  public func insertEmptyTimeRange(_ timeRange: CMTimeRange) { each { $0.insertEmptyTimeRange(timeRange) } }

  /// Takes a stretch of time out of all tracks.
  public func removeTimeRange(_ timeRange: CMTimeRange) { each { $0.removeTimeRange(timeRange) } }

  /// Shows a stretch of time of all tracks slower or faster. The pitch of sound stays.
  ///
  /// - Parameters:
  ///   - timeRange: Which one; one that is none changes nothing.
  ///   - duration: How long it is to last; above 0.
  public func scaleTimeRange(_ timeRange: CMTimeRange, toDuration duration: CMTime) {
    each { $0.scaleTimeRange(timeRange, toDuration: duration) }
  }

  private func each(_ change: (AVMutableCompositionTrack) -> Void) {
    for track in tracks { if let track = track as? AVMutableCompositionTrack { change(track) } }
  }
}

/// Why a composition or an export is refused.
public enum AVError: Error, Sendable, Equatable {
  /// A stretch of time that is none, or begins before 0.
  case invalidTimeRange(CMTimeRange)
  /// A track of sound where one of pictures belongs, or the other way round.
  case otherMediaType(AVMediaType, wanted: AVMediaType)
  /// A track whose asset nobody holds any more, or which is a composition's.
  case assetIsGone
  /// An export without `outputURL` or `outputFileType`, or with one that is none.
  case noOutput
  /// There are no pictures to export.
  case noPictures
  /// The preset's name means nothing.
  case unknownPreset(String)
  /// Something that is not done: which, and why.
  case unsupported(String)
}

/// The pictures of a composition's track by the composition's time.
final class CompositionPictures: MovingPictures {
  private struct Part: Sendable {
    var frames: VideoFrames
    var source: Range<Double>
    var start: Double
    var end: Double
    /// Seconds of the file in one of the composition.
    var speed: Double
  }

  private let parts: [Part]
  let duration: TimeInterval

  init(_ segments: [AVMutableCompositionTrack.Segment]) throws(VideoError) {
    var made: [(AVAsset, VideoFrames)] = []
    var parts: [Part] = []
    for segment in segments {
      let frames: VideoFrames
      if let known = made.first(where: { $0.0 === segment.asset })?.1 {
        frames = known
      } else {
        frames = VideoFrames(try segment.asset.clip.get())
        made.append((segment.asset, frames))
      }
      parts.append(
        Part(
          frames: frames, source: segment.source.start.seconds..<segment.source.end.seconds,
          start: segment.start.seconds, end: segment.end.seconds, speed: segment.speed))
    }
    self.parts = parts
    duration = segments.map(\.end.seconds).max() ?? 0
  }

  func picture(at time: TimeInterval, isExact: Bool) -> MovingPicture {
    // Before its first part and in gaps a track shows nothing.
    guard let part = parts.last(where: { $0.start <= time + 1e-9 }) else {
      return isExact ? MovingPicture(nil) : parts.first?.frames.picture(at: 0, isExact: false) ?? MovingPicture(nil)
    }
    let place = part.source.lowerBound + (time - part.start) * part.speed
    if isExact, time >= part.end, part.start != parts.last?.start { return MovingPicture(nil) }
    return part.frames.picture(at: min(place, part.source.upperBound), isExact: isExact)
  }

  var file: String? { nil }

  var identity: String {
    parts.map { "\($0.frames.identity) \($0.source) \($0.start) \($0.speed)" }.joined(separator: "; ")
  }
}
