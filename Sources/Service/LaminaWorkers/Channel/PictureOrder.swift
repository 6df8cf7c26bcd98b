// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import Lamina
package import LaminaExport
import LaminaGeometry
import LaminaGraphics
import LaminaLayers
import LaminaPlan
import LaminaScene
import LaminaSystem

/// A request as it crosses to a worker.
package struct PictureOrder {
  private var document: String
  private var identity: String?
  /// The files of a document in memory, where they are few.
  private(set) var names: UploadNames?
  private var limits: SceneLimits
  private var lottieMotion: String
  private var moment: PictureRequest.Moment
  private var state: String?
  private var fromState: String?
  private var tilt: [Double]?
  private var assignments: [PictureRequest.Assignment]
  private var captions: String?
  private var scale: Double
  private var size: [Int]?
  private var background: [Float]?
  private var reference: UInt8?
  private var strategy: String
  private var overlay: String?
  private var pictureLimits: RenderLimits

  package init(_ request: PictureRequest) {
    (document, identity, limits, moment) = (request.document, request.identity, request.limits, request.moment)
    lottieMotion = request.lottieMotion.rawValue
    if let upload = request.upload {
      let all = UploadNames(upload)
      names = all.areFew ? all : nil
    }
    (state, fromState) = (request.state, request.fromState)
    tilt = request.tilt.map { [Double($0.x), Double($0.y)] }
    assignments = request.assignments
    captions = request.captions
    let options = request.options
    scale = options.scale
    size = options.size.map { [$0.width, $0.height] }
    background = options.background.map { color in (0..<4).map { color.straight[$0] } }
    reference = options.reference?.rawValue
    strategy = options.strategy.rawValue
    overlay = options.overlay?.rawValue
    pictureLimits = options.limits
  }

  /// The request.
  package var request: PictureRequest {
    var request = PictureRequest(document)
    (request.identity, request.limits, request.moment) = (identity, limits, moment)
    request.lottieMotion = LottieMotion(rawValue: lottieMotion) ?? .length
    (request.state, request.fromState) = (state, fromState)
    if let tilt, tilt.count == 2 { request.tilt = CGPoint(x: tilt[0], y: tilt[1]) }
    request.assignments = assignments
    request.captions = captions
    request.options.scale = scale
    if let size, size.count == 2 { request.options.size = PixelSize(width: size[0], height: size[1]) }
    if let background, background.count == 4 {
      request.options.background = CGColor(
        straight: SIMD4(background[0], background[1], background[2], background[3]))
    }
    request.options.reference = reference.flatMap(ReferenceRenderer.init(rawValue:))
    request.options.strategy = RenderStrategy(rawValue: strategy) ?? .depth
    request.options.overlay = overlay.flatMap(DebugOverlay.init(rawValue:))
    request.options.limits = pictureLimits
    return request
  }
}

extension PictureOrder: MessageBody {
  package func write(to writer: inout MessageWriter) {
    writer.put(document, identity, names, limits, lottieMotion, moment, state, fromState, tilt, assignments, captions)
    writer.put(scale, size, background, reference, strategy, overlay, pictureLimits)
  }

  package init(from reader: inout MessageReader) throws(MessageProblem) {
    document = try reader.take()
    identity = try reader.take()
    names = try reader.take()
    limits = try reader.take()
    lottieMotion = try reader.take()
    moment = try reader.take()
    state = try reader.take()
    fromState = try reader.take()
    tilt = try reader.take()
    assignments = try reader.take()
    captions = try reader.take()
    scale = try reader.take()
    size = try reader.take()
    background = try reader.take()
    reference = try reader.take()
    strategy = try reader.take()
    overlay = try reader.take()
    pictureLimits = try reader.take()
  }
}

extension PictureRequest.Moment: MessageBody {
  package func write(to writer: inout MessageWriter) {
    switch self {
    case .time(let seconds): writer.put(0 as UInt8, seconds)
    case .progress(let share): writer.put(1 as UInt8, share)
    case .frame(let number): writer.put(2 as UInt8, number)
    case .marker(let name): writer.put(3 as UInt8, name)
    }
  }

  package init(from reader: inout MessageReader) throws(MessageProblem) {
    switch try reader.take(UInt8.self) {
    case 0: self = .time(try reader.take())
    case 1: self = .progress(try reader.take())
    case 2: self = .frame(try reader.take())
    case 3: self = .marker(try reader.take())
    default: throw MessageProblem()
    }
  }
}

extension PictureRequest.Assignment: MessageBody {
  package func write(to writer: inout MessageWriter) { writer.put(target, value) }
  package init(from reader: inout MessageReader) throws(MessageProblem) {
    self.init(try reader.take(), try reader.take())
  }
}

/// How large the picture is that a worker is about to hand over, and how its pixels lie.
package struct MemoryWish: Equatable {
  package var width: Int
  package var height: Int
  /// `nil` for premultiplied RGBA.
  package var layout: FrameLayout?

  /// Makes a wish.
  package init(width: Int, height: Int, layout: FrameLayout? = nil) {
    (self.width, self.height, self.layout) = (width, height, layout)
  }

  /// Bytes of the pixels, where the sides are those that a picture may have.
  var byteCount: Int { layout?.byteCount(of: size) ?? 4 * size.area }
  /// The sides.
  var size: PixelSize { PixelSize(width: width, height: height) }
}

extension MemoryWish: MessageBody {
  package func write(to writer: inout MessageWriter) { writer.put(width, height, layout) }
  package init(from reader: inout MessageReader) throws(MessageProblem) {
    self.init(width: try reader.take(), height: try reader.take(), layout: try reader.take())
  }
}

extension FrameLayout: MessageBody {}

/// What a worker says when its pixels are in the memory that it was given.
struct DrawnReport {
  var renderer: String
  var reason: String?
  private var steps: [Double]
  private var device: Double?
  private var counts: [Int]
  private var findings: Findings

  init(_ result: RenderResult, by renderer: Renderer) {
    self.renderer = renderer.description
    reason = renderer.reason
    let timings = result.timings
    steps = [timings.snapshot, timings.plan, timings.render, timings.readBack]
    device = timings.device
    let statistics = result.statistics
    counts = RenderStatistics.counters.map { statistics[keyPath: $0.value] }
    findings = Findings(result.diagnostics)
  }

  /// The diagnostics; terminals may be shown them.
  var diagnostics: [Diagnostic] { findings.diagnostics }

  var statistics: RenderStatistics {
    var result = RenderStatistics()
    guard counts.count == RenderStatistics.counters.count else { return result }
    for (counter, count) in zip(RenderStatistics.counters, counts) { result[keyPath: counter.value] = count }
    return result
  }

  var timings: RenderTimings {
    var timings = RenderTimings()
    guard steps.count == 4 else { return timings }
    (timings.snapshot, timings.plan, timings.render, timings.readBack) = (steps[0], steps[1], steps[2], steps[3])
    timings.device = device
    return timings
  }
}

extension DrawnReport: MessageBody {
  package func write(to writer: inout MessageWriter) { writer.put(renderer, reason, steps, device, counts, findings) }
  package init(from reader: inout MessageReader) throws(MessageProblem) {
    renderer = try reader.take()
    reason = try reader.take()
    steps = try reader.take()
    device = try reader.take()
    counts = try reader.take()
    findings = try reader.take()
  }
}

/// What a worker says when it has shut itself in.
struct Introduction {
  /// What is not protected on this system.
  var gaps: [String]
}

extension Introduction: MessageBody {
  package func write(to writer: inout MessageWriter) { writer.put(gaps) }
  package init(from reader: inout MessageReader) throws(MessageProblem) { gaps = try reader.take() }
}
