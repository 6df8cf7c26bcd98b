// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

package import Foundation
package import LaminaGeometry
package import LaminaGraphics
import LaminaSandbox

/// The pictures of a clip by time, for layers that show them.
///
/// A process of `ffmpeg` decodes pictures for times that move forward. A jump in time, or another layer that shows
/// another part, starts another process at the nearest key frame. The last pictures of each process are cached, so that
/// times may also move backward.
package final class VideoFrames: MovingPictures, @unchecked Sendable {
  /// The clip.
  package let clip: VideoClip
  /// The size of the pictures.
  private let size: PixelSize
  /// Filters of `ffmpeg` that are applied to the pictures.
  private let steps: [String]

  private let lock = NSLock()
  // Guarded by `lock`.
  private var readers: [Reader] = []
  private var failure: MovingPicture.Problem?
  /// The first change of the file that was found.
  private var change: MovingPicture.Problem?
  private var lastTime: TimeInterval = 0
  /// The first picture, for plans in which only the placement counts.
  private var specimen: VideoStream.Picture?

  /// The largest number of processes that decode one clip at the same time.
  private static let maximumReaders = 6
  /// The memory of the cached pictures of a reader, in bytes.
  private static let keptBytes = 48 << 20
  /// A process seeks to times further ahead than this, and decodes up to nearer ones; seconds.
  private static let patience: TimeInterval = 4

  /// A decoding process, and its last pictures.
  private final class Reader {
    let stream: VideoStream
    /// Whether the first picture of the reader is the first of the clip.
    let isFromBeginning: Bool
    var kept: [VideoStream.Picture] = []
    var isAtEnd = false
    private let capacity: Int
    /// Pictures that begin earlier are discarded.
    private let first: TimeInterval

    init(_ source: VideoStream.Source, from start: TimeInterval, first: TimeInterval, capacity: Int) throws(VideoError)
    {
      stream = try VideoStream(source, from: start, first: first)
      isFromBeginning = start <= 0 && first <= 0
      (self.capacity, self.first) = (capacity, first)
    }

    /// Reads on until the picture at a time is known, and returns it.
    ///
    /// - Parameter end: The end of waiting; `nil` for unlimited.
    func picture(at time: TimeInterval, until end: Date?) throws(VideoError) -> VideoStream.Picture? {
      while !isAtEnd, kept.last.map({ $0.time <= time }) ?? true {
        guard let next = try stream.next(until: end) else {
          isAtEnd = true
          break
        }
        // Pictures whose time goes backward in the file are skipped.
        if let last = kept.last, next.time <= last.time { continue }
        kept.append(next)
        if kept.count > capacity { kept.removeFirst() }
      }
      if let found = kept.last(where: { $0.time <= time }) { return found }
      return isFromBeginning ? kept.first : nil
    }

    /// The time to decode before reaching `time`; `nil` if the reader is already past it.
    func distance(to time: TimeInterval) -> TimeInterval? {
      guard let first = kept.first, let last = kept.last else {
        // No picture has been read yet.
        return isAtEnd || time < self.first ? nil : time - self.first
      }
      guard time >= first.time || isFromBeginning && kept.count < capacity else { return nil }
      return isAtEnd ? 0 : max(0, time - last.time)
    }
  }

  /// Makes the pictures of a clip.
  ///
  /// - Parameters:
  ///   - clip: The clip.
  ///   - size: The size of the pictures; `nil` for the clip's display size.
  ///   - steps: Filters of `ffmpeg` that are applied to the pictures.
  package init(_ clip: VideoClip, size: PixelSize? = nil, steps: [String] = []) {
    (self.clip, self.size, self.steps) = (clip, size ?? clip.displaySize, steps)
  }

  package var file: String? { clip.file.descriptor == nil ? clip.path : nil }

  /// A digest of the file's content.
  package var identity: String { "video " + FileIdentity.digest(of: clip.file.ownPath) }

  /// The duration of the clip, in seconds.
  package var duration: TimeInterval { clip.duration }

  /// The number of running decoders.
  package var readerCount: Int { lock.withLock { readers.count } }

  package func picture(at time: TimeInterval, isExact: Bool) -> MovingPicture {
    do throws(VideoError) {
      return try shown(at: time, isExact: isExact).picture
    } catch {
      // The only error is a timeout.
      return MovingPicture(nil, problem: MovingPicture.Problem(code: "bad-video", message: "\(error)"))
    }
  }

  /// The picture at a time, and the time at which it begins.
  ///
  /// - Parameters:
  ///   - time: Seconds of the clip.
  ///   - isExact: Whether the picture at that very time is needed; otherwise the first picture of the clip is returned.
  ///   - end: The end of waiting; `nil` for unlimited.
  /// - Returns: The picture or its problem, and the time in the clip at which the picture begins, in seconds; `nil` if
  ///   there is no picture.
  /// - Throws: ``VideoError/tooSlow(path:)`` at the end of waiting. A later call continues the work.
  package func shown(
    at time: TimeInterval, isExact: Bool, until end: Date? = nil
  ) throws(VideoError) -> (picture: MovingPicture, start: TimeInterval?) {
    lock.lock()
    defer { lock.unlock() }
    if !isExact, let specimen { return (MovingPicture(specimen.image), specimen.time) }
    if let failure { return (MovingPicture(nil, problem: failure), nil) }
    let time = time.isFinite ? min(max(time, 0), clip.duration) + clip.timeTolerance : 0
    do throws(VideoError) {
      let (picture, reader) = try find(isExact ? time : clip.timeTolerance, until: end)
      lastTime = time
      guard let picture else {
        throw .unreadable(path: clip.path, reason: reader?.stream.damage ?? "no picture of it can be decoded")
      }
      // Always the first picture, whatever was asked before, so that parts of a film that are made separately are the
      // same.
      if !isExact { specimen = picture }
      let damage = reader?.stream.damage.map {
        MovingPicture.Problem(
          code: "damaged-video",
          message: "'\(clip.path)': not all pictures can be decoded; the one before is held: \($0)")
      }
      if change == nil {
        change = clip.change.map { MovingPicture.Problem(code: "changed-video", message: $0) }
      }
      let problem = damage ?? change ?? reader.flatMap { Self.gap($0.stream.unprotected) }
      return (MovingPicture(picture.image, problem: problem), picture.time)
    } catch {
      if case .tooSlow = error { throw error }
      let problem = MovingPicture.Problem(code: "bad-video", message: "\(error)")
      failure = problem
      readers = []
      return (MovingPicture(nil, problem: problem), nil)
    }
  }

  /// Ends the decoding processes; they are started again on demand.
  package func rest() { lock.withLock { readers = [] } }

  private static func gap(_ gaps: [String]) -> MovingPicture.Problem? {
    guard !gaps.isEmpty else { return nil }
    return MovingPicture.Problem(code: "unprotected-video", message: ProgramConfinement.words(of: gaps))
  }

  private func find(_ time: TimeInterval, until end: Date?) throws(VideoError) -> (VideoStream.Picture?, Reader?) {
    let near = readers.indices.compactMap { index in readers[index].distance(to: time).map { (index, $0) } }
      .filter { $0.1 <= Self.patience }.min { $0.1 < $1.1 }
    if let near {
      let reader = readers.remove(at: near.0)
      // The most recently used reader comes last.
      readers.append(reader)
      if let found = try reader.picture(at: time, until: end) { return (found, reader) }
    }
    let source = VideoStream.Source(clip: clip, size: size, steps: steps)
    let capacity = source.count(in: Self.keptBytes, 3...64)
    // Times that move backward will probably ask for many earlier pictures.
    let isGoingBack = time < lastTime && lastTime - time < Self.patience
    let frame = clip.rate.time(of: 1)
    let first = isGoingBack ? max(0, time - Double(capacity - 2) * frame) : max(0, time - 1)
    // Without an index of key frames ffmpeg guesses a position in the file by time, and continues with the key frame
    // after it.
    let start = max(0, first - (clip.hasIndex ? 0 : 10))
    // A picture may last longer than the skipped time, and some files have wrong indexes.
    for (start, first) in [(start, first), (start, 0), (max(0, start - 20), 0), (0, 0)] {
      if readers.count >= Self.maximumReaders { readers.removeFirst() }
      let reader = try Reader(source, from: start, first: first, capacity: capacity)
      // The reader is added before waiting, so that a later call continues with it.
      readers.append(reader)
      if let found = try reader.picture(at: time, until: end) { return (found, reader) }
      readers.removeAll { $0 === reader }
      if start <= 0, first <= 0 { return (nil, reader) }
    }
    return (nil, nil)
  }
}
