// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

#if Serve
import LaminaGeometry
import LaminaPlan

/// The places where the pixels of a plan's passes appear in its picture.
///
/// A pass has a pixel grid of its own, such as the halved one of a filter or that of a rotated surface. Each is traced
/// through the operations that read it, up to the canvas.
struct PassPlaces {
  /// One place where a pass appears.
  private struct Place {
    /// The map from pixels of the pass to pixels of the picture.
    var map: Homography
    /// The part of the picture that the pass can touch.
    var clip: ConvexPolygon
  }

  /// The maximum number of places for a pass.
  private static let most = 4
  private let places: [[Place]]
  private let regions: [PixelRect]

  /// - Complexity: O(n) in the number of operations.
  init(_ plan: RenderPlan) {
    var places = Array(repeating: [Place](), count: plan.passes.count)
    regions = plan.passes.map(\.region)
    if let canvas = plan.passes.last {
      places[plan.passes.count - 1] = [Place(map: .identity, clip: Self.polygon(canvas.region, .identity))]
    }
    func note(_ source: PassHandle, _ own: Homography, _ bounds: PixelRect, _ reader: Int) {
      guard places.indices.contains(source.index), source.index < reader else { return }
      for place in places[reader] where places[source.index].count < Self.most {
        let map = own.concatenating(place.map)
        var clip = Self.polygon(bounds, place.map)
        clip.clip(to: place.clip)
        guard map.isFinite, clip.count > 2, !places[source.index].contains(where: { $0.map == map }) else { continue }
        places[source.index].append(Place(map: map, clip: clip))
      }
    }
    for index in plan.passes.indices.reversed() {
      switch plan.passes[index].content {
      case .draws(let draws):
        for draw in draws {
          switch draw {
          case .composite(let composite):
            note(composite.source, .identity, composite.pixelBounds, index)
            note(composite.mask, .identity, composite.pixelBounds, index)
          case .surface(let surface):
            guard let map = Self.targetFromTexel(surface) else { continue }
            note(surface.source, map, surface.pixelBounds, index)
          case .box, .shadow, .particles: break
          }
        }
      case .filters(let steps):
        for step in steps {
          let share = 1 / Double(step.sourcePixels)
          note(step.source, Homography(a: share, b: 0, c: 0, d: share, tx: 0, ty: 0), step.pixelBounds, index)
        }
      }
    }
    self.places = places
  }

  /// The map from pixels of a surface's source pass to pixels of the pass that it is drawn into.
  private static func targetFromTexel(_ surface: SurfaceOperation) -> Homography? {
    let rows = surface.texelRows(of: .empty)
    let (right, down, start) = (SIMD4<Double>(rows.row0), SIMD4<Double>(rows.row1), SIMD4<Double>(rows.row2))
    func three(_ row: SIMD4<Double>) -> SIMD3<Double> { SIMD3(row.x, row.y, row.z) }
    let map = Homography(
      x: three(right), y: three(down), translation: three(start) - three(right) * right.w - three(down) * down.w)
    return map.inverted()
  }

  private static func polygon(_ rect: PixelRect, _ map: Homography) -> ConvexPolygon {
    map.image(
      ofBoxFrom: SIMD2(Double(rect.minX), Double(rect.minY)), to: SIMD2(Double(rect.maxX), Double(rect.maxY)))
  }

  /// The places where pixels of a pass appear: polygons with x and y of each corner, in pixels of the picture.
  func shown(_ bounds: PixelRect, in pass: Int) -> [[[Double]]] {
    guard places.indices.contains(pass) else { return [] }
    let rect = bounds.intersection(regions[pass])
    guard !rect.isEmpty else { return [] }
    return places[pass].compactMap { place in
      var polygon = Self.polygon(rect, place.map)
      polygon.clip(to: place.clip)
      let corners = polygon.vertices.filter { $0 - $0 == .zero }
      return corners.count < 3 ? nil : corners.map { [($0.x * 100).rounded() / 100, ($0.y * 100).rounded() / 100] }
    }
  }

  /// The places where a whole pass appears.
  func shown(_ pass: Int) -> [[[Double]]] { regions.indices.contains(pass) ? shown(regions[pass], in: pass) : [] }
}
#endif
