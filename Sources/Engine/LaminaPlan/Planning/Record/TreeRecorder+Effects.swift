// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import Foundation
import LaminaGeometry
import LaminaGraphics
import LaminaLayers

// Layers that are more than drawn: masked, filtered, blended, rasterized. Such a layer with all in it is one surface,
// which goes through its filters, is masked, and then meets what is behind it (PAINT-1). Where a mask is a plain shape
// or a gradient, and nothing else is asked for, no pass is needed.

/// What becomes of a layer's surface where it ends.
struct EffectChain {
  /// The filters and blending of the layer; plain where it has none.
  var effects = LayerEffects.plain
  /// The clips around the layer, which members do not have: they cut the finished picture.
  var clip: ClipHandle = .none
  /// Where the finished picture may show.
  var limit: PixelRect
  /// The layer's own style, for its outline.
  var style: ResolvedStyle
  /// The mask's subtree, or -1.
  var maskTree: Int32 = -1
  /// What the mask inherits.
  var maskPlace: Inherited?
  /// Whether its mask is being drawn, or was: the innermost surface is the mask's then.
  var hasBegunMask = false
  /// A mask that is one gradient, with its shape.
  var maskLink: ClipShape?
  /// Whether the layer is a picture by itself even where its parts do not overlap.
  var needsPass: Bool
  /// The grid it is drawn on, where it is blurred or rasterized.
  var offscreen: OffscreenSurface?
  /// How much of it shows.
  var opacity: Float = 1
  /// The pixels that are wanted of the grid around it.
  var outerRegion = PixelRect.empty

  /// The grid that it is drawn on, where that is not the one around it.
  var ownGrid: OffscreenSurface? { offscreen.flatMap { $0.isTarget ? nil : $0 } }
}

/// A layer that filters what is behind it.
struct BackdropFilter {
  var filters: [LayerFilter]
  /// The layer; its clip and limit are those around it.
  var style: ResolvedStyle
  /// Whether what the filters make is the first thing in the group that begins next; else it lies behind the layer.
  var isInGroup: Bool
  /// How much of it shows, where it lies behind.
  var opacity: Float
  /// The pixels that the surface behind the layer may hold.
  var region: PixelRect
}

extension TreeRecorder {
  /// Sorts out what a layer's mask, filters and blending come to, before anything of it is drawn, and begins the
  /// surface of the group that it fades as.
  ///
  /// - Parameters:
  ///   - style: The layer; its clip and limit become those of its parts.
  ///   - parent: What it inherits.
  ///   - targetFromLayer: Its plane.
  ///   - group: The group that it fades as; made where it needs one.
  /// - Returns: `false` where nothing of it can show.
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

  /// Decides how a layer is treated.
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
      // Nothing shows, but an operator may still clear what is behind.
      if chain.offscreen == nil, !chain.effects.blend.clearsBackdrop { return false }
    }
    let isTreated = chain.needsPass || chain.maskLink != nil
    let isGroup = isTreated || opacity < 1 || group != nil
    // A layer's own filters are for what it draws, on a grid of its own perhaps: what is behind stays behind.
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

  /// Records that a layer filters what is behind it, where it does.
  private mutating func addBackdrop(_ chain: EffectChain, _ style: ResolvedStyle, isInGroup: Bool, opacity: Float) {
    guard !chain.effects.backgroundFilters.isEmpty else { return }
    var style = style
    (style.clip, style.limit) = (chain.clip, chain.limit)
    list.append(
      BackdropFilter(
        filters: chain.effects.backgroundFilters, style: style, isInGroup: isInGroup, opacity: opacity,
        region: surfaceRegion))
  }

  /// The pixels that the surface may hold that is being drawn into.
  var surfaceRegion: PixelRect {
    walk.chains.last { $0.offscreen != nil && !$0.hasBegunMask }?.offscreen?.wanted ?? walk.surfaceRegion ?? region
  }

  /// Takes a layer's filters; of those of a mask, neither blending nor background filters.
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
  /// With blurs that follow each other as the one that they come to: variances add.
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
  /// No filters, no blending.
  static let plain = LayerEffects()

  /// The standard deviation of all blurs together, points.
  var sigma: Double {
    filters.compactMap(\.blurSigma).reduce(0) { $0 + $1 * $1 }.squareRoot()
  }
}
