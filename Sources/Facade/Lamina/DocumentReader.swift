// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

internal import LaminaGraphics
public import LaminaLottie
public import LaminaScene

/// Reads scenes of every kind: by what a file holds, not by its name.
///
///     let scene = try DocumentReader().read("anything.json")
///
/// A JSON object is a Lottie animation, and so is an archive with a manifest of animations; all else is for
/// `SceneReader`.
public struct DocumentReader: Sendable {
  /// How much a document may ask for.
  public var limits: SceneLimits
  /// What opens videos that documents name as pictures.
  ///
  /// - Default: `nil`: videos are reported and not shown.
  public var videos: VideoOpener?
  /// How places in Lottie animations move along spatial curves; other documents do not depend on it.
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
  /// - Throws: `SceneError`, when there is no scene to be had from it.
  public func read(_ path: String) throws(SceneError) -> Scene {
    // Readers take outlines of glyphs, and measure texts.
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
