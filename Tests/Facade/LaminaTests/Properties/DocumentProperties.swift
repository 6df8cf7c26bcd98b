// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import Foundation
import Lamina

/// The objects of Core Animation documents, each in a small document that shows what its properties do.
enum DocumentProperties {
  static let objects = [outermost, layer, transformLayer] + classObjects + animationObjects + stateObjects

  // MARK: Pieces of documents

  /// An object: properties are attributes, or child elements where they begin as such.
  static func element(_ name: String, _ properties: [String: String]) -> String {
    let sorted = properties.sorted { $0.key < $1.key }
    let attributes = sorted.filter { !$0.value.hasPrefix("<") }.map { " \($0.key)=\"\($0.value)\"" }
    let children = sorted.map(\.value).filter { $0.hasPrefix("<") }
    return "<\(name)\(attributes.joined())>\(children.joined())</\(name)>"
  }

  /// A document of 100 x 80 points with the object that is tried on a line of its own.
  static func document(_ object: String, before: String = "", after: String = "", root: String = "") -> String {
    "<caml><CALayer bounds=\"0 0 100 80\" backgroundColor=\"0.2 0.35 0.5\" sublayerTransform=\"perspective(300)\" \(root)>"
      + "<sublayers>\(before)\n\(object)\n\(after)</sublayers></CALayer></caml>"
  }

  static func tried(_ name: String) -> @Sendable ([String: String]) -> String {
    { document(element(name, $0)) }
  }

  /// A picture of noise as an address.
  static func picture(_ width: Int, _ height: Int, red: UInt8 = 230) -> String {
    let image = CGImage(width: width, height: height) { x, y in
      SIMD4(red, UInt8((x * 97 + y * 31) % 256), UInt8((x * 13 + y * 151) % 256), 255)
    }
    let data = image.flatMap { try? Data(PNGEncoder().encode($0)) } ?? Data()
    return "data:image/png;base64," + data.base64EncodedString()
  }

  static func contents(_ width: Int, _ height: Int, red: UInt8 = 230) -> String {
    "<contents type=\"CGImage\" src=\"\(picture(width, height, red: red))\"/>"
  }

  static func row(
    _ property: String, _ value: String, _ given: [String: String] = [:], reports: Bool = false
  ) -> PropertyCase {
    PropertyCase(property: property, value: value, given: given, reports: reports)
  }

  /// Values that name nothing.
  static func marks(_ names: String...) -> [PropertyCase] { names.map { row($0, "1") } }

  // MARK: The outermost element

  private static let outermost = PropertyObject(
    name: "caml", base: [:],
    cases: [
      row("xmlns", "http://www.apple.com/CoreAnimation/1.0"), row("xmlns:x", "y"), row("lamina_reference", "context"),
      row("lamina_reference=wrong", "paper"), row("lamina_timeline", "0 60 30"), row("unknown", "1"),
    ],
    document: {
      let attributes = $0.sorted { $0.key < $1.key }.map { " \($0.key)=\"\($0.value)\"" }.joined()
      return "\n<caml\(attributes)><CAGradientLayer bounds=\"0 0 100 80\"><colors><CGColor value=\"0 0 1\"/>"
        + "<CGColor value=\"1 1 0\"/></colors></CAGradientLayer></caml>"
    })

  // MARK: Layers

  private static let turned = "rotate(25deg)"
  private static let children =
    "<sublayers><CALayer bounds=\"0 0 60 10\" position=\"30 24\" backgroundColor=\"0 0.4 0.9\" opacity=\"0.8\"/></sublayers>"
  private static let fading =
    "<animations><a type=\"CABasicAnimation\" keyPath=\"position.x\" beginTime=\"1e-100\" duration=\"1.5\" fillMode=\"both\">"
    + "<fromValue type=\"real\" value=\"30\"/><toValue type=\"real\" value=\"60\"/></a></animations>"

  private static let base = [
    "bounds": "0 0 40 30", "position": "45 38", "backgroundColor": "0.9 0.5 0.2", "contents": contents(4, 4),
    "sublayers": children, "animations": fading,
  ]

  private static let layer = PropertyObject(
    name: "CALayer", base: base, cases: layerCases + componentCases, document: tried("CALayer"))

  private static let transformLayer = PropertyObject(
    name: "CATransformLayer",
    base: base.filter { $0.key != "contents" && $0.key != "backgroundColor" },
    cases: (layerCases + componentCases).map { row in
      var row = row
      // Nothing of its own shows, so that nothing else does than what is tried.
      row.given = row.given.filter { $0.key != "contents" }
      return row
    }, document: tried("CATransformLayer"))

  private static let geometryCases = [
    row("bounds", "0 0 50 20"), row("frame", "10 10 50 30"), row("position", "55 30"), row("anchorPoint", "0 0.2"),
    row("anchorPointZ", "40", ["transform": "rotate(30deg, 0, 1, 0)"]), row("zPosition", "60"),
    row("transform", "rotate(30deg)"), row("sublayerTransform", "rotate(20deg)"), row("geometryFlipped", "1"),
    row("doubleSided", "0", ["transform": "rotate(180deg, 0, 1, 0)"]), row("isGeometryFlipped", "1"),
    row("isDoubleSided", "0", ["transform": "rotate(180deg, 0, 1, 0)"]),
  ]

  private static let appearanceCases = [
    row("name", "n"), row("hidden", "1"), row("isHidden", "1"), row("opacity", "0.5"),
    row("allowsGroupOpacity", "0", ["opacity": "0.5"]), row("backgroundColor", "0.1 0.9 0.2", ["contents": ""]),
    row("borderColor", "1 0 0", ["borderWidth": "3"]), row("borderWidth", "3"),
    row("cornerRadius", "10", ["contents": ""]),
    row("cornerCurve", "continuous", ["cornerRadius": "12", "contents": ""]),
    row("continuousCorners", "1", ["cornerRadius": "12", "contents": ""]),
    row("maskedCorners", "3", ["cornerRadius": "12", "contents": ""]), row("masksToBounds", "1"), row("opaque", "1"),
    row("isOpaque", "1"), row("allowsEdgeAntialiasing", "0", ["transform": turned]),
    row("edgeAntialiasingMask", "3", ["transform": turned, "allowsEdgeAntialiasing": "1"]),
    row("shadowColor", "1 0 0", ["shadowOpacity": "0.8"]), row("shadowOpacity", "0.8"),
    row("shadowOffset", "9 -9", ["shadowOpacity": "0.8"]), row("shadowRadius", "8", ["shadowOpacity": "0.8"]),
    row("shadowPath", "0 0 m 60 0 l 20 50 l h", ["shadowOpacity": "0.8"]),
  ]

  private static let contentsCases = [
    row("contents", contents(4, 4, red: 10)), row("contentsGravity", "center", ["contents": contents(20, 10)]),
    row("contentsRect", "0 0 0.5 0.5"), row("contentsCenter", "0.25 0.25 0.5 0.5", ["contents": contents(12, 12)]),
    row("contentsScale", "2", ["contents": contents(20, 10), "contentsGravity": "center"]),
    row("magnificationFilter", "nearest"),
    row("minificationFilter", "nearest", ["contents": contents(160, 120)]),
    row("minificationFilterBias", "2", ["contents": contents(160, 120), "minificationFilter": "trilinear"]),
    row("contentsFormat", "RGBA8"), row("contentsHeadroom", "2"), row("contentsMultiplyColor", "1 0 0"),
  ]

  private static let effectCases = [
    row("shouldRasterize", "1", ["transform": turned]),
    row("rasterizationScale", "0.3", ["transform": turned, "shouldRasterize": "1"]),
    row("wantsExtendedDynamicRangeContent", "1"), row("toneMapMode", "never"), row("preferredDynamicRange", "high"),
    row("compositingFilter", "multiplyBlendMode"),
    row("compositingFilter=element", "<compositingFilter type=\"CAFilter\" filter=\"multiplyBlendMode\"/>"),
    row("compositingFilter=off", "<compositingFilter type=\"CAFilter\" filter=\"multiplyBlendMode\" enabled=\"0\"/>"),
    row("compositingFilter=unknown", "mixWell"),
    row("filters", "<filters><CAFilter filter=\"colorInvert\"/></filters>"),
    row(
      "backgroundFilters", "<backgroundFilters><CAFilter filter=\"colorInvert\"/></backgroundFilters>",
      ["opacity": "0.5"]),
    row("needsDisplayOnBoundsChange", "1"), row("drawsAsynchronously", "1"),
    row("mask", "<mask type=\"CALayer\" bounds=\"0 0 20 30\" position=\"10 15\" backgroundColor=\"0 0 0\"/>"),
    row(
      "sublayers", "<sublayers><CALayer bounds=\"0 0 9 9\" position=\"20 10\" backgroundColor=\"1 1 1\"/></sublayers>"),
    row("emitterBehaviors", "<emitterBehaviors><CAEmitterBehavior behavior=\"attractor\"/></emitterBehaviors>"),
    row("effect", "<effect type=\"CASDFGlassDisplacementEffect\" height=\"40\"/>"),
  ]

  private static let timingCases = [
    row("beginTime", "0.4"), row("duration", "0.4"), row("speed", "2"), row("timeOffset", "0.5"),
    row("repeatCount", "2", ["duration": "0.4"]), row("repeatDuration", "0.9", ["duration": "0.4"]),
    row("autoreverses", "1", ["duration": "0.4", "repeatCount": "9"]),
    row("fillMode", "both", ["duration": "0.4"]),
    row(
      "animations",
      "<animations><b type=\"CABasicAnimation\" keyPath=\"opacity\" duration=\"2\"><fromValue type=\"real\" value=\"0\"/></b></animations>"
    ),
    row("states", "<states><LKState name=\"a\"><elements/></LKState></states>"),
    row(
      "stateTransitions",
      "<stateTransitions><LKStateTransition fromState=\"*\" toState=\"*\"><elements/></LKStateTransition></stateTransitions>"
    ),
    row("style", "<style><own type=\"real\" value=\"1\"/></style>"),
    row("style=opacity", "<style><opacity type=\"real\" value=\"0.2\"/></style>"),
    row(
      "style=wallpaperParallaxGroups",
      "<style><wallpaperParallaxGroups type=\"NSArray\"><NSDictionary><keyPath type=\"string\" value=\"position.x\"/></NSDictionary></wallpaperParallaxGroups></style>"
    ),
  ]

  private static var layerCases: [PropertyCase] {
    geometryCases + appearanceCases + contentsCases + effectCases + timingCases
      + marks(
        "locked", "description", "debugDescription", "hash", "delegate", "animationType", "nuggetId", "modules",
        "scriptComponents", "scriptObject", "allowsHitTesting", "autoresizingMask", "CUI_autoreversingDuration",
        "mica_autorecalculatesDuration", "caplayId", "classIfAvailable", "allowsGroupBlending")
      + [
        row("id", "#3"), row("allowsGroupBlending=0", "0"), row("tracking", "1"), row("leading", "1"),
        row("verticalAlignmentMode", "1"), row("resizingMode", "1"), row("unknown", "1"), row("actions", "1"),
        row("layoutManager", "1"), row("constraints", "1"), row("superlayer", "1"),
        row("unknown=element", "<unknown value=\"1\"/>"),
        row("unknown=attribute", "<opacity type=\"real\" value=\"1\" unit=\"part\"/>"),
      ]
  }

  /// A value for a component, by the last part of its name.
  private static func value(of path: String) -> String {
    if path.hasPrefix("contents") { return path.hasSuffix("origin") || path.hasSuffix("size") ? "0.25 0.25" : "0.25" }
    if path.hasPrefix("anchorPoint") { return "0.2" }
    if path.contains(".rotation") { return "0.4" }
    if path.contains(".scale") || path.contains(".shear") { return "0.6" }
    if path.hasSuffix(".translation") || path.hasSuffix("origin") { return "9 7" }
    if path.hasSuffix("size") { return "50 20" }
    return "21"
  }

  private static let componentCases: [PropertyCase] = LayerKeyTable.of(.layer).componentPaths.map(\.path).sorted().map {
    path in
    var given: [String: String] = [:]
    // The animation moves along x.
    if path.hasSuffix(".x") || path.hasPrefix("frame") { given["animations"] = "" }
    if path.hasPrefix("frame") { given["position"] = "" }
    if path.hasPrefix("shadowOffset") { given["shadowOpacity"] = "0.8" }
    if path.hasPrefix("contentsCenter") {
      given["contents"] = contents(12, 12)
      given["contentsCenter"] = "0.4 0.4 0.2 0.2"
    }
    return PropertyCase(property: path, value: value(of: path), given: given)
  }
}
