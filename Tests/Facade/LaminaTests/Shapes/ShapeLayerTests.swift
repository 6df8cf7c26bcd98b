// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import Foundation
import Lamina
import LaminaTestSupport
import Testing

/// Contents and places of shape layers, and how often they are drawn anew.
@Suite struct ShapeLayerTests {
  @Test("the stroke lies over the fill, both over contents and under sublayers and border")
  func order() throws {
    let square = CGPath(rect: CGRect(x: 20, y: 20, width: 40, height: 40), transform: nil)
    let layer = ShapeFixtures.layer(square)
    layer.position = CGPoint(x: 40, y: 40)
    layer.backgroundColor = CGColor(srgbRed: 1, green: 1, blue: 0, alpha: 1)
    layer.fillColor = .red
    layer.strokeColor = .green
    layer.lineWidth = 10
    layer.borderWidth = 22
    layer.borderColor = .black
    let child = CALayer()
    child.frame = CGRect(x: 40, y: 20, width: 40, height: 40)
    child.backgroundColor = .blue
    layer.addSublayer(child)
    for backEnd in SharedRenderers.available {
      let image = try SharedRenderers.draw(ShapeFixtures.root(80, 80, layer), on: backEnd).image
      #expect(image.levels(30, 40) == [255, 0, 0, 255], "\(backEnd): the fill")
      #expect(image.levels(23, 40) == [0, 255, 0, 255], "\(backEnd): the stroke over it")
      #expect(image.levels(50, 40) == [0, 0, 255, 255], "\(backEnd): a sublayer over both")
      #expect(image.levels(19, 40) == [0, 0, 0, 255], "\(backEnd): the border over all")
      #expect(image.levels(2, 2) == [0, 0, 0, 255], "\(backEnd)")
    }
  }

  @Test("it is not cut at the bounds, but by masksToBounds")
  func bounds() throws {
    let layer = ShapeFixtures.layer(ShapeFixtures.triangle.copy(using: [CGAffineTransform(scaleX: 3, y: 3)]))
    layer.position = CGPoint(x: 40, y: 40)
    layer.fillColor = .red
    let root = ShapeFixtures.root(200, 200, layer)
    for backEnd in SharedRenderers.available {
      layer.masksToBounds = false
      #expect(try SharedRenderers.draw(root, on: backEnd).image.levels(110, 110)[3] == 255)
      layer.masksToBounds = true
      let clipped = try SharedRenderers.draw(root, on: backEnd).image
      #expect(clipped.levels(110, 110)[3] == 0)
      #expect(clipped.levels(60, 50)[3] == 255)
    }
  }

  @Test("rectangles, rounded rectangles and circles are drawn as boxes, under any transform")
  func plainShapes() throws {
    let box = CGRect(x: 10, y: 12, width: 60, height: 60)
    for path in [
      CGPath(rect: box, transform: nil), CGPath(ellipseIn: box, transform: nil),
      CGPath(roundedRect: box, cornerWidth: 14, cornerHeight: 14, transform: nil),
    ] {
      let layer = ShapeFixtures.layer(path)
      layer.position = CGPoint(x: 50, y: 50)
      layer.transform = CATransform3DMakeRotation(0.4, 0, 0, 1)
      let made = try ShapeFixtures.made(ShapeFixtures.root(100, 100, layer))
      #expect(made.report.drawnPictures == 0)
      let plan = made.plan
      #expect(plan.draws.count == 1)
      let map = CGAffineTransform(translationX: -40, y: -40).rotated(by: 0)
        .concatenating(CGAffineTransform(rotationAngle: 0.4)).concatenating(CGAffineTransform(translationX: 50, y: 50))
      for backEnd in SharedRenderers.available {
        let image = try SharedRenderers.draw(plan, on: backEnd).image
        // A ramp along the normal is 11 levels off the area of a diagonal edge.
        #expect(AreaReference.fill(path, .winding, map, 100, 100).difference(from: image).largest <= 16)
      }
    }
    let ellipse = ShapeFixtures.layer(CGPath(ellipseIn: CGRect(x: 1, y: 2, width: 61, height: 41), transform: nil))
    #expect(try ShapeFixtures.plan(ShapeFixtures.root(100, 100, ellipse)).images.count == 1)
  }

  @Test("only a change of the path, the stroke or the scale draws anew")
  func counters() throws {
    // A path that no other test has.
    let layer = ShapeFixtures.layer(ShapeFixtures.star(points: 31, inner: 0.61))
    layer.position = CGPoint(x: 70, y: 70)
    layer.strokeColor = .blue
    let root = ShapeFixtures.root(140, 140, layer)
    func drawn() throws -> Int { try ShapeFixtures.made(root).report.drawnPictures }
    #expect(try drawn() == 2)
    #expect(try drawn() == 0)
    layer.fillColor = .red
    layer.strokeColor = .green
    layer.opacity = 0.5
    #expect(try drawn() == 0, "colours cost nothing")
    layer.transform = CATransform3DMakeRotation(0.1, 0, 0, 1)
    #expect(try drawn() == 2, "off the pixel grid")
    for step in 2...40 {
      layer.transform = CATransform3DMakeRotation(0.1 * CGFloat(step), 0, 0, 1)
      layer.position.x += 0.37
      #expect(try drawn() == 0, "any turn, any place")
    }
    layer.transform = CATransform3DScale(layer.transform, 0.9, 0.9, 1)
    #expect(try drawn() == 0, "a little smaller")
    layer.transform = CATransform3DScale(layer.transform, 1.25, 1.25, 1)
    #expect(try drawn() == 2, "larger by more than 1.19")
    layer.strokeEnd = 0.7
    #expect(try drawn() == 1, "only the stroke")
    layer.lineWidth = 2
    #expect(try drawn() == 1, "only the stroke")
    layer.path = ShapeFixtures.star(points: 33, inner: 0.61)
    #expect(try drawn() == 2, "another path")
    layer.path = ShapeFixtures.star(points: 31, inner: 0.61)
    #expect(try drawn() == 0, "known from before, whoever made the path")
  }

  @Test("a frame does not depend on those before")
  func history() throws {
    let layer = ShapeFixtures.layer(ShapeFixtures.star(points: 7))
    layer.position = CGPoint(x: 60, y: 60)
    let root = ShapeFixtures.root(120, 120, layer)
    layer.transform = CATransform3DMakeScale(1.13, 1.13, 1)
    let first = try SharedRenderers.draw(root, on: .cpu).image
    for scale in stride(from: 0.3, to: 1.5, by: 0.07) {
      layer.transform = CATransform3DMakeScale(scale, scale, 1)
      _ = try SharedRenderers.draw(root, on: .cpu)
    }
    layer.transform = CATransform3DMakeScale(1.13, 1.13, 1)
    #expect(try SharedRenderers.draw(root, on: .cpu).image.premultipliedRGBA == first.premultipliedRGBA)
  }

  @Test("strokeStart and strokeEnd are fractions of the length")
  func strokeParts() throws {
    let path = CGMutablePath()
    path.move(to: CGPoint(x: 0, y: 10))
    path.addLine(to: CGPoint(x: 100, y: 10))
    let layer = ShapeFixtures.layer(path)
    layer.position = CGPoint(x: 40, y: 40)
    layer.strokeColor = .white
    layer.lineWidth = 4
    let root = ShapeFixtures.root(100, 20, layer)
    func covered(_ start: CGFloat, _ end: CGFloat) throws -> [Int] {
      (layer.strokeStart, layer.strokeEnd) = (start, end)
      let image = try SharedRenderers.draw(root, on: .cpu).image
      return (0..<100).filter { image.levels($0, 10)[3] == 255 }
    }
    #expect(try covered(0.25, 0.5) == Array(25..<50))
    #expect(try covered(-3, .nan) == Array(0..<100))
    #expect(try covered(.nan, 0.1) == Array(0..<10))
    #expect(try covered(0.6, 0.4) == [])
    #expect(try covered(0.9, 7) == Array(90..<100))
  }

  @Test("opacity fades fill and stroke as one picture, also where parts fade apart")
  func opacity() throws {
    let layer = ShapeFixtures.layer(ShapeFixtures.star())
    layer.position = CGPoint(x: 40, y: 40)
    layer.fillColor = .red
    layer.strokeColor = .green
    layer.lineWidth = 8
    layer.opacity = 0.5
    for allowed in [true, false] {
      layer.allowsGroupOpacity = allowed
      for backEnd in SharedRenderers.available {
        let image = try SharedRenderers.draw(ShapeFixtures.root(80, 80, layer), on: backEnd).image
        // On the edge of the path at its top: stroke over fill, the fill must not shine through.
        #expect(abs(image.levels(40, 9)[1] - 128) <= 1 && image.levels(40, 9)[0] <= 1, "\(backEnd)")
        #expect(abs(image.levels(40, 42)[0] - 128) <= 1, "\(backEnd)")
      }
    }
  }

  @Test("what hides something is opaque inside: hidden shapes cost no pixels")
  func interior() throws {
    let layer = ShapeFixtures.layer(ShapeFixtures.star())
    let plan = try ShapeFixtures.plan(ShapeFixtures.root(80, 80, layer))
    guard case .box(let box) = plan.draws.first else { return #expect(Bool(false)) }
    #expect(box.isInnerWhite && box.isInnerOpaque && box.innerCount >= 4)
    layer.fillColor = CGColor(srgbRed: 1, green: 0, blue: 0, alpha: 0.5)
    let faint = try ShapeFixtures.plan(ShapeFixtures.root(80, 80, layer))
    guard case .box(let box) = faint.draws.first else { return #expect(Bool(false)) }
    #expect(!box.isInnerOpaque)
  }

  @Test("shapes that stick out of their layers are cut in a space as far as they reach")
  func space() throws {
    let layer = ShapeFixtures.layer(ShapeFixtures.triangle.copy(using: [CGAffineTransform(scaleX: 2, y: 2)]))
    layer.bounds = CGRect(x: 0, y: 0, width: 2, height: 2)
    layer.position = CGPoint(x: 20, y: 20)
    layer.fillColor = .red
    layer.transform = CATransform3DMakeRotation(0.5, 0, 1, 0)
    let wall = CALayer()
    wall.frame = CGRect(x: 0, y: 0, width: 200, height: 200)
    wall.backgroundColor = .blue
    let root = ShapeFixtures.root(200, 200, wall, layer)
    // To the right of its axis the triangle lies behind the wall.
    let image = try SharedRenderers.draw(root, on: .cpu).image
    #expect(image.levels(100, 100) == [0, 0, 255, 255])
    layer.transform = CATransform3DMakeRotation(-0.5, 0, 1, 0)
    #expect(try SharedRenderers.draw(root, on: .cpu).image.levels(100, 100) == [255, 0, 0, 255])
  }
}
