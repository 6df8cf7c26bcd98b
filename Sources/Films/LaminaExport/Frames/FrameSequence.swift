// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

public import Foundation
public import Lamina

/// The frames of a film, drawn ahead on all processors and handed over one after the other.
///
///     let timing = try FrameTiming(rate: FrameRate(60)!, frames: 0..<300)
///     for try await frame in FrameSequence(FrameSource(scene), timing: timing, with: try Renderer()) {
///       try PNGEncoder().write(frame.image, to: "frames/\(frame.number).png")
///     }
///
/// Whoever is slower sets the pace: at most ``framesAhead`` frames are under way, and no more than fit into the limit
/// of memory, however long the film, and no frame is begun that nobody has come for. Once the iterator is gone,
/// nothing of the sequence uses a device any more. The tree is read only while `next()` is called, on the caller's own
/// isolation; it may be changed between calls, which shows in the frames that have not begun.
public struct FrameSequence: AsyncSequence {
  /// Frames come out.
  public typealias Element = Frame
  /// The errors that end a sequence.
  public typealias Failure = ExportError

  /// One frame of a film.
  public struct Frame: Sendable {
    /// Its number, from that of the timing's first.
    public var number: Int
    /// When it is shown, in the root's own time, seconds.
    public var time: TimeInterval
    /// The picture: premultiplied RGBA, 8 bits a component.
    public var image: CGImage
    /// Whether it shows what the frame before shows; it is the same picture then.
    public var isRepeated: Bool
  }

  /// The content of the film.
  public let source: FrameSource
  /// Which frames there are.
  public let timing: FrameTiming
  /// Size, background, limits.
  public let options: RenderOptions
  /// How many frames may be under way at once.
  public let framesAhead: Int
  private let drawers: Drawers

  /// Describes a sequence; nothing is drawn before its first frame is asked for.
  ///
  /// - Parameters:
  ///   - source: What is shown.
  ///   - timing: Which frames, and when.
  ///   - renderer: What draws; of a CPU renderer only that it is one counts.
  ///   - options: Size, background, limits.
  ///   - framesAhead: How many frames may be under way; `nil` is twice the processors, and two more.
  public init(
    _ source: FrameSource, timing: FrameTiming, with renderer: Renderer, options: RenderOptions = RenderOptions(),
    framesAhead: Int? = nil
  ) {
    var export = ExportOptions()
    export.render = options
    self.init(
      source, timing: timing, with: Drawers(renderer, options: export), options: options, framesAhead: framesAhead)
  }

  /// The same with any drawers.
  package init(
    _ source: FrameSource, timing: FrameTiming, with drawers: Drawers, options: RenderOptions = RenderOptions(),
    framesAhead: Int? = nil
  ) {
    self.source = source
    self.timing = timing
    self.drawers = drawers
    self.options = options
    self.framesAhead = Swift.max(1, framesAhead ?? 2 * drawers.lanes + 2)
  }

  /// Begins at the first frame.
  public func makeAsyncIterator() -> Iterator {
    Iterator(self)
  }

  /// Draws ahead of the one who asks.
  public final class Iterator: AsyncIteratorProtocol {
    private let sequence: FrameSequence
    private let farm: FrameFarm<FrameTask, CGImage>
    private var lanes: [FrameLane<FrameTask, CGImage>] = []
    /// Frames that were put in, and taken out.
    private var (put, taken) = (0, 0)
    private var isStarted = false
    private var last: CGImage?
    private let planner: FramePlanner

    init(_ sequence: FrameSequence) {
      self.sequence = sequence
      let pixels = sequence.options.pixels(of: sequence.source.scene.root.bounds.size)
      farm = FrameFarm(
        depth: Swift.min(sequence.framesAhead, sequence.options.limits.frames(ofPixels: pixels)))
      planner = FramePlanner(sequence.source, options: sequence.options, drawers: sequence.drawers)
    }

    deinit {
      farm.cancel()
      // The device's renderer is the caller's again, and a process that ends while a lane is in a driver could crash.
      if sequence.drawers.encoders > 0 { for lane in lanes { lane.wait() } }
    }

    /// The next frame, once it is drawn.
    ///
    /// - Returns: `nil` after the last, and after the task was cancelled.
    /// - Throws: ``ExportError/rendering(frame:_:)``; then the sequence is over.
    public func next() async throws(ExportError) -> Frame? {
      try await next(isolation: nil)
    }

    /// The next frame, once it is drawn; the tree is read on `actor`.
    public func next(isolation actor: isolated (any Actor)?) async throws(ExportError) -> Frame? {
      let (timing, frames) = (sequence.timing, sequence.timing.frames)
      guard taken < frames.count, !Task.isCancelled else {
        farm.cancel()
        return nil
      }
      start()
      while put < frames.count, put - taken < farm.depth {
        farm.put(planner.task(for: timing.moment(of: frames.lowerBound + put)))
        put += 1
      }
      if put == frames.count { farm.close() }
      guard let outcome = await farm.takeLater() else { return nil }
      let number = frames.lowerBound + taken
      taken += 1
      do throws(ExportError) {
        var isRepeated = true
        if case .made(let image) = try outcome.get() { (last, isRepeated) = (image, false) }
        guard let last else { return nil }
        return Frame(number: number, time: timing.time(of: number), image: last, isRepeated: isRepeated)
      } catch {
        taken = frames.count
        farm.cancel()
        throw error
      }
    }

    private func start() {
      guard !isStarted else { return }
      isStarted = true
      let terms = LaneTerms<CGImage>(counters: SharedCounters()) { (_, pixels) throws(ExportError) in
        guard case .image(let image) = pixels else { preconditionFailure("a picture was asked for") }
        return image
      }
      let count = Swift.min(sequence.drawers.lanes, sequence.timing.frames.count, farm.depth)
      lanes = FrameLane.start(count, of: farm, terms, maker: planner.maker)
    }
  }
}
