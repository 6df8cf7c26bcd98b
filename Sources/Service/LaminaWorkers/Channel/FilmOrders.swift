// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import Lamina
import LaminaExport
import LaminaGeometry
import LaminaGraphics
import LaminaLayers

/// Has a worker open a document, whose frames are asked for after that.
struct FilmOrder: Codable {
  var request: SceneRequest
  /// How many workers draw side by side, and share what a machine has.
  var neighbours: Int
}

/// What a worker says of a document that it has opened.
struct FilmFacts: Codable {
  /// Frames a second of its own, where it has frames.
  var frameRate: Double?
  /// How long it moves. Seconds.
  var duration: Double?
  /// When its last caption begins, where it has some. Seconds.
  var lastCaption: Double?
  /// How its tree is drawn where a request does not say.
  var reference: ReferenceRenderer
  var diagnostics: [Diagnostic]
  /// What draws, as `Renderer.description`, and why that.
  var renderer: String
  var reason: String?
  /// What draws, as manifests name it.
  var identity: String
  var usesGPU: Bool
}

/// Has a worker look at frames without drawing them.
struct SurveyOrder: Codable {
  /// The first is looked at, all make the material.
  var moments: [FrameMoment]
  /// Whether it is wanted, which takes a while.
  var wantsMaterial: Bool
  /// Whether it is wanted where the frames draw over a clear canvas.
  var wantsExtent = false
}

/// What a worker found.
struct SurveyReport: Codable {
  /// How large the first frame is.
  var size: PixelSize
  /// What it asks for and does not show.
  var diagnostics: [Diagnostic]
  /// A digest of what the film is made of.
  var material: String
  /// Whether the first frame has no opaque ground.
  var isClear: Bool
  /// Where they draw, where that was asked.
  var extent: FrameExtent?
}

/// Has a worker draw a frame of the document that it has open.
struct FrameOrder: Codable {
  var moment: FrameMoment
  /// How pixels are wanted where a device can make them so.
  var layout: FrameLayout?
  /// Which part of it is drawn; `nil` for all of it.
  var part: PixelRect?
}

/// What a worker says when the pixels of a frame lie in the memory that it has.
struct FrameReport: Codable {
  /// Whether the frame looks as the one that it drew before, which was not drawn again.
  var isRepeated: Bool
  var diagnostics: [Diagnostic]
}
