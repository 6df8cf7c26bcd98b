// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

internal import LaminaGraphics
public import LaminaLottie
public import LaminaScene

/// Reads scenes of every file format, which is recognised by the content of a file and not by its name.
///
///     let scene = try DocumentReader().read("anything.json")
///
/// A JSON object and an archive with a manifest of animations are read as Lottie; all other files are read by
/// `SceneReader`.
public struct DocumentReader: Sendable {
  /// Limits on the cost of a document.
  public var limits: SceneLimits
  /// Opens videos that documents name as pictures.
  ///
  /// - Default: `nil`: videos are reported and not shown.
  public var videos: VideoOpener?
  /// The motion of positions along spatial curves in Lottie animations; other documents do not depend on it.
  ///
  /// - Default: `.length`, as in After Effects.
  public var lottieMotion: LottieMotion

  /// Makes a reader.
  public init(limits: SceneLimits = SceneLimits(), videos: VideoOpener? = nil, lottieMotion: LottieMotion = .length) {
    (self.limits, self.videos, self.lottieMotion) = (limits, videos, lottieMotion)
  }

  /// Reads a scene.
  ///
  /// - Parameter path: A file or folder of any form that `SceneReader` or `LottieReader` reads.
  /// - Throws: `SceneError`, when no scene can be read from the file.
  public func read(_ path: String) throws(SceneError) -> Scene {
    // Readers take outlines of glyphs and measure text, which may run out of memory for drawing.
    let (read, isShort) = DrawingShortage.watch(repeats: false) {
      Result { () throws(SceneError) in
        try ReadingTime.within(limits.time, of: path) { () throws(SceneError) in
          if LottieReader.recognizes(path) {
            return try LottieReader(limits: limits, videos: videos, motion: lottieMotion).read(path)
          }
          return try SceneReader(limits: limits, videos: videos).read(path)
        }
      }
    }
    guard !isShort else { throw .unreadable(path: path, reason: "\(GraphicsError.outOfMemory(bytes: 0))") }
    return try read.get()
  }
}
