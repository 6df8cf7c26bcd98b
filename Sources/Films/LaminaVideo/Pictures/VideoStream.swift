// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import Foundation
import LaminaGeometry
import LaminaGraphics
import LaminaSystem

/// The pictures of a clip in order, decoded by a process of `ffmpeg`.
///
/// A thread reads ahead by a few pictures, within a limit of memory. The process ends with the stream.
final class VideoStream {
  /// A picture with the time at which it begins.
  struct Picture: Sendable {
    /// Seconds of the clip.
    var time: TimeInterval
    var image: CGImage
  }

  /// The input of a stream, and the form of its pictures.
  struct Source: Sendable {
    var clip: VideoClip
    /// The size of the pictures.
    var size: PixelSize
    /// Filters that are applied to the pictures.
    var steps: [String]

    /// The number of pictures that fit into a number of bytes, clamped to a range.
    func count(in bytes: Int, _ range: ClosedRange<Int>) -> Int {
      min(max(bytes / max(1, 4 * size.area), range.lowerBound), range.upperBound)
    }
  }

  private let decoding: Decoding
  /// Descriptions of protections that are missing for the decoding process.
  let unprotected: [String]

  /// Starts to decode.
  ///
  /// - Parameters:
  ///   - source: The input.
  ///   - start: The time to seek to: decoding begins at the last key frame at or before it; seconds.
  ///   - first: Pictures that begin before this time are decoded and discarded; seconds.
  init(_ source: Source, from start: TimeInterval, first: TimeInterval) throws(VideoError) {
    guard let program = MediaProgram.path(of: MediaProgram.ffmpeg) else {
      throw .noProgram(name: MediaProgram.ffmpeg)
    }
    let child = try converting(to: { VideoError.cannotStart(program: program, code: $0.code) }) {
      () throws(SystemFailure) in
      try ChildProcess(
        program, Self.arguments(source, from: start, first: first), hasInput: false, output: .pipe, hasNotes: true,
        file: source.clip.file.descriptor, confinement: source.clip.file.confinement)
    }
    unprotected = child.unprotected
    decoding = Decoding(source, child)
    JobQueue.start("lamina.video") { [decoding] in decoding.run() }
  }

  deinit {
    decoding.stop()
  }

  /// Waits for the next picture and returns it.
  ///
  /// - Parameter end: The end of waiting; `nil` for unlimited.
  /// - Returns: `nil` after the last picture.
  func next(until end: Date?) throws(VideoError) -> Picture? { try decoding.next(until: end) }

  /// Messages of `ffmpeg` about pictures that it could not decode; `nil` as long as there are none.
  var damage: String? { decoding.damage }

  private static func arguments(_ source: Source, from start: TimeInterval, first: TimeInterval) -> [String] {
    let clip = source.clip
    var result = ["-v", "error", "-nostdin", "-copyts", "-start_at_zero"]
    if start > 0 { result += ["-noaccurate_seek", "-ss", Self.seconds(start)] }
    result += MediaProgram.readingOptions + clip.decoderOptions
    // If a stream changes its size, the same filters remain in use; one of them scales the pictures.
    result += ["-reinit_filter", "0", "-i", clip.file.address, "-map", "0:\(clip.streamIndex)"]
    var steps: [String] = []
    if first > 0 { steps.append("select=gte(t\\,\(Self.seconds(first)))") }
    // The time of each picture is written to the second pipe before the picture is written to the first.
    // `metadata=print` prints only pictures with metadata, so an entry is added to each.
    steps += ["settb=1/1000000", "metadata=mode=add:key=picture:value=1"]
    steps.append("metadata=mode=print:direct=1:file=pipe\\\\:3")
    steps += source.steps
    let size = source.size
    steps.append(
      "scale=\(size.width):\(size.height):in_color_matrix=\(clip.color.scalerMatrix):in_range=\(clip.color.scalerRange)"
        + ":flags=bicubic+accurate_rnd+full_chroma_int")
    if clip.color.isHighDynamicRange {
      // Paper white is at 203 candelas per square metre (ITU-R BT.2408); brighter light is compressed into the range
      // above it.
      steps += [
        "zscale=transfer=linear:npl=203", "format=gbrpf32le", "zscale=primaries=bt709", "tonemap=mobius",
        "zscale=transfer=iec61966-2-1:matrix=gbr:range=full",
      ]
    }
    steps.append("format=rgba")
    return result + [
      "-vf", steps.joined(separator: ","), "-fps_mode", "passthrough", "-f", "rawvideo", "pipe:1",
    ]
  }

  /// Formats a time with six decimals.
  private static func seconds(_ value: TimeInterval) -> String {
    String(format: "%.6f", locale: Locale(identifier: "C"), value)
  }
}

/// The state that the reading thread and the consumer share.
private final class Decoding: @unchecked Sendable {
  private let source: VideoStream.Source
  private let child: ChildProcess
  private let capacity: Int
  private let state = NSCondition()
  // Guarded by `state`.
  private var pictures: [VideoStream.Picture] = []
  private var failure: VideoError?
  private var words: String?
  private var (isDone, isStopped) = (false, false)
  /// Whether the reading thread is waiting for the end of the process, after which the process number may be used
  /// again.
  private var isEnding = false
  // Used by the reading thread only.
  private var notes: [UInt8] = []

  /// The memory of pictures that are read ahead, in bytes.
  private static let aheadBytes = 32 << 20
  /// The number of seconds that the process may be idle.
  private static let patience: TimeInterval = 60

  init(_ source: VideoStream.Source, _ child: ChildProcess) {
    (self.source, self.child) = (source, child)
    capacity = source.count(in: Self.aheadBytes, 2...32)
  }

  var damage: String? { state.withLock { words } }

  func stop() {
    state.withLock {
      isStopped = true
      pictures = []
      // The process and its children are killed at once, since this process may end before the thread does so.
      if !isEnding { kill(-child.identifier, SIGKILL) }
      state.broadcast()
    }
  }

  func next(until end: Date?) throws(VideoError) -> VideoStream.Picture? {
    state.lock()
    defer { state.unlock() }
    while pictures.isEmpty, !isDone {
      guard let end else {
        state.wait()
        continue
      }
      guard state.wait(until: end) || !pictures.isEmpty || isDone else { throw .tooSlow(path: source.clip.path) }
    }
    if pictures.isEmpty {
      if let failure { throw failure }
      return nil
    }
    let first = pictures.removeFirst()
    state.broadcast()
    return first
  }

  // MARK: the reading thread

  func run() {
    var problem: VideoError?
    do throws(VideoError) {
      while let picture = try read(), keep(picture) {}
    } catch {
      problem = error
    }
    let wasStopped = state.withLock {
      isEnding = true
      return isStopped
    }
    if wasStopped || problem != nil { child.stop() } else { child.wait() }
    child.words.finish()
    let said = source.clip.file.words(child.words.summary)
    state.withLock {
      failure = problem
      if !wasStopped, !said.isEmpty { words = said }
      isDone = true
      state.broadcast()
    }
  }

  /// Passes a picture to the consumer once there is room.
  ///
  /// - Returns: `false` if the stream was stopped.
  private func keep(_ picture: VideoStream.Picture) -> Bool {
    state.lock()
    defer { state.unlock() }
    while pictures.count >= capacity, !isStopped { state.wait() }
    guard !isStopped else { return false }
    pictures.append(picture)
    state.broadcast()
    return true
  }

  private func read() throws(VideoError) -> VideoStream.Picture? {
    let size = source.size
    var result: Result<Bool, VideoError> = .success(false)
    var bytes = PixelMemory.array(count: 4 * size.area) { buffer in result = fill(buffer) }
    guard try result.get(), let time = try readTime() else { return nil }
    if source.clip.hasAlpha {
      guard let image = CGImage(width: size.width, height: size.height, straightRGBA: &bytes) else { return nil }
      return VideoStream.Picture(time: time, image: image)
    }
    let image = CGImage(width: size.width, height: size.height, premultipliedRGBA: bytes, isOpaque: true)
    return VideoStream.Picture(time: time, image: image)
  }

  /// Reads one picture.
  ///
  /// - Returns: Whether the picture is complete.
  private func fill(_ buffer: UnsafeMutableRawBufferPointer) -> Result<Bool, VideoError> {
    Result { () throws(VideoError) in
      var done = 0
      while done < buffer.count {
        let rest = UnsafeMutableRawBufferPointer(rebasing: buffer[done...])
        let count = try readSome(child.output, rest)
        guard count > 0 else { return false }
        done += count
      }
      return true
    }
  }

  /// The time of the picture, from a line such as `frame:12   pts:480000  pts_time:0.48`.
  private func readTime() throws(VideoError) -> TimeInterval? {
    while true {
      while let end = notes.firstIndex(of: UInt8(ascii: "\n")) {
        let line = String(decoding: notes[..<end], as: UTF8.self)
        notes.removeSubrange(...end)
        guard line.hasPrefix("frame:"), let mark = line.firstRange(of: " pts:") else { continue }
        let digits = line[mark.upperBound...].prefix { $0.isNumber || $0 == "-" }
        guard let ticks = Int(digits) else { return nil }
        return Double(ticks) / 1_000_000
      }
      var piece = [UInt8](repeating: 0, count: 4096)
      var result: Result<Int, VideoError> = .success(0)
      piece.withUnsafeMutableBytes { buffer in
        result = Result { () throws(VideoError) in try readSome(child.notes, buffer) }
      }
      let count = try result.get()
      guard count > 0 else { return nil }
      notes += piece[..<count]
    }
  }

  /// Reads available bytes, and waits if there are none.
  ///
  /// - Returns: 0 at the end, and if the stream was stopped.
  private func readSome(_ descriptor: Int32, _ buffer: UnsafeMutableRawBufferPointer) throws(VideoError) -> Int {
    var waited = 0.0
    while true {
      if state.withLock({ isStopped }) { return 0 }
      var poll = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
      let ready = Foundation.poll(&poll, 1, 100)
      if ready == 0 {
        waited += 0.1
        guard waited < Self.patience else {
          throw .stalled(program: MediaProgram.ffmpeg, seconds: Self.patience, log: child.words.summary)
        }
        continue
      }
      let count = Foundation.read(descriptor, buffer.baseAddress, buffer.count)
      if count < 0, errno == EINTR || errno == EAGAIN { continue }
      return max(0, count)
    }
  }
}
