// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

#if Serve
import HTTPTypes
import Hummingbird
import HummingbirdCore
import NIOCore

extension RenderService {
  /// The routes for operators of the service.
  var operatorRoutes: [RouteTable.Route] {
    [
      .init(.get, "/healthz", isOpen: true, RouteDescription("health", answers: ["200": Self.yes], problems: [])) {
        _, _, _ in
        Self.text(ByteBuffer(string: "ok\n"))
      },
      .init(
        .get, "/readyz", isOpen: true, RouteDescription("readiness", answers: ["200": Self.yes], problems: ["5XX"])
      ) { [self] _, _, _ in try ready() },
      .init(
        .get, "/v1/openapi.json", isOpen: true,
        RouteDescription(
          "description", answers: ["200": .answer("This document.", "application/json", .anything)], problems: [])
      ) { [self] _, _, _ in Self.text(descriptionText, type: "application/json") },
      .init(.get, "/metrics", RouteDescription("metrics", answers: ["200": Self.yes], problems: ["4XX"])) {
        [self] _, _, _ in
        Self.text(ByteBuffer(string: metricsText), type: "text/plain; version=0.0.4; charset=utf-8")
      },
    ]
  }

  private static let yes = JSONLiteral.answer("Yes.", "text/plain", .string)

  private static func text(_ text: ByteBuffer, type: String = "text/plain; charset=utf-8") -> Response {
    Response(
      status: .ok, headers: [.contentType: type, .cacheControl: "no-store"], body: ResponseBody(byteBuffer: text))
  }

  /// The answer to a readiness check, which fails while the service ends, without a worker, and with a full queue.
  private func ready() throws(Problem) -> Response {
    let load = pool.load
    if isEnding { throw Problem(.serviceUnavailable, .unavailable, "the service is ending") }
    guard load.ready > 0 else { throw Problem(.serviceUnavailable, .unavailable, "no worker has started yet") }
    guard load.waiting < settings.capacity.queue else {
      throw Problem(.serviceUnavailable, .overloaded, "\(load.waiting) pictures wait, as many as may")
    }
    return Self.text(ByteBuffer(string: "ready\n"))
  }

  private var metricsText: String {
    let load = pool.load
    metrics.gauge("lamina_queue_length", Double(load.waiting))
    metrics.gauge("lamina_drawing", Double(load.drawing))
    metrics.gauge("lamina_workers_ready", Double(load.ready))
    metrics.gauge("lamina_documents", Double(documents.load.count))
    metrics.gauge("lamina_documents_bytes", Double(documents.load.bytes))
    metrics.gauge("lamina_cache_bytes", Double(cache.load.bytes))
    metrics.gauge("lamina_uploads_bytes", Double(uploads.room.byteCount))
    metrics.noteProcess()
    return metrics.text
  }
}
#endif
