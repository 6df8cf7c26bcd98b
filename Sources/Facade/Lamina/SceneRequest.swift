// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

public import Foundation
public import LaminaLottie
public import LaminaScene

/// A document, in a state, with values and captions, at a moment, with the options of its picture.
///
///     var request = SceneRequest("stranger.ca")
///     request.assignments = [.init("title.string", "Hello")]
///     request.options.scale = 2
///
/// The command line, films, isolated workers and the service describe pictures by it. It is a value without pixels and
/// layers, so it crosses to other threads and processes.
public struct SceneRequest: Sendable, Codable {
  /// A moment of a document.
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
    /// The value as documents write it; for a picture the path of a file, which an isolated worker may then read.
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
  /// How much the document may ask for.
  ///
  /// - Default: `SceneLimits()`.
  public var limits = SceneLimits()
  /// How a Lottie animation moves along spatial curves.
  ///
  /// - Default: `.length`.
  public var lottieMotion = LottieMotion.length
  /// The moment; a film has its own.
  ///
  /// - Default: time 0.
  public var moment = Moment.time(0)
  /// The state of the document.
  ///
  /// - Default: `nil`: none, the document as it is written.
  public var state: String?
  /// The state that the document comes from, to show the transition to ``state``, which begins at time 0.
  ///
  /// - Default: `nil`: no transition.
  public var fromState: String?
  /// The tilt of a device for wallpapers that follow it.
  ///
  /// - Range: -1...1 along x and y.
  /// - Default: `nil`: the document as it is written.
  public var tilt: CGPoint?
  /// Values that are replaced, in order.
  public var assignments: [Assignment] = []
  /// A file of captions, as `Captions` reads it, which become layers of the scene. An isolated worker may then read it.
  ///
  /// - Default: `nil`: none.
  public var captions: String?
  /// Size, background and limits of the picture. An isolated worker that takes longer than the limit of time is ended a
  /// tenth of a second later; reading the document counts.
  public var options = RenderOptions()

  /// Makes a request for the first moment of a document as it is written.
  public init(_ document: String) {
    self.document = document
  }
}
