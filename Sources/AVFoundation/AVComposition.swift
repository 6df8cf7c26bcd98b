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

    var end: CMTime { start + source.duration }
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
    var moved: [Segment] = []
    for segment in segments {
      if segment.end <= start {
        moved.append(segment)
      } else if segment.start >= start {
        moved.append(Segment(asset: segment.asset, source: segment.source, start: segment.start + timeRange.duration))
      } else {
        let head = start - segment.start
        moved.append(
          Segment(
            asset: segment.asset, source: CMTimeRange(start: segment.source.start, duration: head), start: segment.start
          ))
        moved.append(
          Segment(
            asset: segment.asset, source: CMTimeRange(start: segment.source.start + head, end: segment.source.end),
            start: start + timeRange.duration))
      }
    }
    moved.append(Segment(asset: asset, source: timeRange, start: start))
    segments = moved.sorted { $0.start < $1.start }
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
          start: segment.start.seconds))
    }
    self.parts = parts
    duration = segments.map(\.end.seconds).max() ?? 0
  }

  func picture(at time: TimeInterval, isExact: Bool) -> MovingPicture {
    // Before its first part and in gaps a track shows nothing.
    guard let part = parts.last(where: { $0.start <= time + 1e-9 }) else {
      return isExact ? MovingPicture(nil) : parts.first?.frames.picture(at: 0, isExact: false) ?? MovingPicture(nil)
    }
    let place = part.source.lowerBound + time - part.start
    if isExact, place >= part.source.upperBound, part.start != parts.last?.start { return MovingPicture(nil) }
    return part.frames.picture(at: min(place, part.source.upperBound), isExact: isExact)
  }

  var file: String? { nil }

  var identity: String {
    parts.map { "\($0.frames.identity) \($0.source) \($0.start)" }.joined(separator: "; ")
  }
}
