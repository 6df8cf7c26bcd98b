// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

#if Serve
import Foundation
import LaminaTestSupport
import Testing

/// Drawings of the timeline: curves from value to value, steps, springs, groups that repeat; and scenes without an end.
@Suite(.timeLimit(.minutes(30))) struct TimelineTests {
  private static func rows(_ animations: String, inside: String = "") throws -> [[String: Any]] {
    let folder = try TemporaryFolder()
    let path = try folder.write(
      """
      <caml xmlns="http://www.apple.com/CoreAnimation/1.0"><CALayer name="root" bounds="0 0 90 90" opacity="0.5">
      <animations>\(animations)</animations>\(inside)</CALayer></caml>
      """, to: "scene.caml")
    let studio = try RunningStudio(path)
    return try #require(studio.get("/api/timeline?scene=scene.caml").json["rows"] as? [[String: Any]])
  }

  private static func curve(_ row: [String: Any]) throws -> [String: Any] {
    try #require(row["curve"] as? [String: Any])
  }

  @Test func curvesGoFromValueToValue() throws {
    let rows = try Self.rows(
      """
      <p key="down" type="CABasicAnimation" keyPath="opacity" fromValue="1" toValue="0.3" duration="2"/>
      <p key="set" type="CABasicAnimation" keyPath="opacity" toValue="0.25" duration="2"/>
      <p key="by" type="CABasicAnimation" keyPath="opacity" byValue="0.25" duration="2"/>
      <p key="color" type="CABasicAnimation" keyPath="backgroundColor" duration="1">
      <fromValue type="CGColor" value="1 0 0" opacity="0.5"/><toValue type="CGColor" value="0 0 1"/></p>
      <p key="turn" type="CABasicAnimation" keyPath="transform.rotation.z" fromValue="0" toValue="1.5707963" duration="1"/>
      <p key="way" type="CABasicAnimation" keyPath="position" duration="1">
      <fromValue type="CGPoint" value="1.23456 2"/><toValue type="CGPoint" value="3 4"/></p>
      """)
    #expect(try rows.prefix(3).map { try Self.curve($0)["levels"] as? [Double] } == [[1, 0], [1, 0], [0, 1]])
    #expect(rows.prefix(3).map { $0["values"] as? [String] } == [["1", "0.3"], ["0.5", "0.25"], ["0.5", "0.75"]])
    #expect(rows[3]["values"] as? [String] == ["#ff000080", "#0000ff"])
    #expect(try Self.curve(rows[3])["levels"] == nil)
    #expect((rows[4]["values"] as? [String])?.last?.hasPrefix("90° (1.571 rad)") == true)
    #expect(rows[5]["values"] as? [String] == ["1.235, 2 pt", "3, 4 pt"])
  }

  @Test func stepsAndSpringsAreWhatTheyAre() throws {
    let rows = try Self.rows(
      """
      <p key="steps" type="CAKeyframeAnimation" keyPath="cornerRadius" duration="3" calculationMode="discrete">
      <keyTimes><real value="0"/><real value="0.25"/><real value="0.5"/><real value="1"/></keyTimes>
      <values><integer value="4"/><integer value="8"/><integer value="0"/></values></p>
      <p key="spring" type="CASpringAnimation" keyPath="position.x" fromValue="0" toValue="10" damping="2"/>
      <p key="heavy" type="CASpringAnimation" keyPath="position.x" fromValue="10" toValue="0" damping="2"/>
      <p key="smooth" type="CAKeyframeAnimation" keyPath="opacity" duration="3" calculationMode="cubic">
      <values><real value="0"/><real value="1"/><real value="0.25"/></values></p>
      <p key="way" type="CAKeyframeAnimation" keyPath="position" duration="3" path="0 0 m 10 5 l 20 0 l h"/>
      """)
    let steps = try Self.curve(rows[0])
    #expect(steps["isStepped"] as? Bool == true)
    #expect(steps["keyframes"] as? [Double] == [0, 0.25, 0.5])
    #expect(steps["levels"] as? [Double] == [0.5, 1, 0])
    #expect(rows[0]["values"] as? [String] == ["4 pt", "8 pt", "0 pt"])
    #expect(rows[4]["values"] as? [String] == ["0, 0 pt", "10, 5 pt", "20, 0 pt", "0, 0 pt"])
    let way = try #require(Self.curve(rows[4])["keyframes"] as? [Double])
    #expect(way.count == 4 && way.first == 0 && way.last == 1)
    let spring = try #require(Self.curve(rows[1])["samples"] as? [[Double]])
    #expect(spring.first == [0, 0])
    #expect((spring.map { $0[1] }.max() ?? 0) > 1.3)
    #expect(abs((spring.last?[1] ?? 0) - 1) < 0.01)
    let other = try #require(Self.curve(rows[2])["samples"] as? [[Double]])
    #expect((other.map { $0[1] }.min() ?? 0) < -0.3)
    let smooth = try #require(Self.curve(rows[3])["samples"] as? [[Double]])
    #expect(smooth.contains { abs($0[0] - 0.5) < 0.01 && abs($0[1] - 1) < 0.01 })
  }

  @Test func whatIsInAGroupRepeatsWithIt() throws {
    let rows = try Self.rows(
      """
      <p key="all" type="CAAnimationGroup" duration="2" beginTime="0.5" repeatCount="inf"><animations>
      <CABasicAnimation keyPath="opacity" toValue="0" duration="1" beginTime="0.25"/></animations></p>
      """)
    #expect(rows[0]["group"] == nil)
    let group = try #require(rows[1]["group"] as? [String: Any])
    #expect(group["begin"] as? Double == 0.5)
    #expect(group["cycle"] as? Double == 2)
    #expect(group["end"] == nil)
    #expect(rows[1]["begin"] as? Double == 0.75)
  }

  /// Emitters have no end: a length is proposed, and said to be.
  @Test func emittersMove() throws {
    let studio = try RunningStudio(PackageFolder.file("Examples/copies-and-sparks.ca").path)
    let timeline = try studio.get("/api/timeline?scene=copies-and-sparks.ca").json
    #expect(timeline["moves"] as? Bool == true)
    #expect(timeline["isProposed"] as? Bool == true)
    #expect(timeline["isEndless"] as? Bool == true)
    #expect(timeline["duration"] as? Double == 10)
    #expect(timeline["emitters"] as? Int == 2)
    let still = try RunningStudio(PackageFolder.file("Examples/blending.ca").path)
    let other = try still.get("/api/timeline?scene=blending.ca").json
    #expect(other["moves"] as? Bool == false)
    #expect(other["isProposed"] as? Bool == false)
  }

  /// Values that mean nothing are refused, in words, and nothing changes.
  @Test(
    arguments: [
      ("cornerRadius", "-3", "'-3' is negative; it is 0 or more"), ("bounds", "0 0 1e40 10", "is too large"),
      ("opacity", "1.5", "it is from 0 to 1"), ("position", "1e300 0", "is too large"),
      ("cornerRadius", "inf", "inf"), ("contentsScale", "0", "it is above 0"),
      ("transform.scale", "1e30", "is too large"),
    ])
  func valuesThatMeanNothingAreRefused(key: String, value: String, words: String) throws {
    let studio = try RunningStudio(PackageFolder.file("Examples/blending.ca").path)
    let before = try studio.get("/api/picture.png?scene=blending.ca").body
    let answer = try studio.post("/api/edit?scene=blending.ca", ["layer": "0", "key": key, "value": value])
    #expect(answer.status == 400)
    #expect((answer.json["detail"] as? String)?.contains(words) == true, "\(answer.json)")
    #expect(try studio.get("/api/picture.png?scene=blending.ca").body == before)
    let tree = try studio.get("/api/tree?scene=blending.ca").json
    #expect((tree["edits"] as? [Any])?.isEmpty == true)
  }

  /// Layers in a hidden layer are not shown either.
  @Test func whatIsInAHiddenLayerIsMarked() throws {
    let folder = try TemporaryFolder()
    let path = try folder.write(
      """
      <caml xmlns="http://www.apple.com/CoreAnimation/1.0"><CALayer bounds="0 0 90 90"><sublayers>
      <CALayer name="one"><sublayers><CALayer/></sublayers></CALayer><CALayer name="two"><sublayers><CALayer/></sublayers></CALayer>
      </sublayers></CALayer></caml>
      """, to: "scene.caml")
    let studio = try RunningStudio(path)
    #expect(
      try studio.post("/api/show?scene=scene.caml", ["hidden": [String](), "isolated": "1"]).status == 200)
    // Hidden, and in a hidden one.
    #expect(try studio.get("/api/tree?scene=scene.caml").json["marks"] as? [Int] == [0, 1, 256, 0, 0])
  }
}
#endif
