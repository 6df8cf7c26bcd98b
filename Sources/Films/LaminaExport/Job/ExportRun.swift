// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import Foundation
import Lamina
import LaminaGraphics
import LaminaSystem
import Synchronization

/// One export under way.
struct ExportRun<Crew: FrameCrew> {
  private let job: FilmWork
  private let output: ExportOutput
  private let crew: Crew
  private let canvas: PixelSize
  private let cancellation: ExportCancellation

  init(
    _ job: FilmWork, _ output: ExportOutput, crew: Crew, canvas: PixelSize, cancellation: ExportCancellation
  ) {
    self.job = job
    self.output = output
    self.crew = crew
    self.canvas = canvas
    self.cancellation = cancellation
  }

  /// Makes what is pending and ends the film.
  func make(
    total: Int, progress: @escaping @Sendable (ExportProgress) -> Void, into summary: inout ExportSummary
  ) throws(ExportError) {
    var stopwatch = Stopwatch()
    guard let writer = output.writer else { return }
    writer.watch(cancellation)
    var lanes: [FrameLane<Crew.Task, PixelBytes>] = []
    var isMade = false
    // A process that ends while a lane is in a driver could crash, and the device's renderer may be the caller's. Of a
    // film that failed, frames of workers and of the CPU may take long, and end by themselves.
    defer { for lane in lanes where isMade || lane.drawsHere && crew.encoders > 0 { lane.wait() } }
    if !output.pending.isEmpty {
      let counters = try makeFrames(writer, total: total, progress, &lanes)
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
          frame: job.timing.frames.upperBound - 1, finished: total, total: total, kept: total, seconds: passed,
          encoded: encoded))
    }
    summary.diagnostics = summary.diagnostics.merging(writer.diagnostics)
    isMade = true
    if let shard = job.options.shard { try ExportFolder(job.destination, shard: shard).complete() }
    summary.seconds = stopwatch.lap()
  }

  private func makeFrames(
    _ writer: any FrameWriter, total: Int, _ progress: @escaping @Sendable (ExportProgress) -> Void,
    _ started: inout [FrameLane<Crew.Task, PixelBytes>]
  ) throws(ExportError) -> LaneCounters {
    let framesInMemory = job.options.render.limits.frames(ofPixels: canvas.area)
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
            try crew.extent(of: frames)
          }
          if blends { base.noteBlending() }
        }
      } catch {
        problem = error
        break
      }
      guard farm.put(crew.task(for: number)) else { break }
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
