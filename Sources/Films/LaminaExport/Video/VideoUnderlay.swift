// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import Lamina
import LaminaGeometry
import LaminaGraphics
import LaminaSystem
import LaminaVideo
import Synchronization

/// Blends frames over videos in this process, for outputs that no film encoder makes: pictures, streams, GIF.
final class VideoUnderlay: Sendable {
  private let track: VideoTrack
  private let timing: FrameTiming
  private let size: PixelSize
  /// The pictures of each piece, at the film's size.
  private let pictures: [VideoFrames]
  private let notes = Locked<[Diagnostic]>([])

  init(_ track: VideoTrack, timing: FrameTiming, canvas: PixelSize) {
    (self.track, self.timing, size) = (track, timing, canvas)
    pictures = track.pieces.map {
      VideoFrames($0.clip, size: canvas, steps: VideoGraph.fitting($0.clip, to: canvas, track.fit))
    }
  }

  /// A frame with the video behind it.
  func lay(_ image: CGImage, frame: Int) -> CGImage {
    guard image.width == size.width, image.height == size.height,
      let part = track.parts(of: frame..<(frame + 1), timing).first
    else { return image }
    let found = pictures[part.piece].picture(at: part.start, isExact: true)
    if let problem = found.problem {
      let path = track.pieces[part.piece].clip.path
      let diagnostic = Diagnostic(code: problem.code, message: problem.message, file: path)
      notes.withLock { if $0.count < 100, !$0.contains(diagnostic) { $0.append(diagnostic) } }
    }
    guard let under = found.image, under.width == image.width, under.height == image.height else { return image }
    let (front, back) = (image.premultipliedRGBA, under.premultipliedRGBA)
    let bytes = PixelMemory.array(count: front.count) { result in
      front.withUnsafeBufferPointer { front in
        back.withUnsafeBufferPointer { back in
          for place in stride(from: 0, to: front.count, by: 4) {
            let rest = 255 - UInt32(front[place + 3])
            for component in place..<(place + 4) {
              let product = UInt32(back[component]) * rest + 128
              let sum = UInt32(front[component]) + (product + product >> 8) >> 8
              result[component] = UInt8(truncatingIfNeeded: min(255, sum))
            }
          }
        }
      }
    }
    return CGImage(width: image.width, height: image.height, premultipliedRGBA: bytes, isOpaque: under.isOpaque)
  }

  /// The result of a drawer with the video behind it; planes are returned unchanged.
  func lay(_ pixels: FramePixels, frame: Int) -> FramePixels {
    guard case .image(let image) = pixels else { return pixels }
    return .image(lay(image, frame: frame))
  }

  /// The recorded diagnostics.
  var diagnostics: [Diagnostic] { notes.withLock { $0 }.filter { $0.code != "changed-video" } + track.changes }
}
