// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import Foundation
import Lamina
import LaminaTestSupport
import Testing

/// Numbers that are larger than any canvas: the same picture on both renderers, or a diagnostic.
@Suite struct GreatNumberTests {
  private static func root(_ layer: CALayer) -> CALayer {
    let root = CALayer()
    root.bounds = CGRect(x: 0, y: 0, width: 64, height: 64)
    root.addSublayer(layer)
    return root
  }

  /// A layer that reaches far beyond the canvas on both sides, turned about the canvas's middle.
  private static func wide(_ layer: CALayer, _ length: CGFloat, angle: CGFloat) -> CALayer {
    layer.bounds = CGRect(x: -length / 2, y: -15, width: length, height: 30)
    layer.position = CGPoint(x: 32, y: 32)
    layer.transform = CATransform3DMakeRotation(angle, 0, 0, 1)
    return layer
  }

  /// The same as far as the canvas shows.
  private static func draw(_ layer: CALayer, on backEnd: BackEnd) throws -> CGImage {
    try SharedRenderers.draw(root(layer), on: backEnd).image
  }

  @Test(
    "what reaches far beyond the canvas looks as if it reached a little beyond it",
    arguments: [CGFloat(1e7), 7e10, 1.5e12], [CGFloat(0), 0.3, 2.9, 5.654866776461628])
  func farEnds(_ length: CGFloat, _ angle: CGFloat) throws {
    func kinds() -> [CALayer] {
      let plain = CALayer()
      plain.backgroundColor = CGColor(straight: [1, 0, 0, 1])
      let faint = CALayer()
      faint.backgroundColor = CGColor(straight: [1, 0, 0, 0.5])
      let gradient = CAGradientLayer()
      gradient.colors = [CGColor(straight: [0, 1, 0, 0.5])]
      let clip = CALayer()
      clip.masksToBounds = true
      let inside = CALayer()
      inside.frame = CGRect(x: -100, y: -100, width: 200, height: 200)
      inside.backgroundColor = CGColor(straight: [0, 0, 1, 1])
      clip.addSublayer(inside)
      return [plain, faint, gradient, clip]
    }
    for (near, far) in zip(kinds(), kinds()) {
      let expected = try Self.draw(Self.wide(near, 1000, angle: angle), on: .cpu)
      for backEnd in SharedRenderers.available {
        let shown = try Self.draw(Self.wide(far, length, angle: angle), on: backEnd)
        let mismatch = PictureExpectation.mismatch(shown, expected, tolerance: 2)
        #expect(mismatch == nil, "\(type(of: far)) on \(backEnd): \(mismatch ?? "")")
      }
    }
  }

  @Test(
    "the bitmap of a layer whose bounds begin far away is that of one whose bounds begin at 0",
    arguments: [CGFloat(1e5), 1e7, 1e9], [(CGFloat(1.5), CGFloat(0)), (1, 0.35), (2, -1.2)])
  func farBitmaps(_ far: CGFloat, _ form: (scale: CGFloat, angle: CGFloat)) throws {
    func layer(origin: CGFloat) -> CALayer {
      let layer = CALayer()
      layer.bounds = CGRect(x: origin, y: -origin, width: 60, height: 60)
      layer.position = CGPoint(x: 50, y: 50)
      layer.cornerRadius = 12
      layer.backgroundColor = CGColor(straight: [0, 0.6, 0.3, 1])
      layer.shouldRasterize = true
      layer.rasterizationScale = form.scale
      layer.transform = CATransform3DMakeRotation(form.angle, 0, 0, 1)
      return layer
    }
    for backEnd in SharedRenderers.available {
      let pictures = try [0, far].map { try Self.draw(layer(origin: $0), on: backEnd) }
      let mismatch = PictureExpectation.mismatch(pictures[1], pictures[0], tolerance: 2)
      #expect(mismatch == nil, "\(backEnd): \(mismatch ?? "")")
    }
  }

  @Test("a path that reaches farther than numbers can be squared is named and not drawn")
  func unboundedPath() throws {
    for reach in [1e101, 1e155, 1e308] {
      let path = CGMutablePath()
      path.move(to: CGPoint(x: -reach, y: 0))
      path.addLine(to: CGPoint(x: reach, y: 1))
      path.addLine(to: CGPoint(x: 3, y: reach))
      let layer = CAShapeLayer()
      layer.path = path
      layer.strokeColor = CGColor(straight: [0, 0, 0, 1])
      let snapshot = TreeSnapshot(of: Self.root(layer))
      let plan = try Planner(options: PlanOptions()).plan(snapshot)
      #expect(plan.diagnostics.map(\.code) == ["unbounded-path"])
      for backEnd in SharedRenderers.available {
        #expect(try SharedRenderers.draw(plan, on: backEnd).image.premultipliedRGBA.allSatisfy { $0 == 0 })
      }
    }
  }

  @Test("a star with a radius of 1e308 is named and not drawn; what is beside it is")
  func star() throws {
    typealias D = LottieDocuments
    let text = D.composition(
      D.shapes(
        #"{"ty":"gr","it":[{"ty":"sr","ir":{"k":1e308},"or":{"k":3}},{"ty":"st","c":{"k":[0,0,0]},"w":{"k":1}}]}"#,
        #""ks":{"r":{"k":-13.4}},"#)
        + "," + D.shapes("\(D.rectangle(50, 40, 20, 20)),\(D.red)"))
    let scene = try LottieReader().read(Array(text.utf8), named: "test.json")
    let plan = try RenderPlan(scene)
    #expect(plan.diagnostics.contains { $0.code == "unbounded-path" })
    for backEnd in SharedRenderers.available {
      let image = try SharedRenderers.draw(plan, on: backEnd).image
      #expect(image.pixel(50, 40) == [255, 0, 0, 255])
      #expect(image.pixel(5, 5) == [0, 0, 0, 0])
    }
  }

  @Test("numbers of every size in every property stop nothing", .timeLimit(.minutes(30)))
  func properties() throws {
    let numbers: [CGFloat] = [
      .nan, .infinity, -.infinity, 1e308, -1e308, 1e155, 1e100, 1e18, -1e18, 3e9, 1e-308, 0, -1,
    ]
    let paths = [
      "bounds.origin.x", "bounds.size.width", "bounds.size.height", "position.x", "zPosition", "anchorPoint.y",
      "cornerRadius", "borderWidth", "opacity", "shadowOpacity", "shadowRadius", "shadowOffset.width",
      "transform.scale.x", "transform.rotation.z", "transform.rotation.x", "transform.translation.x",
      "sublayerTransform.scale.y", "contentsRect.origin.x", "contentsRect.size.width", "contentsCenter.origin.x",
      "contentsScale", "rasterizationScale", "lineWidth", "miterLimit", "lineDashPhase", "strokeStart", "strokeEnd",
      "startPoint.x", "endPoint.y", "instanceCount", "instanceDelay", "instanceTransform.scale.x",
      "instanceAlphaOffset", "fontSize", "emitterPosition.x", "emitterSize.width", "birthRate", "lifetime", "velocity",
      "scale", "spin", "timeOffset", "beginTime", "speed", "duration",
    ]
    for path in paths {
      for number in numbers {
        for layer in Self.layers() where Self.has(path, layer) {
          layer.setValue(NSNumber(value: Double(number)), forKeyPath: path)
          for backEnd in SharedRenderers.available {
            do {
              let drawn = try SharedRenderers.draw(Self.root(layer), at: 1, on: backEnd).image
              #expect(drawn.width == 64, "\(path) = \(number) of \(type(of: layer))")
            } catch PlanError.overLimit {
              // As many copies or particles as nobody can draw.
              #expect(["instanceCount", "birthRate", "lifetime", "speed"].contains(path), "\(path) = \(number)")
            }
          }
        }
      }
    }
  }

  /// Whether a layer has a property, by the first part of its key path.
  private static func has(_ path: String, _ layer: CALayer) -> Bool {
    let key = String(path.prefix { $0 != "." })
    return layer.value(forKey: key) != nil || ["instanceCount", "fontSize"].contains(key)
  }

  private static func layers() -> [CALayer] {
    let picture = CGImage(width: 8, height: 8) { x, y in [UInt8(20 * x), UInt8(20 * y), 0, 255] }
    let box = CALayer()
    box.backgroundColor = CGColor(straight: [1, 0, 0, 1])
    box.borderColor = CGColor(straight: [0, 0, 1, 1])
    box.contents = picture
    (box.cornerRadius, box.borderWidth, box.shadowOpacity, box.masksToBounds) = (4, 2, 0.5, false)
    let inside = CALayer()
    inside.frame = CGRect(x: 5, y: 5, width: 20, height: 20)
    inside.backgroundColor = CGColor(straight: [0, 1, 0, 1])
    box.addSublayer(inside)
    let shape = CAShapeLayer()
    shape.path = CGPath(ellipseIn: CGRect(x: 3, y: 3, width: 30, height: 20), transform: nil)
    shape.strokeColor = CGColor(straight: [0, 1, 0, 1])
    (shape.lineWidth, shape.lineDashPattern, shape.shadowOpacity) = (3, [4, 2], 1)
    let gradient = CAGradientLayer()
    gradient.colors = [CGColor(straight: [0, 1, 0, 1]), CGColor(straight: [1, 1, 0, 0.5])]
    let replicator = CAReplicatorLayer()
    replicator.instanceCount = 3
    replicator.instanceTransform = CATransform3DMakeTranslation(5, 5, 0)
    let copied = CALayer()
    copied.frame = CGRect(x: 0, y: 0, width: 8, height: 8)
    copied.backgroundColor = CGColor(straight: [0, 1, 1, 1])
    replicator.addSublayer(copied)
    let text = CATextLayer()
    text.string = "Great"
    text.fontSize = 12
    let emitter = CAEmitterLayer()
    emitter.emitterPosition = CGPoint(x: 20, y: 20)
    let cell = CAEmitterCell()
    cell.contents = picture
    (cell.birthRate, cell.lifetime, cell.velocity) = (20, 2, 10)
    emitter.emitterCells = [cell]
    let all: [CALayer] = [box, shape, gradient, replicator, text, emitter]
    for layer in all { layer.frame = CGRect(x: 10, y: 10, width: 40, height: 40) }
    return all
  }
}
