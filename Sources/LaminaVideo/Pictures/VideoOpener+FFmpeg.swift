public import LaminaGraphics

extension VideoOpener {
  /// Opens videos with `ffmpeg`: documents that are read with it may name them as contents of layers, by the rules of pictures.
  ///
  ///     let scene = try DocumentReader(videos: .ffmpeg).read("titles.ca")
  ///
  /// A video shows in the layer's own time, from its beginning at time 0 on.
  public static let ffmpeg = VideoOpener { path in
    do throws(VideoError) {
      return .success(VideoFrames(try VideoClip(path)))
    } catch {
      return .failure(Refusal("is no video that can be shown: \(error)"))
    }
  }
}
