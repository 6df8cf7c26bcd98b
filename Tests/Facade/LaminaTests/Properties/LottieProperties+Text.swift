// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

// Texts, in letters whose outlines stand in the file.

extension LottieProperties {
  static let textObjects: [PropertyObject] = [
    textData, animatedDocument, documentKeyframe, textDocument, font, fontList, character, characterShapes,
    characterComposition, alignment, followPath, range, selector, style,
  ]

  private static func letter(_ character: String, _ tip: Double, width: Double, family: String = "Fam") -> String {
    #"{"ch":"\#(character)","fFamily":"\#(family)","style":"Regular","w":\#(width),"data":{"shapes":[\#(outline(tip, width))]}}"#
  }

  private static func outline(_ tip: Double, _ width: Double) -> String {
    #"{"ty":"gr","it":[{"ty":"sh","ks":{"k":\#(bezier([(0, 0), (tip, -70), (width - 10, 0)]))}}]}"#
  }

  private static let space = #"{"ch":" ","fFamily":"Fam","style":"Regular","w":30,"data":{}}"#
  private static let letters = [
    letter("A", 25, width: 60), letter("a", 5, width: 40), letter("B", 40, width: 70), space,
    letter("A", 45, width: 90, family: "Other"), letter("a", 35, width: 50, family: "Other"),
    letter("B", 10, width: 60, family: "Other"), space.replacing(#""Fam""#, with: #""Other""#),
  ].joined(separator: ",")
  private static let list =
    #"{"fName":"F","fFamily":"Fam","fStyle":"Regular","ascent":70},{"fName":"G","fFamily":"Other","fStyle":"Regular"}"#
  private static let plain = #"{"t":"Aa B","f":"F","s":24,"fc":[0.9,0.5,0.2]}"#
  private static let otherPlain = #"{"t":"B","f":"F","s":24,"fc":[0.9,0.5,0.2]}"#

  private static func written(
    _ data: String, fonts: String = list, characters: String = letters, more: String = ""
  ) -> String {
    file(
      #"{"ty":5,"ip":0,"op":60,"ks":{"p":{"k":[10,40]}},"t":\#(data)}"#,
      more: #"\#(more)"fonts":{"list":[\#(fonts)]},"chars":[\#(characters)],"#)
  }

  private static func data(_ document: String, _ more: String = "") -> String {
    #"{\#(more)"d":{"k":[{"t":0,"s":\#(document)}]}}"#
  }

  private static let animator = #"{"s":{"t":0,"s":{"k":0},"e":{"k":50}},"a":{"p":{"k":[0,10]}}}"#

  // MARK: Texts

  private static let textData = PropertyObject(
    name: "text-data", base: ["d": #"{"k":[{"t":0,"s":\#(plain)}]}"#],
    cases: [
      PropertyCase(property: "d", value: #"{"k":[{"t":0,"s":\#(otherPlain)}]}"#),
      PropertyCase(property: "a", value: "[\(animator)]"),
      PropertyCase(property: "m", value: #"{"g":1,"a":{"k":[0,0]}}"#),
      PropertyCase(property: "p", value: #"{"m":0}"#), PropertyCase(property: "p=none", value: "{}"),
    ], document: { written(tried($0)) })

  private static let animatedDocument = PropertyObject(
    name: "animated-text-document", base: ["k": #"[{"t":0,"s":\#(plain)}]"#],
    cases: [
      PropertyCase(property: "k", value: #"[{"t":0,"s":\#(plain)},{"t":10,"s":\#(otherPlain)}]"#),
      PropertyCase(property: "x", value: quoted("'B'")), PropertyCase(property: "sid", value: quoted("own")),
      PropertyCase(property: "a", value: "1"),
    ],
    document: {
      written(#"{"d":\#(tried($0))}"#, more: #""slots":{"own":{"p":{"k":[{"t":0,"s":\#(otherPlain)}]}}},"#)
    })

  private static let documentKeyframe = PropertyObject(
    name: "text-document-keyframe", base: ["t": "30", "s": otherPlain],
    cases: [PropertyCase(property: "t", value: "10"), PropertyCase(property: "s", value: plain)],
    document: { written(#"{"d":{"k":[{"t":0,"s":{"t":"A","f":"F","s":24,"fc":[1,1,1]}},\#(tried($0))]}}"#) })

  private static let box = ["sz": "[70,60]", "ps": "[0,-30]", "t": quoted("Aa B Aa B Aa")]

  private static let textDocument = PropertyObject(
    name: "text-document",
    base: ["t": quoted("Aa B"), "f": quoted("F"), "s": "24", "fc": "[0.9,0.5,0.2]"],
    cases: [
      PropertyCase(property: "t", value: quoted("B a")), PropertyCase(property: "f", value: quoted("G")),
      PropertyCase(property: "s", value: "30"), PropertyCase(property: "fc", value: "[0,1,0]"),
      PropertyCase(property: "sc", value: "[0,0,1]", given: ["sw": "2"]),
      PropertyCase(property: "sw", value: "2", given: ["sc": "[0,0,1]"]),
      PropertyCase(property: "of", value: "true", given: ["sc": "[0,0,1]", "sw": "3"]),
      PropertyCase(property: "lh", value: "16", given: ["t": quoted(#"A\rB"#)]),
      PropertyCase(property: "sz", value: "[40,60]"),
      PropertyCase(property: "ps", value: "[20,-10]", given: ["sz": "[40,60]"]),
      PropertyCase(property: "j", value: "1"), PropertyCase(property: "j=2", value: "2"),
      PropertyCase(property: "j=0", value: "0"),
      PropertyCase(property: "ca", value: "1"), PropertyCase(property: "ca=2", value: "2"),
      PropertyCase(property: "ca=0", value: "0"), PropertyCase(property: "tr", value: "300"),
      PropertyCase(property: "ls", value: "10"),
    ] + ["3", "4", "5", "6"].map { PropertyCase(property: "j=\($0)", value: $0, given: box) },
    document: { written(data(tried($0))) })

  private static let font = PropertyObject(
    name: "font", base: ["fName": quoted("F"), "fFamily": quoted("Fam"), "fStyle": quoted("Regular")],
    cases: [
      PropertyCase(property: "fName", value: quoted("H"), reports: true),
      PropertyCase(property: "fFamily", value: quoted("Other")),
      PropertyCase(property: "fStyle", value: quoted("Bold")), PropertyCase(property: "ascent", value: "40"),
      PropertyCase(property: "fPath", value: quoted("https://example.org/f.ttf")),
      PropertyCase(property: "fWeight", value: quoted("700")), PropertyCase(property: "fClass", value: quoted("c")),
      PropertyCase(property: "origin", value: "3"),
    ],
    document: {
      let bold = #"{"ch":"A","fFamily":"Fam","style":"Bold","w":90,"data":{"shapes":[\#(outline(60, 90))]}}"#
      return written(
        data(#"{"t":"A","f":"F","s":24,"fc":[1,1,1],"sz":[70,60],"ps":[0,-30]}"#), fonts: tried($0),
        characters: letters + "," + bold)
    })

  private static let fontList = PropertyObject(
    name: "font-list", base: ["list": "[\(list)]"],
    cases: [PropertyCase(property: "list", value: "[\(list.replacing(#""Fam""#, with: #""Other""#))]")],
    document: {
      file(
        #"{"ty":5,"ip":0,"op":60,"ks":{"p":{"k":[10,40]}},"t":\#(data(plain))}"#,
        more: #""fonts":\#(tried($0)),"chars":[\#(letters)],"#)
    })

  // MARK: Outlines of letters

  private static let character = PropertyObject(
    name: "character-data",
    base: [
      "ch": quoted("B"), "fFamily": quoted("Fam"), "style": quoted("Regular"), "w": "70",
      "data": #"{"shapes":[\#(outline(40, 70))]}"#,
    ],
    cases: [
      PropertyCase(property: "ch", value: quoted("C"), reports: true),
      PropertyCase(property: "fFamily", value: quoted("None"), reports: true),
      PropertyCase(property: "style", value: quoted("Bold"), reports: true), PropertyCase(property: "w", value: "110"),
      PropertyCase(property: "size", value: "12"),
      PropertyCase(property: "data", value: #"{"shapes":[\#(outline(0, 30))]}"#),
    ],
    document: {
      let others = [letter("A", 25, width: 60), letter("a", 5, width: 40), space].joined(separator: ",")
      return written(data(#"{"t":"ABa","f":"F","s":24,"fc":[1,1,1]}"#), characters: others + "," + tried($0))
    })

  private static func outlined(_ outline: String) -> String {
    let tried = #"{"ch":"A","fFamily":"Fam","style":"Regular","w":70,"data":\#(outline)}"#
    return written(
      data(#"{"t":"AB","f":"F","s":24,"fc":[1,1,1]}"#), characters: letter("B", 40, width: 70) + "," + tried)
  }

  private static let characterShapes = PropertyObject(
    name: "character-shapes", base: ["shapes": "[\(outline(40, 70))]"],
    cases: [PropertyCase(property: "shapes", value: "[\(outline(10, 50))]")], document: { outlined(tried($0)) })

  private static let characterComposition = PropertyObject(
    name: "character-composition", base: [:],
    cases: [PropertyCase(property: "refId", value: quoted("c"))]
      + whole(["ks": "{}", "ip": "0", "op": "60", "sr": "1", "st": "0"], given: ["refId": quoted("c")]),
    document: { outlined(tried($0)) })

  // MARK: What texts are set by

  private static let alignment = PropertyObject(
    name: "text-alignment", base: [:],
    cases: whole(["a": #"{"k":[0,50]}"#, "g": "2"]), document: { written(data(plain, #""m":\#(tried($0)),"#)) })

  private static let followPath = PropertyObject(
    name: "text-path", base: [:],
    cases: [PropertyCase(property: "m", value: "0")]
      + whole(
        ["f": #"{"k":5}"#, "l": #"{"k":5}"#, "r": #"{"k":1}"#, "a": #"{"k":1}"#, "p": #"{"k":1}"#], given: ["m": "0"]),
    document: { written(data(plain, #""p":\#(tried($0)),"#)) })

  private static let range = PropertyObject(
    name: "text-range", base: [:],
    cases: whole(["nm": quoted("x"), "s": #"{"t":0}"#, "a": #"{"p":{"k":[0,10]}}"#]),
    document: { written(data(plain, #""a":[\#(tried($0))],"#)) })

  private static func inRange(_ key: String) -> @Sendable ([String: String]) -> String {
    { written(data(plain, "\"a\":[\n{\"\(key)\":\(json($0))}\n],")) }
  }

  private static let selector = PropertyObject(
    name: "text-range-selector", base: [:],
    cases: whole(
      Dictionary(
        uniqueKeysWithValues: ["t", "b", "rn", "sh", "r"].map { ($0, "1") }
          + ["xe", "ne", "a", "o", "sm", "s", "e"].map { ($0, #"{"k":50}"#) })),
    document: inRange("s"))

  private static let style = PropertyObject(
    name: "text-style", base: [:],
    cases: whole(
      Dictionary(
        uniqueKeysWithValues: [
          "sw", "sh", "ss", "sb", "so", "fh", "fs", "fb", "fo", "t", "bl", "ls", "r", "o", "sk", "sa", "rx", "ry", "rz",
        ].map { ($0, #"{"k":5}"#) } + ["sc", "fc", "a", "p", "s", "or"].map { ($0, #"{"k":[1,1,1]}"#) })),
    document: inRange("a"))
}
