// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

public import Foundation
import LaminaExport
import LaminaGeometry
public import LaminaVideo

/// The volumes of the tracks of an asset while it is exported.
///
///     let music = AVMutableAudioMixInputParameters(track: track)
///     music.setVolumeRamp(fromStartVolume: 1, toEndVolume: 0, timeRange: lastTwoSeconds)
///     let mix = AVMutableAudioMix()
///     mix.inputParameters = [music]
///     session.audioMix = mix
open class AVAudioMix: NSObject {
  /// The volumes of tracks. Tracks that are not listed keep their volume.
  ///
  /// - Default: empty.
  open fileprivate(set) var inputParameters: [AVAudioMixInputParameters] = []

  /// The volume of a track, over the film's time.
  ///
  /// - Parameter duration: The length of the film, in seconds.
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

/// An audio mix that can be changed.
open class AVMutableAudioMix: AVAudioMix {
  /// Makes a mix that changes no track.
  public override init() {}

  /// The volumes of tracks. Tracks that are not listed keep their volume.
  ///
  /// - Default: empty.
  open override var inputParameters: [AVAudioMixInputParameters] {
    get { super.inputParameters }
    set { super.inputParameters = newValue }
  }
}

/// The volume of one track.
open class AVAudioMixInputParameters: NSObject {
  /// The number of the track.
  open fileprivate(set) var trackID: CMPersistentTrackID = kCMPersistentTrackID_Invalid
  fileprivate final var volumes: [AVMutableVideoCompositionLayerInstruction.Ramp<Float>] = []
}

/// The volume of one track, which can be changed.
open class AVMutableAudioMixInputParameters: AVAudioMixInputParameters {
  /// Makes parameters for no track.
  public override init() {}

  /// Makes parameters that do not yet change a track's volume.
  public init(track: AVAssetTrack?) {
    super.init()
    trackID = track?.trackID ?? kCMPersistentTrackID_Invalid
  }

  /// The number of the track.
  open override var trackID: CMPersistentTrackID {
    get { super.trackID }
    set { super.trackID = newValue }
  }

  /// Sets the volume of the track from a time on.
  ///
  /// - Parameters:
  ///   - volume: 0 for silence, 1 for the recorded volume; at most 100. Values that are negative or not a number count
  ///     as 0.
  ///   - time: The time from which the volume applies.
  open func setVolume(_ volume: Float, at time: CMTime) {
    let volume = Self.usable(volume)
    volumes.append(.init(range: CMTimeRange(start: time, duration: .zero), from: volume, to: volume))
  }

  /// Changes the volume of the track gradually, sample by sample.
  open func setVolumeRamp(fromStartVolume startVolume: Float, toEndVolume endVolume: Float, timeRange: CMTimeRange) {
    volumes.append(.init(range: timeRange, from: Self.usable(startVolume), to: Self.usable(endVolume)))
  }

  private static func usable(_ volume: Float) -> Float { volume > 0 ? min(volume, 100) : 0 }
}
