// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import LaminaTestSupport
import Testing
import UIKit

// Shape, text, transform, gradient, replicator, scroll, tiled and emitter layers, as views use them.

/// A label whose layer is a text layer.
private final class LayerLabel: UILabel {
  override class var layerClass: AnyClass { CATextLayer.self }
  private var textLayer: CATextLayer? { layer as? CATextLayer }

  override init(frame: CGRect) {
    super.init(frame: frame)
    textLayer?.alignmentMode = .justified
    textLayer?.isWrapped = true
  }
  required init?(coder: NSCoder) { super.init(coder: coder) }

  override var text: String? {
    didSet { textLayer?.string = text }
  }
  // swift-format-ignore: NeverUseImplicitlyUnwrappedOptionals
  override var textColor: UIColor! {
    didSet { textLayer?.foregroundColor = textColor.cgColor }
  }
  // swift-format-ignore: NeverUseImplicitlyUnwrappedOptionals
  override var font: UIFont! {
    didSet {
      textLayer?.font = font
      textLayer?.fontSize = font.pointSize
    }
  }
  // The layer draws.
  override func draw(_ rect: CGRect) {}
}

/// A view with its mirror image below it.
private final class ReflectionView: UIView {
  override class var layerClass: AnyClass { CAReplicatorLayer.self }

  override func layoutSubviews() {
    guard let layer = layer as? CAReplicatorLayer else { return }
    layer.instanceCount = 2
    let down = CATransform3DMakeTranslation(0, bounds.height + 2, 0)
    layer.instanceTransform = CATransform3DScale(down, 1, -1, 1)
    layer.instanceAlphaOffset = -0.6
  }
}

/// A view that shows a part of what is in it.
private final class ScrollView: UIView {
  override class var layerClass: AnyClass { CAScrollLayer.self }
}

@Suite struct SpecialLayerListings {
  @Test("a man of sticks, drawn by one shape layer")
  func stickMan() throws {
    let path = UIBezierPath()
    path.move(to: CGPoint(x: 175, y: 100))
    path.addArc(withCenter: CGPoint(x: 150, y: 100), radius: 25, startAngle: 0, endAngle: 2 * .pi, clockwise: true)
    path.move(to: CGPoint(x: 150, y: 125))
    path.addLine(to: CGPoint(x: 150, y: 175))
    path.addLine(to: CGPoint(x: 125, y: 225))
    path.move(to: CGPoint(x: 150, y: 175))
    path.addLine(to: CGPoint(x: 175, y: 225))
    path.move(to: CGPoint(x: 100, y: 150))
    path.addLine(to: CGPoint(x: 200, y: 150))
    let shape = CAShapeLayer()
    shape.strokeColor = UIColor.red.cgColor
    shape.fillColor = UIColor.clear.cgColor
    shape.lineWidth = 5
    shape.lineJoin = .round
    shape.lineCap = .round
    shape.path = path.cgPath
    let page = page(300, 300)
    page.layer.addSublayer(shape)
    let image = try Pictures.draw(page)
    for (x, y) in [(150, 150), (150, 76), (124, 100), (174, 100), (110, 150), (199, 150), (137, 200), (163, 200)] {
      #expect(image.isColor(x, y, red, within: 40), "\(x), \(y)")
    }
    #expect(image.pixel(150, 100) == white && image.pixel(150, 220) == white)
  }

  @Test("corners that are round on one side only")
  func someCorners() throws {
    let box = CGRect(x: 50, y: 50, width: 100, height: 100)
    let corners: UIRectCorner = [.topRight, .bottomRight, .bottomLeft]
    let path = UIBezierPath(roundedRect: box, byRoundingCorners: corners, cornerRadii: CGSize(width: 20, height: 20))
    let mask = CAShapeLayer()
    mask.path = path.cgPath
    let page = page()
    page.backgroundColor = .red
    page.layer.mask = mask
    let image = try Pictures.draw(page)
    #expect(image.pixel(50, 50) == red && image.pixel(149, 50) == clear && image.pixel(50, 149) == clear)
    #expect(abs(image.coveredArea - (10_000 - 3 * 0.9 * 100)) < 2)
  }

  @Test("a text layer draws as sharp as it is shown, and parts of a text have looks of their own")
  func texts() throws {
    let page = page(200, 60)
    let text = CATextLayer()
    text.frame = page.bounds
    page.layer.addSublayer(text)
    text.foregroundColor = UIColor.black.cgColor
    text.alignmentMode = .justified
    text.isWrapped = true
    text.contentsScale = UIScreen.main.scale
    let font = UIFont.systemFont(ofSize: 15)
    let string = NSMutableAttributedString(string: "Lorem ipsum dolor sit amet, consectetur adipiscing elit.")
    string.setAttributes(
      [.foregroundColor: UIColor.black, .font: font], range: NSRange(location: 0, length: string.length))
    string.setAttributes(
      [.foregroundColor: UIColor.red, .underlineStyle: NSUnderlineStyle.single.rawValue, .font: font],
      range: NSRange(location: 6, length: 5))
    text.string = string
    let image = try Pictures.draw(page, scale: 2)
    let reds = (0..<image.width * image.height).filter { image.isColor($0 % 400, $0 / 400, red, within: 60) }
    #expect(reds.count > 40)
    // The underline runs below the whole word: one row has a long run of red.
    let rows = Dictionary(
      grouping: (0..<image.width * image.height).filter { image.isColor($0 % 400, $0 / 400, red, within: 150) }
    ) { $0 / 400 }
    #expect((rows.values.map(\.count).max() ?? 0) > 60)
    #expect((0..<image.width * image.height).contains { image.isColor($0 % 400, $0 / 400, black, within: 40) })
  }

  @Test("a label that draws by a text layer")
  func layerLabel() throws {
    let label = LayerLabel(frame: CGRect(x: 0, y: 0, width: 100, height: 30))
    label.text = "Label"
    label.font = .systemFont(ofSize: 20)
    label.textColor = .red
    #expect((label.layer as? CATextLayer)?.string as? String == "Label")
    let image = try Pictures.draw(label, scale: 2)
    #expect(image.coveredArea > 100)
    let pixels = image.premultipliedRGBA
    #expect(stride(from: 0, to: pixels.count, by: 4).allSatisfy { pixels[$0] == pixels[$0 + 3] && pixels[$0 + 2] == 0 })
  }

  @Test("in a transform layer a child that turns back is upright in space")
  func transformLayer() throws {
    let page = page()
    let space = CATransformLayer()
    space.frame = page.bounds
    space.transform = CATransform3DMakeRotation(.pi / 4, 0, 1, 0)
    let square = CALayer()
    square.frame = CGRect(x: 50, y: 50, width: 100, height: 100)
    square.backgroundColor = UIColor.red.cgColor
    square.transform = CATransform3DMakeRotation(-.pi / 4, 0, 1, 0)
    space.addSublayer(square)
    page.layer.addSublayer(space)
    let image = try Pictures.draw(page)
    #expect(image.isColor(51, 51, red) && image.isColor(148, 148, red) && image.pixel(48, 100) == white)
  }

  @Test("a gradient from corner to corner, and one of three colours at places of their own")
  func gradients() throws {
    let gradient = CAGradientLayer()
    gradient.frame = CGRect(x: 0, y: 0, width: 100, height: 100)
    gradient.colors = [UIColor.red.cgColor, UIColor.blue.cgColor]
    gradient.startPoint = CGPoint(x: 0, y: 0)
    gradient.endPoint = CGPoint(x: 1, y: 1)
    let image = try Pictures.draw(gradient)
    // The middle, and everything on the other diagonal, is half of each.
    for x in [10, 50, 90] { #expect(image.isColor(x, 99 - x, [128, 0, 128, 255], within: 2)) }
    #expect(image.isColor(25, 24, [191, 0, 64, 255], within: 3))
    gradient.colors = [UIColor.red.cgColor, UIColor.yellow.cgColor, UIColor.green.cgColor]
    gradient.locations = [0, 0.25, 0.5]
    let three = try Pictures.draw(gradient)
    #expect(three.isColor(25, 24, [255, 255, 0, 255], within: 6) && three.isColor(60, 60, green, within: 2))
  }

  @Test("ten copies in a ring, each less blue and less green")
  func ring() throws {
    let page = page(500, 500)
    let replicator = CAReplicatorLayer()
    replicator.frame = page.bounds
    page.layer.addSublayer(replicator)
    replicator.instanceCount = 10
    var transform = CATransform3DMakeTranslation(0, 200, 0)
    transform = CATransform3DRotate(transform, .pi / 5, 0, 0, 1)
    replicator.instanceTransform = CATransform3DTranslate(transform, 0, -200, 0)
    replicator.instanceBlueOffset = -0.1
    replicator.instanceGreenOffset = -0.1
    let square = CALayer()
    square.frame = CGRect(x: 200, y: 200, width: 100, height: 100)
    square.backgroundColor = UIColor.white.cgColor
    replicator.addSublayer(square)
    page.backgroundColor = .black
    let image = try Pictures.draw(page)
    // Copy k turns by k tenths of a circle about a point 200 below the middle.
    for k in 0..<10 {
      let angle = Double(k) * .pi / 5
      let (x, y) = (250 + 200 * sin(angle), 450 - 200 * cos(angle))
      guard (2.0..<498).contains(x), (2.0..<498).contains(y) else { continue }
      let level = UInt8(clamping: (255 * (1 - 0.1 * Double(k))).rounded())
      #expect(image.isColor(Int(clamping: x), Int(clamping: y), [255, level, level, 255], within: 2), "copy \(k)")
    }
  }

  @Test("a view and its mirror image, fainter")
  func reflection() throws {
    let page = page(60, 100)
    let view = ReflectionView(frame: CGRect(x: 0, y: 0, width: 60, height: 40))
    let content = UIImageView(image: UIImage(cgImage: Pictures.quarters(20)))
    view.addSubview(content)
    page.addSubview(view)
    let image = try Pictures.draw(page)
    #expect(image.pixel(5, 5) == red && image.pixel(5, 35) == blue)
    // Two points below, upside down, at 0.4: blue is near, red far.
    #expect(
      image.isColor(5, 47, [153, 153, 255, 255], within: 2) && image.isColor(5, 77, [255, 153, 153, 255], within: 2))
    #expect(image.pixel(5, 41) == white)
  }

  @Test("a scroll layer shows a part, which moves against the scrolling")
  func scrolling() throws {
    let view = ScrollView(frame: CGRect(x: 0, y: 0, width: 20, height: 20))
    view.addSubview(UIImageView(image: UIImage(cgImage: Pictures.quarters(20))))
    #expect(view.clipsToBounds)
    #expect(try Pictures.draw(view).pixel(10, 10) == red)
    (view.layer as? CAScrollLayer)?.scroll(to: CGPoint(x: 20, y: 20))
    #expect(view.bounds.origin == CGPoint(x: 20, y: 20))
    #expect(try Pictures.draw(view).pixel(10, 10) == white)
  }

  /// Draws each tile in a colour of its own.
  private final class Tiles: NSObject, CALayerDelegate {
    var drawn: [CGRect] = []
    func draw(_ layer: CALayer, in ctx: CGContext) {
      let tile = ctx.boundingBoxOfClipPath
      drawn.append(tile)
      ctx.setFillColor(
        (Int(tile.midX / 64) + Int(tile.midY / 64)).isMultiple(of: 2) ? UIColor.red.cgColor : UIColor.blue.cgColor)
      ctx.fill(tile)
    }
  }

  @Test("a large picture is drawn in tiles, those that show")
  func tiles() throws {
    let delegate = Tiles()
    let page = page(128, 128)
    page.clipsToBounds = true
    let tiled = CATiledLayer()
    tiled.tileSize = CGSize(width: 64, height: 64)
    tiled.frame = CGRect(x: 0, y: 0, width: 2048, height: 2048)
    tiled.delegate = delegate
    page.layer.addSublayer(tiled)
    tiled.setNeedsDisplay()
    let image = try Pictures.draw(page)
    #expect(image.pixel(10, 10) == red && image.pixel(80, 10) == blue && image.pixel(80, 80) == red)
    // The tiles in the view, and no more than a ring around them.
    #expect(delegate.drawn.count >= 4 && delegate.drawn.count <= 16)
  }

  @Test("sparks fly from their emitter, brighter where they meet")
  func sparks() throws {
    let page = page()
    page.backgroundColor = .black
    let emitter = CAEmitterLayer()
    emitter.frame = page.bounds
    page.layer.addSublayer(emitter)
    emitter.renderMode = .additive
    emitter.emitterPosition = CGPoint(x: 100, y: 100)
    let cell = CAEmitterCell()
    cell.contents =
      picture(8, 8) { box in
        UIColor.white.setFill()
        UIBezierPath(ovalIn: box).fill()
      }.cgImage
    cell.birthRate = 150
    cell.lifetime = 5
    cell.color = UIColor(red: 1, green: 0.5, blue: 0.1, alpha: 1).cgColor
    cell.alphaSpeed = -0.4
    cell.velocity = 50
    cell.velocityRange = 50
    cell.emissionRange = 2 * .pi
    emitter.emitterCells = [cell]
    let (early, late) = (try Pictures.draw(page, at: 0.2), try Pictures.draw(page, at: 2))
    func lit(_ image: CGImage) -> Int { (0..<40_000).filter { image.pixel($0 % 200, $0 / 200)[0] > 8 }.count }
    #expect(lit(early) > 20 && lit(late) > 4 * lit(early))
    // After 0.2 s nothing is farther than 15 points and a spark's radius; red is never below green, nor green below
    // blue.
    for index in 0..<40_000 where early.pixel(index % 200, index / 200)[0] > 8 {
      #expect(hypot(Double(index % 200) - 99.5, Double(index / 200) - 99.5) < 22)
    }
    #expect((0..<40_000).allSatisfy { late.pixel($0 % 200, $0 / 200)[0] >= late.pixel($0 % 200, $0 / 200)[2] })
    #expect(try Pictures.draw(page, at: 2).premultipliedRGBA == late.premultipliedRGBA)
  }

  @Test("a view of a thousand cards in space keeps those before the eye")
  func field() throws {
    let page = page()
    var perspective = CATransform3DIdentity
    perspective.m34 = -1 / 500
    page.layer.sublayerTransform = perspective
    for z in (0..<10).reversed() {
      for index in 0..<100 {
        let card = CALayer()
        card.frame = CGRect(x: 40 * (index % 10), y: 40 * (index / 10), width: 20, height: 20)
        card.zPosition = -100 * CGFloat(z)
        card.backgroundColor = UIColor(white: CGFloat(9 - z) / 10, alpha: 1).cgColor
        page.layer.addSublayer(card)
      }
    }
    let image = try Pictures.draw(page)
    // The nearest are in front, at their own places and size.
    for x in [10, 50, 90] { #expect(image.isColor(x, x, [230, 230, 230, 255], within: 1)) }
    // Ten steps back a card is 500 / 1400 as large, nearer to the vanishing point.
    let x = 100 + (10.0 - 100) * 500 / 1400
    #expect(
      image.isColor(Int(clamping: x), Int(clamping: x), [0, 0, 0, 255], within: 30)
        || image.pixel(Int(clamping: x), Int(clamping: x))[0] < 255)
  }
}
