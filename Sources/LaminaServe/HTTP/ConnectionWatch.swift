#if Serve
import HTTPTypes
import Hummingbird
import HummingbirdCore
import LaminaGeometry
import LaminaGraphics
import Synchronization
import NIOCore
import NIOHTTPTypes

/// Who wants to know when clients leave.
///
/// A client that has sent its request and closes its side of the connection may still read: what it asked for has a moment more to be
/// ready, and is then ended.
final class Departures: Sendable {
  private let watched = Locked<[ObjectIdentifier: @Sendable () -> Void]>([:])
  /// How long work for a client goes on that has closed its side. Milliseconds.
  private static let grace: Int64 = 200

  /// Calls `leave` when the client of a connection has left, until ``forget(_:)``. A connection has one request at a time.
  func watch(_ channel: any Channel, _ leave: @escaping @Sendable () -> Void) {
    watched.withLock { $0[ObjectIdentifier(channel)] = leave }
    // It may have left before.
    if !channel.isActive { left(channel) }
  }

  /// Nobody waits for a connection's client any more.
  func forget(_ channel: any Channel) { watched.withLock { $0[ObjectIdentifier(channel)] = nil } }

  /// A client has left, or closed its side.
  func left(_ channel: any Channel) {
    let name = ObjectIdentifier(channel)
    channel.eventLoop.scheduleTask(in: .milliseconds(Self.grace)) { [self] in
      let leave = watched.withLock { $0.removeValue(forKey: name) }
      leave?()
    }
  }
}

/// Notices that the client of a connection leaves, and tells one that waits for it to send its body.
final class ConnectionWatch: ChannelInboundHandler, RemovableChannelHandler {
  typealias InboundIn = HTTPRequestPart
  typealias InboundOut = HTTPRequestPart
  typealias OutboundOut = HTTPResponsePart

  private let departures: Departures
  /// The longest body that is worth sending. Bytes.
  private let longestBody: Int

  init(_ departures: Departures, longestBody: Int) {
    (self.departures, self.longestBody) = (departures, longestBody)
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    if case .head(let head) = unwrapInboundIn(data), head.headerFields[.expect]?.lowercased() == "100-continue",
      head.headerFields[.contentLength].flatMap({ Int($0) }) ?? 0 <= longestBody
    {
      context.writeAndFlush(wrapOutboundOut(.head(HTTPResponse(status: .continue))), promise: nil)
    }
    context.fireChannelRead(data)
  }

  func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
    if case ChannelEvent.inputClosed? = event as? ChannelEvent { departures.left(context.channel) }
    context.fireUserInboundEventTriggered(event)
  }

  func channelInactive(context: ChannelHandlerContext) {
    departures.left(context.channel)
    context.fireChannelInactive()
  }
}
#endif
