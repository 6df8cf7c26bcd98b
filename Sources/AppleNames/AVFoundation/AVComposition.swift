// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

public import Foundation
import LaminaGeometry
import LaminaGraphics
public import LaminaVideo

/// The number of a track.
public typealias CMPersistentTrackID = Int32
/// The number that stands for any free number.
public let kCMPersistentTrackID_Invalid: CMPersistentTrackID = 0

/// Parts of files, in sequence and over one another, as one asset.
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
  ///   - preferredTrackID: The track's number; `kCMPersistentTrackID_Invalid` for any.
  /// - Returns: `nil` for media that are neither pictures nor sound, and for a number that is in use.
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

  /// Removes a track.
  open func removeTrack(_ track: AVAssetTrack) { made.removeAll { $0 === track } }

  /// The tracks, in the order in which they were added.
  open override var tracks: [AVAssetTrack] { made }

  /// The end of the last part of any track.
  open override var duration: CMTime { made.map(\.timeRange.end).max() ?? .zero }

  /// Always `nil`: parts that a composition cannot show are refused when they are inserted.
  open override var failure: VideoError? { nil }
}

/// A track of a composition: parts of files, each at a time of the composition.
open class AVMutableCompositionTrack: AVAssetTrack, @unchecked Sendable {
  /// A part of a file.
  struct Segment {
    var asset: AVAsset
    /// The time range within the file.
    var source: CMTimeRange
    /// The time in the composition at which the part begins.
    var start: CMTime
    /// The length of the part in the composition.
    var length: CMTime

    init(asset: AVAsset, source: CMTimeRange, start: CMTime, length: CMTime? = nil) {
      (self.asset, self.source, self.start, self.length) = (asset, source, start, length ?? source.duration)
    }

    var end: CMTime { start + length }
    /// Seconds of the file per second of the composition.
    var speed: Double { length == source.duration ? 1 : source.duration.seconds / length.seconds }

    /// The section of the part between two times of the composition.
    func cut(from first: CMTime, to last: CMTime) -> Segment {
      var part = self
      part.start = first
      part.length = last - first
      let begin = place(of: first)
      part.source = CMTimeRange(start: begin, end: place(of: last))
      return part
    }

    /// The time in the file that is shown at a time of the composition.
    private func place(of time: CMTime) -> CMTime {
      if speed == 1 { return source.start + (time - start) }
      if time == end { return source.end }
      let passed = (time - start).seconds * speed
      return source.start + CMTime(seconds: passed, preferredTimescale: 1_000_000)
    }
  }

  /// The parts of the track, by time, without overlaps.
  private(set) final var segments: [Segment] = []
  private var transform: CGAffineTransform?

  /// The transform that turns the track's pictures upright, y down.
  ///
  /// - Default: the transform of the first part.
  open override var preferredTransform: CGAffineTransform {
    get { transform ?? .identity }
    set { transform = newValue }
  }

  /// The size of the pictures of the first part, before they are turned.
  open override var naturalSize: CGSize { firstSource?.naturalSize ?? .zero }
  /// The pictures per second of the first part.
  open override var nominalFrameRate: Float { firstSource?.nominalFrameRate ?? 0 }
  /// From 0 to the end of the last part.
  open override var timeRange: CMTimeRange { CMTimeRange(start: .zero, end: segments.map(\.end).max() ?? .zero) }

  private var firstSource: AVAssetTrack? { segments.first?.asset.tracks(withMediaType: mediaType).first }

  /// Inserts a part of a file. Parts after the start time move later by the inserted duration.
  ///
  /// - Parameters:
  ///   - timeRange: The time range within the file.
  ///   - track: A track of the file, of the same kind.
  ///   - startTime: The time of insertion in the composition; `invalid` for the end of the track.
  /// - Throws: ``AVError`` for an invalid time range, a track of another kind, and a track whose asset is gone.
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

  /// The segments, with a gap at `time`: later segments are moved by `length`.
  private func opened(at time: CMTime, by length: CMTime) -> [Segment] {
    cut(at: time).map { $0.start >= time ? Self.moved($0, by: length) : $0 }
  }

  /// The segments, with the one that crosses `time` cut in two.
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

  /// Inserts a pause. Parts after the start of the pause move later by its duration.
  ///
  /// - Parameter timeRange: The time and the length of the pause; an invalid or empty range changes nothing.
  open func insertEmptyTimeRange(_ timeRange: CMTimeRange) {
    guard Self.isUsable(timeRange) else { return }
    segments = opened(at: timeRange.start, by: timeRange.duration)
  }

  /// Removes a time range. Parts after it move earlier by its duration.
  ///
  /// - Parameter timeRange: The range to remove; an invalid or empty range changes nothing.
  open func removeTimeRange(_ timeRange: CMTimeRange) {
    guard Self.isUsable(timeRange) else { return }
    segments = cut(at: timeRange.start)
    segments = cut(at: timeRange.end).compactMap { segment in
      if segment.start >= timeRange.end { return Self.moved(segment, by: .zero - timeRange.duration) }
      return segment.end <= timeRange.start ? segment : nil
    }
  }

  /// Shows a time range slower or faster, and moves later parts accordingly. The pitch of sound is kept.
  ///
  /// - Parameters:
  ///   - timeRange: The range to scale; an invalid or empty range changes nothing.
  ///   - duration: The new duration of the range; above 0.
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
  /// Inserts a part of a file into the first track of pictures and the first track of sound. Missing tracks are added.
  /// Parts after the start time move later by the inserted duration.
  ///
  /// - Parameters:
  ///   - timeRange: The time range within the file.
  ///   - asset: The file.
  ///   - startTime: The time of insertion in the composition; `invalid` for the end of the composition.
  /// - Throws: ``AVError``, and the asset's error where the file cannot be read.
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

  /// Inserts a pause into all tracks.
  public func insertEmptyTimeRange(_ timeRange: CMTimeRange) { each { $0.insertEmptyTimeRange(timeRange) } }

  /// Removes a time range from all tracks.
  public func removeTimeRange(_ timeRange: CMTimeRange) { each { $0.removeTimeRange(timeRange) } }

  /// Shows a time range of all tracks slower or faster. The pitch of sound is kept.
  ///
  /// - Parameters:
  ///   - timeRange: The range to scale; an invalid or empty range changes nothing.
  ///   - duration: The new duration of the range; above 0.
  public func scaleTimeRange(_ timeRange: CMTimeRange, toDuration duration: CMTime) {
    each { $0.scaleTimeRange(timeRange, toDuration: duration) }
  }

  private func each(_ change: (AVMutableCompositionTrack) -> Void) {
    for track in tracks { if let track = track as? AVMutableCompositionTrack { change(track) } }
  }
}

/// The reason why a composition or an export is refused.
public enum AVError: Error, Sendable, Equatable {
  /// A time range that is invalid, or begins before 0.
  case invalidTimeRange(CMTimeRange)
  /// A track of sound in place of a track of pictures, or the other way round.
  case otherMediaType(AVMediaType, wanted: AVMediaType)
  /// A track whose asset was released, or which belongs to a composition.
  case assetIsGone
  /// An export without `outputURL` or `outputFileType`, or with an unusable one.
  case noOutput
  /// There are no pictures to export.
  case noPictures
  /// A preset with an unknown name.
  case unknownPreset(String)
  /// A feature that is not supported: its name, and the reason.
  case unsupported(String)
}

/// The pictures of a composition's track, by the composition's time.
final class CompositionPictures: MovingPictures {
  private struct Part: Sendable {
    var frames: VideoFrames
    var source: Range<Double>
    var start: Double
    var end: Double
    /// Seconds of the file per second of the composition.
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
    // A track shows nothing before its first part and in gaps.
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
