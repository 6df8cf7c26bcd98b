// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

// swift-format-ignore-file: NeverForceUnwrap
import Foundation
import Lamina
import LaminaExport
import LaminaTestSupport
import LaminaVideo
import Testing

/// Errors of clips that change, of shards without frames, and of exports that were cut off.
@Suite(.enabled(if: Films.hasEncoder, "there is no ffmpeg here"))
struct VideoChangeTests {
  private static let h264 = "-c:v libx264 -preset ultrafast -bf 3 -g 40"
  private static let document =
    #"<caml xmlns="http://www.apple.com/CoreAnimation/1.0"><CALayer bounds="0 0 320 180"><sublayers><CALayer bounds="0 0 60 20" position="50 30" backgroundColor="1 0 0"/></sublayers></CALayer></caml>"#

  private static func title() -> CALayer {
    let root = CALayer()
    root.bounds = CGRect(x: 0, y: 0, width: NumberedClip.width, height: NumberedClip.height)
    let bar = CALayer()
    bar.frame = CGRect(x: 20, y: 140, width: 60, height: 20)
    bar.backgroundColor = CGColor(srgbRed: 1, green: 0, blue: 0, alpha: 1)
    root.addSublayer(bar)
    return root
  }

  private static func export(
    over clip: VideoClip, _ frames: Range<Int>, to path: String, _ change: (inout ExportOptions) -> Void = { _ in }
  ) throws -> ExportSummary {
    let timing = try FrameTiming(rate: FrameRate(25)!, frames: frames)
    var job = ExportJob(FrameSource(title()), timing: timing, to: try ExportDestination(path))
    job.options.video = VideoTrack([.init(clip)])
    job.options.coding.preset = .ultrafast
    change(&job.options)
    return try job.run(with: Films.cpu())
  }

  private static func append(_ bytes: Data, to path: String) throws {
    let file = try #require(FileHandle(forWritingAtPath: path))
    try file.seekToEnd()
    try file.write(contentsOf: bytes)
    try file.close()
  }

  @Test("a clip that grew, was written to, replaced or removed while the film was made is said, with what it was")
  func changes() throws {
    let folder = try TemporaryFolder()
    try NumberedClip.make(20, rate: "25", encoding: "\(Self.h264) whole.ts", in: folder)
    let bytes = try #require(FileManager.default.contents(atPath: folder.path("whole.ts")))
    let path = folder.path("clip.ts")
    let found: [(String, () throws -> Void)] = [
      ("", {}),
      ("grew from \(bytes.count) to \(2 * bytes.count) bytes", { try Self.append(bytes, to: path) }),
      (
        "was written to",
        { try FileManager.default.setAttributes([.modificationDate: Date.distantPast], ofItemAtPath: path) }
      ),
      ("was replaced", { try bytes.write(to: URL(fileURLWithPath: path), options: .atomic) }),
    ]
    for (words, change) in found {
      for output in ["film.mp4", "frames/%03d.png"] {
        try? FileManager.default.removeItem(atPath: path)
        try bytes.write(to: URL(fileURLWithPath: path))
        let clip = try VideoClip(path)
        try change()
        let summary = try Self.export(over: clip, 0..<20, to: folder.path(output))
        let said = summary.diagnostics.filter { $0.code == "changed-video" }
        #expect(said.count == (words.isEmpty ? 0 : 1), "\(words): \(summary.diagnostics)")
        #expect(said.allSatisfy { $0.message.contains(words) && $0.file == path && $0.severity == .warning })
      }
    }
  }

  @Test("a clip that grows while the tool reads it is said with its own path, and so is one in a layer")
  func growing() throws {
    let folder = try TemporaryFolder()
    try NumberedClip.make(20, rate: "25", encoding: "\(Self.h264) clip.ts", in: folder)
    try folder.write(Self.document, to: "title.caml")
    // The encoder makes the clip longer before it reads it.
    try folder.write(
      "#!/bin/sh\ncase \"$*\" in *filter_complex*) head -c 1880 /dev/zero >> clip.ts;; esac\nexec \"$REAL\" \"$@\"\n",
      to: "bin/ffmpeg")
    let outcome = try LaminaTool.shell(
      """
      chmod +x bin/ffmpeg; export REAL=$(command -v ffmpeg) LAMINA_DECODER_SANDBOX=off
      PATH=$PWD/bin:$PATH lamina export title.caml --over clip.ts -o film.mp4 --renderer cpu --preset ultrafast
      """, in: folder.url)
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(outcome.errors.contains("clip.ts: warning: 'clip.ts' grew from"), "\(outcome.errors)")
    #expect(!outcome.errors.contains("title.caml: warning"), "\(outcome.errors)")
    #expect(try NumberedClip.numbers("film.mp4", in: folder).prefix(20) == ArraySlice(0..<20))
    try NumberedClip.make(20, rate: "25", encoding: "\(Self.h264) layer.ts", in: folder)
    let layer = AVPlayerLayer(player: AVPlayer(url: URL(fileURLWithPath: folder.path("layer.ts"))))
    layer.frame = CGRect(x: 0, y: 0, width: 320, height: 180)
    layer.player?.play()
    let renderer = try Renderer(.cpu(threads: 1))
    #expect(try renderer.render(Scene(root: layer, hostIsFlipped: false), at: 0).diagnostics.isEmpty)
    try Self.append(Data(count: 188), to: folder.path("layer.ts"))
    let later = try renderer.render(Scene(root: layer, hostIsFlipped: false), at: 0.4)
    #expect(later.diagnostics.map(\.code) == ["changed-video"], "\(later.diagnostics)")
  }

  @Test("a sound that grows while a film is made is said with its own path, and what was there is heard")
  func growingSound() throws {
    let folder = try TemporaryFolder()
    try folder.write(Self.document, to: "title.caml")
    // The encoder makes the sound longer; the length in its head stays.
    try folder.write(
      "#!/bin/sh\ncase \"$*\" in *libx264*) head -c 1880 /dev/zero >> tone.wav;; esac\nexec \"$REAL\" \"$@\"\n",
      to: "bin/ffmpeg")
    let outcome = try LaminaTool.shell(
      """
      ffmpeg -v error -f lavfi -i sine=frequency=440:duration=1 tone.wav || exit 9
      chmod +x bin/ffmpeg; export REAL=$(command -v ffmpeg) LAMINA_DECODER_SANDBOX=off
      PATH=$PWD/bin:$PATH lamina export title.caml --audio tone.wav -o film.mp4 --to 1 --renderer cpu --preset ultrafast
      """, in: folder.url)
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(outcome.errors.contains("tone.wav: warning: 'tone.wav' grew from"), "\(outcome.errors)")
    #expect(outcome.errors.contains("[changed-sound]"), "\(outcome.errors)")
    let found = try LaminaTool.shell(
      "ffprobe -v error -select_streams a -show_entries stream=duration -of csv=p=0 film.mp4", in: folder.url)
    let length = try #require(Double(found.output.trimmingCharacters(in: .whitespacesAndNewlines)))
    #expect(abs(length - 1) < 0.03, "\(length)")
  }

  @Test("a shard without a frame is said with the film's path, and the film is joined all the same")
  func emptyShard() throws {
    let folder = try TemporaryFolder()
    try NumberedClip.make(30, rate: "25", encoding: "\(Self.h264) clip.mp4", in: folder)
    let clip = try VideoClip(folder.path("clip.mp4"))
    let path = folder.path("film.mp4")
    for index in 1...3 {
      let summary = try Self.export(over: clip, 0..<30, to: path) { $0.shard = Shard(index, of: 3) }
      let said = summary.diagnostics.filter { $0.code == "empty-shard" }
      #expect(said.count == (summary.frames == 0 ? 1 : 0), "\(summary.diagnostics)")
      #expect(said.allSatisfy { $0.severity == .note && $0.file == path && $0.message.contains("\(index)/3") })
      #expect(said.allSatisfy { $0.message.contains("30") && $0.message.contains("1200") })
    }
    #expect(try ExportJoin(ExportDestination(path)).run() == 30)
    #expect(try NumberedClip.numbers("film.mp4", in: folder) == Array(0..<30))
    // Without videos every shard has its frames.
    let plain = try ExportJob(
      FrameSource(Self.title()), timing: FrameTiming(rate: FrameRate(25)!, frames: 0..<400),
      to: ExportDestination(folder.path("plain.mp4")))
    var job = plain
    job.options.shard = Shard(2, of: 3)
    #expect(try job.run(with: Films.cpu()).diagnostics.isEmpty)
  }

  @Test("an export that was killed in the middle goes on, and every number stands where it should")
  func resume() throws {
    let folder = try TemporaryFolder()
    // Two segments and a half; the clip's key pictures do not lie where these begin.
    try NumberedClip.make(
      3000, rate: "50", inputs: "-f lavfi -i sine=frequency=440:duration=60",
      encoding: "\(Self.h264) -c:a aac clip.mp4",
      in: folder)
    try folder.write(Self.document, to: "title.caml")
    let export = "lamina export title.caml --over clip.mp4 --renderer cpu --preset ultrafast --jobs 1"
    let killed = try LaminaTool.shell(
      """
      \(export) -o film.mp4 2> log & tool=$!
      until [ -e film.mp4.parts/segment-000000.mp4 ] || ! kill -0 $tool 2> /dev/null; do sleep 0.01; done
      kill -9 $tool; wait $tool; ls film.mp4.parts; test ! -e film.mp4
      """, in: folder.url)
    try #require(
      killed.status == 0 && killed.output.contains("segment-000000.mp4"), "\(killed.output) \(killed.errors)")
    let resumed = try LaminaTool.shell("\(export) -o film.mp4 --resume && \(export) -o whole.mp4", in: folder.url)
    #expect(resumed.status == 0, "\(resumed.errors)")
    let kept = try #require(resumed.errors.firstMatch(of: /, (\d+) kept\)/).flatMap { Int($0.1) }, "\(resumed.errors)")
    #expect(kept == 1200 || kept == 2400)
    #expect(try NumberedClip.numbers("film.mp4", in: folder) == Array(0..<3000))
    let film = try #require(FileManager.default.contents(atPath: folder.path("film.mp4")))
    #expect(film == FileManager.default.contents(atPath: folder.path("whole.mp4")))
    #expect(!FileManager.default.fileExists(atPath: folder.path("film.mp4.parts")))
    // Another clip under the same name is another film.
    let other = try LaminaTool.shell(
      """
      \(export) -o film.mp4 2> log & tool=$!
      until [ -e film.mp4.parts/segment-000000.mp4 ] || ! kill -0 $tool 2> /dev/null; do sleep 0.01; done
      kill -9 $tool; wait $tool; ffmpeg -v error -y -i clip.mp4 -c copy -t 50 other.mp4 && mv other.mp4 clip.mp4
      \(export) -o film.mp4 --resume
      """, in: folder.url)
    #expect(other.status != 0 && other.errors.contains("another film"), "\(other.errors)")
  }

  @Test("what an edit list leaves out is not shown, from the start and from a place that is sought")
  func editList() throws {
    let folder = try TemporaryFolder()
    try NumberedClip.make(100, rate: "25", encoding: "\(Self.h264) whole.mp4", in: folder)
    // Packets from the key picture on, of which the list hides those before picture 55.
    let made = try LaminaTool.shell(
      """
      ffmpeg -v error -ss 2.2 -i whole.mp4 -c copy clip.mp4
      ffmpeg -v error -ignore_editlist 1 -i clip.mp4 -fps_mode passthrough -c:v ffv1 all.mkv
      """, in: folder.url)
    try #require(made.status == 0, "\(made.errors)")
    try #require(NumberedClip.numbers("all.mkv", in: folder).first == 40, "there is no edit list to test")
    let clip = try VideoClip(folder.path("clip.mp4"))
    #expect(abs(clip.duration - 1.8) < 0.05, "\(clip.duration)")
    _ = try Self.export(over: clip, 0..<45, to: folder.path("film.mp4"))
    #expect(try NumberedClip.numbers("film.mp4", in: folder) == Array(55..<100))
    _ = try Self.export(over: clip, 26..<45, to: folder.path("part.mp4"))
    #expect(try NumberedClip.numbers("part.mp4", in: folder) == Array(81..<100))
    // In pictures, and in a layer.
    _ = try Self.export(over: clip, 3..<20, to: folder.path("frames/%03d.png"))
    let read = try LaminaTool.shell(
      "ffmpeg -v error -start_number 3 -i frames/%03d.png -pix_fmt yuv420p -c:v ffv1 frames.mkv", in: folder.url)
    #expect(read.status == 0, "\(read.errors)")
    #expect(try NumberedClip.numbers("frames.mkv", in: folder) == Array(58..<75))
    let frames = VideoFrames(clip)
    for number in [0, 30, 44, 12] {
      let image = try #require(frames.picture(at: (Double(number) + 0.1) / 25, isExact: true).image)
      let bits = (0..<12).map { bit in image.premultipliedRGBA[4 * (20 * 320 + 30 + 20 * bit)] > 128 ? 1 << bit : 0 }
      #expect(bits.reduce(0, +) == 55 + number)
    }
  }

  @Test("AV1 in both kinds of files, at both depths", arguments: ["film.mp4", "film.webm"], [8, 10])
  func av1(_ name: String, _ bits: Int) throws {
    let folder = try TemporaryFolder()
    try NumberedClip.make(40, rate: "25", encoding: "\(Self.h264) clip.mp4", in: folder)
    let summary = try Self.export(over: try VideoClip(folder.path("clip.mp4")), 0..<40, to: folder.path(name)) {
      ($0.coding.codec, $0.coding.bitDepth) = (.av1, bits)
    }
    #expect(summary.diagnostics.isEmpty, "\(summary.diagnostics)")
    let film = try VideoClip(folder.path(name))
    #expect(film.codec == "av1" && film.pixelFormat == (bits == 10 ? "yuv420p10le" : "yuv420p"), "\(film.pixelFormat)")
    #expect(film.bitDepth == bits && !film.hasAlpha && film.color.matrix == "smpte170m")
    #expect(try NumberedClip.numbers(name, in: folder) == Array(0..<40))
  }
}
