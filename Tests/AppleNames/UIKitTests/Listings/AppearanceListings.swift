// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import LaminaTestSupport
import Testing
import UIKit

// Corners, borders, shadows, masks, filters, group opacity; transforms in the plane and in space.

@Suite struct AppearanceListings {
  private func view(_ x: CGFloat, _ y: CGFloat, _ width: CGFloat, _ height: CGFloat, _ color: UIColor) -> UIView {
    let view = UIView(frame: CGRect(x: x, y: y, width: width, height: height))
    view.backgroundColor = color
    return view
  }

  @Test("corners round the background; what is inside only where it is clipped")
  func corners() throws {
    for clips in [false, true] {
      let outer = view(0, 0, 100, 100, .white)
      let inner = view(-25, -25, 50, 50, .red)
      outer.layer.cornerRadius = 20
      outer.addSubview(inner)
      outer.clipsToBounds = clips
      let host = view(0, 0, 150, 150, .green)
      host.addSubview(outer)
      outer.center = CGPoint(x: 75, y: 75)
      let image = try Pictures.draw(host)
      #expect(image.pixel(10, 10) == (clips ? green : red) && image.pixel(26, 26) == (clips ? green : red))
      #expect(image.pixel(40, 40) == red && image.pixel(123, 123) == green && image.pixel(75, 75) == white)
    }
  }

  @Test("a border lies inside the bounds, over subviews")
  func border() throws {
    let outer = view(0, 0, 80, 60, .white)
    outer.addSubview(view(0, 0, 40, 30, .red))
    outer.layer.borderWidth = 5
    let image = try Pictures.draw(outer)
    #expect(
      image.pixel(2, 2) == black && image.pixel(4, 30) == black && image.pixel(5, 6) == red
        && image.pixel(74, 54) == white)
    let dark = (0..<80 * 60).filter { image.pixel($0 % 80, $0 / 80) == black }.count
    #expect(dark == 1300)
  }

  @Test("a shadow lies outside the clip only if another view casts it")
  func shadow() throws {
    let host = page()
    let clipped = view(50, 50, 100, 100, .white)
    clipped.layer.cornerRadius = 20
    clipped.clipsToBounds = true
    clipped.layer.shadowOpacity = 0.5
    clipped.layer.shadowOffset = CGSize(width: 0, height: 5)
    clipped.layer.shadowRadius = 5
    host.addSubview(clipped)
    #expect(try Pictures.draw(host).pixel(100, 153) == white)
    // The usual remedy: a view of the same frame that only casts.
    let caster = view(50, 50, 100, 100, .white)
    caster.layer.cornerRadius = 20
    caster.layer.shadowOpacity = 0.5
    caster.layer.shadowOffset = CGSize(width: 0, height: 5)
    caster.layer.shadowRadius = 5
    host.insertSubview(caster, at: 0)
    let image = try Pictures.draw(host)
    // Half a point inside its edge a Gaussian of 5 points is at 0.54: white less that part of 0.5.
    #expect(image.isColor(100, 154, [186, 186, 186, 255], within: 3))
    #expect(image.pixel(100, 45)[0] > 248)
  }

  @Test("a shadow's path casts in place of the view")
  func shadowPath() throws {
    for isCircle in [false, true] {
      let host = page()
      let empty = UIView(frame: CGRect(x: 50, y: 50, width: 100, height: 100))
      empty.layer.shadowOpacity = 0.5
      empty.layer.shadowRadius = 0
      empty.layer.shadowOffset = .zero
      empty.layer.shadowPath =
        isCircle ? UIBezierPath(ovalIn: empty.bounds).cgPath : UIBezierPath(rect: empty.bounds).cgPath
      host.addSubview(empty)
      let image = try Pictures.draw(host)
      #expect(image.isColor(100, 100, [128, 128, 128, 255]))
      #expect(image.isColor(55, 55, isCircle ? white : [128, 128, 128, 255]))
    }
  }

  @Test("a mask shows what its alpha covers")
  func mask() throws {
    let image = UIImageView(
      image: picture(100, 100) { box in
        UIColor.blue.setFill()
        UIRectFill(box)
      })
    let mask = CALayer()
    mask.frame = image.bounds
    mask.contents = picture(100, 100) { UIBezierPath(ovalIn: $0).fill() }.cgImage
    image.layer.mask = mask
    let drawn = try Pictures.draw(image)
    #expect(abs(drawn.coveredArea - .pi * 2500) < 12 && drawn.pixel(50, 50) == blue && drawn.pixel(5, 5) == clear)
  }

  @Test("digits of a few pixels stay sharp when the nearest pixel is taken")
  func digits() throws {
    let digits = try #require(
      CGImage(width: 20, height: 1) { x, _ in x % 2 == 0 ? [0, 0, 0, 255] : [255, 0, 0, 255] })
    let view = UIView(frame: CGRect(x: 0, y: 0, width: 40, height: 40))
    view.layer.contents = digits
    view.layer.contentsRect = CGRect(x: 0.3, y: 0, width: 0.1, height: 1)
    view.layer.contentsGravity = .resize
    view.layer.magnificationFilter = .nearest
    let image = try Pictures.draw(view)
    #expect(
      image.pixel(0, 0) == black && image.pixel(19, 20) == black && image.pixel(20, 20) == red
        && image.pixel(39, 39) == red)
    view.layer.magnificationFilter = .linear
    #expect(try Pictures.draw(view).pixel(20, 20) != red)
  }

  @Test("a faded button shows its label's ground, unless it fades as a group or as a bitmap")
  func groupOpacity() throws {
    func button(group: Bool, bitmap: Bool) throws -> CGImage {
      let host = view(0, 0, 150, 50, UIColor(white: 0.75, alpha: 1))
      let button = view(0, 0, 150, 50, .white)
      let label = UILabel(frame: CGRect(x: 20, y: 10, width: 110, height: 30))
      label.text = "Hello"
      label.textAlignment = .center
      label.backgroundColor = .white
      button.addSubview(label)
      button.alpha = 0.5
      button.layer.allowsGroupOpacity = group
      button.layer.shouldRasterize = bitmap
      button.layer.rasterizationScale = UIScreen.main.scale
      host.addSubview(button)
      return try Pictures.draw(host)
    }
    // White at a half over 191 is 223; over that once more, 239.
    let single = try button(group: false, bitmap: false)
    #expect(single.isColor(5, 5, [223, 223, 223, 255]) && single.isColor(25, 15, [239, 239, 239, 255]))
    for image in [try button(group: true, bitmap: false), try button(group: false, bitmap: true)] {
      #expect(image.isColor(5, 5, [223, 223, 223, 255]) && image.isColor(25, 15, [223, 223, 223, 255]))
    }
  }

  @Test("a square turned by an eighth is a diamond of the same area")
  func rotation() throws {
    let host = page()
    let square = view(50, 50, 100, 100, .red)
    square.transform = CGAffineTransform(rotationAngle: .pi / 4)
    host.addSubview(square)
    let image = try Pictures.draw(host)
    #expect(image.pixel(100, 33) == red && image.pixel(55, 55) == white && image.pixel(100, 27) == white)
    #expect(abs(square.frame.width - 100 * 2.0.squareRoot()) < 1e-6)
    let reds = (0..<40_000).reduce(0.0) { $0 + Double(255 - Int(image.pixel($1 % 200, $1 / 200)[1])) / 255 }
    #expect(abs(reds - 10_000) < 30)
  }

  @Test("scaled by a half, turned by a twelfth, moved by 200: the later change is told first, and turns with it")
  func combined() {
    var transform = CGAffineTransform.identity
    transform = transform.scaledBy(x: 0.5, y: 0.5)
    transform = transform.rotated(by: .pi / 6)
    transform = transform.translatedBy(x: 200, y: 0)
    let view = view(0, 0, 100, 100, .red)
    view.transform = transform
    let middle = view.convert(CGPoint(x: 50, y: 50), to: nil)
    #expect(middle == CGPoint(x: 50, y: 50))
    // A point 200 to the right of the middle of an unmoved view would be there: 100 away, at 30 degrees.
    let end = CGPoint.zero.applying(transform)
    #expect(abs(end.x - 100 * cos(.pi / 6)) < 1e-9 && abs(end.y - 50) < 1e-9)
  }

  @Test("a shear moves rows by their distance from the middle")
  func shear() throws {
    let host = page()
    let square = view(50, 50, 100, 100, .red)
    square.layer.setAffineTransform(CGAffineTransform(a: 1, b: 0, c: -1, d: 1, tx: 0, ty: 0))
    host.addSubview(square)
    let image = try Pictures.draw(host)
    // The row at distance d below the middle begins at 50 - d.
    for d in [-40, 0, 40] {
      let start = 50 - d
      #expect(image.pixel(start + 2, 100 + d) == red && image.pixel(start - 3, 100 + d) == white)
    }
  }

  @Test("about the y axis a view only narrows, until there is perspective")
  func perspective() throws {
    let host = page()
    let card = view(50, 50, 100, 100, .red)
    host.addSubview(card)
    card.layer.transform = CATransform3DMakeRotation(.pi / 4, 0, 1, 0)
    let flat = try Pictures.draw(host)
    #expect(flat.pixel(100 - 34, 51) == red && flat.pixel(100 - 37, 100) == white && flat.pixel(100 + 34, 51) == red)
    var transform = CATransform3DIdentity
    transform.m34 = -1 / 500
    card.layer.transform = CATransform3DRotate(transform, .pi / 4, 0, 1, 0)
    let deep = try Pictures.draw(host)
    // Half the width, 50 cos 45, divided by 1 -+ 50 sin 45 / 500: the side to the right is farther away.
    let (near, far) = (35.355 / (1 - 0.0707), 35.355 / (1 + 0.0707))
    #expect(
      deep.pixel(Int(clamping: 100 - near) + 1, 100) == red && deep.pixel(Int(clamping: 100 - near) - 1, 100) == white)
    #expect(
      deep.pixel(Int(clamping: 100 + far) - 1, 100) == red && deep.pixel(Int(clamping: 100 + far) + 2, 100) == white)
  }

  @Test("the container's transform gives its views one vanishing point")
  func sublayerTransform() throws {
    let host = page(300, 150)
    var perspective = CATransform3DIdentity
    perspective.m34 = -1 / 500
    host.layer.sublayerTransform = perspective
    let (left, right) = (view(25, 25, 100, 100, .red), view(175, 25, 100, 100, .red))
    left.layer.transform = CATransform3DMakeRotation(.pi / 4, 0, 1, 0)
    right.layer.transform = CATransform3DMakeRotation(-.pi / 4, 0, 1, 0)
    host.addSubview(left)
    host.addSubview(right)
    let image = try Pictures.draw(host)
    // Mirror images of one another about the middle of the container.
    var worst = 0
    for y in 0..<150 {
      for x in 0..<150 { worst = max(worst, abs(Int(image.pixel(x, y)[1]) - Int(image.pixel(299 - x, y)[1]))) }
    }
    #expect(worst <= 2 && image.pixel(75, 75) == red)
  }

  @Test("a view from behind is its mirror image, or nothing")
  func backFaces() throws {
    let view = UIImageView(image: UIImage(cgImage: Pictures.quarters(20)))
    let host = page(40, 40)
    host.addSubview(view)
    view.layer.transform = CATransform3DMakeRotation(.pi, 0, 1, 0)
    #expect(try Pictures.draw(host).pixel(5, 5) == green)
    view.layer.isDoubleSided = false
    #expect(try Pictures.draw(host).pixel(5, 5) == white)
  }

  @Test("a child that turns back stands upright in the plane, but not in space: its parent is flat")
  func flattening() throws {
    for (axis, isUpright) in [(CGFloat(1), true), (0, false)] {
      let host = page()
      let (outer, inner) = (view(50, 50, 100, 100, .white), view(25, 25, 50, 50, .red))
      outer.addSubview(inner)
      host.addSubview(outer)
      outer.layer.transform = CATransform3DMakeRotation(.pi / 4, 0, 1 - axis, axis)
      inner.layer.transform = CATransform3DMakeRotation(-.pi / 4, 0, 1 - axis, axis)
      let image = try Pictures.draw(host)
      // Upright, the square's corner shows; flattened twice, its width is 50 cos 45 cos 45.
      #expect(image.pixel(77, 77) == (isUpright ? red : white))
      #expect(image.pixel(90, 100) == red && (isUpright || image.pixel(84, 100) == white))
    }
  }

  /// The six faces of a cube of 100, in a container with perspective.
  private func cube(turned: (x: CGFloat, y: CGFloat)) -> UIView {
    let host = page()
    var perspective = CATransform3DIdentity
    perspective.m34 = -1 / 500
    perspective = CATransform3DRotate(perspective, turned.x, 1, 0, 0)
    perspective = CATransform3DRotate(perspective, turned.y, 0, 1, 0)
    host.layer.sublayerTransform = perspective
    let faces: [(UIColor, CGPoint, CGVector)] = [
      (.red, CGPoint.zero, CGVector.zero), (.green, CGPoint(x: 1, y: 0), CGVector(dx: 0, dy: 1)),
      (.cyan, CGPoint(x: 0, y: -1), CGVector(dx: 1, dy: 0)), (.magenta, CGPoint(x: 0, y: 1), CGVector(dx: -1, dy: 0)),
      (.blue, CGPoint(x: -1, y: 0), CGVector(dx: 0, dy: -1)), (.black, CGPoint.zero, CGVector(dx: 0, dy: 2)),
    ]
    for (color, side, turn) in faces {
      let face = view(50, 50, 100, 100, color)
      var transform = CATransform3DMakeTranslation(50 * side.x, 50 * side.y, 0)
      if side == .zero { transform = CATransform3DMakeTranslation(0, 0, turn.dy == 0 ? 50 : -50) }
      transform = CATransform3DRotate(transform, turn.dx * .pi / 2, 1, 0, 0)
      face.layer.transform = CATransform3DRotate(transform, turn.dy * .pi / 2, 0, 1, 0)
      host.addSubview(face)
    }
    return host
  }

  @Test("of a cube three faces show at most, one where it is seen from the front")
  func cube() throws {
    let front = try Pictures.draw(cube(turned: (0, 0)))
    // The front is 50 nearer: 100 / (1 - 50 / 500).
    #expect(front.pixel(100, 100) == red && front.pixel(46, 100) == red && front.pixel(43, 100) == white)
    let corner = try Pictures.draw(cube(turned: (-.pi / 4, -.pi / 4)))
    var found: Set<[UInt8]> = []
    for index in 0..<40_000 { found.insert(corner.pixel(index % 200, index / 200)) }
    let colors: [[UInt8]] = [red, green, blue, black, [0, 255, 255, 255], [255, 0, 255, 255]]
    #expect(colors.filter { found.contains($0) }.count == 3)
  }
}
