// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

public import LaminaGraphics
public import LaminaLayers

/// What a document describes: a layer tree, and how it is meant to be hosted.
public struct Scene {
  /// The tree. A document without a root object gives a layer of zero size.
  public var root: CALayer
  /// Whether the root stands in a host whose y axis points up.
  ///
  /// Core Animation documents are written for such a host unless their package says otherwise
  /// (`geometryFlipped` in `index.xml`). The root's own `geometryFlipped` is applied on top, as for any layer.
  ///
  /// - Default: `true`.
  /// - Conformance: caml.md 1.9, measured on a recording of a device.
  public var hostIsFlipped: Bool
  /// The folder that relative picture names start from, and that none may leave. Empty where there is none.
  public var baseDirectory: String
  /// What was asked for and not read as asked, in document order.
  public var diagnostics: [Diagnostic]

  /// Which of Core Animation's two ways of drawing shows the scene, unless the options of a picture say otherwise.
  ///
  /// - Default: `.screen`: documents are shown on screens.
  public var reference = ReferenceRenderer.screen

  /// The frames that it was made in, where the document says.
  ///
  /// - Default: `nil`.
  public var timeline: SceneTimeline?
  /// When the last of the captions begins that were added; `nil` without any. Seconds of the film.
  package var lastCaption: Double?

  /// What puts the scene into its states.
  let stateController: CAStateController
  /// What opens videos that take the place of pictures.
  package var videos: VideoOpener?
  /// Where the pictures were read from.
  var pictureSources: [ObjectIdentifier: PictureSource] = [:]
  /// The pictures of files that are decoded when a frame needs them.
  package var encodedPictures: [EncodedPicture] { pictureSources.values.compactMap(\.image.encoded) }
  /// Whether pictures are read from the disk after the document: an isolated worker may do so as long as its order
  /// lasts.
  package var readsPicturesLater: Bool { encodedPictures.contains { $0.isInFile } }

  /// Makes a scene.
  public init(root: CALayer, hostIsFlipped: Bool = true, baseDirectory: String = "", diagnostics: [Diagnostic] = []) {
    self.root = root
    stateController = CAStateController(layer: root)
    self.hostIsFlipped = hostIsFlipped
    self.baseDirectory = baseDirectory
    self.diagnostics = diagnostics
  }
}
