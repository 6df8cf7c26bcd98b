import CoreGraphics
import QuartzCore

/// A card of a colour, as large as asked.
public func thumbnail(of color: CGColor, side: CGFloat) throws -> CGImage {
  let card = CALayer()
  card.bounds = CGRect(x: 0, y: 0, width: side, height: side)
  card.backgroundColor = color
  return try Renderer(.cpu(threads: nil)).render(card).image
}
