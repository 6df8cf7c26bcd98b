// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import Foundation
import Lamina
import LaminaTestSupport

/// Small Lottie documents as text: a composition of 100 x 80 points and 60 frames, 30 a second.
enum LottieDocuments {
  static func composition(_ layers: String, assets: String = "", more: String = "") -> String {
    #"{"v":"5.7.0","fr":30,"ip":0,"op":60,"w":100,"h":80,\#(more)"assets":[\#(assets)],"layers":[\#(layers)]}"#
  }

  /// A shape layer.
  static func shapes(_ shapes: String, _ more: String = "") -> String {
    #"{"ty":4,"ip":0,"op":60,"st":0,\#(more)"shapes":[\#(shapes)]}"#
  }

  /// A solid over the whole composition.
  static func solid(_ color: String, _ more: String = "") -> String {
    #"{"ty":1,"sc":"\#(color)","sw":100,"sh":80,"ip":0,"op":60,"st":0,\#(more)"nm":"solid"}"#
  }

  /// A rectangle by its middle and size.
  static func rectangle(_ x: Double, _ y: Double, _ width: Double, _ height: Double, radius: Double = 0) -> String {
    #"{"ty":"rc","p":{"k":[\#(x),\#(y)]},"s":{"k":[\#(width),\#(height)]},"r":{"k":\#(radius)}}"#
  }

  /// A path with straight pieces.
  static func path(_ points: [(Double, Double)], closed: Bool = true) -> String {
    #"{"ty":"sh","ks":{"k":\#(bezier(points, closed: closed))}}"#
  }

  static func bezier(_ points: [(Double, Double)], closed: Bool = true) -> String {
    let vertices = points.map { "[\($0.0),\($0.1)]" }.joined(separator: ",")
    let none = points.map { _ in "[0,0]" }.joined(separator: ",")
    return #"{"c":\#(closed),"v":[\#(vertices)],"i":[\#(none)],"o":[\#(none)]}"#
  }

  static let red = #"{"ty":"fl","c":{"k":[1,0,0]},"o":{"k":100}}"#
  static let blue = #"{"ty":"fl","c":{"k":[0,0,1]},"o":{"k":100}}"#

  static func stroke(_ width: Double, _ more: String = "") -> String {
    #"{"ty":"st","c":{"k":[1,0,0]},"o":{"k":100},"lc":1,"lj":1,"ml":10,\#(more)"w":{"k":\#(width)}}"#
  }

  /// A group with what its transform says.
  static func group(_ items: String, _ transform: String) -> String {
    #"{"ty":"gr","it":[\#(items),{"ty":"tr",\#(transform)}]}"#
  }

  /// A mask of a rectangle by its corners.
  static func mask(
    _ mode: String, _ left: Double, _ top: Double, _ right: Double, _ bottom: Double, opacity: Double = 100,
    more: String = ""
  ) -> String {
    let path = bezier([(left, top), (right, top), (right, bottom), (left, bottom)])
    return #"{"mode":"\#(mode)",\#(more)"o":{"k":\#(opacity)},"pt":{"k":\#(path)}}"#
  }

  /// The picture of a document at a frame.
  static func draw(_ text: String, frame: Double = 0, on backEnd: BackEnd) throws -> CGImage {
    let scene = try LottieReader().read(Array(text.utf8), named: "test.json")
    return try SharedRenderers.draw(scene.root, at: frame / 30, on: backEnd).image
  }

  /// The diagnostics of a document.
  static func codes(_ text: String) throws -> [String] {
    try LottieReader().read(Array(text.utf8), named: "test.json").diagnostics.map(\.code)
  }
}
