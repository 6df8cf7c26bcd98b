// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import Porting
import Testing

/// Rewritten code, as pairs of texts. Each pair also checks that everything else stays unchanged.
@Suite struct RewritingTests {
  static let attributes: [Pair] = [
    Pair(
      name: "attributes of Objective-C and of Interface Builder",
      source: """
        @IBDesignable
        @objcMembers
        public class Dial: UIView {  // a dial
          @objc(theAngle) @IBInspectable public var angle: Double = 0 { didSet { setNeedsDisplay() } }
          @IBOutlet weak var label: UILabel!
          @objc dynamic  func turn() {}
          @nonobjc
          func stop() {}
          @IBAction
          @discardableResult func tap(_ sender: Any) -> Bool { true }
        }
        """,
      result: """
        public class Dial: UIView {  // a dial
          public var angle: Double = 0 { didSet { setNeedsDisplay() } }
          weak var label: UILabel!
          func turn() {}
          func stop() {}
          @discardableResult func tap(_ sender: Any) -> Bool { true }
        }
        """),
    Pair(
      name: "words that only look like attributes", source: "let a = \"@objc #keyPath(a)\" /* @objc */ // dynamic\n",
      result: "let a = \"@objc #keyPath(a)\" /* @objc */ // dynamic\n"),
    Pair(
      name: "what may be replaced by another module",
      source: "class A {\n  dynamic func b() {}\n  @objc dynamic func c() {}\n}",
      result: "class A {\n  dynamic func b() {}\n  func c() {}\n}"),
    Pair(
      name: "enumerations and extensions", source: "@objc enum A: Int { case one }\n@objc extension Dial {}\n",
      result: "enum A: Int { case one }\nextension Dial {}\n"),
  ]

  static let keyPaths: [Pair] = [
    Pair(
      name: "key paths of Apple's classes", source: "f(#keyPath(CALayer.opacity), #keyPath(CALayer.isHidden))",
      result: "f(\"opacity\", \"hidden\")"),
    Pair(
      name: "key paths of several parts",
      source:
        "a = #keyPath(Outer.Gauge.inner.isDoubleSided)\nb = #keyPath(strokeEnd)\nc = #keyPath(UIView.layer.bounds)",
      result: "a = \"inner.doubleSided\"\nb = \"strokeEnd\"\nc = \"layer.bounds\""),
    Pair(
      name: "key paths of properties that the sources declare",
      source:
        "class A: NSObject {\n  var isHidden = 1\n  @objc(far) var near = 2\n  let k = [#keyPath(A.isHidden), #keyPath(near)]\n}",
      result: "class A: NSObject {\n  var isHidden = 1\n  var near = 2\n  let k = [\"isHidden\", \"far\"]\n}"),
    Pair(
      name: "key paths within texts", source: "let a = \"\\(#keyPath(CALayer.position)).x\"",
      result: "let a = \"\\(\"position\").x\""),
  ]

  static let imports: [Pair] = [
    Pair(
      name: "submodules and single declarations",
      source:
        "import QuartzCore.CALayer\nimport class UIKit.UIView // views\n@_exported import struct CoreGraphics.CGFloat\nimport Darwin.C\nimport Foundation\n",
      result:
        "import QuartzCore\nimport UIKit // views\n@_exported import CoreGraphics\nimport Foundation\nimport Foundation\n"
    ),
    Pair(
      name: "conditions for iOS",
      source:
        "#if os(iOS) || os(tvOS)\nimport UIKit\n#elseif os(macOS)\nimport AppKit\n#endif\n#if !os(iOS) && DEBUG\n#endif\n",
      result:
        "#if os(iOS) || os(Linux) || os(tvOS)\nimport UIKit\n#elseif os(macOS)\nimport AppKit\n#endif\n#if !(os(iOS) || os(Linux)) && DEBUG\n#endif\n"
    ),
    Pair(
      name: "conditions that know Linux",
      source: "#if os(iOS)\nimport UIKit\n#elseif os(Linux)\nimport Foundation\n#endif\n",
      result: "#if os(iOS)\nimport UIKit\n#elseif os(Linux)\nimport Foundation\n#endif\n"),
    Pair(
      name: "conditions that tell Apple's systems from others",
      source:
        "#if os(macOS) || os(iOS)\nimport Darwin\n#else\nimport Glibc\n#endif\n#if os(iOS) || os(macOS)\nlet a = 1\n#endif\n",
      result:
        "#if os(macOS) || os(iOS)\nimport Darwin\n#else\nimport Glibc\n#endif\n#if os(iOS) || os(Linux) || os(macOS)\nlet a = 1\n#endif\n"
    ),
    Pair(
      name: "the modules that Foundation is cut into",
      source:
        "import Foundation // all\n\nlet a = URLSession.shared, b: XMLParser? = nil\nfunc f(_ a: Set<HTTPURLResponse>) { c.URLRequest() }",
      result:
        "import Foundation\n#if canImport(FoundationNetworking)\nimport FoundationNetworking\n#endif\n#if canImport(FoundationXML)\nimport FoundationXML\n#endif // all\n\nlet a = URLSession.shared, b: XMLParser? = nil\nfunc f(_ a: Set<HTTPURLResponse>) { c.URLRequest() }"
    ),
    Pair(
      name: "types of the program that are called as those of Foundation",
      source: "import Foundation\nstruct URLRequest {}\nlet a = URLRequest(), b = c.URLSession",
      result: "import Foundation\nstruct URLRequest {}\nlet a = URLRequest(), b = c.URLSession"),
    Pair(
      name: "modules that another file brings",
      source: "import CoreGraphics\n\nextension UIView { func f(_ a: CALayer) {} }\nstruct CAst {}",
      result: "import CoreGraphics\nimport UIKit\n\nextension UIView { func f(_ a: CALayer) {} }\nstruct CAst {}"),
    Pair(
      name: "modules that are there, conditional or not",
      source: "#if canImport(UIKit)\nimport UIKit\n#endif\nimport Foundation\nlet a = UIView(), b = kCAFilterLinear",
      result: "#if canImport(UIKit)\nimport UIKit\n#endif\nimport Foundation\nlet a = UIView(), b = kCAFilterLinear"),
    Pair(
      name: "a module for old constants alone",
      source: "import Foundation\nlet b = kCAFilterLinear, c = CATALOG, d = UID",
      result: "import Foundation\nimport QuartzCore\nlet b = kCAFilterLinear, c = CATALOG, d = UID"),
    Pair(
      name: "names of Core Foundation and Core Graphics, which Foundation brings on Apple's platforms",
      source: "import Foundation\nstruct CFog {}\nlet a: CFTimeInterval = 0, b = CFog(), c = CGRect.zero",
      result:
        "import Foundation\nimport QuartzCore\nstruct CFog {}\nlet a: CFTimeInterval = 0, b = CFog(), c = CGRect.zero"),
    Pair(
      name: "names of Core Graphics in a file that imports it",
      source: "import CoreGraphics\nlet a: CFString = c, b: CGPath? = nil",
      result: "import CoreGraphics\nlet a: CFString = c, b: CGPath? = nil"),
    Pair(
      name: "a file all of whose imports depend on the system",
      source: "// XML\n\n#if os(iOS)\nimport UIKit\n#endif\n\nclass A: XMLParser {}",
      result:
        "// XML\n\n#if os(iOS) || os(Linux)\nimport UIKit\n#endif\n#if canImport(FoundationXML)\nimport FoundationXML\n#endif\n\nclass A: XMLParser {}"
    ),
    Pair(
      name: "associated objects",
      source: "import ObjectiveC\nobjc_setAssociatedObject(a, &b, c, .OBJC_ASSOCIATION_RETAIN)",
      result:
        "#if canImport(ObjectiveC)\nimport ObjectiveC\n#endif\nimport QuartzCore\nobjc_setAssociatedObject(a, &b, c, .OBJC_ASSOCIATION_RETAIN)"
    ),
    Pair(
      name: "windows of playgrounds, and previews",
      source:
        "import UIKit\nimport PlaygroundSupport\nlet a = UIView()\nPlaygroundPage.current.liveView = a\n#Preview { UIView() }\n",
      result:
        "import UIKit\n#if canImport(PlaygroundSupport)\nimport PlaygroundSupport\n#endif\nlet a = UIView()\n#if canImport(PlaygroundSupport)\nPlaygroundPage.current.liveView = a\n#endif\n#if !os(Linux)\n#Preview { UIView() }\n#endif\n"
    ),
    Pair(
      name: "what Linux does not compile",
      source: "#if os(macOS)\nimport Cocoa\n@objc class A: NSView {}\n#else\n@objc class A: UIView {}\n#endif",
      result: "#if os(macOS)\nimport Cocoa\n@objc class A: NSView {}\n#else\nclass A: UIView {}\n#endif"),
  ]

  static let layers: [Pair] = [
    Pair(
      name: "properties that Core Animation makes",
      source:
        "import UIKit\npublic class Gauge: CAShapeLayer {\n  @NSManaged public var level: CGFloat // 0 to 1\n\n  override class func needsDisplay(forKey key: String) -> Bool { key == #keyPath(level) }\n}\n",
      result:
        "import UIKit\npublic class Gauge: CAShapeLayer {\n  public var level: CGFloat { get { (value(forKey: \"level\") as? CGFloat) ?? CGFloat((value(forKey: \"level\") as? NSNumber)?.doubleValue ?? 0) } set { setValue(newValue, forKey: \"level\") } } // 0 to 1\n\n  override class func needsDisplay(forKey key: String) -> Bool { key == \"level\" }\n\n  public override func presentationCopy() -> CALayer { Gauge(layer: self) }\n}\n"
    ),
    Pair(
      name: "an animated property that is stored",
      source:
        "class Gauge: CALayer {\n  @objc dynamic var level: Double = 0.5\n  @objc var other = 1\n  override init(layer: Any) { super.init(layer: layer) }\n  override class func needsDisplay(forKey key: String) -> Bool { key == \"level\" }\n}",
      result:
        "import QuartzCore\nclass Gauge: CALayer {\n  var level: Double { get { (value(forKey: \"level\") as? NSNumber)?.doubleValue ?? (value(forKey: \"level\") as? CGFloat).map { Double($0) } ?? 0.5 } set { setValue(newValue, forKey: \"level\") } }\n  var other = 1\n  override init(layer: Any) { super.init(layer: layer) }\n  override class func needsDisplay(forKey key: String) -> Bool { key == \"level\" }\n\n  override func presentationCopy() -> CALayer { Gauge(layer: self) }\n}"
    ),
    Pair(
      name: "a layer of a layer of the sources, that has its copy",
      source:
        "class Base: CALayer {}\nclass Gauge: Base {\n  @NSManaged var tint: CGColor?\n  override func presentationCopy() -> CALayer { Gauge(layer: self) }\n}",
      result:
        "class Base: CALayer {}\nclass Gauge: Base {\n  var tint: CGColor? { get { value(forKey: \"tint\") as? CGColor } set { setValue(newValue, forKey: \"tint\") } }\n  override func presentationCopy() -> CALayer { Gauge(layer: self) }\n}"
    ),
  ]

  static let casts: [Pair] = [
    Pair(
      name: "numbers in boxes",
      source:
        "a.keyTimes = times as [NSNumber]\na.keyTimes = [0, 0.5, 1] as [NSNumber]\na.keyTimes = [0, start / 2, -1] as [NSNumber]\nlet n = x ?? y as NSNumber\nlet m = x + 2 * y as NSNumber\nlet l = 4 as NSNumber\nfor t in a + b as [NSNumber] {}",
      result:
        "a.keyTimes = times.map({ NSNumber(value: $0) })\na.keyTimes = [0, 0.5, 1] as [NSNumber]\na.keyTimes = [0, NSNumber(value: start / 2), -1] as [NSNumber]\nlet n = x ?? NSNumber(value: y)\nlet m = NSNumber(value: x + 2 * y)\nlet l = 4 as NSNumber\nfor t in (a + b).map({ NSNumber(value: $0) }) {}"
    ),
    Pair(
      name: "patterns that ask for a box",
      source:
        "switch a {\ncase let b as NSNumber: f(b)\ncase _ as [NSNumber], (let c as NSNumber)?: g(x as NSNumber)\ndefault: break\n}\nif case let d as NSNumber = a {}\nfor case let e as NSNumber in a {}",
      result:
        "switch a {\ncase let b as NSNumber: f(b)\ncase _ as [NSNumber], (let c as NSNumber)?: g(NSNumber(value: x))\ndefault: break\n}\nif case let d as NSNumber = a {}\nfor case let e as NSNumber in a {}"
    ),
    Pair(
      name: "numbers that may be nothing",
      source: "a.keyTimes = times as [NSNumber]?\nlet n = self.x as NSNumber?",
      result:
        "a.keyTimes = (times as [_]?)?.map({ NSNumber(value: $0) })\nlet n = (self.x as _?).map({ NSNumber(value: $0) })"
    ),
    Pair(
      name: "numbers out of boxes, by key paths",
      source: "let x = a.value(forKeyPath: #keyPath(CALayer.position)) as! CGFloat",
      result:
        "let x = ((a.value(forKeyPath: \"position\") as? CGFloat) ?? (a.value(forKeyPath: \"position\") as? NSNumber).map { CGFloat($0.doubleValue) })!"
    ),
    Pair(
      name: "numbers out of boxes",
      source: "let x = layer.value(forKeyPath: \"position.x\") as? CGFloat\nlet y = value as? CGFloat",
      result:
        "let x = ((layer.value(forKeyPath: \"position.x\") as? CGFloat) ?? (layer.value(forKeyPath: \"position.x\") as? NSNumber).map { CGFloat($0.doubleValue) })\nlet y = value as? CGFloat"
    ),
  ]

  static let numbers: [Pair] = [
    Pair(
      name: "functions that CGFloat hides",
      source: """
        extension CGFloat {
          func distance(to other: CGFloat) -> CGFloat { max(abs(other - self), 0) }
          struct Range { func width(_ a: CGFloat) -> CGFloat { abs(a) } }
          static let least = Swift.min(1, 2)
        }
        extension Double { func size() -> Double { abs(self) } }
        """,
      result: """
        extension CGFloat {
          func distance(to other: CGFloat) -> CGFloat { Swift.max(Swift.abs(other - self), 0) }
          struct Range { func width(_ a: CGFloat) -> CGFloat { abs(a) } }
          static let least = Swift.min(1, 2)
        }
        extension Double { func size() -> Double { abs(self) } }
        """)
  ]

  static let selectors: [Pair] = [
    Pair(
      name: "targets and actions",
      source:
        "import UIKit\nclass Player {\n  func go() {\n    link = CADisplayLink(target: self, selector: #selector(step))\n    centre.addObserver(self, selector: #selector(Player.note(_:)), name: nil, object: nil)\n    timer = #selector(self.tick)\n  }\n  @objc private func step(_ link: CADisplayLink) {}\n  @objc func note(_ note: Notification) {}\n  @objc func tick() -> Bool { true }\n}",
      result:
        "import UIKit\nclass Player {\n  func go() {\n    link = CADisplayLink(target: self, selector: QuartzCore.Selector(\"step(_:)\", { (target: Player, argument: CADisplayLink) in target.step(argument) }))\n    centre.addObserver(self, selector: QuartzCore.Selector(\"note(_:)\", { (target: Player, argument: Notification) in target.note(argument) }), name: nil, object: nil)\n    timer = QuartzCore.Selector(\"tick\", { (target: Player, _: Any) in _ = target.tick() })\n  }\n  private func step(_ link: CADisplayLink) {}\n  func note(_ note: Notification) {}\n  func tick() -> Bool { true }\n}"
    ),
    Pair(
      name: "types inside of types",
      source:
        "import UIKit\nclass Outer {\n  class Inner {\n    let a = #selector(go)\n    @objc func go() {}\n  }\n  let b = #selector(Outer.Inner.go)\n}\nextension Outer.Inner { var c: Selector { #selector(go) } }",
      result:
        "import UIKit\nclass Outer {\n  class Inner {\n    let a = QuartzCore.Selector(\"go\", { (target: Inner, _: Any) in target.go() })\n    func go() {}\n  }\n  let b = QuartzCore.Selector(\"go\", { (target: Outer.Inner, _: Any) in target.go() })\n}\nextension Outer.Inner { var c: Selector { QuartzCore.Selector(\"go\", { (target: Outer.Inner, _: Any) in target.go() }) } }"
    ),
    Pair(
      name: "the import that a selector needs",
      source: "import Foundation\nclass A {\n  let s = #selector(go)\n  @objc func go() {}\n}",
      result:
        "import Foundation\nimport QuartzCore\nclass A {\n  let s = QuartzCore.Selector(\"go\", { (target: A, _: Any) in target.go() })\n  func go() {}\n}"
    ),
  ]

  static let protocols: [Pair] = [
    Pair(
      name: "protocols of Objective-C",
      source:
        "@objc public protocol Delegate {\n  @objc optional func ended(_ a: Int, by b: String)\n  func begins()\n}\nfunc f() { delegate?.ended?(1, by: \"\") }\n@objc protocol Other: Delegate {}\n@objc protocol Third: NSObjectProtocol {}",
      result:
        "public protocol Delegate: AnyObject {\n  func ended(_ a: Int, by b: String)\n  func begins()\n}\n\nextension Delegate {\n  public func ended(_ a: Int, by b: String) {}\n}\nfunc f() { delegate?.ended(1, by: \"\") }\nprotocol Other: AnyObject, Delegate {}\nprotocol Third: NSObjectProtocol {}"
    ),
    Pair(
      name: "overrides in extensions",
      source:
        "extension CAGradientLayer {\n  override func tint(with a: Int, _ b: Int) { one() }\n}\nextension CALayer {\n  @objc func tint(with a: Int, _ b: Int) { two() }\n}\n",
      result:
        "extension CAGradientLayer {\n  func tint_CAGradientLayer(with a: Int, _ b: Int) { one() }\n}\nextension CALayer {\n  func tint(with a: Int, _ b: Int) { if let own = self as? CAGradientLayer { return own.tint_CAGradientLayer(with: a, b) }; two() }\n}\n"
    ),
    Pair(
      name: "an override in an extension, of a function without `return`, named by a keyword",
      source:
        "extension CAGradientLayer {\n  override func `repeat`(_ a: Int) -> Int { a }\n}\nextension CALayer {\n  @objc func `repeat`(_ a: Int) -> Int { a + 1 }\n}\n",
      result:
        "extension CAGradientLayer {\n  func repeat_CAGradientLayer(_ a: Int) -> Int { a }\n}\nextension CALayer {\n  func `repeat`(_ a: Int) -> Int { if let own = self as? CAGradientLayer { return own.repeat_CAGradientLayer(a) }; return a + 1 }\n}\n"
    ),
  ]

  static let overrides: [Pair] = [
    Pair(
      name: "overrides in extensions of the program's own classes",
      source:
        "public class Dial: UIView {\n  var a = 1\n}\nextension Dial {\n  override open func willMove(toSuperview new: UIView?) { super.willMove(toSuperview: new) }\n  override class var layerClass: AnyClass { CALayer.self }\n  override var alpha: CGFloat {\n    get { 1 }\n    set {}\n  }\n}\npublic extension Dial {\n  override func f() throws {}\n}",
      result:
        "public class Dial: UIView {\n  var a = 1\n\n  override open func willMove(toSuperview new: UIView?) { willMove_Dial(toSuperview: new) }\n\n  override class var layerClass: AnyClass { layerClass_Dial }\n\n  override var alpha: CGFloat { get { alpha_Dial } set { alpha_Dial = newValue } }\n\n  public override func f() throws { try f_Dial() }\n}\nextension Dial {\n  public func willMove_Dial(toSuperview new: UIView?) { super.willMove(toSuperview: new) }\n  class var layerClass_Dial: AnyClass { CALayer.self }\n  var alpha_Dial: CGFloat {\n    get { 1 }\n    set {}\n  }\n}\npublic extension Dial {\n  func f_Dial() throws {}\n}"
    ),
    Pair(
      name: "observers in extensions of the program's own classes",
      source:
        "open class Dial: CALayer {\n  var a = 1\n}\nextension Dial {\n  /// Blue.\n  override open var opacity: Float {\n    willSet(next) { print(next) }\n    didSet {\n      if oldValue > opacity { a = 2 }\n    }\n  }\n}\n",
      result:
        "open class Dial: CALayer {\n  var a = 1\n\n  override open var opacity: Float { willSet { opacity_Dial_willSet(newValue) } didSet { opacity_Dial_didSet(oldValue) } }\n}\nextension Dial {\n  /// Blue.\n  func opacity_Dial_willSet(_ next: Float) { print(next) }\nfunc opacity_Dial_didSet(_ oldValue: Float) {\n      if oldValue > opacity { a = 2 }\n    }\n}\n"
    ),
    Pair(
      name: "a class on one line", source: "  class A: UIView {}\nextension A { override func f(a b: Int) {} }",
      result:
        "  class A: UIView {\n    override func f(a b: Int) { f_A(a: b) }\n  }\nextension A { func f_A(a b: Int) {} }"),
    Pair(
      name: "what only events call",
      source:
        "class A: UIView {\n  /// Begins.\n  @objc override func touchesBegan(_ t: Set<UITouch>, with e: UIEvent?) {\n    f(t.first!)\n  } // ends\n  private func f(_ touch: UITouch) {}; func g(_ touch: UIEvent?) {}\n  func touchesBegan(_ a: Int) {}\n}\nclass B: UIView { override func touchesEnded() {} }",
      result:
        "class A: UIView {\n  /// Begins.\n  #if !os(Linux)\n  override func touchesBegan(_ t: Set<UITouch>, with e: UIEvent?) {\n    f(t.first!)\n  }\n  #endif // ends\n  #if !os(Linux)\n  private func f(_ touch: UITouch) {};\n  #endif\n func g(_ touch: UIEvent?) {}\n  func touchesBegan(_ a: Int) {}\n}\nclass B: UIView { \n#if !os(Linux)\noverride func touchesEnded() {}\n#endif\n }"
    ),
  ]

  @Test(
    "pairs",
    arguments: [attributes, keyPaths, imports, layers, casts, numbers, selectors, protocols, overrides].flatMap { $0 })
  func pairs(_ pair: Pair) {
    let file = port(pair.source)[0]
    #expect(text(file) == pair.result)
    #expect(file.findings.map(\.message) == pair.left)
    // The porter's own output stays unchanged, and is not counted as rewritten.
    let again = port(text(file))[0]
    #expect(text(again) == pair.result && again.changes.isEmpty, "the second time")
  }

  @Test("lines that end as on Windows keep their ends, and a mark at the beginning of the file stays")
  func lineEnds() {
    let file = port(
      "\u{FEFF}import QuartzCore.CALayer\r\n@objc\r\nclass A: NSObject {\r\n  let a = objc_getClass(\"A\")\r\n}\r\n"
    )[0]
    #expect(
      text(file)
        == "\u{FEFF}import QuartzCore\r\nclass A: NSObject {\r\n  // port: objc_getClass is of the Objective-C runtime\r\n  let a = objc_getClass(\"A\")\r\n}\r\n"
    )
  }

  @Test("what is declared in another file is known")
  func severalFiles() {
    let files = port(
      "class Player: Base { func go() { run(#selector(step), #selector(Base.halt(at:))) } }",
      "class Base: NSObject {\n  @objc func step() {}\n  @objc func halt(at time: Double) {}\n}",
      "class Gauge: Meter {\n  @NSManaged var level: Double\n}", "class Meter: CAShapeLayer {}")
    #expect(
      text(files[0])
        == "import QuartzCore\nclass Player: Base { func go() { run(QuartzCore.Selector(\"step\", { (target: Player, _: Any) in target.step() }), QuartzCore.Selector(\"halt(at:)\", { (target: Base, argument: Double) in target.halt(at: argument) })) } }"
    )
    #expect(files[2].changes == ["@NSManaged": 1, "presentationCopy": 1, "import": 1] && files[2].findings.isEmpty)
  }

  @Test("a file without imports sees what another file of the program imports")
  func filesWithoutImports() {
    let files = port(
      "import UIKit", "// Lengths\nstruct A { let a: TimeInterval = 1 }", "struct B { let b: UIView? = nil }")
    #expect(text(files[1]) == "import Foundation\n// Lengths\nstruct A { let a: TimeInterval = 1 }")
    #expect(text(files[2]) == "import UIKit\nstruct B { let b: UIView? = nil }")
    #expect(text(port("struct A { let a: TimeInterval = 1 }")[0]) == "struct A { let a: TimeInterval = 1 }")
  }
}
