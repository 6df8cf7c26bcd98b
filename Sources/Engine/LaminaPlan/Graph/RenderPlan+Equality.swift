// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import Foundation
import LaminaGeometry
import LaminaGraphics

extension RenderPlan {
  /// Whether both plans draw the same pixels: all operations, passes and pictures are equal.
  ///
  /// Planning is a function of the snapshot, so equal trees give equal plans, including indices. Diagnostics are not
  /// compared.
  ///
  /// - Complexity: O(n). The comparison ends at the first difference.
  package func drawsSame(as other: RenderPlan) -> Bool {
    canvas == other.canvas && region == other.region && passes.count == other.passes.count
      && passes.indices.allSatisfy { isSame($0, as: other) }
      && clips.isSame(as: other.clips) && gradients.isSame(as: other.gradients)
      && colorMaps.isSame(as: other.colorMaps)
      && particles.isSame(as: other.particles) && particlePictures.isSame(as: other.particlePictures)
      && images.elementsEqual(other.images) { $0.serial == $1.serial }
      && gradientStops.elementsEqual(other.gradientStops) { $0.location == $1.location && $0.straight == $1.straight }
  }

  private func isSame(_ pass: Int, as other: RenderPlan) -> Bool {
    let (one, another) = (passes[pass], other.passes[pass])
    guard case .draws(let own) = one.content, case .draws(let others) = another.content else { return one == another }
    guard one.region == another.region, one.format == another.format, one.clear == another.clear,
      one.key == another.key, own.count == others.count
    else { return false }
    guard own.runs.map(\.range) == others.runs.map(\.range) else {
      return isSame(
        own.joined(own.runs.indices, table: innerVertices),
        as: others.joined(others.runs.indices, table: other.innerVertices), other)
    }
    return zip(own.runs, others.runs).allSatisfy { isSame($0, as: $1, other) }
  }

  private func isSame(_ run: DrawList.Run, as another: DrawList.Run, _ other: RenderPlan) -> Bool {
    let (table, otherTable) = (vertices(of: run), other.vertices(of: another))
    if run.draws.isSame(as: another.draws), table.isSame(as: otherTable) { return true }
    return run.draws.indices.allSatisfy { run.draws[$0].isSame(as: another.draws[$0], table, otherTable) }
  }
}

extension DrawOperation {
  /// Whether two operations are equal, with inner polygons at any places of two tables.
  fileprivate func isSame(as other: DrawOperation, _ table: [SIMD2<Float>], _ otherTable: [SIMD2<Float>]) -> Bool {
    var (one, another, polygon, otherPolygon) = (self, other, PolygonPlace(), PolygonPlace())
    one.visitHandles(&polygon)
    another.visitHandles(&otherPolygon)
    return one == another
      && table[table.range(of: polygon.place)].elementsEqual(otherTable[otherTable.range(of: otherPolygon.place)])
  }
}

/// Takes the place of the inner polygon out of an operation.
private struct PolygonPlace: SelectiveHandleVisitor {
  var place = VertexPlace(start: 0, count: 0)

  mutating func visit(vertices: inout VertexPlace, _: VertexPlace) {
    place = vertices
    vertices.start = 0
  }
}

extension Array where Element: Equatable {
  /// Whether both arrays hold equal elements. Most equal arrays are the same to the last byte, which takes a tenth of
  /// the time to compare.
  func isSame(as other: [Element]) -> Bool {
    guard count == other.count else { return false }
    return isSameStorage(as: other) || hasSameBytes(as: other) || self == other
  }

  private func hasSameBytes(as other: [Element]) -> Bool {
    withUnsafeBytes { own in
      other.withUnsafeBytes { others in
        guard let own = own.baseAddress, let others = others.baseAddress else { return true }
        return memcmp(own, others, count * MemoryLayout<Element>.stride) == 0
      }
    }
  }
}
