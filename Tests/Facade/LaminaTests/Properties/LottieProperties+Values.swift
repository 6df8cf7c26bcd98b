// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

// Properties that may be animated, their keyframes, and the values in them.

extension LottieProperties {
  static let propertyObjects: [PropertyObject] = [
    scalar, vector, position, splitPosition, color, bezierProperty, gradientProperty, gradientStops, bezierValue,
  ]
  static let keyframeObjects: [PropertyObject] = [
    vectorKeyframe, positionKeyframe, colorKeyframe, bezierKeyframe, gradientKeyframe, inEasing, outEasing,
  ]

  // MARK: Properties

  private static func property(
    _ name: String, k: String, other: String, slot: String, moving: String,
    _ document: @escaping @Sendable (String, String) -> String
  ) -> PropertyObject {
    PropertyObject(
      name: name, base: ["k": k],
      cases: [
        PropertyCase(property: "a", value: "1"), PropertyCase(property: "k", value: other),
        PropertyCase(property: "k=keyframes", value: moving), PropertyCase(property: "sid", value: quoted("own")),
        PropertyCase(property: "sid=missing", value: quoted("none")), PropertyCase(property: "ix", value: "3"),
        PropertyCase(property: "x", value: quoted("time * 10")),
      ], document: { document(tried($0), #""slots":{"own":{"p":{"k":\#(slot)}}},"#) })
  }

  private static func type(_ name: String) -> PropertyCase { PropertyCase(property: "ty", value: quoted(name)) }

  private static func moved(_ from: String, _ to: String) -> String {
    #"[{"t":0,"s":\#(from)},{"t":50,"s":\#(to)}]"#
  }

  /// A shape layer with a property of its transform.
  private static func placed(_ key: String, _ value: String, _ more: String) -> String {
    file(
      #"{"ty":4,"ip":0,"op":60,"ks":{"\#(key)":\#(value)},"shapes":[\#(rectangle(30, 20, 30, 20)),\#(orange)]}"#,
      more: more)
  }

  private static let scalar: PropertyObject = {
    var object = property(
      "scalar-property", k: "10", other: "40", slot: "60", moving: moved("[0]", "[50]")
    ) { placed("r", $0, $1) }
    object.cases.append(type("s"))
    return object
  }()

  private static let vector: PropertyObject = {
    var object = property(
      "vector-property", k: "[100,100]", other: "[50,120]", slot: "[70,70]", moving: moved("[100,100]", "[40,90]")
    ) { placed("s", $0, $1) }
    object.cases += [type("v"), PropertyCase(property: "l", value: "2")]
    return object
  }()

  private static let position: PropertyObject = {
    var object = property(
      "position-property", k: "[10,10]", other: "[30,40]", slot: "[50,20]", moving: moved("[0,0]", "[40,20]")
    ) { placed("p", $0, $1) }
    object.cases += [type("v2"), PropertyCase(property: "l", value: "2")]
    return object
  }()

  private static let splitPosition = PropertyObject(
    name: "split-position", base: ["x": #"{"k":10}"#, "y": #"{"k":10}"#],
    cases: [
      PropertyCase(property: "s", value: "true"), PropertyCase(property: "x", value: #"{"k":40}"#),
      PropertyCase(property: "y", value: #"{"k":40}"#),
      PropertyCase(property: "x=moving", value: #"{"a":1,"k":[{"t":0,"s":[0]},{"t":50,"s":[40]}]}"#),
    ], document: { placed("p", tried($0), "") })

  private static func filled(_ style: String, _ more: String) -> String {
    file(shapes(rectangle(50, 40, 50, 40) + "," + style), more: more)
  }

  private static let color: PropertyObject = {
    var object = property(
      "color-property", k: "[0.9,0.5,0.2]", other: "[0.1,0.5,0.2]", slot: "[0,0,1]",
      moving: moved("[1,0,0]", "[0,1,0]")
    ) { filled(#"{"ty":"fl","c":\#($0),"o":{"k":100}}"#, $1) }
    object.cases.append(type("c"))
    return object
  }()

  private static let bezierProperty: PropertyObject = {
    let (one, two) = (triangle, bezier([(10, 10), (60, 30), (40, 70)]))
    var object = property(
      "bezier-property", k: one, other: two, slot: two, moving: moved("[\(one)]", "[\(two)]")
    ) { file(shapes(#"{"ty":"sh","ks":\#($0)},\#(orange)"#), more: $1) }
    object.cases.append(type("b"))
    return object
  }()

  private static let stops = "[0,1,0,0,0.5,0,1,0,1,0,0,1]"
  private static let otherStops = "[0,1,1,0,0.3,0,1,0,1,0,0,1]"

  private static func gradient(_ g: String) -> String {
    #"{"ty":"gf","o":{"k":100},"t":1,"s":{"k":[25,20]},"e":{"k":[75,60]},"g":\#(g)}"#
  }

  private static let gradientProperty = PropertyObject(
    name: "gradient-property", base: ["p": "3", "k": #"{"k":\#(stops)}"#],
    cases: [
      type("g"), PropertyCase(property: "p", value: "2"),
      PropertyCase(property: "p=more", value: "4"),
      PropertyCase(property: "k", value: #"{"k":\#(otherStops)}"#), PropertyCase(property: "sid", value: quoted("own")),
    ],
    document: { filled(gradient(tried($0)), #""slots":{"own":{"p":{"p":3,"k":{"k":\#(otherStops)}}}},"#) })

  private static let gradientStops = property(
    "gradient-stops", k: stops, other: otherStops, slot: otherStops, moving: moved(stops, otherStops)
  ) { filled(gradient(#"{"p":3,"k":\#($0)}"#), $1) }

  private static let bezierValue = PropertyObject(
    name: "bezier",
    base: ["v": "[[20,60],[50,15],[75,65]]", "i": "[[0,0],[0,0],[0,0]]", "o": "[[0,0],[0,0],[0,0]]"],
    cases: [
      PropertyCase(property: "c", value: "true"), PropertyCase(property: "i", value: "[[0,0],[-20,0],[0,-20]]"),
      PropertyCase(property: "o", value: "[[-15,-20],[20,0],[0,0]]"),
      PropertyCase(property: "v", value: "[[10,60],[50,25],[75,65]]"),
      PropertyCase(property: "i=few", value: "[[0,0]]"),
    ], document: { file(shapes(#"{"ty":"sh","ks":{"k":\#(tried($0))}},"# + stroke)) })

  // MARK: Keyframes

  /// A keyframe at the beginning and one at frame 50 that has only a time, as in old files; its value is the end value
  /// (`e`).
  private static func keyframe(
    _ name: String, s: String, other: String, e: String, _ document: @escaping @Sendable (String) -> String
  ) -> PropertyObject {
    let given = ["e": e]
    let (out, into) = (#"{"x":[0.9],"y":[0]}"#, #"{"x":[1],"y":[0.3]}"#)
    return PropertyObject(
      name: name, base: ["t": "0", "s": s],
      cases: [
        PropertyCase(property: "t", value: "20", given: given), PropertyCase(property: "s", value: other, given: given),
        PropertyCase(property: "e", value: e), PropertyCase(property: "h", value: "1", given: given),
        PropertyCase(property: "i", value: into, given: ["e": e, "o": out]),
        PropertyCase(property: "o", value: out, given: ["e": e, "i": into]),
      ], document: { document(#"{"a":1,"k":[\#(tried($0)),{"t":50}]}"#) })
  }

  private static let vectorKeyframe = keyframe("vector-keyframe", s: "[100,100]", other: "[60,60]", e: "[30,140]") {
    placed("s", $0, "")
  }

  private static let positionKeyframe: PropertyObject = {
    var object = keyframe("position-keyframe", s: "[0,0]", other: "[20,0]", e: "[40,20]") { placed("p", $0, "") }
    object.cases += [
      PropertyCase(property: "to", value: "[0,30]", given: ["e": "[40,20]", "ti": "[0,0]"]),
      PropertyCase(property: "ti", value: "[0,-30]", given: ["e": "[40,20]", "to": "[0,0]"]),
    ]
    return object
  }()

  private static let colorKeyframe = keyframe("color-keyframe", s: "[1,0,0]", other: "[1,1,0]", e: "[0,0,1]") {
    filled(#"{"ty":"fl","c":\#($0),"o":{"k":100}}"#, "")
  }

  private static let bezierKeyframe = keyframe(
    "bezier-keyframe", s: "[\(triangle)]", other: "[\(bezier([(10, 30), (50, 15), (75, 65)]))]",
    e: "[\(bezier([(20, 60), (70, 25), (75, 75)]))]"
  ) { file(shapes(#"{"ty":"sh","ks":\#($0)},\#(orange)"#)) }

  private static let gradientKeyframe = keyframe(
    "gradient-keyframe", s: stops, other: "[0,1,0,1,0.5,0,1,0,1,0,0,1]", e: otherStops
  ) { filled(gradient(#"{"p":3,"k":\#($0)}"#), "") }

  private static func easing(_ name: String, _ document: @escaping @Sendable (String) -> String) -> PropertyObject {
    PropertyObject(
      name: name, base: ["x": "0.4", "y": "0.2"],
      cases: [
        PropertyCase(property: "x", value: "0.9"), PropertyCase(property: "y", value: "0.9"),
        PropertyCase(property: "x=list", value: "[0.9,0.9]"), PropertyCase(property: "y=list", value: "[0.9,0.9]"),
      ],
      document: { placed("r", #"{"a":1,"k":[{"t":0,"s":[0],\#(document(tried($0)))},{"t":50,"s":[90]}]}"#, "") })
  }

  private static let inEasing = easing("in-easing") { #""o":{"x":0.2,"y":0.1},"i":\#($0)"# }
  private static let outEasing = easing("out-easing") { #""i":{"x":0.8,"y":0.5},"o":\#($0)"# }
}
