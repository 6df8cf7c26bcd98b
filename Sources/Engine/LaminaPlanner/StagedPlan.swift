// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import LaminaGeometry
import LaminaGraphics
package import LaminaLayers
package import LaminaPlan

/// A plan, and the results of each stage of its planning.
package struct StagedPlan {
  /// The plan.
  package let plan: RenderPlan
  let trace: PlanTrace

  /// The results of a stage, as text for a reader or a test.
  ///
  /// - Parameter snapshot: The snapshot that the plan was made from, which gives the layers' paths.
  package func text(of stage: PlanStage, _ snapshot: TreeSnapshot) -> String {
    switch stage {
    case .skeleton: skeleton(snapshot)
    case .resolve: trace.layers.map { text(of: $0, snapshot) }.joined(separator: "\n")
    case .record: record(snapshot)
    case .rasterize: rasters(snapshot)
    case .flatten: plan.text(of: snapshot)
    }
  }

  private func text(of layer: PlanTrace.PlacedLayer, _ snapshot: TreeSnapshot) -> String {
    var parts = [layer.pixels.isEmpty ? "off the surface" : "\(layer.pixels)"]
    if !layer.isAffine { parts.append("perspective") }
    if layer.opacity < 1 { parts.append("opacity \(RenderPlan.number(layer.opacity))") }
    if layer.clip.exists { parts.append("clip \(layer.clip.number)") }
    return parts.joined(separator: ", ") + path(layer.node, snapshot)
  }

  private func path(_ node: Int32, _ snapshot: TreeSnapshot) -> String {
    node >= 0 && Int(node) < snapshot.layerCount ? "  \(snapshot.layerPath(of: Int(node)))" : ""
  }

  // MARK: surfaces

  private func skeleton(_ snapshot: TreeSnapshot) -> String {
    var outline = SurfaceOutline(canvas: "canvas \(plan.canvas) px")
    forEachStep { action, list in
      switch action {
      case .begin: outline.begin("")
      case .beginApart(let region): outline.begin(", on a grid of its own, \(region)")
      case .raster, .backdrop, .repeatShadow: break
      case .endGroup(let opacity, let node):
        outline.end("group, opacity \(RenderPlan.number(opacity))", path(node, snapshot))
      case .endChain(let index):
        let chain = list.chains[index]
        if chain.hasBegunMask { outline.end("mask", path(chain.style.node, snapshot)) }
        // For a surface that was begun apart, the line of its beginning already names the grid.
        outline.end(chain.summary(withGrid: false), path(chain.style.node, snapshot))
      case .endShadow(let index):
        let shadow = list.shadows[index]
        outline.end("shadow, sigma \(RenderPlan.number(Float(shadow.room.sigma))) px", path(shadow.node, snapshot))
      case .endCrossFade(let share, let node):
        outline.end("new contents, share \(RenderPlan.number(share))", path(node, snapshot))
        outline.end("old contents", path(node, snapshot))
      case .discard: outline.end("not drawn", "")
      }
    }
    return outline.lines.joined(separator: "\n")
  }

  // MARK: draws and steps

  private func record(_ snapshot: TreeSnapshot) -> String {
    var lines: [String] = []
    var depth = 0
    func add(_ text: String) { lines.append(String(repeating: "  ", count: depth) + text) }
    for (list, _) in trace.lists {
      var next = 0
      for step in list.steps {
        for index in next..<step.drawsBefore { add(plan.describe(list.draws[index], snapshot)) }
        next = step.drawsBefore
        switch step.action {
        case .endGroup, .endShadow, .discard: depth -= 1
        case .endCrossFade: depth -= 2
        case .endChain(let index): depth -= list.chains[index].hasBegunMask ? 2 : 1
        case .begin, .beginApart, .raster, .backdrop, .repeatShadow: break
        }
        add(text(of: step.action, list, snapshot))
        switch step.action {
        case .begin, .beginApart: depth += 1
        case .raster, .backdrop, .endGroup, .endChain, .endShadow, .repeatShadow, .endCrossFade, .discard: break
        }
      }
      for index in next..<list.draws.count { add(plan.describe(list.draws[index], snapshot)) }
    }
    return lines.joined(separator: "\n")
  }

  private func text(of action: DisplayList.Action, _ list: DisplayList, _ snapshot: TreeSnapshot) -> String {
    switch action {
    case .begin: return "begin"
    case .beginApart(let region): return "begin apart \(region)"
    case .raster(let index):
      let draw = list.rasters[index]
      return "raster of \(draw.request.summary)" + path(draw.node, snapshot)
    case .backdrop(let index):
      let backdrop = list.backdrops[index]
      return "backdrop through \(backdrop.filters.count) filters\(backdrop.isInGroup ? ", in the group" : "")"
        + path(backdrop.style.node, snapshot)
    case .endGroup(let opacity, let node):
      return "end group, opacity \(RenderPlan.number(opacity))" + path(node, snapshot)
    case .endChain(let index):
      let chain = list.chains[index]
      return "end \(chain.summary(withGrid: true))" + path(chain.style.node, snapshot)
    case .endShadow(let index):
      let shadow = list.shadows[index]
      return "end shadow, sigma \(RenderPlan.number(Float(shadow.room.sigma))) px" + path(shadow.node, snapshot)
    case .repeatShadow(let index):
      return "shadow again" + path(list.shadows[index].node, snapshot)
    case .endCrossFade(let share, let node):
      return "end contents, share of the new ones \(RenderPlan.number(share))" + path(node, snapshot)
    case .discard: return "end, not drawn"
    }
  }

  private func forEachStep(_ body: (DisplayList.Action, DisplayList) -> Void) {
    for (list, _) in trace.lists { for step in list.steps { body(step.action, list) } }
  }

  // MARK: rasters

  private func rasters(_ snapshot: TreeSnapshot) -> String {
    var lines: [String] = []
    for (list, rasters) in trace.lists {
      for (draw, raster) in zip(list.rasters, rasters) {
        lines.append("\(draw.request.summary): \(raster.summary)" + path(draw.node, snapshot))
      }
    }
    return lines.isEmpty ? "no paths or texts" : lines.joined(separator: "\n")
  }
}

/// An outline of nested surfaces, printed in the order of their beginnings although their kind is only known at their
/// ends.
private struct SurfaceOutline {
  private(set) var lines: [String]
  private var open: [(line: Int, grid: String)] = []

  init(canvas: String) { lines = [canvas] }

  mutating func begin(_ grid: String) {
    open.append((lines.count, grid))
    lines.append("")
  }

  mutating func end(_ text: String, _ path: String) {
    let depth = open.count
    guard let surface = open.popLast() else { return }
    lines[surface.line] = String(repeating: "  ", count: depth) + text + surface.grid + path
  }
}

extension EffectChain {
  /// A short description of the effects, with the grid of the surface if it is not described elsewhere.
  fileprivate func summary(withGrid: Bool) -> String {
    var parts: [String] = []
    if !effects.filters.isEmpty { parts.append("\(effects.filters.count) filters") }
    if maskTree >= 0 || maskLink != nil { parts.append("masked") }
    if effects.blend != .normal { parts.append("blended by \(effects.blend.name)") }
    if let offscreen {
      let kind = offscreen.isRaster ? "bitmap" : "drawn apart"
      let grid = offscreen.isTarget ? "the grid around it" : "a grid of its own"
      parts.append(withGrid || offscreen.isTarget ? "\(kind) on \(grid), \(offscreen.wanted)" : kind)
    }
    if opacity < 1 { parts.append("opacity \(RenderPlan.number(opacity))") }
    return (["effects"] + parts).joined(separator: ", ")
  }
}

extension RasterRequest {
  /// A short description of the requested raster.
  fileprivate var summary: String {
    let what: String
    switch subject {
    case .path(.fill): what = "path"
    case .path(.stroke): what = "line"
    case .path(.text), .text: what = "text"
    }
    let grid = grid.isExact ? "pixels of the surface" : "the layer's own texels"
    return "\(what), \(self.grid.region), \(grid)"
  }
}

extension Raster {
  /// A short description of the resulting picture.
  fileprivate var summary: String {
    if !picture.pieces.isEmpty { return "\(picture.pieces.count) pieces in \(picture.region)" }
    guard let image = picture.image else { return "nothing" }
    let bytes = image.bytesPerPixel == 1 ? "1 byte a texel" : "\(image.bytesPerPixel) bytes a texel"
    let solid = picture.solid.isEmpty ? "" : ", solid in \(picture.solid)"
    return "\(picture.region), \(bytes)\(solid)"
  }
}
