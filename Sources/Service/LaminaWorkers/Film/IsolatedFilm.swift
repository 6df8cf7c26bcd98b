// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

internal import CSandbox
internal import Foundation
public import Lamina
package import LaminaExport
package import LaminaGPU
import LaminaGeometry

/// A document that isolated workers have open, to draw the frames of a film.
///
/// This process never reads it: what has to be known of it a worker says, and is no more than the document's own word.
///
///     let film = try IsolatedFilm(SceneRequest("stranger.ca"))
///     let timing = try FrameTiming(rate: FrameRate(60)!, frames: 0..<300)
///     let summary = try IsolatedExport(film, timing: timing, to: try ExportDestination("out.mp4")).run()
///
/// Used by one thread at a time.
public final class IsolatedFilm {
  /// What is drawn; its moment means nothing here.
  public let request: SceneRequest
  /// What the workers are.
  public let settings: WorkerSettings
  /// Frames a second of the document's own, where it has frames.
  public let frameRate: Double?
  /// How long it moves, of one that says so; an endless animation counts once.
  ///
  /// - Units: seconds.
  public let duration: Double?
  /// What reading it found.
  public let diagnostics: [Diagnostic]
  /// What draws, as `Renderer.description`.
  public let renderer: String
  /// Why that was taken, as `Renderer.reason`.
  public let reason: String?
  /// What is not protected on this system, in words; empty where all is.
  public let gaps: [String]

  private let facts: FilmFacts
  private let devices: [GPUDeviceDescription]
  private let files = FileRecord()
  /// Decodes for all workers.
  private let videos: VideoDesk
  /// The worker that was asked first, until a lane takes it over.
  private var first: FilmServer?

  /// Starts a worker and has it read the document.
  ///
  /// - Parameters:
  ///   - request: The document, the state it is in, how large and how costly its frames may be.
  ///   - settings: What the workers are. On the CPU each draws with one thread, as there is one for each processor.
  /// - Throws: ``IsolationError``.
  public convenience init(
    _ request: SceneRequest, settings: WorkerSettings = WorkerSettings()
  ) throws(IsolationError) {
    try self.init(request, settings: settings, devices: [])
  }

  /// The same with a worker for each of several devices; where there are none, with what the settings say.
  package init(
    _ request: SceneRequest, settings: WorkerSettings, devices: [GPUDeviceDescription]
  ) throws(IsolationError) {
    try Self.check(request.document)
    (self.request, self.settings, self.devices) = (request, settings, devices)
    videos = VideoDesk(request.options.limits)
    let own = Self.settings(settings, device: devices.first)
    let server = FilmServer(request, own, neighbours: Drawers.processors(ExportOptions()), files: files, videos: videos)
    facts = try server.open()
    first = server
    (frameRate, duration) = (facts.frameRate, facts.duration)
    (renderer, reason) = (facts.renderer.harmless, facts.reason?.harmless)
    diagnostics = facts.diagnostics.map(\.harmless)
    gaps = server.gaps
  }

  /// Each worker opens the document, so it must be there more than once.
  private static func check(_ document: String) throws(IsolationError) {
    var status = stat()
    guard stat(document, &status) == 0, ![S_IFREG, S_IFDIR].contains(status.st_mode & S_IFMT) else { return }
    throw .failed(
      PictureFailure(.usage, "\(document): a film's document is read by each worker; it must be a file or a folder"))
  }

  private static func settings(_ settings: WorkerSettings, device: GPUDeviceDescription?) -> WorkerSettings {
    guard let device else { return settings }
    var settings = settings
    settings.drawing = .gpu("\(device.index)")
    return settings
  }

  /// What a frame asks for and does not show.
  package func diagnostics(of moment: FrameMoment) throws(IsolationError) -> [Diagnostic] {
    try survey([moment], wantsMaterial: false).diagnostics.map(\.harmless)
  }

  /// Has the first worker look at frames.
  func survey(
    _ moments: [FrameMoment], wantsMaterial: Bool, wantsExtent: Bool = false
  ) throws(IsolationError) -> SurveyReport {
    let server = first ?? server(0, neighbours: Drawers.processors(ExportOptions()))
    first = server
    return try server.survey(SurveyOrder(moments: moments, wantsMaterial: wantsMaterial, wantsExtent: wantsExtent))
  }

  /// When its last caption begins; `nil` without any. Seconds.
  package var lastCaption: Double? { facts.lastCaption }
  /// How the tree is drawn.
  var reference: ReferenceRenderer { facts.reference }
  /// Whether frames are drawn by devices.
  var usesGPU: Bool { facts.usesGPU }
  /// What draws, as manifests name it: for devices that this process chose, by their own word.
  var identity: String { devices.isEmpty ? facts.identity.harmless : Drawers.identity(of: devices) }
  /// How many devices were chosen.
  package var deviceCount: Int { devices.count }

  /// What a lane asks.
  func server(_ lane: Int, neighbours: Int) -> FilmServer {
    if lane == 0, let server = first {
      first = nil
      return server
    }
    let device = devices.isEmpty ? nil : devices[lane % devices.count]
    return FilmServer(
      request, Self.settings(settings, device: device), neighbours: neighbours, files: files, videos: videos)
  }
}
