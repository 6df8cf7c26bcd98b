// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import LaminaGeometry
import LaminaGraphics
import LaminaPlan
import LaminaShaders
import LaminaSystem

extension GPURenderer {
  /// Turns the operations of a plan into instances and draw calls, without a device.
  ///
  /// A pass with opaque interiors starts with these, front to back, in an order of shaders, since the depth test makes
  /// any order correct. Then everything is drawn back to front, rejected where something in front is opaque. Each
  /// operation has two depths: the one of its interior is in front of the one of its edge, so that the interior safely
  /// rejects the edge.
  struct FrameBuilder {
    /// The most depths of a pass: above this, neighbouring depths would be the same 32-bit float.
    static let maximumDepths = 1 << 20

    let plan: RenderPlan
    let strategy: RenderStrategy
    /// For each picture of the plan, its place; `nil` if no operation draws it.
    let pictures: [PlacedPicture?]
    /// For each gradient of the plan, the place of its record.
    let gradients: [Int32]
    /// The table that shaders read; building a pass adds the records of its instances.
    var records: RecordTable
    /// The instances of all passes, in order of their draws.
    var instances: [Instance] = []
    /// The place of the plan's first map of colours.
    let firstColorMap: Int32
    /// Whether the driver's blend equations are used.
    var blendsAdvanced = false
    /// The costs of the device.
    let profile: DeviceProfile
    private let hasMaskingClips: Bool
    var shadowTables: ShadowTables
    /// The pass that is being built.
    var batches: [DrawBatch] = []
    var runs: [BoxRun] = []
    /// Whether the runs need more than one shader.
    var hasManyPrograms = false
    /// The pixels of the pass.
    private var region = PixelRect(minX: 0, minY: 0, maxX: 0, maxY: 0)
    var usesDepth = false
    /// Whether the pass keeps colours, not alpha alone.
    private(set) var storesColor = true
    private var depthStep: Float = 0

    init(
      _ plan: RenderPlan, strategy: RenderStrategy, pictures: [PlacedPicture?], gradients: [Int32],
      firstColorMap: Int32, records: RecordTable, shadowTables: ShadowTables, profile: DeviceProfile
    ) {
      self.plan = plan
      self.profile = profile
      self.shadowTables = shadowTables
      self.strategy = strategy
      self.pictures = pictures
      self.gradients = gradients
      self.firstColorMap = firstColorMap
      hasMaskingClips = plan.clips.contains { $0.gradient.exists }
      self.records = records
    }

    /// Whether a stack of clips holds a gradient.
    func hasMaskingClip(_ clip: ClipHandle) -> Bool { hasMaskingClips && plan.hasGradient(clip) }

    /// Adds a pass.
    ///
    /// - Parameters:
    ///   - continued: The pass whose target this pass continues, which its first operation would copy.
    ///   - needed: The pixels that are drawn; operations outside of them are left out. `nil` for all.
    ///   - meter: Once it reports that the picture takes too long, the rest of the pass is left out.
    ///   - isDrawn: Whether an earlier pass has pixels to composite.
    mutating func build(
      _ index: Int, continuing continued: Int?, needed: PixelRegion?, meter: LimitMeter, isDrawn: (Int) -> Bool
    ) -> PassDraws {
      let pass = plan.passes[index]
      batches = []
      region = pass.region
      storesColor = pass.format != .alpha16Float
      func isReadable(_ source: PassHandle) -> Bool {
        source.exists && source.index < index && isDrawn(source.index)
      }
      let operations: [DrawOperation]
      switch pass.content {
      case .draws(let draws): operations = draws
      case .filters(let steps):
        for step in steps where isReadable(step.source) {
          switch step {
          case .blur(let blur): addBlur(blur)
          }
        }
        return PassDraws(pass: index, continued: nil, clear: pass.clear, usesDepth: false, batches: batches)
      }
      if plan.isComputed(index, on: profile) {
        let tiles = tiles(of: pass, operations, needed, meter, isReadable: isReadable)
        return PassDraws(pass: index, continued: nil, clear: nil, usesDepth: false, batches: [], tiles: tiles)
      }
      let ground = continued == nil && strategy == .depth ? plan.ground(of: pass) : nil
      let first = ground.map { $0.operations } ?? (continued == nil ? 0 : 1)
      usesDepth =
        strategy == .depth && operations.count <= Self.maximumDepths
        && operations.dropFirst(first).contains(where: \.hidesBehind)
      depthStep = 1 / Float(operations.count + 1)
      if usesDepth { addInteriors(operations, from: first, needed) }
      for (order, operation) in operations.enumerated()
      where order >= first && needed?.intersects(operation.pixelBounds) ?? true {
        if order & 255 == 255, meter.isOutOfTime("drawing") { break }
        switch operation {
        case .box(let box): addEdges(of: box, depth: depth(order, isInterior: false))
        case .shadow(let shadow): addShadow(shadow, depth: depth(order, isInterior: false))
        case .composite(let composite):
          guard isReadable(composite.source) else { continue }
          // With a mask without pixels, nothing is drawn.
          guard !composite.mask.exists || isReadable(composite.mask) else { continue }
          addComposite(
            composite, depth: depth(order, isInterior: false), format: plan.passes[index].format)
        case .particles(let run): addParticles(run, depth: depth(order, isInterior: false))
        case .surface(let surface):
          guard isReadable(surface.source) else { continue }
          addSurface(surface, depth: depth(order, isInterior: false))
        }
      }
      flushRuns()
      let clear = continued == nil ? ground?.color ?? pass.clear : nil
      return PassDraws(pass: index, continued: continued, clear: clear, usesDepth: usesDepth, batches: batches)
    }

    /// Clip space: 1 is behind everything, -1 in front.
    ///
    /// - Parameter order: The operation's place in its pass, from the back.
    private func depth(_ order: Int, isInterior: Bool) -> Float {
      1 - Float(2 * order + (isInterior ? 2 : 1)) * depthStep
    }

    /// The shaders of interiors, the cheapest first.
    private static let interiorPrograms: [ShaderCatalog] = [
      .interiorFill, .boxTexels, .interiorPicture, .interiorGradient, .interiorLevels, .interior,
    ]

    private mutating func addInteriors(_ operations: [DrawOperation], from first: Int, _ needed: PixelRegion?) {
      var orders: [ShaderCatalog: [Int]] = [:]
      for order in stride(from: operations.count - 1, through: first, by: -1) {
        let operation = operations[order]
        guard case .box(let box) = operation, box.hidesBehind, needed?.intersects(box.pixelBounds) ?? true else {
          continue
        }
        if order + 1 < operations.count, plan.hides(operations[order + 1], box) { continue }
        orders[interiorProgram(for: box), default: []].append(order)
      }
      assert(orders.keys.allSatisfy(Self.interiorPrograms.contains), "an interior's program has no place in the order")
      for program in Self.interiorPrograms {
        let first = instances.count
        for order in orders[program] ?? [] {
          guard case .box(let box) = operations[order] else { continue }
          addInterior(of: box, depth: depth(order, isInterior: true))
        }
        addBatch(program, from: first, state: .opaque)
      }
    }

    /// Chooses the shaders of the boxes since the last composite.
    mutating func flushRuns() {
      if hasManyPrograms {
        switch strategy {
        case .depth: sortRuns()
        // One shader for both, since a painter's order is kept.
        case .painter where runs.contains { $0.program == .shadow }:
          for index in runs.indices where runs[index].program == .box { runs[index].program = .shadow }
        case .painter: break
        }
      }
      for run in BoxRun.merged(runs) {
        batches.append(
          DrawBatch(program: run.program, instances: run.instances, state: blending))
      }
      runs.removeAll(keepingCapacity: true)
      hasManyPrograms = false
    }

    /// Groups runs by shader.
    private mutating func sortRuns() {
      runs = BoxRun.joined(runs)
      // Few draws are not worth sorting.
      if runs.count <= 8 { return }
      runs = BoxLevels.group(runs, in: region, instances: &instances)
    }

    /// The draw state of everything except opaque interiors.
    var blending: DrawState { usesDepth ? .blendedInFront : .blended }

    /// Draws the instances since `first` with one program, if there are any.
    mutating func addBatch(_ program: ShaderCatalog, from first: Int, state: DrawState, source: Int? = nil) {
      guard instances.count > first else { return }
      batches.append(
        DrawBatch(program: program, instances: first..<instances.count, state: state, source: source))
    }

    /// The place of a box's gradient.
    func gradient(of box: BoxOperation) -> Int32? {
      gradients.indices.contains(box.gradient.index) ? gradients[box.gradient.index] : nil
    }

    /// The place of a box's picture.
    func picture(of box: BoxOperation) -> PlacedPicture? {
      pictures.indices.contains(box.image.index) ? pictures[box.image.index] : nil
    }
  }
}
