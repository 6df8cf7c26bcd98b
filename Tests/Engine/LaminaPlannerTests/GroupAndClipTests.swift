// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import Foundation
import LaminaGeometry
import LaminaGraphics
import LaminaLayers
import LaminaPlan
import LaminaPlanner
import Testing

/// The opacity ladder, the clip list and the precision of passes.
@Suite struct GroupAndClipTests {
  typealias Make = PlannerTests

  @Test func fadingLeafNeedsNoPass() throws {
    let layer = Make.box(10, 10, 50, 50)
    layer.borderWidth = 3
    layer.opacity = 0.5
    let plan = try Make.plan(Make.root(layer))
    #expect(plan.passes.count == 1)
    #expect(Make.boxes(plan).map(\.opacity) == [0.5])
    #expect(Make.boxes(plan)[0].isInnerOpaque == false)
  }

  @Test func disjointMembersNeedNoPass() throws {
    let group = CALayer()
    group.frame = CGRect(x: 0, y: 0, width: 100, height: 100)
    group.opacity = 0.5
    group.addSublayer(Make.box(0, 0, 40, 40))
    group.addSublayer(Make.box(50, 50, 40, 40))
    let plan = try Make.plan(Make.root(group))
    #expect(plan.passes.count == 1)
    #expect(Make.boxes(plan).map(\.opacity) == [0.5, 0.5])
  }

  @Test func onlyOverlappingMembersGoThroughAPass() throws {
    let group = CALayer()
    group.frame = CGRect(x: 0, y: 0, width: 100, height: 100)
    group.opacity = 0.5
    group.addSublayer(Make.box(0, 0, 10, 10))
    group.addSublayer(Make.box(50, 50, 20, 20))
    group.addSublayer(Make.box(60, 60, 20, 20))
    let plan = try Make.plan(Make.root(group))
    #expect(plan.passes.count == 2)
    #expect(plan.passes[0].region == PixelRect(minX: 50, minY: 50, maxX: 80, maxY: 80))
    #expect(plan.passes[0].draws.count == 2)
    #expect(plan.passes[1].draws.count == 2)
  }

  @Test func nestedGroupsRunInnerFirst() throws {
    let inner = CALayer()
    inner.frame = CGRect(x: 0, y: 0, width: 100, height: 100)
    inner.opacity = 0.5
    inner.addSublayer(Make.box(0, 0, 30, 30))
    inner.addSublayer(Make.box(10, 10, 30, 30))
    let outer = CALayer()
    outer.frame = inner.frame
    outer.opacity = 0.5
    outer.addSublayer(Make.box(20, 20, 30, 30))
    outer.addSublayer(inner)
    let plan = try Make.plan(Make.root(outer))
    #expect(plan.passes.count == 3)
    guard case .composite(let composite) = plan.passes[1].draws.last else {
      Issue.record("the outer group does not end with the inner one's composite")
      return
    }
    #expect(composite.source == PassHandle(0))
  }

  @Test func ungroupedOpacityMultipliesIntoEachPart() throws {
    let button = Make.box(10, 10, 50, 50)
    button.borderWidth = 2
    button.opacity = 0.5
    button.allowsGroupOpacity = false
    let label = Make.box(5, 5, 20, 20)
    label.opacity = 0.5
    button.addSublayer(label)
    let plan = try Make.plan(Make.root(button))
    #expect(plan.passes.count == 1)
    #expect(Make.boxes(plan).map(\.opacity) == [0.5, 0.25, 0.5])
  }

  @Test func clipOnWholePixelsIsNoClip() throws {
    let clipping = Make.box(10, 10, 30, 30)
    clipping.masksToBounds = true
    clipping.addSublayer(Make.box(20, 20, 50, 50))
    let plan = try Make.plan(Make.root(clipping))
    #expect(plan.clips.isEmpty)
    #expect(Make.boxes(plan)[1].pixelBounds == PixelRect(minX: 30, minY: 30, maxX: 40, maxY: 40))
  }

  @Test func roundedClipIsLinkedAndDroppedWhereItCutsNothing() throws {
    let clipping = Make.box(10, 10, 60, 60)
    clipping.cornerRadius = 20
    clipping.masksToBounds = true
    clipping.addSublayer(Make.box(0, 0, 30, 30))
    clipping.addSublayer(Make.box(20, 20, 20, 20))
    let plan = try Make.plan(Make.root(clipping))
    #expect(Make.boxes(plan)[1...].map(\.clip) == [ClipHandle(0), .none])
    // Below the first of them, the outline of the background is a link, and the sublayer a cover; the other one reaches
    // no edge.
    let links = plan.clips(of: Make.boxes(plan)[0].clip)
    #expect(links.map(\.role) == [.cover(1), .clip])
    #expect(links[1].shape == plan.clips[0].shape && links[0].shape == Make.boxes(plan)[1].shape)
  }

  @Test func coversCountAtTheInnermostEdge() throws {
    let outer = Make.box(10, 10, 80, 80)
    outer.cornerRadius = 20
    outer.masksToBounds = true
    let inner = Make.box(-10, -10, 60, 60)
    inner.cornerRadius = 10
    inner.masksToBounds = true
    inner.transform = CATransform3DMakeRotation(0.3, 0, 0, 1)
    inner.addSublayer(Make.box(-20, -20, 200, 200, alpha: 0.5))
    outer.addSublayer(inner)
    let plan = try Make.plan(Make.root(outer))
    let boxes = Make.boxes(plan)
    #expect(boxes.count == 3)
    // The background of the inner layer ends at its own edge, over which the sublayer lies; that edge lies in the outer
    // one.
    #expect(plan.clips(of: boxes[1].clip).map(\.role) == [.covered(0.5), .clip])
    // Below, the background is a cover of the outer edge, which includes the sublayer.
    #expect(plan.clips(of: boxes[0].clip).map(\.role) == [.cover(1), .clip])
  }

  @Test func linksOfCoversAreProportionalToDraws() throws {
    let root = Make.root()
    for index in 0..<400 {
      let card = Make.box(5 + Double(index % 20) * 0.7, 5 + Double(index / 20) * 0.7, 70, 70)
      card.cornerRadius = 20
      card.masksToBounds = true
      card.transform = CATransform3DMakeRotation(0.3, 0, 0, 1)
      for place in 0..<8 { card.addSublayer(Make.box(Double(place) * 8 - 4, -10, 30, 100)) }
      root.addSublayer(card)
    }
    let plan = try Make.plan(root)
    // A clip for each card, and at most five links for four draws; the last draws of a pass add their whole lists.
    #expect(plan.clips.count > 2_000)
    #expect(plan.clips.count <= 400 + 512 + plan.draws.count * 5 / 4 + 64)
  }

  @Test func nestedClipsMakeAList() throws {
    let root = Make.root()
    var host = root
    for depth in 0..<50 {
      let layer = CALayer()
      layer.frame = CGRect(x: 0, y: 0, width: 100, height: 100)
      layer.transform = CATransform3DMakeRotation(0.01 * Double(depth + 1), 0, 0, 1)
      layer.masksToBounds = true
      host.addSublayer(layer)
      host = layer
    }
    host.addSublayer(Make.box(-100, -100, 300, 300))
    let plan = try Make.plan(root)
    var depth = 0
    var clip = try #require(Make.boxes(plan).last).clip
    while clip.exists {
      clip = plan.clips[clip].parent
      depth += 1
    }
    #expect(depth == 50)
  }

  @Test func outsideTheClipIsCulled() throws {
    let clipping = Make.box(10, 10, 30, 30)
    clipping.cornerRadius = 5
    clipping.masksToBounds = true
    clipping.addSublayer(Make.box(40, 40, 50, 50))
    #expect(try Make.plan(Make.root(clipping)).draws.count == 1)
  }

  @Test func clipsInManyOthersAreAskedOnlyWithThoseThatMayCutThem() throws {
    let root = Make.root()
    var host = root
    for _ in 0..<60 {
      let layer = CALayer()
      let (width, height) = (host.bounds.width, host.bounds.height)
      layer.bounds = CGRect(x: 0, y: 0, width: width * 0.96, height: height * 0.96)
      layer.position = CGPoint(x: width / 2, y: height / 2)
      // Each corner sticks out of the layer around it, but not out of those further outward.
      layer.transform = CATransform3DMakeRotation(0.08, 0, 0, 1)
      layer.masksToBounds = true
      host.addSublayer(layer)
      host = layer
    }
    host.addSublayer(Make.box(0, 0, 300, 300))
    let plan = try Make.plan(root)
    let lengths = plan.clips.indices.map { start in
      var (link, length) = (ClipHandle(start), 0)
      while link.exists {
        link = plan.clips[link].parent
        length += 1
      }
      return length
    }
    #expect((lengths.max() ?? 0) > 1)
    #expect((lengths.max() ?? 0) <= 17)
    #expect(plan.clips.count <= 60 * 17)
  }

  @Test(arguments: [(4, false), (5, true)])
  func deepTranslucentStacksAccumulateInFloat(_ count: Int, _ isFloat: Bool) throws {
    let root = Make.root()
    for _ in 0..<count { root.addSublayer(Make.box(0, 0, 50, 50, alpha: 0.1)) }
    let plan = try Make.plan(root)
    #expect((plan.passes[0].format == .rgba16Float) == isFloat)
  }

  /// The pixels of a group come with the rounding of its own layers.
  @Test(arguments: [(1, 0.9, false), (2, 0.9, true), (2, 0.4, false)])
  func layersOfGroupsCountAsFarAsTheyShow(_ behind: Int, _ opacity: Float, _ isFloat: Bool) throws {
    let root = Make.root()
    for _ in 0..<behind { root.addSublayer(Make.box(0, 0, 50, 50, alpha: 0.1)) }
    let group = Make.box(0, 0, 50, 50, alpha: 0.5)
    group.opacity = opacity
    group.addSublayer(Make.box(0, 0, 50, 50, alpha: 0.5))
    root.addSublayer(group)
    let plan = try Make.plan(root)
    #expect(plan.passes.map(\.format) == [.rgba8, isFloat ? .rgba16Float : .rgba8])
  }

  @Test func linesThatOnlyStandCloseTogetherStayInBytes() throws {
    let root = Make.root()
    for line in 0..<6 { root.addSublayer(Make.box(0, CGFloat(line) * 16, 100, 12, alpha: 0.5)) }
    #expect(try Make.plan(root).passes[0].format == .rgba8)
  }

  /// Opaque discs, each so far to the right of the one before it.
  ///
  /// - Parameter places: After how many of them they begin on the left again.
  private func discs(_ count: Int, step: CGFloat = 0, size: CGFloat = 40, places: Int = .max) throws -> RenderPlan {
    let root = Make.root()
    for index in 0..<count {
      let disc = CAShapeLayer()
      disc.frame = CGRect(x: 10.5 + CGFloat(index % places) * step, y: 20.5, width: size, height: size)
      disc.path = CGPath(ellipseIn: CGRect(x: 0, y: 0, width: size, height: size), transform: nil)
      disc.fillColor = CGColor(red: 1, green: CGFloat(index % 2), blue: 0, alpha: 1)
      root.addSublayer(disc)
    }
    return try Make.plan(root)
  }

  @Test(arguments: [(4, false), (5, true)])
  func edgesThatLieOnOneAnotherAccumulateInFloat(_ count: Int, _ isFloat: Bool) throws {
    let plan = try discs(count)
    #expect(plan.draws.count == count)
    #expect((plan.passes[0].format == .rgba16Float) == isFloat)
  }

  @Test(arguments: [(8, false), (9, true)])
  func edgesThatLieOnOneAnotherInTurnsAccumulateInFloat(_ count: Int, _ isFloat: Bool) throws {
    #expect((try discs(count, step: 10, places: 2).passes[0].format == .rgba16Float) == isFloat)
  }

  @Test(arguments: [(16, 1, false), (17, 1, true), (40, 9, false)])
  func edgesThatNearlyLieOnOneAnotherAccumulateInFloat(_ count: Int, _ step: Int, _ isFloat: Bool) throws {
    let root = Make.root()
    for index in 0..<count {
      let box = Make.box(Double(index * step % 40), Double(index * step % 40), 50, 40)
      box.transform = CATransform3DMakeRotation(0.3, 0, 0, 1)
      root.addSublayer(box)
    }
    let plan = try Make.plan(root)
    #expect(plan.draws.count > 16 || !isFloat)
    #expect((plan.passes[0].format == .rgba16Float) == isFloat)
  }

  @Test func thinShapesSideBySideStayInBytes() throws {
    for (width, height, across, down) in [(1, 50, 1, 0), (50, 1, 0, 1), (2, 40, 1, 0)] {
      let root = Make.root()
      for index in 0..<40 {
        let place = 10.25 + Double(index)
        root.addSublayer(
          Make.box(across > 0 ? place : 10, down > 0 ? place : 10, Double(width), Double(height)))
      }
      #expect(try Make.plan(root).passes[0].format == .rgba8, "\(width) x \(height)")
    }
  }

  @Test func edgesSideBySideStayInBytes() throws {
    #expect(try discs(8, step: 3).passes[0].format == .rgba8)
    // The canvas cuts them: its sides are their only common edges.
    #expect(try discs(8, step: -2, size: 1000).passes[0].format == .rgba8)
  }

  @Test func aDeepTreeIsPlannedWithoutRecursion() throws {
    let root = Make.root()
    var host = root
    for _ in 0..<100_000 {
      let layer = CALayer()
      layer.frame = CGRect(x: 0, y: 0, width: 100, height: 100)
      layer.opacity = 0.99
      host.addSublayer(layer)
      host = layer
    }
    host.addSublayer(Make.box(0, 0, 10, 10))
    #expect(try Make.plan(root).draws.isEmpty)
  }
}

extension RenderPlan {
  /// The links of a list, innermost first.
  fileprivate func clips(of clip: ClipHandle) -> [ClipShape] {
    var (link, links) = (clip, [ClipShape]())
    while link.exists {
      links.append(clips[link])
      link = clips[link].parent
    }
    return links
  }
}
