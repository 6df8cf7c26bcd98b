// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

internal import CSandbox
internal import Foundation
public import Lamina
package import LaminaExport
package import LaminaGPU
import LaminaGeometry

/// A document that isolated workers have open to draw the frames of a film.
///
/// This process never reads the document: the facts about it come from a worker and are as trustworthy as the document.
///
///     let film = try IsolatedFilm(SceneRequest("stranger.ca"))
///     let timing = try FrameTiming(rate: FrameRate(60)!, frames: 0..<300)
///     let summary = try IsolatedExport(film, timing: timing, to: try ExportDestination("out.mp4")).run()
///
/// Used by one thread at a time.
public final class IsolatedFilm {
  /// The document and how it is drawn; the request's moment is ignored.
  public let request: SceneRequest
  /// The settings of the workers.
  public let settings: WorkerSettings
  /// The document's own frame rate, in frames a second; `nil` for a document without frames.
  public let frameRate: Double?
  /// The duration of the animation, if the document has one; an endless animation counts once.
  ///
  /// - Units: seconds.
  public let duration: Double?
  /// The diagnostics of reading the document.
  public let diagnostics: [Diagnostic]
  /// The renderer, as `Renderer.description`.
  public let renderer: String
  /// The reason for its choice, as `Renderer.reason`.
  public let reason: String?
  /// The protections that this system lacks, in words; empty if it has all of them.
  public let gaps: [String]

  private let facts: FilmFacts
  private let devices: [GPUDeviceDescription]
  private let files = FileRecord()
  /// The desk that decodes videos for all workers.
  private let videos: VideoDesk
  /// The worker that opened the document first, until a lane takes it over.
  private var first: FilmServer?

  /// Starts a worker that reads the document.
  ///
  /// - Parameters:
  ///   - request: The document, its state, and the size and limits of its frames.
  ///   - settings: The settings of the workers. On the CPU each draws with one thread, as there is one worker for each
  ///     processor.
  /// - Throws: ``IsolationError``.
  public convenience init(
    _ request: SceneRequest, settings: WorkerSettings = WorkerSettings()
  ) throws(IsolationError) {
    try self.init(request, settings: settings, devices: [])
  }

  /// Starts a worker for each of several devices; for an empty list, workers that draw as the settings say.
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

  /// Fails for a document that cannot be read repeatedly, such as a pipe, since each worker opens it.
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

  /// Diagnostics of content that a frame does not show.
  package func diagnostics(of moment: FrameMoment) throws(IsolationError) -> [Diagnostic] {
    try survey([moment], wantsMaterial: false).diagnostics.map(\.harmless)
  }

  /// Tells the first worker to examine frames.
  func survey(
    _ moments: [FrameMoment], wantsMaterial: Bool, wantsExtent: Bool = false
  ) throws(IsolationError) -> SurveyReport {
    let server = first ?? server(0, neighbours: Drawers.processors(ExportOptions()), sharers: 1)
    first = server
    return try server.survey(SurveyOrder(moments: moments, wantsMaterial: wantsMaterial, wantsExtent: wantsExtent))
  }

  /// The time at which the last caption begins, in seconds; `nil` without captions.
  package var lastCaption: Double? { facts.lastCaption }
  /// The measurements of the first worker, for the others; nothing where a worker tells more than there are devices.
  private var measuredKinds: [String: Bool] {
    let kinds = facts.measuredKinds
    guard kinds.count <= 16, kinds.allSatisfy({ $0.name.utf8.count <= 512 }) else { return [:] }
    return Dictionary(kinds.map { ($0.name, $0.computesFaster) }) { first, _ in first }
  }
  /// The renderer whose behaviour the tree is drawn with.
  var reference: ReferenceRenderer { facts.reference }
  /// Whether devices draw the frames.
  package var usesGPU: Bool { facts.usesGPU }
  /// Whether these devices are hardware.
  var usesHardware: Bool { facts.usesHardware }
  /// The renderer's name in manifests; for devices that this process chose, their names.
  var identity: String { devices.isEmpty ? facts.identity.harmless : Drawers.identity(of: devices) }
  /// The number of devices that were chosen.
  package var deviceCount: Int { devices.count }

  /// The worker that draws the frames of a lane.
  ///
  /// The first worker keeps the budgets of a renderer in its device's memory, and the others of the device share as
  /// much again. They draw as the first one does, by draws or by compute shaders.
  ///
  /// - Parameters:
  ///   - neighbours: How many workers draw at the same time.
  ///   - sharers: How many of them have the same device.
  func server(_ lane: Int, neighbours: Int, sharers: Int) -> FilmServer {
    if lane == 0, let server = first {
      first = nil
      return server
    }
    var own = Self.settings(settings, device: devices.isEmpty ? nil : devices[lane % devices.count])
    own.sharers = sharers * settings.sharers
    own.measuredKinds = measuredKinds
    return FilmServer(request, own, neighbours: neighbours, files: files, videos: videos)
  }
}
