import LaminaGeometry
import LaminaPlan
import LaminaShaders

extension GPURenderer {
  /// Turns the operations of a plan into instances and draw calls. No device is in it.
  ///
  /// A pass with opaque interiors starts with these, front to back, in an order of shaders: depth makes any order
  /// right. Then everything is drawn back to front, rejected where something in front is opaque. Each operation
  /// has two depths: its interior's lies before its edge's, so that its own interior rejects its edge safely.
  struct FrameBuilder {
    /// Above this, neighbouring depths would be the same 32-bit float.
    static let maximumDepths = 1 << 20

    let plan: RenderPlan
    let strategy: RenderStrategy
    /// For each picture of the plan, where it lies; `nil` where no operation draws it.
    let pictures: [PlacedPicture?]
    /// The instances of all passes, in order of their draws.
    var boxes: [BoxInstance] = []
    var interiors: [InteriorInstance] = []
    var composites: [CompositeInstance] = []
    /// The pass that is being built.
    var batches: [DrawBatch] = []
    var runs: [BoxRun] = []
    var usesDepth = false
    private var depthStep: Float = 0

    init(_ plan: RenderPlan, strategy: RenderStrategy, pictures: [PlacedPicture?]) {
      self.plan = plan
      self.strategy = strategy
      self.pictures = pictures
    }

    /// Adds a pass.
    ///
    /// - Parameter isDrawn: Whether an earlier pass has pixels to composite.
    mutating func build(_ index: Int, isDrawn: (Int) -> Bool) -> PassDraws {
      let pass = plan.passes[index]
      let operations = plan.operations[pass.operations]
      batches = []
      usesDepth =
        strategy == .depth && operations.count <= Self.maximumDepths && operations.contains { hasOpaqueInterior($0) }
      depthStep = 1 / Float(operations.count + 1)
      if usesDepth { addInteriors(operations) }
      for (order, operation) in operations.enumerated() {
        switch operation {
        case .box(let box): addEdges(of: box, depth: depth(order, isInterior: false))
        case .composite(let composite):
          let source = Int(composite.source)
          guard source >= 0, source < index, isDrawn(source) else { continue }
          addComposite(composite, depth: depth(order, isInterior: false))
        }
      }
      flushRuns()
      return PassDraws(pass: index, usesDepth: usesDepth, batches: batches)
    }

    /// Clip space: 1 is behind everything, -1 in front.
    ///
    /// - Parameter order: The operation's place in its pass, from the back.
    private func depth(_ order: Int, isInterior: Bool) -> Float {
      1 - Float(2 * order + (isInterior ? 2 : 1)) * depthStep
    }

    private func hasOpaqueInterior(_ operation: DrawOperation) -> Bool {
      guard case .box(let box) = operation else { return false }
      return box.isInnerOpaque && box.innerCount >= 3
    }

    /// How an interior is drawn, by the simplest shader that can.
    private enum InteriorKind: CaseIterable {
      case fill, picture, general
    }

    private mutating func addInteriors(_ operations: ArraySlice<DrawOperation>) {
      var orders: [InteriorKind: [Int]] = [:]
      for order in stride(from: operations.count - 1, through: 0, by: -1) {
        let operation = operations[operations.startIndex + order]
        guard case .box(let box) = operation, hasOpaqueInterior(operation) else { continue }
        let kind: InteriorKind =
          picture(of: box) == nil ? .fill : AffineTexels(box) == nil ? .general : .picture
        orders[kind, default: []].append(order)
      }
      for kind in InteriorKind.allCases {
        let (firstInterior, firstBox) = (interiors.count, boxes.count)
        for order in orders[kind] ?? [] {
          guard case .box(let box) = operations[operations.startIndex + order] else { continue }
          addInterior(of: box, depth: depth(order, isInterior: true))
        }
        let program: ShaderCatalog =
          switch kind {
          case .fill: .interiorFill
          case .picture: .interiorPicture
          case .general: .interior
          }
        let instances = kind == .general ? firstBox..<boxes.count : firstInterior..<interiors.count
        if !instances.isEmpty { batches.append(DrawBatch(program: program, instances: instances, state: .opaque)) }
      }
    }

    /// Decides which shader draws the boxes since the last composite.
    mutating func flushRuns() {
      for run in BoxRun.merged(runs) {
        batches.append(
          DrawBatch(program: run.isPlain ? .boxPlain : .box, instances: run.instances, state: blending))
      }
      runs.removeAll(keepingCapacity: true)
    }

    /// How whatever is not an opaque interior is drawn.
    var blending: DrawState { usesDepth ? .blendedInFront : .blended }

    /// Where a box's picture lies.
    func picture(of box: BoxOperation) -> PlacedPicture? {
      pictures.indices.contains(Int(box.image)) ? pictures[Int(box.image)] : nil
    }
  }
}
