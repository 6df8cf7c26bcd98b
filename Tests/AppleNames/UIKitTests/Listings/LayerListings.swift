// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import LaminaTestSupport
import Testing
import UIKit

// Effects of views in the literature on Core Animation, written anew: one function a listing, with the rule that its
// picture must satisfy. Here: the layer tree, backing images, geometry, hit testing.

/// A white page to put things on.
@discardableResult
func page(_ width: CGFloat = 200, _ height: CGFloat = 200, _ fill: (UIView) -> Void = { _ in }) -> UIView {
  let page = UIView(frame: CGRect(x: 0, y: 0, width: width, height: height))
  page.backgroundColor = .white
  fill(page)
  return page
}

/// A picture that drawing makes, for layers' contents.
func picture(_ width: CGFloat, _ height: CGFloat, scale: CGFloat = 1, _ body: (CGRect) -> Void) -> UIImage {
  let format = UIGraphicsImageRendererFormat()
  format.scale = scale
  let box = CGRect(x: 0, y: 0, width: width, height: height)
  return UIGraphicsImageRenderer(size: box.size, format: format).image { _ in body(box) }
}

@Suite struct LayerListings {
  @Test("a blue layer is put into a view")
  func addingALayer() throws {
    let page = page()
    let blueLayer = CALayer()
    blueLayer.frame = CGRect(x: 50, y: 50, width: 100, height: 100)
    blueLayer.backgroundColor = UIColor.blue.cgColor
    page.layer.addSublayer(blueLayer)
    let image = try Pictures.draw(page)
    for (x, y) in [(50, 50), (149, 149), (100, 100)] { #expect(image.pixel(x, y) == blue) }
    for (x, y) in [(49, 50), (150, 149), (0, 0)] { #expect(image.pixel(x, y) == white) }
  }

  /// A snowman twice as high as wide, on nothing.
  private func snowman(scale: CGFloat = 1) -> UIImage {
    picture(50, 100, scale: scale) { box in
      UIColor.red.setFill()
      UIBezierPath(rect: box).fill()
      UIColor.black.setFill()
      UIBezierPath(ovalIn: box.insetBy(dx: 10, dy: 30)).fill()
    }
  }

  @Test(
    "contents fill the bounds, or keep their shape", arguments: [CALayerContentsGravity.resize, .resizeAspect, .center])
  func contentsGravity(_ gravity: CALayerContentsGravity) throws {
    let page = page()
    let view = UIView(frame: CGRect(x: 0, y: 0, width: 200, height: 200))
    view.layer.contents = snowman().cgImage
    view.layer.contentsGravity = gravity
    view.layer.contentsScale = snowman().scale
    page.addSubview(view)
    let image = try Pictures.draw(page)
    let width = gravity == .resize ? 200 : gravity == .resizeAspect ? 100 : 50
    let height = gravity == .center ? 100 : 200
    let left = 100 - width / 2
    #expect(
      image.pixel(left, 100) == red && image.pixel(100, 100 - height / 2) == red && image.pixel(100, 100) == black)
    if left > 0 { #expect(image.pixel(left - 1, 100) == white) }
  }

  @Test("a scale of two shows a picture of twice the pixels at its own size, cut at the bounds where that is asked for")
  func contentsScale() throws {
    let page = page()
    let view = UIView(frame: CGRect(x: 80, y: 60, width: 40, height: 40))
    view.layer.contents = snowman(scale: 2).cgImage
    view.layer.contentsGravity = .center
    view.layer.contentsScale = 2
    page.addSubview(view)
    #expect(try Pictures.draw(page, scale: 2).pixel(200, 62) == red)
    view.clipsToBounds = true
    let image = try Pictures.draw(page, scale: 2)
    #expect(image.pixel(200, 62) == white && image.pixel(161, 121) == red && image.pixel(159, 121) == white)
  }

  @Test("a sprite sheet shows a quarter in each of four views")
  func sprites() throws {
    let sheet = Pictures.quarters(16)
    let quarters = [(0.0, 0.0, red), (0.5, 0, green), (0, 0.5, blue), (0.5, 0.5, white)]
    for (x, y, color) in quarters {
      let view = UIView(frame: CGRect(x: 0, y: 0, width: 60, height: 40))
      view.layer.contents = sheet
      view.layer.contentsRect = CGRect(x: x, y: y, width: 0.5, height: 0.5)
      let image = try Pictures.draw(view)
      // Neighbours never bleed in.
      for (x, y) in [(0, 0), (59, 0), (0, 39), (59, 39), (30, 20)] { #expect(image.pixel(x, y) == color) }
    }
  }

  @Test("a button is stretched in its middle alone")
  func stretchable() throws {
    let button = picture(20, 20) { box in
      UIColor.blue.setFill()
      UIBezierPath(roundedRect: box, cornerRadius: 5).fill()
    }
    let page = page(300, 200)
    for (index, size) in [CGSize(width: 140, height: 40), CGSize(width: 60, height: 160)].enumerated() {
      let view = UIView(frame: CGRect(origin: CGPoint(x: 10 + 160 * CGFloat(index), y: 10), size: size))
      view.layer.contents = button.cgImage
      view.layer.contentsCenter = CGRect(x: 0.25, y: 0.25, width: 0.5, height: 0.5)
      page.addSubview(view)
    }
    let image = try Pictures.draw(page)
    // Corners stay circles of five points, whatever the size: pixels outside of them are white.
    for corner in [(10, 10), (149, 10), (10, 49), (170, 10), (229, 169)] {
      #expect(image.pixel(corner.0, corner.1)[0] > 128)
    }
    for inside in [(15, 10), (10, 15), (144, 49), (200, 169), (229, 100)] {
      #expect(image.isColor(inside.0, inside.1, blue, within: 16))
    }
  }

  private final class Circle: NSObject, CALayerDelegate {
    func draw(_ layer: CALayer, in ctx: CGContext) {
      ctx.setLineWidth(10)
      ctx.setStrokeColor(UIColor.red.cgColor)
      ctx.strokeEllipse(in: layer.bounds)
    }
  }

  @Test("a delegate draws a ring, which is cut at the bounds because a bitmap is")
  func customDrawing() throws {
    let page = page()
    let delegate = Circle()
    let layer = CALayer()
    layer.frame = CGRect(x: 50, y: 50, width: 100, height: 100)
    layer.backgroundColor = UIColor.blue.cgColor
    layer.contentsScale = UIScreen.main.scale
    layer.delegate = delegate
    page.layer.addSublayer(layer)
    layer.display()
    let image = try Pictures.draw(page)
    // Half of the line is outside, and a bitmap has no outside.
    #expect(image.isColor(52, 100, red) && image.pixel(49, 100) == white && image.isColor(58, 100, blue))
    #expect(image.isColor(100, 100, blue) && image.isColor(51, 51, blue))
  }

  /// A clock: three hands that turn about a point of their own.
  private func clock(anchor: CGPoint, hours: Double, minutes: Double) -> (face: UIView, hour: UIView, minute: UIView) {
    let face = page()
    func hand(_ width: CGFloat, _ height: CGFloat, _ color: UIColor, turns: Double) -> UIView {
      let view = UIView(frame: CGRect(x: 100 - width / 2, y: 100 - height / 2, width: width, height: height))
      view.backgroundColor = color
      view.layer.anchorPoint = anchor
      view.transform = CGAffineTransform(rotationAngle: CGFloat(turns * 2 * .pi))
      face.addSubview(view)
      return view
    }
    let hour = hand(10, 60, .blue, turns: (hours + minutes / 60) / 12)
    let minute = hand(6, 80, .red, turns: minutes / 60)
    return (face, hour, minute)
  }

  @Test("hands turn about their middles, until the anchor point is near their ends")
  func anchorPoint() throws {
    let wrong = clock(anchor: CGPoint(x: 0.5, y: 0.5), hours: 3, minutes: 0)
    #expect(try Pictures.draw(wrong.face).pixel(100, 125) == red)
    let right = clock(anchor: CGPoint(x: 0.5, y: 0.9), hours: 3, minutes: 0)
    #expect(right.hour.center == CGPoint(x: 100, y: 100))
    let image = try Pictures.draw(right.face)
    // Nine tenths of the hands are on the side that they show to.
    #expect(image.pixel(150, 100) == blue && image.pixel(100, 30) == red && image.pixel(100, 109) == white)
    #expect(abs(right.hour.frame.minX - 94) < 1e-6 && abs(right.hour.frame.width - 60) < 1e-6)
  }

  @Test("a greater z position is in front, however little greater")
  func zPosition() throws {
    let page = page()
    let (greenView, redView) = (UIView(), UIView())
    greenView.frame = CGRect(x: 40, y: 40, width: 80, height: 80)
    redView.frame = CGRect(x: 80, y: 80, width: 80, height: 80)
    greenView.backgroundColor = .green
    redView.backgroundColor = .red
    page.addSubview(greenView)
    page.addSubview(redView)
    #expect(try Pictures.draw(page).pixel(100, 100) == red)
    greenView.layer.zPosition = 0.0001
    #expect(try Pictures.draw(page).pixel(100, 100) == green)
    // The order of the tree is as before, and that is what is hit.
    #expect(page.hitTest(CGPoint(x: 100, y: 100), with: nil) === redView)
  }

  @Test("a layer says whether a point is in it, and which layer is hit")
  func hitTesting() {
    let page = page()
    let layer = CALayer()
    layer.frame = CGRect(x: 50, y: 50, width: 100, height: 100)
    page.layer.addSublayer(layer)
    let inLayer = layer.convert(CGPoint(x: 60, y: 70), from: page.layer)
    #expect(inLayer == CGPoint(x: 10, y: 20) && layer.contains(inLayer))
    #expect(!layer.contains(layer.convert(CGPoint(x: 20, y: 20), from: page.layer)))
    #expect(
      page.layer.hitTest(CGPoint(x: 60, y: 70)) === layer && page.layer.hitTest(CGPoint(x: 5, y: 5)) === page.layer)
    #expect(page.layer.hitTest(CGPoint(x: 500, y: 5)) == nil)
  }

  @Test("sublayers are laid out by the view when its size changes")
  func layoutOfLayers() throws {
    final class Framed: UIView {
      let line = CALayer()
      override func layoutSubviews() {
        super.layoutSubviews()
        if line.superlayer == nil {
          line.backgroundColor = UIColor.red.cgColor
          layer.addSublayer(line)
        }
        line.frame = CGRect(x: 0, y: bounds.height - 4, width: bounds.width, height: 4)
      }
    }
    let view = Framed(frame: CGRect(x: 0, y: 0, width: 50, height: 30))
    #expect(try Pictures.draw(view).coveredArea == 200)
    view.frame.size = CGSize(width: 80, height: 60)
    let image = try Pictures.draw(view)
    #expect(image.coveredArea == 320 && image.pixel(79, 59) == red)
  }
}
