// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

#if Serve
import Foundation
import HTTPTypes
import Lamina
import LaminaGeometry
import LaminaGraphics
import LaminaLayers
import LaminaPlan
import LaminaPlanner
import LaminaScene
import LaminaServe
import LaminaSystem

/// The state of the drawing thread: the open scenes, and the renderers.
final class StudioDesk {
  let settings: StudioSettings
  let list: SceneList
  /// The open scenes, the most recently used at the end.
  private var scenes: [OpenScene] = []
  /// The maximum number of scenes that are kept open.
  private static let mostScenes = 8
  private var main: Result<Renderer, RenderError>?
  private var gpu: Result<Renderer, RenderError>?
  private var cpu: Renderer?
  /// The renderer for measurements, separate from the page's.
  private var measuring: Renderer?
  /// The plan of the last report.
  private var knownPlan: PlannedMoment?
  private var knownView: (scene: OpenScene, revision: Int, camera: ExplodedView.Camera, view: ExplodedView)?

  init(_ settings: StudioSettings) {
    self.settings = settings
    list = SceneList(settings.path)
  }

  /// The scene with a name in the list, which is read unless it is open.
  func scene(_ name: String) throws(Problem) -> OpenScene {
    if let index = scenes.firstIndex(where: { $0.entry.name == name }) {
      if index < scenes.count - 1 { scenes.append(scenes.remove(at: index)) }
      return scenes[scenes.count - 1]
    }
    let entry =
      settings.path.hasPrefix("@")
      ? SceneList.Entry(name: settings.path, path: settings.path) : try list.entry(named: name)
    let opened = OpenScene(entry, settings)
    if scenes.count >= Self.mostScenes { scenes.removeFirst() }
    scenes.append(opened)
    return opened
  }

  /// The names of the scenes.
  func names() -> [String] { settings.path.hasPrefix("@") ? [settings.path] : list.entries.map(\.name) }

  /// Reads the scenes again whose files have changed.
  ///
  /// - Returns: The names of these scenes.
  func readAgain() -> [String] { scenes.filter { $0.readAgainIfChanged() }.map(\.entry.name) }

  // MARK: Drawing

  /// A drawn picture with facts about it.
  struct Drawn: Sendable {
    var image: CGImage
    var result: RenderResult
    var renderer: String
    var revision: Int
    /// The counters of drawing this picture: those of the result, or those of the last drawn picture if this one
    /// repeats it.
    var counters = RenderStatistics()
    /// Whether the picture equals the previous one and was not drawn again.
    var isRepeated: Bool { result.statistics.passes == 0 }
  }

  /// The counters of each renderer's last drawn picture.
  private var lastCounters: [ObjectIdentifier: RenderStatistics] = [:]

  private func drawn(_ result: RenderResult, by renderer: Renderer, _ open: OpenScene) -> Drawn {
    let key = ObjectIdentifier(renderer)
    if result.statistics.passes > 0 { lastCounters[key] = result.statistics }
    return Drawn(
      image: result.image, result: result, renderer: renderer.description, revision: open.revision,
      counters: lastCounters[key] ?? result.statistics)
  }

  /// Draws the picture that a page requests.
  func draw(_ order: ViewOrder, of open: OpenScene) throws -> Drawn {
    let scene = try open.loaded()
    let options = try order.options(settings.request)
    if order.mode == .exploded { return try drawExploded(order, open, scene) }
    switch order.renderer {
    case nil: return try draw(scene, order.time, options, with: renderer(.none), open)
    case .cpu: return try draw(scene, order.time, options, with: renderer(.cpu), open)
    case .gpu: return try draw(scene, order.time, options, with: renderer(.gpu), open)
    case .difference:
      let first = try draw(scene, order.time, options, with: renderer(.cpu), open)
      let second = try draw(scene, order.time, options, with: renderer(.gpu), open)
      guard let image = Self.difference(first.image, second.image) else {
        throw Problem(.internalServerError, .internalError, "the two pictures are not of one size")
      }
      return Drawn(
        image: image, result: second.result, renderer: "difference x 16: \(first.renderer) and \(second.renderer)",
        revision: open.revision, counters: second.counters)
    }
  }

  private func draw(
    _ scene: Scene, _ time: Double, _ options: RenderOptions, with renderer: Renderer, _ open: OpenScene
  ) throws -> Drawn {
    let result = try renderer.render(scene, at: time, options: options)
    return drawn(result, by: renderer, open)
  }

  /// The exploded view that a page requests; the last one is cached.
  private func exploded(_ order: ViewOrder, _ open: OpenScene, _ scene: Scene) -> ExplodedView {
    var camera = ExplodedView.Camera()
    if let yaw = order.yaw { camera.yaw = yaw }
    if let pitch = order.pitch { camera.pitch = pitch }
    if let spacing = order.spacing { camera.spacing = spacing }
    if let known = knownView, known.scene === open, known.revision == open.revision, known.camera == camera {
      return known.view
    }
    let view = ExplodedView(
      of: scene.root, size: CGSize(width: 1200, height: 900), hostIsFlipped: scene.hostIsFlipped, camera: camera)
    knownView = (open, open.revision, camera, view)
    return view
  }

  /// The options of a picture of an exploded view.
  private func explodedOptions(_ order: ViewOrder) throws(Problem) -> RenderOptions {
    var options = try order.options(settings.request)
    if options.size == nil { options.size = PixelSize(width: 1200, height: 900).scaled(by: order.share) }
    return options
  }

  /// The layers of an exploded view, back to front: the number and the corners of each, in pixels of the picture.
  func faces(_ order: ViewOrder, of open: OpenScene) throws -> [(number: Int, corners: [SIMD2<Double>])] {
    let view = exploded(order, open, try open.loaded())
    let options = try explodedOptions(order)
    let snapshot = options.snapshot(of: Scene(root: view.root, hostIsFlipped: false), at: 0)
    guard let map = try LayerPlaces(snapshot, options: options.planOptions()).targetFromLayer(0) else { return [] }
    let table = try open.table()
    return view.faces.compactMap { face in
      table.number(of: face.layer).map { ($0, face.corners.map(map.apply)) }
    }
  }

  /// The layers of an exploded view at a position in its picture, the front-most first.
  func explodedLayers(at point: SIMD2<Double>, _ order: ViewOrder, of open: OpenScene) throws -> [Int] {
    try faces(order, of: open).reversed().filter { Self.contains($0.corners, point) }.prefix(64).map(\.number)
  }

  /// The corners of a layer in an exploded view; empty if it is not shown there.
  func explodedCorners(of number: Int, _ order: ViewOrder, of open: OpenScene) throws -> [[Double]] {
    try faces(order, of: open).first { $0.number == number }?.corners.map { [$0.x, $0.y] } ?? []
  }

  /// Whether a point lies in a convex polygon of either orientation.
  private static func contains(_ corners: [SIMD2<Double>], _ point: SIMD2<Double>) -> Bool {
    guard corners.count > 2 else { return false }
    var (left, right) = (false, false)
    for (index, corner) in corners.enumerated() {
      let (side, way) = (corners[(index + 1) % corners.count] - corner, point - corner)
      let turn = side.x * way.y - side.y * way.x
      if turn > 0 { left = true } else if turn < 0 { right = true }
    }
    return left != right
  }

  private func drawExploded(_ order: ViewOrder, _ open: OpenScene, _ scene: Scene) throws -> Drawn {
    let view = exploded(order, open, scene)
    let options = try explodedOptions(order)
    let renderer = try renderer(order.renderer == .gpu ? .gpu : order.renderer == .cpu ? .cpu : .none)
    var result = try renderer.render(view.root, options: options)
    result.diagnostics = scene.diagnostics + view.diagnostics
    return drawn(result, by: renderer, open)
  }

  /// A renderer, which is opened on first use.
  private func renderer(_ choice: ViewOrder.Drawing?) throws -> Renderer {
    switch choice {
    case nil, .difference:
      if main == nil { main = Self.opened(settings.renderer) }
      return try main?.get() ?? Renderer(.cpu(threads: nil))
    case .gpu:
      if let known = try? main?.get(), known.usesGPU { return known }
      if gpu == nil { gpu = Self.opened(.gpu(.automatic)) }
      do {
        return try gpu?.get() ?? Renderer(.gpu(.automatic))
      } catch {
        throw Problem(.serviceUnavailable, .unavailable, "no GPU can be used: \(error)")
      }
    case .cpu:
      if let known = try? main?.get(), !known.usesGPU { return known }
      let renderer = try cpu ?? Renderer(.cpu(threads: nil))
      cpu = renderer
      return renderer
    }
  }

  private static func opened(_ choice: RendererChoice) -> Result<Renderer, RenderError> {
    Result { () throws(RenderError) in try Renderer(choice) }
  }

  /// The durations of the steps of a picture that is drawn without reusing earlier pixels.
  func measure(_ order: ViewOrder, of open: OpenScene) throws -> RenderTimings {
    let renderer = try measuring ?? Renderer(.cpu(threads: nil))
    renderer.drawsChangesOnly = false
    measuring = renderer
    return try renderer.render(open.loaded(), at: order.time, options: order.options(settings.request)).timings
  }

  /// The difference of two pictures multiplied by sixteen, opaque; `nil` if their sizes differ.
  static func difference(_ first: CGImage, _ second: CGImage) -> CGImage? {
    guard first.width == second.width, first.height == second.height else { return nil }
    var bytes = [UInt8](repeating: 255, count: 4 * first.width * first.height)
    first.premultipliedRGBA.withUnsafeBufferPointer { a in
      second.premultipliedRGBA.withUnsafeBufferPointer { b in
        for pixel in 0..<(first.width * first.height) {
          // Differences of alpha alone appear in all three colours.
          let alpha = abs(Int(a[4 * pixel + 3]) - Int(b[4 * pixel + 3]))
          for component in 0..<3 {
            let difference = abs(Int(a[4 * pixel + component]) - Int(b[4 * pixel + component]))
            bytes[4 * pixel + component] = UInt8(clamping: 16 * max(difference, alpha))
          }
        }
      }
    }
    return CGImage(width: first.width, height: first.height, premultipliedRGBA: bytes)
  }

  // MARK: Plans

  /// The plan of a moment with the snapshot that it was made from; the last one is cached.
  func plan(_ order: ViewOrder, of open: OpenScene) throws -> PlannedMoment {
    var plain = order
    (plain.seq, plain.overlay, plain.exact, plain.renderer, plain.mode) = (0, nil, true, nil, nil)
    plain.shown = nil
    if let knownPlan, knownPlan.open === open, knownPlan.revision == open.revision, knownPlan.order == plain {
      return knownPlan
    }
    let moment = try PlannedMoment(plain, of: open, settings.request)
    knownPlan = moment
    return moment
  }
}

/// A scene at one moment: the snapshot of its tree, its plan, and the layer of each node.
final class PlannedMoment {
  let open: OpenScene
  let revision: Int
  let order: ViewOrder
  let snapshot: TreeSnapshot
  let plan: RenderPlan
  let places: LayerPlaces
  /// The number of each node's layer; -1 if the layer is not in the tree.
  let numbers: [Int]
  let table: LayerTable
  private var firstNodes: [Int: Int] = [:]
  /// The extents of layers in the picture.
  private lazy var extents = LayerExtents(snapshot, places)

  init(_ order: ViewOrder, of open: OpenScene, _ request: SceneRequest) throws {
    (self.open, self.order, revision) = (open, order, open.revision)
    let scene = try open.loaded()
    let options = try order.options(request)
    table = try open.table()
    snapshot = options.snapshot(of: scene, at: order.time)
    plan = try RenderPlan(snapshot, options: options)
    places = try LayerPlaces(snapshot, options: options.planOptions())
    numbers = table.numbers(of: snapshot)
    for (node, number) in numbers.enumerated() where number >= 0 && firstNodes[number] == nil {
      firstNodes[number] = node
    }
  }

  /// The number of the layer of a node in the plan.
  func number(of node: Int32) -> Int? {
    let node = Int(node)
    guard numbers.indices.contains(node), numbers[node] >= 0 else { return nil }
    return numbers[node]
  }

  /// The first node of a layer; `nil` if it has none, such as a mask of a mask.
  func node(of number: Int) -> Int? { firstNodes[number] }

  /// The corners of a layer's extent (``LayerExtents``), in pixels of the picture.
  func corners(of number: Int) -> [[Double]] {
    guard let node = node(of: number) else { return [] }
    return extents.corners(of: node).map { [$0.x, $0.y] }
  }
}
#endif
