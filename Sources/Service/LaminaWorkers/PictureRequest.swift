// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

public import Lamina

/// One picture of one document, for an isolated worker to draw.
///
///     var request = PictureRequest("stranger.ca")
///     request.options.scale = 2
///     let picture = try IsolatedRenderer().draw(request)
public struct PictureRequest: Sendable {
  /// Which moment of the document is drawn.
  public enum Moment: Hashable, Sendable, Codable {
    /// Seconds of the root.
    case time(Double)
    /// A fraction of the animation, of a document with frames.
    case progress(Double)
    /// A frame by the document's own numbers.
    case frame(Double)
    /// The beginning of a marker.
    case marker(String)
  }

  /// A value that replaces one of the document's, as `Scene.assign` takes it.
  public struct Assignment: Hashable, Sendable, Codable {
    /// A layer's name, a dot, and a key path.
    public var target: String
    /// The value as documents write it; for a picture the path of a file, which the worker may then read.
    public var value: String

    /// Makes an assignment.
    public init(_ target: String, _ value: String) {
      (self.target, self.value) = (target, value)
    }

    /// Whether the value may be the path of a picture.
    package var isPicture: Bool { target == "contents" || target.hasSuffix(".contents") }
  }

  /// A file or folder of any form that `DocumentReader` reads.
  public var document: String
  /// Where the document lies, if it is not on the disk: in memory, with all that it may name, values of ``assignments``
  /// included.
  ///
  /// - Default: `nil`: on the disk.
  public var upload: DocumentUpload?
  /// What names the document's bytes, with all files that it may name; two documents never have the same. A worker that
  /// drew it before may then keep what it read. `nil` where there is no such name.
  package var identity: String?
  /// How much the document may ask for.
  ///
  /// - Default: `SceneLimits()`.
  public var limits = SceneLimits()
  /// How a Lottie animation moves along spatial curves.
  ///
  /// - Default: `.length`.
  public var lottieMotion = LottieMotion.length
  /// The moment.
  ///
  /// - Default: time 0.
  public var moment = Moment.time(0)
  /// The state that it is in, and the one that it comes from. `nil` where none is set.
  public var state: String?
  /// The state that it comes from.
  public var fromState: String?
  /// How a device is held that shows it, from -1 to 1 along x and y; `nil` leaves the document as it is written.
  public var tilt: CGPoint?
  /// Values that are replaced, in order.
  public var assignments: [Assignment] = []
  /// A file of captions, as `Captions` reads it, which become layers of the scene; the worker may then read it.
  ///
  /// - Default: `nil`: none.
  public var captions: String?
  /// Size, background and limits of the picture. A worker that takes longer than the limit of time is ended a tenth of
  /// a second later; reading the document counts.
  public var options = RenderOptions()

  /// Makes a request for the first moment of a document as it is written.
  public init(_ document: String) {
    self.document = document
  }

  /// Makes a request for the first moment of a document in memory as it is written.
  public init(_ upload: DocumentUpload) {
    (document, self.upload) = (upload.document, upload)
  }

  /// What answers a worker's questions about files while it draws.
  func answers() -> any FileAnswers {
    if let upload { UploadGrant(upload, videos: VideoDesk(options.limits)) } else { FileGrant(self) }
  }
}

/// A picture that an isolated worker has drawn.
public struct IsolatedPicture: Sendable {
  /// The pixels. A worker that a document has taken over may draw anything: they are no more than what the document
  /// wants to be seen.
  public var image: CGImage
  /// What the document asks for and the picture does not show.
  public var diagnostics: [Diagnostic]
  /// What drew, as `Renderer.description`.
  public var renderer: String
  /// Why that was taken, as `Renderer.reason`.
  public var reason: String?
  /// How long the steps took, by the worker's clock.
  public var timings: RenderTimings
  /// What the renderer counted, by the worker's word.
  public var statistics: RenderStatistics
}
