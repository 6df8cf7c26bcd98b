// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

#if Serve
import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdCore
import LaminaGraphics
import LaminaScene
import LaminaServe
import NIOCore

extension StudioServer {
  /// Routes for pictures: one stream for each page, and the requests by which the page controls it.
  var frameRoutes: [RouteTable.Route] {
    [
      .init(.get, "/api/stream/{page}") { [self] request, words, _ in try stream(request, page: words[0]) },
      .init(.post, "/api/stream/{page}/view") { [self] request, words, _ in
        try channels.channel(words[0]).ask(for: await Self.body(request, as: ViewOrder.self))
        return Response(status: .noContent)
      },
      .init(.post, "/api/stream/{page}/play") { [self] request, words, _ in
        let film = try await Self.body(request, as: FilmOrder.self)
        try channels.channel(words[0]).play(film.view, film.playback)
        return Response(status: .noContent)
      },
      .init(.post, "/api/stream/{page}/seen") { [self] _, words, _ in
        try channels.channel(words[0]).seen()
        return Response(status: .noContent)
      },
    ]
  }

  private struct FilmOrder: Decodable, Sendable {
    var view: ViewOrder
    var playback: Playback
  }

  /// The stream of a page: a message for each picture that it requests, until the page closes it.
  private func stream(_ request: Request, page: String) throws -> Response {
    let scene = try Self.sceneName(try Self.query(request))
    let channel = try channels.open(page, scene: scene)
    let (messages, continuation) = AsyncStream.makeStream(of: ByteBuffer.self)
    let body = ResponseBody { [self] writer in
      let maker = Task { await make(channel, continuation) }
      defer {
        maker.cancel()
        channel.end()
        channels.close(page, channel)
      }
      for await message in messages { try await writer.write(message) }
      try await writer.finish(nil)
    }
    return Response(
      status: .ok, headers: [.contentType: "application/octet-stream", .cacheControl: "no-store"], body: body)
  }

  /// Makes the messages of a stream; the next picture is drawn while the previous one is encoded.
  private func make(_ channel: FrameChannel, _ messages: AsyncStream<ByteBuffer>.Continuation) async {
    messages.yield(FrameMessage.bytes(FrameMessage.text(FrameMessage.Notice(kind: "hello"))))
    var last: Task<Void, Never>?
    while true {
      switch await channel.next() {
      case .end:
        await last?.value
        messages.finish()
        return
      case .notice(let text):
        await last?.value
        messages.yield(FrameMessage.bytes(text))
      case .draw(let order, let isPlaying):
        let drawn = await draw(order, channel)
        let before = last
        last = Task {
          let message = await message(of: drawn, order, isPlaying, channel)
          await before?.value
          messages.yield(message)
        }
      }
    }
  }

  private func draw(_ order: ViewOrder, _ channel: FrameChannel) async -> Result<StudioDesk.Drawn, any Error> {
    do {
      return .success(try await desk.ask { desk in try desk.draw(order, of: desk.scene(channel.scene)) })
    } catch {
      return .failure(error)
    }
  }

  /// The message with a picture that a page requested, or with the error.
  private func message(
    of drawn: Result<StudioDesk.Drawn, any Error>, _ order: ViewOrder, _ isPlaying: Bool, _ channel: FrameChannel
  ) async -> ByteBuffer {
    do {
      return try FrameMessage.picture(drawn.get(), order, isPlaying: isPlaying)
    } catch {
      // The error takes the place of a picture, and counts as one that the page sees.
      var notice = FrameMessage.Notice(kind: "failed")
      notice.seq = order.seq
      notice.message = (error as? Problem)?.detail ?? "\(error)"
      if let place = (try? await desk.ask { desk in try desk.scene(channel.scene).failure?.location }) ?? nil {
        (notice.line, notice.column, notice.file) = (place.line, place.column, place.file)
      }
      return FrameMessage.bytes(FrameMessage.text(notice))
    }
  }
}
#endif
