// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

internal import CSandbox
import Foundation
package import Lamina
import LaminaGeometry
import LaminaGraphics
import LaminaSystem
import LaminaVideo
import Synchronization

/// Decodes the videos of one document for its workers, in processes that this process starts, each sandboxed so that it
/// can read its own file only. A worker's requests are counted and limited; pictures are handed over in immutable
/// memory.
///
/// The workers of a film share one desk, so that a clip is decoded once for all of them.
package final class VideoDesk: Sendable {
  /// The most videos that a document may have open.
  package static let mostVideos = 64
  /// The most decoding processes for a document; the processes of the most recently requested videos are kept.
  package static let mostDecoders = 16
  /// The longest time that a decoding process may be idle before it counts as hung, in seconds.
  private static let patience: TimeInterval = 60

  private struct Entry {
    /// The identity of the file.
    var file: String
    var frames: VideoFrames
  }

  private struct State {
    var entries: [Entry] = []
    /// Indexes of entries in the order of their last use, the most recent at the end.
    var order: [Int] = []
  }

  private let state = Locked(State())
  /// The maximum number of pixels of a picture.
  private let mostPixels: Int

  /// Makes a desk without open videos.
  ///
  /// - Parameter limits: The limits of a picture.
  package init(_ limits: RenderLimits) {
    mostPixels = min(limits.pixels, limits.memory / 4)
  }

  /// The number of processes that decode.
  package var decoderCount: Int { state.withLock { $0.entries.reduce(0) { $0 + $1.frames.readerCount } } }

  /// Opens a video.
  ///
  /// - Parameters:
  ///   - file: The open file, which was checked against the grant.
  ///   - path: The file's name in messages.
  ///   - deadline: The time by which the worker has to be done.
  func open(_ file: OpenFile, _ path: String, until deadline: Deadline) throws(ChannelError) -> VideoAnswer {
    var status = stat()
    guard fstat(file.number, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
      return .refusal("is no video that can be shown: it is no file")
    }
    return try open(file, path, knownBy: "\(status.st_dev):\(status.st_ino)", until: deadline)
  }

  /// Opens a video that a worker unpacked. Each worker of a film has its own memory with the same bytes, which their
  /// digest identifies.
  func open(memory: OpenFile?, _ name: String, until deadline: Deadline) throws(ChannelError) -> VideoAnswer {
    guard let memory else { throw .malformed("a video without its bytes") }
    // A compromised worker could change the bytes while a decoder reads them, or hand over a descriptor of another
    // kind.
    guard lamina_is_sealed(memory.number) != 0 else { throw .malformed("a video in memory that can still change") }
    let digest = FileIdentity.digest(of: "/proc/self/fd/\(memory.number)")
    return try open(memory, name, knownBy: "\(name) \(digest)", until: deadline)
  }

  private func open(
    _ file: OpenFile, _ path: String, knownBy identity: String, until deadline: Deadline
  ) throws(ChannelError) -> VideoAnswer {
    if let number = state.withLock({ $0.entries.firstIndex { $0.file == identity } }) { return answer(number) }
    guard state.withLock({ $0.entries.count }) < Self.mostVideos else {
      return .refusal("is a video beyond the limit of \(Self.mostVideos) in one document")
    }
    let own = file.duplicate()
    guard own >= 0 else { throw .system(errno) }
    let clip: VideoClip
    do throws(VideoError) {
      clip = try VideoClip(MediaFile(path, descriptor: own), patience: min(Self.patience, deadline.seconds))
    } catch {
      guard deadline.milliseconds > 0 else { throw .timedOut }
      return .refusal("is no video that can be shown: \(error)")
    }
    guard clip.displaySize.area <= mostPixels else {
      return .refusal(
        "is no video that can be shown: its \(clip.displaySize) pixels are over the limit of \(mostPixels)")
    }
    let number = state.withLock { state in
      if let known = state.entries.firstIndex(where: { $0.file == identity }) { return known }
      state.entries.append(Entry(file: identity, frames: VideoFrames(clip)))
      return state.entries.count - 1
    }
    return answer(number)
  }

  private func answer(_ number: Int) -> VideoAnswer {
    let frames = state.withLock { $0.entries[number].frames }
    return VideoAnswer(
      video: VideoAnswer.Video(number: number, duration: frames.duration, identity: frames.identity))
  }

  /// Finds a picture, and hands over its pixels unless the worker has them already.
  func picture(
    _ wish: VideoQuestion.PictureWish, until deadline: Deadline
  ) throws(ChannelError) -> (VideoAnswer, OpenFile?) {
    guard wish.known.count <= VideoQuestion.mostKnown else { throw .malformed("too many pictures that it has") }
    let entry = state.withLock { state in state.entries.indices.contains(wish.video) ? state.entries[wish.video] : nil }
    guard let frames = entry?.frames else { throw .malformed("a video that nobody has opened") }
    makeRoom(for: wish.video)
    let shown = try converting(to: { _ in ChannelError.timedOut }) { () throws(VideoError) in
      try frames.shown(at: wish.time, isExact: wish.isExact, until: deadline.date)
    }
    var answer = VideoAnswer()
    answer.problem = shown.picture.problem.map { VideoAnswer.Problem(code: $0.code, message: $0.message) }
    guard let image = shown.picture.image, let start = shown.start else { return (answer, nil) }
    answer.picture = VideoAnswer.Picture(
      width: image.width, height: image.height, isOpaque: image.isOpaque, start: start)
    if wish.known.contains(start) { return (answer, nil) }
    guard let memory = MemoryFile(image.premultipliedRGBA)?.opened() else { throw .system(ENOMEM) }
    return (answer, memory)
  }

  /// Ends the processes of the least recently requested videos, if there are too many.
  private func makeRoom(for video: Int) {
    let resting = state.withLock { state -> [VideoFrames] in
      state.order.removeAll { $0 == video }
      state.order.append(video)
      var count = state.entries.reduce(0) { $0 + $1.frames.readerCount }
      var resting: [VideoFrames] = []
      for number in state.order.dropLast() where count >= Self.mostDecoders {
        let frames = state.entries[number].frames
        count -= frames.readerCount
        resting.append(frames)
      }
      return resting
    }
    for frames in resting { frames.rest() }
  }
}
