// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

public import Foundation
import Lamina
import LaminaExport
import LaminaGeometry
import LaminaSystem
import LaminaVideo
import Synchronization

/// The format of a file.
public struct AVFileType: RawRepresentable, Hashable, Sendable {
  /// The format's uniform type identifier.
  public let rawValue: String
  /// Makes a format from its uniform type identifier.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// MPEG-4.
  public static let mp4 = AVFileType(rawValue: "public.mpeg-4")
  /// QuickTime.
  public static let mov = AVFileType(rawValue: "com.apple.quicktime-movie")
  /// MPEG-4, by Apple's identifier for films.
  public static let m4v = AVFileType(rawValue: "com.apple.m4v-video")
}

/// The best quality that makes sense, H.264.
public let AVAssetExportPresetHighestQuality = "AVAssetExportPresetHighestQuality"
/// A smaller film, H.264.
public let AVAssetExportPresetMediumQuality = "AVAssetExportPresetMediumQuality"
/// A small film, H.264.
public let AVAssetExportPresetLowQuality = "AVAssetExportPresetLowQuality"
/// The best quality that makes sense, HEVC.
public let AVAssetExportPresetHEVCHighestQuality = "AVAssetExportPresetHEVCHighestQuality"
/// At most 640 by 480 pixels, H.264.
public let AVAssetExportPreset640x480 = "AVAssetExportPreset640x480"
/// At most 960 by 540 pixels, H.264.
public let AVAssetExportPreset960x540 = "AVAssetExportPreset960x540"
/// At most 1280 by 720 pixels, H.264.
public let AVAssetExportPreset1280x720 = "AVAssetExportPreset1280x720"
/// At most 1920 by 1080 pixels, H.264.
public let AVAssetExportPreset1920x1080 = "AVAssetExportPreset1920x1080"
/// At most 3840 by 2160 pixels, H.264.
public let AVAssetExportPreset3840x2160 = "AVAssetExportPreset3840x2160"

/// Makes a film of an asset, with the layers of its composition around it.
///
///     let session = AVAssetExportSession(asset: composition, presetName: AVAssetExportPresetHighestQuality)
///     session?.videoComposition = videoComposition
///     session?.outputURL = URL(fileURLWithPath: "film.mp4")
///     session?.outputFileType = .mp4
///     await session?.export()
///
/// A layer tree belongs to one thread at a time: do not touch the trees of an export while it runs.
open class AVAssetExportSession: NSObject, @unchecked Sendable {
  /// The state of an export.
  public enum Status: Int, Sendable {
    /// Not started.
    case unknown
    /// Waiting to start.
    case waiting
    /// Running.
    case exporting
    /// Finished.
    case completed
    /// Failed, with the reason in `error`.
    case failed
    /// Cancelled.
    case cancelled
  }

  private struct State: Sendable {
    var status = Status.unknown
    var error: (any Error)?
    var progress: Float = 0
    var diagnostics: [Diagnostic] = []
  }

  /// The exported asset.
  public let asset: AVAsset
  /// The name of the preset.
  public let presetName: String
  /// The file of the film. An existing file is replaced.
  open var outputURL: URL?
  /// The format of the file.
  open var outputFileType: AVFileType?
  /// The arrangement of the asset's pictures in the film.
  open var videoComposition: AVMutableVideoComposition?
  /// The volumes of the asset's tracks.
  ///
  /// - Default: `nil`: as recorded.
  open var audioMix: AVAudioMix?
  /// The time range of the asset that is exported.
  ///
  /// - Default: the whole asset.
  open var timeRange = CMTimeRange(start: .zero, duration: .positiveInfinity)
  /// The renderer that draws the layers.
  ///
  /// - Default: `nil`: the best renderer of this machine.
  public final var renderer: Renderer?

  private let state = Locked(State())
  private let cancellation = ExportCancellation()
  private let preset: Preset

  /// The settings of a preset.
  private struct Preset {
    /// The codec; `nil` for H.264, or for HEVC over videos of high dynamic range.
    var codec: FilmCodec?
    var quality: Int?
    var size: PixelSize?

    init?(_ name: String) {
      switch name {
      case AVAssetExportPresetHighestQuality: break
      case AVAssetExportPresetMediumQuality: quality = 24
      case AVAssetExportPresetLowQuality: quality = 30
      case AVAssetExportPresetHEVCHighestQuality: codec = .hevc
      case AVAssetExportPreset640x480: size = PixelSize(width: 640, height: 480)
      case AVAssetExportPreset960x540: size = PixelSize(width: 960, height: 540)
      case AVAssetExportPreset1280x720: size = PixelSize(width: 1280, height: 720)
      case AVAssetExportPreset1920x1080: size = PixelSize(width: 1920, height: 1080)
      case AVAssetExportPreset3840x2160: size = PixelSize(width: 3840, height: 2160)
      default: return nil
      }
    }
  }

  /// Makes an export session.
  ///
  /// - Returns: `nil` for an unknown preset.
  public init?(asset: AVAsset, presetName: String) {
    guard let preset = Preset(presetName) else { return nil }
    (self.asset, self.presetName, self.preset) = (asset, presetName, preset)
  }

  /// The state of the export.
  open var status: Status { state.withLock { $0.status } }
  /// The reason for a failure.
  open var error: (any Error)? { state.withLock { $0.error } }
  /// The finished fraction of the export; 0...1.
  open var progress: Float { state.withLock { $0.progress } }
  /// Diagnostics of features that the layers use and the film does not show.
  public final var diagnostics: [Diagnostic] { state.withLock { $0.diagnostics } }

  /// Cancels the export; frames that are being drawn are finished first.
  open func cancelExport() { cancellation.cancel() }

  /// Exports on a new thread.
  ///
  /// - Parameter handler: Called on that thread at the end.
  open func exportAsynchronously(completionHandler handler: @escaping @Sendable () -> Void) {
    state.withLock { $0.status = .waiting }
    JobQueue.start("lamina.export") { [self] in
      exportHere()
      handler()
    }
  }

  /// Exports, and returns at the end; ``status`` and ``error`` tell the outcome.
  open func export() async {
    await withCheckedContinuation { continuation in
      exportAsynchronously { continuation.resume() }
    }
  }

  /// Exports to a file of a given format.
  ///
  /// - Throws: The reason for a failure, or `CancellationError`.
  open func export(to url: URL, as fileType: AVFileType) async throws {
    (outputURL, outputFileType) = (url, fileType)
    await export()
    if let error { throw error }
    if status == .cancelled { throw CancellationError() }
  }

  /// Exports on the calling thread, and returns at the end.
  public final func exportHere() {
    state.withLock { $0.status = .exporting }
    do {
      let summary = try make()
      state.withLock {
        ($0.status, $0.progress, $0.diagnostics) = (.completed, 1, summary.diagnostics)
      }
    } catch {
      var status = Status.failed
      if case ExportError.cancelled = error { status = .cancelled }
      state.withLock { ($0.status, $0.error) = (status, status == .failed ? error : nil) }
    }
  }

  private func make() throws -> ExportSummary {
    guard let url = outputURL, url.isFileURL, let fileType = outputFileType,
      let format: FilmFormat = [.mp4: .mp4, .m4v: .mp4, .mov: .mov][fileType]
    else { throw AVError.noOutput }
    let film = try CompositionScene(asset, videoComposition, audioMix)
    defer { film.restore() }
    let start = max(0, timeRange.start.seconds.isFinite ? timeRange.start.seconds : 0)
    let end = min(film.duration, timeRange.end.seconds.isNaN ? film.duration : timeRange.end.seconds)
    guard start < end, let count = film.rate.frames(in: end - start), count > 0 else {
      throw AVError.invalidTimeRange(timeRange)
    }
    let timing = try FrameTiming(rate: film.rate, start: start, frames: 0..<count)
    var job = ExportJob(FrameSource(film.scene), timing: timing, to: .film(path: url.path, format))
    job.options.coding.codec = preset.codec ?? (film.under?.isHighDynamicRange == true ? .hevc : .h264)
    job.options.coding.quality = preset.quality
    job.options.video = film.under
    // The composition supplies the sounds, so the clips' own sounds are silenced.
    job.options.videoGain = 0
    job.options.sounds = film.sounds
    job.options.render.size = size(of: film.size)
    if film.under == nil { job.options.render.background = CGColor(srgbRed: 0, green: 0, blue: 0, alpha: 1) }
    return try job.run(with: try renderer ?? Renderer(), cancellation: cancellation) { [weak self] progress in
      self?.state.withLock { $0.progress = Float(progress.finished) / Float(max(1, progress.total)) }
    }
  }

  /// The film's size, reduced to the preset's size.
  private func size(of film: PixelSize) -> PixelSize {
    guard let limit = preset.size else { return film }
    // The preset's limit is turned for films in portrait format.
    let isUpright = film.height > film.width
    let (width, height) = isUpright ? (limit.height, limit.width) : (limit.width, limit.height)
    let scale = min(1, Double(width) / Double(film.width), Double(height) / Double(film.height))
    return PixelSize(
      width: max(2, Int(clamping: (Double(film.width) * scale / 2).rounded()) * 2),
      height: max(2, Int(clamping: (Double(film.height) * scale / 2).rounded()) * 2))
  }
}
