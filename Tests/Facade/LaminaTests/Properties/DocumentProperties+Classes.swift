// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

// The properties that classes of layers add, the cells of emitters, and filters.

import Lamina

extension DocumentProperties {
  static let classObjects: [PropertyObject] =
    [shape, gradient, text, replicator, emitter, cell, scroll, tiled, backdrop] + filters + [otherFilter, compositing]

  private static func layer(_ name: String, _ base: [String: String], _ cases: [PropertyCase]) -> PropertyObject {
    PropertyObject(
      name: name, base: ["bounds": "0 0 60 50", "position": "50 40"].merging(base) { $1 }, cases: cases,
      document: tried(name))
  }

  // MARK: Layers

  private static let shape = layer(
    "CAShapeLayer",
    [
      "path": "5 5 m 30 45 l 36 5 l 55 40 l 20 20 l", "fillColor": "0.9 0.5 0.2", "strokeColor": "1 1 1",
      "lineWidth": "4",
    ],
    [
      row("path", "5 5 m 30 45 l 40 30 l h"), row("fillColor", "0 0.8 0"),
      row("fillRule", "even-odd", ["path": "0 0 m 40 0 l 40 40 l 0 40 l h 10 10 m 30 10 l 30 30 l 10 30 l h"]),
      row("strokeColor", "0 0.8 0"), row("strokeStart", "0.3"), row("strokeEnd", "0.6"), row("lineWidth", "8"),
      row("miterLimit", "1"), row("lineCap", "round"), row("lineCap=unknown", "flat"), row("lineJoin", "round"),
      row(
        "lineDashPhase", "5",
        ["lineDashPattern": "<lineDashPattern><integer value=\"9\"/><integer value=\"6\"/></lineDashPattern>"]),
      row("lineDashPattern", "<lineDashPattern><integer value=\"9\"/><integer value=\"6\"/></lineDashPattern>"),
      row("lamina_exactEdges", "1", ["transform": "rotate(31deg)"]),
    ])

  private static let colors =
    "<colors><CGColor value=\"1 0 0\"/><CGColor value=\"0 1 0\"/><CGColor value=\"0 0 1\"/></colors>"

  private static let gradient = layer(
    "CAGradientLayer", ["colors": colors],
    [
      row("colors", "<colors><CGColor value=\"1 1 0\"/><CGColor value=\"0 1 1\" opacity=\"0.4\"/></colors>"),
      row("locations", "<locations><real value=\"0.1\"/><real value=\"0.3\"/><real value=\"0.9\"/></locations>"),
      row("startPoint", "0.1 0.2"), row("endPoint", "0.9 0.8"), row("type", "<type value=\"radial\"/>"),
      row("type=attribute", "conic"), row("type=unknown", "spiral"), row("lamina_mixing", "generic-rgb"),
      row("startPoint.x", "0.1"), row("startPoint.y", "0.2"), row("endPoint.x", "0.9"), row("endPoint.y", "0.8"),
    ])

  private static let text = layer(
    "CATextLayer",
    [
      "string": "<string type=\"string\" value=\"Hello large world\"/>", "fontSize": "15",
      "font": "<font type=\"string\" value=\"Helvetica\"/>",
    ],
    [
      row("string", "<string type=\"string\" value=\"Other\"/>"), row("string=attribute", "Other"),
      row("font", "<font type=\"string\" value=\"Courier\"/>", reports: true), row("fontSize", "10"),
      row("foregroundColor", "1 0 0"), row("wrapped", "1"), row("truncationMode", "end"),
      row("alignmentMode", "right", ["string": "<string type=\"string\" value=\"Hi\"/>"]),
      row("allowsFontSubpixelQuantization", "1"), row("tracking", "2"), row("leading", "2"),
      row("verticalAlignmentMode", "center"), row("resizingMode", "1"),
    ])

  private static let replicator = layer(
    "CAReplicatorLayer",
    [
      "instanceCount": "3", "instanceTransform": "translate(14, 9, 0)", "instanceColor": "0.9 0.9 0.9",
      "sublayers":
        "<sublayers><CALayer bounds=\"0 0 16 12\" position=\"10 10\" backgroundColor=\"0.8 0.7 0.6\"><animations><a type=\"CABasicAnimation\" keyPath=\"opacity\" duration=\"2\"><fromValue type=\"real\" value=\"0\"/></a></animations></CALayer></sublayers>",
    ],
    [
      row("instanceCount", "2"), row("instanceDelay", "0.3"), row("instanceTransform", "rotate(20deg)"),
      row("instanceColor", "1 0 0"), row("instanceRedOffset", "-0.3"), row("instanceGreenOffset", "-0.3"),
      row("instanceBlueOffset", "-0.3"), row("instanceAlphaOffset", "-0.3"),
      row("preservesDepth", "1", ["instanceTransform": "translate(14, 9, 40)"]),
    ]
      + LayerKeyTable.of(.replicator).componentPaths.map(\.path).filter { $0.hasPrefix("instanceTransform") }.sorted()
      .map { path in
        let value = path.hasSuffix(".translation") ? "9 7" : path.contains(".translation") ? "9" : "0.7"
        return PropertyCase(property: path, value: value, given: ["instanceTransform": ""])
      })

  private static func cellElement(_ properties: [String: String]) -> String { element("CAEmitterCell", properties) }

  private static let cellBase = [
    "birthRate": "30", "lifetime": "1", "velocity": "25", "emissionRange": "6.28", "scale": "1.5", "name": "c",
    "contents": contents(6, 6), "color": "0.9 0.8 0.7",
  ]

  private static let emitter: PropertyObject = {
    var object = layer(
      "CAEmitterLayer",
      [
        "emitterPosition": "30 25", "emitterSize": "20 16",
        "emitterCells": "<emitterCells>\(cellElement(cellBase))</emitterCells>",
      ],
      [
        row("birthRate", "2"), row("lifetime", "0.5"), row("emitterPosition", "40 10"),
        row("emitterZPosition", "40", ["emitterShape": "sphere", "preservesDepth": "1"]),
        row("emitterSize", "40 5", ["emitterShape": "rectangle"]),
        row("emitterDepth", "50", ["emitterShape": "cuboid", "preservesDepth": "1"]), row("emitterShape", "circle"),
        row("emitterMode", "outline", ["emitterShape": "circle"]), row("renderMode", "additive"),
        row("renderMode=oldestLast", "oldestLast"),
        row("preservesDepth", "1", ["emitterShape": "sphere", "emitterZPosition": "40"]),
        row("velocity", "2"), row("scale", "2"),
        row(
          "spin", "3",
          ["emitterCells": "<emitterCells>\(cellElement(cellBase.merging(["spin": "1"]) { $1 }))</emitterCells>"]),
        row("spinBias", "2", ["spin": "3"]), row("seed", "7"),
        row("emitterCells", "<emitterCells>\(cellElement(cellBase.merging(["velocity": "60"]) { $1 }))</emitterCells>"),
        row("emitterPosition.x", "40"), row("emitterPosition.y", "10"),
        row("emitterSize.width", "40", ["emitterShape": "rectangle"]),
        row("emitterSize.height", "40", ["emitterShape": "rectangle"]),
        row("emitterBehaviors", "<emitterBehaviors><CAEmitterBehavior behavior=\"attractor\"/></emitterBehaviors>"),
      ])
    object.times = [0.5, 1.3]
    return object
  }()

  /// A picture of three frames, which particles show one after the other.
  private static let frames = [
    "contents": contents(18, 6), "contentsRect": "0 0 0.333 1", "contentsFrameCount": "3",
    "contentsFrameMode": "looping",
    "contentsFramesPerSecond": "9",
  ]

  private static let cell: PropertyObject = {
    let numbers = [
      "birthRate": "60", "lifetime": "0.4", "lifetimeRange": "0.8", "emissionLatitude": "1", "emissionLongitude": "1.5",
      "emissionRange": "0.5", "velocity": "50", "velocityRange": "30", "xAcceleration": "60", "yAcceleration": "60",
      "zAcceleration": "200", "scale": "0.7", "scaleRange": "1", "scaleSpeed": "1", "spin": "4",
      "spinRange": "4", "rotation": "0.6", "rotationRange": "2", "redRange": "0.9", "greenRange": "0.9",
      "blueRange": "0.9", "alphaRange": "0.9", "redSpeed": "-1", "greenSpeed": "-1", "blueSpeed": "-1",
      "alphaSpeed": "-1", "enabled": "0", "isEnabled": "0", "color": "1 0 0", "contentsRect": "0 0 0.5 0.5",
      "contentsScale": "2", "beginTime": "0.7", "duration": "0.5", "speed": "2", "timeOffset": "0.4",
    ]
    return PropertyObject(
      name: "CAEmitterCell", base: cellBase,
      cases: numbers.sorted { $0.key < $1.key }.map {
        row($0.key, $0.value, $0.key == "emissionLatitude" ? ["emissionRange": "0"] : [:])
      } + [
        row("name", "d"), row("mass", "2"), row("contents", contents(6, 6, red: 20)),
        row("magnificationFilter", "nearest"),
        row("minificationFilter", "nearest", ["contents": contents(60, 60), "scale": "0.2"]),
        row(
          "minificationFilterBias", "2",
          ["contents": contents(60, 60), "scale": "0.2", "minificationFilter": "trilinear"]),
        row("particleType", "plane", ["orientationLatitude": "1", "orientationLongitude": "0.5"]),
        row("orientationLatitude", "1", ["particleType": "plane"]),
        row("orientationLongitude", "1", ["particleType": "plane", "orientationLatitude": "0.7"]),
        row("orientationRange", "1", ["particleType": "plane"]), row("particleType=flat", "plane"),
        row("orientationLatitude=sprite", "1"),
        row("contentsFrameCount", "3", frames.merging(["contentsFrameCount": "2"]) { $1 }),
        row(
          "contentsFrameCount=single", "3", frames.merging(["contentsFrameMode": "", "contentsFrameCount": ""]) { $1 }),
        row("contentsFrameMode", "looping", frames.merging(["contentsFrameMode": ""]) { $1 }),
        row("contentsFramesPerSecond", "5", frames),
        row("contentsFramesPerSecond=single", "5", frames.merging(["contentsFrameMode": ""]) { $1 }),
        row("repeatCount", "3", ["duration": "0.5"]), row("repeatDuration", "1.2", ["duration": "0.5"]),
        row("autoreverses", "1", ["duration": "0.3", "repeatCount": "2"]),
        row("fillMode", "both", ["beginTime": "0.8"]),
        row("emitterCells", "<emitterCells>\(cellElement(cellBase))</emitterCells>"), row("style", "1"),
        row("unknown", "1"),
        row("contentsRect.origin", "0.5 0"), row("contentsRect.origin.x", "0.5"), row("contentsRect.origin.y", "0.5"),
        row("contentsRect.size", "0.5 0.5"), row("contentsRect.size.width", "0.5"),
        row("contentsRect.size.height", "0.5"),
      ],
      document: {
        document(
          "<CAEmitterLayer bounds=\"0 0 60 50\" position=\"50 40\" emitterPosition=\"30 25\" emitterSize=\"1 1\" preservesDepth=\"1\"><emitterCells>"
            + cellElement($0) + "</emitterCells></CAEmitterLayer>")
      }, times: [0.5, 1.3])
  }()

  private static let scroll = layer(
    "CAScrollLayer", ["backgroundColor": "0.9 0.5 0.2"], [row("scrollMode", "vertically")])

  private static let tiled = layer(
    "CATiledLayer", ["backgroundColor": "0.9 0.5 0.2"],
    [
      row("tileSize", "16 16"), row("levelsOfDetail", "3"), row("levelsOfDetailBias", "2"),
      row("tileSize.width", "16"), row("tileSize.height", "16"),
    ])

  /// Classes that are drawn as plain layers.
  private static let backdrop = PropertyObject(
    name: "other-classes", base: ["bounds": "0 0 60 50", "position": "50 40", "backgroundColor": "0.9 0.5 0.2"],
    cases: ["CABackdropLayer", "CASDFLayer", "CASDFElementLayer", "LKTextLayer"].map { row("class=\($0)", $0) },
    document: { properties in
      let name = properties["class"] ?? "CALayer"
      return document(element(name, properties.filter { $0.key != "class" }))
    })

  // MARK: Filters

  private static func filtered(_ filter: String) -> String {
    document(
      "<CALayer bounds=\"0 0 60 50\" position=\"50 40\">\(contents(6, 5))<filters>\(filter)</filters></CALayer>")
  }

  private static let filters: [PropertyObject] = FilterType.allCases.map { type in
    let values = [
      "inputRadius": "4", "inputColorMatrix": "matrix(0 1 0 0 0 1 0 0 0 0 0 0 1 0 0 0 0 0 1 0)", "inputAmount": "0.4",
      "inputAngle": "1.5", "inputColor": "1 0 0", "inputBias": "0.2",
    ]
    let own = Set(type.inputs.map(\.key))
    var object = PropertyObject(
      name: type.rawValue, base: ["filter": type.rawValue], cases: [],
      document: { filtered(element("CAFilter", $0)) })
    object.cases = FilterInput.keys.map { row($0, values[$0] ?? "1") }
    object.cases += [row("name", "f"), row("enabled", "0"), row("inputQuality", "1"), row("id", "#9")]
    // A filter that changes nothing shows nothing of its switch.
    if type == .colorMatrix { object.base["inputColorMatrix"] = "matrix(0 0 1 0 0 0 1 0 0 0 1 0 0 0 0 0 0 0 1 0)" }
    if own.contains("inputAmount") { object.base["inputAmount"] = type == .colorBrightness ? "0.2" : "0.7" }
    if type == .gaussianBlur { object.base["inputRadius"] = "9" }
    if type == .colorMonochrome { object.base["inputColor"] = "1 1 0" }
    if type == .colorHueRotate { object.base["inputAngle"] = "0.8" }
    return object
  }

  private static let otherFilter = PropertyObject(
    name: "CAFilter", base: ["filter": "colorSaturate", "inputAmount": "0.3"],
    cases: [
      row("filter", "colorContrast"), row("filter=unknown", "sepiaTone"),
      row("enabled=wrong", "perhaps"), row("inputAngle=wrong", "far", ["filter": "colorHueRotate"]),
    ], document: { filtered(element("CAFilter", $0)) })

  private static let compositing = PropertyObject(
    name: "compositingFilter", base: ["filter": "multiplyBlendMode"],
    cases: [
      row("filter", "screenBlendMode"), row("name", "n"), row("enabled", "0"), row("type", "CAFilter"),
      row("inputAmount", "1"),
    ],
    document: {
      document(
        "<CALayer bounds=\"0 0 60 50\" position=\"50 40\">\(contents(6, 5))\(element("compositingFilter", $0))</CALayer>"
      )
    })
}
