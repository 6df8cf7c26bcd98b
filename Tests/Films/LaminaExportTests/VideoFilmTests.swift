// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

// swift-format-ignore-file: NeverForceUnwrap
import Foundation
import Lamina
import LaminaExport
import LaminaGeometry
import LaminaTestSupport
import Testing

/// Films over videos: every frame shows the picture that its time says, and nothing is touched that the tree does not
/// touch.
@Suite(.enabled(if: Films.hasEncoder, "there is no ffmpeg here"))
struct VideoFilmTests {
  private static let h264 = "-c:v libx264 -preset ultrafast -bf 3 -g 40"

  /// A bar that runs along the lower edge, which hides no number.
  private static func title() -> CALayer {
    let root = CALayer()
    root.bounds = CGRect(x: 0, y: 0, width: NumberedClip.width, height: NumberedClip.height)
    let bar = CALayer()
    bar.frame = CGRect(x: 20, y: 140, width: 60, height: 20)
    bar.backgroundColor = CGColor(srgbRed: 1, green: 0, blue: 0, alpha: 1)
    let run = CABasicAnimation(keyPath: "position.x")
    (run.fromValue, run.toValue, run.duration) = (20.0, 300.0, 4)
    bar.add(run, forKey: "run")
    root.addSublayer(bar)
    return root
  }

  @discardableResult
  private func export(
    _ root: CALayer = title(), over pieces: [VideoTrack.Piece], _ frames: Range<Int>, fps: String = "25",
    to path: String,
    start: Double = 0, _ change: (inout ExportOptions) -> Void = { _ in }
  ) throws -> ExportSummary {
    let timing = try FrameTiming(rate: FrameRate(fps)!, start: start, frames: frames)
    var job = ExportJob(FrameSource(root), timing: timing, to: try ExportDestination(path))
    job.options.video = VideoTrack(pieces)
    job.options.coding.preset = .ultrafast
    change(&job.options)
    return try job.run(with: Films.cpu())
  }

  @Test(
    "every kind of file shows its own numbers, from the start and from a place that is sought",
    arguments: [
      ("clip.mp4", h264), ("clip.mkv", h264), ("clip.ts", h264), ("clip.mov", "-c:v prores_ks -pix_fmt yuv422p10le"),
      ("clip.webm", "-c:v libvpx-vp9 -deadline realtime -cpu-used 8"),
    ])
  func kinds(_ name: String, _ encoding: String) throws {
    let folder = try TemporaryFolder()
    try NumberedClip.make(100, rate: "25", encoding: "\(encoding) \(name)", in: folder)
    let clip = try VideoClip(folder.path(name))
    #expect(clip.displaySize == PixelSize(width: 320, height: 180) && clip.rate == FrameRate(25))
    #expect(abs(clip.duration - 4) < 0.05)
    try export(over: [.init(clip)], 0..<100, to: folder.path("film.mp4"))
    #expect(try NumberedClip.numbers("film.mp4", in: folder) == Array(0..<100))
    try export(over: [.init(clip)], 61..<90, to: folder.path("part.mp4"))
    #expect(try NumberedClip.numbers("part.mp4", in: folder) == Array(61..<90))
  }

  @Test(
    "pictures, streams and GIF over a video show its numbers, and the tree over them", arguments: ["cpu", "isolated"])
  func otherDestinations(_ kind: String) throws {
    let folder = try TemporaryFolder()
    try NumberedClip.make(30, rate: "25", encoding: "\(Self.h264) clip.mp4", in: folder)
    try Data(
      """
      <caml xmlns="http://www.apple.com/CoreAnimation/1.0"><CALayer bounds="0 0 320 180"><sublayers>
      <CALayer bounds="0 0 60 20" position="50 150" backgroundColor="1 0 0" opacity="0.5"/></sublayers></CALayer></caml>
      """.utf8
    ).write(to: folder.url.appendingPathComponent("title.caml"))
    let options = "--over clip.mp4 --frames 5..24 -q --renderer cpu " + (kind == "isolated" ? "--isolate" : "")
    for (output, input) in [
      ("frames/%03d.png", "-start_number 5 -i frames/%03d.png"), ("film.y4m", "-i film.y4m"),
      ("film.gif", "-i film.gif"),
    ] {
      let outcome = try LaminaTool.shell(
        "lamina export title.caml -o \(output) \(options) && ffmpeg -v error -y \(input) -pix_fmt yuv420p -fps_mode passthrough -c:v ffv1 x.mkv",
        in: folder.url)
      try #require(outcome.status == 0, "\(outcome.errors)")
      #expect(try NumberedClip.numbers("x.mkv", in: folder) == Array(5..<25), "\(output)")
    }
    // Half of red over luma 60, which is 51 of 255.
    let pixel = try LaminaTool.shell(
      "ffmpeg -v error -i frames/007.png -vf crop=1:1:50:30 -f rawvideo -pix_fmt rgb24 - | od -An -tu1", in: folder.url)
    let values = pixel.output.split(separator: " ").compactMap {
      Int($0.trimmingCharacters(in: .whitespacesAndNewlines))
    }
    try #require(values.count == 3, "\(pixel.errors)")
    #expect(abs(values[0] - 153) <= 2 && abs(values[1] - 26) <= 2 && abs(values[2] - 26) <= 2, "\(values)")
  }

  @Test("other rates show the picture that began last", arguments: ["60", "24000/1001", "10", "29.97"])
  func rates(_ fps: String) throws {
    let folder = try TemporaryFolder()
    try NumberedClip.make(60, rate: "25", encoding: "\(Self.h264) clip.mp4", in: folder)
    let clip = try VideoClip(folder.path("clip.mp4"))
    let rate = FrameRate(fps)!
    try export(over: [.init(clip)], 0..<40, fps: fps, to: folder.path("film.mp4"), start: 0.5)
    let expected = (0..<40).map { min(59, Int(clamping: ((0.5 + rate.time(of: $0)) * 25 + 1e-6).rounded(.down))) }
    #expect(try NumberedClip.numbers("film.mp4", in: folder) == expected)
  }

  @Test("a variable rate shows each picture as long as it says")
  func variable() throws {
    let folder = try TemporaryFolder()
    try NumberedClip.make(
      100, rate: "25", encoding: "-vf \"select='not(mod(n,3))+lt(n,30)'\" -fps_mode vfr \(Self.h264) clip.mp4",
      in: folder)
    let clip = try VideoClip(folder.path("clip.mp4"))
    try export(over: [.init(clip)], 0..<99, to: folder.path("film.mp4"))
    let expected = (0..<99).map { $0 < 30 ? $0 : $0 / 3 * 3 }
    #expect(try NumberedClip.numbers("film.mp4", in: folder) == expected)
  }

  @Test("parts of clips follow one another, each from its own time")
  func pieces() throws {
    let folder = try TemporaryFolder()
    try NumberedClip.make(100, rate: "25", encoding: "\(Self.h264) a.mp4", in: folder)
    try NumberedClip.make(50, rate: "25", encoding: "\(Self.h264) b.mkv", in: folder)
    let (a, b) = (try VideoClip(folder.path("a.mp4")), try VideoClip(folder.path("b.mkv")))
    let pieces: [VideoTrack.Piece] = [.init(a, 2..<3), .init(b, 0.4..<1), .init(a, 0..<1)]
    try export(over: pieces, 0..<65, to: folder.path("film.mp4"))
    #expect(
      try NumberedClip.numbers("film.mp4", in: folder) == Array(50..<75) + Array(10..<25) + Array(0..<25))
  }

  @Test("the planes are those that ffmpeg decodes, bit for bit, wherever the tree touches nothing")
  func untouched() throws {
    let folder = try TemporaryFolder()
    try NumberedClip.make(30, rate: "25", encoding: "\(Self.h264) clip.mp4", in: folder)
    let clip = try VideoClip(folder.path("clip.mp4"))
    try export(over: [.init(clip)], 0..<30, to: folder.path("film.mp4")) { $0.coding.quality = 0 }
    func planes(_ name: String) throws -> [UInt8] {
      let outcome = try LaminaTool.shell(
        "ffmpeg -v error -i \(name) -fps_mode passthrough -pix_fmt yuv420p -f rawvideo -", in: folder.url)
      return [UInt8](outcome.outputData)
    }
    let (before, after) = (try planes("clip.mp4"), try planes("film.mp4"))
    try #require(before.count == after.count && before.count == 30 * 320 * 180 * 3 / 2)
    var (outside, inside) = (0, 0)
    for frame in 0..<30 {
      let base = frame * 320 * 180 * 3 / 2
      for row in 0..<180 {
        let range = (base + row * 320)..<(base + row * 320 + 320)
        let isSame = before[range] == after[range]
        if (138..<162).contains(row) { inside += isSame ? 0 : 1 } else { outside += isSame ? 0 : 1 }
      }
      for row in 0..<180 {
        // Both planes of chroma, 90 rows each.
        let start = base + 320 * 180 + row * 160
        if !(69..<81).contains(row % 90), before[start..<(start + 160)] != after[start..<(start + 160)] { outside += 1 }
      }
    }
    #expect(outside == 0 && inside >= 30 * 20)
  }

  @Test("red over it is red in the film, by the clip's own matrix", arguments: ["bt709", "smpte170m"])
  func color(_ matrix: String) throws {
    let folder = try TemporaryFolder()
    try NumberedClip.make(
      5, rate: "25",
      encoding:
        "\(Self.h264) -colorspace \(matrix) -color_primaries \(matrix) -color_trc \(matrix) -color_range tv clip.mp4",
      in: folder)
    let clip = try VideoClip(folder.path("clip.mp4"))
    #expect(clip.color.matrix == matrix)
    let red = CALayer()
    red.bounds = CGRect(x: 0, y: 0, width: 320, height: 180)
    red.backgroundColor = CGColor(srgbRed: 1, green: 0, blue: 0, alpha: 1)
    try export(red, over: [.init(clip)], 0..<5, to: folder.path("film.mp4")) { $0.coding.quality = 0 }
    #expect(try VideoClip(folder.path("film.mp4")).color.matrix == matrix)
    let outcome = try LaminaTool.shell(
      "ffmpeg -v error -i film.mp4 -frames:v 1 -pix_fmt yuv420p -f rawvideo -", in: folder.url)
    let planes = [UInt8](outcome.outputData)
    // Y, Cb and Cr of pure red by the weights of each matrix.
    let expected: [Int] = matrix == "bt709" ? [63, 102, 240] : [81, 90, 240]
    for (offset, value) in zip([0, 320 * 180, 320 * 180 * 5 / 4], expected) {
      #expect(abs(Int(planes[offset]) - value) <= 1)
    }
  }

  @Test("a clip whose pictures are turned makes an upright film; other sizes are fitted")
  func rotation() throws {
    let folder = try TemporaryFolder()
    try NumberedClip.make(10, rate: "25", encoding: "\(Self.h264) flat.mp4", in: folder)
    let turned = try LaminaTool.shell(
      "ffmpeg -v error -i flat.mp4 -c copy -metadata:s:v:0 rotate=90 up.mp4", in: folder.url)
    try #require(turned.status == 0)
    let clip = try VideoClip(folder.path("up.mp4"))
    #expect(clip.rotation == 270 && clip.displaySize == PixelSize(width: 180, height: 320))
    try export(over: [.init(clip)], 0..<10, to: folder.path("film.mp4"))
    #expect(try VideoClip(folder.path("film.mp4")).displaySize == PixelSize(width: 180, height: 320))
    try export(over: [.init(try VideoClip(folder.path("flat.mp4")))], 0..<10, to: folder.path("large.mp4")) {
      $0.render.size = PixelSize(width: 640, height: 360)
    }
    #expect(try NumberedClip.numbers("large.mp4", in: folder, scale: 2) == Array(0..<10))
  }

  @Test("shards that are joined make the film of one run, sound and all, byte for byte")
  func shards() throws {
    let folder = try TemporaryFolder()
    // Longer than one segment.
    try NumberedClip.make(
      1300, rate: "50", inputs: "-f lavfi -i sine=frequency=440:duration=26",
      encoding: "\(Self.h264) -c:a aac clip.mp4",
      in: folder)
    let clip = try VideoClip(folder.path("clip.mp4"))
    try export(over: [.init(clip)], 0..<1300, fps: "50", to: folder.path("whole.mp4"))
    for index in 1...2 {
      try export(over: [.init(clip)], 0..<1300, fps: "50", to: folder.path("film.mp4")) {
        $0.shard = Shard(index, of: 2)
      }
    }
    #expect(try ExportJoin(ExportDestination(folder.path("film.mp4"))).run() == 1300)
    let film = FileManager.default.contents(atPath: folder.path("film.mp4"))
    #expect(film != nil && film == FileManager.default.contents(atPath: folder.path("whole.mp4")))
    #expect(try NumberedClip.numbers("film.mp4", in: folder) == Array(0..<1300))
    #expect(try SoundFormat(of: folder.path("film.mp4")).duration.map { abs($0 - 26) < 0.03 } == true)
  }

  @Test("a file that ends in the middle is said, and its last picture held")
  func truncated() throws {
    let folder = try TemporaryFolder()
    try NumberedClip.make(100, rate: "25", encoding: "\(Self.h264) whole.mkv", in: folder)
    let bytes = try #require(FileManager.default.contents(atPath: folder.path("whole.mkv")))
    try bytes.prefix(bytes.count / 2).write(to: URL(fileURLWithPath: folder.path("clip.mkv")))
    let summary = try export(
      over: [.init(try VideoClip(folder.path("clip.mkv")))], 0..<100, to: folder.path("film.mp4"))
    #expect(summary.diagnostics.contains { $0.code == "damaged-video" && $0.message.contains("clip.mkv") })
    let numbers = try NumberedClip.numbers("film.mp4", in: folder)
    let last = try #require(numbers.last)
    #expect((10..<90).contains(last) && numbers.count == 100 && numbers.prefix(10) == ArraySlice(0..<10))
    #expect(numbers == numbers.sorted() && numbers.suffix(10).allSatisfy { $0 == last })
  }

  @Test("what is no clip is a typed error")
  func unreadable() throws {
    let folder = try TemporaryFolder()
    #expect(throws: VideoError.self) { try VideoClip(folder.path("missing.mp4")) }
    try Data("no film at all".utf8).write(to: URL(fileURLWithPath: folder.path("text.mp4")))
    #expect(throws: VideoError.self) { try VideoClip(folder.path("text.mp4")) }
    let outcome = try LaminaTool.shell(
      "ffmpeg -v error -f lavfi -i sine=duration=1 sound.wav; printf '#EXTM3U\\n#EXTINF:1,\\n/etc/hostname\\n' > list.m3u8",
      in: folder.url)
    try #require(outcome.status == 0)
    #expect(throws: VideoError.noVideo(path: folder.path("sound.wav"))) { try VideoClip(folder.path("sound.wav")) }
    // A list of other files is not followed.
    #expect(throws: VideoError.self) { try VideoClip(folder.path("list.m3u8")) }
    try NumberedClip.make(5, rate: "25", encoding: "\(Self.h264) silent.mp4", in: folder)
    #expect(throws: VideoError.noSound(path: folder.path("silent.mp4"))) { try SoundSource(folder.path("silent.mp4")) }
  }

  @Test(
    "other codecs and depths are what they say",
    arguments: [
      ("film.mp4", FilmCodec.hevc, 10, "hevc", "yuv420p10le"), ("film.mp4", .av1, 8, "av1", "yuv420p"),
      ("film.mov", .prores422HQ, 10, "prores", "yuv422p10le"), ("film.webm", .vp9, 8, "vp9", "yuv420p"),
      ("film.mov", .prores4444, 10, "prores", "yuv444p"),
    ])
  func codecs(_ name: String, _ codec: FilmCodec, _ bits: Int, _ expected: String, _ pixels: String) throws {
    let folder = try TemporaryFolder()
    try NumberedClip.make(12, rate: "25", encoding: "\(Self.h264) clip.mp4", in: folder)
    try export(over: [.init(try VideoClip(folder.path("clip.mp4")))], 0..<12, to: folder.path(name)) {
      $0.coding.codec = codec
      $0.coding.bitDepth = bits
    }
    let film = try VideoClip(folder.path(name))
    #expect(film.codec == expected && film.pixelFormat.hasPrefix(pixels), "\(film.codec) \(film.pixelFormat)")
    #expect(film.color.matrix == "smpte170m" && !film.color.isFullRange)
    #expect(try NumberedClip.numbers(name, in: folder) == Array(0..<12))
  }

  @Test("what would blend with the video is said")
  func blending() throws {
    let folder = try TemporaryFolder()
    try NumberedClip.make(5, rate: "25", encoding: "\(Self.h264) clip.mp4", in: folder)
    let clip = try VideoClip(folder.path("clip.mp4"))
    let root = Self.title()
    let plain = try export(root, over: [.init(clip)], 0..<5, to: folder.path("plain.mp4"))
    root.sublayers?.first?.compositingFilter = "multiplyBlendMode"
    let blended = try export(root, over: [.init(clip)], 0..<5, to: folder.path("film.mp4"))
    #expect(!plain.diagnostics.contains { $0.code == "blends-with-video" })
    #expect(blended.diagnostics.filter { $0.code == "blends-with-video" }.count == 1)
  }

  @Test("a file that cannot hold a codec is refused before anything is drawn")
  func refused() throws {
    let folder = try TemporaryFolder()
    try NumberedClip.make(5, rate: "25", encoding: "\(Self.h264) clip.mp4", in: folder)
    let clip = try VideoClip(folder.path("clip.mp4"))
    #expect(throws: ExportError.self) {
      try export(over: [.init(clip)], 0..<5, to: folder.path("film.webm")) { $0.coding.codec = .h264 }
    }
    #expect(folder.contents == ["clip.mp4"])
  }
}
