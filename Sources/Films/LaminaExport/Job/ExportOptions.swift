// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

public import Foundation
public import Lamina
import Synchronization

/// How a film is exported.
public struct ExportOptions: Sendable {
  /// Size, background, limits.
  public var render = RenderOptions()
  /// How many processors to keep busy.
  ///
  /// - Range: `1...`
  /// - Default: `nil`: all that this process may use.
  public var jobs: Int?
  /// How PNG files are compressed, 0...9; see `PNGEncoder.level`.
  ///
  /// - Default: `nil`: fast.
  public var pngLevel: Int?
  /// The part of the film to make; `nil` makes all of it.
  public var shard: Shard?
  /// Whether to go on with what an earlier attempt left, rather than to begin anew.
  public var resumes = false
  /// What names the scene in manifests, such as a digest of its files.
  ///
  /// - Default: empty: the pictures that it draws are all that is compared.
  public var sceneIdentity = ""
  /// The program that makes films of frames, a name to look for in `PATH` or a path.
  public var encoder = "ffmpeg"
  /// For how many seconds ``encoder`` may do nothing: take no frames, write nothing, say nothing, and take no processor
  /// time. Then it is ended. One that takes processor time alone is ended after thirty times as long.
  ///
  /// - Range: above 0.
  public var encoderPatience: TimeInterval = 60
  /// More arguments for ``encoder``, after those that Lamina gives.
  public var encoderArguments: [String] = []
  /// How the pictures of a film are encoded.
  public var coding = FilmCoding()
  /// The videos that the tree is drawn over; frames have their size unless ``render`` says another one.
  ///
  /// - Default: `nil`: nothing lies under it.
  public var video: VideoTrack?
  /// What is heard in a film besides the sound of its videos.
  public var sounds: [SoundSource] = []
  /// By how much the sound of ``video`` is amplified; 0 leaves it out.
  ///
  /// - Range: 0...100
  public var videoGain = 1.0

  /// Makes the default options.
  public init() {}

  /// The same with the size of the video, where no other one is asked for, and nothing behind the tree but the video.
  package var fittedToVideo: ExportOptions {
    guard let video else { return self }
    var result = self
    result.render.size = render.size ?? video.size
    result.render.background = nil
    return result
  }
}

/// How far an export is.
public struct ExportProgress: Sendable {
  /// The number of the frame that was written last.
  public var frame: Int
  /// Frames that were written, those of an earlier attempt included.
  public var finished: Int
  /// All frames of this export.
  public var total: Int
  /// Frames of an earlier attempt.
  public var kept: Int
  /// Seconds since the first frame was begun, or since the film began to be encoded as a whole.
  public var seconds: Double
  /// Of a film that can only be encoded as a whole, when all its frames are made: how many the encoder has taken.
  public var encoded: Int?

  /// Frames a second so far; 0 before there is one.
  public var framesPerSecond: Double { seconds > 0 ? Double(encoded ?? finished - kept) / seconds : 0 }
  /// Seconds that the rest will take, going on like this; `nil` while nobody knows.
  public var secondsLeft: Double? {
    framesPerSecond > 0 ? Double(total - (encoded ?? finished)) / framesPerSecond : nil
  }
}

/// What an export came to.
public struct ExportSummary: Sendable {
  /// Frames of this export.
  public var frames = 0
  /// Frames that an earlier attempt had finished.
  public var kept = 0
  /// Frames that were drawn and encoded.
  public var drawn = 0
  /// Frames that show what the one before shows, and were neither drawn nor encoded again.
  public var repeated = 0
  /// How often a lost device was replaced.
  public var replacedDevices = 0
  /// How often a lost worker was replaced, and its frame drawn again.
  public var replacedWorkers = 0
  /// Seconds it took.
  public var seconds = 0.0
  /// What the tree asks for and the film does not show, each once.
  public var diagnostics: [Diagnostic] = []
}

/// Stops an export from another thread, or from a signal's handler.
public final class ExportCancellation: Sendable {
  private let flag = Atomic(false)

  /// Makes one that has not been used.
  public init() {}

  /// Stops: frames that are being drawn are finished, and no more are begun.
  public func cancel() { flag.store(true, ordering: .relaxed) }

  /// Whether it was used.
  public var isCancelled: Bool { flag.load(ordering: .relaxed) }
}
