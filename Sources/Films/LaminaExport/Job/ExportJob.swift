// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import Foundation
public import Lamina
package import LaminaGeometry
package import LaminaGraphics
package import LaminaLayers
import LaminaSystem
import LaminaVideo
import Synchronization

/// Exports a film: a sequence of pictures, a raw stream, or a file that `ffmpeg` makes.
///
///     let timing = try FrameTiming(rate: FrameRate(60)!, frames: 0..<300)
///     let job = ExportJob(FrameSource(scene), timing: timing, to: try ExportDestination("frames/%05d.png"))
///     let summary = try job.run(with: Renderer())
///
/// Files of a sequence have their name when they are whole, and not before.
public struct ExportJob {
  /// The content of the film.
  public var source: FrameSource
  /// Which frames it has.
  public var timing: FrameTiming
  /// Where it goes.
  public var destination: ExportDestination
  /// How it is made.
  public var options: ExportOptions

  /// Describes an export; nothing happens until it is run.
  public init(
    _ source: FrameSource, timing: FrameTiming, to destination: ExportDestination,
    options: ExportOptions = ExportOptions()
  ) {
    self.source = source
    self.timing = timing
    self.destination = destination
    self.options = options
  }

  /// Exports, and returns when all is written. The tree is read on this thread only.
  ///
  /// - Parameters:
  ///   - renderer: What draws. Of a CPU renderer only the number of threads counts: each lane gets one of its own.
  ///   - cancellation: What stops it early.
  ///   - progress: Called after every frame, on a thread of the export.
  /// - Throws: ``ExportError``. Frames that were finished are kept.
  public func run(
    with renderer: Renderer, cancellation: ExportCancellation = ExportCancellation(),
    progress: @escaping @Sendable (ExportProgress) -> Void = { _ in }
  ) throws(ExportError) -> ExportSummary {
    try run(
      with: Drawers(renderer, options: options), cancellation: cancellation, progress: progress)
  }

  /// The same with any drawers.
  package func run(
    with drawers: Drawers, cancellation: ExportCancellation = ExportCancellation(),
    progress: @escaping @Sendable (ExportProgress) -> Void = { _ in }
  ) throws(ExportError) -> ExportSummary {
    let options = options.fittedToVideo
    return try FilmWork(timing: timing, destination: destination, options: options).run(
      FramePlanner(source, options: options.render, drawers: drawers), cancellation: cancellation, progress: progress)
  }
}

/// The frames of a film before they are made: a tree in this process, or a document that isolated workers have open.
///
/// Used by the thread that exports.
package protocol FrameCrew<Task> {
  /// A frame that is put into the farm.
  associatedtype Task: FrameNumbered
  /// The name of the renderer in manifests.
  var identity: String { get }
  /// The number of threads that draw.
  var lanes: Int { get }
  /// The number of threads that encode; 0 if lanes encode the frames that they draw.
  var encoders: Int { get }
  /// Looks at the first frame before anything is drawn. Its plan is kept until it is drawn.
  ///
  /// - Parameter specimens: The frames whose pictures tell the film from others.
  func contents(at first: FrameMoment, specimens: [FrameMoment]) throws(ExportError) -> FilmContents
  /// Makes the task of a frame. Frames come in ascending order.
  func task(for moment: FrameMoment) -> Task
  /// Finds the part of frames that draws over a clear canvas.
  ///
  /// - Returns: For the first of `moments` or for more of them, together.
  func extent(of moments: [FrameMoment]) throws(ExportError) -> FrameExtent
  /// Makes the maker of one lane.
  func maker(_ lane: Int) -> any FrameMaker<Task>
}

/// The work on a film, wherever its frames come from: first what is to be made is determined, then one thread copies
/// the tree frame by frame, lanes draw and encode, and another thread writes in order.
package struct FilmWork {
  /// Which frames it has.
  var timing: FrameTiming
  /// Where it goes.
  var destination: ExportDestination
  /// How it is made.
  var options: ExportOptions
  /// The encoder's device; the processor, until another one is found.
  private var device = FilmHardware.none

  /// Describes it.
  package init(timing: FrameTiming, destination: ExportDestination, options: ExportOptions) {
    (self.timing, self.destination, self.options) = (timing, destination, options)
  }

  /// The frames that this process makes.
  package var frames: Range<Int> { options.shard?.part(of: timing.frames, unit: unit) ?? timing.frames }

  /// How many frames are never cut apart by shards.
  private var unit: Int {
    if case .film = destination { segmentLength } else { 1 }
  }

  /// How many frames a segment of a film has.
  var segmentLength: Int { isOverlaid ? FilmSegment.framesOverVideo : FilmSegment.frames }

  /// Whether `ffmpeg` puts the frames over the videos, in their own planes; otherwise that is done here.
  var isOverlaid: Bool {
    guard options.video != nil, case .film(_, let format) = destination else { return false }
    return !format.codecs.isEmpty
  }

  /// The sound of the film.
  func sound(_ format: FilmFormat) -> SoundMix? {
    SoundMix((options.video?.sounds(gain: options.videoGain) ?? []) + options.sounds, timing: timing, format: format)
  }

  /// Finds out what can be known before a frame is drawn.
  private func check() throws(ExportError) {
    if case .film(_, let format) = destination, let highest = format.highestRate, timing.rate.isAbove(highest) {
      throw .badRange(
        reason: "a \(format.title) counts in hundredths of a second, and no player shows a picture for one: at most "
          + "\(highest) frames a second")
    }
    if case .film(_, let format) = destination, !format.codecs.isEmpty { return try checkCodec(format) }
    guard options.sounds.isEmpty else {
      throw .badDestination(path: destination.path, reason: "sound goes into \(FilmFormat.soundList) alone")
    }
  }

  /// Finds out whether a kind of file holds what is asked for.
  private func checkCodec(_ format: FilmFormat) throws(ExportError) {
    guard let codec = options.coding.codec else { return }
    guard format.codecs.contains(codec) else {
      let others = format.codecs.map(\.rawValue).joined(separator: ", ")
      throw .badDestination(
        path: destination.path, reason: "a .\(format.rawValue) holds \(others), and not \(codec.rawValue)")
    }
  }

  /// Finds out whether the encoder takes pictures of a size.
  private func checkSize(_ canvas: PixelSize) throws(ExportError) {
    guard case .film(let path, let format) = destination, !format.codecs.isEmpty else { return }
    let recipe = recipe(format, canvas: canvas)
    let (size, least) = (recipe.encodedSize, recipe.encoding.leastSide)
    guard min(size.width, size.height) < least else { return }
    throw .badDestination(
      path: path,
      reason: "its pictures have \(size) pixels, and \(recipe.encoding.encoder) takes \(recipe.encoding.codec.rawValue)"
        + " from \(least) x \(least) on; another --codec takes smaller ones")
  }

  /// Makes the film.
  package func run(
    _ crew: some FrameCrew, cancellation: ExportCancellation,
    progress: @escaping @Sendable (ExportProgress) -> Void
  ) throws(ExportError) -> ExportSummary {
    try check()
    let frames = frames
    let film = try crew.contents(
      at: timing.moment(of: frames.first ?? timing.frames.lowerBound), specimens: timing.specimens)
    var work = self
    let device = try work.chooseDevice()
    try work.checkSize(film.canvas)
    if case .film(_, let format) = destination { try work.checkDepth(work.recipe(format, canvas: film.canvas)) }
    let output = try ExportOutput(work, frames: frames, film: film, renderer: crew.identity)
    var summary = ExportSummary()
    summary.frames = frames.count
    summary.kept = frames.count - output.pending.count
    summary.diagnostics =
      film.diagnostics + (output.lock?.diagnostics ?? []) + device + remarks(on: film) + remarksOnSounds()
    let sounds = options.sounds.map { (path: $0.path, state: FileState(of: $0.path)) }
    // Until all is written, and no longer.
    defer { withExtendedLifetime(output.lock) {} }
    try make(
      output, canvas: film.canvas, crew, cancellation: cancellation, progress: progress, into: &summary)
    summary.diagnostics = summary.diagnostics.merging(
      (output.base?.diagnostics ?? []) + (output.underlay?.diagnostics ?? []))
    summary.diagnostics = summary.diagnostics.merging(
      sounds.compactMap { sound in
        sound.state?.change(of: sound.path).map {
          Diagnostic(
            code: "changed-sound", message: "'\(sound.path)' \($0) while the film was made; what was there is heard",
            file: sound.path)
        }
      })
    return summary
  }

  /// Makes what is pending and ends the film.
  private func make<Crew: FrameCrew>(
    _ output: ExportOutput, canvas: PixelSize, _ crew: Crew, cancellation: ExportCancellation,
    progress: @escaping @Sendable (ExportProgress) -> Void, into summary: inout ExportSummary
  ) throws(ExportError) {
    var stopwatch = Stopwatch()
    let total = summary.frames
    guard let writer = output.writer else { return }
    writer.watch(cancellation)
    var lanes: [FrameLane<Crew.Task, PixelBytes>] = []
    var isMade = false
    // A process that ends while a lane is in a driver could crash, and the device's renderer may be the caller's. Of a
    // film that failed, frames of workers and of the CPU may take long, and end by themselves.
    defer { for lane in lanes where isMade || lane.drawsHere && crew.encoders > 0 { lane.wait() } }
    if !output.pending.isEmpty {
      let counters = try makeFrames(output, writer, canvas, crew, total: total, cancellation, progress, &lanes)
      summary.drawn = counters.drawn
      summary.repeated = counters.repeated
      summary.replacedDevices = counters.replacedDrawers
      summary.replacedWorkers = counters.replacedWorkers
      summary.diagnostics = summary.diagnostics.merging(counters.diagnostics)
    }
    var (encoding, passed) = (Stopwatch(), 0.0)
    try writer.finish(cancellation) { encoded in
      passed += encoding.lap()
      progress(
        ExportProgress(
          frame: timing.frames.upperBound - 1, finished: total, total: total, kept: total, seconds: passed,
          encoded: encoded))
    }
    summary.diagnostics = summary.diagnostics.merging(writer.diagnostics)
    isMade = true
    if let shard = options.shard { try ExportFolder(destination, shard: shard).complete() }
    summary.seconds = stopwatch.lap()
  }

  private func makeFrames<Crew: FrameCrew>(
    _ output: ExportOutput, _ writer: any FrameWriter, _ canvas: PixelSize, _ crew: Crew, total: Int,
    _ cancellation: ExportCancellation, _ progress: @escaping @Sendable (ExportProgress) -> Void,
    _ started: inout [FrameLane<Crew.Task, PixelBytes>]
  ) throws(ExportError) -> LaneCounters {
    let framesInMemory = options.render.limits.frames(ofPixels: canvas.area)
    let lanes = min(crew.lanes, output.pending.count, framesInMemory)
    let farm = FrameFarm<Crew.Task, PixelBytes>(
      depth: min(2 * max(lanes, crew.encoders) + 2, max(lanes, framesInMemory)))
    let counters = SharedCounters()
    let encoders = crew.encoders > 0 ? JobQueue("lamina.coder", threads: crew.encoders) : nil
    defer { encoders?.end() }
    var terms = LaneTerms<PixelBytes>(
      size: output.hasOneSize ? canvas : nil, layout: output.layout, encoders: encoders, counters: counters,
      encode: output.encode)
    // Each segment has a rectangle of its own.
    if let base = output.base {
      terms.isMadeAnew = { base.isFirstOfSegment($0) }
      terms.drawnPart = { base.drawnPart(ofFrame: $0) }
    }
    // The tree may look the same while the video differs.
    if output.underlay != nil { terms.isMadeAnew = { _ in true } }
    started = FrameLane.start(lanes, of: farm, terms, maker: crew.maker)
    let writing = FrameWriting(
      output.pending, kept: total - output.pending.count, total: total, farm: farm, writer: writer, progress: progress)
    writing.start()
    var problem: ExportError?
    for number in output.pending {
      guard !cancellation.isCancelled else { break }
      do throws(ExportError) {
        if let base = output.base, base.extent.isUnknown(number) {
          let blends = try base.extent.find(around: number) { (frames) throws(ExportError) in
            try crew.extent(of: frames.map(timing.moment(of:)))
          }
          if blends { base.noteBlending() }
        }
      } catch {
        problem = error
        break
      }
      guard farm.put(crew.task(for: timing.moment(of: number))) else { break }
    }
    farm.close()
    let failure = writing.wait() ?? problem
    let isCut = cancellation.isCancelled && writing.written < output.pending.count
    if failure != nil || isCut {
      farm.cancel()
      writer.abandon()
      farm.waitForProducts()
    }
    if let failure, !failure.isCancellation { throw failure }
    if failure != nil || isCut {
      throw .cancelled(finished: total - output.pending.count + writer.finished, total: total)
    }
    return counters.value
  }

  /// The options of the encoder.
  func recipe(_ format: FilmFormat, canvas: PixelSize) -> FilmRecipe {
    let isOpaque =
      isOverlaid ? options.video?.hasAlpha != true : (options.render.background?.alpha ?? 0) >= 1
    let coding = coding(format)
    var encoding = FilmEncoding(coding.codec ?? format.codecs.first ?? .h264, coding)
    encoding.device = device
    encoding.mastering = mastering(of: encoding)
    var recipe = FilmRecipe(
      format: format, hasAlpha: !isOpaque, size: canvas, rate: timing.rate,
      arguments: options.encoderArguments, encoding: encoding)
    recipe.isOverVideo = isOverlaid
    if isOverlaid, let color = options.video?.color { recipe.color = color }
    return recipe
  }

  /// Finds out what encodes, and says where that is not what was asked for.
  private mutating func chooseDevice() throws(ExportError) -> [Diagnostic] {
    guard case .film(_, let format) = destination, options.coding.hardware != .none, !format.codecs.isEmpty else {
      return []
    }
    let coding = coding(format)
    let codec = coding.codec ?? format.codecs.first ?? .h264
    let program = try EncoderProcess.find(options.encoder)
    device = HardwareEncoder.find(coding.hardware, codec, coding, program: program)
    guard device == .none else { return [] }
    let asked = options.coding.hardware == .auto ? "no device" : "no device for \(options.coding.hardware.rawValue)"
    return [
      Diagnostic(
        .note, code: "no-hardware-encoder",
        message:
          "\(asked) encodes \(codec.rawValue) here; the processor does: \(FilmEncoding(codec, coding).encoder)",
        file: destination.path)
    ]
  }
}

/// The facts about a film that are needed before its output is opened.
package struct FilmContents {
  /// How large its first frame is.
  var canvas: PixelSize
  /// How its tree is drawn where the options do not say.
  var reference: ReferenceRenderer
  /// Content that its first frame asks for and does not show.
  var diagnostics: [Diagnostic]
  /// Whether its first frame has no opaque ground.
  var isClear: Bool
  /// A digest of what it is made of; asked for where parts of a film must be told from those of another one.
  var material: () throws(ExportError) -> String

  /// Makes a description.
  package init(
    canvas: PixelSize, reference: ReferenceRenderer, diagnostics: [Diagnostic], isClear: Bool,
    material: @escaping () throws(ExportError) -> String
  ) {
    (self.canvas, self.reference, self.diagnostics) = (canvas, reference, diagnostics)
    (self.isClear, self.material) = (isClear, material)
  }
}

extension RenderLimits {
  /// How many frames of a film may be in memory at once, each as pixels and as what is made of them.
  func frames(ofPixels pixels: Int) -> Int { max(1, memory / max(1, 3 * 4 * pixels)) }
}

/// The thread that takes products out of a farm and writes them.
private final class FrameWriting<Task: Sendable>: @unchecked Sendable {
  private let numbers: [Int]
  private let kept: Int
  private let total: Int
  private let farm: FrameFarm<Task, PixelBytes>
  private let writer: any FrameWriter
  private let progress: @Sendable (ExportProgress) -> Void
  private let thread = JobQueue("lamina.write")
  private var failure: ExportError?
  /// How many frames were written; read after ``wait()``.
  private(set) var written = 0

  init(
    _ numbers: [Int], kept: Int, total: Int, farm: FrameFarm<Task, PixelBytes>, writer: any FrameWriter,
    progress: @escaping @Sendable (ExportProgress) -> Void
  ) {
    self.numbers = numbers
    self.kept = kept
    self.total = total
    self.farm = farm
    self.writer = writer
    self.progress = progress
  }

  func start() {
    thread.add { [self] in
      do throws(ExportError) {
        try writeAll()
      } catch {
        failure = error
        farm.cancel()
      }
    }
    thread.end()
  }

  /// Waits until all that was put into the farm is written, or something failed.
  func wait() -> ExportError? {
    thread.wait()
    return failure
  }

  private func writeAll() throws(ExportError) {
    let start = ContinuousClock.now
    var last = PixelBytes([])
    while let outcome = farm.take() {
      let number = numbers[written]
      switch try outcome.get() {
      case .made(let bytes):
        last = bytes
        try writer.write(number, bytes, isRepeated: false)
      case .repeated:
        try writer.write(number, last, isRepeated: true)
      }
      written += 1
      progress(
        ExportProgress(
          frame: number, finished: kept + written, total: total, kept: kept,
          seconds: start.duration(to: .now).seconds))
    }
    try writer.settle()
  }
}
