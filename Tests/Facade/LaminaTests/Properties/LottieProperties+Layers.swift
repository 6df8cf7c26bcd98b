// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

// Layers, their masks and their transforms.

extension LottieProperties {
  static let layerObjects: [PropertyObject] =
    visualLayers + [nullLayer, mask, transform] + [
      reported("camera-layer", "13", ["ks": "{}", "pe": #"{"k":500}"#]),
      reported("audio-layer", "6", ["au": #"{"lv":{"k":[1,1]}}"#, "refId": quoted("pic")]),
      reported("audio-settings", "6", [:], inner: ["lv": #"{"k":[1,1]}"#]),
      reported("data-layer", "15", ["refId": quoted("pic")]), unknownLayer,
    ]

  // MARK: Where layers stand

  private static let matte = shapes(rectangle(65, 40, 50, 90) + "," + orange, #""ind":20,"td":1,"#)
  private static let otherMatte = shapes(rectangle(25, 40, 60, 90) + "," + orange, #""ind":21,"td":1,"#)
  private static let neighbour =
    #"{"ty":1,"ddd":1,"sc":"bbbb44","sw":26,"sh":50,"ip":0,"op":60,"ks":{"p":{"k":[22,20,0]}}}"#
  private static let child =
    #"{"ty":1,"parent":7,"sc":"eeeeee","sw":9,"sh":9,"ip":0,"op":60,"ks":{"p":{"k":[12,40]}}}"#
  private static let parent = #"{"ty":3,"ind":5,"ip":0,"op":60,"ks":{"p":{"k":[11,7]}}}"#

  /// A layer between two mattes and a neighbour, with a child that names the parent 7.
  private static func around(_ layer: String) -> String {
    file(
      [otherMatte, matte, layer, neighbour, child, parent].joined(separator: ","),
      assets: #"{"id":"pic","w":34,"h":30,"p":"\#(picture(220))"},{"id":"other","w":34,"h":30,"p":"\#(picture(20))"},"#
        + #"{"id":"comp","layers":[\#(inner(0.9))]},{"id":"comp2","layers":[\#(inner(0.2))]}"#,
      more: #""fonts":{"list":[{"fName":"F","fFamily":"Fam","fStyle":"Regular"}]},"chars":[\#(letter)],"#)
  }

  private static func inner(_ red: Double) -> String {
    #"{"ty":4,"ip":0,"op":90,"ks":{"p":{"k":[{"t":0,"s":[0,0]},{"t":50,"s":[14,8]}]}},"shapes":[\#(rectangle(16, 14, 24, 22)),{"ty":"fl","c":{"k":[\#(red),0.5,0.2]},"o":{"k":100}}]}"#
  }

  private static let letter =
    #"{"ch":"A","fFamily":"Fam","style":"Regular","w":60,"data":{"shapes":[{"ty":"gr","it":[{"ty":"sh","ks":{"k":\#(bezier([(0, 0), (25, -70), (50, 0)]))}}]}]}}"#

  private static let moving =
    #"{"p":{"a":1,"k":[{"t":0,"s":[30,24,0]},{"t":59,"s":[50,40,0]}]},"o":{"k":90}}"#
  private static let behind = #"{"p":{"k":[30,24,50]}}"#
  private static let halfMask =
    #"[{"mode":"a","o":{"k":100},"pt":{"k":\#(bezier([(0, -40), (14, -40), (14, 40), (0, 40)]))}}]"#
  private static let fillEffect =
    #"[{"ty":21,"en":1,"ef":[{"v":{"k":0}},{"v":{"k":0}},{"v":{"k":[0,0,1]}},{"v":{"k":0}},{"v":{"k":0}},{"v":{"k":0}},{"v":{"k":1}}]}]"#
  private static let shadowStyle = #"[{"ty":1,"d":{"k":9},"s":{"k":3}}]"#

  // MARK: Layers

  /// The properties of all layers that draw something.
  private static var common: [PropertyCase] {
    names("nm", "mn", "cl", "ln", "tg") + [
      PropertyCase(property: "hd", value: "true"), PropertyCase(property: "ty", value: "3"),
      PropertyCase(property: "ind", value: "7"), PropertyCase(property: "parent", value: "5"),
      PropertyCase(property: "ip", value: "20"), PropertyCase(property: "op", value: "20"),
      PropertyCase(property: "ks", value: #"{"p":{"k":[60,50]}}"#), PropertyCase(property: "ao", value: "1"),
      PropertyCase(property: "ddd", value: "1", given: ["ks": behind]),
      PropertyCase(property: "tt", value: "1"), PropertyCase(property: "tt=2", value: "2"),
      PropertyCase(property: "tt=3", value: "3"), PropertyCase(property: "tt=4", value: "4"),
      PropertyCase(property: "tt=5", value: "5"), PropertyCase(property: "tp", value: "21", given: ["tt": "1"]),
      PropertyCase(property: "td", value: "1"), PropertyCase(property: "masksProperties", value: halfMask),
      PropertyCase(property: "hasMask", value: "false", given: ["masksProperties": halfMask]),
      PropertyCase(property: "ef", value: fillEffect), PropertyCase(property: "sy", value: shadowStyle),
      PropertyCase(property: "mb", value: "true"), PropertyCase(property: "cp", value: "1"),
      PropertyCase(property: "ct", value: "1"), PropertyCase(property: "bm=17", value: "17"),
    ] + (1...16).map { PropertyCase(property: $0 == 1 ? "bm" : "bm=\($0)", value: "\($0)") }
  }

  private static func still(_ key: String, _ value: String) -> PropertyCase {
    PropertyCase(property: key, value: value)
  }

  private static func layer(_ name: String, _ base: [String: String], _ own: [PropertyCase]) -> PropertyObject {
    PropertyObject(
      name: name, base: ["ip": "0", "op": "60", "ks": moving].merging(base) { $1 }, cases: common + own,
      document: { around(tried($0)) })
  }

  private static var visualLayers: [PropertyObject] {
    let square = "[\(rectangle(17, 15, 34, 30)),\(orange)]"
    let text = #"{"d":{"k":[{"t":0,"s":{"t":"A","f":"F","s":%,"fc":[0.9,0.5,0.2]}}]}}"#
    return [
      layer(
        "shape-layer", ["ty": "4", "shapes": square],
        [
          still("shapes", "[\(rectangle(17, 15, 20, 20)),\(orange)]"), still("st", "10"), still("sr", "2"),
        ]),
      layer(
        "solid-layer", ["ty": "1", "sc": quoted("#e68033"), "sw": "34", "sh": "30"],
        [
          still("sc", quoted("#20c060")), still("sw", "20"), still("sh", "12"), still("st", "10"), still("sr", "2"),
          still("sc=wrong", quoted("reddish")),
        ]),
      layer(
        "image-layer", ["ty": "2", "refId": quoted("pic")],
        [
          still("refId", quoted("other")), still("refId=missing", quoted("none")), still("st", "10"), still("sr", "2"),
          still("tm", #"{"k":0.5}"#),
        ]),
      layer(
        "precomposition-layer", ["ty": "0", "refId": quoted("comp"), "w": "34", "h": "30"],
        [
          still("refId", quoted("comp2")), still("refId=missing", quoted("none")), still("w", "20"), still("h", "12"),
          still("st", "20"), still("sr", "3"), still("tm", #"{"k":1.2}"#), still("sr=0", "0"),
        ]),
      layer(
        "text-layer", ["ty": "5", "t": text.replacing("%", with: "40"), "ks": moving.replacing("24", with: "50")],
        [still("t", text.replacing("%", with: "20")), still("st", "10"), still("sr", "2")]),
    ]
  }

  private static let nullLayer = PropertyObject(
    name: "null-layer", base: ["ty": "3", "ip": "0", "op": "60", "ind": "7", "ks": moving],
    cases: names("nm", "mn", "cl", "ln", "tg") + [
      PropertyCase(property: "ty", value: "1", given: ["sc": quoted("ff0000"), "sw": "20", "sh": "20"]),
      PropertyCase(property: "ind", value: "8", reports: true), PropertyCase(property: "parent", value: "5"),
      PropertyCase(property: "ks", value: #"{"p":{"k":[5,5]}}"#), PropertyCase(property: "ao", value: "1"),
      PropertyCase(property: "hd", value: "true"), PropertyCase(property: "ip", value: "20"),
      PropertyCase(property: "op", value: "20"), PropertyCase(property: "ddd", value: "1"),
      PropertyCase(property: "tt", value: "1"), PropertyCase(property: "tp", value: "21", given: ["tt": "1"]),
      PropertyCase(property: "td", value: "1"), PropertyCase(property: "masksProperties", value: halfMask),
      PropertyCase(property: "hasMask", value: "false", given: ["masksProperties": halfMask]),
      PropertyCase(property: "ef", value: fillEffect), PropertyCase(property: "sy", value: shadowStyle),
      PropertyCase(property: "mb", value: "true"), PropertyCase(property: "cp", value: "1"),
      PropertyCase(property: "ct", value: "1"), PropertyCase(property: "bm", value: "1"),
      PropertyCase(property: "st", value: "10"), PropertyCase(property: "sr", value: "2"),
    ], document: { around(tried($0)) })

  /// A layer that is reported as a whole.
  private static func reported(
    _ name: String, _ type: String, _ values: [String: String], inner: [String: String] = [:]
  ) -> PropertyObject {
    guard inner.isEmpty else {
      return PropertyObject(
        name: name, base: [:], cases: whole(inner),
        document: { around(#"\#n{"ty":\#(type),"ip":0,"op":60,"au":\#(json($0))}\#n"#) })
    }
    let common = [
      "nm": quoted("x"), "mn": quoted("x"), "hd": "true", "ind": "9", "parent": "5", "ip": "20", "op": "20", "ddd": "1",
      "sr": "2", "st": "10",
    ]
    return PropertyObject(
      name: name, base: ["ty": "3", "ip": "0", "op": "60"],
      cases: [PropertyCase(property: "ty", value: type)]
        + whole(values.merging(common) { $1 }, given: ["ty": type]),
      document: { around(tried($0)) })
  }

  private static let unknownLayer = PropertyObject(
    name: "unknown-layer", base: ["ty": "3", "ip": "0", "op": "60", "ks": "{}"],
    cases: ["7", "8", "10", "99"].map { PropertyCase(property: "ty=\($0)", value: $0) } + [
      PropertyCase(property: "ty=9", value: "9"),
      PropertyCase(property: "refId", value: quoted("pic"), given: ["ty": "9"]),
    ], document: { around(tried($0)) })

  // MARK: Masks and transforms

  private static let mask = PropertyObject(
    name: "mask",
    base: ["o": #"{"k":50}"#, "pt": #"{"k":\#(bezier([(40, 10), (90, 10), (90, 70), (40, 70)]))}"#],
    cases: names("nm", "mn") + [
      PropertyCase(property: "mode", value: quoted("s")), PropertyCase(property: "mode=n", value: quoted("n")),
      PropertyCase(property: "mode=a", value: quoted("a")), PropertyCase(property: "mode=i", value: quoted("i")),
      PropertyCase(property: "mode=l", value: quoted("l")), PropertyCase(property: "mode=d", value: quoted("d")),
      PropertyCase(property: "mode=f", value: quoted("f")), PropertyCase(property: "mode=z", value: quoted("z")),
      PropertyCase(property: "o", value: #"{"k":80}"#),
      PropertyCase(property: "pt", value: #"{"k":\#(triangle)}"#), PropertyCase(property: "inv", value: "true"),
      PropertyCase(property: "x", value: #"{"k":6}"#), PropertyCase(property: "f", value: #"{"k":[9,9]}"#),
      PropertyCase(property: "f=uneven", value: #"{"k":[9,2]}"#),
    ],
    document: {
      let first = #"{"mode":"a","o":{"k":60},"pt":{"k":\#(bezier([(10, 5), (60, 5), (60, 75), (10, 75)]))}}"#
      return file(
        #"{"ty":1,"sc":"ee8833","sw":100,"sh":80,"ip":0,"op":60,"ks":{},"masksProperties":[\#(first),\#(tried($0))]}"#)
    })

  static let transformCases: [PropertyCase] = [
    PropertyCase(property: "a", value: #"{"k":[10,5,0]}"#), PropertyCase(property: "p", value: #"{"k":[30,20,0]}"#),
    PropertyCase(property: "s", value: #"{"k":[60,140,100]}"#), PropertyCase(property: "r", value: #"{"k":30}"#),
    PropertyCase(property: "o", value: #"{"k":40}"#), PropertyCase(property: "sk", value: #"{"k":25}"#),
    PropertyCase(property: "sa", value: #"{"k":40}"#, given: ["sk": #"{"k":25}"#]),
    PropertyCase(property: "rx", value: #"{"k":50}"#), PropertyCase(property: "ry", value: #"{"k":50}"#),
    PropertyCase(property: "rz", value: #"{"k":30}"#), PropertyCase(property: "or", value: #"{"k":[40,0,20]}"#),
  ]

  private static let transform = PropertyObject(
    name: "transform", base: [:], cases: transformCases + names("nm", "mn"),
    document: {
      file(
        #"{"ty":4,"ip":0,"op":60,"ks":\#(tried($0)),"shapes":[\#(rectangle(40, 30, 30, 20)),\#(orange)]}"#)
    })
}
