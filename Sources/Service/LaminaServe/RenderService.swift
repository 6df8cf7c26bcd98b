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
import LaminaSystem
import LaminaWorkers
package import Logging
import NIOCore
import NIOHTTP1
import ServiceLifecycle
import Synchronization
import UnixSignals

/// The service that draws pictures over HTTP (`lamina serve`).
///
/// The threads of the network read and answer requests. Isolated workers read and draw documents; each worker has a
/// thread that takes pictures from a queue of limited length.
package final class RenderService: Sendable {
  let settings: ServiceSettings
  let logger: Logger
  let pool: DrawingPool
  let uploads: UploadReader
  let documents: DocumentStore
  let cache: PictureCache
  let metrics = ServiceMetrics()
  let departures = Departures()
  /// The object that makes films; `nil` without a folder for state.
  let films: FilmRunner?
  /// Reads files for answers on threads that may block.
  let files = FileIO()
  private let ending = Locked(false)
  private let description = Locked<ByteBuffer?>(nil)

  /// Makes a service, which starts with ``run(listening:)``.
  ///
  /// - Throws: An error of the system or of SQLite for the folder of the state.
  package init(_ settings: ServiceSettings, logger: Logger) throws {
    (self.settings, self.logger) = (settings, logger)
    pool = DrawingPool(settings, PoolLog(logger: logger, metrics: metrics))
    uploads = UploadReader(
      limit: settings.capacity.maxBody, seconds: settings.capacity.maxBodyTime,
      room: UploadRoom(settings.capacity.maxUploads))
    documents = DocumentStore(limit: settings.capacity.maxDocuments)
    cache = PictureCache(limit: settings.capacity.cache)
    films = try settings.capacity.state.map { FilmRunner(try FilmStore($0), settings, logger) }
  }

  /// All routes.
  private var routes: [RouteTable.Route] { operatorRoutes + pictureRoutes + documentRoutes + filmRoutes }

  /// The OpenAPI description, which is made at the first request.
  var descriptionText: ByteBuffer {
    description.withLock { description in
      let text = description ?? ServiceDescription(routes).text
      description = text
      return text
    }
  }

  /// Serves until the process receives SIGTERM or SIGINT and the requests that have begun are answered.
  ///
  /// - Parameter listening: Called with the port once connections are accepted; with `nil` for a socket in the file
  ///   system.
  package func run(listening: @escaping @Sendable (Int?) -> Void) async throws {
    pool.start()
    films?.start()
    defer {
      pool.end()
      films?.end()
    }
    let application = Application(
      responder: ServiceResponder(
        routes: RouteTable(routes), tokens: settings.tokens, logger: logger, metrics: metrics),
      server: .http1(configuration: connectionConfiguration),
      configuration: ApplicationConfiguration(
        address: address, serverName: "lamina/\(LaminaVersion.current)",
        availableConnectionsDelegate: MaximumAvailableConnections(settings.capacity.connections)),
      onServerRunning: { channel in listening(channel.localAddress?.port) },
      logger: quietLogger)
    var configuration = ServiceGroupConfiguration(
      services: [application, EndNotice(service: self)], gracefulShutdownSignals: [.sigterm, .sigint],
      logger: quietLogger)
    configuration.maximumGracefulShutdownDuration = .seconds(settings.capacity.drain)
    do {
      try await ServiceGroup(configuration: configuration).run()
    } catch let error as IOError where [EADDRINUSE, EACCES, EADDRNOTAVAIL].contains(error.errnoCode) {
      throw ListeningError(address: settings.address, code: error.errnoCode)
    }
  }

  private var address: BindAddress {
    switch settings.address {
    case .port(let host, let port): .hostname(host, port: port)
    case .socket(let path): .unixDomainSocket(path: path)
    }
  }

  private var connectionConfiguration: HTTP1Channel.Configuration {
    let (departures, longestBody) = (departures, settings.capacity.maxBody)
    let idle = TimeAmount.milliseconds(Int64(clamping: Int(clamping: settings.capacity.idle * 1000)))
    return HTTP1Channel.Configuration(
      additionalChannelHandlers: [ConnectionWatch(departures, longestBody: longestBody, patience: idle)],
      idleTimeout: idle,
      httpDecoderConfiguration: .init(
        maxHeaderFieldSize: 16 << 10, maxHeaderListSize: 64 << 10, maxHeaderFieldCount: 200))
  }

  /// The logger of the libraries, whose messages concern no request.
  private var quietLogger: Logger {
    var logger = logger
    logger.logLevel = max(logger.logLevel, .warning)
    return logger
  }

  /// Whether the service has received a signal to end.
  var isEnding: Bool { ending.withLock { $0 } }

  fileprivate func beginEnding() { ending.withLock { $0 = true } }
}

/// Tells a service that it has to end, as soon as the shutdown begins.
private struct EndNotice: Service {
  let service: RenderService

  func run() async throws {
    try? await gracefulShutdown()
    service.beginEnding()
  }
}

/// Logs and counts events of workers.
private struct PoolLog: PoolWatcher {
  let logger: Logger
  let metrics: ServiceMetrics

  func workerStarted(lane: Int, gaps: [String]) {
    logger.info("worker started", metadata: ["lane": "\(lane)"])
    guard !gaps.isEmpty else { return }
    logger.warning("not protected on this system", metadata: ["gaps": "\(gaps.joined(separator: "; "))"])
  }

  func workerCannotStart(lane: Int, _ error: IsolationError) {
    logger.error("worker cannot start", metadata: ["lane": "\(lane)", "error": "\(error)"])
  }

  func workerLost(lane: Int, _ error: IsolationError, lastWords: String) {
    metrics.count("lamina_workers_lost_total")
    logger.warning("worker lost", metadata: ["lane": "\(lane)", "error": "\(error)", "wrote": "\(lastWords)"])
  }
}
#endif
