// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

internal import Foundation
import LaminaGeometry
import LaminaGraphics

/// A video as a worker sees it: the parent decodes it, and hands over pictures in memory.
final class RemoteVideo: MovingPictures, @unchecked Sendable {
  private let files: RemoteFiles
  private let facts: VideoAnswer.Video
  private let path: String
  private let isFile: Bool
  private let lock = NSLock()
  /// Recent pictures by their start times, the most recently used at the end. The same picture is always the same
  /// object.
  private var kept: [(start: TimeInterval, image: CGImage)] = []
  private var specimen: CGImage?
  /// The most memory for pictures that are kept, in bytes.
  private static let keptBytes = 48 << 20

  init(_ facts: VideoAnswer.Video, path: String, isFile: Bool, _ files: RemoteFiles) {
    (self.facts, self.path, self.isFile, self.files) = (facts, path, isFile, files)
  }

  var duration: TimeInterval { facts.duration }
  var file: String? { isFile ? path : nil }
  var identity: String { facts.identity }

  func picture(at time: TimeInterval, isExact: Bool) -> MovingPicture {
    lock.withLock {
      if !isExact, let specimen { return MovingPicture(specimen) }
      let wish = VideoQuestion.PictureWish(
        video: facts.number, time: time, isExact: isExact, known: kept.map(\.start))
      let (answer, memory) = files.ask(.picture(wish))
      let problem = answer.problem.map { MovingPicture.Problem(code: $0.code, message: $0.message) }
      guard let found = answer.picture else { return MovingPicture(nil, problem: problem) }
      guard let image = image(found, memory) else {
        return MovingPicture(
          nil, problem: MovingPicture.Problem(code: "bad-video", message: "'\(path)': there is no memory for a picture")
        )
      }
      if !isExact { specimen = image }
      return MovingPicture(image, problem: problem)
    }
  }

  private func image(_ found: VideoAnswer.Picture, _ memory: OpenFile?) -> CGImage? {
    if let place = kept.firstIndex(where: { $0.start == found.start }) {
      let known = kept.remove(at: place)
      kept.append(known)
      return known.image
    }
    guard let memory, found.width > 0, found.height > 0 else { return nil }
    let size = PixelSize(width: found.width, height: found.height)
    var isWhole = false
    let bytes = PixelMemory.array(count: 4 * size.area) { buffer in
      isWhole = memory.read(into: buffer) == buffer.count
    }
    guard isWhole else { return nil }
    let image = CGImage(width: size.width, height: size.height, premultipliedRGBA: bytes, isOpaque: found.isOpaque)
    kept.append((found.start, image))
    let most = min(max(Self.keptBytes / (4 * size.area), 3), VideoQuestion.mostKnown)
    if kept.count > most { kept.removeFirst(kept.count - most) }
    return image
  }
}

extension RemoteFiles {
  /// Opens the videos that documents refer to.
  var videos: VideoOpener {
    VideoOpener { [self] path in
      opened(ask(.open(path)).answer, path, isFile: true)
    } bytes: { [self] bytes, name in
      guard let memory = MemoryFile(bytes)?.opened() else {
        return .failure(
          VideoOpener.Refusal("is a video, and there is no memory to unpack its \(bytes.count) bytes to"))
      }
      return opened(ask(.openMemory(name), with: memory).answer, name, isFile: false)
    }
  }

  private func opened(
    _ answer: VideoAnswer, _ path: String, isFile: Bool
  ) -> Result<any MovingPictures, VideoOpener.Refusal> {
    guard let video = answer.video else {
      return .failure(VideoOpener.Refusal(answer.problem?.message ?? "is no video that can be shown"))
    }
    hasVideos = true
    return .success(RemoteVideo(video, path: path, isFile: isFile, self))
  }
}
