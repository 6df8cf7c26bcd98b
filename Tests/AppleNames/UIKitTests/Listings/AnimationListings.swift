// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import LaminaTestSupport
import Testing
import UIKit

// Implicit and explicit animation, time, easing, animation by timer. The thread's clock is what a run loop is there.

@Suite final class AnimationListings {
  init() { MediaClock.time = 0 }
  // The clock is the thread's, which runs other tests next.
  deinit { MediaClock.time = 0 }

  private func square(_ color: UIColor = .red) -> (page: UIView, layer: CALayer) {
    let page = page()
    let layer = CALayer()
    layer.frame = CGRect(x: 50, y: 50, width: 100, height: 100)
    layer.backgroundColor = color.cgColor
    page.layer.addSublayer(layer)
    return (page, layer)
  }

  @Test("a layer's colour fades by itself for a quarter of a second")
  func implicit() throws {
    let (page, layer) = square()
    CATransaction.flush()
    layer.backgroundColor = UIColor.blue.cgColor
    let half = try Pictures.draw(page, at: 0.125).pixel(100, 100)
    #expect(half[0] > 0 && half[2] > 0 && half[0] < 255)
    #expect(try Pictures.draw(page, at: 0).pixel(100, 100) == red)
    #expect(try Pictures.draw(page, at: 0.25).pixel(100, 100) == blue)
  }

  @Test("a transaction says for how long, and tells the end")
  func transaction() throws {
    let (page, layer) = square()
    CATransaction.flush()
    var isTurned = false
    CATransaction.begin()
    CATransaction.setAnimationDuration(1)
    CATransaction.setAnimationTimingFunction(CAMediaTimingFunction(name: .linear))
    CATransaction.setCompletionBlock {
      layer.setAffineTransform(layer.affineTransform().rotated(by: .pi / 4))
      isTurned = true
    }
    layer.backgroundColor = UIColor.blue.cgColor
    CATransaction.commit()
    #expect(try Pictures.draw(page, at: 0.5).isColor(100, 100, [128, 0, 128, 255]))
    MediaClock.time = 1.1
    #expect(isTurned)
    MediaClock.time = 2
    #expect(try Pictures.draw(page, at: 2).pixel(100, 33) == blue)
  }

  @Test("a view's layer does not fade by itself")
  func viewLayer() throws {
    let page = page()
    CATransaction.flush()
    CATransaction.begin()
    CATransaction.setAnimationDuration(1)
    page.layer.backgroundColor = UIColor.blue.cgColor
    CATransaction.commit()
    #expect(try Pictures.draw(page, at: 0).pixel(100, 100) == blue)
  }

  @Test("a layer's own action: colours slide in from the left")
  func customAction() throws {
    let (page, layer) = square()
    let push = CATransition()
    push.type = .push
    push.subtype = .fromLeft
    push.duration = 1
    push.timingFunction = CAMediaTimingFunction(name: .linear)
    layer.actions = ["backgroundColor": push]
    layer.masksToBounds = true
    CATransaction.flush()
    layer.backgroundColor = UIColor.blue.cgColor
    let image = try Pictures.draw(page, at: 0.5)
    #expect(image.pixel(60, 100) == blue && image.pixel(140, 100) == red)
  }

  @Test("what is hit while a layer moves is where it shows")
  func presentation() {
    let (page, layer) = square()
    CATransaction.flush()
    CATransaction.begin()
    CATransaction.setAnimationDuration(4)
    CATransaction.setAnimationTimingFunction(CAMediaTimingFunction(name: .linear))
    layer.position = CGPoint(x: 500, y: 100)
    CATransaction.commit()
    MediaClock.time = 1
    #expect(layer.presentation()?.position == CGPoint(x: 200, y: 100))
    #expect(
      layer.presentation()?.hitTest(CGPoint(x: 160, y: 100)) != nil && layer.hitTest(CGPoint(x: 160, y: 100)) == nil)
    withExtendedLifetime(page) {}
  }

  @Test("an explicit animation leaves the layer as it was, unless that is set too")
  func basic() throws {
    let (page, layer) = square()
    let animation = CABasicAnimation(keyPath: "backgroundColor")
    animation.toValue = UIColor.blue.cgColor
    animation.duration = 1
    layer.add(animation, forKey: nil)
    #expect(try Pictures.draw(page, at: 0.5).isColor(100, 100, [128, 0, 128, 255]))
    #expect(try Pictures.draw(page, at: 1.1).pixel(100, 100) == red)
    CATransaction.begin()
    CATransaction.setDisableActions(true)
    layer.backgroundColor = UIColor.blue.cgColor
    CATransaction.commit()
    #expect(try Pictures.draw(page, at: 1.1).pixel(100, 100) == blue)
  }

  /// Sets what an animation leads to when it has ended.
  private final class Ender: NSObject, CAAnimationDelegate {
    var ended: [String] = []
    func animationDidStop(_ anim: CAAnimation, finished flag: Bool) {
      ended.append("\(anim.value(forKey: "name") as? String ?? "") \(flag)")
    }
  }

  @Test("a delegate tells animations apart by what was set on them, and whether they were stopped")
  func delegate() {
    let (page, layer) = square()
    let ender = Ender()
    for (name, duration) in [("hour", 1.0), ("minute", 5)] {
      let animation = CABasicAnimation(keyPath: "transform.rotation.z")
      animation.toValue = CGFloat.pi
      animation.duration = duration
      animation.delegate = ender
      animation.setValue(name, forKey: "name")
      layer.add(animation, forKey: name)
    }
    MediaClock.time = 2
    layer.removeAnimation(forKey: "minute")
    CATransaction.flush()
    #expect(ender.ended == ["hour true", "minute false"])
    withExtendedLifetime(page) {}
  }

  @Test("colours one after another")
  func keyframes() throws {
    let (page, layer) = square(.blue)
    let animation = CAKeyframeAnimation(keyPath: "backgroundColor")
    animation.duration = 3
    animation.values = [UIColor.blue, .red, .green, .blue].map(\.cgColor)
    layer.add(animation, forKey: nil)
    for (time, color) in [(0, blue), (1, red), (2, green)] {
      #expect(try Pictures.draw(page, at: Double(time)).isColor(100, 100, color))
    }
    #expect(try Pictures.draw(page, at: 1.5).isColor(100, 100, [128, 128, 0, 255]))
  }

  @Test("a ship follows a curve, its bow ahead")
  func alongAPath() throws {
    let page = page(300, 300)
    let path = UIBezierPath()
    path.move(to: CGPoint(x: 0, y: 150))
    path.addCurve(
      to: CGPoint(x: 300, y: 150), controlPoint1: CGPoint(x: 75, y: 0), controlPoint2: CGPoint(x: 225, y: 300))
    let ship = CALayer()
    ship.frame = CGRect(x: 0, y: 0, width: 40, height: 10)
    ship.position = CGPoint(x: 0, y: 150)
    ship.backgroundColor = UIColor.red.cgColor
    page.layer.addSublayer(ship)
    let animation = CAKeyframeAnimation(keyPath: "position")
    animation.path = path.cgPath
    animation.duration = 4
    animation.rotationMode = .rotateAuto
    ship.add(animation, forKey: nil)
    let image = try Pictures.draw(page, at: 2)
    // By symmetry it is in the middle at half time, and points along (150, 150), the curve's direction there.
    #expect(
      image.pixel(150, 150) == red && image.pixel(150 + 10, 150 + 10) == red && image.pixel(150 + 10, 150 - 10) == white
    )
  }

  @Test("a turn by more than half a circle goes all the way when the angle is what is animated")
  func rotation() throws {
    let (page, layer) = square()
    layer.frame = CGRect(x: 95, y: 40, width: 10, height: 120)
    layer.anchorPoint = CGPoint(x: 0.5, y: 0)
    layer.position = CGPoint(x: 100, y: 100)
    let animation = CABasicAnimation(keyPath: "transform.rotation")
    animation.duration = 2
    animation.byValue = CGFloat.pi * 2
    layer.add(animation, forKey: nil)
    // Clockwise: from below to the left, up, to the right.
    for (time, x, y) in [(0.0, 100, 180), (0.5, 20, 100), (1, 100, 20), (1.5, 180, 100)] {
      #expect(try Pictures.draw(page, at: time).pixel(x, y) == red, "\(time)")
    }
  }

  @Test("a group moves and colours at once")
  func group() throws {
    let (page, layer) = square(.green)
    layer.frame = CGRect(x: 0, y: 90, width: 20, height: 20)
    let move = CABasicAnimation(keyPath: "position.x")
    move.toValue = 190
    let color = CABasicAnimation(keyPath: "backgroundColor")
    color.toValue = UIColor.red.cgColor
    let group = CAAnimationGroup()
    group.animations = [move, color]
    group.duration = 4
    layer.add(group, forKey: nil)
    #expect(try Pictures.draw(page, at: 2).isColor(100, 100, [128, 128, 0, 255]))
  }

  @Test("pictures change by a fade, in a view too")
  func transitions() throws {
    let view = UIImageView(
      image: picture(20, 20) {
        UIColor.red.setFill(); UIRectFill($0)
      })
    let transition = CATransition()
    transition.type = .fade
    transition.duration = 1
    transition.timingFunction = CAMediaTimingFunction(name: .linear)
    view.layer.add(transition, forKey: nil)
    view.image = picture(20, 20) {
      UIColor.blue.setFill(); UIRectFill($0)
    }
    #expect(try Pictures.draw(view, at: 0.5).isColor(10, 10, [128, 0, 128, 255], within: 2))
    MediaClock.time = 3
    UIView.transition(with: view, duration: 1, options: [.transitionCrossDissolve, .curveLinear]) {
      view.image = picture(20, 20) {
        UIColor.green.setFill(); UIRectFill($0)
      }
    }
    #expect(try Pictures.draw(view, at: 3.5).isColor(10, 10, [0, 128, 128, 255], within: 2))
  }

  @Test("a transition of one's own: a picture of the old state flies away over the new one")
  func ownTransition() throws {
    let page = page()
    page.backgroundColor = .red
    UIGraphicsBeginImageContextWithOptions(page.bounds.size, true, 0)
    if let context = UIGraphicsGetCurrentContext() { page.layer.render(in: context) }
    let cover = UIImageView(image: UIGraphicsGetImageFromCurrentImageContext())
    UIGraphicsEndImageContext()
    cover.frame = page.bounds
    page.addSubview(cover)
    page.backgroundColor = .blue
    UIView.animate(withDuration: 1, delay: 0, options: .curveLinear) {
      cover.transform = CGAffineTransform(scaleX: 0.01, y: 0.01).rotated(by: .pi)
      cover.alpha = 0
    } completion: { _ in
      cover.removeFromSuperview()
    }
    #expect(try Pictures.draw(page, at: 0).pixel(10, 10) == red)
    let half = try Pictures.draw(page, at: 0.5)
    #expect(half.pixel(10, 10) == blue && half.isColor(100, 100, [128, 0, 128, 255], within: 2))
    MediaClock.time = 1.1
    #expect(page.subviews.isEmpty)
    #expect(try Pictures.draw(page, at: 1.1).pixel(100, 100) == blue)
  }

  @Test("a door swings to and fro, in perspective, at half speed and from a later moment")
  func time() throws {
    let page = page()
    var perspective = CATransform3DIdentity
    perspective.m34 = -1 / 500
    page.layer.sublayerTransform = perspective
    let door = CALayer()
    door.frame = CGRect(x: 0, y: 0, width: 80, height: 100)
    door.position = CGPoint(x: 100, y: 100)
    door.anchorPoint = CGPoint(x: 0, y: 0.5)
    door.backgroundColor = UIColor.red.cgColor
    page.layer.addSublayer(door)
    let swing = CABasicAnimation(keyPath: "transform.rotation.y")
    swing.toValue = -CGFloat.pi / 2
    swing.duration = 2
    swing.repeatDuration = .infinity
    swing.autoreverses = true
    door.add(swing, forKey: nil)
    func width(_ time: Double) throws -> Int {
      let image = try Pictures.draw(page, at: time)
      return (0..<200).filter { image.pixel($0, 100) == red }.count
    }
    #expect(try width(0) == 80 && width(2) <= 1 && width(4) == 80 && width(1) == width(3) && width(1) == width(101))
    // At half speed, two seconds are one; and with an offset of one, none is one.
    let middle = try width(1)
    door.speed = 0.5
    #expect(try width(2) == middle)
    door.timeOffset = 1
    #expect(try width(0) == middle)
    // Stopped, the offset alone says what shows: the door follows a hand.
    door.speed = 0
    for offset in [0.0, 1, 2] {
      door.timeOffset = offset
      #expect(try width(77) == (offset == 0 ? 80 : offset == 1 ? middle : 0) || offset == 2)
    }
  }

  @Test("what shows after the end follows from the fill mode")
  func fillMode() throws {
    let (page, layer) = square()
    for (mode, before, after) in [
      (CAMediaTimingFillMode.removed, red, red), (.forwards, red, green), (.backwards, blue, red), (.both, blue, green),
    ] {
      let animation = CABasicAnimation(keyPath: "backgroundColor")
      animation.fromValue = UIColor.blue.cgColor
      animation.toValue = UIColor.green.cgColor
      (animation.beginTime, animation.duration) = (1, 1)
      animation.fillMode = mode
      animation.isRemovedOnCompletion = false
      layer.add(animation, forKey: "color")
      #expect(try Pictures.draw(page, at: 0.5).pixel(100, 100) == before, "\(mode.rawValue)")
      #expect(try Pictures.draw(page, at: 5).pixel(100, 100) == after, "\(mode.rawValue)")
    }
  }

  @Test("easing is a cubic curve, which can be drawn")
  func easing() throws {
    let function = CAMediaTimingFunction(controlPoints: 1, 0, 0.75, 1)
    var (first, second): ([Float], [Float]) = ([0, 0], [0, 0])
    function.getControlPoint(at: 1, values: &first)
    function.getControlPoint(at: 2, values: &second)
    let path = UIBezierPath()
    path.move(to: .zero)
    path.addCurve(
      to: CGPoint(x: 1, y: 1), controlPoint1: CGPoint(x: CGFloat(first[0]), y: CGFloat(first[1])),
      controlPoint2: CGPoint(x: CGFloat(second[0]), y: CGFloat(second[1])))
    path.apply(CGAffineTransform(scaleX: 200, y: 200))
    let shape = CAShapeLayer()
    shape.strokeColor = UIColor.red.cgColor
    shape.fillColor = nil
    shape.lineWidth = 4
    shape.path = path.cgPath
    let page = page()
    page.layer.addSublayer(shape)
    page.layer.isGeometryFlipped = true
    let image = try Pictures.draw(page)
    // The curve at parameter 1/2: ((3 + 3 * 0.75 + 1) / 8, (3 + 1) / 8) of 200, with y up.
    #expect(image.pixel(Int(clamping: 200 * 6.25 / 8), 100) == red && image.pixel(20, 20) == white)
    // And an animation that runs by it is there at that time.
    let (host, layer) = square()
    let move = CABasicAnimation(keyPath: "position.x")
    (move.fromValue, move.toValue, move.duration, move.timingFunction) = (0, 100, 1, function)
    layer.add(move, forKey: nil)
    MediaClock.time = 6.25 / 8
    #expect(abs((layer.presentation()?.position.x ?? 0) - 50) < 0.1)
    withExtendedLifetime(host) {}
  }

  @Test("a ball falls and bounces, by keyframes with an easing each")
  func bounce() throws {
    let page = page(100, 300)
    let ball = UIImageView(
      image: picture(20, 20) {
        UIColor.red.setFill(); UIBezierPath(ovalIn: $0).fill()
      })
    page.addSubview(ball)
    let heights: [CGFloat] = [32, 268, 140, 268, 220, 268, 250, 268]
    let animation = CAKeyframeAnimation(keyPath: "position")
    animation.duration = 1
    animation.values = heights.map { NSValue(cgPoint: CGPoint(x: 50, y: $0)) }
    animation.timingFunctions = (0..<7).map { CAMediaTimingFunction(name: $0.isMultiple(of: 2) ? .easeIn : .easeOut) }
    let times: [NSNumber] = [0, 0.3, 0.5, 0.7, 0.8, 0.9, 0.95, 1]
    animation.keyTimes = times
    ball.layer.position = CGPoint(x: 50, y: 268)
    ball.layer.add(animation, forKey: nil)
    for (time, height) in zip(times, heights) {
      #expect(try Pictures.draw(page, at: time.doubleValue).isColor(50, Int(height), red), "\(time)")
    }
    // It falls slowly at first.
    #expect(try Pictures.draw(page, at: 0.1).pixel(50, 60) == red)
  }

  @Test("a display link moves a ball from frame to frame")
  func displayLink() {
    let page = page()
    let ball = UIView(frame: CGRect(x: 0, y: 0, width: 10, height: 10))
    page.addSubview(ball)
    var frames = 0
    let link = CADisplayLink { link in
      frames += 1
      ball.center.x = CGFloat(link.timestamp) * 100
    }
    link.add(to: .main, forMode: .common)
    MediaClock.time = 0.5
    #expect(frames >= 29 && frames <= 32 && abs(ball.center.x - 50) < 2)
    link.invalidate()
    MediaClock.time = 1
    #expect(frames <= 32)
  }

  @Test("a view's spring passes its end and comes back")
  func spring() throws {
    let page = page(300, 40)
    let ball = UIView(frame: CGRect(x: 0, y: 10, width: 20, height: 20))
    ball.backgroundColor = .red
    page.addSubview(ball)
    UIView.animate(withDuration: 1, delay: 0, usingSpringWithDamping: 0.3, initialSpringVelocity: 0) {
      ball.center.x = 200
    }
    func middle(_ time: Double) throws -> Double {
      let image = try Pictures.draw(page, at: time)
      let columns = (0..<300).filter { image.pixel($0, 20) == red }
      return Double(columns.reduce(0, +)) / Double(max(columns.count, 1)) + 0.5
    }
    #expect(try abs(middle(0) - 10) < 1 && abs(middle(1) - 200) < 1)
    let farthest = try stride(from: 0, to: 1, by: 0.02).map(middle).max() ?? 0
    // The first swing of a spring of ratio z passes the end by e^(-z pi / sqrt(1 - z^2)) of the way.
    let over = exp(-0.3 * Double.pi / (1 - 0.09).squareRoot())
    #expect(abs(farthest - (200 + 190 * over)) < 3)
  }
}
