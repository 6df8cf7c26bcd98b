// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import LaminaGeometry
import LaminaGraphics

extension RenderPlan {
  /// The snapshot node whose drawing is visible at a point of the target.
  ///
  /// It belongs to the last operation that covers at least half of the pixel there, clips included, with a colour that
  /// is not clear. Passes of groups are searched too.
  ///
  /// - Parameter point: Target pixels.
  /// - Complexity: O(n) in the number of operations.
  package func topmostNode(at point: SIMD2<Double>) -> Int32? {
    topmostNodes(at: point, limit: 1).first
  }

  /// The snapshot nodes whose drawing lies at a point of the target, each once, the nearest first: the visible one, and
  /// the ones behind it.
  ///
  /// - Parameters:
  ///   - point: Target pixels.
  ///   - limit: The greatest number of nodes to find.
  /// - Complexity: O(n) in the number of operations.
  package func topmostNodes(at point: SIMD2<Double>, limit: Int) -> [Int32] {
    guard let canvas = passes.last, region.contains(point) else { return [] }
    var found: [Int32] = []
    findNodes(at: point, in: canvas) { node in
      if !found.contains(node) { found.append(node) }
      return found.count < limit
    }
    return found
  }

  /// Calls `found` for each visible node, from the front, until it returns `false`.
  private func findNodes(at point: SIMD2<Double>, in last: RenderPass, found: (Int32) -> Bool) {
    // Suspended passes, the innermost last: the rest of their operations, to be searched from the front, and the point
    // on them.
    var open = [(rest: ArraySlice(last.draws), point: point)]
    // Places that were searched without a result: many operations may show the same place of the same pass.
    var seen: Set<PassPlace> = []
    while var (rest, point) = open.popLast() {
      while let operation = rest.popLast() {
        guard operation.pixelBounds.contains(point) else { continue }
        if let node = node(shownBy: operation, at: point), !found(node) { return }
        guard let inside = source(of: operation, at: point),
          seen.insert(PassPlace(pass: inside.pass, at: inside.point)).inserted
        else { continue }
        open.append((rest, point))
        (rest, point) = drawn(in: inside.pass, at: inside.point)
      }
    }
  }

  /// A place of a pass, to a sixteenth of a pixel, since different paths to the same place are rounded differently.
  private struct PassPlace: Hashable {
    private let pass: PassHandle
    private let place: SIMD2<Double>

    init(pass: PassHandle, at point: SIMD2<Double>) {
      (self.pass, place) = (pass, (point * 16).rounded(.toNearestOrEven))
    }
  }

  /// The node whose drawing an operation itself shows at a point.
  private func node(shownBy operation: DrawOperation, at point: SIMD2<Double>) -> Int32? {
    switch operation {
    case .box(let box): shows(box, at: point) ? box.node : nil
    case .particles(let run): shows(run, at: point) ? run.node : nil
    case .shadow, .composite, .surface: nil
    }
  }

  /// The draws of a pass, or of the pass that its filters read, and the point on that pass.
  private func drawn(in pass: PassHandle, at point: SIMD2<Double>) -> (ArraySlice<DrawOperation>, SIMD2<Double>) {
    var (pass, point) = (pass, point)
    while passes.indices.contains(pass.index) {
      switch passes[pass].content {
      case .draws(let draws): return (ArraySlice(draws), point)
      case .filters(let steps):
        guard let step = steps.last(where: { $0.pixelBounds.contains(point) }), step.source.number < pass.number else {
          return ([], point)
        }
        (pass, point) = (step.source, point * Double(step.sourcePixels))
      }
    }
    return ([], point)
  }

  /// The pass that an operation shows at a point, and the point on that pass; shadows show no layer.
  private func source(
    of operation: DrawOperation, at point: SIMD2<Double>
  ) -> (pass: PassHandle, point: SIMD2<Double>)? {
    switch operation {
    case .box, .shadow, .particles: return nil
    case .composite(let composite):
      guard passes.indices.contains(composite.source.index), composite.opacity > 0,
        coverage(of: composite.clip, at: point) >= 0.5, isUnmasked(composite, at: point)
      else { return nil }
      return (composite.source, point)
    case .surface(let surface):
      guard passes.indices.contains(surface.source.index), !surface.isSilhouette, surface.tint.w > 0,
        coverage(of: surface.clip, at: point) >= 0.5, let place = surface.shape.planePoint(at: point)?.place
      else { return nil }
      let scale = SIMD4<Double>(surface.texelFromSurface)
      return (surface.source, place * scale.lowHalf + scale.highHalf)
    }
  }

  /// Whether the middle of a point lies in a particle.
  private func shows(_ run: ParticlesOperation, at point: SIMD2<Double>) -> Bool {
    guard run.opacity > 0, coverage(of: run.clip, at: point) >= 0.5 else { return false }
    return particles[Int(run.particles.lowerBound)..<Int(run.particles.upperBound)].contains { particle in
      let offset = SIMD2<Float>(point) - particle.center
      let inverse = particle.inverse
      return abs(inverse.x * offset.x + inverse.y * offset.y) <= 0.5
        && abs(inverse.z * offset.x + inverse.w * offset.y) <= 0.5 && particle.color.w > 0
    }
  }

  /// Whether the mask, if there is one, draws at the point.
  private func isUnmasked(_ composite: CompositeOperation, at point: SIMD2<Double>) -> Bool {
    guard passes.indices.contains(composite.mask.index) else { return true }
    // A mask's passes come before it, so the recursion ends; the chain of masks inside masks is as long as the tree is
    // deep.
    let draws: DrawList
    switch passes[composite.mask].content {
    case .draws(let drawn): draws = drawn
    case .filters: return true
    }
    return draws.contains { operation in
      guard operation.pixelBounds.contains(point) else { return false }
      switch operation {
      case .box(let box): return shows(box, at: point)
      case .composite(let inner): return coverage(of: inner.clip, at: point) >= 0.5
      case .particles(let run): return shows(run, at: point)
      case .shadow, .surface: return true
      }
    }
  }

  private func shows(_ box: BoxOperation, at point: SIMD2<Double>) -> Bool {
    guard box.opacity > 0, box.shape.coverage(at: point) * coverage(of: box.clip, at: point) >= 0.5 else {
      return false
    }
    return box.fill.w > 0 || box.gradient.exists || showsPicture(of: box, at: point) || showsBorder(of: box, at: point)
  }

  private func coverage(of clip: ClipHandle, at point: SIMD2<Double>) -> Double {
    var (product, link) = (1.0, clip)
    while link.exists, product > 0 {
      // Others change how much of a draw shows, and not where it is.
      guard clips[link].role.isClip else {
        link = clips[link].parent
        continue
      }
      product *= clips[link].shape.coverage(at: point)
      if clips[link].gradient.exists { product *= gradientAlpha(of: clips[link], at: point) }
      link = clips[link].parent
    }
    return product
  }

  /// The alpha of a clip's gradient.
  private func gradientAlpha(of clip: ClipShape, at point: SIMD2<Double>) -> Double {
    guard gradients.holds(clip.gradient), let plane = clip.shape.planePoint(at: point) else { return 0 }
    let paint = gradients[clip.gradient.index]
    return paint.alpha(at: plane.place, stops: gradientStops[Int(paint.stops.lowerBound)..<Int(paint.stops.upperBound)])
  }

  private func showsBorder(of box: BoxOperation, at point: SIMD2<Double>) -> Bool {
    guard box.borderWidth > 0, box.border.w > 0 else { return false }
    var inside = box.shape
    inside.box += SIMD4(box.borderWidth, box.borderWidth, -box.borderWidth, -box.borderWidth)
    inside.radii = (inside.radii - box.borderWidth).replacing(with: 0, where: inside.radii .< box.borderWidth)
    guard inside.box.x < inside.box.z, inside.box.y < inside.box.w else { return true }
    return inside.coverage(at: point) < 0.5
  }

  /// Whether the picture's nearest texel is not clear.
  private func showsPicture(of box: BoxOperation, at point: SIMD2<Double>) -> Bool {
    guard box.image.exists, let place = box.shape.planePoint(at: point)?.place else { return false }
    let image = images[box.image.index]
    let placement = box.placement
    let texel = SIMD2(
      Self.place(
        place.x, Double(placement.offsetAndStop0.x), stops: (placement.offsetAndStop0.z, placement.stop1AndSlope0.x),
        slopes: (placement.stop1AndSlope0.z, placement.slope1AndSlope2.x, placement.slope1AndSlope2.z)),
      Self.place(
        place.y, Double(placement.offsetAndStop0.y), stops: (placement.offsetAndStop0.w, placement.stop1AndSlope0.y),
        slopes: (placement.stop1AndSlope0.w, placement.slope1AndSlope2.y, placement.slope1AndSlope2.w)))
    let limits = SIMD4<Double>(placement.limits)
    let (u, v) = (min(max(texel.x, limits.x), limits.z), min(max(texel.y, limits.y), limits.w))
    guard u.isFinite, v.isFinite else { return false }
    let (column, row) = (
      min(max(Int(clamping: u), 0), image.width - 1), min(max(Int(clamping: v), 0), image.height - 1)
    )
    return image.alpha(x: column, y: row) > 0
  }

  /// One axis of `ImagePlacement`.
  private static func place(
    _ point: Double, _ offset: Double, stops: (Float, Float), slopes: (Float, Float, Float)
  ) -> Double {
    let (low, high) = (Double(stops.0), Double(stops.1))
    let middle = min(max(point, low), high)
    return offset + Double(slopes.0) * min(point, low) + Double(slopes.1) * middle + Double(slopes.2) * max(point, high)
  }
}

extension PixelRect {
  /// Whether a point lies inside.
  fileprivate func contains(_ point: SIMD2<Double>) -> Bool {
    point.x >= Double(minX) && point.x < Double(maxX) && point.y >= Double(minY) && point.y < Double(maxY)
  }
}
