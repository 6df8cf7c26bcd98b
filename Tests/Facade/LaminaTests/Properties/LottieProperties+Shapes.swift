// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

// Paths, groups, and the fills and strokes that paint them.

extension LottieProperties {
  static let shapeObjects: [PropertyObject] = [ellipse, rectangleShape, polystar, pathShape, group, groupTransform]
  static let styleObjects: [PropertyObject] = [fill, gradientFill, lineStroke, gradientStroke, dash, noStyle]

  /// The properties of every item of a shape layer.
  static func itemCases(hidden: Bool = true) -> [PropertyCase] {
    names("nm", "mn", "cl", "ln", "ix") + (hidden ? [PropertyCase(property: "hd", value: "true")] : [])
  }

  // MARK: Paths

  /// A path that is filled, and stroked in part.
  private static func drawn(_ path: String) -> String {
    file(shapes(path + #",{"ty":"tm","s":{"k":0},"e":{"k":60},"o":{"k":0}},"# + stroke + "," + orange))
  }

  private static func pathObject(_ name: String, _ base: [String: String], _ cases: [PropertyCase]) -> PropertyObject {
    PropertyObject(
      name: name, base: base,
      cases: itemCases() + [PropertyCase(property: "d", value: "3"), PropertyCase(property: "bm", value: "1")] + cases,
      document: { drawn(tried($0)) })
  }

  private static let ellipse = pathObject(
    "ellipse", ["ty": quoted("el"), "p": #"{"k":[50,40]}"#, "s": #"{"k":[40,30]}"#],
    [
      PropertyCase(property: "ty", value: quoted("rc")), PropertyCase(property: "p", value: #"{"k":[40,50]}"#),
      PropertyCase(property: "s", value: #"{"k":[20,50]}"#),
    ])

  private static let rectangleShape = pathObject(
    "rectangle", ["ty": quoted("rc"), "p": #"{"k":[50,40]}"#, "s": #"{"k":[40,30]}"#],
    [
      PropertyCase(property: "ty", value: quoted("el")), PropertyCase(property: "p", value: #"{"k":[40,50]}"#),
      PropertyCase(property: "s", value: #"{"k":[20,50]}"#), PropertyCase(property: "r", value: #"{"k":8}"#),
    ])

  private static let polystar = pathObject(
    "polystar",
    [
      "ty": quoted("sr"), "p": #"{"k":[50,40]}"#, "or": #"{"k":30}"#, "ir": #"{"k":14}"#, "pt": #"{"k":5}"#,
      "r": #"{"k":0}"#,
    ],
    [
      PropertyCase(property: "ty", value: quoted("el"), given: ["s": #"{"k":[30,30]}"#]),
      PropertyCase(property: "p", value: #"{"k":[40,50]}"#), PropertyCase(property: "or", value: #"{"k":20}"#),
      PropertyCase(property: "os", value: #"{"k":60}"#), PropertyCase(property: "r", value: #"{"k":20}"#),
      PropertyCase(property: "pt", value: #"{"k":7}"#), PropertyCase(property: "sy", value: "2"),
      PropertyCase(property: "sy=3", value: "3"), PropertyCase(property: "ir", value: #"{"k":22}"#),
      PropertyCase(property: "is", value: #"{"k":60}"#),
    ])

  private static let pathShape = pathObject(
    "path", ["ty": quoted("sh"), "ks": #"{"k":\#(triangle)}"#],
    [
      PropertyCase(
        property: "ty", value: quoted("rc"), given: ["p": #"{"k":[50,40]}"#, "s": #"{"k":[40,30]}"#]),
      PropertyCase(property: "ks", value: #"{"k":\#(bezier([(10, 10), (60, 30), (40, 70)]))}"#),
    ])

  // MARK: Groups

  private static let place = #"{"ty":"tr","p":{"k":[10,5]}}"#

  private static let group = PropertyObject(
    name: "group",
    base: ["ty": quoted("gr"), "it": "[\(rectangle(40, 30, 30, 20)),\(orange),\(place)]"],
    cases: itemCases() + names("np", "cix") + [
      PropertyCase(property: "ty", value: quoted("xx"), reports: true),
      PropertyCase(property: "it", value: "[\(rectangle(40, 30, 10, 20)),\(orange),\(place)]"),
      PropertyCase(property: "bm", value: "1"),
    ], document: { file(shapes(tried($0))) })

  private static let groupTransform = PropertyObject(
    name: "group-transform", base: ["ty": quoted("tr")],
    cases: transformCases + itemCases(hidden: false) + [
      PropertyCase(property: "bm", value: "1"),
      PropertyCase(property: "hd", value: "true", given: ["r": #"{"k":30}"#]),
      PropertyCase(property: "ty", value: quoted("xx"), given: ["r": #"{"k":30}"#], reports: true),
    ],
    document: {
      let circle = #"{"ty":"el","p":{"k":[40,30]},"s":{"k":[30,20]}}"#
      return file(shapes(#"{"ty":"gr","it":[\#(circle),\#(orange),\#(tried($0))]}"#))
    })

  // MARK: Fills and strokes

  /// A star in one line, which crosses itself, and a narrow corner.
  private static let crossing = #"{"ty":"sh","ks":{"k":\#(bezier([(50, 4), (72, 74), (10, 28), (90, 28), (28, 74)]))}}"#

  private static func painted(_ style: String) -> String { file(shapes(crossing + "," + style)) }

  private static func style(
    _ name: String, _ base: [String: String], _ cases: [PropertyCase]
  ) -> PropertyObject {
    PropertyObject(
      name: name, base: base,
      cases: itemCases() + [
        PropertyCase(property: "o", value: #"{"k":40}"#), PropertyCase(property: "bm", value: "1"),
        PropertyCase(property: "bm=0", value: "0"),
      ] + cases, document: { painted(tried($0)) })
  }

  private static let fillCases = [
    PropertyCase(property: "r", value: "2"), PropertyCase(property: "r=1", value: "1"),
    PropertyCase(property: "r=3", value: "3"),
  ]

  private static let fill = style(
    "fill", ["ty": quoted("fl"), "c": #"{"k":[0.9,0.5,0.2]}"#],
    fillCases + [
      PropertyCase(property: "ty", value: quoted("st"), given: ["w": #"{"k":3}"#]),
      PropertyCase(property: "c", value: #"{"k":[0.1,0.5,0.2]}"#),
    ])

  private static let gradient = [
    "s": #"{"k":[20,20]}"#, "e": #"{"k":[75,50]}"#, "t": "1",
    "g": #"{"p":3,"k":{"k":[0,1,0,0,0.5,0,1,0,1,0,0,1]}}"#,
  ]

  private static let gradientCases = [
    PropertyCase(property: "s", value: #"{"k":[40,20]}"#), PropertyCase(property: "e", value: #"{"k":[60,70]}"#),
    PropertyCase(property: "t", value: "2"), PropertyCase(property: "t=3", value: "3"),
    PropertyCase(property: "t=4", value: "4"),
    PropertyCase(property: "g", value: #"{"p":2,"k":{"k":[0,1,1,0,1,0,1,1]}}"#),
    PropertyCase(property: "h", value: #"{"k":50}"#, given: ["t": "2"]),
    PropertyCase(property: "h=linear", value: #"{"k":50}"#),
    PropertyCase(property: "h=conic", value: #"{"k":50}"#, given: ["t": "3"]),
    PropertyCase(property: "a", value: #"{"k":50}"#, given: ["t": "2", "h": #"{"k":50}"#]),
    PropertyCase(property: "a=linear", value: #"{"k":50}"#),
    PropertyCase(property: "a=centred", value: #"{"k":50}"#, given: ["t": "2"]),
    PropertyCase(property: "a=conic", value: #"{"k":50}"#, given: ["t": "3"]),
  ]

  private static let gradientFill = style(
    "gradient-fill", gradient.merging(["ty": quoted("gf")]) { $1 },
    fillCases + gradientCases + [
      PropertyCase(property: "ty", value: quoted("fl"), given: ["c": #"{"k":[0.9,0.5,0.2]}"#])
    ])

  private static let strokeCases = [
    PropertyCase(property: "w", value: #"{"k":9}"#), PropertyCase(property: "lc", value: "1"),
    PropertyCase(property: "lc=3", value: "3"), PropertyCase(property: "lc=7", value: "7"),
    PropertyCase(property: "lj", value: "1"), PropertyCase(property: "lj=3", value: "3"),
    PropertyCase(property: "lj=7", value: "7"), PropertyCase(property: "ml", value: "1", given: ["lj": "1"]),
    PropertyCase(property: "ml2", value: #"{"k":1}"#, given: ["lj": "1"]),
    PropertyCase(property: "ml2=first", value: #"{"k":1}"#, given: ["lj": "1", "ml": "10"]),
    PropertyCase(
      property: "ml2=moving", value: #"{"a":1,"k":[{"t":10,"s":[1]},{"t":50,"s":[10]}]}"#, given: ["lj": "1"]),
    PropertyCase(property: "d", value: #"[{"n":"d","v":{"k":9}},{"n":"g","v":{"k":7}}]"#),
  ]

  /// An open line with a narrow corner, for caps and joins.
  private static let line =
    #"{"ty":"sh","ks":{"k":\#(bezier([(20, 70), (50, 15), (66, 70), (90, 40)], closed: false))}}"#

  private static let lineStroke: PropertyObject = {
    var object = style(
      "stroke", ["ty": quoted("st"), "c": #"{"k":[0.9,0.5,0.2]}"#, "w": #"{"k":6}"#],
      strokeCases + [
        PropertyCase(property: "ty", value: quoted("fl")), PropertyCase(property: "c", value: #"{"k":[0.1,0.5,0.2]}"#),
      ])
    object.document = { file(shapes(line + "," + tried($0))) }
    return object
  }()

  private static let gradientStroke: PropertyObject = {
    var object = style(
      "gradient-stroke", gradient.merging(["ty": quoted("gs"), "w": #"{"k":6}"#]) { $1 },
      strokeCases + gradientCases + [PropertyCase(property: "ty", value: quoted("gf"))])
    object.document = { file(shapes(line + "," + tried($0))) }
    return object
  }()

  private static let dash = PropertyObject(
    name: "stroke-dash", base: ["v": #"{"k":9}"#],
    cases: names("nm", "mn") + [
      PropertyCase(property: "n", value: quoted("o")), PropertyCase(property: "n=d", value: quoted("d")),
      PropertyCase(property: "n=g", value: quoted("g")), PropertyCase(property: "n=x", value: quoted("x")),
      PropertyCase(property: "v", value: #"{"k":14}"#),
    ],
    document: {
      let dashes = #"[\#(tried($0)),{"n":"g","v":{"k":5}},{"n":"d","v":{"k":3}}]"#
      return file(shapes(#"\#(line),{"ty":"st","c":{"k":[1,1,1]},"o":{"k":100},"w":{"k":5},"lc":1,"d":\#(dashes)}"#))
    })

  private static let noStyle = PropertyObject(
    name: "no-style", base: ["ty": quoted("rd"), "r": #"{"k":0}"#],
    cases: whole(
      [
        "o": #"{"k":40}"#, "bm": "1", "nm": quoted("x"), "mn": quoted("x"), "cl": quoted("x"), "ln": quoted("x"),
        "ix": "2",
      ], given: ["ty": quoted("no")]) + [
        PropertyCase(property: "ty", value: quoted("no")),
        PropertyCase(property: "hd", value: "true", given: ["ty": quoted("no")]),
      ], document: { painted(tried($0) + "," + orange) })
}
