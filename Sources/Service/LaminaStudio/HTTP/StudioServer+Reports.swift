// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

#if Serve
import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdCore
import Lamina
import LaminaGeometry
import LaminaGraphics
import LaminaLayers
import LaminaScene
import LaminaServe
import NIOCore

extension StudioServer {
  /// Routes for reports about scenes.
  var reportRoutes: [RouteTable.Route] {
    [
      .init(.get, "/api/scenes") { [self] _, _, _ in
        .json(
          try await desk.ask { desk in
            SceneNames(
              path: desk.list.path, isFolder: desk.list.isFolder,
              names: desk.names(),
              version: LaminaVersion.current, mostPixels: desk.settings.request.options.limits.pixels)
          })
      },
      .init(.get, "/api/scene") { [self] request, _, _ in
        try await answer(request) { desk, open, _ in try OpenSceneReport(open) }
      },
      .init(.get, "/api/tree") { [self] request, _, _ in
        try await answer(request) { _, open, _ in try TreeReport(open) }
      },
      .init(.get, "/api/timeline") { [self] request, _, _ in
        try await answer(request) { _, open, _ in try TimelineReport(open) }
      },
      .init(.get, "/api/source") { [self] request, _, _ in
        try await answer(request) { _, open, _ in
          let source = try open.source()
          return SourceReport(name: source?.name, text: source?.text)
        }
      },
      .init(.post, "/api/layer") { [self] request, _, _ in
        try await answer(request, LayerQuestion.self) { desk, open, question in
          try LayerReport(question.number(in: open), desk.plan(question.view, of: open))
        }
      },
      .init(.post, "/api/outline") { [self] request, _, _ in
        try await answer(request, LayerQuestion.self) { desk, open, question in
          let number = try question.number(in: open)
          if question.view.mode == .exploded {
            return try desk.explodedCorners(of: number, question.view, of: open)
          }
          return try desk.plan(question.view, of: open).corners(of: number)
        }
      },
      .init(.post, "/api/pick") { [self] request, _, _ in
        try await answer(request, PickQuestion.self) { desk, open, question in
          if question.view.mode == .exploded {
            return try desk.explodedLayers(at: SIMD2(question.x, question.y), question.view, of: open)
          }
          let moment = try desk.plan(question.view, of: open)
          let nodes = moment.plan.topmostNodes(at: SIMD2(question.x, question.y), limit: 64)
          var found: [Int] = []
          for number in nodes.compactMap(moment.number(of:)) where !found.contains(number) { found.append(number) }
          return found
        }
      },
      .init(.post, "/api/costs") { [self] request, _, _ in
        try await answer(request, ViewOrder.self) { desk, open, order in
          CostReport(try desk.plan(order, of: open))
        }
      },
      .init(.post, "/api/problems") { [self] request, _, _ in
        try await answer(request, ViewOrder.self) { desk, open, order in
          let plan = try desk.plan(order, of: open).plan
          return try open.loaded().diagnostics.merging(plan.diagnostics).map(DiagnosticReport.init)
        }
      },
      .init(.post, "/api/curve") { [self] request, _, _ in try await curve(request) },
    ]
  }

  /// Responds with a report about the scene that a request names.
  private func answer<Report: Encodable & Sendable>(
    _ request: Request, _ make: @escaping @Sendable (StudioDesk, OpenScene, [String: String]) throws -> Report
  ) async throws -> Response {
    let query = try Self.query(request)
    let name = try Self.sceneName(query)
    return .json(try await desk.ask { desk in try make(desk, desk.scene(name), query) })
  }

  /// Responds to a question about the scene that a request names.
  private func answer<Question: Decodable & Sendable, Report: Encodable & Sendable>(
    _ request: Request, _ type: Question.Type,
    _ make: @escaping @Sendable (StudioDesk, OpenScene, Question) throws -> Report
  ) async throws -> Response {
    let name = try Self.sceneName(try Self.query(request))
    let question = try await Self.body(request, as: type)
    return .json(try await desk.ask { desk in try make(desk, desk.scene(name), question) })
  }

  // MARK: The curve of costs

  private struct CurveQuestion: Decodable, Sendable {
    var view: ViewOrder
    var from: Double
    var to: Double
    var steps: Int
  }

  private struct CurvePoint: Encodable, Sendable {
    var time: Double
    var snapshot: Double
    var plan: Double
    var render: Double
  }

  /// The durations of each step over time, in milliseconds: a line of JSON per moment, sent as soon as it is measured.
  private func curve(_ request: Request) async throws -> Response {
    let name = try Self.sceneName(try Self.query(request))
    let question = try await Self.body(request, as: CurveQuestion.self)
    guard (1...1000).contains(question.steps), question.from.isFinite, question.to.isFinite else {
      throw Problem.badParameter("steps", "there are 1 to 1000 of them between two times")
    }
    let body = ResponseBody { [desk] writer in
      for step in 0..<question.steps {
        let share = question.steps == 1 ? 0 : Double(step) / Double(question.steps - 1)
        var order = question.view
        order.time = question.from + (question.to - question.from) * share
        let asked = order
        guard let timings = try? await desk.ask({ desk in try desk.measure(asked, of: desk.scene(name)) }) else {
          break
        }
        let point = CurvePoint(
          time: asked.time, snapshot: timings.snapshot * 1000, plan: timings.plan * 1000,
          render: (timings.render + timings.readBack) * 1000)
        try await writer.write(JSONText.buffer(of: point))
      }
      try await writer.finish(nil)
    }
    return Response(status: .ok, headers: [.contentType: "application/x-ndjson"], body: body)
  }
}

/// A question about a layer at a moment.
struct LayerQuestion: Decodable, Sendable {
  var view: ViewOrder
  var layer: Int

  /// The number of the layer; fails if it does not exist.
  func number(in open: OpenScene) throws -> Int {
    guard try open.table().places.indices.contains(layer) else {
      throw Problem(.notFound, .notFound, "there is no layer of this number")
    }
    return layer
  }
}

/// A question about a position in a picture, in its pixels.
private struct PickQuestion: Decodable, Sendable {
  var view: ViewOrder
  var x: Double
  var y: Double
}

/// The list of scenes, with facts about the studio.
private struct SceneNames: Encodable, Sendable {
  var path: String
  var isFolder: Bool
  var names: [String]
  var version: String
  /// The maximum number of pixels of a picture.
  var mostPixels: Int
  /// The formats that a film can be made in.
  var filmFormats = FilmRequest.formats
}

/// The text of a document.
private struct SourceReport: Encodable, Sendable {
  var name: String?
  var text: String?
}

/// The facts about a scene that the page needs before anything is drawn.
private struct OpenSceneReport: Encodable, Sendable {
  var name: String
  var revision: Int
  /// The size in points.
  var width: Double
  var height: Double
  var failure: String?
  var line: Int?
  var column: Int?
  var file: String?
  var flipped: Bool

  init(_ open: OpenScene) throws {
    (name, revision) = (open.entry.name, open.revision)
    let bounds = open.scene?.root.bounds.standardized ?? .zero
    func usable(_ value: CGFloat) -> Double { value.isFinite ? Double(value) : 0 }
    (width, height) = (usable(bounds.width), usable(bounds.height))
    flipped = open.scene?.hostIsFlipped ?? true
    failure = open.failure.map { "\($0)" }
    if let place = open.failure?.location { (line, column, file) = (place.line, place.column, place.file) }
  }
}
#endif
