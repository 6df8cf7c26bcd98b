// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

#if Serve
import Foundation
import Lamina
import LaminaExport
import LaminaGeometry
import LaminaGraphics
import LaminaSystem
import LaminaWorkers
import Logging
import Synchronization

/// Makes films by isolated workers, on several threads, each of which makes one film after another.
final class FilmRunner: @unchecked Sendable {
  // Unchecked because mutable state is accessed only while the condition's lock is held.
  private let condition = NSCondition()
  private var running: [String: Running] = [:]
  private var isEnding = false
  private var threads: [JobQueue] = []

  let store: FilmStore
  let settings: ServiceSettings
  let logger: Logger

  /// A film that is being made.
  struct Running {
    let cancellation = ExportCancellation()
    /// The progress; `nil` before the first frame.
    var progress: ExportProgress?
    /// The scene time of the last finished frame.
    var time: Double?
    /// Whether the film is to be removed after it has stopped.
    var isUnwanted = false
  }

  init(_ store: FilmStore, _ settings: ServiceSettings, _ logger: Logger) {
    (self.store, self.settings, self.logger) = (store, settings, logger)
  }

  /// Starts to make queued films.
  func start() {
    condition.withLock {
      threads += (0..<settings.capacity.films).map { place in
        JobQueue.start("lamina.films") { [self] in
          while let film = next() { make(film, at: place) }
        }
      }
    }
  }

  /// Stops after the frames that have begun; the next run of the service continues the films.
  func end() {
    let ending = condition.withLock {
      isEnding = true
      for film in running.values { film.cancellation.cancel() }
      condition.broadcast()
      return threads
    }
    for thread in ending { thread.wait() }
  }

  /// Wakes threads that wait, as a film was queued.
  func wake() { condition.withLock { condition.broadcast() } }

  /// The state of a film that is being made; `nil` for other films.
  func progress(_ id: String) -> Running? { condition.withLock { running[id] } }

  /// Ends a film and removes it.
  func remove(_ film: FilmRecord) throws {
    let isRunning = condition.withLock {
      running[film.id]?.isUnwanted = true
      running[film.id]?.cancellation.cancel()
      return running[film.id] != nil
    }
    guard !isRunning else { return }
    // A queued film that was interrupted may have a cluster job that still runs.
    if film.state == .queued, let job = film.job { try SlurmExport.end(job) }
    try store.remove(film)
  }

  private func next() -> FilmRecord? {
    condition.withLock {
      while !isEnding {
        do {
          if let film = try store.begin() {
            running[film.id] = Running()
            return film
          }
        } catch {
          logger.error("the list of films cannot be read", metadata: ["error": "\(error)"])
        }
        condition.wait()
      }
      return nil
    }
  }

  private func make(_ film: FilmRecord, at place: Int) {
    var film = film
    var watch = Stopwatch()
    do {
      film.finished = try export(&film, at: place)
      film.bytes = (try? FileManager.default.attributesOfItem(atPath: store.result(of: film))[.size] as? Int) ?? nil
      film.state = .finished
    } catch ExportError.cancelled(let finished, _) where condition.withLock({ isEnding }) {
      (film.state, film.finished) = (.queued, finished)
    } catch SlurmError.export(.cancelled(let finished, _)) where condition.withLock({ isEnding }) {
      // The cluster job continues, and the next run of the service waits for it.
      (film.state, film.finished) = (.queued, finished)
    } catch {
      // The location of the files is not revealed to clients.
      let folder = store.path(film, "")
      let detail = "\(error)".replacing(folder + DocumentUpload.folder + "/", with: "").replacing(folder, with: "")
      (film.state, film.detail) = (.failed, detail)
    }
    film.isBegun = true
    film.seconds = (film.seconds ?? 0) + watch.lap()
    let isUnwanted = condition.withLock { running.removeValue(forKey: film.id)?.isUnwanted ?? false }
    do {
      if isUnwanted, let job = film.job { try SlurmExport.end(job) }
      if isUnwanted { try store.remove(film) } else { try store.update(film) }
    } catch {
      logger.error("the film cannot be put away", metadata: ["film": "\(film.id)", "error": "\(error)"])
      try? store.update(film)
    }
    logger.info("film", metadata: ["film": "\(film.id)", "state": "\(film.state)", "frames": "\(film.finished)"])
  }

  /// Records the progress of a film.
  func note(_ progress: ExportProgress, of id: String, _ timing: FrameTiming) {
    condition.withLock {
      running[id]?.progress = progress
      running[id]?.time = timing.time(of: progress.frame)
    }
  }

  /// The request by which the frames of a film are drawn.
  func request(_ film: FilmRecord) throws(Problem) -> SceneRequest {
    var request = try FilmParameters(film.parameters).request(
      store.path(film, film.document), in: store.path(film, DocumentUpload.folder))
    settings.limit(&request)
    return request
  }

  /// Makes a film with the workers' settings of a place, the index of the thread.
  ///
  /// - Returns: The number of frames.
  private func export(_ film: inout FilmRecord, at place: Int) throws -> Int {
    let (parameters, request) = (try FilmParameters(film.parameters), try request(film))
    let workers = settings.usualWorkers
    guard !workers.isEmpty else { throw IsolationError.cannotStart(reason: "there are no workers") }
    let worker = workers[place % workers.count]
    let output = try ExportDestination(store.result(of: film))
    let isolated = try IsolatedFilm(request, settings: worker)
    let timing = try parameters.span.timing(
      frameRate: isolated.frameRate, duration: isolated.duration, to: output, options: "")
    film.total = timing.frames.count
    try store.update(film)
    let cancellation = progress(film.id)?.cancellation ?? ExportCancellation()
    if let cluster = settings.cluster {
      return try export(&film, request, timing, to: output, on: cluster, cancellation)
    }
    guard film.job == nil else {
      throw SlurmError.program(name: "slurm", reason: "a cluster began this film, and this service knows of none")
    }
    var options = ExportOptions()
    options.jobs = settings.capacity.filmJobs
    options.sceneIdentity = film.digest + film.query
    options.resumes = film.isBegun
    let id = film.id
    func run() throws(ExportError) -> Int {
      try IsolatedExport(isolated, timing: timing, to: output, options: options).run(cancellation: cancellation) {
        [self] in note($0, of: id, timing)
      }.frames
    }
    do throws(ExportError) {
      return try run()
    } catch {
      // The film was interrupted before its state was written, or begun by another version: it is made from the
      // beginning.
      guard case .cannotResume = error else { throw error }
      options.resumes = false
      return try run()
    }
  }
}

extension FilmStore {
  /// The path of a film's result, which exists once the film is finished.
  func result(of film: FilmRecord) -> String {
    let format = film.parameters.items.last { $0.name == "format" }?.value ?? FilmParameters.usualFormat.rawValue
    return path(film, "film.\(format)")
  }
}
#endif
