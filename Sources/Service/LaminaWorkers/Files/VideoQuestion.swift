// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

package import Foundation

/// A worker's question about the videos that its document refers to; the worker itself starts no decoders.
package enum VideoQuestion: Equatable, Codable {
  /// Opens a video by its path, as the reader of the document has it.
  case open(String)
  /// Opens a video that is not a file of its own, such as one in an archive, by the name that the document gives it.
  /// Its bytes come with the question as a descriptor of memory.
  case openMemory(String)
  /// Requests a picture of an open video.
  case picture(PictureWish)

  /// The picture that is requested.
  package struct PictureWish: Equatable, Codable {
    /// The number that the answer to opening the video gave it.
    package var video: Int
    /// The time in the video, in seconds.
    package var time: TimeInterval
    /// Whether the picture at exactly that time is needed; otherwise any picture of the same size is sufficient.
    package var isExact: Bool
    /// The start times of the pictures that the worker still has, in seconds; their pixels are not sent again.
    package var known: [TimeInterval]

    package init(video: Int, time: TimeInterval, isExact: Bool, known: [TimeInterval]) {
      (self.video, self.time, self.isExact, self.known) = (video, time, isExact, known)
    }
  }

  /// The maximum number of start times in ``PictureWish/known``.
  package static let mostKnown = 64
}

/// The parent's answer; the pixels of a picture come with it as a descriptor of memory, in premultiplied RGBA.
package struct VideoAnswer: Equatable, Codable {
  /// A video that was opened.
  package struct Video: Equatable, Codable {
    package var number: Int
    /// The duration in seconds.
    package var duration: TimeInterval
    /// A text that identifies the video's file and content.
    package var identity: String
  }

  /// A picture.
  package struct Picture: Equatable, Codable {
    package var width: Int
    package var height: Int
    package var isOpaque: Bool
    /// The time from which the picture is shown, in seconds of the video.
    package var start: TimeInterval
  }

  /// The reason why a video or a picture cannot be shown.
  package struct Problem: Equatable, Codable {
    package var code: String
    package var message: String
  }

  package var video: Video?
  package var picture: Picture?
  package var problem: Problem?

  /// An answer that holds only the reason of a failure.
  static func refusal(_ reason: String) -> VideoAnswer {
    VideoAnswer(problem: Problem(code: "bad-video", message: reason))
  }
}
