#if Serve
import Foundation
import HTTPTypes
import Lamina
import LaminaGeometry
import LaminaGraphics
import LaminaLayers
import LaminaPlan
import LaminaScene
import LaminaServe

/// All that belongs to the drawing thread: the scenes that are open, and what draws them.
final class StudioDesk {
  let settings: StudioSettings
  let list: SceneList
  /// The scenes that are open, the one that was asked for last at the end.
  private var scenes: [OpenScene] = []
  /// More scenes are not kept in memory.
  private static let mostScenes = 8
  private var main: Result<Renderer, RenderError>?
  private var gpu: Result<Renderer, RenderError>?
  private var cpu: Renderer?
  /// What measures, apart from what the page sees.
  private var measuring: Renderer?
  /// The plan that reports were made of last.
  private var knownPlan: PlannedMoment?
  private var knownView: (scene: OpenScene, revision: Int, camera: ExplodedView.Camera, view: ExplodedView)?

  init(_ settings: StudioSettings) {
    self.settings = settings
    list = SceneList(settings.path)
  }

  /// A scene by its name in the list; one that is not open is read.
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

  /// Reads scenes again whose files have changed.
  ///
  /// - Returns: Their names.
  func readAgain() -> [String] { scenes.filter { $0.readAgainIfChanged() }.map(\.entry.name) }

  // MARK: Drawing

  /// A picture, and what there is to say of it.
  struct Drawn: Sendable {
    var image: CGImage
    var result: RenderResult
    var renderer: String
    var revision: Int
  }

  /// Draws what a page asks for.
  func draw(_ order: PictureOrder, of open: OpenScene) throws -> Drawn {
    let scene = try open.loaded()
    let options = try order.options(settings.limits)
    if order.mode == .exploded { return try drawExploded(order, options, open, scene) }
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
        revision: open.revision)
    }
  }

  private func draw(
    _ scene: Scene, _ time: Double, _ options: RenderOptions, with renderer: Renderer, _ open: OpenScene
  ) throws -> Drawn {
    let result = try renderer.render(scene, at: time, options: options)
    return Drawn(image: result.image, result: result, renderer: renderer.description, revision: open.revision)
  }

  private func drawExploded(
    _ order: PictureOrder, _ options: RenderOptions, _ open: OpenScene, _ scene: Scene
  ) throws -> Drawn {
    var camera = ExplodedView.Camera()
    if let yaw = order.yaw { camera.yaw = yaw }
    if let pitch = order.pitch { camera.pitch = pitch }
    if let spacing = order.spacing { camera.spacing = spacing }
    let view: ExplodedView
    if let known = knownView, known.scene === open, known.revision == open.revision, known.camera == camera {
      view = known.view
    } else {
      view = ExplodedView(
        of: scene.root, size: CGSize(width: 1200, height: 900), hostIsFlipped: scene.hostIsFlipped, camera: camera)
      knownView = (open, open.revision, camera, view)
    }
    var options = options
    if options.size == nil { options.size = PixelSize(width: 1200, height: 900).scaled(by: order.share) }
    let renderer = try renderer(order.renderer == .gpu ? .gpu : order.renderer == .cpu ? .cpu : .none)
    var result = try renderer.render(view.root, options: options)
    result.diagnostics = scene.diagnostics + view.diagnostics
    return Drawn(image: result.image, result: result, renderer: renderer.description, revision: open.revision)
  }

  /// What draws; opened when it is first asked for.
  private func renderer(_ choice: PictureOrder.Drawing?) throws -> Renderer {
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

  /// How long the steps of a picture take that is drawn from nothing.
  func measure(_ order: PictureOrder, of open: OpenScene) throws -> RenderTimings {
    let renderer = try measuring ?? Renderer(.cpu(threads: nil))
    renderer.drawsChangesOnly = false
    measuring = renderer
    return try renderer.render(open.loaded(), at: order.time, options: order.options(settings.limits)).timings
  }

  /// What two pictures differ by, sixteen times, opaque; `nil` where they are not of one size.
  static func difference(_ first: CGImage, _ second: CGImage) -> CGImage? {
    guard first.width == second.width, first.height == second.height else { return nil }
    var bytes = [UInt8](repeating: 255, count: 4 * first.width * first.height)
    first.premultipliedRGBA.withUnsafeBufferPointer { a in
      second.premultipliedRGBA.withUnsafeBufferPointer { b in
        for pixel in 0..<(first.width * first.height) {
          // What differs in alpha alone shows in all three.
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

  /// The plan of a moment, with what it was made of; kept until something else is asked for.
  func plan(_ order: PictureOrder, of open: OpenScene) throws -> PlannedMoment {
    var plain = order
    (plain.seq, plain.overlay, plain.exact, plain.renderer, plain.mode) = (0, nil, true, nil, nil)
    plain.shown = nil
    if let knownPlan, knownPlan.open === open, knownPlan.revision == open.revision, knownPlan.order == plain {
      return knownPlan
    }
    let moment = try PlannedMoment(plain, of: open, settings.limits)
    knownPlan = moment
    return moment
  }
}

/// A scene at one moment: the copy of its tree, its plan, and which layer each node of both is.
final class PlannedMoment {
  let open: OpenScene
  let revision: Int
  let order: PictureOrder
  let snapshot: TreeSnapshot
  let plan: RenderPlan
  let places: LayerPlaces
  /// The layer of each node, by number; -1 where it is none of the tree.
  let numbers: [Int]
  let table: LayerTable
  private var firstNodes: [Int: Int] = [:]

  init(_ order: PictureOrder, of open: OpenScene, _ limits: RenderLimits) throws {
    (self.open, self.order, revision) = (open, order, open.revision)
    let scene = try open.loaded()
    let options = try order.options(limits)
    table = try open.table()
    snapshot = options.snapshot(of: scene, at: order.time)
    plan = try RenderPlan(snapshot, options: options)
    places = try LayerPlaces(snapshot, options: options.planOptions())
    numbers = table.numbers(of: snapshot)
    for (node, number) in numbers.enumerated() where number >= 0 && firstNodes[number] == nil {
      firstNodes[number] = node
    }
  }

  /// The number of the layer that a node of the plan is.
  func number(of node: Int32) -> Int? {
    let node = Int(node)
    guard numbers.indices.contains(node), numbers[node] >= 0 else { return nil }
    return numbers[node]
  }

  /// The first node that a layer is; `nil` where it is in none, as a mask of a mask.
  func node(of number: Int) -> Int? { firstNodes[number] }

  /// The corners of a layer's bounds, pixels of the picture.
  func corners(of number: Int) -> [[Double]] {
    guard let node = node(of: number) else { return [] }
    return places.corners(of: node).map { [$0.x, $0.y] }
  }
}
#endif
