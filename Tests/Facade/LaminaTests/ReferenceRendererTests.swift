// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import Foundation
import Lamina
import LaminaLayers
import LaminaTestSupport
import Testing

/// Where the two ways in which Core Animation draws differ: GRAD-1, SHAPE-1.
@Suite struct ReferenceRendererTests {
  private func picture(_ root: CALayer, _ reference: ReferenceRenderer, _ backEnd: BackEnd) throws -> CGImage {
    var options = RenderOptions()
    options.reference = reference
    return try SharedRenderers.draw(try RenderPlan(root, options: options), on: backEnd).image
  }

  @Test("layers of a program follow render(in:), documents screens, unless the options say otherwise")
  func defaults() throws {
    let layer = CAGradientLayer()
    layer.bounds = CGRect(x: 0, y: 0, width: 9, height: 9)
    layer.colors = [CGColor(srgbRed: 0, green: 0, blue: 0, alpha: 1), CGColor(srgbRed: 1, green: 1, blue: 1, alpha: 1)]
    let renderer = try Renderer(.cpu(threads: 1))
    var options = RenderOptions()
    func levels(_ reference: ReferenceRenderer?, asScene: Bool) throws -> [UInt8] {
      options.reference = reference
      let scene = Scene(root: layer, hostIsFlipped: false)
      let rendered = try asScene ? renderer.render(scene, options: options) : renderer.render(layer, options: options)
      let plan = try asScene ? RenderPlan(scene, options: options) : RenderPlan(layer, options: options)
      let planned = try SharedRenderers.draw(plan, on: .cpu).image
      #expect(rendered.image.premultipliedRGBA == planned.premultipliedRGBA)
      return rendered.image.premultipliedRGBA
    }
    let (screen, context) = (try levels(.screen, asScene: false), try levels(.context, asScene: false))
    #expect(screen != context)
    #expect(try levels(nil, asScene: false) == context && levels(.context, asScene: true) == context)
    #expect(try levels(nil, asScene: true) == screen && levels(.screen, asScene: true) == screen)
  }

  @Test("a renderer that has kept a plan draws anew where another reference is asked for")
  func keptPlans() throws {
    let layer = CAGradientLayer()
    layer.bounds = CGRect(x: 0, y: 0, width: 9, height: 9)
    layer.colors = [CGColor(srgbRed: 0, green: 0, blue: 0, alpha: 1), CGColor(srgbRed: 1, green: 1, blue: 1, alpha: 1)]
    let renderer = try Renderer(.cpu(threads: 1))
    var options = RenderOptions()
    options.reference = .screen
    let screen = try renderer.render(layer, options: options).image.premultipliedRGBA
    options.reference = .context
    #expect(try renderer.render(layer, options: options).image.premultipliedRGBA != screen)
    options.reference = .screen
    #expect(try renderer.render(layer, options: options).image.premultipliedRGBA == screen)
  }

  @Test(
    "a gradient is mixed as it is encoded on screens, in Generic RGB by render(in:)",
    arguments: SharedRenderers.available)
  func gradients(_ backEnd: BackEnd) throws {
    let layer = CAGradientLayer()
    layer.bounds = CGRect(x: 0, y: 0, width: 255, height: 1)
    (layer.startPoint, layer.endPoint) = (CGPoint(x: 0, y: 0.5), CGPoint(x: 1, y: 0.5))
    layer.colors = [CGColor(srgbRed: 0, green: 0, blue: 0, alpha: 1), CGColor(srgbRed: 1, green: 1, blue: 1, alpha: 1)]
    for reference in [ReferenceRenderer.screen, .context, .screen] {
      let image = try picture(layer, reference, backEnd)
      for x in [40, 127, 200] {
        let way = (Double(x) + 0.5) / 255
        // Greys of both spaces are linear light to some power, and white is white: one curve after the inverse of the
        // other.
        let linear = pow(way, 1.8)
        let encoded = linear <= 0.0031308 ? 12.92 * linear : 1.055 * pow(linear, 1 / 2.4) - 0.055
        let wanted = reference == .screen ? way : encoded
        let level = Double(image.premultipliedRGBA[4 * x + 1])
        #expect(abs(level - 255 * wanted) <= 1.5, "\\(reference) at \\(x)")
      }
    }
  }

  @Test("edges of a shape that is turned are exact areas by render(in:)", arguments: SharedRenderers.available)
  func edges(_ backEnd: BackEnd) throws {
    // A triangle whose upper edge crosses the picture with a slope of 1/8.
    let root = CALayer()
    root.bounds = CGRect(x: 0, y: 0, width: 64, height: 64)
    let shape = CAShapeLayer()
    let path = CGMutablePath()
    path.addLines(between: [CGPoint(x: -100, y: 0), CGPoint(x: 200, y: 0), CGPoint(x: 50, y: 300)])
    path.closeSubpath()
    shape.path = path
    shape.fillColor = CGColor(srgbRed: 1, green: 1, blue: 1, alpha: 1)
    shape.position = CGPoint(x: 0, y: 32)
    shape.transform = CATransform3DMakeRotation(atan2(1, 8), 0, 0, 1)
    root.addSublayer(shape)
    /// How many pixels that are wholly inside or outside are not as full or empty as they should be.
    func strays(_ reference: ReferenceRenderer) throws -> Int {
      let image = try picture(root, reference, backEnd)
      var strays = 0
      for x in 0..<64 {
        let (left, right) = (32 + Double(x) / 8, 32 + Double(x + 1) / 8)
        for y in 28..<44 {
          let alpha = Double(image.premultipliedRGBA[4 * (y * 64 + x) + 3])
          if Double(y) >= right { strays += alpha < 255 ? 1 : 0 }
          if Double(y + 1) <= left { strays += alpha > 0 ? 1 : 0 }
          // Cairo counts a pixel's area by fifteen lines across it.
          guard reference == .context, left >= Double(y), right <= Double(y + 1) else { continue }
          #expect(abs(alpha / 255 - (Double(y + 1) - (left + right) / 2)) <= 1.0 / 15, "\(x), \(y)")
        }
      }
      return strays
    }
    #expect(try strays(.context) == 0)
    // On screens a picture of it with two texels a pixel is turned, whose texels are mixed at the edge.
    #expect(try strays(.screen) > 0)
  }
}
