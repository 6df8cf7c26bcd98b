// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import Foundation
import LaminaGeometry
import LaminaGraphics
import LaminaLayers
import QuartzCore
import Testing

/// Archives that cannot be: each is an error or leaves something out, and ends no process.
@Suite struct BrokenArchiveTests {
  /// A keyed archive by hand.
  ///
  /// - Parameter objects: The objects from number 1 on, as XML; `<ref>3</ref>` names one.
  static func archive(_ objects: [String]) -> Data {
    let all = (["<string>$null</string>"] + objects).joined(separator: "\n")
      .replacing("<ref>", with: "<dict><key>CF$UID</key><integer>").replacing("</ref>", with: "</integer></dict>")
    return Data(
      """
      <?xml version="1.0" encoding="UTF-8"?>
      <plist version="1.0"><dict>
      <key>$version</key><integer>100000</integer>
      <key>$archiver</key><string>NSKeyedArchiver</string>
      <key>$top</key><dict><key>root</key><dict><key>CF$UID</key><integer>1</integer></dict></dict>
      <key>$objects</key><array>\(all)</array>
      </dict></plist>
      """.utf8)
  }

  static func object(_ entries: [(String, String)], class number: Int) -> String {
    let inside = entries.map { "<key>\($0.0)</key>\($0.1)" }.joined()
    return "<dict>\(inside)<key>$class</key><ref>\(number)</ref></dict>"
  }

  static func className(_ name: String) -> String { "<dict><key>$classname</key><string>\(name)</string></dict>" }

  static func read(_ data: Data) throws -> CALayer? {
    try NSKeyedUnarchiver.unarchivedObject(ofClass: CALayer.self, from: data)
  }

  @Test("an archive by hand is read")
  func byHand() throws {
    let data = Self.archive([
      Self.object([("opacity", "<ref>4</ref>"), ("sublayers", "<ref>5</ref>")], class: 2),
      Self.className("LaminaLayers.CALayer"), Self.className("NSArray"), "<real>0.5</real>",
      Self.object([("NS.objects", "<array><ref>6</ref></array>")], class: 3), Self.object([], class: 7),
      Self.className("LaminaLayers.CAShapeLayer"),
    ])
    let layer = try #require(try Self.read(data))
    #expect(layer.opacity == 0.5 && layer.sublayers?.count == 1 && layer.sublayers?.first is CAShapeLayer)
  }

  @Test("classes that were in another module are read by their names before")
  func earlierNames() throws {
    let bounds = [("kind", "2"), ("x", "1"), ("y", "2"), ("width", "3"), ("height", "4")].map {
      ($0.0, $0.0 == "kind" ? "<integer>\($0.1)</integer>" : "<real>\($0.1)</real>")
    }
    let relation = [
      ("attribute", "<integer>0</integer>"), ("sourceAttribute", "<integer>2</integer>"),
      ("sourceName", "<ref>9</ref>"), ("scale", "<real>2</real>"), ("offset", "<real>3</real>"),
    ]
    let data = Self.archive([
      Self.object([("bounds", "<ref>4</ref>"), ("constraints", "<ref>5</ref>")], class: 2),
      Self.className("LaminaLayers.CALayer"), Self.className("NSArray"), Self.object(bounds, class: 7),
      Self.object([("NS.objects", "<array><ref>6</ref></array>")], class: 3), Self.object(relation, class: 8),
      Self.className("LaminaLayers.LKNSValueCodingProxy"), Self.className("LaminaLayers.CAConstraint"),
      "<string>superlayer</string>",
    ])
    let layer = try #require(try Self.read(data))
    #expect(layer.bounds == CGRect(x: 1, y: 2, width: 3, height: 4))
    let constraint = try #require(layer.constraints?.first)
    #expect((constraint.sourceName, constraint.sourceAttribute, constraint.scale) == ("superlayer", .maxX, 2))
  }

  /// A coder that keeps the error that it is given.
  private final class FailedCoder: NSCoder {
    private(set) var failure: (any Error)?

    override var decodingFailurePolicy: NSCoder.DecodingFailurePolicy { .setErrorAndReturn }

    override func failWithError(_ error: any Error) { failure = error }
  }

  @Test("a program without QuartzCore gets an error that names it, where it writes and where it reads")
  func refused() throws {
    let (layer, archiver) = (CALayer(), NSKeyedArchiver(requiringSecureCoding: true))
    layer.opacity = 0.5
    #expect("\(layer.coding)" == "KeyedCoding")
    RefusedCoding.encode(layer, with: archiver)
    #expect(try "\(#require(archiver.error))".contains("need the module QuartzCore"))
    #expect(!RefusedCoding.isChanged("opacity", of: layer) && RefusedCoding.archivedClass(of: layer) == CALayer.self)
    let decoder = FailedCoder()
    #expect(!RefusedCoding.decode(layer, with: decoder))
    #expect(try "\(#require(decoder.failure))".contains("need the module QuartzCore"))
  }

  @Test("classes that are not there, roots that are none, and bytes that are no archive are errors")
  func missing() throws {
    #expect(throws: (any Error).self) {
      try Self.read(Self.archive([Self.object([], class: 2), Self.className("Nowhere.Layer")]))
    }
    #expect(throws: (any Error).self) {
      try Self.read(
        Self.archive([
          Self.object([("mask", "<ref>3</ref>")], class: 2), Self.className("LaminaLayers.CALayer"),
          Self.object([], class: 4), Self.className("Nowhere.Layer"),
        ]))
    }
    #expect(throws: (any Error).self) { try Self.read(Data("nothing".utf8)) }
    #expect(throws: (any Error).self) { try Self.read(Data()) }
  }

  @Test("values of other types are left out and told")
  func unfit() async {
    await #expect(processExitsWith: .success) {
      nonisolated(unsafe) var told: [ArchiveError] = []
      CALayer.archiveFailureHandler = { told.append($0) }
      let plain = BrokenArchiveTests.archive([
        BrokenArchiveTests.object(
          [
            ("bounds", "<ref>3</ref>"), ("opacity", "<ref>3</ref>"), ("sublayers", "<ref>3</ref>"),
            ("mask", "<ref>4</ref>"), ("name", "<ref>3</ref>"),
          ], class: 2), BrokenArchiveTests.className("LaminaLayers.CALayer"), "<string>text</string>",
        BrokenArchiveTests.object([], class: 5), BrokenArchiveTests.className("LaminaLayers.LKNSValueCodingProxy"),
      ])
      let layer = try BrokenArchiveTests.read(plain)
      precondition(layer?.name == "text" && layer?.bounds == .zero && layer?.opacity == 1 && layer?.mask == nil)
      precondition(Set(told.map { "\($0)".prefix(8) }).count == 4, "\(told)")
    }
  }

  @Test("an archive that holds itself, once or in many places, ends with an error")
  func cycles() async {
    await #expect(processExitsWith: .success) {
      nonisolated(unsafe) var told: [ArchiveError] = []
      CALayer.archiveFailureHandler = { told.append($0) }
      let many = "<array><ref>1</ref><ref>1</ref><ref>1</ref></array>"
      let inSublayers = BrokenArchiveTests.archive([
        BrokenArchiveTests.object([("sublayers", "<ref>4</ref>")], class: 2),
        BrokenArchiveTests.className("LaminaLayers.CALayer"), BrokenArchiveTests.className("NSArray"),
        BrokenArchiveTests.object([("NS.objects", many)], class: 3),
      ])
      let inMask = BrokenArchiveTests.archive([
        BrokenArchiveTests.object([("mask", "<ref>1</ref>")], class: 2),
        BrokenArchiveTests.className("LaminaLayers.CALayer"),
      ])
      for data in [inSublayers, inMask] {
        told = []
        var isError = false
        do { _ = try BrokenArchiveTests.read(data) } catch { isError = true }
        precondition(isError && told == [.tooDeep], "\(told)")
        // A decoder that takes no errors gives what there is.
        let decoder = try NSKeyedUnarchiver(forReadingFrom: data)
        let layer = decoder.decodeObject(forKey: "root") as? CALayer
        precondition(layer != nil)
      }
      // Nothing is left of it.
      let fine = try NSKeyedArchiver.archivedData(withRootObject: CALayer(), requiringSecureCoding: true)
      let last = try BrokenArchiveTests.read(fine)
      precondition(last != nil)
    }
  }

  @Test("a tree that is too deep for the stack is an error where it is written")
  func deep() async {
    await #expect(processExitsWith: .success) {
      nonisolated(unsafe) var told: [ArchiveError] = []
      CALayer.archiveFailureHandler = { told.append($0) }
      let root = CALayer()
      var inner = root
      for count in 0..<50_000 {
        let next = CALayer()
        inner.addSublayer(next)
        inner = next
        if count == 100 {
          let data = try NSKeyedArchiver.archivedData(withRootObject: root, requiringSecureCoding: true)
          let copy = try BrokenArchiveTests.read(data)
          precondition(copy?.sublayers?.first?.sublayers?.count == 1)
        }
      }
      var isError = false
      do {
        _ = try NSKeyedArchiver.archivedData(withRootObject: root, requiringSecureCoding: true)
      } catch {
        isError = (error as? ArchiveError) == .tooDeep
      }
      precondition(isError && told == [.tooDeep], "\(told)")
    }
  }

  @Test("classes that archives cannot name are archived as what they extend; values that cannot be are left out")
  func unnamed() async {
    await #expect(processExitsWith: .success) {
      nonisolated(unsafe) var told: [String] = []
      CALayer.archiveFailureHandler = { told.append("\($0)") }
      final class Local: CAShapeLayer {}
      final class Generic<Value>: CALayer { var value: Value? }
      struct Foreign {}
      let root = CALayer()
      root.sublayers = [Local(), HiddenLayer(), Generic<Int>(), Outer.Inner(), HiddenLayer()]
      root.sublayers?.first?.name = "first"
      root.setValue(Foreign(), forKey: "foreign")
      root.setValue({ 5 }, forKey: "closure")
      root.setValue(7, forKey: "seven")
      root.setValue(HiddenAnimation(), forKey: "kept")
      let emitter = CAEmitterLayer()
      emitter.emitterCells = [HiddenCell()]
      root.addSublayer(emitter)
      let data = try NSKeyedArchiver.archivedData(withRootObject: root, requiringSecureCoding: true)
      guard let copy = try BrokenArchiveTests.read(data), let layers = copy.sublayers else { preconditionFailure() }
      precondition(layers.count == 6 && type(of: layers[0]) == CAShapeLayer.self && layers[0].name == "first")
      precondition(layers[1...4].allSatisfy { type(of: $0) == CALayer.self })
      precondition((copy.value(forKey: "kept") as? CAAnimation).map { type(of: $0) == CABasicAnimation.self } == true)
      precondition((layers[5] as? CAEmitterLayer)?.emitterCells?.count == 1)
      precondition(copy.value(forKey: "seven") as? Int == 7 && copy.value(forKey: "foreign") == nil)
      precondition(told.filter { $0.contains("cannot name") }.count == 6, "\(told)")
      precondition(told.filter { $0.contains("is left out of the archive") }.count == 2, "\(told)")
    }
  }
}

private final class HiddenLayer: CALayer {}
private final class HiddenAnimation: CABasicAnimation {}
private final class HiddenCell: CAEmitterCell {}
private enum Outer {
  final class Inner: CALayer {}
}
