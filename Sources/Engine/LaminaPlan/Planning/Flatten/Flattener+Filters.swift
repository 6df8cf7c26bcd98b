// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import Foundation
import LaminaGeometry
import LaminaGraphics
package import LaminaLayers

/// What a layer has drawn so far, on its way through filters to the target: operations that no pass holds yet, and the
/// maps of colours that the next pass applies.
struct SurfaceContent {
  var members: [DrawOperation]
  var colors: [ColorMatrix] = []
  /// Whether the members are one finished pass, drawn as it is.
  var isFinished = false

  /// The pixels it touches.
  var bounds: PixelRect { members.bounds }

  /// Its one finished pass drawn straight onto the target; `nil` where it is more than that, and none where nothing
  /// shows.
  ///
  /// - Parameters:
  ///   - clip: Where it shows.
  ///   - whole: Pixels that lie wholly inside the clip, where some are known.
  ///   - isOpaque: Whether all of the pass is known to be opaque.
  func composited(
    opacity: Float = 1, clip: ClipHandle, inside whole: PixelRect = .empty, limit: PixelRect, isOpaque: Bool = false
  ) -> [DrawOperation]? {
    guard isFinished, colors.isEmpty, members.count <= 1 else { return nil }
    guard let member = members.first else { return [] }
    switch member.fading(by: opacity) {
    case .composite(var composite):
      composite.clip = clip
      composite.pixelBounds = composite.pixelBounds.intersection(limit)
      return composite.pixelBounds.isEmpty ? [] : [.composite(composite)]
    case .surface(var surface):
      surface.clip = clip
      surface.pixelBounds = surface.pixelBounds.intersection(limit)
      surface.wholePixels = whole.intersection(surface.pixelBounds)
      surface.isOpaque = isOpaque && surface.tint == SIMD4(repeating: 1)
      return surface.pixelBounds.isEmpty ? [] : [.surface(surface)]
    case .box, .shadow, .particles: return nil
    }
  }

  /// The pass that it shows pixel for pixel, where that is all, and its pixels are those that `region` holds; others
  /// beside them change nothing for a blur that goes on outside of it.
  ///
  /// - Parameter passes: All passes so far.
  func shownPass(of passes: PassTable) -> PassHandle? {
    guard colors.isEmpty, members.count == 1, let composite = members[0].plainComposite,
      passes[composite.source].format != .alpha16Float
    else { return nil }
    return composite.source
  }

  /// Adds a map; maps that need no clamping between are one.
  mutating func add(_ matrix: ColorMatrix) {
    if let last = colors.last, last.keepsRange {
      colors[colors.count - 1] = last.followed(by: matrix)
    } else {
      colors.append(matrix)
    }
  }
}

extension Flattener {
  /// Takes a picture through filters, in order.
  ///
  /// - Parameters:
  ///   - scale: Pixels a point, of the grid that the picture is on.
  ///   - wanted: The pixels of that grid that may show.
  ///   - extendsEdges: Whether the picture goes on outside of its edge.
  mutating func apply(
    _ filters: [LayerFilter], to picture: inout SurfaceContent, scale: Double, wanted: PixelRect, extendsEdges: Bool,
    node: Int32
  ) {
    for (index, filter) in filters.enumerated() {
      switch filter {
      case .color(let matrix): picture.add(matrix)
      case .blur(let sigma):
        // What later blurs read beside the pixels that may show is made, too: it is not the edge that goes on there.
        let around = extendsEdges ? Self.margin(of: filters[(index + 1)...], scale: scale) : 0
        blur(
          &picture, sigma: sigma * scale, wanted: wanted.grown(by: around), extendsEdges: extendsEdges, node)
      }
    }
  }

  /// How many pixels beside those that may show some filters read, one after the other.
  ///
  /// - Parameter scale: Pixels a point.
  static func margin(of filters: some Sequence<LayerFilter>, scale: Double) -> Int32 {
    filters.reduce(Int32(0)) { margin, filter in
      guard let sigma = filter.blurSigma else { return margin }
      return margin + Int32(clamping: min((sigma * scale * Double(BlurFilter.reach)).rounded(.up), 0x1p20)) + 2
    }
  }

  private mutating func blur(
    _ picture: inout SurfaceContent, sigma: Double, wanted: PixelRect, extendsEdges: Bool, _ node: Int32
  ) {
    // Less is no blur, but the rounding of one.
    guard sigma >= 0.1 else { return }
    let touched = picture.bounds
    let region = extendsEdges ? touched : touched.intersection(wanted).grown(by: 1)
    guard !touched.intersection(wanted).isEmpty || extendsEdges else {
      picture = SurfaceContent(members: [])
      return
    }
    let margin = Int32(clamping: min((sigma * Double(BlurFilter.reach)).rounded(.up), 0x1p22)) + 2
    let output = extendsEdges ? wanted : touched.grown(by: margin).intersection(wanted)
    let members = recolored(&picture)
    let shown = extendsEdges ? picture.shownPass(of: passes) : nil
    let source = shown ?? addPass(members, region: region, format: .rgba16Float)
    let (pass, halvings) = addBlur(
      of: source, sigma: sigma, region: output, extendsEdges: extendsEdges, node: node)
    picture = SurfaceContent(members: composite(pass, halvings: halvings, region: output, node), isFinished: true)
  }

  /// The members with their maps of colours applied.
  private mutating func recolored(_ picture: inout SurfaceContent) -> [DrawOperation] {
    guard !picture.colors.isEmpty else { return picture.members }
    let bounds = picture.bounds
    let source = addPass(picture.members, region: bounds, format: .rgba16Float)
    var composite = CompositeOperation(source: source, pixelBounds: bounds, opacity: 1, clip: .none, node: -1)
    composite.colors = resources.add(picture.colors)
    picture.colors = []
    return [.composite(composite)]
  }

  /// Operations that draw a finished pass onto its own grid.
  private mutating func composite(_ pass: PassHandle, halvings: Int, region: PixelRect, _ node: Int32)
    -> [DrawOperation]
  {
    guard halvings > 0 else {
      return [.composite(CompositeOperation(source: pass, pixelBounds: region, opacity: 1, clip: .none, node: node))]
    }
    let surface = SurfacePass(targetFromSurface: .identity, pass: pass, halvings: halvings, region: region)
    return composite(surface, limit: region, node)
  }

  /// Operations that draw a surface.
  private mutating func composite(_ surface: SurfacePass, isNearest: Bool = false, limit: PixelRect, _ node: Int32)
    -> [DrawOperation]
  {
    surfaces.begin()
    draw(
      surface, tint: SIMD4(repeating: 1), isSilhouette: false, isNearest: isNearest, clip: .none, limit: limit,
      node: node
    )
    return surfaces.end().draws
  }

  /// Lays a picture that is on a grid of its own on the target.
  ///
  /// - Conformance: GROUP-2
  mutating func composite(
    _ picture: inout SurfaceContent, by offscreen: OffscreenSurface, limit: PixelRect, node: Int32
  ) {
    let bounds = picture.bounds.intersection(offscreen.wanted)
    guard !bounds.isEmpty else { return picture.members = [] }
    let members = recolored(&picture)
    // A pixel more on all sides, where the edge fades when it is sampled.
    let region = offscreen.isTarget ? bounds : bounds.grown(by: 1)
    var pass = addPass(members, region: region, format: nil)
    if offscreen.isRaster { passes.keep(pass, in: resources) }
    if offscreen.isTarget {
      let composite = CompositeOperation(source: pass, pixelBounds: bounds, opacity: 1, clip: .none, node: node)
      picture = SurfaceContent(members: [.composite(composite)], isFinished: true)
      return
    }
    var half = region
    for _ in 0..<offscreen.halvings {
      half = half.halved.grown(by: 1)
      let step = BlurFilter(
        source: pass, step: .halve, pixelSigma: 0, extendsEdges: false, pixelBounds: half, node: node)
      pass = addPass(.blur(step), format: .rgba16Float)
    }
    let surface = SurfacePass(
      targetFromSurface: offscreen.grid.targetFromSurface, pass: pass, halvings: offscreen.halvings, region: region)
    picture = SurfaceContent(
      members: composite(surface, isNearest: offscreen.isNearest, limit: limit, node), isFinished: true)
  }

  /// The pass that holds a picture: its own where it is one already.
  ///
  /// - Parameter region: The pixels that it has to hold.
  mutating func pass(of picture: SurfaceContent, region: PixelRect, format: PassFormat?) -> PassHandle {
    if picture.isFinished, picture.members.count == 1, let composite = picture.members[0].composite,
      composite.isSimple, passes[composite.source].region.contains(region)
    {
      return composite.source
    }
    return addPass(picture.members, region: region, format: format)
  }
}

extension LayerFilter {
  /// The standard deviation of a blur, points; `nil` of what maps each pixel by itself.
  package var blurSigma: Double? {
    switch self {
    case .blur(let sigma): sigma
    case .color: nil
    }
  }
}
