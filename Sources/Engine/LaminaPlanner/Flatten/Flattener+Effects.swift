// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import LaminaGeometry
import LaminaGraphics
import LaminaLayers
import LaminaPlan

extension Flattener {
  /// Ends a layer that is masked, filtered, blended or rasterized: finishes its picture and draws it on the pixels
  /// behind it.
  ///
  /// - Conformance: CLIP-5, GROUP-2, GROUP-4, PAINT-1
  mutating func end(_ chain: EffectChain) {
    let maskMembers = chain.hasBegunMask ? surfaces.end().members : []
    let surface = surfaces.end()
    let members = surface.members
    if chain.maskTree >= 0, maskMembers.isEmpty { return }
    let node = chain.style.node
    guard hasRoom(for: node) else { return }
    guard chain.needsPass else { return endLinked(surface, chain) }
    var picture = SurfaceContent(members: members)
    if let offscreen = chain.offscreen {
      apply(
        chain.effects.filters, to: &picture, scale: offscreen.grid.scale, wanted: offscreen.wanted,
        extendsEdges: false, node: node)
      if offscreen.isRaster || !offscreen.isTarget {
        composite(&picture, by: offscreen, limit: chain.limit, node: node)
      }
    } else {
      apply(chain.effects.filters, to: &picture, scale: 1, wanted: .empty, extendsEdges: false, node: node)
    }
    finish(picture, maskMembers, chain)
  }

  /// Draws a finished picture onto the pixels behind it: masked, faded, clipped and blended.
  private mutating func finish(_ picture: SurfaceContent, _ maskMembers: [DrawOperation], _ chain: EffectChain) {
    var composite = CompositeOperation(
      source: .none, pixelBounds: .empty, opacity: chain.opacity, clip: chain.clip, node: chain.style.node)
    if let link = chain.maskLink { composite.clip = addLink(link, parent: composite.clip) }
    composite.blend = chain.effects.blend
    if maskMembers.isEmpty, chain.maskLink == nil, composite.blend == .normal,
      let composited = picture.composited(opacity: chain.opacity, clip: chain.clip, limit: chain.limit)
    {
      surfaces.append(contentsOf: composited)
      return
    }
    var region = picture.bounds
    if composite.blend.clearsBackdrop { region = region.union(addOutline(of: chain, to: &composite)) }
    region = region.intersection(chain.limit)
    let maskBounds = maskMembers.bounds
    guard !region.isEmpty, composite.blend != .destination, maskMembers.isEmpty || region.intersects(maskBounds)
    else { return }
    // Colour matrices and some blend modes make rounding errors of colours visible.
    let needsPrecision = composite.blend.amplifies || !picture.colors.isEmpty
    composite.source = pass(of: picture, region: region, format: needsPrecision ? .rgba16Float : nil)
    composite.pixelBounds = region
    composite.colors = resources.add(picture.colors)
    if !maskMembers.isEmpty {
      // Pixels outside of the picture need no mask.
      composite.pixelBounds = region.intersection(maskBounds)
      composite.mask = addPass(
        maskMembers.filter { $0.pixelBounds.intersects(region) }, region: composite.pixelBounds, format: nil)
    }
    if composite.blend != .normal { surfaces.isolate() }
    surfaces.append(.composite(composite))
  }

  /// Ends a layer with a gradient mask. Members that do not overlap others are multiplied by the gradient one by one;
  /// the others are multiplied together as one picture.
  private mutating func endLinked(_ surface: Surface, _ chain: EffectChain) {
    let members = surface.members
    guard let link = chain.maskLink, !members.isEmpty else { return }
    let overlapping =
      surface.isIsolated ? Array(repeating: true, count: members.count) : OverlapSearch.overlapping(members[...])
    var moved: [DrawOperation] = []
    var links: [ClipHandle: ClipHandle] = [:]
    for (member, overlaps) in zip(members, overlapping) {
      guard !overlaps, let clip = member.maskableClip else {
        moved.append(member)
        continue
      }
      let linked = links[clip] ?? addLink(link, parent: clip)
      links[clip] = linked
      surfaces.append(member.fading(by: chain.opacity).masked(by: linked))
    }
    guard !moved.isEmpty else { return }
    let clip = takeCommonClip(off: &moved)
    let source = addPass(moved)
    surfaces.append(
      .composite(
        CompositeOperation(
          source: source, pixelBounds: passes[source].region, opacity: chain.opacity,
          clip: addLink(link, parent: clip), node: chain.style.node)))
  }

  /// Adds the layer's outline, inside which its operator clears the pixels behind it.
  ///
  /// - Returns: The pixels that the outline touches.
  private mutating func addOutline(of chain: EffectChain, to composite: inout CompositeOperation) -> PixelRect {
    let style = chain.style
    guard !style.outline.isEmpty,
      let extent = BoxExtent(of: style.outline.box, on: style.plane, limit: chain.limit),
      let shape = ShapeGeometry(
        plane: style.plane, outline: style.outline, antialiased: style.antialiased, near: extent.pixelBounds)
    else { return .empty }
    composite.outline = addLink(ClipShape(shape: shape, parent: .none), parent: composite.clip)
    return extent.pixelBounds
  }
}

extension DrawOperation {
  /// The clip of an operation that can be masked by a gradient; `nil` for other operations.
  fileprivate var maskableClip: ClipHandle? {
    switch self {
    case .box(let box): box.clip
    case .composite(let composite): composite.blend == .normal ? composite.clip : nil
    case .shadow, .surface, .particles: nil
    }
  }

  /// The operation with another clip, which does not cover any of its pixels wholly.
  fileprivate func masked(by clip: ClipHandle) -> DrawOperation {
    switch self {
    case .box(var box):
      box.clip = clip
      box.isInnerOpaque = false
      box.innerCount = 0
      return .box(box)
    case .composite(var composite):
      composite.clip = clip
      return .composite(composite)
    case .shadow, .surface, .particles: return self
    }
  }
}
