// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

public import Foundation
public import Lamina
import Synchronization

/// Options of an export.
public struct ExportOptions: Sendable {
  /// Size, background, limits.
  public var render = RenderOptions()
  /// The number of processors to use.
  ///
  /// - Range: `1...`
  /// - Default: `nil`: all that are available to this process.
  public var jobs: Int?
  /// The number of lanes of each graphics device: the frames that are planned, built and issued to it at a time.
  ///
  /// Each lane has a context with pictures and targets in the device's memory. The bytes of frames are the same for any
  /// number. The CPU renderer has a lane for each of ``jobs`` instead.
  ///
  /// - Range: `1...`
  /// - Default: `nil`: one for each four processors, 1 to 8; for software OpenGL, whose contexts take turns, 1.
  public var lanes: Int?
  /// The compression level of PNG files, 0...9; see `PNGEncoder.level`.
  ///
  /// - Default: `nil`: fast.
  public var pngLevel: Int?
  /// The part of the film to make; `nil` for the whole film.
  public var shard: Shard?
  /// Whether to resume an earlier attempt instead of starting again.
  public var resumes = false
  /// An identifier of the scene for manifests, such as a digest of its files.
  ///
  /// - Default: empty: only the pictures that the scene draws are compared.
  public var sceneIdentity = ""
  /// The program that encodes films: a name to search for in `PATH`, or a path.
  public var encoder = "ffmpeg"
  /// The number of seconds that ``encoder`` may be idle: take no frames, write nothing, print nothing, and use no
  /// processor time. It is killed then. A program that only uses processor time is killed after thirty times as long.
  ///
  /// - Range: above 0.
  public var encoderPatience: TimeInterval = 60
  /// Additional arguments for ``encoder``, after Lamina's own.
  public var encoderArguments: [String] = []
  /// Settings for encoding the pictures of a film.
  public var coding = FilmCoding()
  /// The videos behind the tree; they determine the size of frames unless ``render`` sets another size.
  ///
  /// - Default: `nil`: no video.
  public var video: VideoTrack?
  /// The sounds of a film, besides the sound of its videos.
  public var sounds: [SoundSource] = []
  /// The gain of the sound of ``video``; 0 leaves it out.
  ///
  /// - Range: 0...100
  public var videoGain = 1.0

  /// Makes the default options.
  public init() {}

  /// The options with the size of the video, unless another size is set, and without a background behind the tree.
  package var fittedToVideo: ExportOptions {
    guard let video else { return self }
    var result = self
    result.render.size = render.size ?? video.size
    result.render.background = nil
    return result
  }
}

/// The progress of an export.
public struct ExportProgress: Sendable {
  /// The number of the last frame that was written.
  public var frame: Int
  /// The number of finished frames, including frames of an earlier attempt.
  public var finished: Int
  /// The number of all frames of this export.
  public var total: Int
  /// The number of frames of an earlier attempt.
  public var kept: Int
  /// Seconds since the first frame was begun, or since the encoding of a whole film began.
  public var seconds: Double
  /// For a film that is encoded as a whole, after all frames were drawn: the number of frames that the encoder has
  /// taken.
  public var encoded: Int?

  /// Frames per second so far; 0 before the first frame.
  public var framesPerSecond: Double { seconds > 0 ? Double(encoded ?? finished - kept) / seconds : 0 }
  /// The estimated seconds for the rest; `nil` while that is unknown.
  public var secondsLeft: Double? {
    framesPerSecond > 0 ? Double(total - (encoded ?? finished)) / framesPerSecond : nil
  }
}

/// The result of an export.
public struct ExportSummary: Sendable {
  /// The number of frames of this export.
  public var frames = 0
  /// The number of frames that an earlier attempt had finished.
  public var kept = 0
  /// The number of frames that were drawn and encoded.
  public var drawn = 0
  /// The number of frames that equal the one before, and were neither drawn nor encoded again.
  public var repeated = 0
  /// The number of times that a lost device was replaced.
  public var replacedDevices = 0
  /// The number of times that a lost worker was replaced and its frame drawn again.
  public var replacedWorkers = 0
  /// The duration of the export, in seconds.
  public var seconds = 0.0
  /// Diagnostics of features that the tree uses and the film does not show, each once.
  public var diagnostics: [Diagnostic] = []
}

/// Stops an export from another thread, or from a signal handler.
public final class ExportCancellation: Sendable {
  private let flag = Atomic(false)

  /// Makes a cancellation that has not been used.
  public init() {}

  /// Stops the export: frames that are being drawn are finished, and no others are begun.
  public func cancel() { flag.store(true, ordering: .relaxed) }

  /// Whether the export was cancelled.
  public var isCancelled: Bool { flag.load(ordering: .relaxed) }
}
