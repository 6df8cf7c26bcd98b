// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

#if Serve
import Foundation
import HTTPTypes
import Lamina
import LaminaExport
import LaminaGeometry
import LaminaGraphics
import LaminaLayers
import LaminaScene
import LaminaServe
import LaminaSystem
import Synchronization

/// A page's request for a film, or for a single HTML file that holds the film's frames and a player.
struct FilmRequest: Codable, Sendable {
  /// The name of a film format, or ``page``.
  var format: String
  /// The format of the film; `nil` for a page.
  var film: FilmFormat? { FilmFormat(rawValue: format) }
  /// The format name of a self-contained HTML page with the frames in it.
  static let page = "html"
  /// Every format with its title, in the order of the menu.
  static let formats =
    FilmFormat.allCases.map { Choice(name: $0.rawValue, title: $0.title) } + [
      Choice(name: page, title: "One page with the frames in it")
    ]

  /// A format to choose.
  struct Choice: Encodable, Sendable {
    var name: String
    var title: String
  }

  var fps: Double?
  var from: Double?
  var to: Double?
  /// Size, scale and background.
  var view: ViewOrder
  /// The values that were set in the page, and the scene's state.
  var edits: [SceneEdit] = []
  var state = SceneState()

  private enum CodingKeys: String, CodingKey { case format, fps, from, to, view }
}

/// The films that pages have requested. They are made one after another, each on a thread and with a scene of its own.
final class FilmTable: Sendable {
  private struct Film: Sendable {
    var scene: String
    var progress: FrameMessage.FilmProgress
    var path: String
    var cancellation: ExportCancellation
  }

  private struct State {
    var films: [String: Film] = [:]
    var order: [String] = []
    /// The films whose threads run: the first is being made, the others wait for it to end.
    var threads: [String] = []

    /// Whether a film is being made that was not cancelled.
    var isMaking: Bool { threads.contains { films[$0]?.progress.state == "running" } }
  }

  private let state = Locked(State())
  private let settings: StudioSettings
  private let channels: ChannelTable
  /// The folder of all films, which is removed when the studio ends.
  let folder: String
  /// The maximum number of films that are kept; the oldest one is removed.
  private static let most = 8

  init(_ settings: StudioSettings, _ channels: ChannelTable) {
    (self.settings, self.channels) = (settings, channels)
    folder = NSTemporaryDirectory() + "lamina-studio-\(UUID().uuidString)"
  }

  /// Cancels the film that is being made, and removes all files.
  func end() {
    for film in state.withLock({ Array($0.films.values) }) { film.cancellation.cancel() }
    // Encoder processes are ended by the threads that started them.
    let end = ContinuousClock.now + .seconds(10)
    while state.withLock({ !$0.threads.isEmpty }), ContinuousClock.now < end { usleep(20_000) }
    try? FileManager.default.removeItem(atPath: folder)
  }

  /// Starts a film.
  ///
  /// - Parameters:
  ///   - request: The film's format, times and view.
  ///   - entry: The scene.
  ///   - total: The number of frames.
  /// - Returns: The identifier of the film.
  func add(_ request: FilmRequest, _ entry: SceneList.Entry, total: Int) throws -> String {
    let id = UUID().uuidString.lowercased()
    try FileManager.default.createDirectory(
      atPath: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    let stem = ((entry.name as NSString).lastPathComponent as NSString).deletingPathExtension
    let name = "\(stem.isEmpty ? "scene" : stem).\(request.film == .apng ? "png" : request.format)"
    let path = folder + "/" + id + "." + request.format
    let film = Film(
      scene: entry.name,
      progress: FrameMessage.FilmProgress(id: id, state: "running", finished: 0, total: total, name: name), path: path,
      cancellation: ExportCancellation())
    let gone: [Film]? = state.withLock { state in
      guard !state.isMaking else { return nil }
      state.threads.append(id)
      state.films[id] = film
      state.order.append(id)
      // The films of threads that have not ended are among the most recent.
      guard state.order.count > Self.most else { return [] }
      return [state.films.removeValue(forKey: state.order.removeFirst())].compactMap { $0 }
    }
    guard let gone else { throw Problem(.tooManyRequests, .overloaded, "another film is being made; cancel it first") }
    for film in gone { try? FileManager.default.removeItem(atPath: film.path) }
    JobQueue.start("lamina.film") { [self] in make(request, entry, id, path, film.cancellation) }
    return id
  }

  private func make(
    _ request: FilmRequest, _ entry: SceneList.Entry, _ id: String, _ path: String, _ cancellation: ExportCancellation
  ) {
    defer { state.withLock { $0.threads.removeAll { $0 == id } } }
    // A cancelled film may take a moment to end.
    while state.withLock({ $0.threads.first != id }) { usleep(20_000) }
    do {
      guard !cancellation.isCancelled else { return }
      let open = OpenScene(entry, settings)
      if request.state != SceneState() { try open.enter(request.state) }
      for edit in request.edits { try open.set(edit) }
      let maker = StudioFilmMaker(
        scene: try open.loaded(), request: request, settings: settings, cancellation: cancellation
      ) { [self] finished, total, left in
        note(id) { progress in
          (progress.finished, progress.total, progress.secondsLeft) = (max(progress.finished, finished), total, left)
        }
      }
      if request.format == FilmRequest.page {
        try maker.makePage(path, title: entry.name)
      } else {
        try maker.makeFilm(path)
      }
      let attributes = try? FileManager.default.attributesOfItem(atPath: path)
      note(id) { progress in
        progress.state = "finished"
        progress.bytes = (attributes?[.size] as? NSNumber)?.intValue
      }
    } catch {
      note(id) { progress in
        progress.state = "failed"
        progress.message = (error as? Problem)?.detail ?? "\(error)"
      }
    }
    // A film that was cancelled just before it was finished is removed, too.
    if state.withLock({ $0.films[id]?.progress.state }) != "finished" {
      try? FileManager.default.removeItem(atPath: path)
    }
  }

  private func note(_ id: String, _ change: (inout FrameMessage.FilmProgress) -> Void) {
    let film = state.withLock { state -> Film? in
      // A cancelled film stays cancelled, whatever its thread reports while it ends.
      guard var film = state.films[id], film.progress.state == "running" else { return nil }
      change(&film.progress)
      state.films[id] = film
      return film
    }
    guard let film else { return }
    var notice = FrameMessage.Notice(kind: "film")
    notice.film = film.progress
    channels.notify(film.scene, notice)
  }

  /// The progress of a film.
  func progress(_ id: String) throws(Problem) -> FrameMessage.FilmProgress {
    guard let film = state.withLock({ $0.films[id] }) else {
      throw Problem(.notFound, .notFound, "there is no film of this name")
    }
    return film.progress
  }

  /// The path of a finished film's file, and its name for the browser.
  func file(_ id: String) throws(Problem) -> (path: String, name: String) {
    let film = state.withLock { $0.films[id] }
    guard let film, film.progress.state == "finished" else {
      throw Problem(.notFound, .notFound, "there is no finished film of this name")
    }
    return (film.path, film.progress.name ?? "film")
  }

  /// Cancels a film. Pages see this immediately, even if its thread ends later.
  func cancel(_ id: String) {
    guard let film = state.withLock({ $0.films[id] }) else { return }
    film.cancellation.cancel()
    note(id) { progress in
      progress.state = "cancelled"
      progress.secondsLeft = nil
      progress.message = "Cancelled after \(progress.finished) of \(progress.total) frames. Nothing of it is kept."
    }
  }
}
#endif
