// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

#if Serve
import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdCore
import LaminaExport
import LaminaGraphics
import LaminaServe
import NIOCore

extension StudioServer {
  /// Routes for files that leave the page: pictures and films.
  var outputRoutes: [RouteTable.Route] {
    [
      .init(.get, "/api/picture.png") { [self] request, _, _ in try await picture(request) },
      .init(.post, "/api/films") { [self] request, _, _ in
        let name = try Self.sceneName(try Self.query(request))
        var order = try await Self.body(request, as: FilmRequest.self)
        let asked = order
        let (entry, edits, state, total) = try await desk.ask { desk in
          let open = try desk.scene(name)
          // Invalid requests are refused before a film is started.
          let timing = try StudioFilmMaker.timing(asked, of: open.loaded())
          _ = try asked.view.options(desk.settings.request)
          return (open.entry, open.edits, open.state, timing.frames.count)
        }
        (order.edits, order.state) = (edits, state)
        return .json(["id": try films.add(order, entry, total: total)])
      },
      .init(.get, "/api/films/{film}") { [self] _, words, _ in .json(try films.progress(words[0])) },
      .init(.delete, "/api/films/{film}") { [self] _, words, _ in
        films.cancel(words[0])
        return Response(status: .noContent)
      },
      .init(.get, "/api/films/{film}/file") { [self] _, words, context in
        let (path, name) = try films.file(words[0])
        let body = try await FileIO().loadFile(path: path, context: context)
        let headers: HTTPFields = [
          .contentType: "application/octet-stream", .contentDisposition: Self.attachment(name),
        ]
        return Response(status: .ok, headers: headers, body: body)
      },
    ]
  }

  /// The PNG file of a moment, identical to the one that `lamina render` writes with the same options.
  private func picture(_ request: Request) async throws -> Response {
    let query = try Self.query(request)
    let name = try Self.sceneName(query)
    var order = ViewOrder()
    if let time = query["time"] {
      guard let seconds = Double(time), seconds.isFinite else { throw Problem.badParameter("time", "it is seconds") }
      order.time = seconds
    }
    order.scale = query["scale"].flatMap { Double($0) }
    (order.size, order.background, order.overlay) = (query["size"], query["background"], query["overlay"])
    order.renderer = query["renderer"].flatMap(ViewOrder.Drawing.init(rawValue:))
    order.mode = query["mode"].flatMap(ViewOrder.Mode.init(rawValue:))
    (order.yaw, order.pitch) = (query["yaw"].flatMap { Double($0) }, query["pitch"].flatMap { Double($0) })
    order.spacing = query["spacing"].flatMap { Double($0) }
    let asked = order
    let drawn = try await desk.ask { desk in try desk.draw(asked, of: desk.scene(name)) }
    let bytes = try PNGEncoder().encode(drawn.image)
    let stem = ((name as NSString).lastPathComponent as NSString).deletingPathExtension
    return Response(
      status: .ok,
      headers: [.contentType: "image/png", .contentDisposition: Self.attachment("\(stem).png")],
      body: ResponseBody(byteBuffer: ByteBuffer(bytes: bytes)))
  }

  /// The header that gives a browser the name of a file to save.
  private static func attachment(_ name: String) -> String {
    let plain = String(name.map { $0.isASCII && ($0.isLetter || $0.isNumber || "-_. ".contains($0)) ? $0 : "_" })
    return "attachment; filename=\"\(plain)\""
  }
}
#endif
