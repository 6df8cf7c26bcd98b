// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

// Animations, states and their transitions, and the properties that wallpapers add.

extension DocumentProperties {
  static let animationObjects: [PropertyObject] = [
    basic, spring, keyframes, group, transition, matchMove,
  ]
  static let stateObjects: [PropertyObject] = [state, setValue, stateTransition, transitionElement, otherElements]

  // MARK: Animations

  /// A layer with an animation.
  private static func animated(_ animation: String) -> String {
    document(
      "<CALayer bounds=\"0 0 30 20\" position=\"40 40\" backgroundColor=\"0.9 0.5 0.2\"><animations>\(animation)</animations></CALayer>"
    )
  }

  private static func number(_ name: String, _ value: Double) -> String {
    "<\(name) type=\"real\" value=\"\(value)\"/>"
  }

  private static let timing = [
    row("beginTime", "0.4"), row("duration", "0.6"), row("speed", "2"), row("timeOffset", "0.5"),
    row("repeatCount", "3", ["duration": "0.6"]), row("repeatDuration", "1.4", ["duration": "0.6"]),
    row("autoreverses", "1", ["duration": "0.6"]), row("fillMode", "both", ["duration": "0.6"]),
    row("fillMode=unknown", "half"), row("removedOnCompletion", "0"),
    row("timingFunction", "easeIn"), row("key", "k"), row("id", "#4"), row("unknown", "1"), row("animationType", "1"),
    row("mica_autorecalculatesDuration", "1"), row("preferredFrameRateRange", "30"),
    row("unknown=element", "<unknown value=\"1\"/>"),
  ]

  private static func animation(
    _ type: String, _ base: [String: String], _ cases: [PropertyCase]
  ) -> PropertyObject {
    PropertyObject(
      name: type, base: ["duration": "2", "type": type].merging(base) { $1 }, cases: timing + cases,
      document: { animated(element("animation", $0)) }, times: [0, 0.5, 0.8, 1.3])
  }

  private static let property = [
    row("keyPath=unknown", "glow"), row("additive", "1"),
    row("cumulative", "1", ["duration": "0.5", "repeatCount": "3"]),
    row("valueFunction=unknown", "bend", ["keyPath": "transform"]),
  ]

  private static let simple =
    property + [
      row("keyPath", "position.y"), row("valueFunction", "rotateZ", ["keyPath": "transform"]),
    ]

  private static let way = [
    "keyPath": "position.x", "fromValue": number("fromValue", 20), "toValue": number("toValue", 70),
  ]

  private static let values = [
    row("fromValue", number("fromValue", 30)), row("toValue", number("toValue", 40)),
    row("byValue", number("byValue", 30), ["toValue": ""]),
    row("toValue=attribute", "55", ["toValue": ""]),
    row("toValue=unit", "<toValue type=\"real\" value=\"70\" unit=\"cm\"/>"),
  ]

  private static let basic = animation(
    "CABasicAnimation", way, simple + values + [row("type", "CASpringAnimation")])

  private static let spring = animation(
    "CASpringAnimation", way,
    simple + values + [
      row("mass", "3"), row("stiffness", "40"), row("damping", "3"), row("velocity", "20"),
      row("initialVelocity", "20"), row("allowsOverdamping", "1", ["damping": "60"]), row("perceptualDuration", "1"),
    ])

  private static let keyframes = animation(
    "CAKeyframeAnimation",
    [
      "keyPath": "position",
      "values":
        "<values><CGPoint value=\"20 20\"/><CGPoint value=\"70 30\"/><CGPoint value=\"40 60\"/><CGPoint value=\"20 50\"/></values>",
    ],
    property + [
      row("keyPath", "anchorPoint"),
      row(
        "valueFunction", "rotateZ",
        [
          "keyPath": "transform",
          "values": "<values><real value=\"0\"/><real value=\"1\"/><real value=\"3\"/></values>",
        ]),
      row("values", "<values><CGPoint value=\"20 20\"/><CGPoint value=\"70 70\"/></values>"),
      row("path", "<path type=\"CGPath\" value=\"20 20 m 40 70 60 70 80 20 c\"/>"),
      row(
        "keyTimes",
        "<keyTimes><real value=\"0\"/><real value=\"0.2\"/><real value=\"0.3\"/><real value=\"1\"/></keyTimes>"),
      row(
        "timingFunctions",
        "<timingFunctions>"
          + [String](repeating: "<CAMediaTimingFunction value=\"0.9 0 1 0.2\"/>", count: 3).joined()
          + "</timingFunctions>"),
      row("calculationMode", "discrete"), row("calculationMode=paced", "paced"), row("calculationMode=cubic", "cubic"),
      row("calculationMode=cubicPaced", "cubicPaced"), row("calculationMode=unknown", "round"),
      row(
        "rotationMode", "auto", ["values": "", "path": "<path type=\"CGPath\" value=\"20 20 m 40 70 60 70 80 20 c\"/>"]),
      row(
        "tensionValues",
        "<tensionValues><real value=\"0\"/><real value=\"-0.9\"/><real value=\"-0.9\"/><real value=\"0\"/></tensionValues>",
        ["calculationMode": "cubic"]),
      row(
        "continuityValues",
        "<continuityValues><real value=\"0\"/><real value=\"-0.9\"/><real value=\"-0.9\"/><real value=\"0\"/></continuityValues>",
        ["calculationMode": "cubic"]),
      row(
        "biasValues",
        "<biasValues><real value=\"0\"/><real value=\"-0.9\"/><real value=\"-0.9\"/><real value=\"0\"/></biasValues>",
        ["calculationMode": "cubic"]),
    ])

  private static let inner =
    "<CABasicAnimation keyPath=\"position.x\" duration=\"1\">\(number("fromValue", 12))\(number("toValue", 70))</CABasicAnimation>"

  private static let group = animation(
    "CAAnimationGroup", ["animations": "<animations>\(inner)</animations>"],
    [row("animations", "<animations>\(inner.replacing("position.x", with: "position.y"))</animations>")])

  private static let transition: PropertyObject = {
    var object = PropertyObject(
      name: "CATransition", base: ["duration": "2", "type": "<type value=\"push\"/>"],
      cases: timing + [
        row("type", "<type value=\"reveal\"/>"), row("subtype", "<subtype value=\"fromTop\"/>"),
        row("startProgress", "0.5"), row("endProgress", "0.5"), row("type=unknown", "<type value=\"cube\"/>"),
      ], document: { animated(element("CATransition", $0)) })
    object.times = [0, 0.5, 0.8, 1.3]
    return object
  }()

  private static let matchMove = PropertyObject(
    name: "CAMatchMoveAnimation", base: [:],
    cases: LottieProperties.whole([
      "targetsSuperlayer": "1", "usesNormalizedCoordinates": "1", "appliesX": "1", "appliesY": "1", "appliesScale": "1",
      "appliesRotation": "1", "sourceLayer": "<sourceLayer object=\"#1\"/>", "sourcePoints": "<sourcePoints/>",
    ]), document: { animated(element("CAMatchMoveAnimation", $0)) })

  // MARK: States

  /// A layer with two states, drawn in the state `b`, on the way from `a`.
  private static func stated(_ states: String, _ transitions: String) -> String {
    "<caml><CALayer id=\"#r\" bounds=\"0 0 100 80\" backgroundColor=\"0.2 0.35 0.5\"><sublayers>"
      + "<CALayer id=\"#1\" bounds=\"0 0 30 20\" position=\"40 40\" backgroundColor=\"0.9 0.5 0.2\"/>"
      + "<CALayer id=\"#2\" bounds=\"0 0 20 10\" position=\"70 20\" backgroundColor=\"1 1 1\"/></sublayers>"
      + "<states>\(states)</states><stateTransitions>\(transitions)</stateTransitions></CALayer></caml>"
  }

  private static func value(_ keyPath: String, _ number: Double) -> String {
    "<LKStateSetValue targetId=\"#1\" keyPath=\"\(keyPath)\"><value type=\"real\" value=\"\(number)\"/></LKStateSetValue>"
  }

  private static func stateElement(_ name: String, _ elements: String) -> String {
    "<LKState name=\"\(name)\"><elements>\(elements)</elements></LKState>"
  }

  private static let first = stateElement("a", value("position.x", 20))
  private static let second = stateElement("b", value("position.x", 70))
  private static let moving =
    "<LKStateTransitionElement key=\"position.x\" targetId=\"#1\"><animation type=\"CABasicAnimation\" keyPath=\"position.x\" duration=\"1\"/></LKStateTransitionElement>"
  private static let plain =
    "<LKStateTransition fromState=\"*\" toState=\"b\"><elements>\(moving)</elements></LKStateTransition>"

  private static let state = PropertyObject(
    name: "LKState", base: ["name": "b", "elements": "<elements>\(value("position.x", 70))</elements>"],
    cases: [
      row("name", "c", reports: true),
      row("basedOn", "a", ["elements": "<elements>\(value("position.y", 20))</elements>"]),
      row("elements", "<elements>\(value("position.x", 60))</elements>"), row("enabled", "1"), row("enabled=0", "0"),
      row("initial", "0"), row("initial=1", "1"), row("locked", "0"), row("id", "#7"), row("nextDelay", "1"),
      row("previousDelay", "1"), row("unknown", "1"), row("unknown=element", "<unknown value=\"1\"/>"),
    ], document: { stated(first + "\n" + element("LKState", $0) + "\n", plain) })

  private static let setValue = PropertyObject(
    name: "LKStateSetValue",
    base: ["targetId": "#1", "keyPath": "position.x", "value": "<value type=\"real\" value=\"70\"/>"],
    cases: [
      row("targetId", "#2"), row("targetId=missing", "#9"), row("keyPath", "position.y"),
      row("keyPath=unknown", "glow"),
      row("value", "<value type=\"real\" value=\"60\"/>"), row("value=wrong", "<value type=\"real\" value=\"far\"/>"),
      row("final", "false"), row("unknown", "1"), row("unknown=element", "<unknown value=\"1\"/>"),
      row("unknown=attribute", "<value type=\"real\" value=\"70\" unit=\"cm\"/>"),
    ],
    document: {
      stated(
        first + "<LKState name=\"b\"><elements>\n" + element("LKStateSetValue", $0) + "\n</elements></LKState>", plain)
    })

  private static let stateTransition = PropertyObject(
    name: "LKStateTransition",
    base: ["fromState": "*", "toState": "b", "elements": "<elements>\(moving)</elements>"],
    cases: [
      row("fromState", "c"), row("toState", "c"), row("elements", "<elements/>"), row("enabled", "1"),
      row("enabled=0", "0"), row("duration", "1"), row("unknown", "1"),
      row("unknown=element", "<unknown value=\"1\"/>"),
    ], document: { stated(first + second, "\n" + element("LKStateTransition", $0) + "\n") })

  private static let transitionElement = PropertyObject(
    name: "LKStateTransitionElement",
    base: [
      "key": "position.x", "targetId": "#1",
      "animation": "<animation type=\"CABasicAnimation\" keyPath=\"position.x\" duration=\"1\"/>",
    ],
    cases: [
      row("key", "position.y"), row("keyPath", "position.x", ["key": ""]), row("targetId", "#2"),
      row("targetId=missing", "#9"),
      row("animation", "<animation type=\"CABasicAnimation\" keyPath=\"position.x\" duration=\"0.4\"/>"),
      row("final", "false"),
      row("enabled", "1"), row("enabled=0", "0"), row("unknown", "1"), row("unknown=element", "<unknown value=\"1\"/>"),
    ],
    document: {
      stated(
        first + second,
        "<LKStateTransition fromState=\"*\" toState=\"b\"><elements>\n" + element("LKStateTransitionElement", $0)
          + "\n</elements></LKStateTransition>")
    })

  /// Kinds of elements that states have beside values.
  private static let otherElements = PropertyObject(
    name: "other-state-elements", base: [:],
    cases: ["LKStateAddAnimation", "LKStateRemoveAnimation", "LKStateAddElement", "LKStateRemoveElement"].map {
      row("kind=\($0)", "<\($0) targetId=\"#1\"/>")
    },
    document: {
      stated(
        first + "<LKState name=\"b\"><elements>\(value("position.x", 70))\n" + ($0["kind"] ?? "")
          + "\n</elements></LKState>",
        plain)
    })
}
