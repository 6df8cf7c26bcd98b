// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

public import LaminaGeometry
public import LaminaGraphics

/// The format in which a pass accumulates its pixels.
package enum PassFormat: UInt8, Sendable {
  /// 8 bits a component: exact enough for four translucent layers on a pixel.
  case rgba8
  /// 16-bit float a component, for deeper stacks and for the sources of blurs.
  case rgba16Float
  /// Alpha alone, 16-bit float: silhouettes.
  case alpha16Float
}

/// A name for the content of a pass: passes with the same key show the same pixels.
///
/// The key is made of all values of the pass's operations, sources included, so renderers may keep the pixels from
/// frame to frame.
package struct PassKey: Sendable, Hashable {
  package var high: Int
  package var low: Int

  package init(high: Int, low: Int) {
    self.high = high
    self.low = low
  }
}

/// The operations or filters that make the pixels of a pass.
package enum PassContent: Sendable, Equatable {
  /// Operations that are drawn one over the other, back to front.
  case draws(DrawList)
  /// Steps of filters, each of which makes its pixels from an earlier pass.
  case filters([FilterStep])

  /// The steps of filters that make the pass; none where operations are drawn.
  package var steps: [FilterStep] {
    switch self {
    case .draws: []
    case .filters(let steps): steps
    }
  }
}

/// One target that operations are drawn into, in painter's order, or that filters fill.
package struct RenderPass: Sendable, Equatable {
  /// The pixels of the canvas that the pass covers. The last pass covers `RenderPlan.region`.
  package var region: PixelRect
  package var format: PassFormat
  /// The colour of the target before the first operation, premultiplied.
  package var clear: SIMD4<Float>
  /// The operations or filters that make the pixels.
  package var content: PassContent
  /// The key of the pixels, if keeping them for later frames is worthwhile.
  package var key: PassKey?

  package init(region: PixelRect, format: PassFormat, clear: SIMD4<Float>, content: PassContent, key: PassKey? = nil) {
    self.key = key
    self.region = region
    self.format = format
    self.clear = clear
    self.content = content
  }

  /// The operations that are drawn into the pass; none where filters make it.
  package var draws: DrawList {
    get {
      switch content {
      case .draws(let draws): draws
      case .filters: DrawList()
      }
    }
    set { content = .draws(newValue) }
  }

  /// The number of operations or steps of the pass.
  package var count: Int {
    switch content {
    case .draws(let draws): draws.count
    case .filters(let steps): steps.count
    }
  }

  /// Whether additive particles may make sums of more light than 1.
  package var holdsSums: Bool {
    guard case .draws(let draws) = content else { return false }
    return draws.runs.contains { run in
      !run.isRecordedApart
        && run.draws.contains { if case .particles(let particles) = $0 { particles.isAdditive } else { false } }
    }
  }

  /// Calls `body` for each pass that this pass reads.
  package func forEachSource(_ body: (PassHandle) -> Void) {
    switch content {
    case .draws(let draws):
      for run in draws.runs where !run.isRecordedApart {
        let span = run.draws.span
        for index in span.indices where span[index].readsPass { span[index].forEachSource { pass, _ in body(pass) } }
      }
    case .filters(let steps): for step in steps { body(step.source) }
    }
  }
}

/// The operations that draw a picture, with all their numbers, independent of pixels and devices.
///
/// Made by `Planner` from a snapshot, run by `CPURenderer` or `GPURenderer`, printed by `lamina plan`.
/// All coordinates are target pixels of the whole canvas, y down; `region` is the part that is drawn.
public struct RenderPlan: Sendable {
  /// The size of the whole canvas.
  public package(set) var canvas: PixelSize
  /// The part of the canvas that this plan draws; the whole of it unless the canvas is rendered in tiles.
  public package(set) var region: PixelRect
  /// Passes in the order to run them. The last is the canvas; every other is drawn by a later composite.
  package var passes: [RenderPass]
  /// The vertices of the inner polygons of all draws that were not recorded by themselves, target pixels.
  package var innerVertices: [SIMD2<Float>]
  /// All clips, each naming the next outward.
  package var clips: [ClipShape]
  /// The area that each clip and all clips outward of it cover wholly, as far as it is known.
  package var clipInteriors = ClipInteriors()
  /// The pictures that operations draw, each once.
  package var images: [CGImage]
  /// The gradients that boxes are painted with.
  package var gradients: [GradientPaint] = []
  /// The stops of all gradients.
  package var gradientStops: [GradientContent.Stop] = []
  /// The maps of colours that composites apply.
  package var colorMaps: [ColorMap] = []
  /// The particles of all runs.
  package var particles: [Particle] = []
  /// The pictures that particles show.
  package var particlePictures: [ParticlePicture] = []
  /// The three-dimensional spaces that were sorted, in the order they were met.
  package var spaces: [SpaceRecord]
  /// The pieces of all spaces, each space's back to front.
  package var spacePieces: [SpacePieceRecord]
  /// The cuts of all pieces.
  package var spaceCuts: [SpaceCutRecord]
  /// The nodes of the single-sided layers of all spaces that face away, each space's in array order.
  package var layersFacingAway: [Int32] = []
  /// The requests of the tree that this plan leaves out.
  public package(set) var diagnostics: [Diagnostic]

  package init(
    canvas: PixelSize, region: PixelRect, passes: [RenderPass],
    innerVertices: [SIMD2<Float>], clips: [ClipShape], images: [CGImage], spaces: [SpaceRecord] = [],
    spacePieces: [SpacePieceRecord] = [], spaceCuts: [SpaceCutRecord] = [], diagnostics: [Diagnostic]
  ) {
    self.canvas = canvas
    self.region = region
    self.passes = passes
    self.innerVertices = innerVertices
    self.clips = clips
    self.images = images
    self.spaces = spaces
    self.spacePieces = spacePieces
    self.spaceCuts = spaceCuts
    self.diagnostics = diagnostics
  }
}

extension RenderPlan {
  /// The operations that are drawn into passes, pass by pass.
  package var draws: [DrawOperation] { passes.flatMap(\.draws) }

  /// The vertices of the inner polygons of a run of draws.
  package func vertices(of run: DrawList.Run) -> [SIMD2<Float>] { run.vertices ?? innerVertices }

  /// The number of operations and steps of filters.
  package var count: Int { passes.reduce(0) { $0 + $1.count } }

  /// Whether a clip, or a clip outward of it, has a gradient.
  ///
  /// A list has no more links than there are clips; a longer list contains a cycle.
  package func hasGradient(_ clip: ClipHandle) -> Bool {
    var link = clip
    for _ in clips.indices where clips.holds(link) {
      if clips[link].gradient.exists { return true }
      link = clips[link].parent
    }
    return false
  }
}
