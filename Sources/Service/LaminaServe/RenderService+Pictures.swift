// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

#if Serve
import HTTPTypes
import Hummingbird
import HummingbirdCore
import Lamina
import LaminaGraphics
import LaminaWorkers

extension RenderService {
  /// The routes for pictures, of documents in the request and of kept documents.
  var pictureRoutes: [RouteTable.Route] {
    [
      .init(
        .post, "/v1/pictures",
        RouteDescription(
          "draw", "Draws a document.", parameters: PictureParameters.table.descriptions + LimitHeader.descriptions,
          takesDocument: true, answers: ["200": .reference("responses/Picture")])
      ) { [self] request, _, context in try await picture(request, context) },
      .init(
        .get, "/v1/documents/{digest}/picture",
        RouteDescription(
          "drawKept", "Draws a kept document, with values set.",
          parameters: PictureParameters.table.descriptions + LimitHeader.descriptions + [
            ParameterDescription(name: "If-None-Match", place: .header, schema: .string)
          ],
          answers: ["200": .reference("responses/Picture"), "304": ["description": "The client has it."]])
      ) { [self] request, words, context in try await picture(of: words[0], request, context) },
    ]
  }

  private func picture(_ request: Request, _ context: ServiceContext) async throws -> Response {
    let limits = try LimitHeader.narrowed(settings.limits, by: request.headers)
    var query = try QueryText(request.uri.query ?? "")
    // Errors of the parameters are reported before the body is awaited.
    var parameters = try PictureParameters(query)
    let body = try await uploads.read(request)
    if !body.parameters.isEmpty {
      for (name, value) in body.parameters { query.append(name, value) }
      parameters = try PictureParameters(query)
    }
    let form = try parameters.choose(request.headers[.accept])
    settings.limit(&parameters.request, by: limits)
    let picture = try await draw(parameters, in: body.document, named: body.name, context)
    withExtendedLifetime(body) {}
    return PictureAnswer.response(picture, form)
  }

  /// The response with a picture of a kept document: a confirmation of the client's copy, a kept picture, or a new one.
  private func picture(of digest: String, _ request: Request, _ context: ServiceContext) async throws -> Response {
    let query = try QueryText(request.uri.query ?? "")
    var parameters = try PictureParameters(query)
    settings.limit(&parameters.request, by: try LimitHeader.narrowed(settings.limits, by: request.headers))
    let document = try documents.document(digest)
    let form = try parameters.choose(request.headers[.accept])
    let tag = EntityTag.name(
      digest, query, form: parameters.encoding.format.rawValue + form.rawValue, renderer: renderer)
    var headers: HTTPFields = [.eTag: tag, .vary: "Accept"]
    headers[.cacheControl] = settings.tokens == nil ? "public, max-age=3600" : "private, max-age=3600"
    guard !EntityTag.matches(request.headers[.ifNoneMatch], tag) else {
      return Response(status: .notModified, headers: headers)
    }
    let kept = cache.picture(tag)
    metrics.count(kept == nil ? "lamina_cache_misses_total" : "lamina_cache_hits_total")
    let picture: DrawnPicture
    if let kept {
      picture = kept
    } else {
      let asked = parameters
      let limits = "\(asked.request.options.limits) \(asked.request.limits)"
      picture = try await cache.picture(tag, limitedTo: limits) {
        do throws(Problem) {
          return .success(try await draw(asked, in: document.document, named: digest, context))
        } catch {
          return .failure(error)
        }
      }.get()
    }
    var response = PictureAnswer.response(picture, form)
    response.headers.append(contentsOf: headers)
    response.headers[.of("Lamina-Cache")] = kept == nil ? "miss" : "hit"
    return response
  }

  /// The kinds of renderers of the workers, which decide the bytes of pictures.
  private var renderer: String {
    let kinds = settings.workers.map { worker in
      switch worker.drawing {
      case .cpu: "cpu"
      case .gpu, .automatic: "gpu"
      }
    }
    return Set(kinds).sorted().joined(separator: "+")
  }

  /// Draws a picture in a worker; cancels the work if the client leaves.
  ///
  /// - Parameters:
  ///   - parameters: The parameters of the picture; for a document in memory the name in them is replaced.
  ///   - upload: The document in memory; `nil` for a document on disk.
  ///   - name: A name for the bytes of the document with its files, unique to them; `nil` for none.
  func draw(
    _ parameters: PictureParameters, in upload: DocumentUpload? = nil, named name: String?, _ context: ServiceContext
  ) async throws(Problem) -> DrawnPicture {
    let (client, pool) = (departures.client(of: context.channel), pool)
    var order = PictureOrder(parameters.request, in: upload, identity: name)
    if let upload { order.request.document = upload.document }
    let result = await pool.draw(order, parameters.drawing, parameters.encoding) { job in
      client.watch { pool.leave(job) }
    }
    client.forget()
    let picture = try converting(to: Problem.init) { () throws(DrawingFailure) in try result.get() }
    metrics.note(picture)
    let warnings = picture.diagnostics.filter { $0.severity != .note }
    if parameters.isStrict, let first = warnings.first {
      throw Problem(
        .unprocessableContent, .documentFailed,
        "\(warnings.count) warnings and strict; the first is: \(first.message) [\(first.code)]")
    }
    return picture
  }
}
#endif
