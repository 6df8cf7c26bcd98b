import QuartzCore

/// The pictures of the reference. Each piece of code gets layers in a row, and is shown below the property or class
/// that it sets.
enum Symbols {
  /// A picture by its name.
  typealias Drawing = (name: String, draw: () throws -> CGImage)

  static var all: [Drawing] {
    looks + contents + geometry + effects + shapes + gradients + texts + copies + animations + paths + drawings
  }

  static let orange = CGColor(srgbRed: 0.93, green: 0.48, blue: 0.19, alpha: 1)
  static let blue = CGColor(srgbRed: 0.16, green: 0.38, blue: 0.72, alpha: 1)
  static let green = CGColor(srgbRed: 0.25, green: 0.6, blue: 0.36, alpha: 1)

  /// Draws layers of 60 by 60 points in a row on a light page, after some lines have changed them.
  static func row<Tile: CALayer>(
    _ count: Int = 3, of make: () -> Tile, at time: Double = 0, change: ([Tile]) throws -> Void
  ) throws -> CGImage {
    let page = CALayer()
    page.bounds = CGRect(x: 0, y: 0, width: 90 * count, height: 90)
    page.backgroundColor = CGColor(srgbRed: 0.96, green: 0.96, blue: 0.96, alpha: 1)
    let tiles = (0..<count).map { index in
      let tile = make()
      tile.frame = CGRect(x: 15 + 90 * index, y: 15, width: 60, height: 60)
      page.addSublayer(tile)
      return tile
    }
    try change(tiles)
    return try draw(page, at: time)
  }

  /// Two pixels a point.
  static func draw(_ page: CALayer, at time: Double = 0) throws -> CGImage {
    var options = RenderOptions()
    options.scale = 2
    return try Renderer().render(page, at: time, options: options).image
  }

  /// An orange square.
  static func square() -> CALayer {
    let layer = CALayer()
    layer.backgroundColor = orange
    return layer
  }

  /// An orange square with a blue one that reaches over its edge.
  static func squares() -> CALayer {
    let layer = square()
    let inner = CALayer()
    inner.frame = CGRect(x: 25, y: 25, width: 45, height: 45)
    inner.backgroundColor = blue
    layer.addSublayer(inner)
    return layer
  }

  /// A picture of a green arrow that points to the upper right, in a frame.
  static func arrow(_ side: Int = 40) -> CGImage? {
    let space = CGColorSpaceCreateDeviceRGB()
    let info = CGImageAlphaInfo.premultipliedLast.rawValue
    let context = CGContext(
      data: nil, width: side, height: side, bitsPerComponent: 8, bytesPerRow: 0, space: space, bitmapInfo: info)
    guard let context else { return nil }
    context.scaleBy(x: CGFloat(side) / 40, y: CGFloat(side) / 40)
    context.setFillColor(CGColor(srgbRed: 0.83, green: 0.92, blue: 0.82, alpha: 1))
    context.fill(CGRect(x: 0, y: 0, width: 40, height: 40))
    context.setStrokeColor(green)
    context.setLineWidth(4)
    context.stroke(CGRect(x: 2, y: 2, width: 36, height: 36))
    context.addLines(between: [CGPoint(x: 11, y: 11), CGPoint(x: 29, y: 29)])
    context.addLines(between: [CGPoint(x: 17, y: 29), CGPoint(x: 29, y: 29), CGPoint(x: 29, y: 17)])
    context.strokePath()
    return context.makeImage()
  }

  /// A shape layer with a zigzag.
  static func zigzag() -> CAShapeLayer {
    let path = CGMutablePath()
    path.addLines(between: [CGPoint(x: 5, y: 50), CGPoint(x: 22, y: 12), CGPoint(x: 38, y: 50), CGPoint(x: 55, y: 12)])
    let layer = CAShapeLayer()
    layer.path = path
    layer.fillColor = nil
    layer.strokeColor = blue
    layer.lineWidth = 9
    return layer
  }

  /// A gradient layer from orange over white to blue.
  static func gradient() -> CAGradientLayer {
    let layer = CAGradientLayer()
    layer.colors = [orange, CGColor(gray: 1, alpha: 1), blue]
    return layer
  }

  /// A text layer on white.
  static func text() -> CATextLayer {
    let layer = CATextLayer()
    layer.backgroundColor = CGColor(gray: 1, alpha: 1)
    layer.foregroundColor = blue
    layer.fontSize = 13
    layer.string = "Layers in a row"
    return layer
  }
}
