// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import Foundation
import LaminaGeometry
import LaminaGraphics
package import LaminaLayers
import LaminaPlan

/// The picture of a layer on its way through filters to the target: operations that are not in a pass yet, and the
/// maps of colours that the next pass applies.
struct SurfaceContent {
  var members: [DrawOperation]
  var colors: [ColorMap] = []
  /// Whether the members only draw one finished pass.
  var isFinished = false

  /// The pixels that the picture touches.
  var bounds: PixelRect { members.bounds }

  /// The picture's one finished pass, drawn directly onto the target; `nil` if the picture contains more than that, and
  /// empty if nothing shows.
  ///
  /// - Parameters:
  ///   - clip: The clip of the picture.
  ///   - whole: Pixels that lie wholly inside the clip, if any are known.
  ///   - isOpaque: Whether the whole pass is known to be opaque.
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

  /// The pass that the picture shows pixel for pixel, if the picture consists only of that pass. Further pixels of the
  /// pass make no difference to a blur that extends the edges of its source.
  ///
  /// - Parameter passes: All passes so far.
  func shownPass(of passes: PassTable) -> PassHandle? {
    guard colors.isEmpty, members.count == 1, let composite = members[0].plainComposite,
      passes[composite.source].format != .alpha16Float
    else { return nil }
    return composite.source
  }

  /// Adds a map of colours, joined with the one before where both are one map.
  mutating func add(_ map: ColorMap) {
    let joined = colors.last?.followed(by: map)
    if joined != nil { colors.removeLast() }
    colors.append(joined ?? map)
  }
}

extension Flattener {
  /// Applies filters to a picture, in order.
  ///
  /// - Parameters:
  ///   - scale: The pixels per point of the grid that the picture is on.
  ///   - wanted: The requested pixels of that grid.
  ///   - extendsEdges: Whether the picture's edge pixels continue outside of it.
  mutating func apply(
    _ filters: [LayerFilter], to picture: inout SurfaceContent, scale: Double, wanted: PixelRect, extendsEdges: Bool,
    node: Int32
  ) {
    for (index, filter) in filters.enumerated() {
      switch filter {
      case .color(let map): picture.add(map)
      case .blur(let sigma):
        // Pixels that later blurs read around the requested ones are made too, since the edge of the picture does not
        // lie there.
        let around = extendsEdges ? Self.margin(of: filters[(index + 1)...], scale: scale) : 0
        blur(
          &picture, sigma: sigma * scale, wanted: wanted.grown(by: around), extendsEdges: extendsEdges, node)
      }
    }
  }

  /// The number of pixels around the requested ones that consecutive filters read.
  ///
  /// - Parameter scale: The pixels per point.
  static func margin(of filters: some Sequence<LayerFilter>, scale: Double) -> Int32 {
    filters.reduce(Int32(0)) { margin, filter in
      guard let sigma = filter.blurSigma else { return margin }
      return margin + Int32(clamping: min((sigma * scale * Double(BlurFilter.reach)).rounded(.up), 0x1p20)) + 2
    }
  }

  private mutating func blur(
    _ picture: inout SurfaceContent, sigma: Double, wanted: PixelRect, extendsEdges: Bool, _ node: Int32
  ) {
    // A smaller sigma does not blur visibly, and only adds rounding errors.
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

  /// The operations that draw a finished pass onto its own grid.
  private mutating func composite(_ pass: PassHandle, halvings: Int, region: PixelRect, _ node: Int32)
    -> [DrawOperation]
  {
    guard halvings > 0 else {
      return [.composite(CompositeOperation(source: pass, pixelBounds: region, opacity: 1, clip: .none, node: node))]
    }
    let surface = SurfacePass(targetFromSurface: .identity, pass: pass, halvings: halvings, region: region)
    return composite(surface, limit: region, node)
  }

  /// The operations that draw a surface.
  private mutating func composite(_ surface: SurfacePass, isNearest: Bool = false, limit: PixelRect, _ node: Int32)
    -> [DrawOperation]
  {
    surfaces.begin()
    draw(
      surface, tint: SIMD4(repeating: 1), isSilhouette: false, isNearest: isNearest, clip: .none, limit: limit,
      node: node
    )
    return surfaces.end().members
  }

  /// Draws a picture that is on its own grid onto the target.
  ///
  /// - Conformance: GROUP-2
  mutating func composite(
    _ picture: inout SurfaceContent, by offscreen: OffscreenSurface, limit: PixelRect, node: Int32
  ) {
    let bounds = picture.bounds.intersection(offscreen.wanted)
    guard !bounds.isEmpty else { return picture.members = [] }
    let members = recolored(&picture)
    // One more pixel on all sides, over which the edge fades when it is sampled.
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

  /// The pass that holds a picture: an existing one if the picture only shows that pass.
  ///
  /// - Parameter region: The pixels that the pass has to contain.
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
  /// The standard deviation of a blur, in points; `nil` for filters of single pixels.
  package var blurSigma: Double? {
    switch self {
    case .blur(let sigma): sigma
    case .color: nil
    }
  }
}
