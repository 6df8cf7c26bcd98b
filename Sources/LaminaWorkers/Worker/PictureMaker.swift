import Lamina
import LaminaGeometry
import LaminaGraphics
import LaminaScene

/// Reads a document and draws it, as the command line does in its own process.
final class PictureMaker {
  private let orders: WorkerOrders
  private var renderer: Renderer?

  init(_ orders: WorkerOrders) {
    self.orders = orders
  }

  /// Draws a picture.
  func make(_ request: PictureRequest) throws(PictureFailure) -> (RenderResult, Renderer) {
    let path = request.document
    let start = ContinuousClock.now
    let scene = try Self.scene(request)
    let time = try time(request.moment, of: scene, path)
    do throws(RenderError) {
      let current: Renderer
      if let renderer { current = renderer } else { current = try orders.openRenderer() }
      renderer = current
      // Reading counts, too.
      let drawn = LimitMeter.with(start: start) {
        Result { () throws(RenderError) in try current.render(scene, at: time, options: request.options) }
      }
      return (try drawn.get(), current)
    } catch {
      let kind = PictureFailure.Kind(error)
      // What failed may be of no more use; where there is no device it is not a document's fault.
      if kind == .internalError { renderer = nil }
      throw PictureFailure(
        kind, renderer == nil && kind == .noDevice ? "\(error)" : "\(path): \(error)",
        limit: error.limit)
    }
  }

  /// Reads the document and puts it into its state.
  static func scene(_ request: PictureRequest) throws(PictureFailure) -> Scene {
    let path = request.document
    var scene: Scene
    do throws(SceneError) {
      scene = try DocumentReader(limits: request.limits).read(path)
    } catch {
      throw PictureFailure(.init(error), "\(error)")
    }
    if request.state != nil || request.fromState != nil {
      do throws(SceneError) {
        try scene.setState(request.state, from: request.fromState)
      } catch {
        throw PictureFailure(.usage, "\(path): \(error)")
      }
    }
    if let tilt = request.tilt {
      guard scene.followsTilt else {
        throw PictureFailure(.usage, "\(path): --tilt, and nothing in the scene follows a tilt")
      }
      scene.diagnostics += scene.setTilt(x: Double(tilt.x), y: Double(tilt.y))
    }
    do throws(SceneError) {
      for assignment in request.assignments {
        try scene.assign(assignment.target, assignment.value, limits: request.limits)
      }
    } catch {
      throw PictureFailure(.init(error), "\(error)")
    }
    return scene
  }

  private func time(
    _ moment: PictureRequest.Moment, of scene: Scene, _ path: String
  ) throws(PictureFailure) -> Double {
    if case .time(let time) = moment { return time }
    guard let timeline = scene.timeline else {
      throw PictureFailure(
        .usage, "\(path): --progress, --frame and --marker are for animations with frames; --time is for all")
    }
    switch moment {
    case .time(let time): return time
    case .progress(let progress): return timeline.time(atProgress: progress)
    case .frame(let frame): return timeline.time(ofFrame: frame)
    case .marker(let name):
      if let time = timeline.time(ofMarker: name) { return time }
      let names = timeline.markers.map(\.name)
      let known = names.isEmpty ? "it has none" : "it has \(names.prefix(20).joined(separator: ", "))"
      throw PictureFailure(.usage, "\(path): no marker '\(name)'; \(known)")
    }
  }
}
