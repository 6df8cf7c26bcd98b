// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

#if Serve
import HTTPTypes
import Hummingbird
import HummingbirdCore
import LaminaGeometry
import LaminaGraphics
import LaminaSystem
import Synchronization
import NIOCore
import NIOHTTPTypes

/// Whether the client of a connection is still there, and who wants to know when it leaves.
///
/// A client that has sent its request and closes its side of the connection may still read: what it asked for has a
/// moment more to be ready, and is then ended.
final class ClientPresence: Sendable {
  private struct State {
    var hasLeft = false
    var leave: (@Sendable () -> Void)?
  }

  private let state = Locked(State())

  /// Calls `leave` when the client has left, or at once where it has, until ``forget()``. A connection has one request
  /// at a time.
  func watch(_ leave: @escaping @Sendable () -> Void) {
    let hasLeft = state.withLock { state in
      state.leave = leave
      return state.hasLeft
    }
    if hasLeft { tell() }
  }

  /// Nobody waits for the client any more.
  func forget() { state.withLock { $0.leave = nil } }

  /// The moment has passed that a client has which closed its side.
  fileprivate func leaves() {
    state.withLock { $0.hasLeft = true }
    tell()
  }

  private func tell() {
    let leave = state.withLock { state in
      defer { state.leave = nil }
      return state.leave
    }
    leave?()
  }
}

/// The clients of all connections.
final class Departures: Sendable {
  private let clients = Locked<[ObjectIdentifier: ClientPresence]>([:])

  /// The client of a connection, as long as that is open; one that has left for any other.
  func client(of channel: any Channel) -> ClientPresence {
    if let client = clients.withLock({ $0[ObjectIdentifier(channel)] }) { return client }
    let gone = ClientPresence()
    gone.leaves()
    return gone
  }

  fileprivate func add(_ client: ClientPresence, _ channel: any Channel) {
    clients.withLock { $0[ObjectIdentifier(channel)] = client }
  }

  fileprivate func remove(_ channel: any Channel) { clients.withLock { $0[ObjectIdentifier(channel)] = nil } }
}

/// Notices that the client of a connection leaves, tells one that waits for it to send its body, and lets answers go
/// out whole before the connection is closed.
final class ConnectionWatch: ChannelDuplexHandler, RemovableChannelHandler {
  typealias InboundIn = HTTPRequestPart
  typealias InboundOut = HTTPRequestPart
  typealias OutboundIn = HTTPResponsePart
  typealias OutboundOut = HTTPResponsePart

  private let departures: Departures
  private let client = ClientPresence()
  /// How long work for a client goes on that has closed its side. Milliseconds.
  private static let grace: Int64 = 200
  /// The longest body that is worth sending. Bytes.
  private let longestBody: Int
  /// How long a client may take for the rest of an answer when its connection is to be closed.
  private let patience: TimeAmount
  /// Answers whose end was written and has not gone out yet.
  private var unsent = 0
  /// What waits for that: closing the connection.
  private var closing: EventLoopPromise<Void>?

  init(_ departures: Departures, longestBody: Int, patience: TimeAmount) {
    (self.departures, self.longestBody, self.patience) = (departures, longestBody, patience)
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    if case .head(let head) = unwrapInboundIn(data), head.headerFields[.expect]?.lowercased() == "100-continue",
      head.headerFields[.contentLength].flatMap({ Int($0) }) ?? 0 <= longestBody
    {
      context.writeAndFlush(wrapOutboundOut(.head(HTTPResponse(status: .continue))), promise: nil)
    }
    context.fireChannelRead(data)
  }

  func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
    guard case .end = unwrapOutboundIn(data) else { return context.write(data, promise: promise) }
    unsent += 1
    let sent = promise ?? context.eventLoop.makePromise()
    let own = NIOLoopBound((watch: self, context: context), eventLoop: context.eventLoop)
    sent.futureResult.whenComplete { _ in
      let (watch, context) = own.value
      watch.unsent -= 1
      if watch.unsent == 0 { watch.closeNow(context) }
    }
    context.write(data, promise: sent)
  }

  /// A server that is told to end closes connections when their last answer is written, which may be long before a slow
  /// client has it.
  func close(context: ChannelHandlerContext, mode: CloseMode, promise: EventLoopPromise<Void>?) {
    guard mode == .all, unsent > 0 else { return context.close(mode: mode, promise: promise) }
    guard closing == nil else {
      closing?.futureResult.cascade(to: promise)
      return
    }
    closing = context.eventLoop.makePromise()
    closing?.futureResult.cascade(to: promise)
    let own = NIOLoopBound((watch: self, context: context), eventLoop: context.eventLoop)
    context.eventLoop.scheduleTask(in: patience) {
      let (watch, context) = own.value
      watch.closeNow(context)
    }
  }

  private func closeNow(_ context: ChannelHandlerContext) {
    guard let promise = closing else { return }
    closing = nil
    context.close(mode: .all, promise: promise)
  }

  func handlerAdded(context: ChannelHandlerContext) { departures.add(client, context.channel) }

  func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
    if case ChannelEvent.inputClosed? = event as? ChannelEvent { clientLeaves(context) }
    context.fireUserInboundEventTriggered(event)
  }

  func channelInactive(context: ChannelHandlerContext) {
    closing?.succeed()
    closing = nil
    departures.remove(context.channel)
    clientLeaves(context)
    context.fireChannelInactive()
  }

  private func clientLeaves(_ context: ChannelHandlerContext) {
    context.eventLoop.scheduleTask(in: .milliseconds(Self.grace)) { [client] in client.leaves() }
  }
}
#endif
