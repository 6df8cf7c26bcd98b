// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import LaminaGeometry
import LaminaPlan

extension Flattener {
  /// Blurs the caster of a shadow, which is the innermost surface, and draws the shadow.
  ///
  ///     subtree ──► silhouette (alpha alone) ──► halved while sigma > 4 px ──► Gaussian ──► surface, tinted
  ///
  /// The last of these passes has a key, so renderers keep its pixels while nothing in the subtree changes.
  ///
  /// - Conformance: SHADOW-4, SHADOW-5
  mutating func end(_ cast: SurfaceShadow) {
    let members = surfaces.end().members
    let room = cast.room
    let touched = members.bounds.intersection(room.wanted)
    guard !touched.isEmpty else { return }
    guard hasRoom(for: cast.node) else { return }
    let region = touched.grown(by: 1)
    let output = touched.grown(by: room.margin).intersection(room.wanted)
    let isHard = room.sigma < 0.1
    let silhouette = addPass(members, region: region, format: .alpha16Float)
    if isHard { passes.keep(silhouette, in: resources) }
    var surface = SurfacePass(
      targetFromSurface: room.grid.targetFromSurface, pass: silhouette, halvings: 0, region: region)
    if !isHard {
      // The antialiasing of the silhouette has already blurred it by a pixel; the closed form includes that blur only
      // below a sigma of one and a half pixels.
      let counted = min(max(1.5 - room.sigma, 0), 1)
      let sigma = max(room.sigma * room.sigma - (1 - counted) / 12, 0).squareRoot()
      (surface.pass, surface.halvings) = addBlur(
        of: silhouette, sigma: sigma, region: output, extendsEdges: false, node: cast.node)
      surface.region = output
    }
    if cast.cast >= 0 { casts[cast.cast] = surface }
    draw(surface, of: cast)
  }

  /// Draws the shadow of a caster that was drawn before, at its place here.
  mutating func repeatShadow(_ cast: SurfaceShadow) {
    guard var surface = casts[cast.cast] else { return }
    surface.targetFromSurface = cast.room.grid.targetFromSurface
    draw(surface, of: cast)
  }

  private mutating func draw(_ surface: SurfacePass, of cast: SurfaceShadow) {
    draw(
      surface, tint: cast.shadow.color * cast.opacity, isSilhouette: true, clip: cast.clip, limit: cast.limit,
      node: cast.node)
  }
}
