// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import Foundation
import Lamina
import LaminaTestSupport
import Testing

/// Numbers that no shadow should have: clamped by rule, and never a crash, a hang or memory without bound.
@Suite struct ShadowBadInputTests {
  /// The contents that cast the shadow: each takes another way through the planner.
  enum Caster: String, CaseIterable, Sendable {
    case box, path, subtree
  }

  private func scene(_ caster: Caster, _ change: (CALayer) -> Void) -> CALayer {
    let root = CALayer()
    root.bounds = CGRect(x: 0, y: 0, width: 80, height: 60)
    root.backgroundColor = .white
    let layer = CALayer()
    layer.frame = CGRect(x: 20, y: 15, width: 40, height: 30)
    layer.shadowOpacity = 1
    layer.shadowOffset = CGSize(width: 2, height: 3)
    layer.shadowRadius = 4
    switch caster {
    case .box: layer.backgroundColor = CGColor(srgbRed: 0.2, green: 0.4, blue: 0.8, alpha: 1)
    case .path:
      let path = CGMutablePath()
      path.move(to: CGPoint(x: 20, y: 0))
      path.addLine(to: CGPoint(x: 40, y: 30))
      path.addLine(to: CGPoint(x: 0, y: 30))
      path.closeSubpath()
      layer.shadowPath = path
    case .subtree:
      let part = CALayer()
      part.frame = CGRect(x: 5, y: 5, width: 40, height: 20)
      part.backgroundColor = CGColor(srgbRed: 0.2, green: 0.4, blue: 0.8, alpha: 1)
      layer.addSublayer(part)
    }
    change(layer)
    root.addSublayer(layer)
    return root
  }

  private func draw(_ caster: Caster, on backEnd: BackEnd, _ change: (CALayer) -> Void) throws -> Drawing {
    try SharedRenderers.draw(scene(caster, change), on: backEnd)
  }

  /// Whether two trees look alike.
  private func expectSame(
    _ caster: Caster, _ first: (CALayer) -> Void, _ second: (CALayer) -> Void, _ comment: Comment,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    for backEnd in SharedRenderers.available {
      let mismatch = PictureExpectation.mismatch(
        try draw(caster, on: backEnd, first).image, try draw(caster, on: backEnd, second).image)
      #expect(mismatch == nil, comment, sourceLocation: sourceLocation)
    }
  }

  @Test("radii below 0 and NaN are 0, opacities are clamped", arguments: Caster.allCases)
  func clamped(_ caster: Caster) throws {
    for radius in [-5, -1e30, -CGFloat.infinity, .nan] as [CGFloat] {
      try expectSame(caster, { $0.shadowRadius = radius }, { $0.shadowRadius = 0 }, "radius \(radius)")
    }
    try expectSame(caster, { $0.shadowOpacity = 7 }, { $0.shadowOpacity = 1 }, "opacity 7")
    try expectSame(caster, { $0.shadowOpacity = .nan }, { $0.shadowOpacity = 0 }, "opacity NaN")
    try expectSame(caster, { $0.shadowColor = nil }, { $0.shadowOpacity = 0 }, "no colour")
    let nowhere = CGSize(width: CGFloat.nan, height: 0)
    try expectSame(caster, { $0.shadowOffset = nowhere }, { $0.shadowOpacity = 0 }, "offset NaN")
    for far in [1e7, 1e30, 1e300] as [CGFloat] {
      try expectSame(
        caster, { $0.shadowOffset = CGSize(width: far, height: far) }, { $0.shadowOpacity = 0 }, "offset \(far)")
    }
  }

  @Test("enormous radii draw next to nothing, in bounded memory", arguments: Caster.allCases, SharedRenderers.available)
  func enormous(_ caster: Caster, on backEnd: BackEnd) throws {
    let plain = try draw(caster, on: backEnd) { $0.shadowOpacity = 0 }.image
    for radius in [1e4, 1e6, 1e30, .infinity] as [CGFloat] {
      let drawing = try draw(caster, on: backEnd) { $0.shadowRadius = radius }
      #expect(PictureExpectation.mismatch(drawing.image, plain, tolerance: 1) == nil, "\(radius)")
      #expect(drawing.statistics.offscreenBytes <= 1 << 20, "\(radius)")
    }
  }

  @Test("scales far from 1 stay bounded", arguments: Caster.allCases, SharedRenderers.available)
  func scales(_ caster: Caster, on backEnd: BackEnd) throws {
    for scale in [1e-6, 1e3, 1e6, 1e12] as [CGFloat] {
      let drawing = try draw(caster, on: backEnd) { layer in
        layer.transform = CATransform3DMakeScale(scale, scale, 1)
      }
      #expect(drawing.statistics.offscreenBytes <= 64 << 20, "\(scale)")
    }
  }

  @Test("paths of no points, of NaN, and far away", arguments: SharedRenderers.available)
  func paths(on backEnd: BackEnd) throws {
    let none = try draw(.path, on: backEnd) { $0.shadowOpacity = 0 }.image
    let empty = try draw(.path, on: backEnd) { $0.shadowPath = CGMutablePath() }.image
    #expect(PictureExpectation.mismatch(empty, none) == nil)
    for bad in [CGFloat.nan, .infinity, 1e30] {
      _ = try draw(.path, on: backEnd) { layer in
        let path = CGMutablePath()
        path.move(to: CGPoint(x: 0, y: bad))
        path.addLine(to: CGPoint(x: 40, y: 0))
        path.addLine(to: CGPoint(x: bad, y: 30))
        layer.shadowPath = path
      }
    }
  }

  @Test("shadows of subtrees inside one another end with a diagnostic")
  func nested() throws {
    let root = CALayer()
    root.bounds = CGRect(x: 0, y: 0, width: 80, height: 60)
    var holder = root
    for _ in 0..<12 {
      let inner = CALayer()
      inner.frame = CGRect(x: 1, y: 1, width: 60, height: 40)
      inner.shadowOpacity = 0.5
      holder.addSublayer(inner)
      holder = inner
    }
    holder.backgroundColor = CGColor(srgbRed: 0, green: 0, blue: 0, alpha: 0.5)
    holder.borderWidth = 2
    let plan = try Planner().plan(TreeSnapshot(of: root))
    #expect(plan.diagnostics.contains { $0.code == "shadows-too-deep" })
    for backEnd in SharedRenderers.available { _ = try SharedRenderers.draw(plan, on: backEnd) }
  }

  @Test("frames of a changing tree take no more and more memory", arguments: SharedRenderers.available)
  func memory(on backEnd: BackEnd) async {
    // A process of its own: the tests beside this one allocate as well.
    await #expect(processExitsWith: .success) { [backEnd = backEnd as BackEnd] in
      try ShadowBadInputTests().expectBoundedMemory(on: backEnd)
    }
  }

  private func expectBoundedMemory(on backEnd: BackEnd) throws {
    // LAMINA_FRAMES=10000 makes the measurement that docs/benchmarks.md tells of.
    let wanted = ProcessInfo.processInfo.environment["LAMINA_FRAMES"].flatMap { Int($0) } ?? 600
    let scenes = Caster.allCases.map { caster in scene(caster) { _ in } }
    func drawFrames(_ range: Range<Int>) throws {
      for frame in range {
        let root = scenes[frame % 3]
        guard let layer = root.sublayers?.first else { continue }
        layer.position.x = 40 + CGFloat(frame % 97) / 10
        layer.shadowRadius = 1 + CGFloat(frame % 331) / 50
        layer.cornerRadius = CGFloat(frame % 113) / 10
        _ = try SharedRenderers.draw(root, on: backEnd)
      }
    }
    try drawFrames(0..<400)
    let before = residentBytes()
    try drawFrames(400..<(400 + wanted))
    let more = residentBytes() - before
    #expect(before > 0 && more < 32 << 20, "\(more >> 10) KiB more")
    if wanted > 600 { print("\(backEnd): \(wanted) frames, \(more >> 10) KiB more") }
  }

  private func residentBytes() -> Int {
    let text = (try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8)) ?? ""
    return (text.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0) * 4096
  }
}
