// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import Foundation
import LaminaExport
import LaminaGeometry

/// Has a worker open a document, whose frames are asked for after that.
struct FilmOrder {
  var picture: PictureOrder
  /// How many workers draw side by side, and share what a machine has.
  var neighbours: Int
}

/// What a worker says of a document that it has opened.
struct FilmFacts {
  /// Frames a second of its own, where it has frames.
  var frameRate: Double?
  /// How long it moves. Seconds.
  var duration: Double?
  /// When its last caption begins, where it has some. Seconds.
  var lastCaption: Double?
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
struct SurveyOrder {
  /// The first is looked at, all make the material.
  var moments: [FrameMoment]
  /// Whether it is wanted, which takes a while.
  var wantsMaterial: Bool
  /// Whether it is wanted where the frames draw over a clear canvas.
  var wantsExtent = false
}

/// A part of a frame; pixels of its canvas.
struct FramePart: Equatable {
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
struct ExtentReport {
  var part: FramePart
  var blends: Bool
  var count: Int
  var isLasting: Bool
}

/// What a worker found.
struct SurveyReport {
  /// How large the first frame is.
  var width: Int
  var height: Int
  /// What it asks for and does not show.
  var findings: Findings
  /// A digest of what the film is made of.
  var material: String
  /// Whether the first frame has no opaque ground.
  var isClear: Bool
  /// Where they draw, where that was asked.
  var extent: ExtentReport?
}

/// Has a worker draw a frame of the document that it has open.
struct FrameOrder {
  var moment: FrameMoment
  /// How pixels are wanted where a device can make them so.
  var layout: FrameLayout?
  /// Which part of it is drawn; `nil` for all of it.
  var part: FramePart?
}

/// What a worker says when the pixels of a frame lie in the memory that it has.
struct FrameReport {
  /// Whether the frame looks as the one that it drew before, which was not drawn again.
  var isRepeated: Bool
  var findings: Findings
}

extension FilmOrder: MessageBody {
  package func write(to writer: inout MessageWriter) { writer.put(picture, neighbours) }
  package init(from reader: inout MessageReader) throws(MessageProblem) {
    picture = try reader.take()
    neighbours = try reader.take()
  }
}

extension FilmFacts: MessageBody {
  package func write(to writer: inout MessageWriter) {
    writer.put(frameRate, duration, lastCaption, reference, findings, renderer, reason, identity, usesGPU)
  }
  package init(from reader: inout MessageReader) throws(MessageProblem) {
    frameRate = try reader.take()
    duration = try reader.take()
    lastCaption = try reader.take()
    reference = try reader.take()
    findings = try reader.take()
    renderer = try reader.take()
    reason = try reader.take()
    identity = try reader.take()
    usesGPU = try reader.take()
  }
}

extension SurveyOrder: MessageBody {
  package func write(to writer: inout MessageWriter) { writer.put(moments, wantsMaterial, wantsExtent) }
  package init(from reader: inout MessageReader) throws(MessageProblem) {
    moments = try reader.take()
    wantsMaterial = try reader.take()
    wantsExtent = try reader.take()
  }
}

extension SurveyReport: MessageBody {
  package func write(to writer: inout MessageWriter) { writer.put(width, height, findings, material, isClear, extent) }
  package init(from reader: inout MessageReader) throws(MessageProblem) {
    width = try reader.take()
    height = try reader.take()
    findings = try reader.take()
    material = try reader.take()
    isClear = try reader.take()
    extent = try reader.take()
  }
}

extension FramePart: MessageBody {
  package func write(to writer: inout MessageWriter) { writer.put(minX, minY, maxX, maxY) }
  package init(from reader: inout MessageReader) throws(MessageProblem) {
    minX = try reader.take()
    minY = try reader.take()
    maxX = try reader.take()
    maxY = try reader.take()
  }
}

extension ExtentReport: MessageBody {
  package func write(to writer: inout MessageWriter) { writer.put(part, blends, count, isLasting) }
  package init(from reader: inout MessageReader) throws(MessageProblem) {
    part = try reader.take()
    blends = try reader.take()
    count = try reader.take()
    isLasting = try reader.take()
  }
}

extension FrameOrder: MessageBody {
  package func write(to writer: inout MessageWriter) { writer.put(moment, layout, part) }
  package init(from reader: inout MessageReader) throws(MessageProblem) {
    moment = try reader.take()
    layout = try reader.take()
    part = try reader.take()
  }
}

extension FrameReport: MessageBody {
  package func write(to writer: inout MessageWriter) { writer.put(isRepeated, findings) }
  package init(from reader: inout MessageReader) throws(MessageProblem) {
    isRepeated = try reader.take()
    findings = try reader.take()
  }
}

extension FrameMoment: MessageBody {
  package func write(to writer: inout MessageWriter) { writer.put(number, time, before) }
  package init(from reader: inout MessageReader) throws(MessageProblem) {
    self.init(number: try reader.take(), time: try reader.take(), before: try reader.take())
  }
}
