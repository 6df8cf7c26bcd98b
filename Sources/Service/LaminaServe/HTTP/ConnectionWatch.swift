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

/// The presence of the client of a connection, and the callback that is called when it leaves.
///
/// A client that has sent its request and closes its side of the connection may still read: its answer gets a short
/// grace period to be completed, and is then cancelled.
final class ClientPresence: Sendable {
  private struct State {
    var hasLeft = false
    var leave: (@Sendable () -> Void)?
  }

  private let state = Locked(State())

  /// Calls `leave` when the client leaves, or immediately if it has left, until ``forget()``. A connection has one
  /// request at a time.
  func watch(_ leave: @escaping @Sendable () -> Void) {
    let hasLeft = state.withLock { state in
      state.leave = leave
      return state.hasLeft
    }
    if hasLeft { tell() }
  }

  /// Ends the watch, after which `leave` is not called any more.
  func forget() { state.withLock { $0.leave = nil } }

  /// Marks the client as gone, when the grace period after it closed its side has passed.
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

  /// The client of a connection; for a closed connection, a client that has left.
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

/// Detects that the client of a connection leaves, answers `Expect: 100-continue`, and sends answers completely before
/// the connection is closed.
final class ConnectionWatch: ChannelDuplexHandler, RemovableChannelHandler {
  typealias InboundIn = HTTPRequestPart
  typealias InboundOut = HTTPRequestPart
  typealias OutboundIn = HTTPResponsePart
  typealias OutboundOut = HTTPResponsePart

  private let departures: Departures
  private let client = ClientPresence()
  /// The time for which work continues after the client has closed its side, in milliseconds.
  private static let grace: Int64 = 200
  /// The longest body that a client is told to send, in bytes.
  private let longestBody: Int
  /// The time that a client may take to receive the rest of an answer when its connection is to be closed.
  private let patience: TimeAmount
  /// The number of answers whose end was written but is not sent yet.
  private var unsent = 0
  /// The promise of closing the connection, kept once all answers are sent.
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

  /// Delays closing until all answers are sent: a server that shuts down closes connections when their last answer is
  /// written, which may be long before a slow client has received it.
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
