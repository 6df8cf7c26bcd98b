// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import Porting
import Testing

/// Uncertain places: they stay unchanged, with a comment before them and a line in the report.
@Suite struct FindingTests {
  /// Sources, with the messages that are reported about them.
  static let left: [(source: String, message: String)] = [
    ("import AppKit\n", "there is no AppKit on Linux"),
    ("let a = #selector(getter: Dial.angle)\n", "a selector of a getter or setter: call the property"),
    ("class A { let a = #selector(nowhere) }\n", "A.nowhere is declared nowhere in these sources"),
    (
      "let a = #selector(dial.turn)\nclass Dial { @objc func turn() {} }\n",
      "which type dial is cannot be told: say how the method is called"
    ),
    (
      "class A { let a = #selector(go)\n  func go(_ a: Int) {}\n  func go() {}\n}\n",
      "several methods are called go: say which one, and how it is called"
    ),
    (
      "class A { let a = #selector(go)\n  func go(_ a: Int, with b: Int) {}\n}\n",
      "go takes more than one argument, or is static: say how it is called"
    ),
    (
      "class A { let a = #selector(go)\n  func go() throws {}\n}\n",
      "go throws or is asynchronous: say how it is called"
    ),
    (
      "class A { let a = #selector(go)\n  func go(_ a: Int) async -> Int { a }\n}\n",
      "go throws or is asynchronous: say how it is called"
    ),
    (
      "let a = player.observe(\\.rate, options: [.new]) { _, _ in }\n",
      "there is no key-value observing on Linux"
    ),
    (
      "@MainActor class A { let a = #selector(go)\n  func go() {}\n}\n",
      "go is bound to the main actor: say how it is called"
    ),
    (
      "class A { let a = #selector(go)\n  func go(_ note: NSNotification) {}\n}\n",
      "go takes an NSNotification: let it take a Notification"
    ),
    (
      "let a = Selector(\"go:\")\n",
      "a method cannot be found by its name: say how it is called, Selector(\"name\") { … }"
    ),
    (
      "class A: NSManagedObject { @NSManaged var name: String }\n",
      "@NSManaged outside of a layer: nothing makes this property"
    ),
    (
      "class A: CALayer { @NSManaged var spring: Spring\n  override init(layer: Any) {}\n}\n",
      "@NSManaged Spring: write a property that calls value(forKey:) and setValue(_:forKey:)"
    ),
    (
      "class A: CALayer {\n  @NSManaged var level: Double\n  override init() { super.init() }\n}\n",
      "presentation() needs override func presentationCopy(), which needs an init(layer:)"
    ),
    (
      "class A: CALayer {\n  @objc var level: Double = 0 { didSet { go() } }\n  override init(layer: Any) {}\n  class func needsDisplay(forKey key: String) -> Bool { key == \"level\" }\n}\n",
      "an animated property: keep it with value(forKey:) and setValue(_:forKey:), so that animations reach it"
    ),
    (
      "extension UILabel {\n  override func layoutSubviews() {}\n}\n",
      "an override in an extension: move it into the class, or let what it overrides ask for the type"
    ),
    (
      "let a = b <~> c as [NSNumber]?\n",
      "what is cast to [NSNumber]? cannot be told: box it with map { NSNumber(value: $0) }"
    ),
    ("  import SwiftUI // views\n", "there is no SwiftUI on Linux"),
    (
      "class A: UIView {}\nextension A {\n  override func f(_ a: Int...) {}\n}\n",
      "an override in an extension: move it into the class, or let what it overrides ask for the type"
    ),
    ("let a = b <~> c as [NSNumber]\n", "what is cast to [NSNumber] cannot be told: box it with NSNumber(value:)"),
    (
      "class A: UIView { func f() -> UITouch? { nil } }\n", "there are no events on Linux, and so no UITouch"
    ),
    (
      "class A: UIView {\n  func f(_ touch: UITouch) {}\n  func g() { f(b) }\n}\n",
      "only events call f, and there are none on Linux"
    ),
    (
      "class A: UIView {\n  let a = #selector(f(_:))\n  @objc func f(_ tap: UITapGestureRecognizer) {}\n}\n",
      "only events call f, and there are none on Linux"
    ),
    (
      "extension UIView {\n  @objc func f() {}\n}\nclass A: UIView {\n  override func f() { super.f() }\n}\n",
      "an override of what an extension declares: move that into the class, or let it ask for the type"
    ),
    ("method_exchangeImplementations(a, b)\n", "method_exchangeImplementations is of the Objective-C runtime"),
    ("a.addObserver(self, forKeyPath: b, options: [], context: nil)\n", "there is no key-value observing on Linux"),
    (
      "@objc protocol A { @objc optional func count() -> Int }\n",
      "a function that need not be there and returns something: require it, or give it a default"
    ),
    (
      "class A {\n  var ended: (() -> Void)?\n  func f() { ended?() ; b?.ended?() }\n}\n@objc protocol B {\n  @objc optional func ended()\n}\n",
      "ended is a function that need not be there, or a closure: ask for a closure alone"
    ),
    (
      "class A: CALayer {\n  @objc lazy var level: Double = 0\n  override init(layer: Any) {}\n  class func needsDisplay(forKey key: String) -> Bool { key == \"level\" }\n}\n",
      "an animated property: keep it with value(forKey:) and setValue(_:forKey:), so that animations reach it"
    ),
    (
      "@UIApplicationMain\nclass A: UIResponder {}\n",
      "there is no application to start; write a main that asks for pictures"
    ),
  ]

  @Test("places are marked and listed", arguments: left)
  func leaves(_ source: String, _ message: String) throws {
    let file = port(source)[0]
    #expect(file.findings.map(\.message) == [message])
    let lines = text(file).split(separator: "\n", omittingEmptySubsequences: false)
    #expect(text(file).contains("port: \(message)"))
    let line = try #require(file.findings.first).line
    #expect(line > 0 && line <= lines.count)
    // The comment is on an earlier line, or on the line itself.
    #expect(
      lines[max(line - 2, 0)].contains("port: ") || lines[line - 1].contains("port: ")
        || lines[..<(line - 1)].contains { $0.contains("port: ") })
    let again = port(text(file))[0]
    #expect(text(again) == text(file), "marks are made once")
    #expect(again.findings.map(\.message) == [message], "a place is listed until its mark is taken away")
  }

  @Test("a mark stands on a line of its own, or in the line where code stands before it")
  func marks() {
    let own = text(port("func f() {\n    let a = 1\n    let b = #selector(c.d)\n}")[0])
    #expect(
      own
        == "func f() {\n    let a = 1\n    // port: which type c is cannot be told: say how the method is called\n    let b = #selector(c.d)\n}"
    )
    let inner = text(port("func f() { let b = #selector(c.d) }")[0])
    #expect(
      inner
        == "func f() { /* port: which type c is cannot be told: say how the method is called */ let b = #selector(c.d) }"
    )
  }

  @Test("what does not parse, is no text or too long is copied as it is, and listed")
  func unreadable() {
    let broken = "@objc class A {\n  func }{ #keyPath(\n"
    let bytes: [[UInt8]] = [
      Array(broken.utf8), [0x63, 0xFF, 0xFE, 0x0A], Array(repeating: 0x20, count: (4 << 20) + 1),
      Array("@objc class A {}".utf8),
    ]
    let files = Porter().port(bytes.enumerated().map { (path: "\($0).swift", bytes: $1) })
    #expect(files[0].bytes == bytes[0] && files[1].bytes == bytes[1] && files[2].bytes == bytes[2])
    #expect(files[0].findings.count == 1 && files[0].findings[0].line == 2)
    #expect(files[0].findings[0].message.hasPrefix("does not parse, so it is copied as it is: "))
    #expect(files[1].findings.map(\.description) == ["1.swift: no UTF-8; it is copied as it is"])
    #expect(files[2].findings.map(\.description) == ["2.swift: longer than 4 MiB; it is copied as it is"])
    #expect(text(files[3]) == "class A {}", "the others are ported all the same")
  }

  @Test("empty files, files of nothing but comments, and no files")
  func nothing() {
    #expect(Porter().port([]).isEmpty)
    for source in ["", "\n", "// @objc\n", "#!/usr/bin/swift\nprint(1)"] {
      #expect(text(port(source)[0]) == source && port(source)[0].findings.isEmpty)
    }
  }

  @Test("deep trees end neither the stack nor the time", .timeLimit(.minutes(30)))
  func deep() {
    let chain = "let a = b" + String(repeating: ".c()", count: 20_000) + "\n"
    let nested = "let a = " + String(repeating: "(", count: 10_000) + "1" + String(repeating: ")", count: 10_000) + "\n"
    let ifs = String(repeating: "#if os(iOS)\n", count: 200) + String(repeating: "#endif\n", count: 200)
    for source in [chain, nested, ifs] {
      let file = port(source)[0]
      #expect(file.findings.count <= 1 && file.bytes.count >= source.utf8.count)
    }
  }
}
