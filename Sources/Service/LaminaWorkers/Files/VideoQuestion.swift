// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

package import Foundation

/// What a worker asks of the videos that its document names: it starts no program that could decode them.
package enum VideoQuestion: Equatable, Codable {
  /// Opens a video, by its path as the reader of the document has it.
  case open(String)
  /// Opens a video that lies in no file of its own, as one in an archive, by the name that the document gives it. It
  /// comes as a descriptor of memory with the question.
  case openMemory(String)
  /// Asks for a picture of one that was opened.
  case picture(PictureWish)

  /// Which picture.
  package struct PictureWish: Equatable, Codable {
    /// The video, by the number that the answer gave it.
    package var video: Int
    /// Seconds of the video.
    package var time: TimeInterval
    /// Whether it has to be the one at that time; otherwise any will do that is as large.
    package var isExact: Bool
    /// From when on pictures show that the worker still has, seconds: these do not come again.
    package var known: [TimeInterval]

    package init(video: Int, time: TimeInterval, isExact: Bool, known: [TimeInterval]) {
      (self.video, self.time, self.isExact, self.known) = (video, time, isExact, known)
    }
  }

  /// The most pictures that a worker may say it has.
  package static let mostKnown = 64
}

/// What the parent says; the pixels of a picture come as a descriptor of memory with it, premultiplied RGBA.
package struct VideoAnswer: Equatable, Codable {
  /// A video that was opened.
  package struct Video: Equatable, Codable {
    package var number: Int
    /// Seconds.
    package var duration: TimeInterval
    /// What tells it from others.
    package var identity: String
  }

  /// A picture.
  package struct Picture: Equatable, Codable {
    package var width: Int
    package var height: Int
    package var isOpaque: Bool
    /// From when on it shows; seconds of the video.
    package var start: TimeInterval
  }

  /// What is wrong with a video or a picture.
  package struct Problem: Equatable, Codable {
    package var code: String
    package var message: String
  }

  package var video: Video?
  package var picture: Picture?
  package var problem: Problem?

  /// An answer that has nothing but a reason.
  static func refusal(_ reason: String) -> VideoAnswer {
    VideoAnswer(problem: Problem(code: "bad-video", message: reason))
  }
}
