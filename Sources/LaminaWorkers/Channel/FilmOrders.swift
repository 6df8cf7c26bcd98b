import Foundation
import LaminaExport
import LaminaGeometry

/// Has a worker open a document, whose frames are asked for after that.
struct FilmOrder: Codable {
  var picture: PictureOrder
  /// How many workers draw side by side, and share what a machine has.
  var neighbours: Int
}

/// What a worker says of a document that it has opened.
struct FilmFacts: Codable {
  /// Frames a second of its own, where it has frames.
  var frameRate: Double?
  /// How long it moves. Seconds.
  var duration: Double?
  /// How its tree is drawn where a request does not say.
  var reference: UInt8
  var findings: Findings
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

/// A part of a frame; pixels of its canvas.
struct FramePart: Codable, Equatable {
  var minX: Int32
  var minY: Int32
  var maxX: Int32
  var maxY: Int32

  init(_ rectangle: PixelRect) {
    (minX, minY, maxX, maxY) = (rectangle.minX, rectangle.minY, rectangle.maxX, rectangle.maxY)
  }

  var rectangle: PixelRect { PixelRect(minX: minX, minY: minY, maxX: maxX, maxY: maxY) }
}

/// Where frames draw over a clear canvas, as a worker says it.
struct ExtentReport: Codable {
  var part: FramePart
  var blends: Bool
  var count: Int
  var isLasting: Bool
}

/// What a worker found.
struct SurveyReport: Codable {
  /// How large the first frame is.
  var width: Int
  var height: Int
  /// What it asks for and does not show.
  var findings: Findings
  /// A digest of what the film is made of.
  var material: String
  /// Where they draw, where that was asked.
  var extent: ExtentReport?
}

/// Has a worker draw a frame of the document that it has open.
struct FrameOrder: Codable {
  var moment: FrameMoment
  /// How pixels are wanted where a device can make them so.
  var layout: FrameLayout?
  /// Which part of it is drawn; `nil` for all of it.
  var part: FramePart?
}

/// What a worker says when the pixels of a frame lie in the memory that it has.
struct FrameReport: Codable {
  /// Whether the frame looks as the one that it drew before, which was not drawn again.
  var isRepeated: Bool
  var findings: Findings
}
