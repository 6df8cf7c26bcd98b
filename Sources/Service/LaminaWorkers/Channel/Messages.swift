// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

package import Foundation
package import Lamina
package import LaminaExport
import LaminaGeometry
import LaminaGraphics
import LaminaLayers
import LaminaPlan
package import LaminaScene
import LaminaSystem

/// The body of a message that tells a worker to draw a picture.
package struct PictureOrder: Sendable, Codable {
  /// The picture.
  package var request: SceneRequest
  /// A name for the bytes of the document and of all files that it may refer to, unique to them. A worker that drew the
  /// document before may keep its layer tree under this name. `nil` for a document without such a name.
  package var identity: String?
  /// The document, if it is in memory; it is not sent to the worker.
  private(set) var upload: DocumentUpload?
  /// The paths of the files of a document in memory, if they are few enough to send.
  private(set) var names: UploadNames?

  private enum CodingKeys: CodingKey { case request, identity, names }

  /// Makes an order.
  ///
  /// - Parameters:
  ///   - request: The picture.
  ///   - upload: The document with all files that it and assigned values may refer to; `nil` for a document on disk.
  ///   - identity: The name for the document's bytes.
  package init(_ request: SceneRequest, in upload: DocumentUpload? = nil, identity: String? = nil) {
    (self.request, self.upload, self.identity) = (request, upload, identity)
    if let all = upload.map(UploadNames.init), all.areFew { names = all }
  }

  /// The object that answers the worker's questions about files.
  func answers() -> any FileAnswers {
    if let upload { UploadGrant(upload, videos: VideoDesk(request.options.limits)) } else { FileGrant(request) }
  }
}

/// A worker's request for memory: the size of a picture that it is about to hand over, and the layout of its pixels.
package struct MemoryWish: Equatable, Codable {
  package var width: Int
  package var height: Int
  /// `nil` for premultiplied RGBA.
  package var layout: FrameLayout?

  /// Makes a wish.
  package init(width: Int, height: Int, layout: FrameLayout? = nil) {
    (self.width, self.height, self.layout) = (width, height, layout)
  }

  /// The number of bytes of the pixels; valid where the sides are within the limits of a picture.
  var byteCount: Int { layout?.byteCount(of: size) ?? 4 * size.area }
  /// The sides.
  var size: PixelSize { PixelSize(width: width, height: height) }
}

/// A worker's report of a picture whose pixels are in the shared memory.
struct DrawnReport: Codable {
  var renderer: String
  var reason: String?
  var timings: RenderTimings
  var statistics: RenderStatistics
  var diagnostics: [Diagnostic]

  init(_ result: RenderResult, by renderer: Renderer) {
    (self.renderer, reason) = (renderer.description, renderer.reason)
    (timings, statistics, diagnostics) = (result.timings, result.statistics, result.diagnostics)
  }
}

/// A worker's first message, sent when its sandbox is in force.
struct Introduction: Codable {
  /// The protections that this system lacks.
  var gaps: [String]
}

/// Tells a worker to open a document, whose frames are requested by later messages.
struct FilmOrder: Codable {
  var request: SceneRequest
  /// The number of workers that draw at the same time and share the machine's processors and memory.
  var neighbours: Int
}

/// A worker's description of a document that it has opened.
struct FilmFacts: Codable {
  /// The document's own frame rate, in frames a second; `nil` for a document without frames.
  var frameRate: Double?
  /// The duration of the document's animation, in seconds.
  var duration: Double?
  /// The time at which the last caption begins, in seconds; `nil` without captions.
  var lastCaption: Double?
  /// The renderer whose behaviour the tree is drawn with unless a request names another.
  var reference: ReferenceRenderer
  var diagnostics: [Diagnostic]
  /// The renderer, as `Renderer.description`; `reason` says why it was chosen.
  var renderer: String
  var reason: String?
  /// The renderer's name in manifests.
  var identity: String
  var usesGPU: Bool
  /// Whether the renderer is a hardware GPU.
  var usesHardware: Bool
  /// The worker's measurements of kinds of devices, for the workers after it.
  var measuredKinds: [MeasuredKind]
}

/// A worker's measurement of a kind of devices.
struct MeasuredKind: Codable {
  /// The description of the devices.
  var name: String
  /// Whether they compute faster than they draw.
  var computesFaster: Bool
}

/// Tells a worker to examine frames without drawing them.
struct SurveyOrder: Codable {
  /// The frames: the first is planned, and all of them contribute to the material.
  var moments: [FrameMoment]
  /// Whether the digest of the material is requested, which takes a while.
  var wantsMaterial: Bool
  /// Whether the extent is requested: where the frames draw over a clear canvas.
  var wantsExtent = false
}

/// A worker's report of the frames that it examined.
struct SurveyReport: Codable {
  /// The size of the first frame.
  var size: PixelSize
  /// Diagnostics of the first frame's content that is not shown.
  var diagnostics: [Diagnostic]
  /// A digest of the material that the film is made of.
  var material: String
  /// Whether the first frame lacks an opaque background.
  var isClear: Bool
  /// Where the frames draw; `nil` unless it was requested.
  var extent: FrameExtent?
}

/// Tells a worker to draw a frame of its open document.
struct FrameOrder: Codable {
  var moment: FrameMoment
  /// The pixel layout that is preferred where a device can produce it.
  var layout: FrameLayout?
  /// The part of the frame to draw; `nil` for the whole frame.
  var part: PixelRect?
}

/// A worker's report that the pixels of a frame are in the shared memory.
struct FrameReport: Codable {
  /// Whether the frame equals the previous one and was therefore not drawn again.
  var isRepeated: Bool
  var diagnostics: [Diagnostic]
}

/// A worker's question about files, with paths as the reader of documents has them.
package enum FileQuestion: Codable {
  case kind(String)
  case resolved(String)
  case names(String)
  case open(String, DocumentFileOpening)
}

/// The parent's answer; names and open files come as a descriptor with it.
package struct FileAnswer: Codable {
  /// 0, or the number of the system's error.
  package var code: Int32 = 0
  /// The answer to ``FileQuestion/kind(_:)``; `nil` where no file exists.
  package var kind: DocumentFileKind?
  /// The answer to ``FileQuestion/resolved(_:)``; `nil` where no file exists.
  package var path: String?
}

/// Answers a worker's questions about files while it draws one document.
package protocol FileAnswers: AnyObject {
  /// Answers a question; names and open files come as the descriptor.
  func answer(_ question: FileQuestion) -> (answer: FileAnswer, file: OpenFile?)
  /// Opens a video file; without a file, the number is the system's error.
  func video(at path: String) -> (file: OpenFile?, code: Int32)
  /// The desk that decodes the document's videos.
  var videos: VideoDesk { get }
}

extension FileAnswers {
  /// Answers a question about videos, by `deadline`; pixels come as the descriptor.
  ///
  /// - Parameter memory: The descriptor that came with the question.
  package func answer(
    _ question: VideoQuestion, _ memory: OpenFile?, until deadline: Deadline
  ) throws(ChannelError) -> (VideoAnswer, OpenFile?) {
    switch question {
    case .picture(let wish): return try videos.picture(wish, until: deadline)
    case .openMemory(let name): return (try videos.open(memory: memory, name, until: deadline), nil)
    case .open(let path):
      let (file, code) = video(at: path)
      guard let file else { return (.refusal("cannot be read: \(String(cString: strerror(code)))"), nil) }
      return (try videos.open(file, path, until: deadline), nil)
    }
  }
}

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
