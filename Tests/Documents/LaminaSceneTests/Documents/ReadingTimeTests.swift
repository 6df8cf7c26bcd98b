// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import Foundation
import LaminaGeometry
import LaminaGraphics
import LaminaLottie
import LaminaScene
import LaminaSystem
import Synchronization
import Testing

/// Reading ends soon after nobody wants what is read, and says so.
@Suite struct ReadingTimeTests {
  /// A clock that is over at its n-th look, and counts those that follow.
  private final class Clock: Sendable {
    let end: Int
    private let looks = Atomic<Int>(0)

    init(endingAt end: Int) { self.end = end }

    var count: Int { looks.load(ordering: .relaxed) }
    func isOver() -> Bool { looks.wrappingAdd(1, ordering: .relaxed).newValue >= end }
  }

  private static let layers =
    "<caml><CALayer bounds='0 0 9 9'><sublayers>"
    + String(repeating: "<CALayer bounds='0 0 4 4'/>", count: 40_000) + "</sublayers></CALayer></caml>"
  private static let keyframes =
    "<caml><CALayer><animations><animation type='CAKeyframeAnimation' keyPath='opacity'><values>"
    + String(repeating: "<real value='0.5'/>", count: 40_000) + "</values></animation></animations></CALayer></caml>"
  private static let lottie = {
    let shape = #"{"ty":"rc","p":{"k":[1,1]},"s":{"k":[2,2]},"r":{"k":0}},{"ty":"fl","c":{"k":[1,0,0]},"o":{"k":50}}"#
    let layer = #"{"ty":4,"ip":0,"op":60,"st":0,"ks":{},"shapes":["# + shape + "]}"
    let layers = Array(repeating: layer, count: 2000).joined(separator: ",")
    return #"{"v":"5","w":9,"h":9,"ip":0,"op":60,"fr":60,"layers":["# + layers + "]}"
  }()

  private static func read(_ kind: String) throws(SceneError) -> Scene {
    switch kind {
    case "layers": try SceneReader().read(Array(layers.utf8), named: "x.caml")
    case "keyframes": try SceneReader().read(Array(keyframes.utf8), named: "x.caml")
    default: try LottieReader().read(Array(lottie.utf8), named: "x.json")
    }
  }

  @Test(
    "a reader looks at the clock all along, and hardly any more once it is over",
    arguments: ["layers", "keyframes", "lottie"])
  func looks(_ kind: String) throws {
    let whole = Clock(endingAt: .max)
    let scene = LongWork.with({ whole.isOver() }) { Result { try Self.read(kind) } }
    #expect(throws: Never.self) { try scene.get() }
    #expect(whole.count > 100, "\(whole.count)")
    for place in stride(from: 1, through: whole.count, by: whole.count / 40) {
      let clock = Clock(endingAt: place)
      // The caller that counts the time ignores the result.
      _ = LongWork.with({ clock.isOver() }) { Result { try Self.read(kind) } }
      #expect(clock.count < place + 40, "of \(whole.count), over at \(place), asked \(clock.count) times")
    }
  }

  @Test("a document that takes longer than it may is refused with the number, whatever is in it")
  func refused() throws {
    var limits = SceneLimits()
    limits.time = 0
    let bytes = Array("<caml><CALayer/></caml>".utf8)
    func message(_ read: () throws(SceneError) -> Scene) -> String {
      do throws(SceneError) {
        _ = try read()
        return "read"
      } catch {
        #expect(error.limit == .time && error.location == nil)
        return "\(error)"
      }
    }
    let words = "reading it took more than the limit of 0 s"
    #expect(
      message { () throws(SceneError) in try SceneReader(limits: limits).read(bytes, named: "a.caml") }
        == "a.caml: \(words)")
    let lottie = Array(Self.lottie.utf8)
    #expect(
      message { () throws(SceneError) in try LottieReader(limits: limits).read(lottie, named: "a.json") }
        == "a.json: \(words)")
    // NaN counts as no time, and an infinite time is an infinite one.
    limits.time = .nan
    #expect(
      message { () throws(SceneError) in try SceneReader(limits: limits).read(bytes, named: "a.caml") }.contains(
        "reading it took"))
    limits.time = .infinity
    #expect(message { () throws(SceneError) in try SceneReader(limits: limits).read(bytes, named: "a.caml") } == "read")
    let folder = try TemporaryFolder()
    let path = folder.path + "/a.caml"
    try Data(bytes).write(to: URL(fileURLWithPath: path))
    limits.time = 0
    #expect(message { () throws(SceneError) in try SceneReader(limits: limits).read(path) } == "\(path): \(words)")
  }
}
