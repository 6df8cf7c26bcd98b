// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

// Modifiers of paths, and effects and styles of layers.

extension LottieProperties {
  static let modifierObjects: [PropertyObject] =
    [trim, roundedCorners, merge, repeater, repeaterTransform] + [
      reported("pucker-bloat", "pb", ["a": #"{"k":50}"#]),
      reported("twist", "tw", ["a": #"{"k":50}"#, "c": #"{"k":[50,40]}"#]),
      reported("zig-zag", "zz", ["r": #"{"k":5}"#, "s": #"{"k":5}"#, "pt": #"{"k":1}"#]),
      reported("offset-path", "op", ["a": #"{"k":5}"#, "lj": "1", "ml": #"{"k":4}"#]),
      reported("unknown-shape", "qq", [:]),
    ]
  static let effectObjects: [PropertyObject] =
    [
      effect, effectValue, blurEffect, fillEffect, tintEffect, tritoneEffect, shadowEffect, shadowStyle,
    ] + otherStyles

  // MARK: Modifiers

  /// Two overlapping paths, what changes them, a stroke and a fill.
  private static func modified(_ modifier: String) -> String {
    file(
      shapes(
        rectangle(40, 30, 40, 30) + "," + rectangle(60, 45, 36, 34) + "," + modifier + "," + stroke + "," + orange))
  }

  private static func modifier(_ name: String, _ base: [String: String], _ cases: [PropertyCase]) -> PropertyObject {
    PropertyObject(
      name: name, base: base,
      cases: itemCases() + [
        PropertyCase(property: "ty", value: quoted("xx"), reports: true), PropertyCase(property: "bm", value: "1"),
      ] + cases, document: { modified(tried($0)) })
  }

  private static let trim = modifier(
    "trim-path", ["ty": quoted("tm"), "s": #"{"k":10}"#, "e": #"{"k":60}"#, "o": #"{"k":0}"#],
    [
      PropertyCase(property: "s", value: #"{"k":30}"#), PropertyCase(property: "e", value: #"{"k":80}"#),
      PropertyCase(property: "o", value: #"{"k":90}"#), PropertyCase(property: "m", value: "2"),
      PropertyCase(property: "m=3", value: "3"),
    ])

  private static let roundedCorners = modifier(
    "rounded-corners", ["ty": quoted("rd"), "r": #"{"k":5}"#],
    [PropertyCase(property: "r", value: #"{"k":11}"#)])

  private static let merge = modifier(
    "merge", ["ty": quoted("mm"), "mm": "5"],
    ["1", "2", "3", "4"].map { PropertyCase(property: $0 == "1" ? "mm" : "mm=\($0)", value: $0) } + [
      PropertyCase(property: "mm=6", value: "6", given: ["mm": ""])
    ])

  private static let copies = #"{"p":{"k":[12,6]}}"#

  private static let repeater = modifier(
    "repeater", ["ty": quoted("rp"), "c": #"{"k":3}"#, "o": #"{"k":0}"#, "tr": copies],
    [
      PropertyCase(property: "c", value: #"{"k":2}"#), PropertyCase(property: "o", value: #"{"k":1}"#),
      PropertyCase(property: "m", value: "2"), PropertyCase(property: "m=3", value: "3"),
      PropertyCase(property: "tr", value: #"{"p":{"k":[2,16]}}"#),
    ]
  ).stroked()

  private static let repeaterTransform = PropertyObject(
    name: "repeater-transform", base: ["p": #"{"k":[14,7]}"#, "r": #"{"k":10}"#, "s": #"{"k":[90,90]}"#],
    cases: names("nm", "mn") + [
      PropertyCase(property: "a", value: #"{"k":[20,10]}"#), PropertyCase(property: "p", value: #"{"k":[4,17]}"#),
      PropertyCase(property: "s", value: #"{"k":[70,90]}"#), PropertyCase(property: "r", value: #"{"k":25}"#),
      PropertyCase(property: "so", value: #"{"k":30}"#), PropertyCase(property: "eo", value: #"{"k":30}"#),
      PropertyCase(property: "o", value: #"{"k":30}"#), PropertyCase(property: "sk", value: #"{"k":30}"#),
      PropertyCase(property: "sa", value: #"{"k":30}"#), PropertyCase(property: "rx", value: #"{"k":30}"#),
      PropertyCase(property: "ry", value: #"{"k":30}"#), PropertyCase(property: "or", value: #"{"k":[30,0,0]}"#),
      PropertyCase(property: "rz", value: #"{"k":30}"#, given: ["r": ""]),
    ],
    document: {
      file(
        shapes(
          rectangle(30, 25, 24, 18) + "," + stroke + "," + orange
            + #",{"ty":"rp","c":{"k":3},"o":{"k":0},"tr":\#(tried($0))}"#))
    })

  /// A modifier that is reported as a whole.
  private static func reported(_ name: String, _ type: String, _ values: [String: String]) -> PropertyObject {
    let given = ["ty": quoted(type), "r": ""]
    return PropertyObject(
      name: name, base: ["ty": quoted("rd"), "r": #"{"k":0}"#],
      cases: [PropertyCase(property: "ty", value: quoted(type))]
        + whole(
          values.merging([
            "nm": quoted("x"), "mn": quoted("x"), "bm": "1", "ix": "2", "cl": quoted("x"), "ln": quoted("x"),
          ]) { one, _ in one },
          given: given)
        + [PropertyCase(property: "hd", value: "true", given: given)],
      document: { modified(tried($0)) })
  }

  // MARK: Effects

  private static func values(_ numbers: String...) -> String {
    "[" + numbers.map { #"{"v":{"k":\#($0)}}"# }.joined(separator: ",") + "]"
  }

  private static let dark =
    #"{"ty":"gr","it":[\#(rectangle(50, 40, 20, 10)),{"ty":"fl","c":{"k":[0.1,0.1,0.3]},"o":{"k":100}}]}"#

  /// A layer with what is done to its picture.
  private static func treated(_ key: String, _ object: String) -> String {
    file(
      #"{"ty":4,"ip":0,"op":60,"ks":{},"\#(key)":[\#(object)],"shapes":[\#(dark),\#(rectangle(50, 40, 40, 30)),\#(stroke),\#(orange)]}"#
    )
  }

  private static func effectObject(_ name: String, _ type: String, _ base: String, _ cases: [(String, String)])
    -> PropertyObject
  {
    PropertyObject(
      name: name, base: ["ty": type, "ef": base],
      cases: cases.map { PropertyCase(property: "ef=\($0.0)", value: $0.1) },
      document: { treated("ef", tried($0)) })
  }

  private static let green = values("0", "0", "[0,1,0]", "0", "0", "0", "1")

  private static let effect = PropertyObject(
    name: "effect", base: ["ty": "5", "ef": green],
    cases: [
      PropertyCase(property: "ty=20", value: "20", given: ["ef": values("[0,0,0.5]", "[1,1,0]", "100")]),
      PropertyCase(property: "ty=21", value: "21"),
      PropertyCase(property: "ty=23", value: "23", given: ["ef": values("[1,1,0]", "[0,0.5,0.5]", "[0,0,0]", "0")]),
      PropertyCase(property: "ty=25", value: "25", given: ["ef": values("[0,0,0]", "200", "135", "8", "4", "0")]),
      PropertyCase(property: "ty=29", value: "29", given: ["ef": values("20", "1", "0")]),
      PropertyCase(property: "ty=0", value: "0"), PropertyCase(property: "ef", value: values("1")),
      PropertyCase(property: "en", value: "0", given: ["ty": "21"]),
    ]
      + ["22", "24", "26", "27", "28", "30", "31", "32", "33", "34", "35"].map {
        PropertyCase(property: "ty=\($0)", value: $0)
      }
      + names("nm", "mn", "np", "ix").map { row in
        var row = row
        row.given = ["ty": "21"]
        return row
      }, document: { treated("ef", tried($0)) })

  private static let effectValue = PropertyObject(
    name: "effect-value", base: ["v": #"{"k":[0,1,0]}"#],
    cases: names("nm", "mn", "ix") + [
      PropertyCase(property: "v", value: #"{"k":[0,0,1]}"#), PropertyCase(property: "ty", value: "2"),
    ],
    document: {
      treated("ef", #"{"ty":21,"ef":[{"v":{"k":0}},{"v":{"k":0}},\#(tried($0)),{},{},{},{"v":{"k":1}}]}"#)
    })

  private static let blurEffect = effectObject(
    "gaussian-blur-effect", "29", values("20", "1", "0"),
    [
      ("blurriness", values("40", "1", "0")), ("dimensions", values("20", "2", "0")),
      ("edges", values("20", "1", "1")),
    ])

  private static let fillEffect = effectObject(
    "fill-effect", "21", green,
    [
      ("mask", values("1", "0", "[0,1,0]", "0", "0", "0", "1")),
      ("all", values("0", "1", "[0,1,0]", "0", "0", "0", "1")),
      ("color", values("0", "0", "[0,0,1]", "0", "0", "0", "1")),
      ("invert", values("0", "0", "[0,1,0]", "1", "0", "0", "1")),
      ("feather-x", values("0", "0", "[0,1,0]", "0", "9", "0", "1")),
      ("feather-y", values("0", "0", "[0,1,0]", "0", "0", "9", "1")),
      ("opacity", values("0", "0", "[0,1,0]", "0", "0", "0", "0.5")),
    ])

  private static let tintEffect = effectObject(
    "tint-effect", "20", values("[0,0,0.5]", "[1,1,0]", "100"),
    [
      ("black", values("[0.5,0,0]", "[1,1,0]", "100")), ("white", values("[0,0,0.5]", "[0,1,1]", "100")),
      ("amount", values("[0,0,0.5]", "[1,1,0]", "40")),
    ])

  private static let tritoneEffect = effectObject(
    "tritone-effect", "23", values("[1,1,0]", "[0,0.5,0.5]", "[0,0,0]", "0"),
    [
      ("bright", values("[1,0,1]", "[0,0.5,0.5]", "[0,0,0]", "0")),
      ("middle", values("[1,1,0]", "[0.5,0,0.5]", "[0,0,0]", "0")),
      ("dark", values("[1,1,0]", "[0,0.5,0.5]", "[0.4,0,0]", "0")),
      ("original", values("[1,1,0]", "[0,0.5,0.5]", "[0,0,0]", "50")),
    ])

  private static let shadowEffect = effectObject(
    "drop-shadow-effect", "25", values("[0,0,0]", "200", "135", "8", "4", "0"),
    [
      ("color", values("[1,0,0]", "200", "135", "8", "4", "0")),
      ("opacity", values("[0,0,0]", "90", "135", "8", "4", "0")),
      ("direction", values("[0,0,0]", "200", "30", "8", "4", "0")),
      ("distance", values("[0,0,0]", "200", "135", "15", "4", "0")),
      ("softness", values("[0,0,0]", "200", "135", "8", "30", "0")),
      ("alone", values("[0,0,0]", "200", "135", "8", "4", "1")),
    ])

  // MARK: Layer styles

  private static let shadowStyle = PropertyObject(
    name: "drop-shadow-style", base: ["ty": "1", "c": #"{"k":[0.5,0,0]}"#, "d": #"{"k":9}"#],
    cases: names("nm", "mn") + [
      PropertyCase(property: "ty", value: "2", reports: true), PropertyCase(property: "c", value: #"{"k":[0,0.6,0]}"#),
      PropertyCase(property: "o", value: #"{"k":30}"#), PropertyCase(property: "a", value: #"{"k":20}"#),
      PropertyCase(property: "s", value: #"{"k":20}"#), PropertyCase(property: "d", value: #"{"k":15}"#),
      PropertyCase(property: "ch", value: #"{"k":20}"#), PropertyCase(property: "no", value: #"{"k":20}"#),
      PropertyCase(property: "lc", value: #"{"k":0}"#), PropertyCase(property: "bm", value: #"{"k":5}"#),
      PropertyCase(property: "bm=normal", value: #"{"k":1}"#),
      PropertyCase(property: "bm=black", value: #"{"k":5}"#, given: ["c": #"{"k":[0,0,0]}"#]),
    ], document: { treated("sy", tried($0)) })

  /// A style that is reported as a whole.
  private static func style(_ name: String, _ type: String, _ keys: [String]) -> PropertyObject {
    PropertyObject(
      name: name, base: ["ty": "1"],
      cases: [PropertyCase(property: "ty", value: type)]
        + (keys + ["nm", "mn"]).map { key in
          let value = ["nm", "mn"].contains(key) ? quoted("x") : #"{"k":1}"#
          return PropertyCase(property: key, value: value, given: ["ty": type])
        }, document: { treated("sy", tried($0)) })
  }

  private static let otherStyles = [
    style("stroke-style", "0", ["s", "c"]),
    style("inner-shadow-style", "2", ["c", "o", "a", "s", "d", "ch", "bm", "no"]),
    style("outer-glow-style", "3", ["c", "o", "r", "ch", "bm", "no", "j"]),
    style("inner-glow-style", "4", ["c", "o", "r", "sr", "ch", "bm", "no", "j"]),
    style(
      "bevel-emboss-style", "5",
      ["bs", "bt", "sr", "s", "sf", "ga", "a", "ll", "hm", "hc", "ho", "sm", "sc", "so"]),
    style("satin-style", "6", ["bm", "c", "o", "a", "d", "s", "in"]),
    style("color-overlay-style", "7", ["bm", "c", "so"]),
    style("gradient-overlay-style", "8", ["bm", "o", "gf", "gs", "a", "gt", "re", "al", "s", "of"]),
  ]
}

extension PropertyObject {
  /// The same object behind a fill and a stroke, so that it repeats these.
  fileprivate func stroked() -> PropertyObject {
    var result = self
    result.document = {
      LottieProperties.file(
        LottieProperties.shapes(
          LottieProperties.rectangle(30, 25, 24, 18) + "," + LottieProperties.stroke + "," + LottieProperties.orange
            + ","
            + LottieProperties.tried($0)))
    }
    return result
  }
}
