import LaminaGeometry
import LaminaLayers

// Debug overlays are made of a plan and are a plan: one more pass of plain boxes, one for each operation, which is laid
// over the picture by the last operation of the canvas. So both renderers draw them, and they show what is planned.

extension RenderPlan {
  /// The same plan with an overlay on its picture.
  ///
  /// Operations of passes that lie on the target pixel for pixel count where they are; those on planes of their own, as
  /// in rasterized layers, as the one sheet that shows them.
  package func overlaid(with overlay: DebugOverlay) -> RenderPlan {
    guard let canvas = passes.last else { return self }
    var boxes: [DrawOperation] = []
    for operation in operationsOnTarget(of: canvas) {
      if let box = box(for: operation, overlay) { boxes.append(.box(box)) }
    }
    var plan = self
    let start = operations.count + 1
    var composite = CompositeOperation(
      source: Int32(passes.count - 1), pixelBounds: canvas.region, opacity: overlay.opacity, clip: -1, node: -1)
    if overlay == .overdraw {
      composite.colors = Int32(colorMatrices.count)..<Int32(colorMatrices.count + 1)
      plan.colorMatrices.append(.heat)
    }
    // The canvas's operations stand last, so one more may follow them.
    plan.operations.append(.composite(composite))
    plan.operations += boxes
    plan.passes.removeLast()
    plan.passes.append(
      RenderPass(
        region: canvas.region, format: overlay == .overdraw ? .rgba16Float : .rgba8,
        clear: overlay == .overdraw ? [0, 0, 0, 1] : .zero, operations: start..<plan.operations.count))
    var last = canvas
    last.operations = canvas.operations.lowerBound..<(canvas.operations.upperBound + 1)
    plan.passes.append(last)
    return canvas.operations.upperBound == operations.count ? plan : self
  }

  /// The operations of a pass and of all that it composites, back to front.
  private func operationsOnTarget(of pass: RenderPass) -> [DrawOperation] {
    var result: [DrawOperation] = []
    var open = [operations[pass.operations]]
    while var rest = open.popLast() {
      while let operation = rest.popFirst() {
        result.append(operation)
        guard case .composite(let composite) = operation, passes.indices.contains(Int(composite.source)) else {
          continue
        }
        open.append(rest)
        rest = operations[passes[Int(composite.source)].operations]
      }
    }
    return result
  }

  /// What an overlay shows of an operation.
  private func box(for operation: DrawOperation, _ overlay: DebugOverlay) -> BoxOperation? {
    var isOpaque = false
    var result: BoxOperation
    switch operation {
    case .box(let box):
      if overlay == .offscreen { return nil }
      result = box.plain
      isOpaque = box.isInnerOpaque && box.borderWidth <= 0
    case .shadow(let shadow):
      if overlay == .offscreen || overlay == .bounds { return nil }
      result = .rectangle(shadow.pixelBounds, clip: shadow.clip, node: shadow.node)
    case .composite(let composite):
      if overlay == .bounds { return nil }
      result = .rectangle(composite.pixelBounds, clip: composite.clip, node: composite.node)
    case .sheet(let sheet):
      if overlay == .bounds { return nil }
      result = .rectangle(sheet.pixelBounds, clip: sheet.clip, node: sheet.node)
    case .particles(let run):
      if overlay == .offscreen || overlay == .bounds { return nil }
      result = .rectangle(run.pixelBounds, clip: run.clip, node: run.node)
    case .blur: return nil
    }
    switch overlay {
    case .blended: result.fill = isOpaque ? [0, 0.75, 0, 1] : [0.6, 0, 0, 0.6]
    case .offscreen: result.fill = [0.5, 0.45, 0, 0.5]
    case .overdraw: result.fill = [1.0 / 8, 0, 0, 0]  // no alpha: such colours add up
    case .bounds:
      result.border = [1, 0, 1, 1]
      result.borderWidth = result.shape.pointsOfPixel
      result.shape.radii = .zero
    }
    return result
  }
}

extension DebugOverlay {
  /// How much of the picture it hides.
  fileprivate var opacity: Float {
    switch self {
    case .blended: 0.6
    case .offscreen, .overdraw, .bounds: 1
    }
  }
}

extension ColorMatrix {
  /// Red of 0...1 as heat: black, red, yellow, white.
  fileprivate static let heat = ColorMatrix(
    red: [3, 0, 0, 0], green: [3, 0, 0, 0], blue: [3, 0, 0, 0], alpha: [0, 0, 0, 1], bias: [0, -1, -2, 0])
}

extension BoxOperation {
  /// The same shape and clips without anything in it.
  fileprivate var plain: BoxOperation {
    BoxOperation(
      shape: shape, outer: outer, pixelBounds: pixelBounds, clip: clip, placement: .none, isAffine: isAffine, node: node
    )
  }

  /// Whole pixels.
  fileprivate static func rectangle(_ bounds: PixelRect, clip: Int32, node: Int32) -> BoxOperation {
    let (left, top) = (Float(bounds.minX), Float(bounds.minY))
    let (right, bottom) = (Float(bounds.maxX), Float(bounds.maxY))
    let shape = ShapeGeometry(
      row0: [1, 0, 0, 0], row1: [0, 1, 0, 0], row2: [0, 0, 1, 0], box: [left, top, right, bottom], radii: .zero,
      smoothing: 0, antialiased: .zero)
    return BoxOperation(
      shape: shape, outer: [left, top, right, top, right, bottom, left, bottom], pixelBounds: bounds, clip: clip,
      placement: .none, node: node)
  }
}

extension ShapeGeometry {
  /// About how many points a pixel spans at the middle of the box.
  fileprivate var pointsOfPixel: Float {
    // Where the middle lies on the target is not known without the inverse; at the origin, near it, will do.
    guard let here = planePoint(at: SIMD2(Double(row0.w), Double(row1.w))) else { return 1 }
    let steps = here.perColumn * here.perColumn + here.perRow * here.perRow
    return Float(max(steps.x, steps.y).squareRoot())
  }
}
