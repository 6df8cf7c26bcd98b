// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

public import Foundation
public import LaminaGeometry
import LaminaGraphics
import LaminaSystem
import Synchronization

/// The kind of a track.
public struct AVMediaType: RawRepresentable, Hashable, Sendable {
  /// Apple's code of the kind.
  public let rawValue: String
  /// Makes a kind from its code.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// Moving pictures.
  public static let video = AVMediaType(rawValue: "vide")
  /// Sound.
  public static let audio = AVMediaType(rawValue: "soun")
}

/// The properties of a file with moving pictures, sound or both, found without playing it.
///
/// Apple's corresponding class has its file in the subclass `AVURLAsset`. The file is examined when a property is first
/// used; its problem is in ``failure``.
open class AVAsset: NSObject, @unchecked Sendable {
  /// The address of the file.
  public final let url: URL
  /// The properties of the pictures, found once.
  private let known = Locked<Result<VideoClip, VideoError>?>(nil)
  private let knownSound = Locked<Result<SoundFormat, VideoError>?>(nil)

  /// Makes an asset of a file, without examining it.
  public init(url: URL) { self.url = url }

  /// The clip, or the reason why there is none.
  package final var clip: Result<VideoClip, VideoError> {
    known.withLock { known in
      if let known { return known }
      let path = url.path
      let result = Result { () throws(VideoError) in
        guard url.isFileURL else { throw .unreadable(path: url.absoluteString, reason: "only files are played") }
        return try VideoClip(path)
      }
      known = result
      return result
    }
  }

  /// The sound, or the reason why there is none.
  package final var sound: Result<SoundFormat, VideoError> {
    if case .success(let clip) = clip {
      return clip.sound.map(Result.success) ?? .failure(.noSound(path: clip.path))
    }
    return knownSound.withLock { known in
      if let known { return known }
      let path = url.path
      let result = Result { () throws(VideoError) in try SoundFormat(of: path) }
      known = result
      return result
    }
  }

  /// The reason why the pictures cannot be shown; `nil` if they can.
  open var failure: VideoError? {
    if case .failure(let error) = clip { return error }
    return nil
  }

  /// The duration; 0 if it is unknown.
  open var duration: CMTime {
    var seconds = 0.0
    if case .success(let clip) = clip { seconds = clip.duration }
    if seconds == 0, case .success(let sound) = sound { seconds = sound.duration ?? 0 }
    return CMTime(seconds: seconds, preferredTimescale: 90_000)
  }

  /// The tracks: at most one of pictures and one of sound.
  open var tracks: [AVAssetTrack] {
    var result: [AVAssetTrack] = []
    if case .success(let clip) = clip { result.append(AVAssetTrack(self, .video, trackID: 1, clip)) }
    if case .success = sound { result.append(AVAssetTrack(self, .audio, trackID: 2)) }
    return result
  }

  /// The tracks of a kind.
  open func tracks(withMediaType mediaType: AVMediaType) -> [AVAssetTrack] {
    tracks.filter { $0.mediaType == mediaType }
  }

  /// The tracks of a kind.
  ///
  /// - Throws: The reason why the file cannot be read.
  open func loadTracks(withMediaType mediaType: AVMediaType) async throws -> [AVAssetTrack] {
    if mediaType == .video, case .failure(let error) = clip {
      if case .noVideo = error { return [] }
      throw error
    }
    return tracks(withMediaType: mediaType)
  }
}

/// A file with moving pictures, sound or both.
open class AVURLAsset: AVAsset, @unchecked Sendable {
  /// Makes an asset of a file, without examining it.
  ///
  /// - Parameters:
  ///   - url: The address of the file.
  ///   - options: Ignored.
  public init(url: URL, options: [String: Any]? = nil) { super.init(url: url) }
}

/// A track of a file.
open class AVAssetTrack: NSObject, @unchecked Sendable {
  /// The asset; `nil` once it was released.
  public weak var asset: AVAsset?
  /// The kind of the track.
  public let mediaType: AVMediaType
  /// The number of the track in its asset.
  public let trackID: Int32
  private let clip: VideoClip?

  /// The size of the pictures, before rotation.
  ///
  /// - Units: square pixels.
  open var naturalSize: CGSize {
    guard let clip else { return .zero }
    let (shown, isOnItsSide) = (clip.displaySize, clip.rotation % 180 != 0)
    return isOnItsSide
      ? CGSize(width: shown.height, height: shown.width) : CGSize(width: shown.width, height: shown.height)
  }

  /// The transform that turns the pictures upright, y down.
  open var preferredTransform: CGAffineTransform {
    let (width, height) = (naturalSize.width, naturalSize.height)
    return switch clip?.rotation {
    case 90: CGAffineTransform(a: 0, b: 1, c: -1, d: 0, tx: height, ty: 0)
    case 180: CGAffineTransform(a: -1, b: 0, c: 0, d: -1, tx: width, ty: height)
    case 270: CGAffineTransform(a: 0, b: -1, c: 1, d: 0, tx: 0, ty: width)
    default: .identity
    }
  }

  /// Pictures per second; 0 for sound.
  open var nominalFrameRate: Float { clip.map { Float($0.rate.framesPerSecond) } ?? 0 }

  /// The time range of the track.
  open var timeRange: CMTimeRange { CMTimeRange(start: .zero, duration: asset?.duration ?? .zero) }

  /// Makes a track.
  ///
  /// - Parameters:
  ///   - asset: The asset.
  ///   - mediaType: The kind of the track.
  ///   - trackID: The number of the track.
  ///   - clip: The pictures, if they come from a file.
  package init(_ asset: AVAsset?, _ mediaType: AVMediaType, trackID: Int32, _ clip: VideoClip? = nil) {
    (self.asset, self.mediaType, self.trackID, self.clip) = (asset, mediaType, trackID, clip)
  }
}

/// A property of an asset or a track that is read on demand: `try await asset.load(.duration)`.
public struct AVAsyncProperty<Root, Value>: Sendable {
  let read: @Sendable (Root) throws -> Value
}

extension AVAsyncProperty where Root == AVAsset, Value == CMTime {
  /// The duration.
  public static var duration: Self { Self { $0.duration } }
}

extension AVAsyncProperty where Root == AVAsset, Value == [AVAssetTrack] {
  /// The tracks.
  public static var tracks: Self { Self { $0.tracks } }
}

extension AVAsyncProperty where Root == AVAssetTrack, Value == CGSize {
  /// The size of the pictures, before rotation.
  public static var naturalSize: Self { Self { $0.naturalSize } }
}

extension AVAsyncProperty where Root == AVAssetTrack, Value == CGAffineTransform {
  /// The transform that turns the pictures upright.
  public static var preferredTransform: Self { Self { $0.preferredTransform } }
}

extension AVAsyncProperty where Root == AVAssetTrack, Value == Float {
  /// Pictures per second.
  public static var nominalFrameRate: Self { Self { $0.nominalFrameRate } }
}

extension AVAsyncProperty where Root == AVAssetTrack, Value == CMTimeRange {
  /// The time range of the track.
  public static var timeRange: Self { Self { $0.timeRange } }
}

extension AVAsset {
  /// Reads a property.
  ///
  /// - Throws: The reason why the file cannot be read.
  public func load<Value>(_ property: AVAsyncProperty<AVAsset, Value>) async throws -> Value {
    if let failure, case .failure = sound { throw failure }
    return try property.read(self)
  }

  /// Reads two properties.
  ///
  /// - Throws: The reason why the file cannot be read.
  public func load<First, Second>(
    _ first: AVAsyncProperty<AVAsset, First>, _ second: AVAsyncProperty<AVAsset, Second>
  ) async throws -> (First, Second) {
    (try await load(first), try await load(second))
  }
}

extension AVAssetTrack {
  /// Reads a property.
  public func load<Value>(_ property: AVAsyncProperty<AVAssetTrack, Value>) async throws -> Value {
    try property.read(self)
  }

  /// Reads two properties.
  public func load<First, Second>(
    _ first: AVAsyncProperty<AVAssetTrack, First>, _ second: AVAsyncProperty<AVAssetTrack, Second>
  ) async throws -> (First, Second) {
    (try first.read(self), try second.read(self))
  }
}
