// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

public import LaminaGraphics
public import LaminaLayers

/// The content of a document: a layer tree, and the way in which it is meant to be hosted.
public struct Scene {
  /// The layer tree. A document without a root object gives a layer of zero size.
  public var root: CALayer
  /// Whether the root is placed in a host whose y axis points up.
  ///
  /// Core Animation documents are written for such a host unless their package says otherwise
  /// (`geometryFlipped` in `index.xml`). The root's own `geometryFlipped` is applied on top, as for any layer.
  ///
  /// - Default: `true`.
  /// - Conformance: caml.md 1.9, measured on a recording of a device.
  public var hostIsFlipped: Bool
  /// The folder that relative picture names start from, and that no name may leave. Empty where there is none.
  public var baseDirectory: String
  /// Requests of the document that could not be followed as written, in document order.
  public var diagnostics: [Diagnostic]

  /// The renderer of Core Animation whose way of drawing shows the scene, unless the options of a picture choose
  /// another.
  ///
  /// - Default: `.screen`: documents are shown on screens.
  public var reference = ReferenceRenderer.screen

  /// The frame rate and length that the scene was made for, where the document states them.
  ///
  /// - Default: `nil`.
  public var timeline: SceneTimeline?
  /// The beginning of the last caption that was added, in seconds of the film; `nil` without captions.
  package var lastCaption: Double?

  /// The controller that puts the scene into its states.
  let stateController: CAStateController
  /// The opener of videos that take the place of pictures.
  package var videos: VideoOpener?
  /// The files that the pictures were read from.
  var pictureSources: [ObjectIdentifier: PictureSource] = [:]
  /// The pictures of files that are decoded when a frame needs them.
  package var encodedPictures: [EncodedPicture] { pictureSources.values.compactMap(\.image.encoded) }
  /// Whether pictures are read from the disk after the document: an isolated worker may do so while it works on the
  /// order.
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
