// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import LaminaTestSupport
import Testing
import UIKit

/// Pictures that tests of views look at.
enum Pictures {
  /// A layer and all in it at a time, drawn by the CPU renderer.
  static func draw(_ layer: CALayer, at time: TimeInterval = 0, scale: Double = 1) throws -> CGImage {
    var options = PlanOptions()
    options.scale = scale
    let snapshot = TreeSnapshot(of: layer, at: time, scale: scale)
    let plan = try Planner(options: options).plan(snapshot)
    #expect(plan.diagnostics.isEmpty, "\(plan.diagnostics)")
    let image = try SharedRenderers.draw(plan, on: .cpu).image
    try keep(image)
    return image
  }

  /// A view and all in it at a time.
  static func draw(_ view: UIView, at time: TimeInterval = 0, scale: Double = 1) throws -> CGImage {
    try draw(view.layer, at: time, scale: scale)
  }

  /// Writes a picture for somebody to look at, into the folder that `LAMINA_UIKIT_PICTURES` names, under the test's
  /// name.
  private static func keep(_ image: CGImage) throws {
    guard let folder = ProcessInfo.processInfo.environment["LAMINA_UIKIT_PICTURES"], let test = Test.current else {
      return
    }
    let name = test.name.filter { $0.isLetter || $0.isNumber }
    for number in 0..<100 {
      let path = "\(folder)/\(name)-\(number).png"
      if FileManager.default.fileExists(atPath: path) { continue }
      return try PNGEncoder().write(image, to: path)
    }
  }

  /// A picture that drawing makes, one pixel to a point unless a scale is said.
  static func drawn(_ size: CGSize, scale: CGFloat = 1, opaque: Bool = false, _ body: () -> Void) -> CGImage? {
    let format = UIGraphicsImageRendererFormat()
    (format.scale, format.opaque) = (scale, opaque)
    return UIGraphicsImageRenderer(size: size, format: format).image { _ in body() }.cgImage
  }

  /// A picture of four colours: red and green above, blue and white below.
  static func quarters(_ side: Int = 2) -> CGImage {
    let image = CGImage(width: 2 * side, height: 2 * side) { x, y in
      switch (x < side, y < side) {
      case (true, true): [255, 0, 0, 255]
      case (false, true): [0, 255, 0, 255]
      case (true, false): [0, 0, 255, 255]
      case (false, false): [255, 255, 255, 255]
      }
    }
    guard let image else { fatalError("there is no memory for \(4 * side * side) pixels") }
    return image
  }
}

extension CGImage {
  /// How many points' worth of ink a picture has: the sum of its alpha, 1 for a covered pixel.
  var coveredArea: Double {
    stride(from: 3, to: premultipliedRGBA.count, by: 4).reduce(0.0) { $0 + Double(premultipliedRGBA[$1]) } / 255
  }

  /// Whether a pixel is a colour, within some levels.
  func isColor(_ x: Int, _ y: Int, _ expected: [UInt8], within levels: Int = 1) -> Bool {
    zip(pixel(x, y), expected).allSatisfy { abs(Int($0) - Int($1)) <= levels }
  }
}

let red: [UInt8] = [255, 0, 0, 255]
let green: [UInt8] = [0, 255, 0, 255]
let blue: [UInt8] = [0, 0, 255, 255]
let white: [UInt8] = [255, 255, 255, 255]
let black: [UInt8] = [0, 0, 0, 255]
let clear: [UInt8] = [0, 0, 0, 0]
