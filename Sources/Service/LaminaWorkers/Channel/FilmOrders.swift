// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import Lamina
import LaminaExport
import LaminaGeometry
import LaminaGraphics
import LaminaLayers

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
