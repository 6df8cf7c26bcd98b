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

/// Makes films, one after the other on each of its threads, by isolated workers of their own.
final class FilmRunner: @unchecked Sendable {
  // Unchecked because what changes is reached with the condition's lock held.
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
    /// How far it is; `nil` before its first frame.
    var progress: ExportProgress?
    /// The time in the scene of the frame that was finished last.
    var time: Double?
    /// Whether it is to be removed when it has stopped.
    var isUnwanted = false
  }

  init(_ store: FilmStore, _ settings: ServiceSettings, _ logger: Logger) {
    (self.store, self.settings, self.logger) = (store, settings, logger)
  }

  /// Starts making what is queued.
  func start() {
    let started = (0..<settings.capacity.films).map { place in
      JobQueue.start("lamina.films") { [self] in
        while let film = next() { make(film, at: place) }
      }
    }
    condition.withLock { threads += started }
  }

  /// Stops after the frames that have begun; the next service goes on with them.
  func end() {
    let ending = condition.withLock {
      isEnding = true
      for film in running.values { film.cancellation.cancel() }
      condition.broadcast()
      return threads
    }
    for thread in ending { thread.wait() }
  }

  /// Says that there is something to make.
  func wake() { condition.withLock { condition.broadcast() } }

  /// How far a film is that is being made; `nil` for all others.
  func progress(_ id: String) -> Running? { condition.withLock { running[id] } }

  /// Ends a film and removes it.
  func remove(_ film: FilmRecord) throws {
    let isRunning = condition.withLock {
      running[film.id]?.isUnwanted = true
      running[film.id]?.cancellation.cancel()
      return running[film.id] != nil
    }
    guard !isRunning else { return }
    // A film that waits to be gone on with may have a job that runs meanwhile.
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
      // Its job goes on, and the next service waits for it.
      (film.state, film.finished) = (.queued, finished)
    } catch {
      // Where the files lie is nobody's business.
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

  /// Notes how far a film is.
  func note(_ progress: ExportProgress, of id: String, _ timing: FrameTiming) {
    condition.withLock {
      running[id]?.progress = progress
      running[id]?.time = timing.time(of: progress.frame)
    }
  }

  /// How the frames of a film are drawn.
  func request(_ film: FilmRecord) throws(Problem) -> SceneRequest {
    var request = try FilmParameters(film.parameters).request(
      store.path(film, film.document), in: store.path(film, DocumentUpload.folder))
    settings.limit(&request)
    return request
  }

  /// Makes a film, on the device that belongs to a place among those that are made side by side.
  ///
  /// - Returns: How many frames it has.
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
      // Ended before anything was noted, or by another version: all of it is made anew.
      guard case .cannotResume = error else { throw error }
      options.resumes = false
      return try run()
    }
  }
}

extension FilmStore {
  /// Where the result of a film is, once there is one.
  func result(of film: FilmRecord) -> String {
    let format = film.parameters.items.last { $0.name == "format" }?.value ?? FilmParameters.usualFormat.rawValue
    return path(film, "film.\(format)")
  }
}
#endif
