// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import Foundation
import Lamina

/// The objects of Lottie files, each in a small file that shows what its properties do.
enum LottieProperties {
  static let objects =
    documentObjects + layerObjects + shapeObjects + styleObjects + modifierObjects + propertyObjects + keyframeObjects
    + effectObjects + textObjects

  // MARK: Pieces of files

  /// An object by its properties.
  static func json(_ properties: [String: String]) -> String {
    "{" + properties.sorted { $0.key < $1.key }.map { "\"\($0.key)\":\($0.value)" }.joined(separator: ",") + "}"
  }

  /// The object that is tried, on a line of its own.
  static func tried(_ properties: [String: String]) -> String { "\n" + json(properties) + "\n" }

  /// A solid behind all else, so that a picture is never blank.
  static let ground = #"{"ty":1,"sc":"335577","sw":100,"sh":80,"ip":0,"op":60,"ks":{}}"#

  /// A file of 100 x 80 points and 60 frames, 30 a second.
  static func file(_ layers: String, assets: String = "", more: String = "") -> String {
    #"{"fr":30,"ip":0,"op":60,"w":100,"h":80,\#(more)"assets":[\#(assets)],"layers":[\#(layers),\#(ground)]}"#
  }

  static func shapes(_ items: String, _ more: String = "") -> String {
    #"{"ty":4,"ip":0,"op":60,\#(more)"ks":{},"shapes":[\#(items)]}"#
  }

  static func rectangle(_ x: Double, _ y: Double, _ width: Double, _ height: Double) -> String {
    #"{"ty":"rc","p":{"k":[\#(x),\#(y)]},"s":{"k":[\#(width),\#(height)]},"r":{"k":0}}"#
  }

  static func bezier(_ points: [(Double, Double)], closed: Bool = true) -> String {
    let vertices = points.map { "[\($0.0),\($0.1)]" }.joined(separator: ",")
    let none = points.map { _ in "[0,0]" }.joined(separator: ",")
    return #"{"c":\#(closed),"v":[\#(vertices)],"i":[\#(none)],"o":[\#(none)]}"#
  }

  static let orange = #"{"ty":"fl","c":{"k":[0.9,0.5,0.2]},"o":{"k":100}}"#
  static let stroke = #"{"ty":"st","c":{"k":[0.1,0.9,0.3]},"o":{"k":100},"w":{"k":4},"lc":1,"lj":1,"ml":10}"#
  static let triangle = bezier([(20, 60), (50, 15), (75, 65)])

  /// A picture of 4 x 4 pixels as an address, with a share of red.
  static func picture(_ red: UInt8) -> String {
    let image = CGImage(width: 4, height: 4) { x, y in SIMD4(red, UInt8(x * 60), UInt8(y * 60), 255) }
    let data = image.flatMap { try? Data(PNGEncoder().encode($0)) } ?? Data()
    return "data:image/png;base64," + data.base64EncodedString()
  }

  static func quoted(_ text: String) -> String { "\"\(text)\"" }

  /// Names and marks of editors.
  static func names(_ keys: String...) -> [PropertyCase] {
    keys.map { PropertyCase(property: $0, value: $0 == "ix" || $0 == "cix" || $0 == "np" ? "3" : quoted("x-\($0)")) }
  }

  /// Properties of what is reported as a whole.
  static func whole(_ values: [String: String], given: [String: String] = [:]) -> [PropertyCase] {
    values.sorted { $0.key < $1.key }.map { PropertyCase(property: $0.key, value: $0.value, given: given) }
  }

  // MARK: The document

  static let documentObjects: [PropertyObject] = [
    animation, precomposition, image, sound, dataSource, marker, slot, metadata, userMetadata, motionBlur,
  ]

  private static let animation: PropertyObject = {
    let letter =
      #"{"ch":"A","fFamily":"Fam","style":"Regular","w":60,"data":{"shapes":[{"ty":"gr","it":[{"ty":"sh","ks":{"k":%}}]}]}}"#
    let chars = letter.replacing("%", with: bezier([(0, 0), (25, -70), (50, 0)]))
    let font = #"{"list":[{"fName":"F","fFamily":"Fam","fStyle":"Regular","ascent":70}]}"#
    let text =
      #"{"ty":5,"ip":0,"ks":{"p":{"k":[5,30]}},"t":{"d":{"k":[{"t":0,"s":{"t":"A","f":"F","s":20,"fc":[1,1,1]}}]}}}"#
    let mover =
      #"{"ty":4,"ip":0,"ks":{"p":{"k":[{"t":0,"s":[0,0]},{"t":60,"s":[30,20]}]}},"shapes":[\#(rectangle(30, 30, 20, 20)),{"ty":"fl","c":{"sid":"hue","k":[0.9,0.5,0.2]},"o":{"k":100}}]}"#
    let inner = #"{"ty":0,"refId":"c","w":100,"h":80,"ip":0,"ks":{}}"#
    func assets(_ x: Double) -> String {
      #"[{"id":"c","layers":[\#(shapes(rectangle(x, 60, 20, 20) + "," + orange))]}]"#
    }
    return PropertyObject(
      name: "animation",
      base: [
        "fr": "30", "ip": "0", "op": "60", "w": "100", "h": "80", "layers": "[\(text),\(mover),\(inner),\(ground)]",
        "assets": assets(70), "fonts": font, "chars": "[\(chars)]",
      ],
      cases: names("nm", "mn", "v", "ver") + [
        PropertyCase(property: "fr", value: "15"), PropertyCase(property: "ip", value: "10"),
        PropertyCase(property: "op", value: "20"), PropertyCase(property: "w", value: "60"),
        PropertyCase(property: "h", value: "50"),
        PropertyCase(property: "layers", value: "[\(mover),\(ground)]", reports: true),
        PropertyCase(property: "assets", value: assets(40)),
        PropertyCase(property: "slots", value: #"{"hue":{"p":{"k":[0,1,0]}}}"#),
        PropertyCase(property: "fonts", value: font.replacing(#""Fam""#, with: #""Other""#), reports: true),
        PropertyCase(
          property: "chars", value: "[" + letter.replacing("%", with: bezier([(0, 0), (40, -70), (50, 0)])) + "]"),
        PropertyCase(property: "markers", value: #"[{"cm":"a","tm":10,"dr":5}]"#),
        PropertyCase(property: "ddd", value: "1"), PropertyCase(property: "meta", value: #"{"g":"x"}"#),
        PropertyCase(property: "metadata", value: #"{"filename":"x"}"#), PropertyCase(property: "comps", value: "[]"),
        PropertyCase(property: "mb", value: #"{"sa":180,"sp":-90,"spf":16,"asl":128}"#),
      ], document: tried, progress: [0.75])
  }()

  private static let precomposition = PropertyObject(
    name: "precomposition-asset",
    base: ["id": quoted("c"), "layers": "[\(shapes(rectangle(50, 40, 30, 30) + "," + orange))]"],
    cases: names("nm", "mn") + [
      PropertyCase(property: "id", value: quoted("d"), reports: true),
      PropertyCase(property: "layers", value: "[\(shapes(rectangle(30, 40, 30, 30) + "," + orange))]"),
      PropertyCase(property: "fr", value: "10"), PropertyCase(property: "xt", value: "1"),
    ], document: { file(#"{"ty":0,"refId":"c","w":100,"h":80,"ip":0,"op":60,"ks":{}}"#, assets: tried($0)) })

  private static let image = PropertyObject(
    name: "image-asset",
    base: ["id": quoted("p"), "w": "40", "h": "30", "p": quoted("one.png")],
    cases: names("nm", "mn") + [
      PropertyCase(property: "id", value: quoted("q"), reports: true), PropertyCase(property: "w", value: "20"),
      PropertyCase(property: "h", value: "10"), PropertyCase(property: "p", value: quoted("two.png")),
      PropertyCase(property: "p=data", value: quoted(picture(10))),
      PropertyCase(property: "u", value: quoted("inner/")),
      PropertyCase(property: "u=data", value: quoted("inner/"), given: ["p": quoted(picture(10))]),
      PropertyCase(property: "e", value: "1"), PropertyCase(property: "t", value: quoted("seq")),
      PropertyCase(property: "sid", value: quoted("other")),
    ],
    document: {
      file(
        #"{"ty":2,"refId":"p","ip":0,"op":60,"ks":{"p":{"k":[10,10]}}}"#, assets: tried($0),
        more: #""slots":{"other":{"p":{"w":40,"h":30,"p":"two.png"}}},"#)
    })

  private static let sound = source("sound-asset", [:])
  private static let dataSource: PropertyObject = {
    var object = source("data-source", ["t": "3"])
    object.cases.append(PropertyCase(property: "t", value: "3", given: ["t": ""]))
    return object
  }()

  /// An asset that no layer draws.
  private static func source(_ name: String, _ base: [String: String]) -> PropertyObject {
    PropertyObject(
      name: name, base: ["id": quoted("s"), "p": quoted("a.bin")].merging(base) { $1 },
      cases: names("nm", "mn") + [
        PropertyCase(property: "id", value: quoted("r")), PropertyCase(property: "p", value: quoted("b.bin")),
        PropertyCase(property: "u", value: quoted("files/")), PropertyCase(property: "e", value: "1"),
      ], document: { file(shapes(rectangle(50, 40, 30, 30) + "," + orange), assets: tried($0)) })
  }

  private static let marker = PropertyObject(
    name: "marker", base: ["tm": "10"],
    cases: [
      PropertyCase(property: "cm", value: quoted("there")), PropertyCase(property: "tm", value: "20"),
      PropertyCase(property: "dr", value: "5"),
    ],
    document: {
      file(shapes(rectangle(50, 40, 30, 30) + "," + orange), more: "\"markers\":[\(tried($0))],")
    })

  private static let slot = PropertyObject(
    name: "slot", base: ["p": #"{"k":[0.9,0.5,0.2]}"#],
    cases: [
      PropertyCase(property: "p", value: #"{"k":[0,1,0]}"#),
      PropertyCase(property: "p=moving", value: #"{"a":1,"k":[{"t":0,"s":[1,0,0]},{"t":30,"s":[0,1,0]}]}"#),
      PropertyCase(property: "p=other-type", value: #"{"k":4}"#),
    ],
    document: {
      file(
        shapes(rectangle(50, 40, 30, 30) + #",{"ty":"fl","c":{"sid":"a","k":[1,1,1]},"o":{"k":100}}"#),
        more: "\"slots\":{\"a\":\(tried($0))},")
    })

  private static func plain(_ name: String, _ key: String, _ values: [String: String]) -> PropertyObject {
    PropertyObject(
      name: name, base: [:], cases: whole(values),
      document: { file(shapes(rectangle(50, 40, 30, 30) + "," + orange), more: "\"\(key)\":\(tried($0)),") })
  }

  private static let metadata = plain(
    "metadata", "meta",
    ["a": quoted("x"), "d": quoted("x"), "tc": quoted("#ff0000"), "g": quoted("x"), "k": quoted("x")])
  private static let userMetadata = plain(
    "user-metadata", "metadata", ["filename": quoted("x"), "customProps": #"{"a":1}"#])
  private static let motionBlur = plain("motion-blur", "mb", ["sa": "180", "sp": "-90", "spf": "16", "asl": "128"])
}
