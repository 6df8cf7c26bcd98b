// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

// swift-format-ignore-file: NeverForceUnwrap
import AVFoundation
import Foundation
import Lamina
import LaminaExport
import LaminaGeometry
import LaminaTestSupport
import LaminaVideo
import Testing

/// Films over clips in PQ and HLG: they stay as they are, and layers of ordinary range lie in them at the light of
/// paper white.
@Suite(.enabled(if: Films.hasEncoder, "there is no ffmpeg here"))
struct HighRangeTests {
  /// Luma of the clip's patches, 10 bits: black, dark, middle, bright, nominal peak.
  private static let levels = [64, 220, 400, 700, 940]
  private static let (width, height) = (320, 128)

  /// Five grey patches beside each other, and a tone.
  private static func clip(
    _ transfer: String, _ pixels: String = "yuv420p10le", in folder: TemporaryFolder
  ) throws -> VideoClip {
    var planes: [UInt16] = []
    for _ in 0..<height { for x in 0..<width { planes.append(UInt16(levels[x / 64])) } }
    let (columns, rows) = (pixels.contains("444") ? width : width / 2, pixels.contains("420") ? height / 2 : height)
    planes += Array(repeating: 512, count: 2 * columns * rows)
    let picture = planes.withUnsafeBytes { Data($0) }
    try folder.write((0..<6).reduce(into: Data()) { data, _ in data += picture }, to: "clip.yuv")
    let made = try LaminaTool.shell(
      """
      ffmpeg -v error -f rawvideo -pix_fmt \(pixels) -video_size \(width)x\(height) -framerate 25 -i clip.yuv \
      -f lavfi -i sine=440:duration=0.24 -c:v ffv1 -c:a flac -colorspace bt2020nc -color_primaries bt2020 \
      -color_trc \(transfer) -color_range tv clip.mkv
      """, in: folder.url)
    try #require(made.status == 0, "\(made.errors)")
    return try VideoClip(folder.path("clip.mkv"))
  }

  /// Three bands of 32 rows over all patches, below 32 free rows: white, grey, and white at half.
  private static func tree() -> CALayer {
    let root = CALayer()
    root.bounds = CGRect(x: 0, y: 0, width: width, height: height)
    for (index, (grey, opacity)) in [(1.0, 1.0), (0.5, 1), (1, 0.5)].enumerated() {
      let band = CALayer()
      band.frame = CGRect(x: 0, y: 32 * (index + 1), width: width, height: 32)
      band.backgroundColor = CGColor(srgbRed: grey, green: grey, blue: grey, alpha: 1)
      band.opacity = Float(opacity)
      root.addSublayer(band)
    }
    return root
  }

  @discardableResult private static func export(
    over clip: VideoClip, to path: String, _ change: (inout ExportOptions) -> Void = { _ in }
  ) throws -> ExportSummary {
    var job = ExportJob(
      FrameSource(tree()), timing: try Films.timing(0..<6, fps: 25), to: try ExportDestination(path))
    job.options.video = VideoTrack([.init(clip)])
    change(&job.options)
    return try job.run(with: Films.cpu())
  }

  /// Luma in the middle of each patch of each band, as means of 16 x 8 pixels, for 10 bits.
  private static func luma(_ name: String, in folder: TemporaryFolder) throws -> [[Double]] {
    let outcome = try LaminaTool.shell(
      "ffmpeg -v error -i \(name) -frames:v 1 -pix_fmt yuv420p10le -f rawvideo -", in: folder.url)
    try #require(outcome.status == 0, "\(outcome.errors)")
    let bytes = [UInt8](outcome.outputData)
    return (0..<4).map { band in
      levels.indices.map { patch in
        var sum = 0
        for y in 0..<8 {
          for x in 0..<16 {
            let place = 2 * ((32 * band + 12 + y) * width + 64 * patch + 24 + x)
            sum += Int(bytes[place]) + Int(bytes[place + 1]) << 8
          }
        }
        return Double(sum) / 128
      }
    }
  }

  /// Light of a grey of sRGB whose white has 203 candelas a square metre, as luma of 10 bits: ITU-R BT.2100, by its
  /// tables.
  private static func code(_ grey: Double, _ transfer: String) -> Double {
    let light = 203 * (grey <= 0.04045 ? grey / 12.92 : pow((grey + 0.055) / 1.055, 2.4))
    let signal: Double
    if transfer == "smpte2084" {
      let power = pow(light / 10_000, 2610.0 / 16384)
      signal = pow((3424.0 / 4096 + 2413.0 / 128 * power) / (1 + 2392.0 / 128 * power), 2523.0 / 32)
    } else {
      // A grey of a screen of 1000 candelas, whose gamma is 1.2.
      let scene = pow(light / 1000, 1 / 1.2)
      signal = scene <= 1 / 12.0 ? (3 * scene).squareRoot() : 0.17883277 * log(12 * scene - 0.28466892) + 0.55991073
    }
    return 64 + 876 * signal
  }

  @Test(
    "levels outside of layers are the clip's, and inside those of paper white at 203 candelas",
    arguments: ["smpte2084", "arib-std-b67"], ["yuv420p10le", "yuv422p10le", "yuv444p10le"])
  func levels(_ transfer: String, _ pixels: String) throws {
    let folder = try TemporaryFolder()
    let clip = try Self.clip(transfer, pixels, in: folder)
    let summary = try Self.export(over: clip, to: folder.path("film.mp4"))
    #expect(summary.diagnostics.isEmpty, "\(summary.diagnostics)")
    let film = try VideoClip(folder.path("film.mp4"))
    #expect(film.codec == "hevc" && film.pixelFormat == "yuv420p10le" && film.bitDepth == 10)
    #expect(
      film.color == clip.color && film.color.isHighDynamicRange && film.color.primaries == "bt2020", "\(film.color)")
    #expect(film.sound != nil)
    let found = try Self.luma("film.mp4", in: folder)
    let white = Self.code(1, transfer)
    #expect(abs(white - (transfer == "smpte2084" ? 573 : 721)) < 1)
    for (patch, level) in Self.levels.enumerated() {
      let wanted = [Double(level), white, Self.code(0.5, transfer), (Double(level) + white) / 2]
      for band in 0..<4 {
        #expect(
          abs(found[band][patch] - wanted[band]) <= 3,
          "band \(band), patch \(patch): \(found[band][patch]), \(wanted[band])")
      }
    }
  }

  @Test(
    "what is asked for is made, with 10 bits where nothing else is said",
    arguments: [
      ("film.mp4", nil, nil, "hevc", 10), ("film.mov", nil, nil, "hevc", 10), ("film.webm", nil, nil, "vp9", 10),
      ("film.mp4", FilmCodec.h264, nil, "h264", 10), ("film.mp4", .av1, nil, "av1", 10),
      ("film.mov", .prores422HQ, nil, "prores", 10),
      ("film.mp4", nil, 8, "hevc", 8), ("film.mp4", .h264, 8, "h264", 8),
    ] as [(String, FilmCodec?, Int?, String, Int)])
  func codecs(_ name: String, _ codec: FilmCodec?, _ bits: Int?, _ wanted: String, _ depth: Int) throws {
    let folder = try TemporaryFolder()
    let clip = try Self.clip("arib-std-b67", in: folder)
    let summary = try Self.export(over: clip, to: folder.path(name)) {
      ($0.coding.codec, $0.coding.bitDepth, $0.coding.preset) = (codec, bits, .ultrafast)
    }
    let film = try VideoClip(folder.path(name))
    #expect(film.codec == wanted && film.bitDepth == depth, "\(film.codec) \(film.pixelFormat)")
    #expect(film.color.transfer == "arib-std-b67" && film.color.matrix == "bt2020nc", "\(film.color)")
    #expect(summary.diagnostics.map(\.code) == (depth == 8 ? ["hdr-bits"] : []), "\(summary.diagnostics)")
    let found = try Self.luma(name, in: folder)
    #expect(abs(found[1][2] - Self.code(1, "arib-std-b67")) <= 6 && abs(found[0][3] - 700) <= 6, "\(found)")
  }

  @Test("clips of ordinary range are encoded as before")
  func ordinaryRange() throws {
    let folder = try TemporaryFolder()
    let clip = try Self.clip("bt2020-10", in: folder)
    let summary = try Self.export(over: clip, to: folder.path("film.mp4"))
    let film = try VideoClip(folder.path("film.mp4"))
    #expect(film.codec == "h264" && film.bitDepth == 8 && summary.diagnostics.isEmpty)
  }

  @Test(
    "what a clip says of the screen that it was made on stays in the film",
    arguments: [FilmCodec.hevc, .h264, .av1, .vp9])
  func mastering(_ codec: FilmCodec) throws {
    let folder = try TemporaryFolder()
    _ = try Self.clip("smpte2084", in: folder)
    let made = try LaminaTool.shell(
      """
      ffmpeg -v error -i clip.mkv -c:v libx265 -pix_fmt yuv420p10le -preset ultrafast -x265-params \
      log-level=error:master-display="G(13250,34500)B(7500,3000)R(34000,16000)WP(15635,16450)L(10000000,50)":max-cll=1000,400 \
      -colorspace bt2020nc -color_primaries bt2020 -color_trc smpte2084 -an graded.mp4
      """, in: folder.url)
    try #require(made.status == 0, "\(made.errors)")
    let clip = try VideoClip(folder.path("graded.mp4"))
    let told = try #require(clip.mastering)
    #expect(told.light?.brightest == 1000 && told.light?.average == 400)
    let display = try #require(told.display)
    #expect(
      display.luminance == 0.005...1000 && abs(display.green.x - 0.265) < 1e-4 && abs(display.white.y - 0.329) < 1e-4)
    let summary = try Self.export(over: clip, to: folder.path("film.mp4")) {
      ($0.coding.codec, $0.coding.preset) = (codec, .ultrafast)
    }
    let film = try VideoClip(folder.path("film.mp4"))
    if codec == .vp9 {
      #expect(summary.diagnostics.map(\.code) == ["mastering-data"] && film.mastering == nil)
      return
    }
    #expect(summary.diagnostics.isEmpty, "\(summary.diagnostics)")
    if codec == .h264 {
      // Older versions of ffmpeg do not read it from H.264.
      let headers = try LaminaTool.shell(
        "ffmpeg -v trace -i film.mp4 -c copy -bsf:v trace_headers -f null - 2>&1 | grep -E 'mastering_lum|white_point|content_light'",
        in: folder.url
      ).output
      for number in [10_000_000, 50, 15635, 16450, 1000] { #expect(headers.contains("= \(number)"), "\(headers)") }
      return
    }
    let kept = try #require(film.mastering, "\(codec)")
    #expect(kept.light?.brightest == 1000 && kept.light?.average == 400)
    let screen = try #require(kept.display)
    for (one, other) in [
      (screen.red, display.red), (screen.green, display.green), (screen.blue, display.blue),
      (screen.white, display.white),
    ] { #expect(abs(one.x - other.x) < 1e-4 && abs(one.y - other.y) < 1e-4, "\(screen)") }
    #expect(
      abs(screen.luminance.upperBound - 1000) < 0.01 && abs(screen.luminance.lowerBound - 0.005) < 0.001, "\(screen)")
  }

  @Test(
    "an ffmpeg whose encoder has 8 bits alone is an error before anything is drawn, with the ways out",
    arguments: [true, false])
  func noTenBits(_ isMissing: Bool) throws {
    let folder = try TemporaryFolder()
    let clip = try Self.clip("arib-std-b67", in: folder)
    let words =
      isMissing
      ? "Codec 'libx265' is not recognized by FFmpeg." : "    Supported pixel formats: yuv420p yuvj420p yuv422p gray"
    let script = try folder.write(
      "#!/bin/sh\ncase \"$*\" in *encoder=libx265*) echo \"\(words)\"; exit 0;; esac\nexec ffmpeg \"$@\"\n",
      to: "ffmpeg8")
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: script)
    let error = #expect(throws: ExportError.self) {
      try Self.export(over: clip, to: folder.path("film.mp4")) { $0.encoder = script }
    }
    let text = "\(error!)"
    #expect(text.contains("HLG") && text.contains("libx265") && text.contains("--codec h264"), "\(text)")
    #expect(text.contains("--bits 8") == !isMissing, "\(text)")
    #expect(!FileManager.default.fileExists(atPath: folder.path("film.mp4")))
    // The ways out.
    try Self.export(over: clip, to: folder.path("film.mp4")) { ($0.encoder, $0.coding.codec) = (script, .h264) }
    #expect(try VideoClip(folder.path("film.mp4")).bitDepth == 10)
  }

  @Test("light that no screen has is not believed, and nothing of it is in the film")
  func badMastering() throws {
    let folder = try TemporaryFolder()
    _ = try Self.clip("smpte2084", in: folder)
    for display in [
      "G(13250,34500)B(7500,3000)R(34000,16000)WP(15635,16450)L(0,0)",
      "G(60000,34500)B(7500,3000)R(34000,16000)WP(15635,16450)L(10000000,50)",
      "G(13250,34500)B(7500,3000)R(34000,16000)WP(15635,16450)L(50,10000000)",
    ] {
      let made = try LaminaTool.shell(
        """
        ffmpeg -y -v error -i clip.mkv -c:v libx265 -pix_fmt yuv420p10le -preset ultrafast -x265-params \
        log-level=error:master-display="\(display)" -colorspace bt2020nc -color_primaries bt2020 -color_trc smpte2084 -an bad.mp4
        """, in: folder.url)
      try #require(made.status == 0, "\(made.errors)")
      let clip = try VideoClip(folder.path("bad.mp4"))
      #expect(clip.mastering?.display == nil, "\(display)")
      let summary = try Self.export(over: clip, to: folder.path("film.mp4")) { $0.coding.preset = .ultrafast }
      #expect(summary.diagnostics.isEmpty, "\(summary.diagnostics)")
      #expect(try VideoClip(folder.path("film.mp4")).mastering?.display == nil)
    }
  }

  @Test(
    "presets of AVFoundation without a codec of their own take HEVC over such clips, and H.264 over others",
    arguments: [("arib-std-b67", "hevc", 10), ("bt709", "h264", 8)])
  func presets(_ transfer: String, _ codec: String, _ depth: Int) async throws {
    let folder = try TemporaryFolder()
    let clip = try Self.clip(transfer, in: folder)
    let asset = AVURLAsset(url: URL(fileURLWithPath: clip.path))
    let session = try #require(AVAssetExportSession(asset: asset, presetName: AVAssetExportPresetMediumQuality))
    (session.outputURL, session.outputFileType) = (URL(fileURLWithPath: folder.path("film.mp4")), .mp4)
    session.renderer = try Films.cpu()
    await session.export()
    #expect(session.status == .completed, "\(String(describing: session.error))")
    let film = try VideoClip(folder.path("film.mp4"))
    #expect(film.codec == codec && film.bitDepth == depth && film.color.transfer == transfer, "\(film.color)")
  }

  @Test("clips of several ranges one after the other are told of")
  func mixedRanges() throws {
    let folder = try TemporaryFolder()
    let other = try TemporaryFolder()
    let (first, second) = (try Self.clip("arib-std-b67", in: folder), try Self.clip("bt709", in: other))
    let summary = try Self.export(over: first, to: folder.path("film.mp4")) {
      $0.video = VideoTrack([.init(first), .init(second)])
    }
    #expect(summary.diagnostics.map(\.code) == ["mixed-range"], "\(summary.diagnostics)")
  }

  @Test("a part that is made again, and a film that goes on, is encoded as the whole")
  func resuming() throws {
    let folder = try TemporaryFolder()
    let clip = try Self.clip("smpte2084", in: folder)
    try Self.export(over: clip, to: folder.path("one.mp4"))
    try Self.export(over: clip, to: folder.path("two.mp4")) { ($0.jobs, $0.resumes) = (2, true) }
    let (one, two) = (folder.path("one.mp4"), folder.path("two.mp4"))
    #expect(FileManager.default.contents(atPath: one) == FileManager.default.contents(atPath: two))
  }
}
