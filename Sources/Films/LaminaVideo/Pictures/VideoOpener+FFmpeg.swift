// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

public import LaminaGraphics
import LaminaSandbox

extension VideoOpener {
  /// Opens videos with `ffmpeg`. Documents that are read with it may name videos as contents of layers, by the same
  /// rules as pictures.
  ///
  ///     let scene = try DocumentReader(videos: .ffmpeg).read("titles.ca")
  ///
  /// A video plays in the layer's own time; its beginning is at time 0.
  public static let ffmpeg = VideoOpener { path in
    frames(of: MediaFile(path))
  } bytes: { bytes, name in
    guard let memory = MemoryDescriptor.holding(bytes) else {
      return .failure(Refusal("is a video, and there is no memory to unpack its \(bytes.count) bytes to"))
    }
    return frames(of: MediaFile(name, descriptor: memory))
  }

  private static func frames(of file: MediaFile) -> Result<any MovingPictures, Refusal> {
    do throws(VideoError) {
      return .success(VideoFrames(try VideoClip(file)))
    } catch {
      return .failure(Refusal("is no video that can be shown: \(error)"))
    }
  }
}
