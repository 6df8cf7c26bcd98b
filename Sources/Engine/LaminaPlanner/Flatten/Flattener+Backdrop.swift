// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import Foundation
import LaminaGeometry
import LaminaGraphics
import LaminaLayers
import LaminaPlan

extension Flattener {
  /// Filters the pixels behind a layer.
  ///
  /// - Returns: The first operation of the layer's group; `nil` if there is none, or if it was already drawn behind the
  ///   layer.
  /// - Conformance: GROUP-4, PAINT-1
  mutating func filter(_ backdrop: BackdropFilter) -> DrawOperation? {
    guard hasRoom(for: backdrop.style.node) else { return nil }
    guard let behind = filtered(backdrop) else { return nil }
    // In a layer that is not a group, the backdrop fades by itself, as the background and the contents do.
    let partOpacity = backdrop.style.partOpacity
    let opacity = backdrop.isInGroup ? partOpacity : partOpacity * backdrop.opacity
    let shown = opacity < 1 ? behind.covering.fading(by: opacity) : behind
    if backdrop.isInGroup { return shown }
    drawBackground(shown)
    return nil
  }

  /// Draws the filtered background of a layer, under everything else of the layer. Operations drawn over it cannot be
  /// separated from it.
  mutating func drawBackground(_ background: DrawOperation) {
    surfaces.isolate()
    surfaces.append(background)
  }

  /// Filters the pixels behind a layer, inside the layer's outline.
  ///
  /// Everything that was drawn so far into the surface of the layer becomes a pass, which is drawn back in the same
  /// place. The filters read that pass, and their result replaces its pixels inside the layer's outline.
  ///
  /// - Returns: The operation that draws the result, as the first one of the layer; `nil` if no pixels are behind the
  ///   layer.
  private mutating func filtered(_ backdrop: BackdropFilter) -> DrawOperation? {
    let style = backdrop.style
    guard !style.outline.isEmpty, let extent = BoxExtent(of: style.outline.box, on: style.plane, limit: style.limit),
      let shape = ShapeGeometry(
        plane: style.plane, outline: style.outline, antialiased: style.antialiased, near: extent.pixelBounds)
    else { return nil }
    let points = style.plane.pointsPerPixel(
      at: SIMD2(
        Double(extent.pixelBounds.minX + extent.pixelBounds.maxX),
        Double(extent.pixelBounds.minY + extent.pixelBounds.maxY)) / 2)
    let scale = 1 / (points.x * points.y).squareRoot()
    guard scale > 0, scale.isFinite else { return nil }
    let wanted = extent.pixelBounds
    let needed = wanted.grown(by: Self.margin(of: backdrop.filters, scale: scale)).intersection(backdrop.region)
    guard let behind = pass(behind: needed, in: backdrop.region) else { return nil }
    let read = needed.intersection(passes[behind].region)
    guard !read.isEmpty else { return nil }
    var picture = SurfaceContent(members: [])
    picture.members = [
      .composite(CompositeOperation(source: behind, pixelBounds: read, opacity: 1, clip: .none, node: style.node))
    ]
    var isOpaque = isOpaque(passes[behind].draws, over: read)
    // Parts of the surface without drawings are transparent: the edge of the drawn part must not be extended there.
    if read != needed {
      isOpaque = false
      picture.members = [
        .composite(
          CompositeOperation(
            source: addPass(picture.members, region: needed, format: nil), pixelBounds: needed,
            opacity: 1, clip: .none, node: style.node))
      ]
    }
    apply(backdrop.filters, to: &picture, scale: scale, wanted: wanted, extendsEdges: true, node: style.node)
    guard !picture.members.isEmpty else { return nil }
    resources.inner.make(style.outline, plane: style.plane, extent: extent)
    if style.clip.exists { resources.inner.clip(to: resources.clips.interiors[style.clip]) }
    let whole = style.antialiased == SIMD4(repeating: 1) ? resources.inner.polygon.uprightRectangle : .empty
    let clip = addLink(ClipShape(shape: shape, parent: .none), parent: style.clip)
    if backdrop.isInGroup || isOpaque,
      let composited = picture.composited(clip: clip, inside: whole, limit: wanted, isOpaque: isOpaque)
    {
      return composited.first
    }
    var composite = CompositeOperation(source: .none, pixelBounds: wanted, opacity: 1, clip: clip, node: style.node)
    composite.source = pass(of: picture, region: wanted, format: picture.colors.isEmpty ? nil : .rgba16Float)
    composite.colors = resources.add(picture.colors)
    if !backdrop.isInGroup {
      // The pixels behind the layer are replaced, not covered, which shows where they are translucent.
      composite.blend = .copy
      composite.outline = composite.clip
    }
    return .composite(composite)
  }

  /// Makes a pass of everything that was drawn so far into the current surface, which then draws that pass instead.
  ///
  /// If an earlier layer has made such a pass, and no later drawing touches the pixels that this layer needs, the same
  /// pass is used again, and the surface stays as it is.
  ///
  /// - Parameters:
  ///   - needed: The pixels that are read.
  ///   - region: The pixels that the surface may hold.
  private mutating func pass(behind needed: PixelRect, in region: PixelRect) -> PassHandle? {
    let touched = surfaces.current.draws.bounds.intersection(region)
    guard !touched.isEmpty else { return nil }
    surfaces.isolate()
    if let pass = wholePass(under: surfaces.current.draws, needed: needed, touched: touched) { return pass }
    let behind = surfaces.cut()
    let pass = addPass(
      behind.array(behind.indices, addingTo: &resources.innerVertices), region: touched, format: nil)
    surfaces.append(
      .composite(CompositeOperation(source: pass, pixelBounds: touched, opacity: 1, clip: .none, node: -1)))
    return pass
  }

  /// The pass that operations begin with, if they show only this pass in the needed pixels.
  private func wholePass(
    under behind: DrawList, needed: PixelRect, touched: PixelRect
  ) -> PassHandle? {
    // The filters extend the edges of the pixels behind the layer, so these edges have to be the same.
    guard let base = behind.first?.plainComposite,
      passes[base.source].region == base.pixelBounds,
      base.pixelBounds.intersection(needed) == touched.intersection(needed),
      !behind.dropFirst().contains(where: { $0.pixelBounds.intersects(needed) })
    else { return nil }
    return base.source
  }
}

// MARK: opaque pixels

extension Flattener {
  /// The greatest number of operations that are examined to find opaque pixels.
  private static let longestSearch = 1 << 10

  /// Whether operations, drawn onto nothing, leave all of some pixels opaque; `false` if this is not easily determined.
  func isOpaque(_ drawn: DrawList, over pixels: PixelRect) -> Bool {
    // Stretches of operations. The operations of a finished pass come after the ones that draw the pass, and each
    // stretch is examined backwards.
    var open = [(draws: drawn, end: drawn.count)]
    var looks = 0
    while let (draws, end) = open.popLast() {
      for index in stride(from: end - 1, through: 0, by: -1) {
        let operation = draws[index]
        looks += 1
        guard looks <= Self.longestSearch else { return false }
        guard operation.pixelBounds.intersects(pixels) else { continue }
        if covers(operation, pixels) { return true }
        guard let composite = operation.composite else { continue }
        guard composite.blend.keepsOpaque else { return false }
        guard composite.isSimple, !composite.clip.exists, composite.opacity >= 1, operation.pixelBounds.contains(pixels)
        else { continue }
        // The operations under a finished pass show through where the pass is not opaque.
        open.append((draws, index))
        let source = passes[composite.source].draws
        open.append((source, source.count))
        break
      }
    }
    return false
  }

  /// Whether an operation makes all of some pixels opaque, regardless of the pixels below.
  private func covers(_ operation: DrawOperation, _ pixels: PixelRect) -> Bool {
    switch operation {
    case .box(let box): box.isInnerOpaque && box.pixelBounds.contains(pixels) && innerPolygon(of: box, contains: pixels)
    case .surface(let surface): surface.isOpaque && surface.wholePixels.contains(pixels)
    case .composite, .shadow, .particles: false
    }
  }

  /// Whether the centres of all these pixels lie in a box's inner polygon.
  private func innerPolygon(of box: BoxOperation, contains pixels: PixelRect) -> Bool {
    guard box.innerCount >= 3 else { return false }
    let vertices = resources.innerVertices[Int(box.innerStart)..<Int(box.innerStart + box.innerCount)]
    let (left, top) = (Float(pixels.minX) + 0.5, Float(pixels.minY) + 0.5)
    let (right, bottom) = (Float(pixels.maxX) - 0.5, Float(pixels.maxY) - 0.5)
    let corners: [SIMD2<Float>] = [[left, top], [right, top], [right, bottom], [left, bottom]]
    var (before, sides) = (vertices[vertices.endIndex - 1], SIMD2<Int>.zero)
    for vertex in vertices {
      let edge = vertex - before
      for corner in corners {
        let side = edge.x * (corner.y - before.y) - edge.y * (corner.x - before.x)
        if side > 0 { sides.x += 1 } else if side < 0 { sides.y += 1 }
      }
      before = vertex
    }
    return sides.x == 0 || sides.y == 0
  }
}

extension DrawOperation {
  /// The operation changed to be drawn over the pixels behind it, instead of replacing them.
  fileprivate var covering: DrawOperation {
    switch self {
    case .composite(var composite):
      composite.blend = .normal
      return .composite(composite)
    case .box, .shadow, .particles, .surface: return self
    }
  }
}

extension LayerBlend {
  /// Whether opaque pixels stay opaque.
  fileprivate var keepsOpaque: Bool {
    switch self {
    case .destinationOut, .xor: false
    default: !clearsBackdrop
    }
  }
}
