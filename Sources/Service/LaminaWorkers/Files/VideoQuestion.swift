// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

package import Foundation

/// What a worker asks of the videos that its document names: it starts no program that could decode them.
package enum VideoQuestion: Equatable {
  /// Opens a video, by its path as the reader of the document has it.
  case open(String)
  /// Opens a video that lies in no file of its own, as one in an archive, by the name that the document gives it. It
  /// comes as a descriptor of memory with the question.
  case openMemory(String)
  /// Asks for a picture of one that was opened.
  case picture(PictureWish)

  /// Which picture.
  package struct PictureWish: Equatable {
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
package struct VideoAnswer: Equatable {
  /// A video that was opened.
  package struct Video: Equatable {
    package var number: Int
    /// Seconds.
    package var duration: TimeInterval
    /// What tells it from others.
    package var identity: String
  }

  /// A picture.
  package struct Picture: Equatable {
    package var width: Int
    package var height: Int
    package var isOpaque: Bool
    /// From when on it shows; seconds of the video.
    package var start: TimeInterval
  }

  /// What is wrong with a video or a picture.
  package struct Problem: Equatable {
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

extension VideoQuestion: MessageBody {
  package func write(to writer: inout MessageWriter) {
    switch self {
    case .open(let path): writer.put(0 as UInt8, path)
    case .picture(let wish): writer.put(1 as UInt8, wish)
    case .openMemory(let name): writer.put(2 as UInt8, name)
    }
  }

  package init(from reader: inout MessageReader) throws(MessageProblem) {
    switch try reader.take(UInt8.self) {
    case 0: self = .open(try reader.take())
    case 1: self = .picture(try reader.take())
    case 2: self = .openMemory(try reader.take())
    default: throw MessageProblem()
    }
  }
}

extension VideoQuestion.PictureWish: MessageBody {
  package func write(to writer: inout MessageWriter) { writer.put(video, time, isExact, known) }
  package init(from reader: inout MessageReader) throws(MessageProblem) {
    self.init(
      video: try reader.take(), time: try reader.take(), isExact: try reader.take(), known: try reader.take())
  }
}

extension VideoAnswer: MessageBody {
  package func write(to writer: inout MessageWriter) { writer.put(video, picture, problem) }
  package init(from reader: inout MessageReader) throws(MessageProblem) {
    video = try reader.take()
    picture = try reader.take()
    problem = try reader.take()
  }
}

extension VideoAnswer.Video: MessageBody {
  package func write(to writer: inout MessageWriter) { writer.put(number, duration, identity) }
  package init(from reader: inout MessageReader) throws(MessageProblem) {
    number = try reader.take()
    duration = try reader.take()
    identity = try reader.take()
  }
}

extension VideoAnswer.Picture: MessageBody {
  package func write(to writer: inout MessageWriter) { writer.put(width, height, isOpaque, start) }
  package init(from reader: inout MessageReader) throws(MessageProblem) {
    width = try reader.take()
    height = try reader.take()
    isOpaque = try reader.take()
    start = try reader.take()
  }
}

extension VideoAnswer.Problem: MessageBody {
  package func write(to writer: inout MessageWriter) { writer.put(code, message) }
  package init(from reader: inout MessageReader) throws(MessageProblem) {
    code = try reader.take()
    message = try reader.take()
  }
}
