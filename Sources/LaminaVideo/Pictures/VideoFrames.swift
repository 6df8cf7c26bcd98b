package import Foundation
package import LaminaGeometry
package import LaminaGraphics
import LaminaSandbox

/// The pictures of a clip by time, for layers that show them.
///
/// Times that go forward are read from one process of `ffmpeg`, as long as they do; one that jumps, or another layer that shows another part,
/// begins another at the nearest key picture. Of each the last pictures are kept, so that times may also go back.
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
  private var lastTime: TimeInterval = 0
  /// A picture for plans of which only the places count.
  private var specimen: CGImage?

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

    init(_ source: VideoStream.Source, from start: TimeInterval, first: TimeInterval, capacity: Int) throws(VideoError)
    {
      stream = try VideoStream(source, from: start, first: first)
      isFromBeginning = start <= 0 && first <= 0
      self.capacity = capacity
    }

    /// Reads on until the picture at a time is known, and returns it.
    func picture(at time: TimeInterval) throws(VideoError) -> VideoStream.Picture? {
      while !isAtEnd, kept.last.map({ $0.time <= time }) ?? true {
        guard let next = try stream.next() else {
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
      guard let first = kept.first, let last = kept.last else { return nil }
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

  package var file: String? { clip.path }

  /// By the file's bytes.
  package var identity: String { "video " + FileIdentity.digest(of: clip.path) }

  /// How long it shows other pictures. Seconds.
  package var duration: TimeInterval { clip.duration }

  /// How many processes decode it now.
  package var readerCount: Int { lock.withLock { readers.count } }

  package func picture(at time: TimeInterval, isExact: Bool) -> MovingPicture {
    lock.lock()
    defer { lock.unlock() }
    if !isExact, let specimen { return MovingPicture(specimen) }
    if let failure { return MovingPicture(nil, problem: failure) }
    let time = time.isFinite ? min(max(time, 0), clip.duration) + clip.timeTolerance : 0
    do throws(VideoError) {
      let (picture, reader) = try find(isExact ? time : clip.timeTolerance)
      lastTime = time
      guard let picture else {
        throw .unreadable(path: clip.path, reason: reader?.stream.damage ?? "no picture of it can be decoded")
      }
      // Always the first, whatever was asked before: parts of a film that are made apart are told by it.
      if !isExact { specimen = picture.image }
      let damage = reader?.stream.damage.map {
        MovingPicture.Problem(
          code: "damaged-video",
          message: "'\(clip.path)': not all pictures can be decoded; the one before is held: \($0)")
      }
      return MovingPicture(picture.image, problem: damage ?? reader.flatMap { Self.gap($0.stream.unprotected) })
    } catch {
      let problem = MovingPicture.Problem(code: "bad-video", message: "\(error)")
      failure = problem
      readers = []
      return MovingPicture(nil, problem: problem)
    }
  }

  private static func gap(_ gaps: [String]) -> MovingPicture.Problem? {
    guard !gaps.isEmpty else { return nil }
    return MovingPicture.Problem(code: "unprotected-video", message: ProgramConfinement.words(of: gaps))
  }

  private func find(_ time: TimeInterval) throws(VideoError) -> (VideoStream.Picture?, Reader?) {
    let near = readers.indices.compactMap { index in readers[index].distance(to: time).map { (index, $0) } }
      .filter { $0.1 <= Self.patience }.min { $0.1 < $1.1 }
    if let near {
      let reader = readers.remove(at: near.0)
      // The last is the one that was used last.
      readers.append(reader)
      if let found = try reader.picture(at: time) { return (found, reader) }
    }
    let source = VideoStream.Source(clip: clip, size: size, steps: steps)
    let capacity = source.count(in: Self.keptBytes, 3...64)
    // Of times that go back many are asked for that lie before this one.
    let isGoingBack = time < lastTime && lastTime - time < Self.patience
    let frame = clip.rate.time(of: 1)
    let first = isGoingBack ? max(0, time - Double(capacity - 2) * frame) : max(0, time - 1)
    // Without a list of key pictures a place in the file is guessed by its clock, and the next key picture comes after it.
    let start = max(0, first - (clip.hasIndex ? 0 : 10))
    // A picture may last longer than what was left out, and some files say the wrong places.
    for (start, first) in [(start, first), (start, 0), (max(0, start - 20), 0), (0, 0)] {
      if readers.count >= Self.maximumReaders { readers.removeFirst() }
      let reader = try Reader(source, from: start, first: first, capacity: capacity)
      if let found = try reader.picture(at: time) {
        readers.append(reader)
        return (found, reader)
      }
      if start <= 0, first <= 0 { return (nil, reader) }
    }
    return (nil, nil)
  }
}
