// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import Foundation
import LaminaGeometry

/// The output of `ffprobe` about a file.
struct ClipReport {
  private struct Contents: Decodable {
    var streams: [Stream]?
    var format: Format?
  }

  private struct Format: Decodable {
    var format_name: String?
    var start_time: String?
    var duration: String?
  }

  private struct Stream: Decodable {
    var index: Int
    var codec_type: String?
    var codec_name: String?
    var width: Int?
    var height: Int?
    var sample_aspect_ratio: String?
    var pix_fmt: String?
    var color_range: String?
    var color_space: String?
    var color_transfer: String?
    var color_primaries: String?
    var r_frame_rate: String?
    var avg_frame_rate: String?
    var time_base: String?
    var start_time: String?
    var duration: String?
    var sample_rate: String?
    var channels: Int?
    var disposition: [String: Int]?
    var tags: [String: String]?
    var side_data_list: [ClipSideData]?
  }

  /// The output of `ffprobe` about pictures.
  private struct Pictures: Decodable {
    struct Picture: Decodable {
      var side_data_list: [ClipSideData]?
    }

    var frames: [Picture]?
  }

  private let file: MediaFile
  private var path: String { file.path }
  /// The number of seconds that `ffprobe` may be silent.
  private let patience: TimeInterval
  private let contents: Contents
  /// The state of the file before anything was read.
  private let state: FileState

  /// Runs `ffprobe`.
  ///
  /// - Parameter patience: The number of seconds that `ffprobe` may be silent.
  init(of file: MediaFile, patience: TimeInterval = 60) throws(VideoError) {
    (self.file, self.patience) = (file, patience)
    let path = file.path
    var status = stat()
    guard stat(file.ownPath, &status) == 0, let state = FileState(of: file.ownPath) else {
      throw .unreadable(path: path, reason: String(cString: strerror(errno)))
    }
    guard status.st_mode & S_IFMT == S_IFREG else { throw .unreadable(path: path, reason: "it is no file") }
    let (output, code, words) = try MediaProgram.run(
      MediaProgram.ffprobe,
      ["-v", "error", "-print_format", "json", "-show_format", "-show_streams"] + MediaProgram.readingOptions + [
        "-i", file.address,
      ], reading: file, limit: 1 << 24, patience: patience)
    guard code == 0, let contents = try? JSONDecoder().decode(Contents.self, from: Data(output)) else {
      throw .unreadable(path: path, reason: words.isEmpty ? "it is no film and no sound that ffmpeg knows" : words)
    }
    self.contents = contents
    self.state = state
  }

  /// The time at which the file begins by its own clock, in seconds.
  private var start: Double { contents.format?.start_time.flatMap(Double.init) ?? 0 }

  /// The end of a track, in seconds from the file's time 0.
  private func duration(of stream: Stream) -> Double? {
    if let length = Self.time(stream) {
      return length + max(0, (stream.start_time.flatMap(Double.init) ?? start) - start)
    }
    return contents.format?.duration.flatMap(Double.init)
  }

  /// The duration of a track; Matroska stores it in a tag, `00:00:10.000000000`.
  private static func time(_ stream: Stream) -> Double? {
    if let seconds = stream.duration.flatMap(Double.init) { return seconds }
    guard let tag = stream.tags?["DURATION"] else { return nil }
    let parts = tag.split(separator: ":").map { Double($0) ?? .nan }
    guard parts.count == 3, parts.allSatisfy(\.isFinite) else { return nil }
    return parts[0] * 3600 + parts[1] * 60 + parts[2]
  }

  // MARK: sound

  /// The sound track that the file marks as its default, or else the first one.
  func sound() throws(VideoError) -> SoundFormat? {
    let tracks = (contents.streams ?? []).filter { $0.codec_type == "audio" }
    guard let track = tracks.first(where: { $0.disposition?["default"] == 1 }) ?? tracks.first,
      let codec = track.codec_name
    else { return nil }
    guard let rate = track.sample_rate.flatMap({ Int($0) }), (1...768_000).contains(rate) else {
      throw .outOfRange(
        path: path, what: "sample rate", value: track.sample_rate ?? "not there",
        limit: "1 to 768000 samples a second are taken")
    }
    return SoundFormat(
      codec: codec, sampleRate: rate, channels: track.channels ?? 1, duration: duration(of: track),
      streamIndex: track.index, trackCount: tracks.count)
  }

  // MARK: pictures

  /// The file as a clip.
  func clip() throws(VideoError) -> VideoClip {
    // A cover picture of an audio file is a track of one picture.
    let tracks = (contents.streams ?? []).filter { $0.codec_type == "video" && $0.disposition?["attached_pic"] != 1 }
    guard let track = tracks.first(where: { $0.disposition?["default"] == 1 }) ?? tracks.first else {
      throw .noVideo(path: path)
    }
    let sides = 1...VideoClip.maximumSide
    guard let width = track.width, let height = track.height, sides.contains(width), sides.contains(height) else {
      throw .outOfRange(
        path: path, what: "size", value: "\(track.width ?? 0) x \(track.height ?? 0) pixels",
        limit: "sides of 1 to \(VideoClip.maximumSide) are taken")
    }
    let rotation = rotation(of: track)
    let pixelFormat = track.pix_fmt ?? "unknown"
    let coded = PixelSize(width: width, height: height)
    let color = VideoColor.usual(
      matrix: track.color_space, primaries: track.color_primaries, transfer: track.color_transfer,
      isFullRange: track.color_range == "pc" || pixelFormat.hasPrefix("yuvj"), height: height)
    let range = color.isHighDynamicRange ? try highRange(of: track) : (mastering: nil, isDynamic: false)
    return VideoClip(
      file: file, codedSize: coded, displaySize: try displaySize(of: coded, track, rotation), rotation: rotation,
      rate: try rate(of: track), duration: try duration(ofPictures: track), codec: track.codec_name ?? "unknown",
      pixelFormat: pixelFormat, hasAlpha: Self.hasAlpha(pixelFormat, track),
      color: color, mastering: range.mastering, hasDynamicRangeData: range.isDynamic, sound: try sound(),
      tick: Self.tick(track), streamIndex: track.index,
      hasIndex: ["mov,", "matroska,"].contains { contents.format?.format_name?.hasPrefix($0) == true },
      state: state)
  }

  /// The data about the brightness of a track, from the file or from its first picture.
  private func highRange(of track: Stream) throws(VideoError) -> (mastering: MasteringData?, isDynamic: Bool) {
    var list = track.side_data_list ?? []
    let (output, code, _) = try MediaProgram.run(
      MediaProgram.ffprobe,
      [
        "-v", "quiet", "-print_format", "json", "-select_streams", "\(track.index)", "-read_intervals", "%+#1",
        "-show_frames",
      ] + MediaProgram.readingOptions + ["-i", file.address], reading: file, limit: 1 << 24, patience: patience)
    if code == 0, let found = try? JSONDecoder().decode(Pictures.self, from: Data(output)) {
      list += found.frames?.first?.side_data_list ?? []
    }
    return (MasteringData(list), list.contains(where: \.isDynamicRange))
  }

  private static func tick(_ track: Stream) -> Double {
    let sides = (track.time_base ?? "").split(separator: "/").compactMap { Double($0) }
    guard sides.count == 2, sides[0] > 0, sides[1] > 0 else { return 1e-6 }
    return min(0.01, sides[0] / sides[1])
  }

  private static func hasAlpha(_ pixelFormat: String, _ track: Stream) -> Bool {
    // VP8 and VP9 store alpha separately from the track; only a tag tells.
    ["yuva", "rgba", "bgra", "argb", "abgr", "gbrap", "ya8", "ya16"].contains { pixelFormat.hasPrefix($0) }
      || track.tags?.contains { $0.key.lowercased() == "alpha_mode" && $0.value == "1" } == true
  }

  /// The clockwise rotation of pictures in degrees; the file stores it counter-clockwise.
  private func rotation(of track: Stream) -> Int {
    let said =
      track.side_data_list?.compactMap(\.rotation).first ?? track.tags?["rotate"].flatMap(Double.init).map { -$0 } ?? 0
    guard said.isFinite, abs(said) < 1e6 else { return 0 }
    let quarters = Int(clamping: (-said / 90).rounded())
    return ((quarters % 4) + 4) % 4 * 90
  }

  private func displaySize(of coded: PixelSize, _ track: Stream, _ rotation: Int) throws(VideoError) -> PixelSize {
    let ratio = (track.sample_aspect_ratio ?? "").split(separator: ":").compactMap { Double($0) }
    var size = coded
    if ratio.count == 2, ratio[0] > 0, ratio[1] > 0, ratio[0] != ratio[1] {
      let width = Double(coded.width) * ratio[0] / ratio[1]
      guard width >= 1, width <= Double(VideoClip.maximumSide) else {
        throw .outOfRange(
          path: path, what: "width", value: "\(width) pixels", limit: "sides of 1 to \(VideoClip.maximumSide) are taken"
        )
      }
      size = PixelSize(width: Int(clamping: (width / 2).rounded()) * 2, height: coded.height)
    }
    return rotation % 180 == 0 ? size : PixelSize(width: size.height, height: size.width)
  }

  private func rate(of track: Stream) throws(VideoError) -> FrameRate {
    // The first rate is one of which all times are multiples; for a variable frame rate it may be absurdly high.
    let candidates = [track.r_frame_rate, track.avg_frame_rate].compactMap { $0.flatMap { FrameRate($0) } }
    guard let base = candidates.first else {
      throw .outOfRange(
        path: path, what: "rate", value: track.avg_frame_rate ?? "not there",
        limit: "1/1000 to 1000 frames a second are taken")
    }
    guard let mean = candidates.last, candidates.count == 2 else { return base }
    if abs(base.framesPerSecond / mean.framesPerSecond - 1) < 0.02 { return base }
    return FrameRate(nearest: mean.framesPerSecond) ?? mean
  }

  private func duration(ofPictures track: Stream) throws(VideoError) -> Double {
    var said = duration(of: track)
    if said == nil { said = try counted(track.index) }
    guard let duration = said else {
      throw .unreadable(path: path, reason: "nothing in it says how long it is")
    }
    guard duration > 0, duration <= VideoClip.maximumDuration else {
      throw .outOfRange(
        path: path, what: "duration", value: "\(duration) s",
        limit: "up to \(Int(clamping: VideoClip.maximumDuration)) s are believed")
    }
    return duration
  }

  /// The end of the last picture, found by reading the whole file, for files without a duration.
  private func counted(_ index: Int) throws(VideoError) -> Double? {
    let (output, _, _) = try MediaProgram.run(
      MediaProgram.ffprobe,
      [
        "-v", "quiet", "-print_format", "csv=p=0", "-show_entries", "packet=pts_time,duration_time", "-select_streams",
        "\(index)",
      ]
        + MediaProgram.readingOptions + ["-i", file.address], reading: file, patience: patience)
    var end: Double?
    for line in String(decoding: output, as: UTF8.self).split(whereSeparator: \.isNewline) {
      let numbers = line.split(separator: ",").map { Double($0) }
      guard let time = numbers.first ?? nil else { continue }
      end = max(end ?? 0, time - start + ((numbers.count > 1 ? numbers[1] : nil) ?? 0))
    }
    return end
  }
}
