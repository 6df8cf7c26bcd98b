// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import ArgumentParser
import Foundation
import Lamina
import LaminaExport
import LaminaWorkers

/// `lamina export`: exports a scene as a film.
struct ExportCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "export",
    abstract: "Export a scene as a film: PNG files, a raw stream, or video.",
    discussion: """
      Frame k shows the scene at --from + k / --fps. OUT says what becomes of the frames:

      frames/%05d.png or a folder: a PNG file each. \(FilmFormat.summary): by ffmpeg; all but .mp4 keep alpha. \
      film.y4m, film.rgba, or - (Y4M): uncompressed, for a pipe.

      With --isolate the document is read and its frames are drawn by processes that can do nothing else, as many as \
      --jobs says on the CPU and as --lanes says on each GPU; encoders see pixels only.

      Ctrl-C ends an export cleanly; --resume goes on with what is finished, also after the process was killed.
      """)

  @Argument(help: .scene) var scene: String

  @OptionGroup(title: "Output") var destination: FilmDestinationOptions
  @OptionGroup(title: "Frames") var film: FilmOptions
  @OptionGroup(title: "Videos under it, and sound") var video: VideoOptions
  @OptionGroup(title: "How films are encoded") var coding: CodingOptions
  @OptionGroup(title: "What draws") var rendering: RendererOptions
  @OptionGroup(title: "Canvas") var canvas: CanvasSizeOptions
  @Option(
    help: ArgumentHelp(
      "Colour every frame by what it costs: blended, offscreen, overdraw, bounds, or damage for what differs from the frame before.",
      valueName: "kind"),
    transform: oneOf(DebugOverlay.self))
  var overlay: DebugOverlay?
  @OptionGroup(title: "State") var states: StateOptions
  @OptionGroup(title: "Values that replace the scene's") var values: TemplateOptions
  @OptionGroup(title: "Messages") var messages: ReportOptions
  @OptionGroup(title: "Reading") var reading: ReadingOptions
  @OptionGroup(title: "Limits for documents that nobody has checked") var limits: LimitOptions
  @OptionGroup(title: "Isolation from documents that nobody has checked") var isolation: IsolationOptions

  func validate() throws {
    guard rendering.renderer == .cpu, destination.lanes != nil else { return }
    throw ValidationError("--lanes is for GPUs; on the CPU, --jobs says how many frames are drawn at a time")
  }

  func run() throws {
    var console = messages.console
    if destination.json { console.format = .json }
    do {
      let output = try destination.destination()
      var request = try request(console)
      var options = try exportOptions(request, console)
      // Frames that workers draw need the size of the video, too.
      request.options = options.fittedToVideo.render
      let document = try open(request, console)
      // After the document's limits were checked, since the identity reads all of its files.
      options.sceneIdentity = SceneIdentity(of: request, values).digest
      let timing = try film.timing(
        frameRate: document.frameRate, duration: document.duration, over: options.video, to: output)
      let diagnostics = document.diagnostics + film.lateCaptions(document.lastCaption, in: timing)
      if messages.strict {
        // With `--strict`, warnings about the first frame cause a failure before anything is written.
        let found = try document.diagnostics(of: timing.moment(of: timing.frames.lowerBound), console)
        try messages.report(diagnostics.merging(found), scene: scene, on: console)
      }
      try report(
        output, diagnostics, console, try document.export(timing, to: output, options, console))
    } catch let error as ExportError {
      throw CommandFailure(error, console: console)
    } catch let error as IsolationError {
      throw CommandFailure(error, console: console)
    }
  }

  /// The request that combines all options for the film's content.
  private func request(_ console: Console) throws -> SceneRequest {
    var request = reading.request(scene, limits)
    canvas.apply(to: &request.options)
    request.options.overlay = overlay
    // A transition between states is part of the animation.
    states.apply(to: &request)
    try values.apply(to: &request, console)
    return request
  }

  /// Opens the document in this process, or in workers.
  private func open(_ request: SceneRequest, _ console: Console) throws -> any FilmDocument {
    guard isolation.isAsked else { return OwnFilm(command: self, request: request, scene: try request.open(console)) }
    try IsolationOptions.check(scene, console)
    var settings = isolation.workers.settings(rendering.isolatedDrawing, limits)
    let devices = rendering.device.device == "all" ? try allDevices(console) : []
    if rendering.device.device == nil, let own = try ownDevice(console) { settings.drawing = own.isolatedDrawing }
    let film = try IsolatedFilm(request, settings: settings, devices: devices)
    noteLanes(usesGPU: film.usesGPU, console)
    IsolationOptions.report(gaps: film.gaps, console)
    return film
  }

  /// The options of the export.
  private func exportOptions(_ request: SceneRequest, _ console: Console) throws -> ExportOptions {
    var options = destination.options
    options.coding = coding.coding
    try converting(to: { CommandFailure($0, console: console) }) { () throws(VideoError) in
      try video.apply(to: &options)
    }
    options.render = request.options
    options.jobs = destination.jobs ?? rendering.threads
    return options
  }

  /// The renderers of this process; reports them on the console.
  func drawers(_ options: ExportOptions, _ console: Console) throws -> Drawers {
    if rendering.device.device == "all" { return Drawers(devices: try allDevices(console), options: options) }
    let own = rendering.device.device == nil ? try ownDevice(console) : nil
    let renderer = try rendering.open(console, device: own)
    noteLanes(usesGPU: renderer.usesGPU, console)
    return Drawers(renderer, options: options)
  }

  /// Notes that lanes were requested where the automatic choice fell on the CPU.
  private func noteLanes(usesGPU: Bool, _ console: Console) {
    guard !usesGPU, let lanes = destination.lanes else { return }
    console.note("--lanes \(lanes) has no effect, as the CPU draws; --jobs says how many frames it draws at a time")
  }

  /// The device that a launcher has assigned to this process; `nil` if there is no assignment.
  private func ownDevice(_ console: Console) throws -> RendererChoice? {
    let environment = ProcessInfo.processInfo.environment
    guard rendering.renderer != .cpu, DeviceAssignment.isGiven(in: environment), let rows = try? GPUDevice.list()
    else { return nil }
    if rendering.renderer == .auto {
      let own = DeviceAssignment.devices(of: rows, in: environment).first
      return own.map { .gpu(.index($0.index)) } ?? .cpu(threads: rendering.threads)
    }
    guard let device = DeviceAssignment.device(of: rows, in: environment) else {
      throw CommandFailure(.noDevice, DeviceAssignment.nothingGiven, console: console)
    }
    return .gpu(.index(device.index))
  }

  /// The hardware devices assigned to this process; reports each on the console.
  private func allDevices(_ console: Console) throws -> [GPUDeviceDescription] {
    return try converting(to: { CommandFailure(RenderError.gpu($0), scene: nil, console: console) }) {
      () throws(GPUError) in
      let devices = DeviceAssignment.devices(of: try GPUDevice.list(), in: ProcessInfo.processInfo.environment)
      guard !devices.isEmpty else { throw .noUsableDevice(reasons: ["there is no hardware GPU for --device all"]) }
      for device in devices { console.note("renderer: GPU, \(device)") }
      return devices
    }
  }

  /// Runs an export, and reports its progress and its result.
  private func report(
    _ destination: ExportDestination, _ diagnostics: [Diagnostic], _ console: Console,
    _ work: FilmDocument.Export
  ) throws {
    try OpenFiles.check(console)
    let cancellation = ExportCancellation()
    let signals = StopSignals(cancellation)
    let reporter = ExportReporter(console, output: destination.path)
    do throws(ExportError) {
      let summary = try work(cancellation) { reporter.report($0) }
      reporter.end()
      if !messages.strict { console.report(diagnostics.merging(summary.diagnostics), scene: scene) }
      reporter.report(summary)
    } catch {
      reporter.end()
      guard case .cancelled(let finished, let total) = error else { throw CommandFailure(error, console: console) }
      let way = StandardOutput.isStream(destination) ? "" : "; the same command with --resume goes on"
      throw CommandFailure(
        signals.status, "stopped after \(finished) of \(total) frames\(way)", console: console)
    }
  }
}

/// Options for the destination of a film, and for how it is made.
struct FilmDestinationOptions: ParsableArguments {
  @Option(
    name: [.short, .long],
    help: ArgumentHelp(
      "frames/%05d.png, a folder, film\(MovingFormat.extensionList), or - for standard output.",
      valueName: "out"))
  var output: String

  @Option(
    help: ArgumentHelp("y4m or rgba: OUT is such a stream, whatever its name.", valueName: "kind"),
    transform: oneOf(StreamFormat.self))
  var stream: StreamFormat?

  @Option(
    help: ArgumentHelp("How many processors to keep busy. (default: all this process may use)", valueName: "n"),
    transform: wholeNumber(in: 1...1024))
  var jobs: Int?

  @Option(
    help: ArgumentHelp(
      "How many frames each GPU has in work at a time. (default: one for each four processors, 1 to 8; software OpenGL: 1)",
      valueName: "n"), transform: wholeNumber(in: 1...64))
  var lanes: Int?

  @Option(
    help: ArgumentHelp("Make only part i of n; 'lamina join' puts the parts together.", valueName: "i/n"),
    transform: filmShard)
  var shard: Shard?

  @Flag(help: "Go on with what an earlier attempt finished.")
  var resume = false

  @Option(
    help: ArgumentHelp("0 (stored) to 9 (small). (default: 1)", valueName: "level"),
    transform: wholeNumber(in: 0...9))
  var pngLevel: Int?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "More arguments for ffmpeg, in one word with blanks between: --ffmpeg-args '-crf 12'.", valueName: "args"))
  var ffmpegArgs: String?

  @OptionGroup var encoder: EncoderOptions

  @Flag(help: "Write every message and the progress as JSON, one object a line.")
  var json = false

  /// The destination that `--output` names.
  func destination() throws(ExportError) -> ExportDestination { try ExportDestination(output, stream: stream) }

  /// The library's options for these arguments.
  var options: ExportOptions {
    var options = ExportOptions()
    options.pngLevel = pngLevel
    options.lanes = lanes
    options.shard = shard
    options.resumes = resume
    options.encoderPatience = encoder.ffmpegPatience
    options.encoderArguments = (ffmpegArgs ?? "").split(whereSeparator: \.isWhitespace).map(String.init)
    return options
  }
}

/// The time that the encoding program may be idle.
struct EncoderOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "For how many seconds ffmpeg may do nothing before it is ended. (default: 60)", valueName: "seconds"),
    transform: ParameterText.positiveNumber)
  var ffmpegPatience: TimeInterval = 60
}

extension StandardOutput {
  /// Whether bytes that were written to a destination cannot be continued later.
  static func isStream(_ destination: ExportDestination) -> Bool {
    guard case .stream(let path, _) = destination else { return false }
    return StreamedFile.isDirect(path)
  }
}
