// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

// swift-format-ignore-file: NeverForceUnwrap
import Foundation
import Lamina
import LaminaTestSupport
import Testing

/// Animations of keys that a program declares (CONTENT-7). None of these classes can be copied as itself.
@Suite struct OwnKeyTests {
  /// Fills its width up to `level` with red.
  private class Gauge: CALayer {
    var drawings = 0
    var level: CGFloat {
      get { (value(forKey: "level") as? CGFloat) ?? 0 }
      set { setValue(newValue, forKey: "level") }
    }
    override class func needsDisplay(forKey key: String) -> Bool {
      key == "level" || super.needsDisplay(forKey: key)
    }
    override func draw(in ctx: CGContext) {
      drawings += 1
      ctx.setFillColor(CGColor(srgbRed: 1, green: 0, blue: 0, alpha: 1))
      ctx.fill(CGRect(x: 0, y: 0, width: bounds.width * level, height: bounds.height))
    }
  }

  /// Moves a sublayer and itself as players do: by what a presentation shows, or by itself where there is none.
  private final class Player: CALayer {
    let ball = CALayer()
    var shown: [CGFloat] = []
    var currentFrame: CGFloat {
      get { (value(forKey: "currentFrame") as? CGFloat) ?? 0 }
      set { setValue(newValue, forKey: "currentFrame") }
    }
    override class func needsDisplay(forKey key: String) -> Bool { key == "currentFrame" }
    override func display() {
      let frame = presentation()?.currentFrame ?? currentFrame
      shown.append(frame)
      ball.frame = CGRect(x: frame, y: 0, width: 10, height: 10)
    }
  }

  /// Can be copied, so that a presentation is one of its own class.
  private final class Dial: Gauge {
    var seen: [CGFloat] = []
    override init() { super.init() }
    override init(layer: Any) {
      super.init(layer: layer)
      level = (layer as? Dial)?.level ?? 0
    }

    required init?(coder: NSCoder) { super.init(coder: coder) }
    override func presentationCopy() -> CALayer { Dial(layer: self) }
    override func display() {
      let shown = presentation()
      seen.append((shown ?? self).level)
      super.display()
    }
    override func action(forKey event: String) -> (any CAAction)? {
      guard event == "level" else { return super.action(forKey: event) }
      let animation = CABasicAnimation(keyPath: event)
      animation.fromValue = (presentation() ?? self).level
      animation.duration = 1
      return animation
    }
  }

  private static func rise(_ key: String = "level", _ from: Any = CGFloat(0), _ to: Any = CGFloat(1))
    -> CABasicAnimation
  {
    let animation = CABasicAnimation(keyPath: key)
    (animation.fromValue, animation.toValue, animation.duration) = (from, to, 1)
    return animation
  }

  private static func host(_ layer: CALayer) -> CALayer {
    let root = AnimatedPictureTests.makeRoot()
    layer.frame = CGRect(x: 0, y: 0, width: 100, height: 60)
    root.addSublayer(layer)
    return root
  }

  /// How many pixels of a row are red.
  private static func red(_ picture: [UInt8]) -> Int {
    (0..<100).filter { picture[4 * (30 * 100 + $0)] > 250 && picture[4 * (30 * 100 + $0) + 1] < 5 }.count
  }

  @Test("draw(in:) reads the value of every time, in any order, and the model keeps its own")
  func drawing() throws {
    let gauge = Gauge()
    let root = Self.host(gauge)
    gauge.level = 0.1
    gauge.add(Self.rise(), forKey: "rise")
    for (time, width) in [(0.75, 75), (0, 0), (0.25, 25), (0.5, 50), (2, 10), (0.25, 25)] {
      for picture in try AnimatedPictureTests.draw(root, at: time) {
        #expect(Self.red(picture) == width, "at \(time)")
      }
      #expect(gauge.level == 0.1)
    }
    let plan = try Planner().plan(TreeSnapshot(of: root, at: 0.5))
    #expect(plan.diagnostics.isEmpty)
  }

  @Test("a value is drawn once, until something changes or is marked")
  func keeping() throws {
    let gauge = Gauge()
    let root = Self.host(gauge)
    gauge.add(Self.rise(), forKey: "rise")
    for time in [0.25, 0.25, 0.5, 0.25, 0.5, 0.25] { _ = TreeSnapshot(of: root, at: time) }
    #expect(gauge.drawings == 2)
    gauge.cornerRadius = 4
    _ = TreeSnapshot(of: root, at: 0.5)
    #expect(gauge.drawings == 3)
    gauge.setNeedsDisplay()
    _ = TreeSnapshot(of: root, at: 0.5)
    // Once as the layer is set, once for the time.
    #expect(gauge.drawings == 5)
    gauge.bounds.size.width = 80
    _ = TreeSnapshot(of: root, at: 0.5)
    #expect(gauge.drawings == 6)
  }

  @Test("bitmaps that are kept are bounded")
  func bounded() throws {
    let gauge = Gauge()
    let root = Self.host(gauge)
    gauge.contentsScale = 8
    gauge.add(Self.rise(), forKey: "rise")
    // 800 x 480 pixels are 1.5 MB: eleven of them fit.
    for step in 0..<20 { _ = TreeSnapshot(of: root, at: Double(step) / 20) }
    #expect(gauge.drawings == 20)
    _ = TreeSnapshot(of: root, at: 0.9)
    #expect(gauge.drawings == 20)
    _ = TreeSnapshot(of: root, at: 0.1)
    #expect(gauge.drawings == 21)
  }

  @Test("display() sees the time in presentations or in itself, and what it does to sublayers shows")
  func displaying() throws {
    let player = Player()
    let root = Self.host(player)
    player.ball.backgroundColor = CGColor(srgbRed: 1, green: 0, blue: 0, alpha: 1)
    player.addSublayer(player.ball)
    player.add(Self.rise("currentFrame", CGFloat(0), CGFloat(80)), forKey: nil)
    for time in [0.5, 0.125, 0.5] {
      for picture in try AnimatedPictureTests.draw(root, at: time) {
        let row = (0..<100).filter { picture[4 * (5 * 100 + $0) + 1] < 5 }
        #expect(row == Array(Int(clamping: 80 * time)..<Int(clamping: 80 * time) + 10), "at \(time)")
      }
    }
    // Drawn on two renderers, displayed once a time.
    #expect(player.shown == [40, 10, 40])
    #expect(player.currentFrame == 0)
  }

  @Test("where the class can be copied, its presentation shows the time too, and its own values")
  func copies() throws {
    let dial = Dial()
    let root = Self.host(dial)
    dial.level = 0.9
    dial.add(Self.rise(), forKey: nil)
    for time in [0.25, 0.5] { _ = TreeSnapshot(of: root, at: time) }
    #expect(dial.seen.suffix(2) == [0.25, 0.5])
    #expect(dial.presentation()?.level == 0)
  }

  @Test("the animation that action(forKey:) makes of such a key runs when the key is set")
  func implicit() throws {
    let dial = Dial()
    let root = Self.host(dial)
    dial.level = 0.2
    // Contents that are drawn anew would fade in.
    dial.actions = ["contents": NSNull()]
    #expect(dial.animationKeys() == nil)
    CATransaction.flush()
    dial.level = 0.8
    #expect(dial.animationKeys() == ["level"])
    for (time, width) in [(0.5, 50), (1.5, 80)] {
      for picture in try AnimatedPictureTests.draw(root, at: time) { #expect(Self.red(picture) == width) }
    }
    // Nothing that drawing did made more of them.
    #expect(dial.animationKeys() == ["level"])
  }

  @Test("numbers come as what was set; points, colours and keyframes are mixed as properties are")
  func types() throws {
    final class Bag: CALayer {
      var seen: [String: Any] = [:]
      override class func needsDisplay(forKey key: String) -> Bool { key.hasPrefix("my") }
      override func display() {
        for key in ["myCGFloat", "myDouble", "myFloat", "myInt", "myPoint", "myColor", "mySum"] {
          seen[key] = value(forKey: key)
        }
      }
    }
    let bag = Bag()
    let root = Self.host(bag)
    bag.setValue(CGFloat(7), forKey: "myCGFloat")
    bag.setValue(Float(7), forKey: "myFloat")
    bag.setValue(10.0, forKey: "mySum")
    for key in ["myCGFloat", "myDouble", "myFloat"] { bag.add(Self.rise(key, 0.0, 2.0), forKey: key) }
    bag.add(Self.rise("myInt", 0, 10), forKey: nil)
    bag.add(Self.rise("myPoint", CGPoint.zero, CGPoint(x: 8, y: 4)), forKey: nil)
    bag.add(
      Self.rise("myColor", CGColor(gray: 0, alpha: 1), CGColor(srgbRed: 1, green: 0, blue: 0, alpha: 1)), forKey: nil)
    let frames = CAKeyframeAnimation(keyPath: "mySum")
    (frames.values, frames.duration, frames.isAdditive) = ([0.0, 4.0, 0.0], 1, true)
    bag.add(frames, forKey: nil)
    let snapshot = TreeSnapshot(of: root, at: 0.25)
    #expect(try Planner().plan(snapshot).diagnostics.isEmpty)
    #expect(bag.seen["myCGFloat"] as? CGFloat == 0.5)
    #expect(bag.seen["myDouble"] as? Double == 0.5)
    #expect(bag.seen["myFloat"] as? Float == 0.5)
    #expect(bag.seen["myInt"] as? Double == 2.5)
    #expect(bag.seen["myPoint"] as? CGPoint == CGPoint(x: 2, y: 1))
    #expect((bag.seen["myColor"] as? CGColor)?.components?.first.map { abs($0 - 0.25) < 0.01 } == true)
    #expect(bag.seen["mySum"] as? Double == 12)
    // Outside of drawing the layer reads as it is set.
    #expect(bag.value(forKey: "mySum") as? Double == 10 && bag.value(forKey: "myDouble") == nil)
  }

  @Test("a key that the class draws nothing for shows in presentations only; a mistyped property is still told")
  func undeclared() throws {
    let gauge = Gauge()
    let root = Self.host(gauge)
    gauge.setValue(CGFloat(5), forKey: "animationProgress")
    gauge.add(Self.rise("animationProgress"), forKey: nil)
    gauge.add(Self.rise("somethingElse"), forKey: nil)
    #expect(try Planner().plan(TreeSnapshot(of: root, at: 0.5)).diagnostics.isEmpty)
    #expect(gauge.drawings == 0)
    gauge.add(Self.rise("opacty"), forKey: nil)
    let plain = CALayer()
    plain.add(Self.rise("animationProgress"), forKey: nil)
    root.addSublayer(plain)
    let told = try Planner().plan(TreeSnapshot(of: root, at: 0.5)).diagnostics.map(\.message)
    #expect(told.count == 2 && told.contains { $0.contains("'opacity'") })
    #expect(told.contains { $0.contains("animationProgress") })
  }

  @Test("when the animation is gone, the contents are the model's again")
  func removal() throws {
    let gauge = Gauge()
    let root = Self.host(gauge)
    gauge.level = 0.1
    gauge.add(Self.rise(), forKey: "rise")
    _ = TreeSnapshot(of: root, at: 0.5)
    gauge.removeAnimation(forKey: "rise")
    for picture in try AnimatedPictureTests.draw(root, at: 0.5) { #expect(Self.red(picture) == 10) }
  }

  @Test("delayed copies each have their own time, and so has a mask")
  func copiesAndMasks() throws {
    let root = AnimatedPictureTests.makeRoot()
    let replicator = CAReplicatorLayer()
    replicator.frame = root.bounds
    (replicator.instanceCount, replicator.instanceDelay) = (2, 0.25)
    replicator.instanceTransform = CATransform3DMakeTranslation(0, 30, 0)
    let gauge = Gauge()
    gauge.frame = CGRect(x: 0, y: 0, width: 100, height: 30)
    gauge.add(Self.rise(), forKey: nil)
    replicator.addSublayer(gauge)
    root.addSublayer(replicator)
    for picture in try AnimatedPictureTests.draw(root, at: 0.75) {
      let rows = [15, 45].map { y in
        (0..<100).filter { picture[4 * (y * 100 + $0)] > 250 && picture[4 * (y * 100 + $0) + 1] < 5 }.count
      }
      #expect(rows == [75, 50])
    }
    let masked = AnimatedPictureTests.makeRoot()
    let field = CALayer()
    field.frame = masked.bounds
    field.backgroundColor = CGColor(srgbRed: 1, green: 0, blue: 0, alpha: 1)
    let mask = Gauge()
    mask.frame = field.bounds
    mask.add(Self.rise(), forKey: nil)
    field.mask = mask
    masked.addSublayer(field)
    for picture in try AnimatedPictureTests.draw(masked, at: 0.6) { #expect(Self.red(picture) == 60) }
  }
}
