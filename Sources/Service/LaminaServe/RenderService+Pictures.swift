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
  /// Pictures of documents that come with the request, and of those that are kept.
  var pictureRoutes: [RouteTable.Route] {
    [
      .init(.post, "/v1/pictures") { [self] request, _, context in try await picture(request, context) },
      .init(.get, "/v1/documents/{digest}/picture") { [self] request, words, context in
        try await picture(of: words[0], request, context)
      },
    ]
  }

  private func picture(_ request: Request, _ context: ServiceContext) async throws -> Response {
    try DocumentBody.check(request)
    let limits = try LimitHeader.narrowed(settings.limits, by: request.headers)
    var query = try QueryText(request.uri.query ?? "")
    // What is wrong with the parameters is said before the body is waited for.
    _ = try PictureParameters(query)
    let upload = try await uploads.read(request)
    let body = try DocumentBody(upload.file, request)
    for (name, value) in body.parameters { query.append(name, value) }
    var parameters = try PictureParameters(query)
    let form = try parameters.choose(request.headers[.accept])
    let order = parameters.request(body.document, limits: limits, sceneLimits: settings.sceneLimits)
    let name = KeptDocument.name(of: upload.digest, request)
    let picture = try await draw(order, parameters, document: name, context)
    withExtendedLifetime(upload) {}
    return PictureAnswer.response(picture, form)
  }

  /// A picture of a kept document: from the client's own copy, from those that are kept here, or drawn.
  private func picture(of digest: String, _ request: Request, _ context: ServiceContext) async throws -> Response {
    let query = try QueryText(request.uri.query ?? "")
    var parameters = try PictureParameters(query)
    let limits = try LimitHeader.narrowed(settings.limits, by: request.headers)
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
      let order = parameters.request(document.document, limits: limits, sceneLimits: settings.sceneLimits)
      picture = try await cache.picture(tag) {
        do throws(Problem) {
          return .success(try await draw(order, parameters, document: digest, context))
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

  /// What draws here, as far as it decides how pictures look.
  private var renderer: String {
    let kinds = settings.workers.map { worker in
      switch worker.drawing {
      case .cpu: "cpu"
      case .gpu, .automatic: "gpu"
      }
    }
    return Set(kinds).sorted().joined(separator: "+")
  }

  /// Has a picture drawn, and ends the work where the client leaves.
  ///
  /// - Parameter document: What names the bytes of the document with its files; two documents never have the same.
  func draw(
    _ order: PictureRequest, _ parameters: PictureParameters, document: String?, _ context: ServiceContext
  ) async throws(Problem) -> DrawnPicture {
    let (client, pool) = (departures.client(of: context.channel), pool)
    var order = order
    order.identity = document
    let result = await pool.draw(order, parameters, document: document) { job in
      client.watch { pool.leave(job) }
    }
    client.forget()
    let picture: DrawnPicture
    do throws(DrawingFailure) {
      picture = try result.get()
    } catch {
      throw Problem(error)
    }
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
