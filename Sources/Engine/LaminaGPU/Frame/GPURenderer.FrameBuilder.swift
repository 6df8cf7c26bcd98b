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
  ///
  /// One walk reads each operation in place and adds its interior and its edges. Boxes and shadows are passed on by
  /// pointer, and small methods that do not change the builder are inlined: arguments of these sizes would be copied.
  struct FrameBuilder {
    /// The most depths of a pass: above this, neighbouring depths would be the same 32-bit float.
    static let maximumDepths = 1 << 20

    let plan: RenderPlan
    let strategy: RenderStrategy
    /// The passes that are drawn in tiles.
    let computed: ComputedPasses
    let pictures: PlacedPictures
    /// For each gradient of the plan, the place of its record.
    let gradients: [Int32]
    /// The table that shaders read; building a pass adds the records of its instances.
    var records: RecordTable
    /// The lists that are built, whose memory is kept from frame to frame.
    var lists: FrameLists
    /// The place of the plan's first map of colours.
    let firstColorMap: Int32
    /// Whether the driver's blend equations are used.
    var blendsAdvanced = false
    /// Whether compute shaders make the steps of blurs.
    var computesBlurs = false
    /// The greatest number of threads that build a pass.
    var threads = 1
    /// The steps that depend on the draws before, where a piece of a pass is built apart; `nil` where they are taken at
    /// once.
    var steps: [BuildStep]?
    /// The fragments that are kept from frame to frame; `nil` if the frame does not draw them whole.
    var keptPieces: KeptPieces?
    /// The costs of the device.
    let profile: DeviceProfile
    private let hasMaskingClips: Bool
    private let clipCount: Int
    var shadowTables: ShadowTables
    /// The pass that is being built.
    var batches: [DrawBatch] = []
    /// The vertices of all inner polygons; valid while a pass is being built.
    var vertices = UnsafeBufferPointer<SIMD2<Float>>(start: nil, count: 0)
    /// The opaque interior that was added last, the list that it is in, and its first instance there.
    var lastInterior: (interior: OpaqueInterior, kind: InteriorKind, first: Int)?
    /// The index of the pass that is being built, and whether it has additive particles; `nil` until this is asked for.
    private var pass: (index: Int, holdsSums: Bool?) = (0, nil)
    /// Whether the runs need more than one shader.
    var hasManyPrograms = false
    /// The pixels of the pass.
    private var region = PixelRect(minX: 0, minY: 0, maxX: 0, maxY: 0)
    var usesDepth = false
    /// The formats of the pass, if it is drawn in tiles.
    var tileFormats = TileFormats()
    /// Whether the pass keeps colours, not alpha alone.
    private(set) var storesColor = true
    /// The difference between neighbouring depths of the pass.
    var depthStep: Float = 0
    /// The lengths of the stacks of the plan's clips.
    private(set) lazy var clipLengths = ClipLengths(plan.clips)

    init(
      _ plan: RenderPlan, strategy: RenderStrategy, computed: ComputedPasses, pictures: PlacedPictures,
      gradients: [Int32],
      firstColorMap: Int32, records: RecordTable, shadowTables: ShadowTables, lists: FrameLists, profile: DeviceProfile
    ) {
      self.plan = plan
      self.profile = profile
      self.shadowTables = shadowTables
      self.lists = lists
      self.strategy = strategy
      self.computed = computed
      self.pictures = pictures
      self.gradients = gradients
      self.firstColorMap = firstColorMap
      hasMaskingClips = plan.clips.contains { $0.gradient.exists }
      clipCount = plan.clips.count
      self.records = records
    }

    /// Whether a stack of clips holds a gradient.
    @inline(__always) mutating func hasMaskingClip(_ clip: ClipHandle) -> Bool {
      hasMaskingClips && hasGradient(clip)
    }

    /// Apart from the check before it, so that the plan is not copied to ask it; mutating, so that the builder is not.
    @inline(never) private mutating func hasGradient(_ clip: ClipHandle) -> Bool { plan.hasGradient(clip) }

    /// The place of a clip; -1 for none, and for a clip that does not exist.
    @inline(__always) func place(of clip: ClipHandle) -> Int32 {
      clip.exists && clip.index < clipCount ? RecordTable.place(of: clip) : -1
    }

    /// Adds a pass.
    ///
    /// - Parameters:
    ///   - continued: The pass whose target this pass continues, which its first operation would copy.
    ///   - needed: The pixels that are drawn; `nil` for all.
    ///   - chosen: The operations that are drawn, all that may touch these pixels; `nil` for all.
    ///   - meter: Once it reports that the picture takes too long, the rest of the pass is left out.
    ///   - isDrawn: Whether an earlier pass has pixels to composite.
    mutating func build(
      _ index: Int, continuing continued: Int?, needed: PixelRegion?, chosen: [Int32]?, meter: LimitMeter,
      isDrawn: (Int) -> Bool
    ) -> PassDraws {
      let pass = plan.passes[index]
      batches = []
      (region, usesDepth, storesColor) = (pass.region, false, pass.format != .alpha16Float)
      self.pass = (index, nil)
      func isReadable(_ source: PassHandle) -> Bool {
        source.exists && source.index < index && isDrawn(source.index)
      }
      switch pass.content {
      case .draws(let draws):
        if computed[index] {
          let parts = draws.parts(of: chosen)
          let kept = keptRecords(of: parts, of: draws.count, meter)
          let known = kept.isEmpty ? addRecordsOnThreads(parts, of: draws.count, meter) : kept
          let tiles = tiles(of: index, draws, known: known, needed, chosen, meter, isReadable: isReadable)
          return PassDraws(pass: index, continued: nil, clear: nil, usesDepth: false, batches: [], tiles: tiles)
        }
        let ground = continued == nil && strategy == .depth ? plan.ground(of: pass) : nil
        let first = ground?.operations ?? (continued == nil ? 0 : 1)
        add(draws, from: first, chosen, format: pass.format, meter, isReadable)
        let clear = continued == nil ? ground?.color ?? pass.clear : nil
        return PassDraws(pass: index, continued: continued, clear: clear, usesDepth: usesDepth, batches: batches)
      case .filters(let steps):
        let blurs = steps.compactMap { step in
          switch step {
          case .blur(let blur): isReadable(blur.source) && !blur.pixelBounds.isEmpty ? blur : nil
          }
        }
        if computesBlurs, pass.format != .rgba8 { return computed(index, blurs, needed: needed) }
        for blur in blurs { addBlur(blur) }
        return PassDraws(pass: index, continued: nil, clear: pass.clear, usesDepth: false, batches: batches)
      }
    }

    /// Whether the pass has additive particles, drawn or not: a part of it is to be drawn as the whole is.
    mutating func holdsSums() -> Bool {
      if let known = pass.holdsSums { return known }
      let holdsSums = plan.passes[pass.index].holdsSums
      pass.holdsSums = holdsSums
      return holdsSums
    }

    /// Calls `body` with the builder and the operations of a run, which it reads in place together with their inner
    /// polygons.
    mutating func read<Result>(
      _ run: DrawList.Run, _ body: (inout Self, UnsafeBufferPointer<DrawOperation>) -> Result
    ) -> Result {
      // Held by themselves, since the builder changes while they are read.
      plan.vertices(of: run).withUnsafeBufferPointer { vertices in
        self.vertices = vertices
        defer {
          self.vertices = UnsafeBufferPointer(start: nil, count: 0)
          // It refers to the vertices.
          lastInterior = nil
        }
        return run.draws.withUnsafeBufferPointer { body(&self, $0) }
      }
    }

    /// Adds the operations of a pass.
    ///
    /// - Parameters:
    ///   - first: The first operation that is drawn.
    ///   - chosen: The operations that are drawn, in their order; `nil` for all.
    private mutating func add(
      _ operations: DrawList, from first: Int, _ chosen: [Int32]?, format: PassFormat, _ meter: LimitMeter,
      _ isReadable: (PassHandle) -> Bool
    ) {
      let (count, parts) = (operations.count, operations.parts(of: chosen))
      usesDepth = strategy == .depth && count <= Self.maximumDepths && parts.contains { $0.hidesBehind(from: first) }
      depthStep = 1 / Float(count + 1)
      let way = KeptPieces.Way.draws(usesDepth: usesDepth)
      if keepsMost(of: parts, way) || !addOnThreads(parts, from: first, meter) {
        for (index, part) in parts.enumerated() where index % 16 > 0 || !meter.isOutOfTime("drawing") {
          if addKept(part, from: first, meter) { continue }
          read(part.run) { $0.add(part, part.places, $1, from: first, format: format, meter, isReadable) }
        }
      }
      flushRuns()
      if strategy == .depth { batches = DrawBatch.joined(batches, in: region, lists.instances) }
      batches.insert(contentsOf: takeInteriors(), at: 0)
    }

    /// Adds some operations of a run.
    mutating func add(
      _ part: DrawList.Part, _ places: Range<Int>, _ operations: UnsafeBufferPointer<DrawOperation>, from first: Int,
      format: PassFormat, _ meter: LimitMeter, _ isReadable: (PassHandle) -> Bool
    ) {
      guard let base = operations.baseAddress else { return }
      for place in places {
        if (place - part.places.lowerBound) % Self.pieceLength == 0 {
          // Where a pass is built on several threads, another one may begin here.
          lastInterior = nil
          if place > places.lowerBound, meter.isOutOfTime("drawing") { break }
        }
        let offset = part.offset(place)
        let order = part.run.first + offset
        guard order >= first else { continue }
        let operation = base + offset
        let depth = depth(order, isInterior: false)
        if let box = operation.box {
          addBox(box, at: order)
          continue
        }
        if let shadow = operation.shadow {
          addShadow(shadow, depth: depth)
          continue
        }
        switch operation.pointee {
        case .box, .shadow: break
        case .composite(let composite):
          // With a mask without pixels, nothing is drawn.
          guard isReadable(composite.source), !composite.mask.exists || isReadable(composite.mask) else { continue }
          addComposite(composite, depth: depth, format: format)
        case .particles(let run): addParticles(run, depth: depth)
        case .surface(let surface): if isReadable(surface.source) { addSurface(surface, depth: depth) }
        }
      }
    }

    /// Adds a box: its interior and its edges.
    @inline(never) private mutating func addBox(_ box: UnsafePointer<BoxOperation>, at order: Int) {
      var lowered = lowered(box)
      if usesDepth, lowered.hidesBehind { addInterior(of: &lowered, depth: depth(order, isInterior: true)) }
      addEdges(of: &lowered, depth: depth(order, isInterior: false))
    }

    /// Clip space: 1 is behind everything, -1 in front.
    ///
    /// - Parameter order: The operation's place in its pass, from the back.
    @inline(__always) private func depth(_ order: Int, isInterior: Bool) -> Float {
      1 - Float(2 * order + (isInterior ? 2 : 1)) * depthStep
    }

    /// The draws of the interiors of the pass, front to back for each shader.
    private mutating func takeInteriors() -> [DrawBatch] {
      var result: [DrawBatch] = []
      lastInterior = nil
      for kind in InteriorKind.allCases where !lists.interiors[kind.rawValue].isEmpty {
        let first = lists.instances.count
        lists.instances.append(reversed: lists.interiors[kind.rawValue])
        lists.interiors[kind.rawValue].removeAll()
        result.append(
          DrawBatch(program: kind.program, instances: first..<lists.instances.count, state: .opaque))
      }
      return result
    }

    /// Chooses the shaders of the boxes since the last composite.
    mutating func flushRuns() {
      guard steps == nil else {
        steps?.append(.flush)
        return
      }
      guard !lists.runs.isEmpty else { return }
      if hasManyPrograms {
        switch strategy {
        case .depth: sortRuns()
        // One shader for both, since a painter's order is kept.
        case .painter where lists.runs.contains { $0.program == .shadow }:
          for index in lists.runs.indices where lists.runs[index].program == .box {
            lists.runs[index].program = .shadow
          }
        case .painter: break
        }
      }
      for run in BoxRun.merged(lists.runs) {
        batches.append(
          DrawBatch(program: run.program, instances: run.instances, state: blending, bounds: run.bounds))
      }
      lists.runs.removeAll(keepingCapacity: true)
      hasManyPrograms = false
    }

    /// Groups runs by shader.
    private mutating func sortRuns() {
      lists.runs = BoxRun.joined(lists.runs)
      // Few draws are not worth sorting.
      if lists.runs.count <= 8 { return }
      lists.runs = BoxRun.grouped(lists.runs, in: region, lists.instances)
    }

    /// The instance that was added last.
    var lastInstance: Range<Int> { lists.instances.count - 1..<lists.instances.count }

    /// The draw state of everything except opaque interiors.
    var blending: DrawState { usesDepth ? .blendedInFront : .blended }

    /// Draws the instances since `first` with one program, if there are any.
    ///
    /// - Parameter bounds: The pixels that they may touch; `nil` for all of the pass.
    mutating func addBatch(
      _ program: ShaderCatalog, from first: Int, state: DrawState, source: Int? = nil, bounds: PixelRect? = nil
    ) {
      guard lists.instances.count > first else { return }
      let batch = DrawBatch(
        program: program, instances: first..<lists.instances.count, state: state, bounds: bounds, source: source)
      if steps == nil { batches.append(batch) } else { steps?.append(.batch(batch)) }
    }
  }
}

extension DrawList.Part {
  /// Whether one of the operations is a box with opaque pixels, from an index of the list on.
  fileprivate func hidesBehind(from first: Int) -> Bool {
    run.draws.withUnsafeBufferPointer { draws in
      guard let base = draws.baseAddress else { return false }
      return places.contains { run.first + offset($0) >= first && (base + offset($0)).pointee.hidesBehind }
    }
  }
}

/// The shaders of opaque interiors, the cheapest first, in the order in which they draw.
enum InteriorKind: Int, CaseIterable {
  case fill, texels, picture, gradient, levels, general

  var program: ShaderCatalog {
    switch self {
    case .fill: .interiorFill
    case .texels: .boxTexels
    case .picture: .interiorPicture
    case .gradient: .interiorGradient
    case .levels: .interiorLevels
    case .general: .interior
    }
  }
}

/// The lists that a builder fills; their memory is kept from frame to frame.
struct FrameLists {
  /// The instances of all passes.
  var instances = InstanceList()
  /// The opaque interiors of the pass that is being built, back to front, by their kind.
  var interiors = InlineArray<6, InstanceList> { _ in InstanceList() }
  /// The runs of the pass whose shaders are not chosen yet.
  var runs: [BoxRun] = []
  /// The lists of a pass of tiles.
  var tiles = TileLists()
  /// The lists of the threads that help.
  private var ofThreads: [FrameLists] = []

  /// Takes the empty lists of a thread that helps.
  ///
  /// - Parameter count: The number of operations of all threads, for which each has room: which thread takes how many
  ///   of them is not known.
  mutating func takeLists(ofThread number: Int, expecting count: Int) -> FrameLists {
    while ofThreads.count <= number { ofThreads.append(FrameLists()) }
    var lists = ofThreads[number].take()
    lists.instances.makeRoom(for: count)
    for index in lists.interiors.indices { lists.interiors[index].makeRoom(for: count) }
    return lists
  }

  /// Takes the lists of a thread back, for the next pass.
  mutating func giveBack(_ lists: inout FrameLists, ofThread number: Int) { swap(&ofThreads[number], &lists) }

  /// Takes the memory out for the next frame, and empties it.
  mutating func take() -> FrameLists {
    var taken = FrameLists()
    swap(&taken, &self)
    taken.instances.removeAll()
    for index in taken.interiors.indices { taken.interiors[index].removeAll() }
    taken.runs.removeAll(keepingCapacity: true)
    return taken
  }
}
