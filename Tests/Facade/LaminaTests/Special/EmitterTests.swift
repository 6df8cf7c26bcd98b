// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

// swift-format-ignore-file: NeverForceUnwrap
import Foundation
import Lamina
import LaminaTestSupport
import Testing

/// Particles are where their closed forms say, in every frame by itself (`EMIT-1`).
@Suite struct EmitterTests {
  private static let picture = CGImage(width: 8, height: 8) { x, y in
    let alpha = UInt8(255 - 20 * max(abs(2 * x - 7), abs(2 * y - 7)))
    return [alpha, UInt8(Int(alpha) * x / 8), UInt8(Int(alpha) * y / 8), alpha]
  }!

  private static func cell(_ change: (CAEmitterCell) -> Void = { _ in }) -> CAEmitterCell {
    let cell = CAEmitterCell()
    cell.contents = picture
    cell.birthRate = 1000
    cell.lifetime = 2
    change(cell)
    return cell
  }

  private static func emitter(_ cells: CAEmitterCell..., change: (CAEmitterLayer) -> Void = { _ in }) -> CAEmitterLayer
  {
    let layer = CAEmitterLayer()
    layer.frame = CGRect(x: 0, y: 0, width: 400, height: 400)
    layer.emitterPosition = CGPoint(x: 200, y: 200)
    layer.seed = 7
    layer.emitterCells = cells
    change(layer)
    return layer
  }

  private static func root(_ layer: CALayer) -> CALayer {
    let root = CALayer()
    root.bounds = CGRect(x: 0, y: 0, width: 400, height: 400)
    root.addSublayer(layer)
    return root
  }

  private static func plan(
    _ layer: CALayer, at time: TimeInterval, limit: Int = 1_000_000, memory: Int = .max
  ) throws -> RenderPlan {
    var options = PlanOptions()
    (options.limits.elements, options.limits.memory) = (limit, memory)
    return try Planner(options: options).plan(TreeSnapshot(of: root(layer), at: time))
  }

  /// Mean and variance along an axis.
  private static func moments(_ particles: [Particle], _ value: (Particle) -> Float) -> (mean: Double, variance: Double)
  {
    let values = particles.map { Double(value($0)) }
    let mean = values.reduce(0, +) / Double(values.count)
    return (mean, values.map { ($0 - mean) * ($0 - mean) }.reduce(0, +) / Double(values.count))
  }

  @Test("as many live as birth rate and lifetime say; the first is born at 1 / birthRate")
  func count() throws {
    let layer = Self.emitter(Self.cell())
    for (time, count) in [(0.0, 0), (0.0015, 1), (1.0005, 1000), (2.0005, 2000), (9.0005, 2000)] {
      #expect(try Self.plan(layer, at: time).particles.count == count, "at \(time)")
    }
    layer.birthRate = 2
    layer.lifetime = 0.5
    #expect(try Self.plan(layer, at: 9.0002).particles.count == 2000)
    layer.beginTime = 8
    #expect(try Self.plan(layer, at: 8.0002).particles.count == 0)
    #expect(try Self.plan(layer, at: 8.1002).particles.count == 200)
  }

  @Test("velocity, acceleration and the cone of emission move the mean as they should")
  func motion() throws {
    let cell = Self.cell {
      $0.lifetime = 1e6
      $0.birthRate = 4000
      $0.duration = 1
      $0.emissionLongitude = 0.5
      $0.emissionRange = 1
      $0.velocity = 50
      $0.velocityRange = 20
      $0.yAcceleration = 30
    }
    // Born during the first second, so aged 1...2 at 2.
    let particles = try Self.plan(Self.emitter(cell), at: 2).particles
    #expect(particles.count == 4000)
    let along = (1 + cos(0.5)) / 2
    let (age, squares) = (1.5, (8.0 - 1) / 3)
    let x = Self.moments(particles) { $0.center.x }
    let y = Self.moments(particles) { $0.center.y }
    #expect(abs(x.mean - (200 + 50 * along * cos(0.5) * age)) < 1)
    #expect(abs(y.mean - (200 + 50 * along * sin(0.5) * age + 15 * squares)) < 1)
  }

  @Test("EMIT-2: from a line, in every mode, 0 rises and a half turn falls where y points down")
  func lines() throws {
    let modes: [CAEmitterLayerEmitterMode] = [.volume, .outline, .surface, .points]
    for mode in modes {
      for (longitude, x, y) in [(0.0, 0.0, -1.0), (.pi, 0, 1), (.pi / 2, 1, 0), (0.5, sin(0.5), -cos(0.5))] {
        let cell = Self.cell {
          $0.velocity = 50
          $0.emissionLongitude = longitude
        }
        let layer = Self.emitter(cell) {
          ($0.emitterShape, $0.emitterMode, $0.emitterSize) = (.line, mode, CGSize(width: 100, height: 0))
        }
        // Ages from 0 to 1, spread evenly, and places spread evenly along the line.
        let particles = try Self.plan(layer, at: 1).particles
        let (across, down) = (Self.moments(particles) { $0.center.x }, Self.moments(particles) { $0.center.y })
        #expect(abs(across.mean - (200 + 25 * x)) < 5 && abs(down.mean - (200 + 25 * y)) < 0.1, "\(mode) \(longitude)")
      }
    }
  }

  @Test("EMIT-2: from the outline of a circle particles fly outwards, and inwards with a negative velocity")
  func rings() throws {
    for shape in [CAEmitterLayerEmitterShape.circle, .sphere] {
      for velocity in [60.0, -20] {
        let layer = Self.emitter(
          Self.cell {
            ($0.velocity, $0.duration) = (velocity, 0.001)
            $0.birthRate = 1e6
          }
        ) { ($0.emitterShape, $0.emitterMode, $0.emitterSize) = (shape, .outline, CGSize(width: 50, height: 0)) }
        let particles = try Self.plan(layer, at: 1).particles
        #expect(particles.count > 900)
        for particle in particles {
          let radius = hypot(Double(particle.center.x) - 200, Double(particle.center.y) - 200)
          #expect(abs(radius - (50 + velocity)) < 0.1)
        }
        // All around.
        #expect(abs(Self.moments(particles) { $0.center.x }.mean - 200) < 5)
      }
      // A quarter turn is along the outline: after a while Pythagoras tells how far out.
      let turned = Self.emitter(
        Self.cell { ($0.velocity, $0.emissionLongitude, $0.duration, $0.birthRate) = (50, .pi / 2, 0.001, 1e6) }
      ) { ($0.emitterShape, $0.emitterMode, $0.emitterSize) = (shape, .outline, CGSize(width: 50, height: 0)) }
      for particle in try Self.plan(turned, at: 1).particles {
        let radius = hypot(Double(particle.center.x) - 200, Double(particle.center.y) - 200)
        #expect(abs(radius - 50 * 2.0.squareRoot()) < 0.1)
      }
    }
  }

  @Test("EMIT-2: a point, a rectangle and a disc have no side to emit to, nor has a circle without a size")
  func sideless() throws {
    let shapes: [(CAEmitterLayerEmitterShape, CAEmitterLayerEmitterMode, CGFloat)] = [
      (.point, .outline, 50), (.rectangle, .outline, 50), (.rectangle, .volume, 50), (.circle, .volume, 50),
      (.circle, .surface, 50), (.circle, .outline, 0), (.cuboid, .surface, 50),
    ]
    for (shape, mode, size) in shapes {
      let cell = Self.cell {
        $0.velocity = 100
        $0.emissionLongitude = 0.5
      }
      let layer = Self.emitter(cell) {
        ($0.emitterShape, $0.emitterMode, $0.emitterSize) = (shape, mode, CGSize(width: size, height: size))
      }
      let particles = try Self.plan(layer, at: 1).particles
      let (across, down) = (Self.moments(particles) { $0.center.x }, Self.moments(particles) { $0.center.y })
      #expect(
        abs(across.mean - (200 + 50 * cos(0.5))) < 4 && abs(down.mean - (200 + 50 * sin(0.5))) < 4,
        "\(shape.rawValue) \(mode.rawValue)")
    }
  }

  @Test("latitude turns towards z, which does not show without depth")
  func latitude() throws {
    let cell = Self.cell {
      $0.velocity = 100
      $0.emissionLatitude = .pi / 2
    }
    for particle in try Self.plan(Self.emitter(cell), at: 1).particles {
      #expect(abs(particle.center.x - 200) < 0.01 && abs(particle.center.y - 200) < 0.01)
    }
  }

  /// A shape, a mode, and the variance along x and y of where particles start.
  struct Spread: Sendable {
    var shape: CAEmitterLayerEmitterShape
    var mode: CAEmitterLayerEmitterMode
    var x: Double
    var y: Double

    static let all: [Spread] = [
      Spread(shape: .line, mode: .volume, x: 833.333, y: 0), Spread(shape: .line, mode: .points, x: 2500, y: 0),
      Spread(shape: .rectangle, mode: .volume, x: 833.333, y: 300),
      Spread(shape: .rectangle, mode: .points, x: 2500, y: 900),
      Spread(shape: .circle, mode: .outline, x: 5000, y: 5000),
      Spread(shape: .circle, mode: .volume, x: 2500, y: 2500), Spread(shape: .circle, mode: .points, x: 0, y: 0),
      Spread(shape: .sphere, mode: .volume, x: 2000, y: 2000),
      Spread(shape: .sphere, mode: .surface, x: 3333.333, y: 3333.333),
      Spread(shape: .point, mode: .volume, x: 0, y: 0), Spread(shape: .cuboid, mode: .volume, x: 833.333, y: 300),
      Spread(shape: .cuboid, mode: .points, x: 2500, y: 900),
      // Sides by their length, edges by theirs, faces by their area.
      Spread(shape: .rectangle, mode: .outline, x: 1458.333, y: 675),
      Spread(shape: .cuboid, mode: .outline, x: 1666.667, y: 720),
      Spread(shape: .cuboid, mode: .surface, x: 1155.914, y: 493.548),
      Spread(shape: .sphere, mode: .points, x: 0, y: 0), Spread(shape: .circle, mode: .surface, x: 2500, y: 2500),
    ]
  }

  @Test("each shape and mode has the spread of its uniform distribution", arguments: Spread.all)
  func shapes(_ spread: Spread) throws {
    let (shape, mode, x, y) = (spread.shape, spread.mode, spread.x, spread.y)
    let layer = Self.emitter(Self.cell { $0.birthRate = 8000 }) {
      $0.emitterShape = shape
      $0.emitterMode = mode
      $0.emitterSize = CGSize(width: 100, height: 60)
      $0.emitterDepth = 40
    }
    let particles = try Self.plan(layer, at: 1).particles
    let (across, down) = (Self.moments(particles) { $0.center.x }, Self.moments(particles) { $0.center.y })
    #expect(abs(across.variance - x) <= 0.06 * x + 0.01 && abs(down.variance - y) <= 0.06 * y + 0.01)
    #expect(abs(across.mean - 200) < 3 && abs(down.mean - 200) < 3)
  }

  @Test("a frame alone is that frame of a sequence, and every living particle stays the one it was")
  func frames() throws {
    let layer = Self.emitter(
      Self.cell {
        $0.velocity = 80
        $0.emissionRange = 7
        $0.lifetimeRange = 1
        $0.spinRange = 4
        $0.alphaRange = 0.5
      })
    let root = Self.root(layer)
    let alone = try SharedRenderers.draw(root, at: 3, on: .cpu).image
    for time in stride(from: 0, through: 2.9, by: 0.29) { _ = try SharedRenderers.draw(root, at: time, on: .cpu) }
    #expect(PictureExpectation.mismatch(try SharedRenderers.draw(root, at: 3, on: .cpu).image, alone) == nil)
    layer.seed = 8
    #expect(PictureExpectation.mismatch(try SharedRenderers.draw(root, at: 3, on: .cpu).image, alone) != nil)
  }

  @Test("a particle is drawn as a layer with the same picture, place, turn, size and opacity")
  func likeALayer() throws {
    let cell = Self.cell {
      $0.birthRate = 1
      $0.lifetime = 10
      $0.velocity = 30
      $0.emissionLongitude = 0.3
      $0.scale = 4
      $0.scaleSpeed = 1
      $0.spin = 0.6
      $0.color = CGColor(srgbRed: 1, green: 1, blue: 1, alpha: 0.75)
    }
    let layer = CALayer()
    layer.bounds = CGRect(x: 0, y: 0, width: 8, height: 8)
    layer.position = CGPoint(x: 200 + 30 * 0.7 * cos(0.3), y: 200 + 30 * 0.7 * sin(0.3))
    layer.contents = Self.picture
    layer.opacity = 0.75
    layer.transform = CATransform3DConcat(
      CATransform3DMakeScale(4.7, 4.7, 1), CATransform3DMakeRotation(0.6 * 0.7, 0, 0, 1))
    for backEnd in SharedRenderers.available {
      let drawn = try SharedRenderers.draw(Self.root(Self.emitter(cell)), at: 1.7, on: backEnd).image
      let expected = try SharedRenderers.draw(Self.root(layer), on: backEnd).image
      #expect(drawn.premultipliedRGBA.contains { $0 > 100 })
      let wrong = PictureExpectation.mismatch(drawn, expected, tolerance: 2)
      #expect(wrong == nil, "\(backEnd): \(wrong ?? "")")
    }
  }

  @Test("both renderers draw the same, in every mode, under perspective and inside clips")
  func parity() throws {
    guard SharedRenderers.hasGPU else { return }
    let modes: [CAEmitterLayerRenderMode] = [.unordered, .oldestFirst, .oldestLast, .backToFront, .additive]
    for (index, mode) in modes.enumerated() {
      let cell = Self.cell {
        $0.velocity = 90
        $0.emissionRange = 2 * .pi
        $0.spinRange = 5
        $0.scaleRange = 1
        $0.redRange = 1
        $0.alphaSpeed = -0.4
        $0.birthRate = 400
        $0.minificationFilter = "trilinear"
      }
      let layer = Self.emitter(cell) {
        $0.renderMode = mode
        $0.frame = CGRect(x: 20, y: 30, width: 340, height: 340)
        $0.masksToBounds = index > 0
        $0.cornerRadius = index == 2 ? 60 : 0
        $0.opacity = index == 3 ? 0.5 : 1
        $0.preservesDepth = index == 1
      }
      let root = Self.root(layer)
      if index.isMultiple(of: 2) == false {
        root.sublayerTransform.m34 = -1 / 400
        layer.transform = CATransform3DMakeRotation(0.6, 0, 1, 0)
      }
      let reference = try SharedRenderers.draw(root, at: 1.9, on: .cpu)
      let drawn = try SharedRenderers.draw(root, at: 1.9, on: .gpu)
      let wrong = PictureExpectation.mismatch(drawn.image, reference.image, tolerance: 3, pixels: 12)
      #expect(wrong == nil, "\(mode.rawValue): \(wrong ?? "")")
      #expect(drawn.statistics.drawCalls <= 4)
    }
  }

  @Test("100,000 living particles are one draw call")
  func oneDraw() throws {
    guard SharedRenderers.hasGPU else { return }
    let layer = Self.emitter(
      Self.cell {
        $0.birthRate = 50000
        $0.velocity = 100
        $0.emissionRange = 7
        $0.scale = 0.3
      })
    let plan = try Self.plan(layer, at: 3)
    #expect(abs(plan.particles.count - 100_000) <= 1)
    // One more copies the canvas into 8 bits.
    #expect(try SharedRenderers.draw(plan, on: .gpu).statistics.drawCalls == 2)
  }

  @Test("particles of particles start where their parents are")
  func nested() throws {
    let spark = Self.cell {
      $0.birthRate = 50
      $0.lifetime = 0.5
    }
    let rocket = Self.cell {
      $0.contents = nil
      $0.birthRate = 1
      $0.lifetime = 1.5
      $0.velocity = 60
      $0.emitterCells = [spark]
    }
    // The rocket is born at 1 and flies along x; its sparks stay where they were born.
    let particles = try Self.plan(Self.emitter(rocket), at: 1.8).particles
    #expect((20...30).contains(particles.count))
    for particle in particles { #expect((217...249).contains(particle.center.x), "\(particle.center)") }
    // It dies at 2.5 and the last sparks half a second later.
    let later = try Self.plan(Self.emitter(rocket) { $0.birthRate = 1 }, at: 2.4).particles
    #expect(later.contains { $0.center.x > 280 })
  }

  @Test("infinite rates, lifetimes and deep nests are reported, or refused with the number that is allowed")
  func badInput() throws {
    let changes: [(CAEmitterCell) -> Void] = [
      { $0.birthRate = .infinity }, { $0.lifetime = .infinity }, { $0.birthRate = .greatestFiniteMagnitude },
      { $0.velocity = .nan }, { $0.scale = .infinity }, { $0.emitterCells = [$0] },
    ]
    for change in changes {
      let cell = Self.cell(change)
      defer { cell.emitterCells = nil }
      do {
        let plan = try Self.plan(Self.emitter(cell), at: 5, limit: 2000)
        #expect(plan.particles.count <= 2000)
        #expect(!plan.diagnostics.isEmpty)
        for backEnd in SharedRenderers.available { _ = try SharedRenderers.draw(plan, on: backEnd) }
      } catch PlanError.overLimit(let limit) {
        #expect(limit.kind == .elements && limit.allowed == 2000)
      }
    }
    // 800,000 particles that each cover the canvas of 160,000 pixels: the number of touched pixels is bounded as well.
    let large = Self.cell {
      $0.birthRate = 4e5
      $0.scale = 1000
    }
    #expect(refusal { try Self.plan(Self.emitter(large), at: 5) }?.kind == .touchedPixels)
    large.birthRate = 1e15
    #expect(refusal { try Self.plan(Self.emitter(large), at: 5) }?.kind == .elements)
    #expect(refusal { try Self.plan(Self.emitter(large), at: 5, limit: .max, memory: 100 << 20) }?.kind == .memory)
    // Of the 2,000 that live at 5, those that were born while others died are counted, too.
    let needed = try Self.plan(Self.emitter(Self.cell()), at: 5, limit: 4000).particles.count
    #expect(needed == 2000)
    #expect(refusal { try Self.plan(Self.emitter(Self.cell()), at: 5, limit: 1999) }?.allowed == 1999)
  }

  /// Which limit planning met.
  private func refusal(_ plan: () throws -> RenderPlan) -> LimitExceeded? {
    do {
      _ = try plan()
    } catch PlanError.overLimit(let limit) {
      return limit
    } catch {
      return nil
    }
    return nil
  }
}
