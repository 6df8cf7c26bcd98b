// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import LaminaTestSupport
import Testing
import UIKit

/// A layer class of a program's own, made by its `init()`.
private final class OwnLayer: CAShapeLayer {
  var wasMade = false

  override init() {
    super.init()
    wasMade = true
  }
  override init(layer: Any) { super.init(layer: layer) }
  required init?(coder: NSCoder) { fatalError("never asked for") }
}

private final class OwnLayerView: UIView {
  override class var layerClass: AnyClass { OwnLayer.self }
}

private final class GradientView: UIView {
  override class var layerClass: AnyClass { CAGradientLayer.self }
}

/// Fills its left half, and counts what it is asked.
private final class HalfView: UIView {
  var drawings = 0
  var layouts = 0
  var events: [String] = []

  override func draw(_ rect: CGRect) {
    drawings += 1
    UIColor.red.setFill()
    UIRectFill(CGRect(x: rect.minX, y: rect.minY, width: rect.width / 2, height: rect.height))
  }
  override func layoutSubviews() { layouts += 1 }
  override func willMove(toSuperview newSuperview: UIView?) {
    events.append(newSuperview == nil ? "will leave" : "will come")
  }
  override func didMoveToSuperview() { events.append(superview == nil ? "left" : "came") }
  override func didMoveToWindow() { events.append(window == nil ? "no window" : "window") }
  override func didAddSubview(_ subview: UIView) { events.append("added") }
  override func willRemoveSubview(_ subview: UIView) { events.append("removes") }
}

/// A layer class that is made with a number, and without one not at all.
private final class NumberedLayer: CALayer {
  let number: Int

  init(number: Int) {
    self.number = number
    super.init()
  }
  required init?(coder: NSCoder) { nil }
}

private final class NumberedView: UIView {
  override class var layerClass: AnyClass { NumberedLayer.self }
}

/// Draws nothing.
private final class PlainView: UIView {}

/// Views as their layers' delegates.
@Suite struct UIViewTests {
  private func box(_ x: CGFloat, _ y: CGFloat, _ width: CGFloat, _ height: CGFloat, _ color: UIColor = .red) -> UIView {
    let view = UIView(frame: CGRect(x: x, y: y, width: width, height: height))
    view.backgroundColor = color
    return view
  }

  @Test("geometry is the layer's")
  func geometry() {
    let view = box(10, 20, 30, 40)
    #expect(view.bounds == CGRect(x: 0, y: 0, width: 30, height: 40) && view.center == CGPoint(x: 25, y: 40))
    view.transform = CGAffineTransform(rotationAngle: .pi / 2)
    #expect(abs(view.frame.minX - 5) < 1e-9 && abs(view.frame.width - 40) < 1e-9)
    #expect(view.center == CGPoint(x: 25, y: 40) && view.bounds.size == CGSize(width: 30, height: 40))
    view.transform = .identity
    view.anchorPoint = .zero
    #expect(view.frame.origin == view.center)
    view.transform3D = CATransform3DMakeRotation(1, 1, 0, 0)
    #expect(view.transform == .identity)
    view.alpha = 0.5
    view.isHidden = true
    view.clipsToBounds = true
    #expect(view.layer.opacity == 0.5 && view.layer.isHidden && view.layer.masksToBounds)
    #expect(view.layer.delegate === view)
  }

  @Test("the layer is of the class that the view says, made by its own init()")
  func layerClasses() throws {
    #expect(type(of: UIView().layer) == CALayer.self)
    #expect(GradientView().layer is CAGradientLayer)
    let own = try #require(OwnLayerView(frame: CGRect(x: 1, y: 2, width: 3, height: 4)).layer as? OwnLayer)
    #expect(own.wasMade && own.frame == CGRect(x: 1, y: 2, width: 3, height: 4))
    let gradient = GradientView(frame: CGRect(x: 0, y: 0, width: 10, height: 10))
    (gradient.layer as? CAGradientLayer)?.colors = [UIColor.red.cgColor, UIColor.red.cgColor]
    #expect(try Pictures.draw(gradient).pixel(5, 5) == red)
    let shape = OwnLayerView(frame: CGRect(x: 0, y: 0, width: 10, height: 10))
    (shape.layer as? CAShapeLayer)?.path = UIBezierPath(rect: CGRect(x: 0, y: 0, width: 10, height: 5)).cgPath
    let picture = try Pictures.draw(shape)
    #expect(picture.pixel(5, 2) == black && picture.pixel(5, 7) == clear)
  }

  @Test("draw(_:) has y down, is called once, and again when it is asked for")
  func drawing() throws {
    let view = HalfView(frame: CGRect(x: 0, y: 0, width: 20, height: 10))
    view.isOpaque = false
    let first = try Pictures.draw(view, scale: 2)
    #expect(first.pixel(0, 0) == red && first.pixel(19, 19) == red && first.pixel(20, 0) == clear)
    _ = try Pictures.draw(view)
    #expect(view.drawings == 1)
    view.setNeedsDisplay()
    _ = try Pictures.draw(view)
    #expect(view.drawings == 2)
    view.bounds = CGRect(x: 100, y: 0, width: 20, height: 10)
    _ = try Pictures.draw(view)
    #expect(view.drawings == 2)
    view.contentMode = .redraw
    view.bounds = CGRect(x: 100, y: 0, width: 40, height: 10)
    #expect(try Pictures.draw(view).pixel(19, 5) == red && view.drawings == 3)
  }

  @Test("an opaque view without a background draws on black, one with a background on that")
  func opaque() throws {
    let view = HalfView(frame: CGRect(x: 0, y: 0, width: 20, height: 10))
    #expect(view.isOpaque)
    #expect(try Pictures.draw(view).pixel(15, 5) == black)
    for (color, expected) in [(UIColor.green, green), (.clear, clear)] {
      view.backgroundColor = color
      view.setNeedsDisplay()
      let picture = try Pictures.draw(view)
      #expect(picture.pixel(15, 5) == expected && picture.pixel(5, 5) == red)
    }
  }

  @Test("contents that a program sets stay, whether or not the view's class draws nothing")
  func contents() throws {
    for view in [UIView(), PlainView()] {
      view.frame = CGRect(x: 0, y: 0, width: 4, height: 4)
      view.layer.contents = Pictures.quarters()
      let picture = try Pictures.draw(view)
      #expect(picture.pixel(0, 0) == red && picture.pixel(3, 3) == white)
    }
  }

  @Test("layout runs before a picture, once, and when it is asked for")
  func layout() throws {
    let view = HalfView(frame: CGRect(x: 0, y: 0, width: 20, height: 10))
    _ = try Pictures.draw(view)
    _ = try Pictures.draw(view)
    #expect(view.layouts == 1)
    view.setNeedsLayout()
    view.layoutIfNeeded()
    view.layoutIfNeeded()
    #expect(view.layouts == 2)
    view.frame.size.width = 30
    _ = try Pictures.draw(view)
    #expect(view.layouts == 3)
  }

  @Test("subviews and sublayers keep one order")
  func order() {
    let host = UIView()
    let views = (0..<4).map { index in
      let view = UIView()
      view.tag = index
      return view
    }
    func tags() -> [Int] {
      #expect(host.layer.sublayers?.map { ObjectIdentifier($0) } == host.subviews.map { ObjectIdentifier($0.layer) })
      return host.subviews.map(\.tag)
    }
    for view in views { host.addSubview(view) }
    #expect(tags() == [0, 1, 2, 3])
    host.bringSubviewToFront(views[1])
    #expect(tags() == [0, 2, 3, 1])
    host.sendSubviewToBack(views[3])
    #expect(tags() == [3, 0, 2, 1])
    host.exchangeSubview(at: 0, withSubviewAt: 2)
    #expect(tags() == [2, 0, 3, 1])
    host.exchangeSubview(at: 3, withSubviewAt: 2)
    #expect(tags() == [2, 0, 1, 3])
    host.insertSubview(views[3], belowSubview: views[0])
    #expect(tags() == [2, 3, 0, 1])
    host.insertSubview(views[2], aboveSubview: views[1])
    #expect(tags() == [3, 0, 1, 2])
    host.insertSubview(views[2], at: 1)
    #expect(tags() == [3, 2, 0, 1])
    host.insertSubview(views[2], at: 99)
    host.exchangeSubview(at: 0, withSubviewAt: 99)
    host.bringSubviewToFront(UIView())
    #expect(tags() == [3, 0, 1, 2])
    views[0].removeFromSuperview()
    #expect(tags() == [3, 1, 2] && views[0].superview == nil && host.viewWithTag(2) === views[2])
    #expect(host.viewWithTag(77) == nil)
  }

  @Test("layers that are no views' stay behind the views that are in front of them")
  func mixedLayers() {
    let (host, back, front, new) = (UIView(), UIView(), UIView(), UIView())
    let layer = CALayer()
    host.addSubview(back)
    host.layer.addSublayer(layer)
    host.addSubview(front)
    host.insertSubview(new, at: 1)
    #expect(
      host.layer.sublayers?.map { ObjectIdentifier($0) }
        == [back.layer, layer, new.layer, front.layer].map { ObjectIdentifier($0) })
  }

  @Test("views are told where they go")
  func telling() {
    let window = UIWindow(frame: CGRect(x: 0, y: 0, width: 10, height: 10))
    let (view, child) = (HalfView(), HalfView())
    view.addSubview(child)
    window.addSubview(view)
    #expect(view.window === window && child.window === window && child.isDescendant(of: window))
    child.removeFromSuperview()
    #expect(child.window == nil && view.next === window)
    #expect(view.events == ["added", "will come", "came", "window", "removes"])
    #expect(child.events == ["will come", "came", "window", "will leave", "left", "no window"])
  }

  @Test("a view that goes to another superview leaves the first; its layer is free when it is gone")
  func moving() {
    let (one, other) = (UIView(), UIView())
    var view: UIView? = UIView()
    let layer = view?.layer
    if let view { one.addSubview(view) }
    if let view { other.addSubview(view) }
    #expect(one.subviews.isEmpty && one.layer.sublayers == nil && other.subviews.count == 1)
    view?.removeFromSuperview()
    view = nil
    #expect(layer?.delegate == nil)
  }

  @Test("sizes follow by masks, in proportion to what gives way")
  func autoresizing() {
    let host = box(0, 0, 100, 100)
    let view = box(10, 20, 60, 40)
    host.addSubview(view)
    let cases: [(UIView.AutoresizingMask, CGRect)] = [
      ([], CGRect(x: 10, y: 20, width: 60, height: 40)),
      (.flexibleWidth, CGRect(x: 10, y: 20, width: 160, height: 40)),
      (.flexibleLeftMargin, CGRect(x: 110, y: 20, width: 60, height: 40)),
      (.flexibleRightMargin, CGRect(x: 10, y: 20, width: 60, height: 40)),
      // 10 and 30 share 100.
      ([.flexibleLeftMargin, .flexibleRightMargin], CGRect(x: 35, y: 20, width: 60, height: 40)),
      // 20, 40 and 40 share 50.
      ([.flexibleTopMargin, .flexibleHeight, .flexibleBottomMargin], CGRect(x: 10, y: 30, width: 60, height: 60)),
      ([.flexibleWidth, .flexibleHeight], CGRect(x: 10, y: 20, width: 160, height: 90)),
    ]
    for (mask, expected) in cases {
      host.autoresizesSubviews = false
      host.frame.size = CGSize(width: 100, height: 100)
      view.frame = CGRect(x: 10, y: 20, width: 60, height: 40)
      host.autoresizesSubviews = true
      view.autoresizingMask = mask
      host.frame.size = CGSize(width: 200, height: 150)
      #expect(view.frame == expected, "\(mask)")
    }
    view.autoresizingMask = .flexibleWidth
    host.bounds.size.width = 0
    #expect(view.frame.width == 0)
  }

  @Test("points go to other views and back")
  func conversion() {
    let host = box(0, 0, 200, 200)
    let (one, other, deep) = (box(10, 10, 50, 50), box(100, 100, 50, 50), box(5, 5, 10, 10))
    host.addSubview(one)
    host.addSubview(other)
    one.addSubview(deep)
    other.transform = CGAffineTransform(scaleX: 2, y: 2)
    #expect(deep.convert(CGPoint(x: 1, y: 1), to: host) == CGPoint(x: 16, y: 16))
    #expect(deep.convert(CGPoint(x: 1, y: 1), to: nil) == CGPoint(x: 16, y: 16))
    #expect(other.convert(CGPoint(x: 0, y: 0), to: host) == CGPoint(x: 75, y: 75))
    #expect(deep.convert(deep.bounds, to: other) == CGRect(x: -30, y: -30, width: 5, height: 5))
    #expect(deep.convert(other.convert(CGPoint(x: 3, y: 7), from: deep), from: other) == CGPoint(x: 3, y: 7))
  }

  @Test("hits are the frontmost view's, inside its superview")
  func hits() {
    let host = box(0, 0, 100, 100)
    let (back, front, outside) = (box(10, 10, 50, 50), box(30, 30, 50, 50), box(60, 0, 30, 10))
    host.addSubview(back)
    host.addSubview(front)
    back.addSubview(outside)
    func hit(_ x: CGFloat, _ y: CGFloat) -> UIView? { host.hitTest(CGPoint(x: x, y: y), with: nil) }
    #expect(hit(40, 40) === front && hit(15, 15) === back && hit(95, 95) === host && hit(150, 5) == nil)
    // Parts of a view outside its superview are not hit.
    #expect(hit(75, 15) === host)
    front.alpha = 0.005
    #expect(hit(40, 40) === back)
    (front.alpha, front.isHidden) = (1, true)
    #expect(hit(40, 40) === back)
    (front.isHidden, front.isUserInteractionEnabled) = (false, false)
    #expect(hit(40, 40) === back)
  }

  @Test("masks, content modes and scales")
  func appearance() throws {
    let view = box(0, 0, 20, 20)
    view.mask = box(0, 0, 10, 20, .black)
    let picture = try Pictures.draw(view)
    #expect(picture.pixel(5, 5) == red && picture.pixel(15, 5) == clear && picture.coveredArea == 200)
    let image = UIImageView(image: UIImage(cgImage: Pictures.quarters(), scale: 1, orientation: .up))
    image.frame = CGRect(x: 0, y: 0, width: 20, height: 12)
    let corners: [(UIView.ContentMode, CGPoint)] = [
      (.topLeft, CGPoint(x: 0, y: 0)), (.top, CGPoint(x: 8, y: 0)), (.topRight, CGPoint(x: 16, y: 0)),
      (.left, CGPoint(x: 0, y: 4)), (.center, CGPoint(x: 8, y: 4)), (.right, CGPoint(x: 16, y: 4)),
      (.bottomLeft, CGPoint(x: 0, y: 8)), (.bottom, CGPoint(x: 8, y: 8)), (.bottomRight, CGPoint(x: 16, y: 8)),
    ]
    for (mode, corner) in corners {
      image.contentMode = mode
      let shown = try Pictures.draw(image)
      #expect(shown.coveredArea == 16, "\(mode)")
      #expect(shown.pixel(Int(corner.x), Int(corner.y)) == red, "\(mode)")
      #expect(shown.pixel(Int(corner.x) + 3, Int(corner.y) + 3) == white, "\(mode)")
    }
    image.contentMode = .scaleAspectFit
    #expect(try Pictures.draw(image).coveredArea == 144)
    image.contentMode = .scaleToFill
    #expect(try Pictures.draw(image).coveredArea == 240)
    image.contentMode = .scaleAspectFill
    image.clipsToBounds = true
    #expect(try Pictures.draw(image).coveredArea == 240)
  }

  @Test("a hierarchy is drawn into a context as it shows, animations included")
  func hierarchy() throws {
    MediaClock.time = 0
    defer { MediaClock.time = 0 }
    let host = box(0, 0, 40, 40, .white)
    let dot = box(0, 0, 10, 10)
    host.addSubview(dot)
    UIView.animate(withDuration: 1, delay: 0, options: .curveLinear) { dot.frame.origin.x = 30 }
    MediaClock.time = 0.5
    let picture = try #require(
      Pictures.drawn(CGSize(width: 80, height: 80)) {
        #expect(host.drawHierarchy(in: CGRect(x: 0, y: 0, width: 80, height: 80), afterScreenUpdates: true))
      })
    #expect(picture.pixel(40, 10) == red && picture.pixel(5, 5) == white && picture.pixel(70, 10) == white)
    #expect(try Pictures.draw(try #require(host.snapshotView(afterScreenUpdates: true)), scale: 2).pixel(40, 10) == red)
    #expect(!host.drawHierarchy(in: host.bounds, afterScreenUpdates: true))
    MediaClock.time = 2
  }

  @Test("a view that cannot be inside itself ends the program with a message; a layer class without init() too")
  func mistakes() async {
    await #expect(processExitsWith: .failure) {
      let view = UIView()
      view.addSubview(view)
    }
    await #expect(processExitsWith: .failure) {
      _ = NumberedView()
    }
  }

  @Test("a hundred thousand views inside one another are freed without overflowing the stack")
  func deep() {
    var top: UIView? = UIView()
    var view = top
    for _ in 0..<100_000 {
      // A view made from the inside out has no superview to look through.
      let outer = UIView()
      if let inner = view { outer.addSubview(inner) }
      view = outer
    }
    top = nil
    #expect(view?.subviews.count == 1)
    view = nil
  }

  private final class Margined: UIView {
    var changes = 0
    override func layoutMarginsDidChange() {
      changes += 1
      super.layoutMarginsDidChange()
    }
  }

  @Test("margins are the same by sides and by the direction of writing, and a view is told when they change")
  func margins() {
    let view = Margined(frame: CGRect(x: 0, y: 0, width: 100, height: 50))
    #expect(view.directionalLayoutMargins == NSDirectionalEdgeInsets(top: 8, leading: 8, bottom: 8, trailing: 8))
    view.directionalLayoutMargins = NSDirectionalEdgeInsets(top: 1, leading: 2, bottom: 3, trailing: 4)
    #expect(view.layoutMargins == UIEdgeInsets(top: 1, left: 2, bottom: 3, right: 4) && view.changes == 1)
    view.layoutMargins = view.layoutMargins
    #expect(view.changes == 1 && view.insetsLayoutMarginsFromSafeArea && !view.preservesSuperviewLayoutMargins)
    view.layoutIfNeeded()
    view.layoutMargins.left = 9
    #expect(view.changes == 2 && view.layer.needsLayout())
  }
}
