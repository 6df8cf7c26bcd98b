// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import Foundation
import Porting
import Testing

/// Ported code either compiles or is reported: small sources with all combinations of override, extension, access,
/// `#if` and selector, which are compiled after porting. Modules of a few lines replace Lamina's.
@Suite struct CombinationTests {
  /// The parts of a source.
  struct Combination: CustomStringConvertible {
    var place: String
    var member: String
    var access: String
    var condition: String
    var files: [String]
    var isSure: Bool
    var description: String { "\(place), \(member), \(access), \(condition)" }
  }

  /// Members as written in a class, an extension and a subclass; `NAME` is replaced where names must differ.
  private static let members: [(name: String, base: String, override: String, isFramework: Bool)] = [
    ("a function", "@objc ACCESSfunc turn() {}", "override ACCESSfunc turn() { super.turn() }", false),
    (
      "a function with arguments", "@objc ACCESSfunc turn(by angle: CGFloat, _: Int = 1) -> Int { 1 }",
      "@discardableResult override ACCESSfunc turn(by angle: CGFloat, _: Int = 2) -> Int { 2 }", false
    ),
    (
      "a function that changes an argument and throws", "@objc ACCESSfunc turn(_ angle: inout CGFloat) throws {}",
      "override ACCESSfunc turn(_ angle: inout CGFloat) throws { angle = 1 }", false
    ),
    ("a property", "@objc ACCESSvar turns: Int { 1 }", "override ACCESSvar turns: Int { super.turns }", false),
    ("a function named by a keyword", "@objc ACCESSfunc `repeat`() {}", "override ACCESSfunc `repeat`() {}", false),
    (
      "a function with one of two results",
      "@objc ACCESSfunc turns() -> Int { if Bool.random() { 1 } else { 2 } }",
      "override ACCESSfunc turns() -> Int { fatalError() }", false
    ),
    (
      "a function that never returns", "@objc ACCESSfunc turn() -> Int { fatalError() }",
      "override ACCESSfunc turn() -> Int { 2 }", false
    ),
    (
      "a property that is set", "@objc ACCESSvar turns: Int { get { 1 } set {} }",
      "override ACCESSvar turns: Int { get { 2 } set {} }", false
    ),
    (
      "a class's function", "@objc ACCESSclass func make() {}", "override ACCESSclass func make() { super.make() }",
      false
    ),
    (
      "a function of UIView", "ACCESSfunc unrelated() {}",
      "override ACCESSfunc layoutSubviews() { super.layoutSubviews() }",
      true
    ),
    (
      "observers", "ACCESSfunc unrelated() {}",
      "override ACCESSvar alpha: CGFloat { willSet(next) { print(next) } didSet { print(oldValue) } }", true
    ),
    (
      "an event", "ACCESSfunc began() {}",
      "override ACCESSfunc touchesBegan(_ touches: Set<UITouch>, with event: UIEvent?) { began() }", true
    ),
    (
      "a subscript", "@objc ACCESSsubscript(index: Int) -> Int { 1 }",
      "override ACCESSsubscript(index: Int) -> Int { 2 }", false
    ),
    (
      "a function of many", "ACCESSfunc turn(_ all: Int...) {}", "override ACCESSfunc turn(_ all: Int...) {}", false
    ),
    (
      "a selector",
      "@objc ACCESSfunc tick() {}\n  func start() { _ = CADisplayLink(target: self, selector: #selector(tick)) }",
      "override ACCESSfunc tick() {}", false
    ),
    (
      "a selector of a touch",
      "@objc ACCESSfunc tap(_ touch: UITouch) {}\n  func start() { _ = CADisplayLink(target: self, selector: #selector(tap(_:))) }",
      "ACCESSfunc unrelated() {}", true
    ),
  ]

  private static let conditions: [(name: String, begin: String, end: String)] = [
    ("no condition", "", ""), ("iOS", "#if os(iOS)\n", "\n#endif"), ("DEBUG", "#if DEBUG\n", "\n#endif"),
    ("not DEBUG", "#if DEBUG\nfunc debug() {}\n#else\n", "\n#endif"),
  ]

  /// The classes and extensions; `BASE` and `OVERRIDE` stand for members, `OPEN` for the modifiers of a class,
  /// `EXTENSION` for those of an extension.
  private static let places: [(name: String, files: [String])] = [
    ("in both bodies", ["OPENclass NAME: UIView {\n  BASE\n}\nOPENclass SubNAME: NAME {\n  OVERRIDE\n}"]),
    (
      "declared in an extension",
      ["OPENclass NAME: UIView {}\nEXTENSION {\n  BASE\n}\nOPENclass SubNAME: NAME {\n  OVERRIDE\n}"]
    ),
    (
      "overridden in an extension",
      ["OPENclass NAME: UIView {\n  BASE\n}\nOPENclass SubNAME: NAME {}\nextension SubNAME {\n  OVERRIDE\n}"]
    ),
    (
      "both in extensions",
      [
        "OPENclass NAME: UIView {}\nEXTENSION {\n  BASE\n}\nOPENclass SubNAME: NAME {}\nextension SubNAME {\n  OVERRIDE\n}"
      ]
    ),
    (
      "in other files",
      ["OPENclass NAME: UIView {}", "EXTENSION {\n  BASE\n}", "OPENclass SubNAME: NAME {\n  OVERRIDE\n}"]
    ),
    ("of UIView itself", ["extension UIView {\n  BASE\n}\nOPENclass SubNAME: UIView {\n  OVERRIDE\n}"]),
  ]

  static let combinations: [Combination] = {
    var all: [Combination] = []
    for (name, files) in places {
      for member in members {
        for (type, own, ext) in [
          ("", "", "extension NAME"), ("public ", "public ", "extension NAME"), ("open ", "open ", "extension NAME"),
          ("public ", "", "public extension NAME"), ("", "fileprivate ", "extension NAME"),
        ] {
          for condition in conditions {
            let number = all.count
            func fill(_ text: String) -> String {
              // Members of extensions of UIView share a scope, so each gets a name of its own.
              let hasOwnNames = name == "of UIView itself"
              func wrapped(_ member: String, _ part: String) -> String {
                let text =
                  condition.begin.replacingOccurrences(of: "debug", with: "debug\(part)\(number)") + member
                  + condition.end
                return hasOwnNames
                  ? ["turns", "turn", "repeat", "make", "began", "unrelated", "tick", "start", "tap"].reduce(text) {
                    $0.replacingOccurrences(of: "\\b\($1)\\b", with: "\($1)\(number)", options: .regularExpression)
                  } : text
              }
              // An override of a public member in a public class must be public.
              let isPublic = ext.hasPrefix("public") || member.isFramework && !type.isEmpty
              let overriding = isPublic ? "public " : member.isFramework ? "" : own
              let declaring = member.isFramework ? "" : own
              let written = text.replacingOccurrences(
                of: "BASE", with: wrapped(member.base.replacing("ACCESS", with: declaring), "Base")
              )
              .replacingOccurrences(
                of: "OVERRIDE", with: wrapped(member.override.replacing("ACCESS", with: overriding), "Sub")
              )
              .replacingOccurrences(of: "EXTENSION", with: ext).replacingOccurrences(of: "OPEN", with: type)
              .replacingOccurrences(of: "NAME", with: "Chart\(number)")
              return "import UIKit\n" + written + "\n"
            }
            // Left out: private members of extensions of UIView are invisible in other files, and its subscripts would
            // be ambiguous.
            if name == "of UIView itself", member.name == "a subscript" { continue }
            if name == "in other files", own == "fileprivate ", !member.isFramework { continue }
            let isSure =
              !["a subscript", "a function of many", "a selector of a touch"].contains(member.name)
              && name != "of UIView itself"
            all.append(
              Combination(
                place: name, member: member.name, access: "\(type)\(own)\(ext)", condition: condition.name,
                files: files.map(fill), isSure: isSure))
          }
        }
      }
    }
    return all
  }()

  /// The declarations of Lamina that the sources use.
  private static let quartzCore = """
    @_exported import Foundation
    public struct Selector: Sendable {
      public init<Target, Argument>(_ name: String, _ action: @escaping @Sendable (Target, Argument) -> Void) {}
    }
    open class CADisplayLink: NSObject {
      public init(target: Any, selector: Selector) {}
    }
    open class CALayer: NSObject {
      public override init() {}
      public init(layer: Any) {}
      public required init?(coder: NSCoder) {}
      open func presentationCopy() -> CALayer { self }
      open func value(forKey key: String) -> Any? { nil }
      open func setValue(_ value: Any?, forKey key: String) {}
      open class func needsDisplay(forKey key: String) -> Bool { false }
    }
    """
  private static let uiKit = """
    @_exported import QuartzCore
    @available(*, unavailable) public class UITouch: NSObject {}
    public class UIEvent: NSObject {}
    open class UIView: NSObject {
      open var alpha: CGFloat = 1
      open func layoutSubviews() {}
      open func setNeedsDisplay() {}
    }
    """

  /// The compiler's messages about the files of a program; empty if there are none.
  private func compile(_ files: [(name: String, bytes: [UInt8])], defines: [String]) throws -> String {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("port-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    func run(_ arguments: [String]) throws -> String {
      let process = Process()
      process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
      process.arguments = ["swiftc", "-swift-version", "5", "-I", folder.path] + arguments
      let log = folder.appendingPathComponent("log")
      _ = FileManager.default.createFile(atPath: log.path, contents: nil)
      let handle = try FileHandle(forWritingTo: log)
      (process.standardError, process.standardOutput) = (handle, handle)
      try process.run()
      process.waitUntilExit()
      let said = String(decoding: try Data(contentsOf: log), as: UTF8.self)
      return process.terminationStatus == 0 ? "" : said
    }
    for (module, text) in [("QuartzCore", Self.quartzCore), ("UIKit", Self.uiKit)] {
      let source = folder.appendingPathComponent(module + ".swift")
      try Data(text.utf8).write(to: source)
      let made = ["-emit-module", "-module-name", module, source.path, "-o", folder.path + "/\(module).swiftmodule"]
      #expect(try run(made) == "")
    }
    for file in files { try Data(file.bytes).write(to: folder.appendingPathComponent(file.name)) }
    let paths = files.map { folder.appendingPathComponent($0.name).path }
    // Only the passes after type-checking find a missing `return`.
    let made = ["-emit-sil", "-o", "/dev/null", "-wmo", "-module-name", "Program", "-package-name", "Program"]
    return try run(made + defines.flatMap { ["-D", $0] } + paths).replacingOccurrences(of: folder.path + "/", with: "")
  }

  @Test("whatever is left behind compiles or is listed", arguments: [[], ["DEBUG"]])
  func combinations(defines: [String]) throws {
    var files: [(name: String, bytes: [UInt8])] = []
    var listed = 0
    for (number, combination) in Self.combinations.enumerated() {
      let ported = Porter().port(
        combination.files.enumerated().map { (path: "\($0).swift", bytes: Array($1.utf8)) })
      if ported.allSatisfy(\.findings.isEmpty) {
        for (part, file) in ported.enumerated() { files.append(("Case\(number)_\(part).swift", file.bytes)) }
      } else {
        listed += 1
        #expect(!combination.isSure, "\(combination): \(ported.flatMap(\.findings).map(\.description))")
      }
    }
    #expect(listed > 0 && files.count > 2 * listed)
    let errors = try compile(files, defines: defines).split(separator: "\n").filter { $0.contains("error:") }
    for error in errors.prefix(20) {
      let number = error.prefixMatch(of: /Case(\d+)/).flatMap { Int($0.1) }
      let name = number.map { "\(Self.combinations[$0])" } ?? ""
      Issue.record(
        "\(name): \(error)\n\(files.filter { error.hasPrefix($0.name) }.map { String(decoding: $0.bytes, as: UTF8.self) }.joined())"
      )
    }
    if errors.isEmpty { #expect(try compile(files, defines: defines) == "") }
  }

  @Test("layer classes of every access and place have copies that compile")
  func copies() throws {
    var files: [(name: String, bytes: [UInt8])] = []
    for (index, outer) in [
      "", "public enum NAME {}\npublic extension NAME {", "enum NAME {}\nextension NAME {",
      "enum NAME {}\nfileprivate extension NAME {",
      "public enum NAME {}\npublic extension NAME {\n  class Inner {", "public class NAME {",
      "enum NAME {}\nprivate extension NAME {",
    ].enumerated() {
      for (number, access) in ["", "public ", "open ", "internal ", "fileprivate ", "package "].enumerated() {
        for (kind, condition) in [("", ""), ("#if DEBUG\n", "\n#endif"), ("#if os(iOS)\n", "\n#endif")].enumerated() {
          if outer.contains("private extension"), access == "open " { continue }
          let name = "Layer\(index)_\(number)_\(kind)"
          let text =
            "import UIKit\n\(outer)\n\(access)class Line\(name): CALayer {\n  var level: CGFloat = 0\n  override init() { super.init() }\n"
            + "\(condition.0)  override init(layer: Any) { super.init(layer: layer) }\(condition.1)\n"
            + "  \(access == "open " ? "public " : "")required init?(coder: NSCoder) { super.init(coder: coder) }\n}\n"
            + String(repeating: "}\n", count: outer.count { $0 == "{" } - outer.count { $0 == "}" })
          let file = port(text.replacingOccurrences(of: "NAME", with: "Outer\(name)"))[0]
          #expect(file.findings.isEmpty && file.changes["presentationCopy"] == 1)
          files.append((name + ".swift", file.bytes))
        }
      }
    }
    for defines in [[], ["DEBUG"]] {
      let said = try compile(files, defines: defines)
      #expect(said == "", "\(said)")
    }
  }

  @Test("names of Apple's that a program has too are written in full")
  func shadows() throws {
    let source = """
      import UIKit
      enum Selector { case one }
      enum NSNumber { case two }
      class CALayerHolder { struct CALayer {} }
      final class Ticker {
        func start() { _ = CADisplayLink(target: self, selector: #selector(tick)) }
        @objc func tick() {}
      }
      class Gauge: QuartzCore.CALayer {
        @NSManaged var level: CGFloat
        func all(_ times: [Double]) -> [Any] { times as [NSNumber] }
      }
      """
    let file = port(source)[0]
    #expect(file.findings.isEmpty)
    #expect(try compile([("File.swift", file.bytes)], defines: []) == "", "\(text(file))")
  }

}
