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
package import LaminaScene
import LaminaServe
import LaminaSystem
package import Logging
import NIOCore
import ServiceLifecycle
import Synchronization
import UnixSignals

/// The server of `lamina studio`, which shows the layer tree in a browser.
///
/// One thread reads scenes and draws them (``StudioThread``); the network's threads send it questions. Every page has
/// one response that never ends, over which it receives pictures, and requests them by small requests.
package final class StudioServer: Sendable {
  let settings: StudioSettings
  let logger: Logger
  let desk: StudioThread
  let channels = ChannelTable()
  let films: FilmTable
  private let gate: StudioGate
  private let files: PageFiles
  /// The maximum number of connections; a page has about six.
  private static let mostConnections = 64
  /// The maximum length of a request's body, in bytes.
  static let longestBody = 16 << 20

  /// Makes a studio.
  ///
  /// - Returns: `nil` for an invalid token: it takes at least 16 letters, digits, `-` or `_`.
  package init?(_ settings: StudioSettings, logger: Logger) {
    guard let gate = StudioGate(token: settings.token) else { return nil }
    (self.settings, self.logger, self.gate) = (settings, logger, gate)
    files = PageFiles(folder: settings.pageFolder)
    desk = StudioThread(settings)
    films = FilmTable(settings, channels)
  }

  /// The reason why no scene can be shown at the start; `nil` if one can.
  package func problemAtStart() async -> SceneError? {
    try? await desk.ask { desk in
      let names = desk.names()
      guard let first = names.first else {
        let kinds = "no .ca, .wallpaper, .caml, .caar, .tendies, .json or .lottie"
        return SceneError.unsupportedContainer(
          path: desk.list.path, kind: "the folder holds no scene: \(kinds)", planes: [])
      }
      return desk.list.isFolder ? nil : try desk.scene(first).failure
    }
  }

  /// Serves until the process receives SIGTERM or SIGINT.
  ///
  /// - Parameter listening: Called with the port, once connections are accepted.
  package func run(listening: @escaping @Sendable (Int) -> Void) async throws {
    defer {
      desk.end()
      films.end()
    }
    var quiet = logger
    quiet.logLevel = max(logger.logLevel, .error)
    let application = Application(
      responder: StudioResponder(gate: gate, routes: RouteTable(routes), logger: logger),
      server: .http1(),
      configuration: ApplicationConfiguration(
        address: .hostname("127.0.0.1", port: settings.port), serverName: "lamina/\(LaminaVersion.current)",
        availableConnectionsDelegate: MaximumAvailableConnections(Self.mostConnections)),
      onServerRunning: { channel in listening(channel.localAddress?.port ?? 0) }, logger: quiet)
    var configuration = ServiceGroupConfiguration(
      services: [application, StudioClock(studio: self)], gracefulShutdownSignals: [.sigterm, .sigint], logger: quiet)
    configuration.maximumGracefulShutdownDuration = .seconds(3)
    configuration.maximumCancellationDuration = .seconds(3)
    do {
      try await ServiceGroup(configuration: configuration).run()
    } catch let error as IOError {
      throw StartProblem(port: settings.port, code: error.errnoCode)
    }
  }

  /// The reason why the studio cannot listen.
  package struct StartProblem: Error, CustomStringConvertible {
    package var port: Int
    package var code: Int32

    /// One sentence for people.
    package var description: String {
      switch code {
      case EADDRINUSE: "port \(port) of 127.0.0.1 is taken: another program listens there"
      case EACCES: "port \(port) of 127.0.0.1 may not be used by this account"
      default: "port \(port) of 127.0.0.1 cannot be used: \(String(cString: strerror(code)))"
      }
    }
  }

  private var routes: [RouteTable.Route] {
    [
      .init(.get, "/") { [files] request, _, _ in try files.answer("index.html", request) },
      .init(.get, "/page/{file}") { [files] request, words, _ in try files.answer(words[0], request) },
    ] + frameRoutes + reportRoutes + editRoutes + outputRoutes
  }

  /// Reads scenes again whose files have changed, and notifies their pages.
  fileprivate func lookAtFiles() async {
    guard
      let changed = try? await desk.ask({ desk in
        desk.readAgain().map { name in (name, (try? desk.scene(name))?.changeNotice) }
      })
    else { return }
    for (name, notice) in changed { if let notice { channels.notify(name, notice) } }
  }

  /// Notifies pages if the list of scenes in the folder has changed.
  ///
  /// - Returns: The pause until the next check, which is longer for large folders.
  fileprivate func lookAtList(_ names: inout [String]?) async -> Duration {
    let begun = ContinuousClock.now
    guard let found = try? await desk.ask({ desk in desk.names() }) else { return .seconds(60) }
    if let names, names != found { channels.notifyAll(FrameMessage.Notice(kind: "scenes")) }
    names = found
    return max(.seconds(1), begun.duration(to: .now) * 50)
  }

  /// The parameters of a request.
  static func query(_ request: Request) throws -> [String: String] {
    Dictionary(try QueryText(request.uri.query ?? "").items.map { ($0.name, $0.value) }) { $1 }
  }

  /// Decodes the JSON body of a request.
  static func body<Value: Decodable>(_ request: Request, as type: Value.Type) async throws -> Value {
    let buffer: ByteBuffer
    do {
      buffer = try await request.body.collect(upTo: longestBody)
    } catch {
      throw Problem(.contentTooLarge, .bodyTooLarge, "a request has at most \(longestBody) bytes")
    }
    do {
      return try JSONDecoder().decode(type, from: Data(buffer.readableBytesView))
    } catch {
      throw Problem(.badRequest, .badBody, "the request is not understood: \(error)")
    }
  }

  /// The parameter `scene` of a request.
  static func sceneName(_ query: [String: String]) throws(Problem) -> String {
    guard let name = query["scene"], !name.isEmpty else { throw .badParameter("scene", "it says which scene") }
    return name
  }
}

/// The periodic tasks: files are checked for changes, and pages receive a sign that the studio still runs.
private struct StudioClock: Service {
  let studio: StudioServer
  /// The interval between checks of the files.
  private static let pause = Duration.milliseconds(250)
  /// The number of intervals between signs to the pages.
  private static let beats = 20

  func run() async throws {
    await cancelWhenGracefulShutdown {
      var count = 0
      var names: [String]?
      var nextList = ContinuousClock.now
      while !Task.isCancelled {
        try? await Task.sleep(for: Self.pause)
        await studio.lookAtFiles()
        if ContinuousClock.now >= nextList { nextList = .now + (await studio.lookAtList(&names)) }
        count += 1
        if count % Self.beats == 0 { studio.channels.notifyAll(FrameMessage.Notice(kind: "beat")) }
      }
    }
    studio.channels.end()
  }
}

/// The channels of all pages, by the names that the pages have chosen.
final class ChannelTable: Sendable {
  private let channels = Locked<[String: FrameChannel]>([:])
  private static let most = 32

  /// Opens the channel of a page; ends an earlier one with the same name.
  func open(_ name: String, scene: String) throws(Problem) -> FrameChannel {
    let channel = FrameChannel(scene: scene)
    let (before, isFull) = channels.withLock { channels in
      if channels[name] == nil, channels.count >= Self.most { return (FrameChannel?.none, true) }
      return (channels.updateValue(channel, forKey: name), false)
    }
    before?.end()
    if isFull { throw Problem(.tooManyRequests, .overloaded, "\(Self.most) pages are open, as many as may") }
    return channel
  }

  /// The channel of a page.
  func channel(_ name: String) throws(Problem) -> FrameChannel {
    if let channel = channels.withLock({ $0[name] }) { return channel }
    throw Problem(.notFound, .notFound, "the page has no stream of pictures; it is to ask for one")
  }

  /// Removes a channel that has ended.
  func close(_ name: String, _ channel: FrameChannel) {
    channels.withLock { if $0[name] === channel { $0[name] = nil } }
  }

  /// Sends a message to the pages that show a scene.
  func notify(_ scene: String, _ notice: FrameMessage.Notice) {
    let text = FrameMessage.text(notice)
    for channel in all where channel.scene == scene { channel.notify(text) }
  }

  /// Sends a message to all pages.
  func notifyAll(_ notice: FrameMessage.Notice) {
    let text = FrameMessage.text(notice)
    for channel in all { channel.notify(text) }
  }

  /// Ends all channels.
  func end() { for channel in all { channel.end() } }

  private var all: [FrameChannel] { channels.withLock { Array($0.values) } }
}

extension OpenScene {
  /// The message to pages after the scene was read again.
  var changeNotice: FrameMessage.Notice {
    var notice = FrameMessage.Notice(kind: "changed")
    (notice.scene, notice.revision) = (entry.name, revision)
    (notice.kept, notice.dropped) = (edits, dropped)
    if let failure {
      notice.message = "\(failure)"
      if let place = failure.location {
        (notice.line, notice.column, notice.file) = (place.line, place.column, place.file)
      }
    }
    return notice
  }
}
#endif
