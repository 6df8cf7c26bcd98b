// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import LaminaLayers
import LaminaLottie
import LaminaScene

/// A composition of 100 x 80 points and 60 frames, 30 a second, around the JSON of its layers.
func composition(_ layers: String, _ more: String = "") -> String {
  #"{"v":"5.7.0","fr":30,"ip":0,"op":60,"w":100,"h":80,"nm":"test",\#(more)"layers":[\#(layers)]}"#
}

/// A shape layer around the JSON of its shapes.
func shapeLayer(_ shapes: String, _ more: String = "") -> String {
  #"{"ty":4,"nm":"shapes","ind":1,"ip":0,"op":60,"st":0,\#(more)"shapes":[\#(shapes)]}"#
}

/// A red square of 20 points in the middle.
let square =
  #"{"ty":"rc","p":{"k":[50,40]},"s":{"k":[20,20]},"r":{"k":0}},{"ty":"fl","c":{"k":[1,0,0,1]},"o":{"k":100}}"#

/// Reads a document in memory.
func read(_ text: String, limits: SceneLimits = SceneLimits()) throws(SceneError) -> Scene {
  try LottieReader(limits: limits).read(Array(text.utf8), named: "test.json")
}

/// The error of a document that cannot be read; empty where it can be read.
func refusal(_ text: String, limits: SceneLimits = SceneLimits()) -> String {
  do throws(SceneError) {
    _ = try read(text, limits: limits)
    return ""
  } catch {
    return "\(error)"
  }
}

extension CALayer {
  /// All layers of the tree that have a class, masks not among them.
  func all<Kind: CALayer>(_ kind: Kind.Type) -> [Kind] {
    var result: [Kind] = []
    var pending: [CALayer] = [self]
    while let layer = pending.popLast() {
      if let match = layer as? Kind { result.append(match) }
      pending += (layer.sublayers ?? []).reversed()
    }
    return result
  }
}
