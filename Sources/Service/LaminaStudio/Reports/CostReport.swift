// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

#if Serve
import Lamina
import LaminaGeometry
import LaminaGraphics
import LaminaLayers
import LaminaPlan
import LaminaPlanner
import LaminaScene

/// The costs of a picture and their causes: the passes of its plan, their operations, and the layers that cause them.
struct CostReport: Encodable, Sendable {
  /// A pass, which draws into pixels of its own.
  struct Pass: Encodable, Sendable {
    var index: Int
    /// `canvas`, `drawn` or `filtered`.
    var kind: String
    /// x, y, width, height; in pixels of the picture, or of the pass's own grid.
    var region: [Int]
    /// The places where its pixels appear: polygons with x and y of each corner, in pixels of the picture.
    var shown: [[[Double]]]
    var pixels: Int
    var bytes: Int
    var format: String
    var operations: Int
    /// Whether renderers may keep its pixels from frame to frame.
    var isKept: Bool
    /// The layer that causes the pass; `cause` and `property` say how.
    var layer: Int?
    var cause: String?
    var property: String?
  }

  /// An operation of a pass.
  struct Operation: Encodable, Sendable {
    var pass: Int
    /// `box`, `shadow`, `composite`, `particles`, `surface` or `blur`.
    var kind: String
    /// x, y, width, height; in pixels of its pass.
    var bounds: [Int]
    /// The places where its pixels appear, as for passes.
    var shown: [[[Double]]]
    var layer: Int?
    /// The description that `lamina plan` prints.
    var text: String
  }

  /// The reason why a layer is drawn offscreen.
  struct Finding: Encodable, Sendable {
    var layer: Int
    var title: String
    var path: String
    var cause: String
    var property: String
    var value: String
    var why: String
    var avoid: String
    var passes: [Int]
    var pixels: Int
    /// The place where it appears: x, y, width, height; in pixels of the picture.
    var region: [Int]
  }

  /// The pieces of a three-dimensional space.
  struct Space: Encodable, Sendable {
    var layers: Int
    var pieces: Int
    var cuts: Int
  }

  var revision: Int
  var width: Int
  var height: Int
  var findings: [Finding] = []
  var passes: [Pass] = []
  var operations: [Operation] = []
  /// The number of operations that are not listed.
  var operationsLeft = 0
  var spaces: [Space] = []
  /// The number of pixels that all operations touch in total; overlapping pixels count each time.
  var touchedPixels: Int
  /// The number of pixels of all passes except the canvas.
  var offscreenPixels = 0

  /// The maximum number of operations that are listed; further ones are only counted.
  static let mostOperations = 2000

  /// Examines the plan of a moment.
  init(_ moment: PlannedMoment) {
    let plan = moment.plan
    revision = moment.revision
    (width, height) = (plan.canvas.width, plan.canvas.height)
    touchedPixels = plan.touchedPixels
    let shown = PassPlaces(plan)
    let reasons = OffscreenReasons(plan, moment.snapshot).reasons
    for (index, pass) in plan.passes.enumerated() {
      let isCanvas = index == plan.passes.count - 1
      if !isCanvas { offscreenPixels += pass.region.area }
      let reason = reasons[index].first
      let number = reason.flatMap { moment.number(of: $0.node) }
      passes.append(
        Pass(
          index: index, kind: isCanvas ? "canvas" : pass.content.isFilters ? "filtered" : "drawn",
          region: pass.region.numbers, shown: shown.shown(index), pixels: pass.region.area,
          bytes: pass.region.area * pass.format.bytesPerPixel,
          format: pass.format.title, operations: pass.count, isKept: pass.key != nil, layer: number,
          cause: reason?.cause.rawValue,
          property: reason.flatMap { reason in number.map { reason.property(of: moment.table.places[$0].layer) } }))
      list(pass, index, moment, shown)
    }
    spaces = plan.spaces.map { space in
      Space(
        layers: space.layers, pieces: space.pieces.count,
        cuts: space.pieces.reduce(0) { $0 + plan.spacePieces[$1].cuts.count })
    }
    find(reasons, moment)
  }

  private mutating func list(
    _ pass: RenderPass, _ index: Int, _ moment: PlannedMoment, _ shown: PassPlaces
  ) {
    func add(_ kind: String, _ bounds: PixelRect, _ node: Int32, _ text: @autoclosure () -> String) {
      guard operations.count < Self.mostOperations else {
        operationsLeft += 1
        return
      }
      operations.append(
        Operation(
          pass: index, kind: kind, bounds: bounds.numbers, shown: shown.shown(bounds, in: index),
          layer: moment.number(of: node), text: text()))
    }
    switch pass.content {
    case .draws(let draws):
      for draw in draws { add(draw.kind, draw.pixelBounds, draw.node, moment.plan.describe(draw, nil)) }
    case .filters(let steps):
      for case .blur(let blur) in steps {
        add("blur", blur.pixelBounds, blur.node, "\(blur.step), of pass \(blur.source.number)")
      }
    }
  }

  /// Groups reasons by layer and cause, sorted by their number of pixels, the highest first.
  private mutating func find(_ reasons: [[OffscreenReason]], _ moment: PlannedMoment) {
    struct Key: Hashable {
      var layer: Int
      var cause: OffscreenReason.Cause
    }
    var order: [Key] = []
    var found: [Key: (reason: OffscreenReason, passes: [Int])] = [:]
    for (index, list) in reasons.enumerated() {
      for reason in list.prefix(1) {
        guard let number = moment.number(of: reason.node) else { continue }
        let key = Key(layer: number, cause: reason.cause)
        if found[key] == nil {
          order.append(key)
          found[key] = (reason, [])
        }
        found[key]?.passes.append(index)
      }
    }
    for key in order {
      guard let (reason, passes) = found[key] else { continue }
      let layer = moment.table.places[key.layer].layer
      let property = reason.property(of: layer)
      let value = LayerReport.shortValue(of: property, in: layer)
      let pixels = passes.reduce(0) { $0 + moment.plan.passes[$1].region.area }
      findings.append(
        Finding(
          layer: key.layer, title: moment.table.title(of: key.layer), path: moment.table.path(of: key.layer),
          cause: key.cause.rawValue, property: property, value: value, why: reason.explanation(value),
          avoid: reason.advice, passes: passes, pixels: pixels, region: Self.box(moment.corners(of: key.layer))))
    }
    findings.sort { ($0.pixels, $1.layer) > ($1.pixels, $0.layer) }
  }

  private static func box(_ corners: [[Double]]) -> [Int] {
    guard let first = corners.first else { return [] }
    let (left, right) = corners.reduce((first[0], first[0])) { (min($0.0, $1[0]), max($0.1, $1[0])) }
    let (top, bottom) = corners.reduce((first[1], first[1])) { (min($0.0, $1[1]), max($0.1, $1[1])) }
    let (x, y) = (Int(clamping: left.rounded(.down)), Int(clamping: top.rounded(.down)))
    return [x, y, Int(clamping: right.rounded(.up)) - x, Int(clamping: bottom.rounded(.up)) - y]
  }
}

extension PassContent {
  fileprivate var isFilters: Bool {
    switch self {
    case .draws: false
    case .filters: true
    }
  }
}

extension PassFormat {
  fileprivate var bytesPerPixel: Int {
    switch self {
    case .rgba8: 4
    case .rgba16Float: 8
    case .alpha16Float: 2
    }
  }

  fileprivate var title: String {
    switch self {
    case .rgba8: "8 bits"
    case .rgba16Float: "16-bit float"
    case .alpha16Float: "alpha, 16-bit float"
    }
  }
}

extension PixelRect {
  /// x, y, width, height.
  fileprivate var numbers: [Int] { [Int(minX), Int(minY), Int(width), Int(height)] }
}

extension DrawOperation {
  fileprivate var kind: String {
    switch self {
    case .box: "box"
    case .shadow: "shadow"
    case .composite: "composite"
    case .particles: "particles"
    case .surface: "surface"
    }
  }

  fileprivate var node: Int32 {
    switch self {
    case .box(let box): box.node
    case .shadow(let shadow): shadow.node
    case .composite(let composite): composite.node
    case .particles(let run): run.node
    case .surface(let surface): surface.node
    }
  }
}
#endif
