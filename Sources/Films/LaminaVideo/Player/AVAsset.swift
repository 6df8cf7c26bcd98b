// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

public import Foundation
public import LaminaGeometry
import LaminaGraphics
import Synchronization

/// What kind of thing a track holds.
public struct AVMediaType: RawRepresentable, Hashable, Sendable {
  /// Apple's code.
  public let rawValue: String
  /// Makes a kind of a code.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// Moving pictures.
  public static let video = AVMediaType(rawValue: "vide")
  /// Sound.
  public static let audio = AVMediaType(rawValue: "soun")
}

/// A file with moving pictures, sound or both, as far as can be said without playing it.
///
/// The corresponding class of Apple's has its file in the subclass `AVURLAsset`. It is looked at when something of it
/// is first asked for; what is wrong with it is its ``failure``.
open class AVAsset: NSObject, @unchecked Sendable {
  /// The file.
  public final let url: URL
  /// What is known of it, made once.
  private let known = Locked<Result<VideoClip, VideoError>?>(nil)
  private let knownSound = Locked<Result<SoundFormat, VideoError>?>(nil)

  /// Refers to a file.
  public init(url: URL) { self.url = url }

  /// The clip, or why there is none.
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

  /// The sound, or why there is none.
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

  /// Why its pictures cannot be shown; `nil` where they can.
  open var failure: VideoError? {
    if case .failure(let error) = clip { return error }
    return nil
  }

  /// How long it lasts; 0 where that cannot be told.
  open var duration: CMTime {
    var seconds = 0.0
    if case .success(let clip) = clip { seconds = clip.duration }
    if seconds == 0, case .success(let sound) = sound { seconds = sound.duration ?? 0 }
    return CMTime(seconds: seconds, preferredTimescale: 90_000)
  }

  /// Its tracks: at most one of pictures and one of sound.
  open var tracks: [AVAssetTrack] {
    var result: [AVAssetTrack] = []
    if case .success(let clip) = clip { result.append(AVAssetTrack(self, .video, trackID: 1, clip)) }
    if case .success = sound { result.append(AVAssetTrack(self, .audio, trackID: 2)) }
    return result
  }

  /// Its tracks of a kind.
  open func tracks(withMediaType mediaType: AVMediaType) -> [AVAssetTrack] {
    tracks.filter { $0.mediaType == mediaType }
  }

  /// Its tracks of a kind.
  ///
  /// - Throws: Why nothing can be said of the file.
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
  /// Refers to a file.
  ///
  /// - Parameters:
  ///   - url: The file.
  ///   - options: Not looked at.
  public init(url: URL, options: [String: Any]? = nil) { super.init(url: url) }
}

/// A track of a file.
open class AVAssetTrack: NSObject, @unchecked Sendable {
  /// The file; `nil` once it is gone.
  public weak var asset: AVAsset?
  /// What it holds.
  public let mediaType: AVMediaType
  /// Its number among the tracks of its file.
  public let trackID: Int32
  private let clip: VideoClip?

  /// How large its pictures are, before they are turned.
  ///
  /// - Units: square pixels.
  open var naturalSize: CGSize {
    guard let clip else { return .zero }
    let (shown, isOnItsSide) = (clip.displaySize, clip.rotation % 180 != 0)
    return isOnItsSide
      ? CGSize(width: shown.height, height: shown.width) : CGSize(width: shown.width, height: shown.height)
  }

  /// How its pictures are turned to be shown, y down.
  open var preferredTransform: CGAffineTransform {
    let (width, height) = (naturalSize.width, naturalSize.height)
    return switch clip?.rotation {
    case 90: CGAffineTransform(a: 0, b: 1, c: -1, d: 0, tx: height, ty: 0)
    case 180: CGAffineTransform(a: -1, b: 0, c: 0, d: -1, tx: width, ty: height)
    case 270: CGAffineTransform(a: 0, b: -1, c: 1, d: 0, tx: 0, ty: width)
    default: .identity
    }
  }

  /// Pictures a second; 0 of sound.
  open var nominalFrameRate: Float { clip.map { Float($0.rate.framesPerSecond) } ?? 0 }

  /// When it shows or is heard.
  open var timeRange: CMTimeRange { CMTimeRange(start: .zero, duration: asset?.duration ?? .zero) }

  /// Makes a track.
  ///
  /// - Parameters:
  ///   - asset: The file.
  ///   - mediaType: What the track holds.
  ///   - trackID: Its number.
  ///   - clip: Its pictures, if they are a file's own.
  package init(_ asset: AVAsset?, _ mediaType: AVMediaType, trackID: Int32, _ clip: VideoClip? = nil) {
    (self.asset, self.mediaType, self.trackID, self.clip) = (asset, mediaType, trackID, clip)
  }
}

/// Something of an asset or a track that is read when it is asked for: `try await asset.load(.duration)`.
public struct AVAsyncProperty<Root, Value>: Sendable {
  let read: @Sendable (Root) throws -> Value
}

extension AVAsyncProperty where Root == AVAsset, Value == CMTime {
  /// How long it lasts.
  public static var duration: Self { Self { $0.duration } }
}

extension AVAsyncProperty where Root == AVAsset, Value == [AVAssetTrack] {
  /// Its tracks.
  public static var tracks: Self { Self { $0.tracks } }
}

extension AVAsyncProperty where Root == AVAssetTrack, Value == CGSize {
  /// How large its pictures are, before they are turned.
  public static var naturalSize: Self { Self { $0.naturalSize } }
}

extension AVAsyncProperty where Root == AVAssetTrack, Value == CGAffineTransform {
  /// How its pictures are turned to be shown.
  public static var preferredTransform: Self { Self { $0.preferredTransform } }
}

extension AVAsyncProperty where Root == AVAssetTrack, Value == Float {
  /// Pictures a second.
  public static var nominalFrameRate: Self { Self { $0.nominalFrameRate } }
}

extension AVAsyncProperty where Root == AVAssetTrack, Value == CMTimeRange {
  /// When it shows or is heard.
  public static var timeRange: Self { Self { $0.timeRange } }
}

extension AVAsset {
  /// Reads something of it.
  ///
  /// - Throws: Why nothing can be said of the file.
  public func load<Value>(_ property: AVAsyncProperty<AVAsset, Value>) async throws -> Value {
    if let failure, case .failure = sound { throw failure }
    return try property.read(self)
  }

  /// Reads two things of it.
  ///
  /// - Throws: Why nothing can be said of the file.
  public func load<First, Second>(
    _ first: AVAsyncProperty<AVAsset, First>, _ second: AVAsyncProperty<AVAsset, Second>
  ) async throws -> (First, Second) {
    (try await load(first), try await load(second))
  }
}

extension AVAssetTrack {
  /// Reads something of it.
  public func load<Value>(_ property: AVAsyncProperty<AVAssetTrack, Value>) async throws -> Value {
    try property.read(self)
  }

  /// Reads two things of it.
  public func load<First, Second>(
    _ first: AVAsyncProperty<AVAssetTrack, First>, _ second: AVAsyncProperty<AVAssetTrack, Second>
  ) async throws -> (First, Second) {
    (try first.read(self), try second.read(self))
  }
}
