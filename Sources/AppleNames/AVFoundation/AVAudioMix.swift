// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

public import Foundation
import LaminaExport
import LaminaGeometry
public import LaminaVideo

/// How loud the tracks of an asset are while it is exported.
///
///     let music = AVMutableAudioMixInputParameters(track: track)
///     music.setVolumeRamp(fromStartVolume: 1, toEndVolume: 0, timeRange: lastTwoSeconds)
///     let mix = AVMutableAudioMix()
///     mix.inputParameters = [music]
///     session.audioMix = mix
open class AVAudioMix: NSObject {
  /// What is said of tracks; of others nothing is changed.
  ///
  /// - Default: empty.
  open fileprivate(set) var inputParameters: [AVAudioMixInputParameters] = []

  /// The volume of a track by the film's time.
  ///
  /// - Parameter duration: How long the film is, seconds.
  func volumes(of trackID: CMPersistentTrackID, until duration: Double) throws -> [SoundRamp] {
    guard let own = inputParameters.first(where: { $0.trackID == trackID }), !own.volumes.isEmpty else { return [] }
    guard own.volumes.count <= SoundRamp.maximumCount else {
      throw AVError.unsupported(
        "\(own.volumes.count) changes of a track's volume; at most \(SoundRamp.maximumCount) are made")
    }
    return CompositionPlan.steps(own.volumes, from: 0, to: duration, Float(1)).map {
      SoundRamp(range: $0.start..<$0.end, from: Double($0.from), to: Double($0.to))
    }
  }
}

/// The same, which is being made.
open class AVMutableAudioMix: AVAudioMix {
  /// Says nothing of any track.
  public override init() {}

  /// What is said of tracks; of others nothing is changed.
  ///
  /// - Default: empty.
  open override var inputParameters: [AVAudioMixInputParameters] {
    get { super.inputParameters }
    set { super.inputParameters = newValue }
  }
}

/// How loud a track is.
open class AVAudioMixInputParameters: NSObject {
  /// The number of the track.
  open fileprivate(set) var trackID: CMPersistentTrackID = kCMPersistentTrackID_Invalid
  fileprivate final var volumes: [AVMutableVideoCompositionLayerInstruction.Ramp<Float>] = []
}

/// The same, which is being made.
open class AVMutableAudioMixInputParameters: AVAudioMixInputParameters {
  /// Says nothing of any track.
  public override init() {}

  /// Says nothing yet of a track.
  public init(track: AVAssetTrack?) {
    super.init()
    trackID = track?.trackID ?? kCMPersistentTrackID_Invalid
  }

  /// The number of the track.
  open override var trackID: CMPersistentTrackID {
    get { super.trackID }
    set { super.trackID = newValue }
  }

  /// Makes the track so loud from a time on.
  ///
  /// - Parameters:
  ///   - volume: 0 for silence, 1 for as loud as it is; what is no number above 0 is silence.
  ///   - time: From when on.
  open func setVolume(_ volume: Float, at time: CMTime) {
    let volume = Self.usable(volume)
    volumes.append(.init(range: CMTimeRange(start: time, duration: .zero), from: volume, to: volume))
  }

  /// Makes the track louder or softer, sample by sample.
  open func setVolumeRamp(fromStartVolume startVolume: Float, toEndVolume endVolume: Float, timeRange: CMTimeRange) {
    volumes.append(.init(range: timeRange, from: Self.usable(startVolume), to: Self.usable(endVolume)))
  }

  private static func usable(_ volume: Float) -> Float { volume > 0 ? min(volume, 100) : 0 }
}
