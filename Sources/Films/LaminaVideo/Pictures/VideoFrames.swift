// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

package import Foundation
package import LaminaGeometry
package import LaminaGraphics
import LaminaSandbox

/// The pictures of a clip by time, for layers that show them.
///
/// Times that go forward are read from one process of `ffmpeg`, as long as they do; one that jumps, or another layer
/// that shows another part, begins another at the nearest key picture. Of each the last pictures are kept, so that
/// times may also go back.
package final class VideoFrames: MovingPictures, @unchecked Sendable {
  /// What is shown.
  package let clip: VideoClip
  /// How large its pictures are.
  private let size: PixelSize
  /// What `ffmpeg` does to make them so.
  private let steps: [String]

  private let lock = NSLock()
  // Guarded by `lock`.
  private var readers: [Reader] = []
  private var failure: MovingPicture.Problem?
  /// That the file was changed, as it was first seen.
  private var change: MovingPicture.Problem?
  private var lastTime: TimeInterval = 0
  /// A picture for plans of which only the places count.
  private var specimen: VideoStream.Picture?

  /// No more processes than this decode one clip at a time.
  private static let maximumReaders = 6
  /// Pictures that a reader keeps take no more than this, bytes.
  private static let keptBytes = 48 << 20
  /// A time so far ahead is sought, and not waited for; seconds.
  private static let patience: TimeInterval = 4

  /// A process that decodes, and the last pictures that came of it.
  private final class Reader {
    let stream: VideoStream
    /// Whether nothing comes before its first picture.
    let isFromBeginning: Bool
    var kept: [VideoStream.Picture] = []
    var isAtEnd = false
    private let capacity: Int
    /// Pictures that begin earlier are thrown away.
    private let first: TimeInterval

    init(_ source: VideoStream.Source, from start: TimeInterval, first: TimeInterval, capacity: Int) throws(VideoError)
    {
      stream = try VideoStream(source, from: start, first: first)
      isFromBeginning = start <= 0 && first <= 0
      (self.capacity, self.first) = (capacity, first)
    }

    /// Reads on until the picture at a time is known, and returns it.
    ///
    /// - Parameter end: When waiting ends; `nil` for never.
    func picture(at time: TimeInterval, until end: Date?) throws(VideoError) -> VideoStream.Picture? {
      while !isAtEnd, kept.last.map({ $0.time <= time }) ?? true {
        guard let next = try stream.next(until: end) else {
          isAtEnd = true
          break
        }
        // What goes back in the file's own times belongs nowhere.
        if let last = kept.last, next.time <= last.time { continue }
        kept.append(next)
        if kept.count > capacity { kept.removeFirst() }
      }
      if let found = kept.last(where: { $0.time <= time }) { return found }
      return isFromBeginning ? kept.first : nil
    }

    /// How far it has to read for a time; `nil` where that is behind it.
    func distance(to time: TimeInterval) -> TimeInterval? {
      guard let first = kept.first, let last = kept.last else {
        // Nothing has come of it yet.
        return isAtEnd || time < self.first ? nil : time - self.first
      }
      guard time >= first.time || isFromBeginning && kept.count < capacity else { return nil }
      return isAtEnd ? 0 : max(0, time - last.time)
    }
  }

  /// Shows a clip.
  ///
  /// - Parameters:
  ///   - clip: What is shown.
  ///   - size: How large its pictures are; as they are shown by themselves, if `nil`.
  ///   - steps: The filters of `ffmpeg` that make them so.
  package init(_ clip: VideoClip, size: PixelSize? = nil, steps: [String] = []) {
    (self.clip, self.size, self.steps) = (clip, size ?? clip.displaySize, steps)
  }

  package var file: String? { clip.file.descriptor == nil ? clip.path : nil }

  /// By the file's bytes.
  package var identity: String { "video " + FileIdentity.digest(of: clip.file.ownPath) }

  /// How long it shows other pictures. Seconds.
  package var duration: TimeInterval { clip.duration }

  /// How many processes decode it now.
  package var readerCount: Int { lock.withLock { readers.count } }

  package func picture(at time: TimeInterval, isExact: Bool) -> MovingPicture {
    do throws(VideoError) {
      return try shown(at: time, isExact: isExact).picture
    } catch {
      // Only waiting that ends fails so.
      return MovingPicture(nil, problem: MovingPicture.Problem(code: "bad-video", message: "\(error)"))
    }
  }

  /// The picture at a time, and from when on it shows.
  ///
  /// - Parameters:
  ///   - time: Seconds of the clip.
  ///   - isExact: Whether it has to be the one at that time.
  ///   - end: When waiting for it ends; `nil` for never.
  /// - Returns: The picture, or what is wrong with it, and the clip's time from which on it shows, seconds; `nil` for
  ///   none.
  /// - Throws: ``VideoError/tooSlow(path:)``, where waiting ended. Whoever asks again goes on where it was.
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
      // Always the first, whatever was asked before: parts of a film that are made apart are told by it.
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

  /// Ends the processes that decode it; those that are needed again are started again.
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
      // The last is the one that was used last.
      readers.append(reader)
      if let found = try reader.picture(at: time, until: end) { return (found, reader) }
    }
    let source = VideoStream.Source(clip: clip, size: size, steps: steps)
    let capacity = source.count(in: Self.keptBytes, 3...64)
    // Of times that go back many are asked for that lie before this one.
    let isGoingBack = time < lastTime && lastTime - time < Self.patience
    let frame = clip.rate.time(of: 1)
    let first = isGoingBack ? max(0, time - Double(capacity - 2) * frame) : max(0, time - 1)
    // Without a list of key pictures a place in the file is guessed by its clock, and the next key picture comes after
    // it.
    let start = max(0, first - (clip.hasIndex ? 0 : 10))
    // A picture may last longer than what was left out, and some files say the wrong places.
    for (start, first) in [(start, first), (start, 0), (max(0, start - 20), 0), (0, 0)] {
      if readers.count >= Self.maximumReaders { readers.removeFirst() }
      let reader = try Reader(source, from: start, first: first, capacity: capacity)
      // Before it is waited for, so that whoever asks again goes on with it.
      readers.append(reader)
      if let found = try reader.picture(at: time, until: end) { return (found, reader) }
      readers.removeAll { $0 === reader }
      if start <= 0, first <= 0 { return (nil, reader) }
    }
    return (nil, nil)
  }
}
