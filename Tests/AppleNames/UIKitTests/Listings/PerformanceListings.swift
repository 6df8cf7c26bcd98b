// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import LaminaTestSupport
import Testing
import UIKit

// Advice of the literature about speed, as far as it is about pictures: the faster way must look like the slower one.

@Suite struct PerformanceListings {
  private func difference(_ one: CGImage, _ other: CGImage) -> Int {
    zip(one.premultipliedRGBA, other.premultipliedRGBA).map { abs(Int($0) - Int($1)) }.max() ?? 0
  }

  /// A page that is drawn on with a finger, by Core Graphics.
  private final class DrawnPage: UIView {
    let path = UIBezierPath()

    override func draw(_ rect: CGRect) {
      UIColor.clear.setFill()
      UIColor.red.setStroke()
      path.stroke()
    }
  }

  /// The same with a shape layer, which is not drawn anew for every point.
  private final class ShapePage: UIView {
    override class var layerClass: AnyClass { CAShapeLayer.self }
  }

  @Test("a drawing by strokes and one by a shape layer look the same")
  func drawing() throws {
    let path = UIBezierPath()
    path.lineJoinStyle = .round
    path.lineCapStyle = .round
    path.lineWidth = 5
    path.move(to: CGPoint(x: 20, y: 30))
    for step in 1...20 {
      path.addLine(to: CGPoint(x: 20 + 8 * Double(step), y: 100 + 60 * sin(Double(step) * 0.7)))
    }
    let drawn = DrawnPage(frame: CGRect(x: 0, y: 0, width: 200, height: 200))
    drawn.isOpaque = false
    drawn.path.append(path)
    (drawn.path.lineWidth, drawn.path.lineJoinStyle, drawn.path.lineCapStyle) = (5, .round, .round)
    let shaped = ShapePage(frame: drawn.frame)
    let layer = try #require(shaped.layer as? CAShapeLayer)
    layer.strokeColor = UIColor.red.cgColor
    layer.fillColor = UIColor.clear.cgColor
    layer.lineJoin = .round
    layer.lineCap = .round
    layer.lineWidth = 5
    layer.path = path.cgPath
    let (one, other) = (try Pictures.draw(drawn, scale: 2), try Pictures.draw(shaped, scale: 2))
    #expect(difference(one, other) <= 24 && one.coveredArea > 1000)
    #expect(abs(one.coveredArea - other.coveredArea) < one.coveredArea / 200)
  }

  @Test("a shadow by the path of what casts it is the shadow that it casts")
  func shadowPath() throws {
    func card(_ path: Bool) throws -> CGImage {
      let page = page()
      let card = UIView(frame: CGRect(x: 50, y: 50, width: 100, height: 80))
      card.backgroundColor = .white
      card.layer.cornerRadius = 12
      card.layer.shadowOpacity = 0.6
      card.layer.shadowRadius = 6
      card.layer.shadowOffset = CGSize(width: 3, height: 8)
      if path { card.layer.shadowPath = UIBezierPath(roundedRect: card.bounds, cornerRadius: 12).cgPath }
      // A view that draws over its edge casts too, so nothing here does.
      page.addSubview(card)
      return try Pictures.draw(page)
    }
    #expect(difference(try card(false), try card(true)) <= 3)
  }

  @Test("round corners by radius, by a shape, by a mask and by a stretched picture look the same")
  func corners() throws {
    // With room for whole smooth corners, in the box and in the picture.
    let box = CGRect(x: 10, y: 10, width: 120, height: 80)
    let byRadius = UIView(frame: box)
    byRadius.backgroundColor = .blue
    byRadius.layer.cornerRadius = 20
    byRadius.layer.cornerCurve = .continuous
    let byShape = CAShapeLayer()
    byShape.frame = box
    byShape.fillColor = UIColor.blue.cgColor
    byShape.path = UIBezierPath(roundedRect: CGRect(origin: .zero, size: box.size), cornerRadius: 20).cgPath
    let byMask = UIView(frame: box)
    byMask.backgroundColor = .blue
    let mask = CAShapeLayer()
    mask.path = byShape.path
    byMask.layer.mask = mask
    let corner = picture(65, 65, scale: 2) { box in
      UIColor.blue.setFill()
      UIBezierPath(roundedRect: box, cornerRadius: 20).fill()
    }
    let byPicture = UIImageView(
      image: corner.resizableImage(withCapInsets: UIEdgeInsets(top: 31, left: 31, bottom: 31, right: 31)))
    byPicture.frame = box
    let layers = [byRadius.layer, byShape, byMask.layer, byPicture.layer]
    let pictures = try layers.map { layer in
      let page = page(140, 100)
      page.layer.addSublayer(layer)
      return try Pictures.draw(page, scale: 2)
    }
    for other in pictures.dropFirst() { #expect(difference(pictures[0], other) <= 26) }
  }

  @Test("a row as a bitmap looks like the row")
  func rasterizing() throws {
    func row(_ rasterized: Bool) throws -> CGImage {
      let page = page(200, 60)
      let row = UIView(frame: CGRect(x: 10, y: 10, width: 180, height: 40))
      row.backgroundColor = .systemGray6
      let label = UILabel(frame: CGRect(x: 50, y: 8, width: 120, height: 24))
      label.text = "A name"
      let dot = UIView(frame: CGRect(x: 10, y: 8, width: 24, height: 24))
      dot.backgroundColor = .systemPink
      dot.layer.cornerRadius = 5
      dot.layer.shadowOpacity = 0.75
      dot.layer.shadowOffset = CGSize(width: 0, height: 2)
      row.addSubview(label)
      row.addSubview(dot)
      row.layer.shouldRasterize = rasterized
      row.layer.rasterizationScale = 2
      page.addSubview(row)
      return try Pictures.draw(page, scale: 2)
    }
    #expect(difference(try row(false), try row(true)) <= 3)
  }

  @Test("of a thousand cards in space only those that show are needed")
  func recycling() throws {
    /// The cards of a grid in depth that a camera at a place of a plane sees.
    func field(_ scroll: CGPoint, onlyVisible: Bool) throws -> CGImage {
      let page = page()
      page.clipsToBounds = true
      var perspective = CATransform3DIdentity
      perspective.m34 = -1 / 500
      page.layer.sublayerTransform = perspective
      for z in (0..<8).reversed() {
        let scale = 500 / (500 + 100 * CGFloat(z))
        for index in 0..<100 {
          let place = CGPoint(x: 60 * CGFloat(index % 10) - scroll.x, y: 60 * CGFloat(index / 10) - scroll.y)
          // Where the card's middle is on the page, and how far its half reaches.
          let shown = CGPoint(x: 100 + (place.x - 100) * scale, y: 100 + (place.y - 100) * scale)
          let reach = 20 * scale
          let room = CGRect(x: -reach, y: -reach, width: 200 + 2 * reach, height: 200 + 2 * reach)
          if onlyVisible, !room.contains(shown) { continue }
          let card = CALayer()
          card.bounds = CGRect(x: 0, y: 0, width: 40, height: 40)
          card.position = place
          card.zPosition = -100 * CGFloat(z)
          card.backgroundColor = UIColor(hue: CGFloat(z) / 8, saturation: 0.7, brightness: 0.9, alpha: 1).cgColor
          page.layer.addSublayer(card)
        }
      }
      return try Pictures.draw(page)
    }
    for scroll in [CGPoint.zero, CGPoint(x: 170, y: 95)] {
      #expect(difference(try field(scroll, onlyVisible: false), try field(scroll, onlyVisible: true)) <= 1)
    }
  }

  @Test("threads have contexts, clocks and blocks of their own")
  func threads() async {
    await withTaskGroup(of: Bool.self) { group in
      for index in 1...8 {
        group.addTask {
          await withCheckedContinuation { done in
            Thread.detachNewThread {
              MediaClock.time = 0
              let side = CGFloat(index)
              UIGraphicsBeginImageContextWithOptions(CGSize(width: side, height: side), false, 1)
              let view = UIView()
              UIView.animate(withDuration: Double(index), delay: 0, options: .curveLinear) { view.center.x = 100 }
              MediaClock.time = Double(index) / 2
              let middle = view.layer.presentation()?.position.x ?? 0
              let isOwn = UIGraphicsGetCurrentContext()?.width == index && abs(middle - 50) < 1e-6
              UIGraphicsEndImageContext()
              done.resume(returning: isOwn && UIGraphicsGetCurrentContext() == nil)
            }
          }
        }
      }
      for await isOwn in group { #expect(isOwn) }
    }
  }
}
