// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

#if Serve
import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdCore
import Lamina
import LaminaExport
import LaminaGeometry
import LaminaWorkers
import NIOCore

extension RenderService {
  /// The routes for films, which are made as jobs.
  var filmRoutes: [RouteTable.Route] {
    [
      .init(
        .post, "/v1/films",
        RouteDescription(
          "addFilm", "Makes a film of a document, as a job.", parameters: FilmParameters.table.descriptions,
          takesDocument: true, answers: ["202": Self.filmAnswer("It is queued.")])
      ) { [self] request, _, _ in try await add(request) },
      .init(
        .get, "/v1/films",
        RouteDescription(
          "films",
          answers: [
            "200": .answer(
              "All films, the latest first.", "application/json", .array(of: .reference("schemas/Film")))
          ])
      ) { [self] _, _, _ in .json(try runner().store.films(limit: 1000).map { try description(of: $0) }, isKept: false)
      },
      .init(
        .get, "/v1/films/{film}", RouteDescription("film", answers: ["200": Self.filmAnswer("How far it is.")])
      ) { [self] _, words, _ in .json(try description(of: film(words[0])), isKept: false) },
      .init(
        .delete, "/v1/films/{film}",
        RouteDescription("endFilm", answers: ["204": ["description": "It is ended, and all of it removed."]])
      ) { [self] _, words, _ in
        try runner().remove(try film(words[0]))
        return Response(status: .noContent)
      },
      .init(
        .get, "/v1/films/{film}/events",
        RouteDescription(
          "filmEvents",
          answers: ["200": .answer("What becomes of it: progress, and one end.", "text/event-stream", .anything)])
      ) { [self] _, words, _ in try events(of: film(words[0])) },
      .init(
        .get, "/v1/films/{film}/frame",
        RouteDescription(
          "filmFrame", answers: ["200": .answer("The frame that was finished last.", "image/png", .bytes)])
      ) { [self] _, words, context in try await frame(of: film(words[0]), context) },
      .init(
        .get, "/v1/films/{film}/result",
        RouteDescription(
          "filmResult", parameters: [ParameterDescription(name: "Range", place: .header, schema: .string)],
          answers: ["200": .answer("The film.", "*/*", .bytes), "206": .answer("A part of it.", "*/*", .bytes)])
      ) { [self] request, words, context in try await result(of: film(words[0]), request, context) },
    ]
  }

  private static func filmAnswer(_ text: String) -> JSONLiteral {
    .answer(text, "application/json", .reference("schemas/Film"))
  }

  private func runner() throws(Problem) -> FilmRunner {
    if let films { return films }
    throw Problem(.serviceUnavailable, .unavailable, "this service makes no films; it takes --state, a folder for them")
  }

  private func film(_ id: String) throws -> FilmRecord {
    guard let film = try runner().store.film(id) else {
      throw Problem(.notFound, .notFound, "there is no film of this name")
    }
    return film
  }

  private func add(_ request: Request) async throws -> Response {
    let runner = try runner()
    guard !isEnding else { throw Problem(.ending) }
    var query = try QueryText(request.uri.query ?? "")
    _ = try FilmParameters(query)
    guard try runner.store.count() < settings.capacity.maxFilms else {
      throw Problem(
        .tooManyRequests, .overloaded, "\(settings.capacity.maxFilms) films are kept, as many as may; DELETE some")
    }
    let body = try await uploads.read(request)
    for (name, value) in body.parameters { query.append(name, value) }
    _ = try FilmParameters(query)
    let kept = KeptDocument(body)
    let name = body.document.document
    let film = FilmRecord(
      id: UUID().uuidString.lowercased(), state: .queued, created: Date.now.timeIntervalSince1970,
      query: FilmRecord.text(of: query),
      document: name == DocumentUpload.folder ? name : DocumentUpload.folder + "/" + name, digest: kept.digest)
    try runner.store.add(film, body.document)
    runner.wake()
    var response = Response.json(try description(of: film), .accepted, isKept: false)
    response.headers[.location] = "/v1/films/\(film.id)"
    return response
  }

  // MARK: Descriptions of films

  /// The OpenAPI schema of a film.
  static let filmSchema = JSONLiteral.properties(
    [
      "id": .string, "state": .words(FilmRecord.State.self), "created": .number, "total": .integer,
      "finished": .integer, "framesPerSecond": .number, "secondsLeft": .number, "bytes": .integer, "seconds": .number,
      "detail": .string, "job": .string, "events": .string, "frame": .string, "result": .string,
    ], optional: ["total", "framesPerSecond", "secondsLeft", "bytes", "seconds", "detail", "job"])

  private struct Description: Encodable {
    var id: String
    var state: String
    var created: Double
    var total: Int?
    var finished: Int
    var framesPerSecond: Double?
    var secondsLeft: Double?
    var bytes: Int?
    var seconds: Double?
    var detail: String?
    var job: String?
    var events: String
    var frame: String
    var result: String
  }

  private func description(of film: FilmRecord) throws -> Description {
    let progress = try runner().progress(film.id)?.progress
    let path = "/v1/films/\(film.id)"
    return Description(
      id: film.id, state: film.state.rawValue, created: film.created, total: film.total ?? progress?.total,
      finished: max(film.finished, progress?.finished ?? 0), framesPerSecond: progress?.framesPerSecond,
      secondsLeft: progress?.secondsLeft, bytes: film.bytes, seconds: film.seconds, detail: film.detail, job: film.job,
      events: path + "/events", frame: path + "/frame", result: path + "/result")
  }

  /// The events of a film (server-sent events): `progress` after each change, and one `end`.
  private func events(of film: FilmRecord) throws -> Response {
    let runner = try runner()
    let body = ResponseBody { [self] writer in
      var last = ByteBuffer()
      var idle = 0
      while true {
        guard let film = try runner.store.film(film.id) else {
          try await writer.write(ByteBuffer(string: "event: end\ndata: {\"state\":\"removed\"}\n\n"))
          break
        }
        let text = JSONText.buffer(of: try description(of: film))
        let isOver = ![.queued, .running].contains(film.state)
        idle = text == last ? idle + 1 : 0
        if isOver || text != last {
          var event = ByteBuffer(string: "event: \(isOver ? "end" : "progress")\ndata: ")
          event.writeImmutableBuffer(text)
          event.writeString("\n")
          try await writer.write(event)
          last = text
        } else if idle % 75 == 0 {
          // Proxies close connections without traffic.
          try await writer.write(ByteBuffer(string: ": still here\n\n"))
        }
        if isOver || isEnding { break }
        try await Task.sleep(for: .milliseconds(200))
      }
      try await writer.finish(nil)
    }
    return Response(
      status: .ok, headers: [.contentType: "text/event-stream", .cacheControl: "no-store"], body: body)
  }

  /// A picture of the frame that was finished last.
  private func frame(of film: FilmRecord, _ context: ServiceContext) async throws -> Response {
    let runner = try runner()
    guard let time = runner.progress(film.id)?.time else {
      throw Problem(.conflict, .notReady, "the film is \(film.state.rawValue): no frame is being made")
    }
    var request = try runner.request(film)
    request.moment = .time(time)
    let picture = try await draw(PictureParameters(request), named: film.digest, context)
    var response = PictureAnswer.response(picture, .file)
    response.headers[.cacheControl] = "no-store"
    return response
  }

  /// The film, or the requested part of it.
  private func result(
    of film: FilmRecord, _ request: Request, _ context: ServiceContext
  ) async throws -> Response {
    guard film.state == .finished, let bytes = film.bytes else {
      throw Problem(.conflict, .notReady, "the film is \(film.state.rawValue)" + (film.detail.map { ": \($0)" } ?? ""))
    }
    let path = try runner().store.result(of: film)
    let type = try FilmParameters(film.parameters).format.mediaType
    var headers: HTTPFields = [.contentType: type, .acceptRanges: "bytes", .eTag: "\"\(film.id)\""]
    switch ByteRange(request.headers[.range], of: bytes) {
    case .all:
      return Response(status: .ok, headers: headers, body: try await files.loadFile(path: path, context: context))
    case .part(let range):
      headers[.contentRange] = "bytes \(range.lowerBound)-\(range.upperBound)/\(bytes)"
      let body = try await files.loadFile(path: path, range: range, context: context)
      return Response(status: .partialContent, headers: headers, body: body)
    case .unsatisfiable:
      var problem = Problem(.rangeNotSatisfiable, .badHeader, "the film has \(bytes) bytes")
      problem.headers[.contentRange] = "bytes */\(bytes)"
      throw problem
    }
  }
}
#endif
