// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import Foundation
import LaminaTestSupport
import Testing

/// docs/compatibility.md says what is there and what is not, and is right about both.
@Suite struct CompatibilityTests {
  private static let folders = [
    "Sources/Engine/LaminaGeometry", "Sources/Engine/LaminaGraphics", "Sources/Engine/LaminaLayers",
    "Sources/Facade/Lamina", "Sources/AppleNames/LaminaCoreFoundation", "Sources/AppleNames/CoreGraphics",
    "Sources/AppleNames/CoreText", "Sources/AppleNames/ImageIO", "Sources/AppleNames/QuartzCore",
    "Sources/AppleNames/UIKit",
    "Sources/AppleNames/AVFoundation",
  ]
  private static let scanned = Result { try PublicDeclarations(of: folders) }
  private static let document = "docs/compatibility.md"

  @Test("what the list calls present is declared, what it calls absent is not, and every absence has a reason")
  func truth() throws {
    let list = CompatibilityList(try PackageFolder.text(CompatibilityList.path))
    expectNone(list.contradictions(try Self.scanned.get()))
    #expect(list.sections.flatMap(\.entries).count > 100)
  }

  @Test("the document is what list and sources make of it, every public member of these types in it")
  func current() throws {
    let declarations = try Self.scanned.get()
    let expected = CompatibilityList(try PackageFolder.text(CompatibilityList.path)).document(declarations)
    if ["all", "failed"].contains(ProcessInfo.processInfo.environment["LAMINA_RECORD"] ?? "") {
      try Data(expected.utf8).write(to: PackageFolder.file(Self.document))
      Issue.record("\(Self.document) is written anew; read the difference")
    }
    let text = (try? PackageFolder.text(Self.document)) ?? ""
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    let wanted = expected.split(separator: "\n", omittingEmptySubsequences: false)
    let first = zip(lines, wanted).enumerated().first { $1.0 != $1.1 }
    #expect(
      text == expected,
      "\(Self.document):\((first?.offset ?? min(lines.count, wanted.count)) + 1): not as list and sources say; LAMINA_RECORD=all writes it anew"
    )
    // Not one member of a type that the list names is left out, whoever made it up.
    for entry in CompatibilityList(try PackageFolder.text(CompatibilityList.path)).sections.flatMap(\.entries) {
      for type in entry.types where type != "" {
        for member in declarations.members[type] ?? [] where member != "rawValue" && !member.hasPrefix("hash") {
          let isPlain = ["isEqual(_:)", "description", "debugDescription", "init(rawValue:)"].contains(member)
          #expect(isPlain || text.contains("`\(member)`"), "\(type).\(member)")
        }
      }
    }
  }

  @Test("the list gives a reason for each unavailable name that it has declared, and the compiler tells it")
  func unavailable() throws {
    let list = CompatibilityList(try PackageFolder.text(CompatibilityList.path))
    let folder = try TemporaryFolder()
    let manifest = try PackageFolder.text("Package.swift")
    #expect(manifest.components(separatedBy: "plugins: [\"UnavailableEmbed\"]").count - 1 == list.modules.count)
    var count = 0
    for module in list.modules {
      let (input, output) = (PackageFolder.file(CompatibilityList.path).path, folder.path("\(module).swift"))
      let ran = try LaminaTool.shell("EmbedTool unavailable \(input) \(module) \(output)")
      #expect(ran.status == 0, "\(ran.errors)")
      let text = try String(contentsOfFile: output, encoding: .utf8)
      for line in text.split(separator: "\n") where line.hasPrefix("@available") {
        let message = line.firstMatch(of: /^@available\(\*, unavailable, message: "(.+)"\)$/)?.1 ?? ""
        #expect(message.split(separator: " ").count >= 4, "\(line)")
      }
      let code = text.replacing(/\/\/\/ .*/, with: "").replacing(/message: ".+"/, with: "message: \"\"")
      let declarations = PublicDeclarations(of: code)
      #expect(declarations.members.allSatisfy { $0.key.isEmpty || $0.value.isEmpty } && declarations.types.isEmpty)
      #expect(declarations.members["", default: []] == (module == "QuartzCore" ? list.constants : []), "\(module)")
      #expect(list.unexplained(declarations) == [], "\(module)")
      count += declarations.unavailable.values.map(\.count).reduce(0, +)
    }
    #expect(count > 200 && list.constants.count > 90)
    let stranger = PublicDeclarations(of: "@available(*, unavailable, message: \"\") public class CGStranger {}")
    #expect(list.unexplained(stranger) == ["CGStranger"])
  }

  @Test("the scan knows declarations from what only looks like them")
  func scan() {
    let text = """
      public struct Box: Codable, Hashable {
        public var width = 1 { didSet { var inner = 2; print(inner) } }
        public private(set) var height: Int
        private(set) public var depth: Int
        var hidden = 3
        public init?(_ text: String, at place: (x: Int, y: Int) = (1, 2), _ body: @escaping (Int) -> Void = { _ in }) {}
        public func `default`<T>(of values: [String: T], by step: Int...) -> T where T: Sendable { func local() {} }
        public static func == (a: Box, b: Box) -> Bool { true }
        public subscript(index: Int) -> Int { 0 }
        public subscript(named name: String) -> Int { 0 }
        @available(*, unavailable, message: "   ") public func gone(a: Int) {}
        public enum Kind: Int { case one = 1, two(Int, b: String), three
          case four }
        struct Inner { public var unseen = 1 }
      }
      protocol Quiet { func nothing() }
      public protocol Loud: AnyObject { func ring(_ times: Int)
        var tone: Int { get } }
      extension Box { public class func make() {} }
      @available(*, unavailable, message: "  ")
      public class Lost: NSObject { public func find() {} }
      public let one = 1
      public typealias Crate = Box
      """
    let found = PublicDeclarations(of: text)
    #expect(
      found.members["Box"] == [
        "width", "height", "depth", "init(_:at:_:)", "default(of:by:)", "subscript(_:)", "subscript(named:)", "make()",
      ])
    #expect(found.members["Kind"] == ["one", "two", "three", "four"])
    #expect(
      found.members["Loud"] == ["ring(_:)", "tone"] && found.members["Quiet"] == nil && found.members["Inner"] == nil)
    #expect(found.members[""] == ["one", "Crate"])
    #expect(found.unavailable == ["Box": ["gone(a:)"], "": ["Lost"], "Lost": ["find()"]])
    #expect(found.types == ["Box", "Kind", "Loud"] && found.inherited["Box"] == ["Codable", "Hashable"])
  }

  @Test("a list that contradicts the sources, or gives no reason, is refused")
  func contradictions() {
    let declarations = PublicDeclarations(
      of: "public class CABox: CALayer { public var width = 1 }\npublic class CALayer { public var name = 1 }")
    func problems(_ text: String) -> [String] {
      CompatibilityList("## A\n= CABox\n" + text).contradictions(declarations)
    }
    #expect(problems("width name") == [])
    #expect(problems("width height").count == 1, "what is not declared")
    #expect(problems("- width: nobody needs it here").count == 1, "what is declared")
    #expect(problems("- height: no").count == 1, "no reason")
    #expect(problems("! CABox: there is no such thing").count == 1, "a type that is declared")
    #expect(CompatibilityList("width").problems.count == 1)
    let page = CompatibilityList("## A\n= CABox\nname\n- height set(_:to:): it is of no use\n").document(declarations)
    #expect(page.contains("| A | 3 | 1 |") && page.contains("- `height` `set(_:to:)`: it is of no use."))
    #expect(page.contains("Lamina's own: `width`.") && page.contains("- `CALayer`: `name`"))
  }
}
