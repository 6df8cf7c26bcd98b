// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import Foundation
import LaminaGeometry
import LaminaGraphics
import LaminaLayers
import LaminaPlan
import LaminaSystem

extension TreeRecorder {
  /// The emitter content of a layer; `nil` if the layer emits no particles.
  func emitter(at index: Int) -> EmitterContent? {
    guard nodes[index].content >= 0, case .emitter(let content) = snapshot.contents[Int(nodes[index].content)]
    else { return nil }
    return content
  }

  /// Draws the particles of the innermost open layer over everything else in it.
  ///
  /// - Conformance: EMIT-1, PAINT-1
  mutating func drawParticles() {
    guard let layer = walk.open.last, layer.isEmitter, let content = emitter(at: Int(layer.node)) else { return }
    walk.noteParticles()
    let index = Int(layer.node)
    diagnostics.add(content.problems, node: index, in: snapshot)
    // Each particle takes memory as a state, again while the states are sorted, and as a drawn particle.
    let held = meter.limits.memory / (4 * MemoryLayout<ParticleState>.stride)
    let simulation = ParticleSimulation(
      content, time: content.time - layer.inherited.delay * content.rate, limit: min(budgets.elements, held))
    budgets.take(elements: simulation.visited)
    if simulation.isThinned {
      let what = "particles that live at one time"
      if held < budgets.elementLimit {
        return refuse(.memory, allowed: meter.limits.memory, what, layer.node)
      }
      return refuse(.elements, allowed: budgets.elementLimit, what, layer.node)
    }
    guard !simulation.particles.isEmpty else { return }
    var projection = ParticleProjection(content, layer.inherited)
    if content.keepsDepth { projection.depth = depthRow(of: index) }
    append(simulation.particles, projection, content, layer)
  }

  /// The contribution of z to the target's x, y and w, for particles that keep their depth.
  private func depthRow(of index: Int) -> SIMD3<Double> {
    guard walk.open.count > 1, var matrix = nodes[index].properties.superlayerMatrix() else { return .zero }
    let around = walk.open[walk.open.count - 2]
    var parent = nodes[index].parent
    while parent >= 0 {
      if let space = nodes[Int(parent)].properties.sublayerSpace { matrix = CATransform3DConcat(matrix, space) }
      guard parent != around.node, let own = nodes[Int(parent)].properties.superlayerMatrix() else { break }
      matrix = CATransform3DConcat(matrix, own)
      parent = nodes[Int(parent)].parent
    }
    let row = SIMD3(Double(matrix.m31), Double(matrix.m32), Double(matrix.m34))
    let outer = around.inherited.targetFromLayer
    return outer.x * row.x + outer.y * row.y + outer.translation * row.z
  }

  private mutating func append(
    _ states: [ParticleState], _ projection: ParticleProjection, _ content: EmitterContent, _ layer: TreeWalk.OpenLayer
  ) {
    let limit = layer.inherited.limit
    let run = resources.particles.beginRun()
    var table = ParticlePictureTable(decoded(content.cells, of: layer.node))
    var bounds = (low: SIMD2<Float>(repeating: .infinity), high: SIMD2<Float>(repeating: -.infinity))
    var farthest = SIMD2<Float>.zero
    let (low, high) = (
      SIMD2(Float(limit.minX), Float(limit.minY)), SIMD2(Float(limit.maxX), Float(limit.maxY))
    )
    for state in states {
      guard let size = table.size(of: state), let (particle, texels) = projection.place(state, size: size) else {
        continue
      }
      var placed = particle
      let reach = placed.reach
      let (least, greatest) = (placed.center - reach, placed.center + reach)
      guard least.x < high.x, least.y < high.y, greatest.x > low.x, greatest.y > low.y,
        let key = table.key(of: state, texelsPerPixel: texels)
      else { continue }
      let inside = pointwiseMin(greatest, high) - pointwiseMax(least, low)
      guard meter.take(pixels: Int(clamping: inside.x * inside.y), "particles") else { return }
      placed.picture =
        table.index(of: key) { image in resources.images.handle(of: .passUnretained(image)) } + run.firstPicture
      resources.particles.add(placed)
      bounds.low = pointwiseMin(bounds.low, least)
      bounds.high = pointwiseMax(bounds.high, greatest)
      farthest = pointwiseMax(farthest, reach)
    }
    let drawn = resources.particles.end(run, pictures: table.pictures)
    let pixels = BoxExtent.pixels(from: SIMD2<Double>(bounds.low), to: SIMD2<Double>(bounds.high)).intersection(limit)
    guard !drawn.particles.isEmpty, !pixels.isEmpty else { return }
    list.append(
      .particles(
        ParticlesOperation(
          particles: drawn.particles, pictures: drawn.pictures,
          pixelBounds: pixels, reach: farthest, clip: clip(layer.inherited, cutting: bounds),
          opacity: layer.inherited.opacity, isAdditive: content.order == .additive, node: layer.node)))
  }
}

extension TreeRecorder {
  /// The clips of a layer, with its whole-pixel clip added if particles extend beyond it.
  private mutating func clip(
    _ inherited: Inherited, cutting bounds: (low: SIMD2<Float>, high: SIMD2<Float>)
  ) -> ClipHandle {
    let limit = inherited.limit
    let box = SIMD4(Float(limit.minX), Float(limit.minY), Float(limit.maxX), Float(limit.maxY))
    let isCut = bounds.low.x < box.x || bounds.low.y < box.y || bounds.high.x > box.z || bounds.high.y > box.w
    guard limit != region, isCut else { return inherited.clip }
    let (x, y) = (((box.x + box.z) / 2).rounded(), ((box.y + box.w) / 2).rounded())
    let shape = ShapeGeometry(
      row0: SIMD4(1, 0, 0, x), row1: SIMD4(0, 1, 0, y), row2: SIMD4(x, y, 1, 0), box: box, radii: .zero,
      antialiased: .zero)
    return resources.clips.add(ClipShape(shape: shape, parent: inherited.clip))
  }
}

/// The projection of particles onto the target.
struct ParticleProjection {
  private let map: Homography
  private let tint: SIMD4<Float>
  /// 1 if rows of the picture run along y, -1 if the layer is y-up.
  private let down: Double
  /// The contribution of z to the target's x, y and w.
  var depth = SIMD3<Double>.zero

  init(_ content: EmitterContent, _ inherited: Inherited) {
    map = inherited.targetFromLayer
    tint = inherited.tint
    down = inherited.isFlipped ? -1 : 1
  }

  /// Places a picture of `size` points.
  ///
  /// Under perspective a particle is drawn as a parallelogram, by the linear map at its center.
  /// - Returns: The particle with the number of pixels that its width and height take; `nil` if it cannot show.
  func place(_ state: ParticleState, size: SIMD2<Double>) -> (Particle, pixels: SIMD2<Double>)? {
    let image =
      map.x * state.position.x + map.y * state.position.y + map.translation + depth * state.position.z
    guard image.z > 1e-9 else { return nil }
    let center = SIMD2(image.x, image.y) / image.z
    let alongX = (SIMD2(map.x.x, map.x.y) - center * map.x.z) / image.z
    let alongY = (SIMD2(map.y.x, map.y.y) - center * map.y.z) / image.z
    let (sine, cosine) = (sin(state.angle), cos(state.angle))
    let across = (alongX * cosine + alongY * sine) * (size.x * state.scale)
    let along = (alongY * cosine - alongX * sine) * (size.y * state.scale * down)
    let determinant = across.x * along.y - across.y * along.x
    let inverse = SIMD4(along.y, -along.x, -across.y, across.x) / determinant
    let check = inverse.sum() + center.x + center.y
    guard check - check == 0, abs(center.x) < 0x1p24, abs(center.y) < 0x1p24, abs(determinant) > 1e-12 else {
      return nil
    }
    var color = state.color * state.color.w
    color.w = state.color.w
    let lengths = SIMD2((across * across).sum().squareRoot(), (along * along).sum().squareRoot())
    return (
      Particle(center: SIMD2<Float>(center), picture: 0, inverse: SIMD4<Float>(inverse), color: color * tint), lengths
    )
  }
}

/// The parts of pictures that the particles of one emitter show, each once.
struct ParticlePictureTable {
  struct Key: Hashable {
    var cell: Int32
    var frame: Int32
    var level: Int32
    var isNearest: Bool
  }

  /// The parts to draw, in the order of their first use.
  private(set) var pictures: [ParticlePicture] = []
  private let cells: [EmitterCellContent]
  private var indices: [Key: Int32] = [:]
  private var last: (key: Key, index: Int32)?

  init(_ cells: [EmitterCellContent]) {
    self.cells = cells
  }

  /// The size of an unscaled particle; points.
  func size(of state: ParticleState) -> SIMD2<Double>? {
    let cell = cells[Int(state.cell)]
    guard let image = cell.image else { return nil }
    let size =
      SIMD2(
        Double(cell.contentsRect.width) * Double(image.width), Double(cell.contentsRect.height) * Double(image.height))
      / cell.contentsScale
    let check = size.x + size.y + Double(cell.contentsRect.minX) + Double(cell.contentsRect.minY)
    return size.x > 0 && size.y > 0 && check.isFinite ? size : nil
  }

  /// The part of the picture, and its mipmap level, that a particle shows.
  ///
  /// - Parameter texelsPerPixel: The number of pixels that the particle's width and height take.
  func key(of state: ParticleState, texelsPerPixel pixels: SIMD2<Double>) -> Key? {
    let cell = cells[Int(state.cell)]
    guard let image = cell.image else { return nil }
    let texels =
      SIMD2(
        Double(cell.contentsRect.width) * Double(image.width), Double(cell.contentsRect.height) * Double(image.height))
    let density = max(texels.x / pixels.x, texels.y / pixels.y)
    let filter = density <= 1.0002 ? cell.magnification : cell.minification
    var level = 0.0
    if filter == .trilinear, density > 1.0002 {
      let deepest = log2(Double(max(image.width, image.height))).rounded(.down)
      level = min(max((log2(density) + cell.minificationBias).rounded(), 0), deepest)
    }
    return Key(cell: state.cell, frame: state.frame, level: Int32(clamping: level), isNearest: filter == .nearest)
  }

  /// The index of a part in the list.
  mutating func index(of key: Key, _ imageHandle: (CGImage) -> ImageHandle) -> Int32 {
    if let last, last.key == key { return last.index }
    var index = Int32(pictures.count)
    if let known = indices[key] {
      index = known
    } else {
      indices[key] = index
      pictures.append(picture(key, imageHandle))
    }
    last = (key, index)
    return index
  }

  private func picture(_ key: Key, _ imageHandle: (CGImage) -> ImageHandle) -> ParticlePicture {
    let cell = cells[Int(key.cell)]
    guard let image = cell.image else { preconditionFailure("only particles with pictures are placed") }
    let full = SIMD2(Double(image.width), Double(image.height))
    var texels = full
    var level = 0
    if key.level > 0 {
      let chain = image.mipLevels()
      level = min(Int(key.level), chain.count - 1)
      texels = SIMD2(Double(chain[level].width), Double(chain[level].height))
    }
    let rect = cell.contentsRect
    let start = SIMD2(Double(rect.minX) + Double(key.frame) * Double(rect.width), Double(rect.minY)) * texels
    let size = SIMD2(Double(rect.width), Double(rect.height)) * texels
    func limits(_ axis: Int) -> (Double, Double) {
      let low = min(max(start[axis], 0), texels[axis] - 1).rounded(.down) + 0.5
      let high = max(min(start[axis] + size[axis], texels[axis]), 1).rounded(.up) - 0.5
      return (min(low, high), max(low, high))
    }
    let (x, y) = (limits(0), limits(1))
    return ParticlePicture(
      image: imageHandle(image), level: Int32(level), isNearest: key.isNearest,
      part: SIMD4<Float>(SIMD4(start.x, start.y, size.x, size.y)), limits: SIMD4<Float>(SIMD4(x.0, y.0, x.1, y.1)))
  }
}
