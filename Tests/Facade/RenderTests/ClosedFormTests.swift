// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

// Pictures whose numbers can be said in advance.

import Foundation
import Lamina
import LaminaTestSupport
import Testing

@Suite struct ClosedFormTests {
  /// A transparent, y-down canvas.
  private func canvas(_ width: Int = 100, _ height: Int = 100) -> CALayer {
    let root = CALayer()
    root.bounds = CGRect(x: 0, y: 0, width: width, height: height)
    return root
  }

  private func layer(_ frame: CGRect, gray: CGFloat? = 0, alpha: CGFloat = 1) -> CALayer {
    let layer = CALayer()
    layer.frame = frame
    if let gray { layer.backgroundColor = CGColor(deviceGray: gray, alpha: alpha) }
    return layer
  }

  /// How much of the canvas is covered, in pixels.
  private func area(of root: CALayer, on backEnd: BackEnd) throws -> Double {
    let grid = PixelGrid(try SharedRenderers.draw(root, on: backEnd).image)
    return Double(grid.pixels.reduce(0) { $0 + Int($1.w) }) / 255
  }

  private func pixel(_ root: CALayer, _ x: Int, _ y: Int, on backEnd: BackEnd) throws -> SIMD4<UInt8> {
    PixelGrid(try SharedRenderers.draw(root, on: backEnd).image)[x, y]
  }

  @Test("PAINT-3: 80 x 60 with a border of 5 covers exactly 1,300", arguments: SharedRenderers.available)
  func borderArea(on backEnd: BackEnd) throws {
    let root = canvas()
    let framed = layer(CGRect(x: 10, y: 20, width: 80, height: 60), gray: nil)
    framed.borderWidth = 5
    root.addSublayer(framed)
    #expect(try area(of: root, on: backEnd) == 1300)
  }

  @Test("GROUP-3: an edge in the middle of a pixel covers half of it", arguments: SharedRenderers.available)
  func halfPixel(on backEnd: BackEnd) throws {
    let root = canvas()
    root.addSublayer(layer(CGRect(x: 10.5, y: 20, width: 70, height: 60)))
    #expect((127...128).contains(try pixel(root, 10, 50, on: backEnd).w))
    #expect((127...128).contains(try pixel(root, 80, 50, on: backEnd).w))
    #expect(try pixel(root, 9, 50, on: backEnd).w == 0)
    #expect(try pixel(root, 11, 50, on: backEnd).w == 255)
  }

  @Test("a path on whole points covers exact areas at any scale of the canvas", arguments: SharedRenderers.available)
  func pathsOnPoints(on backEnd: BackEnd) throws {
    for (side, padding) in [(66, 0), (132, 0), (33, 0), (66, 12)] {
      let root = canvas(99, 99)
      let shape = CAShapeLayer()
      shape.frame = CGRect(x: 10, y: 10, width: 60, height: 60)
      let path = CGMutablePath()
      path.addLines(between: [(0, 0), (60, 0), (60, 30), (30, 30), (30, 60), (0, 60)].map { CGPoint(x: $0, y: $1) })
      shape.path = path
      root.addSublayer(shape)
      var options = PlanOptions()
      options.size = PixelSize(width: side + padding, height: side)
      let grid = PixelGrid(try SharedRenderers.draw(root, options: options, on: backEnd).image)
      let scale = Double(side) / 99
      for x in 0..<side {
        // Of the row of pixels that the upper half covers wholly.
        let covered = min(Double(x + 1), 70 * scale) - max(Double(x), 10 * scale)
        let level = 255 * min(max(covered, 0), 1)
        let pixel = grid[x + padding / 2, Int(clamping: 20 * scale)]
        #expect(abs(Double(pixel.w) - level) <= 2, "\(side): \(x)")
      }
    }
  }

  @Test("areas of upright rectangles are exact to rounding", arguments: SharedRenderers.available)
  func fractions(on backEnd: BackEnd) throws {
    for (x, y, width, height) in [(10.25, 20.5, 30.5, 40.25), (3.1, 4.7, 0.4, 50), (40.3, 40.3, 0.5, 0.5)] {
      let root = canvas()
      root.addSublayer(layer(CGRect(x: x, y: y, width: width, height: height)))
      // Half a level of rounding in each pixel of the outline.
      let slack = (2 * (width + height) + 8) * 0.5 / 255
      #expect(abs(try area(of: root, on: backEnd) - width * height) < slack)
    }
  }

  @Test("a picture of one colour shows that colour at any scale and angle", arguments: SharedRenderers.available)
  func evenPicture(on backEnd: BackEnd) throws {
    let color: [UInt8] = [201, 87, 13, 255]
    let image = try #require(
      CGImage(width: 64, height: 64, premultipliedRGBA: (0..<64 * 64).flatMap { _ in color }))
    // Weights of texels add up to one exactly on the CPU; GPUs mix as they like.
    let slack = backEnd == .cpu ? 0 : 1
    for filter in [CALayerContentsFilter.linear, .trilinear] {
      for (scale, angle) in [(0.21, 0.1), (0.37, 0), (0.5, 0.7), (0.93, 0.02), (1.3, 0), (1.41, 0.3)] {
        let root = canvas()
        let picture = CALayer()
        picture.bounds = CGRect(x: 0, y: 0, width: 64, height: 64)
        picture.position = CGPoint(x: 50.3, y: 49.6)
        picture.transform = CATransform3DRotate(CATransform3DMakeScale(scale, scale, 1), angle, 0, 0, 1)
        picture.contents = image
        picture.minificationFilter = filter
        root.addSublayer(picture)
        let grid = PixelGrid(try SharedRenderers.draw(root, on: backEnd).image)
        let reach = Int(clamping: 64 * scale / 2 * 0.7) - 2
        for (x, y) in [(50, 50), (50 - reach, 50), (50 + reach, 49), (50, 50 - reach), (49, 50 + reach)] {
          let pixel = grid[x, y]
          for part in 0..<4 {
            #expect(abs(Int(pixel[part]) - Int(color[part])) <= slack, "\(filter) \(scale) \(angle)")
          }
        }
      }
    }
  }

  @Test("CLIP-1: the area of a circle", arguments: SharedRenderers.available)
  func circle(on backEnd: BackEnd) throws {
    // A ramp of one pixel adds pi/12 to the exact area, whatever the radius: 0.1 % of the smallest here.
    for radius in [8.2, 17.3, 45] {
      let root = canvas()
      let disc = layer(CGRect(x: 50.2 - radius, y: 49.7 - radius, width: 2 * radius, height: 2 * radius))
      disc.cornerRadius = radius
      root.addSublayer(disc)
      let exact = Double.pi * radius * radius
      #expect(abs(try area(of: root, on: backEnd) - exact) < 0.005 * exact, "radius \(radius)")
    }
  }

  @Test("CLIP-3: the area of continuous corners", arguments: SharedRenderers.available)
  func continuousCorners(on backEnd: BackEnd) throws {
    let root = canvas(200, 200)
    let tile = layer(CGRect(x: 10, y: 10, width: 180, height: 180))
    tile.cornerRadius = 40
    tile.cornerCurve = .continuous
    root.addSublayer(tile)
    // The area that a corner takes away, by integrating the Beziers of CLIP-3, in units of the radius squared.
    let missing = 4 * Self.continuousCornerArea * 40 * 40
    #expect(abs(try area(of: root, on: backEnd) - (180 * 180 - missing)) < 0.005 * missing)
  }

  /// The area between the curve of CLIP-3 and the corner's two edges, by the shoelace formula.
  private static var continuousCornerArea: Double {
    let curves: [[SIMD2<Double>]] = [
      [[1.528665, 0], [1.08849296, 0], [0.86840694, 0], [0.63149379, 0.07491139]],
      [[0.63149379, 0.07491139], [0.37282383, 0.16905956], [0.16905956, 0.37282383], [0.07491139, 0.63149379]],
      [[0.07491139, 0.63149379], [0, 0.86840694], [0, 1.08849296], [0, 1.528665]],
    ]
    var points: [SIMD2<Double>] = [.zero]
    for curve in curves {
      for step in 0...200 {
        let t = Double(step) / 200
        let s = 1 - t
        points.append(
          curve[0] * (s * s * s) + curve[1] * (3 * s * s * t) + curve[2] * (3 * s * t * t) + curve[3] * (t * t * t))
      }
    }
    let doubled = zip(points, points.dropFirst() + points.prefix(1)).reduce(0) {
      $0 + $1.0.x * $1.1.y - $1.0.y * $1.1.x
    }
    return abs(doubled) / 2
  }

  @Test("a turn keeps the area, to a thirtieth of a pixel along the outline", arguments: SharedRenderers.available)
  func rotatedArea(on backEnd: BackEnd) throws {
    for degrees in [7.0, 30, 45, 71] {
      let root = canvas()
      let square = layer(CGRect(x: 20, y: 25, width: 60, height: 50))
      square.transform = CATransform3DMakeRotation(degrees * .pi / 180, 0, 0, 1)
      root.addSublayer(square)
      let covered = try area(of: root, on: backEnd)
      #expect(abs(covered - 3000) < 220 / 30, "\(degrees) degrees: \(covered)")
    }
  }

  @Test("PAINT-4: source-over on encoded values", arguments: SharedRenderers.available)
  func sourceOver(on backEnd: BackEnd) throws {
    let root = canvas()
    root.backgroundColor = CGColor(srgbRed: 1, green: 1, blue: 0, alpha: 1)
    let half = layer(CGRect(x: 0, y: 0, width: 50, height: 100), gray: nil)
    half.backgroundColor = CGColor(srgbRed: 0, green: 0.5, blue: 1, alpha: 0.5)
    root.addSublayer(half)
    // R = S + D (1 - Sa): 0 + 255/2, 63.75 + 127.5, 127.5 + 0.
    let blended = try pixel(root, 25, 50, on: backEnd)
    for (component, exact) in [127.5, 191.25, 127.5, 255].enumerated() {
      #expect(abs(Double(blended[component]) - exact) <= 1, "component \(component): \(blended)")
    }
    #expect(try pixel(root, 75, 50, on: backEnd) == SIMD4(255, 255, 0, 255))
  }

  @Test("GROUP-1: the button of figures 4.20 and 4.21", arguments: SharedRenderers.available)
  func groupOpacity(on backEnd: BackEnd) throws {
    for (grouped, expected) in [(false, 239), (true, 223)] {
      let root = canvas()
      root.backgroundColor = CGColor(deviceGray: 191 / 255, alpha: 1)
      let button = layer(CGRect(x: 10, y: 30, width: 80, height: 40), gray: 1)
      button.addSublayer(layer(CGRect(x: 20, y: 10, width: 40, height: 20), gray: 1))
      button.opacity = 0.5
      button.allowsGroupOpacity = grouped
      root.addSublayer(button)
      #expect(try pixel(root, 15, 50, on: backEnd).x == 223, "the button, grouped: \(grouped)")
      #expect(try pixel(root, 50, 50, on: backEnd).x == expected, "its label, grouped: \(grouped)")
      #expect(try pixel(root, 5, 5, on: backEnd).x == 191)
    }
  }

  @Test(
    "GROUP-2: a rasterized layer fades as one picture, whoever asks its parts to fade apart",
    arguments: SharedRenderers.available)
  func rasterizedOpacity(on backEnd: BackEnd) throws {
    for (outer, expected) in [(Float(1), UInt8(223)), (0.5, 207)] {
      let root = canvas()
      root.backgroundColor = CGColor(deviceGray: 191 / 255, alpha: 1)
      let around = layer(CGRect(x: 0, y: 0, width: 100, height: 100), gray: nil)
      (around.opacity, around.allowsGroupOpacity) = (outer, false)
      let button = layer(CGRect(x: 10, y: 30, width: 80, height: 40), gray: 1)
      button.addSublayer(layer(CGRect(x: 20, y: 10, width: 40, height: 20), gray: 1))
      (button.opacity, button.allowsGroupOpacity, button.shouldRasterize) = (0.5, false, true)
      around.addSublayer(button)
      root.addSublayer(around)
      #expect(try pixel(root, 15, 50, on: backEnd).x == expected, "the button, in \(outer)")
      #expect(try pixel(root, 50, 50, on: backEnd).x == expected, "its label, in \(outer)")
    }
  }

  @Test("PATH-1: a whole turn against the direction of an arc is a disc", arguments: SharedRenderers.available)
  func wholeTurn(on backEnd: BackEnd) throws {
    for start in [0, -CGFloat.pi / 2] {
      for clockwise in [false, true] {
        let root = canvas()
        let shape = CAShapeLayer()
        shape.frame = root.bounds
        let path = CGMutablePath()
        path.addArc(
          center: CGPoint(x: 50, y: 50), radius: 30, startAngle: start, endAngle: start + 2 * .pi, clockwise: clockwise)
        shape.path = path
        root.addSublayer(shape)
        let grid = PixelGrid(try SharedRenderers.draw(root, on: backEnd).image)
        let area = (0..<10000).reduce(0) { $0 + Double(grid[$1 % 100, $1 / 100].w) / 255 }
        #expect(abs(area - Double.pi * 900) < 2, "from \(start), clockwise \(clockwise): \(area)")
      }
    }
  }

  @Test("D3-4: 200 x 200 turned by 45 degrees with d = 500 spans -82.36 to 61.95", arguments: SharedRenderers.available)
  func perspective(on backEnd: BackEnd) throws {
    let root = canvas(300, 300)
    let square = layer(CGRect(x: 50, y: 50, width: 200, height: 200))
    var transform = CATransform3DIdentity
    transform.m34 = -1 / 500
    square.transform = CATransform3DRotate(transform, .pi / 4, 0, 1, 0)
    root.addSublayer(square)
    let grid = PixelGrid(try SharedRenderers.draw(root, on: backEnd).image)
    let row = (0..<300).map { Double(grid[$0, 150].w) / 255 }
    let left = row[..<150].reduce(0, +)
    let right = row[150...].reduce(0, +)
    #expect(abs(left - 82.36) < 0.05, "\(left)")
    #expect(abs(right - 61.95) < 0.05, "\(right)")
  }

  @Test("CONTENT-4: the arrow is 56 x 140 and its head 40 high", arguments: SharedRenderers.available)
  func arrow(on backEnd: BackEnd) throws {
    let grid = PixelGrid(try SceneCase(name: "contents/arrow").draw(on: backEnd).image)
    /// How many pixels of a row the arrow covers: it is darker than its white background.
    func width(_ y: Int) -> Int { (0..<grid.width).filter { grid[$0, y].x < 230 }.count }
    // The picture's rows 10 to 150 are the layer's; the head's base is 40 below its top.
    #expect((54...56).contains(width(10 + 38)))
    #expect((22...24).contains(width(10 + 42)))
    #expect((22...24).contains(width(148)))
    #expect(width(8) == 0)
    let plain = PixelGrid(try SceneCase(name: "contents/arrow-plain").draw(on: backEnd).image)
    #expect((0..<plain.width).filter { plain[$0, 10 + 54].x < 230 }.count >= 54)
  }

  @Test("a picture at a texel a pixel is itself", arguments: SharedRenderers.available)
  func samePixels(on backEnd: BackEnd) throws {
    let picture = CGImage(width: 40, height: 30) { x, y in
      SIMD4(UInt8(x * 6), UInt8(y * 8), UInt8((x * y) % 256), 255)
    }
    let root = canvas(60, 50)
    let shown = layer(CGRect(x: 10, y: 10, width: 40, height: 30), gray: nil)
    shown.contents = picture
    root.addSublayer(shown)
    let grid = PixelGrid(try SharedRenderers.draw(root, on: backEnd).image)
    let expected = try #require(picture.map(PixelGrid.init))
    #expect(grid.cropped(x: 10, y: 10, width: 40, height: 30) == expected)
  }
}
