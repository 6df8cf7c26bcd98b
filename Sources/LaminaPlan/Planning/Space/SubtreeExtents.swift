import LaminaGeometry
import LaminaLayers

/// How far each layer's subtree reaches in the layer's own plane, computed when a space asks for it.
///
/// Layers cut each other where their pictures are, and a sublayer may stick out of its superlayer. Every node is
/// visited once, from the last to the first, so that a layer is done when its superlayer needs it.
struct SubtreeExtents {
  /// Further out than this nothing is cut: layers of a transform layer reach anywhere.
  private static let far = 1e6

  /// Minimum x, y, maximum x, y; inverted where a node shows nothing.
  private var boxes: [SIMD4<Double>] = []
  private var isKnown: [Bool] = []

  /// The extent of `node`'s subtree in its own plane, or `nil` where nothing can show.
  mutating func extent(of node: Int32, in nodes: UnsafeBufferPointer<TreeSnapshot.Node>) -> SIMD4<Double>? {
    if boxes.isEmpty {
      boxes = Array(repeating: SIMD4(.infinity, .infinity, -.infinity, -.infinity), count: nodes.count)
      isKnown = Array(repeating: false, count: nodes.count)
    }
    if !isKnown[Int(node)] { compute(node, nodes) }
    let box = boxes[Int(node)]
    return box.x < box.z && box.y < box.w ? box : nil
  }

  private mutating func compute(_ root: Int32, _ nodes: UnsafeBufferPointer<TreeSnapshot.Node>) {
    let range = Int(root)..<Int(nodes[Int(root)].subtreeEnd)
    for index in range where !isKnown[index] {
      let outline = RoundedRectangle(bounds: nodes[index].properties.bounds)
      if outline.minimum.x < outline.maximum.x, outline.minimum.y < outline.maximum.y {
        boxes[index] = outline.box
      }
      extendByContents(index, nodes, outline)
    }
    for index in range.reversed() {
      isKnown[index] = true
      let parent = Int(nodes[index].parent)
      if index != Int(root), !isKnown[parent] { extendParent(parent, by: index, nodes) }
    }
  }

  /// A picture may stick out of its layer, unless it is masked.
  private mutating func extendByContents(
    _ index: Int, _ nodes: UnsafeBufferPointer<TreeSnapshot.Node>, _ outline: RoundedRectangle
  ) {
    guard !nodes[index].properties.flags.contains(.masksToBounds), let image = nodes[index].properties.contents,
      nodes[index].properties.contentsProperties.gravity != .resize,
      let placement = ContentsPlacement(
        image: image, properties: nodes[index].properties.contentsProperties, bounds: outline.box, isFlipped: false)
    else { return }
    unite(index, placement.box)
  }

  private mutating func extendParent(
    _ parent: Int, by index: Int, _ nodes: UnsafeBufferPointer<TreeSnapshot.Node>
  ) {
    let flags = nodes[index].properties.flags
    guard !flags.contains(.hidden), !nodes[parent].properties.flags.contains(.masksToBounds) else { return }
    let box = boxes[index]
    guard box.x < box.z, box.y < box.w else { return }
    if nodes[index].properties.kind == .transform || nodes[parent].properties.kind == .transform {
      unite(parent, SIMD4(-Self.far, -Self.far, Self.far, Self.far))
      return
    }
    guard let map = nodes[index].properties.superlayerFromLayer(in: nodes[parent].properties.sublayerSpace)
    else { return }
    let image = map.image(ofBoxFrom: SIMD2(box.x, box.y), to: SIMD2(box.z, box.w))
    guard let bounds = image.bounds else { return }
    unite(parent, SIMD4(bounds.minimum.x, bounds.minimum.y, bounds.maximum.x, bounds.maximum.y))
  }

  private mutating func unite(_ index: Int, _ box: SIMD4<Double>) {
    let old = boxes[index]
    boxes[index] = SIMD4(min(old.x, box.x), min(old.y, box.y), max(old.z, box.z), max(old.w, box.w))
    let limited = boxes[index]
    boxes[index] = SIMD4(
      max(limited.x, -Self.far), max(limited.y, -Self.far), min(limited.z, Self.far), min(limited.w, Self.far))
  }
}
