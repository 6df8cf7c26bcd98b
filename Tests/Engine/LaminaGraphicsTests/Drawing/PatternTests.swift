// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import Foundation
import LaminaGeometry
import LaminaGraphics
import Testing

@Suite struct PatternTests {
  private static let red = CGColor(srgbRed: 1, green: 0, blue: 0, alpha: 1)

  private func appleContext(_ side: Int = 20) throws -> CGContext {
    try #require(
      CGContext(
        data: nil, width: side, height: side, bitsPerComponent: 8, bytesPerRow: 0, space: CGColorSpaceCreateDeviceRGB(),
        bitmapInfo: CGImageAlphaInfo.premultipliedLast.rawValue))
  }

  /// Cells of 4 x 4 with a square of 2 x 2 at their origin.
  private func checks(
    colored: Bool, bounds: CGRect = CGRect(x: 0, y: 0, width: 4, height: 4), step: CGFloat = 4,
    matrix: CGAffineTransform = .identity, draw: CGPatternDrawPatternCallback? = nil
  ) throws -> CGPattern {
    var callbacks = CGPatternCallbacks(
      version: 0,
      drawPattern: draw ?? { _, context in
        if colored { context.setFillColor(Self.red) }
        context.fill(CGRect(x: 0, y: 0, width: 2, height: 2))
      }, releaseInfo: nil)
    return try #require(
      CGPattern(
        info: nil, bounds: bounds, matrix: matrix, xStep: step, yStep: step, tiling: .constantSpacing,
        isColored: colored, callbacks: &callbacks))
  }

  /// The pixel at a point of a context with y up.
  private func pixel(_ context: CGContext, _ x: Int, _ y: Int) throws -> SIMD4<UInt8> {
    try #require(context.makeImage()).premultipliedPixel(x: x, y: context.height - 1 - y)
  }

  @Test("cells repeat from the space that the context began with") func colored() throws {
    let context = try appleContext()
    context.setFillColorSpace(try #require(CGColorSpace(patternBaseSpace: nil)))
    context.setFillPattern(try checks(colored: true), colorComponents: [1])
    // The current transform moves what is filled, not the pattern.
    context.translateBy(x: 3, y: 3)
    context.fill(CGRect(x: -3, y: -3, width: 16, height: 16))
    for (x, y) in [(0, 0), (1, 1), (4, 0), (5, 9), (12, 12)] { #expect(try pixel(context, x, y) == [255, 0, 0, 255]) }
    for (x, y) in [(2, 0), (0, 2), (3, 3), (7, 5), (16, 16)] { #expect(try pixel(context, x, y).w == 0) }
    // Any other colour ends the pattern.
    context.setFillColor(gray: 0, alpha: 1)
    context.fill(CGRect(x: -3, y: -3, width: 16, height: 16))
    #expect(try pixel(context, 2, 0) == [0, 0, 0, 255])
  }

  @Test("a pattern without colours is drawn in the one that it is set with") func uncolored() throws {
    let context = try appleContext()
    context.setFillColorSpace(try #require(CGColorSpace(patternBaseSpace: CGColorSpaceCreateDeviceRGB())))
    context.setFillPattern(try checks(colored: false), colorComponents: [0, 0, 1, 1])
    context.setPatternPhase(CGSize(width: 1, height: 0))
    context.fill(CGRect(x: 0, y: 0, width: 20, height: 20))
    #expect(try pixel(context, 1, 0) == [0, 0, 255, 255] && pixel(context, 2, 1) == [0, 0, 255, 255])
    #expect(try pixel(context, 0, 0).w == 0 && pixel(context, 3, 0).w == 0)
    context.saveGState()
    context.setFillColor(Self.red)
    context.restoreGState()
    context.fill(CGRect(x: 8, y: 8, width: 4, height: 4))
    #expect(try pixel(context, 9, 8) == [0, 0, 255, 255])
  }

  @Test("lines are drawn with patterns too, and a matrix scales cells") func strokes() throws {
    let context = try appleContext()
    context.setStrokeColorSpace(try #require(CGColorSpace(patternBaseSpace: nil)))
    context.setStrokePattern(
      try checks(colored: true, matrix: CGAffineTransform(scaleX: 2, y: 2)), colorComponents: [1])
    context.stroke(CGRect(x: 0, y: 0, width: 40, height: 40), width: 16)
    #expect(
      try pixel(context, 3, 3) == [255, 0, 0, 255] && pixel(context, 4, 3).w == 0 && pixel(context, 8, 1).x == 255)
    #expect(try pixel(context, 10, 10).w == 0)
  }

  @Test("what lies outside a cell is cut, and cells that are too large overlap") func bounds() throws {
    let context = try appleContext()
    context.setFillPattern(
      try checks(colored: true, bounds: CGRect(x: 0, y: 0, width: 6, height: 6)) { _, context in
        context.setFillColor(Self.red)
        context.fill(CGRect(x: 5, y: 0, width: 5, height: 1))
      }, colorComponents: [1])
    context.fill(CGRect(x: 0, y: 0, width: 20, height: 20))
    #expect((0..<12).map { (try? pixel(context, $0, 0).w) ?? 9 } == [0, 255, 0, 0, 0, 255, 0, 0, 0, 255, 0, 0])
  }

  @Test("patterns that cannot be are refused; unbalanced callbacks, empty ones and huge cells do no harm")
  func badInput() throws {
    var callbacks = CGPatternCallbacks()
    func pattern(_ box: CGRect, _ x: CGFloat, _ y: CGFloat, _ matrix: CGAffineTransform = .identity) -> CGPattern? {
      CGPattern(
        info: nil, bounds: box, matrix: matrix, xStep: x, yStep: y, tiling: .noDistortion, isColored: true,
        callbacks: &callbacks)
    }
    let unit = CGRect(x: 0, y: 0, width: 1, height: 1)
    #expect(pattern(unit, 0, 1) == nil && pattern(unit, 1, .nan) == nil && pattern(.null, 1, 1) == nil)
    #expect(pattern(.zero, 1, 1) == nil && pattern(unit, 1, 1, CGAffineTransform(scaleX: 0, y: 1)) == nil)
    let context = try appleContext()
    for each in [
      pattern(unit, 1e300, 1e-300), pattern(unit, -3, 1e9),
      pattern(CGRect(x: 0, y: 0, width: 1e12, height: 1e12), 1e-3, 1e-3),
      try checks(colored: true) { _, context in for _ in 0..<5 { context.saveGState() } },
      try checks(colored: true) { _, context in context.restoreGState() },
    ] {
      context.setFillPattern(try #require(each), colorComponents: [1])
      context.fill(CGRect(x: 0, y: 0, width: 20, height: 20))
    }
    #expect(try pixel(context, 5, 5).w == 0)
  }

  @Test("a pattern's information is released when it goes") func release() throws {
    final class Box { var count = 0 }
    let box = Box()
    do {
      var callbacks = CGPatternCallbacks(version: 0, drawPattern: nil) { info in
        guard let info else { return }
        Unmanaged<Box>.fromOpaque(info).takeUnretainedValue().count += 1
      }
      let info = Unmanaged.passUnretained(box).toOpaque()
      let pattern = CGPattern(
        info: info, bounds: CGRect(x: 0, y: 0, width: 1, height: 1), matrix: .identity, xStep: 1, yStep: 1,
        tiling: .noDistortion, isColored: true, callbacks: &callbacks)
      #expect(pattern != nil && box.count == 0)
    }
    #expect(box.count == 1)
  }
}

@Suite struct ComponentColorTests {
  @Test("components are read in the space that was set") func spaces() throws {
    let context = try #require(CGContext(width: 1, height: 1))
    func drawn() throws -> SIMD4<UInt8> {
      context.clear(CGRect(x: 0, y: 0, width: 1, height: 1))
      context.fill(CGRect(x: 0, y: 0, width: 1, height: 1))
      return try #require(context.makeImage()).premultipliedPixel(x: 0, y: 0)
    }
    context.setFillColor([0.2, 1])
    #expect(try drawn() == [51, 51, 51, 255])
    context.setFillColorSpace(CGColorSpaceCreateDeviceRGB())
    #expect(try drawn() == [0, 0, 0, 255])
    context.setFillColor([1, 0.2, 0, 1])
    #expect(try drawn() == [255, 51, 0, 255])
    context.setFillColor([0, 1, 0, 0.2])
    #expect(try drawn() == [0, 51, 0, 51])
    context.setFillColorSpace(try #require(CGColorSpace(name: CGColorSpace.linearSRGB)))
    context.setFillColor([0.5, 0.5, 0.5, 1])
    #expect(try drawn() == [188, 188, 188, 255])
    context.setFillColor(cyan: 1, magenta: 0, yellow: 0, black: 0.2, alpha: 1)
    #expect(try drawn() == [0, 204, 204, 255])
    context.setStrokeColorSpace(CGColorSpaceCreateDeviceRGB())
    context.setStrokeColor([0, 0, 1, 1])
    context.setLineWidth(4)
    context.stroke(CGRect(x: 0, y: 0, width: 1, height: 1))
    #expect(try #require(context.makeImage()).premultipliedPixel(x: 0, y: 0) == [0, 0, 255, 255])
  }

  @Test("gradients take components of their space") func gradients() throws {
    let grey = try #require(
      CGGradient(
        colorSpace: CGColorSpaceCreateDeviceGray(), colorComponents: [0, 1, 1, 1], locations: [0, 1], count: 2))
    let context = try #require(CGContext(width: 10, height: 1))
    context.drawLinearGradient(grey, start: .zero, end: CGPoint(x: 10, y: 0), options: [])
    let image = try #require(context.makeImage())
    for x in 0..<10 {
      let level = ((Double(x) + 0.5) / 10 * 255).rounded()
      #expect(
        abs(Double(image.premultipliedPixel(x: x, y: 0).y) - level) <= 1
          && image.premultipliedPixel(x: x, y: 0).w == 255)
    }
    #expect(
      CGGradient(colorSpace: CGColorSpaceCreateDeviceRGB(), colorComponents: [], locations: nil, count: -1) == nil)
  }
}

@Suite struct ShadingTests {
  private func function(_ outputs: Int = 4, domain: [CGFloat]? = nil, range: [CGFloat]? = nil) throws -> CGFunction {
    var callbacks = CGFunctionCallbacks(
      version: 0,
      evaluate: { _, input, output in
        output[0] = input[0] * input[0]
        output[1] = 0
        output[2] = 2
        output[3] = 1
      }, releaseInfo: nil)
    return try #require(
      CGFunction(
        info: nil, domainDimension: 1, domain: domain, rangeDimension: outputs, range: range, callbacks: &callbacks))
  }

  @Test("a function gives the colours along a line") func axial() throws {
    let shading = try #require(
      CGShading(
        axialSpace: CGColorSpaceCreateDeviceRGB(), start: CGPoint(x: 10, y: 0), end: CGPoint(x: 110, y: 0),
        function: function(), extendStart: false, extendEnd: true))
    let context = try #require(CGContext(width: 120, height: 1))
    context.drawShading(shading)
    let image = try #require(context.makeImage())
    for x in 0..<100 {
      let place = (Double(x) + 0.5) / 100
      let pixel = image.premultipliedPixel(x: x + 10, y: 0)
      #expect(abs(Double(pixel.x) - 255 * place * place) <= 0.6 && pixel.z == 255 && pixel.w == 255)
    }
    #expect(
      image.premultipliedPixel(x: 5, y: 0).w == 0 && image.premultipliedPixel(x: 115, y: 0) == [255, 0, 255, 255])
  }

  @Test("domains are stretched, ranges cut") func domains() throws {
    let shading = try #require(
      CGShading(
        radialSpace: CGColorSpaceCreateDeviceRGB(), start: CGPoint(x: 50, y: 0), startRadius: 0,
        end: CGPoint(x: 50, y: 0), endRadius: 50,
        function: function(domain: [0, 2], range: [0, 0.5, 0, 1, 0, 0.2, 0, 1]),
        extendStart: false, extendEnd: false))
    let context = try #require(CGContext(width: 100, height: 1))
    context.drawShading(shading)
    let image = try #require(context.makeImage())
    // At a quarter of the radius the input is a half.
    #expect(abs(Int(image.premultipliedPixel(x: 62, y: 0).x) - 64) <= 2)
    #expect(image.premultipliedPixel(x: 95, y: 0) == [128, 0, 51, 255])
  }

  @Test("functions and shadings that cannot be are refused") func refused() throws {
    var callbacks = CGFunctionCallbacks()
    for (inputs, outputs) in [(0, 4), (1, 0), (-1, 4), (65, 4), (1, .max)] {
      #expect(
        CGFunction(
          info: nil, domainDimension: inputs, domain: nil, rangeDimension: outputs, range: nil, callbacks: &callbacks)
          == nil)
    }
    let few = try #require(
      CGFunction(info: nil, domainDimension: 1, domain: nil, rangeDimension: 3, range: nil, callbacks: &callbacks))
    #expect(
      CGShading(
        axialSpace: CGColorSpaceCreateDeviceRGB(), start: .zero, end: .zero, function: few, extendStart: true,
        extendEnd: true) == nil)
  }
}

@Suite struct CGLayerTests {
  @Test("a layer is drawn as it was drawn into, at any place and size") func layers() throws {
    let context = try #require(CGContext(width: 20, height: 20))
    let layer = try #require(CGLayer(context, size: CGSize(width: 4, height: 4), auxiliaryInfo: nil))
    let inside = try #require(layer.context)
    inside.setFillColor(CGColor(srgbRed: 1, green: 0, blue: 0, alpha: 1))
    inside.fill(CGRect(x: 0, y: 0, width: 2, height: 1))
    context.draw(layer, at: CGPoint(x: 5, y: 6))
    context.draw(layer, in: CGRect(x: 10, y: 10, width: 8, height: 8))
    func pixel(_ x: Int, _ y: Int) throws -> SIMD4<UInt8> {
      try #require(context.makeImage()).premultipliedPixel(x: x, y: y)
    }
    #expect(try pixel(5, 6) == [255, 0, 0, 255] && pixel(6, 6).w == 255 && pixel(7, 6).w == 0 && pixel(5, 7).w == 0)
    #expect(
      try pixel(10, 10) == [255, 0, 0, 255] && pixel(12, 10).w == 255 && pixel(15, 10).w == 0 && pixel(10, 13).w == 0)
    // Later drawing into the picture shows in later drawing with it.
    inside.setFillColor(CGColor(srgbRed: 0, green: 0, blue: 1, alpha: 1))
    inside.fill(CGRect(x: 0, y: 3, width: 4, height: 1))
    #expect(try pixel(5, 9).w == 0)
    context.draw(layer, at: CGPoint(x: 5, y: 6))
    #expect(try pixel(5, 9) == [0, 0, 255, 255])
    for size in [
      CGSize.zero, CGSize(width: -1, height: 5), CGSize(width: 1e9, height: 1), CGSize(width: CGFloat.nan, height: 1),
    ] {
      #expect(CGLayer(context, size: size, auxiliaryInfo: nil) == nil)
    }
  }
}
