// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import LaminaGeometry
import LaminaGraphics

// Debug overlays. An overlay is made from a plan and is part of a plan: one more pass of plain boxes, which the last
// operation of the canvas draws over the picture. So both renderers draw overlays, and overlays show the planned
// operations.

extension RenderPlan {
  /// Returns the same plan with an overlay on its picture.
  ///
  /// Operations of passes that lie on the target pixel for pixel count at their own places. Operations on other planes,
  /// as in rasterized layers, count as the one surface that shows them.
  /// - Parameters:
  ///   - outlines: The outlines of all layers, for `bounds`.
  ///   - countsHidden: Whether `overdraw` counts pixels that are hidden by opaque ones.
  package func overlaid(with overlay: DebugOverlay, outlines: [BoxOperation], countsHidden: Bool) -> RenderPlan {
    guard let canvas = passes.last else { return self }
    var addition = OverlayPasses(canvas: canvas, firstPass: passes.count - 1)
    switch overlay {
    case .bounds:
      addition.finish(with: outlines.map(DrawOperation.box), format: .rgba8, clear: .zero)
    case .blended, .offscreen:
      let boxes = operationsOnTarget(of: canvas).compactMap { box(for: $0, overlay).map(DrawOperation.box) }
      addition.finish(with: boxes, format: .rgba8, clear: .zero)
    case .overdraw:
      countDraws(of: canvas, countsHidden: countsHidden, into: &addition)
    case .damage:
      // The overlay of damage needs another plan: see `showingDamage(since:)`.
      return self
    }
    return laid(addition, with: overlay)
  }

  /// Returns the same plan with its damage marked on its picture.
  ///
  /// - Parameter old: The plan that was drawn before, without marks; `nil` if none was drawn.
  package func showingDamage(since old: RenderPlan?) -> RenderPlan {
    guard let canvas = passes.last else { return self }
    var addition = OverlayPasses(canvas: canvas, firstPass: passes.count - 1)
    let damage = old.flatMap(damage(since:)) ?? PixelRegion(region)
    let marks = damage.rectangles.map { part in
      var mark = BoxOperation.rectangle(part, clip: .none, node: -1)
      mark.fill = [0.5, 0, 0.5, 0.5]
      return DrawOperation.box(mark)
    }
    addition.finish(with: marks, format: .rgba8, clear: .zero)
    return laid(addition, with: .damage)
  }

  /// Returns the same plan with additional passes, of which the last is drawn over the canvas.
  private func laid(_ addition: OverlayPasses, with overlay: DebugOverlay) -> RenderPlan {
    guard let canvas = passes.last else { return self }
    var plan = self
    var composite = CompositeOperation(
      source: PassHandle(addition.firstPass + addition.passes.count - 1), pixelBounds: canvas.region,
      opacity: overlay.opacity, clip: .none, node: -1)
    if overlay == .overdraw {
      composite.colors = Int32(colorMaps.count)..<Int32(colorMaps.count + 1)
      plan.colorMaps.append(.matrix(.heat))
    }
    plan.passes.removeLast()
    plan.passes += addition.passes
    var last = canvas
    last.draws.append(.composite(composite))
    plan.passes.append(last)
    return plan
  }

  /// The operations of a pass and of all passes that it composites, back to front.
  ///
  /// A pass that is composited more than once, for example as the pixels behind a layer and again through its filters,
  /// is drawn once, so its operations are listed once.
  private func operationsOnTarget(of pass: RenderPass) -> [DrawOperation] {
    var result: [DrawOperation] = []
    var open = [ArraySlice(pass.draws)]
    var seen: Set<Int> = []
    while var rest = open.popLast() {
      while let operation = rest.popFirst() {
        result.append(operation)
        guard let source = operation.composite?.source.index, passes.indices.contains(source),
          seen.insert(source).inserted
        else {
          continue
        }
        open.append(rest)
        rest = ArraySlice(passes[source].draws)
      }
    }
    return result
  }

  /// The box that the overlays of blending and of passes show for an operation.
  private func box(for operation: DrawOperation, _ overlay: DebugOverlay) -> BoxOperation? {
    var result = operation.plainBox
    var isOpaque = false
    switch operation {
    case .box(let box):
      if overlay == .offscreen { return nil }
      isOpaque = box.isInnerOpaque && box.borderWidth <= 0
    case .shadow, .particles: if overlay == .offscreen { return nil }
    case .composite, .surface: break
    }
    let blends: SIMD4<Float> = isOpaque ? [0, 0.75, 0, 1] : [0.6, 0, 0, 0.6]
    result.fill = overlay == .blended ? blends : [0.5, 0.45, 0, 0.5]
    return result
  }

  /// Adds a step each time a pixel is drawn to, in the canvas and in the passes that lie on it pixel for pixel.
  ///
  /// Steps have no alpha, so that they add up; an opaque operation first clears the steps that it hides. Each offscreen
  /// pass does this in its own pass, whose sum is then added, since hidden pixels in it do not show the canvas.
  private func countDraws(of canvas: RenderPass, countsHidden: Bool, into addition: inout OverlayPasses) {
    var sums: [DrawOperation] = []
    var waiting = inputs(of: canvas)
    var counted = Set(waiting)
    while let next = waiting.popLast() {
      let pass = passes[next]
      for input in inputs(of: pass) where counted.insert(input).inserted { waiting.append(input) }
      let steps = self.steps(of: pass, countsHidden: countsHidden)
      guard steps.hidesSome else {
        sums += steps.boxes
        continue
      }
      var sum = CompositeOperation(
        source: addition.add(steps.boxes, region: pass.region), pixelBounds: pass.region.intersection(canvas.region),
        opacity: 1, clip: .none, node: -1)
      sum.blend = .plusLighter
      if !sum.pixelBounds.isEmpty { sums.append(.composite(sum)) }
    }
    let steps = self.steps(of: canvas, countsHidden: countsHidden).boxes
    addition.finish(with: steps + sums, format: .rgba16Float, clear: [0, 0, 0, 1])
  }

  /// The passes that a pass's operations composite pixel for pixel: pictures and masks.
  private func inputs(of pass: RenderPass) -> [Int] {
    var inputs: [Int] = []
    for operation in pass.draws {
      operation.forEachSource { pass, reading in
        if reading == .samePixel, passes.indices.contains(pass.index) { inputs.append(pass.index) }
      }
    }
    return inputs
  }

  private func steps(of pass: RenderPass, countsHidden: Bool) -> (boxes: [DrawOperation], hidesSome: Bool) {
    var boxes: [DrawOperation] = []
    var hidesSome = false
    for operation in pass.draws {
      var step = operation.plainBox
      if !countsHidden, let wipe = operation.wipe {
        boxes.append(.box(wipe))
        hidesSome = true
      }
      step.fill = [1.0 / 8, 0, 0, 0]
      boxes.append(.box(step))
    }
    return (boxes, hidesSome)
  }
}

/// The passes that an overlay adds before the canvas.
private struct OverlayPasses {
  var canvas: RenderPass
  var firstPass: Int
  var passes: [RenderPass] = []

  /// Adds a pass that sums up steps.
  ///
  /// - Returns: The index of the pass in the plan.
  mutating func add(_ boxes: [DrawOperation], region: PixelRect) -> PassHandle {
    append(boxes, region: region, format: .rgba16Float, clear: [0, 0, 0, 1])
    return PassHandle(firstPass + passes.count - 1)
  }

  /// Adds the pass that is drawn over the canvas.
  mutating func finish(with boxes: [DrawOperation], format: PassFormat, clear: SIMD4<Float>) {
    append(boxes, region: canvas.region, format: format, clear: clear)
  }

  private mutating func append(
    _ boxes: [DrawOperation], region: PixelRect, format: PassFormat, clear: SIMD4<Float>
  ) {
    passes.append(RenderPass(region: region, format: format, clear: clear, content: .draws(DrawList(boxes))))
  }
}

extension DebugOverlay {
  /// The opacity of the overlay.
  fileprivate var opacity: Float {
    switch self {
    case .blended: 0.6
    case .offscreen, .overdraw, .bounds, .damage: 1
    }
  }
}

extension ColorMatrix {
  /// A heat map of red values in 0...1: black, red, yellow, white.
  fileprivate static let heat = ColorMatrix(
    red: [3, 0, 0, 0], green: [3, 0, 0, 0], blue: [3, 0, 0, 0], alpha: [0, 0, 0, 1], bias: [0, -1, -2, 0])
}

extension DrawOperation {
  /// The box that clears the steps hidden by the operation; `nil` if it hides none.
  fileprivate var wipe: BoxOperation? {
    switch self {
    case .box(let box): box.isInnerOpaque && box.innerCount > 0 ? box.wipe : nil
    case .shadow, .composite, .particles, .surface: nil
    }
  }

  /// The pixels that the operation touches, as a box without paint.
  fileprivate var plainBox: BoxOperation {
    switch self {
    case .box(let box): box.plain
    case .shadow(let shadow): .rectangle(shadow.pixelBounds, clip: shadow.clip, node: shadow.node)
    case .composite(let composite): .rectangle(composite.pixelBounds, clip: composite.clip, node: composite.node)
    case .surface(let surface): .rectangle(surface.pixelBounds, clip: surface.clip, node: surface.node)
    case .particles(let run): .rectangle(run.pixelBounds, clip: run.clip, node: run.node)
    }
  }
}

extension BoxOperation {
  /// A box with the same shape and clips, without paint.
  fileprivate var plain: BoxOperation {
    BoxOperation(
      shape: shape, outer: outer, pixelBounds: pixelBounds, clip: clip, placement: .none, isAffine: isAffine, node: node
    )
  }

  /// A black box over the opaque inside, without antialiasing, inset by one pixel from the edge.
  fileprivate var wipe: BoxOperation? {
    var wipe = plain
    let inset = shape.pointsOfPixel + max(borderWidth, 0)
    wipe.shape.box += SIMD4(inset, inset, -inset, -inset)
    wipe.shape.radii = wipe.shape.radii - inset
    wipe.shape.radii.replace(with: 0, where: .!(wipe.shape.radii .> 0))
    wipe.shape.antialiased = .zero
    wipe.fill = [0, 0, 0, 1]
    return wipe.shape.box.x < wipe.shape.box.z && wipe.shape.box.y < wipe.shape.box.w ? wipe : nil
  }

  /// A box of whole pixels.
  fileprivate static func rectangle(_ bounds: PixelRect, clip: ClipHandle, node: Int32) -> BoxOperation {
    let (left, top) = (Float(bounds.minX), Float(bounds.minY))
    let (right, bottom) = (Float(bounds.maxX), Float(bounds.maxY))
    let shape = ShapeGeometry(
      row0: [1, 0, 0, 0], row1: [0, 1, 0, 0], row2: [0, 0, 1, 0], box: [left, top, right, bottom], radii: .zero,
      antialiased: .zero)
    return BoxOperation(
      shape: shape, outer: [left, top, right, top, right, bottom, left, bottom], pixelBounds: bounds, clip: clip,
      placement: .none, node: node)
  }
}

extension ShapeGeometry {
  /// The approximate number of points that a pixel spans at the middle of the box.
  package var pointsOfPixel: Float {
    // The place of the middle on the target is not known without the inverse; the nearby origin is used instead.
    guard let here = planePoint(at: SIMD2(Double(row0.w), Double(row1.w))) else { return 1 }
    let steps = here.perColumn * here.perColumn + here.perRow * here.perRow
    return Float(max(steps.x, steps.y).squareRoot())
  }
}
