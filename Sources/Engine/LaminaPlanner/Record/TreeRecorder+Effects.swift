// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import Foundation
import LaminaGeometry
import LaminaGraphics
import LaminaLayers
import LaminaPlan

// Layers with effects: masked, filtered, blended or rasterized. Such a layer with its subtree is one surface, to which
// the filters are applied, then the mask, and which is then blended with the pixels behind it (PAINT-1). If the mask is
// a plain shape or a gradient, and there are no other effects, no pass is needed.

/// The effects that are applied to a layer's surface at its end.
struct EffectChain {
  /// The filters and blending of the layer; plain if it has none.
  var effects = LayerEffects.plain
  /// The clips around the layer, which its members do not have: they clip the finished picture.
  var clip: ClipHandle = .none
  /// The pixels in which the finished picture may show.
  var limit: PixelRect
  /// The layer's own style, for its outline.
  var style: ResolvedStyle
  /// The mask's subtree, or -1.
  var maskTree: Int32 = -1
  /// The values that the mask inherits.
  var maskPlace: Inherited?
  /// Whether the mask has been begun: the innermost surface is then the mask's.
  var hasBegunMask = false
  /// A mask that consists of one gradient, with its shape.
  var maskLink: ClipShape?
  /// Whether the layer needs a pass of its own even if its parts do not overlap.
  var needsPass: Bool
  /// The grid that the layer is drawn on, if it is blurred or rasterized.
  var offscreen: OffscreenSurface?
  /// The opacity with which the finished picture is drawn.
  var opacity: Float = 1
  /// The requested pixels of the surrounding grid.
  var outerRegion = PixelRect.empty

  /// The grid that the layer is drawn on, if it differs from the surrounding one.
  var ownGrid: OffscreenSurface? { offscreen.flatMap { $0.isTarget ? nil : $0 } }
}

/// The background filters of a layer, which filter the pixels behind it.
struct BackdropFilter {
  var filters: [LayerFilter]
  /// The style of the layer; its clip and limit are the surrounding ones.
  var style: ResolvedStyle
  /// Whether the filtered pixels are the first element of the group that begins next; otherwise they lie behind the
  /// layer.
  var isInGroup: Bool
  /// The opacity of the filtered pixels, if they lie behind the layer.
  var opacity: Float
  /// The pixels that the surface behind the layer may hold.
  var region: PixelRect
}

extension TreeRecorder {
  /// Determines the effects of a layer's mask, filters and blending before the layer is drawn, and begins the surface
  /// of the layer's group.
  ///
  /// - Parameters:
  ///   - style: The style of the layer; its clip and limit become the ones of its parts.
  ///   - parent: The values that the layer inherits.
  ///   - targetFromLayer: The plane of the layer.
  ///   - group: The group of the layer; created if the layer needs one.
  /// - Returns: `false` if nothing of the layer can show.
  /// - Conformance: CLIP-5, GROUP-4, PAINT-1
  mutating func treat(
    _ style: inout ResolvedStyle, _ parent: Inherited, _ targetFromLayer: Homography, _ group: inout Group?
  ) -> Bool {
    guard decide(&style, parent, targetFromLayer, &group) else { return false }
    if group?.isTreated == true, let own = walk.chains.last?.ownGrid {
      list.beginApart(own.wanted)
    } else if group != nil {
      list.begin()
    }
    return true
  }

  /// Determines the effects of a layer.
  private mutating func decide(
    _ style: inout ResolvedStyle, _ parent: Inherited, _ targetFromLayer: Homography, _ group: inout Group?
  ) -> Bool {
    let index = Int(style.node)
    guard !nodes[index].properties.flags.contains(.keepsDepth) else { return true }
    var chain = EffectChain(clip: style.clip, limit: style.limit, style: style, needsPass: false)
    if nodes[index].effects >= 0 { takeEffects(of: index, into: &chain) }
    let rasterizes = nodes[index].properties.flags.contains(.shouldRasterize)
    chain.needsPass =
      !chain.effects.filters.isEmpty || chain.effects.blend != .normal || rasterizes
      || chain.effects.isIsolated
    var opacity: Float = 1
    if nodes[index].mask >= 0 {
      switch mask(nodes[index].mask, of: style, parent, targetFromLayer) {
      case .nothing: return false
      case .shape(let clip, let limit, let alpha):
        (chain.clip, chain.limit) = (clip, limit)
        opacity = alpha
      case .gradient(let link, let limit):
        chain.maskLink = link
        chain.limit = limit
      case .tree(let place):
        chain.maskTree = nodes[index].mask
        chain.maskPlace = place
        chain.needsPass = true
      }
    }
    let sigma = chain.effects.sigma
    if sigma > 0 || rasterizes {
      chain.offscreen = offscreenSurface(
        style.node, targetFromLayer: targetFromLayer, limit: chain.limit, sigma: sigma, isRaster: rasterizes)
      // Nothing of the layer shows, but its blend operator may still clear the pixels behind it.
      if chain.offscreen == nil, !chain.effects.blend.clearsBackdrop { return false }
    }
    let isTreated = chain.needsPass || chain.maskLink != nil
    let isGroup = isTreated || opacity < 1 || group != nil
    // The layer's own filters apply to its drawing only, which may have its own grid; background filters use the grid
    // around it.
    addBackdrop(
      chain, style, isInGroup: isGroup && chain.offscreen == nil, opacity: (group?.opacity ?? 1) * opacity)
    style.limit = chain.offscreen?.wanted ?? chain.limit
    style.clip = chain.needsPass ? .none : chain.clip
    if isGroup {
      group = Group(opacity: (group?.opacity ?? 1) * opacity, isTreated: isTreated)
    }
    if isTreated { walk.begin(chain) }
    return true
  }

  /// Records the background filters of a layer, if it has any.
  private mutating func addBackdrop(_ chain: EffectChain, _ style: ResolvedStyle, isInGroup: Bool, opacity: Float) {
    guard !chain.effects.backgroundFilters.isEmpty else { return }
    var style = style
    (style.clip, style.limit) = (chain.clip, chain.limit)
    list.append(
      BackdropFilter(
        filters: chain.effects.backgroundFilters, style: style, isInGroup: isInGroup, opacity: opacity,
        region: surfaceRegion))
  }

  /// The pixels that the current surface may hold.
  var surfaceRegion: PixelRect {
    walk.chains.last { $0.offscreen != nil && !$0.hasBegunMask }?.offscreen?.wanted ?? walk.surfaceRegion ?? region
  }

  /// Takes the effects of a layer; a mask has no blending and no background filters.
  private mutating func takeEffects(of index: Int, into chain: inout EffectChain) {
    chain.effects = snapshot.effects[Int(nodes[index].effects)]
    diagnostics.add(chain.effects.problems, node: index, in: snapshot)
    chain.effects.filters = chain.effects.filters.joiningBlurs
    chain.effects.backgroundFilters = chain.effects.backgroundFilters.joiningBlurs
    let parent = Int(nodes[index].parent)
    if parent >= 0, nodes[parent].mask == Int32(index) {
      chain.effects.blend = .normal
      chain.effects.backgroundFilters = []
    }
  }
}

extension [LayerFilter] {
  /// The filters with consecutive blurs joined into one: variances add.
  fileprivate var joiningBlurs: [LayerFilter] {
    var result: [LayerFilter] = []
    for filter in self {
      if let sigma = filter.blurSigma, let before = result.last?.blurSigma {
        result[result.count - 1] = .blur(sigma: (before * before + sigma * sigma).squareRoot())
      } else {
        result.append(filter)
      }
    }
    return result
  }
}

extension LayerEffects {
  /// Effects without filters and blending.
  static let plain = LayerEffects()

  /// The standard deviation of all blurs together; points.
  var sigma: Double {
    filters.compactMap(\.blurSigma).reduce(0) { $0 + $1 * $1 }.squareRoot()
  }
}
