// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

// swift-format-ignore-file: NeverForceUnwrap
import Foundation
import Lamina
import LaminaExport
import LaminaGeometry
import LaminaTestSupport
import Testing

/// Trees over clips with alpha: the film has what lies over what, where it has alpha, and otherwise lies on black,
/// which is said.
@Suite(.enabled(if: Films.hasEncoder, "there is no ffmpeg here"))
struct VideoAlphaTests {
  private static let (width, height) = (96, 64)
  /// Straight colours of the clip's three columns: nothing of green, half of blue, all of grey.
  private static let columns: [SIMD4<Double>] = [
    SIMD4(0, 0.8, 0, 0), SIMD4(0.1, 0.2, 0.8, 0.5), SIMD4(0.5, 0.5, 0.5, 1),
  ]

  private static func clip(_ encoding: String, in folder: TemporaryFolder) throws -> VideoClip {
    var bytes: [UInt8] = []
    for _ in 0..<height {
      for column in 0..<width {
        let color = columns[column / 32]
        bytes += (0..<4).map { UInt8(clamping: Int(clamping: (color[$0] * 255).rounded())) }
      }
    }
    try folder.write(Data((0..<10).flatMap { _ in bytes }), to: "raw.rgba")
    let name = String(encoding.split(separator: " ").last!)
    let outcome = try LaminaTool.shell(
      """
      ffmpeg -v error -y -f rawvideo -pix_fmt rgba -video_size \(width)x\(height) -framerate 25 -i raw.rgba \
      -vf scale=out_color_matrix=bt601:out_range=tv -colorspace smpte170m -color_primaries smpte170m -color_trc smpte170m \(encoding)
      """, in: folder.url)
    try #require(outcome.status == 0, "\(outcome.errors)")
    return try VideoClip(folder.path(name))
  }

  /// A band of half of red across the middle, and of all of yellow below it.
  private static func tree(moves: Bool) -> CALayer {
    let root = CALayer()
    root.bounds = CGRect(x: 0, y: 0, width: width, height: height)
    for (y, color) in [
      (20.0, CGColor(srgbRed: 1, green: 0, blue: 0, alpha: 0.5)),
      (36, CGColor(srgbRed: 1, green: 1, blue: 0, alpha: 1)),
    ] {
      let band = CALayer()
      band.frame = CGRect(x: 0, y: y, width: Double(width), height: 12)
      band.backgroundColor = color
      root.addSublayer(band)
    }
    if moves {
      // Something that moves at the lower edge, so that frames differ.
      let dot = CALayer()
      dot.frame = CGRect(x: 0, y: 56, width: 4, height: 4)
      dot.backgroundColor = CGColor(gray: 1, alpha: 1)
      let run = CABasicAnimation(keyPath: "position.x")
      (run.fromValue, run.toValue, run.duration) = (4.0, 90.0, 1)
      dot.add(run, forKey: "run")
      root.addSublayer(dot)
    }
    return root
  }

  private static let bands: [(row: Int, color: SIMD4<Double>)] = [
    (8, SIMD4(0, 0, 0, 0)), (26, SIMD4(1, 0, 0, 0.5)), (42, SIMD4(1, 1, 0, 1)),
  ]

  /// The visible part of one colour over another, straight.
  private static func over(_ top: SIMD4<Double>, _ bottom: SIMD4<Double>) -> SIMD4<Double> {
    let alpha = top.w + bottom.w * (1 - top.w)
    guard alpha > 0 else { return .zero }
    var color = (top * top.w + bottom * (bottom.w * (1 - top.w))) / alpha
    color.w = alpha
    return color
  }

  private static func export(
    over clip: VideoClip, to path: String, moves: Bool, _ change: (inout ExportOptions) -> Void = { _ in }
  ) throws -> ExportSummary {
    let timing = try FrameTiming(rate: FrameRate(25)!, frames: 0..<10)
    var job = ExportJob(FrameSource(tree(moves: moves)), timing: timing, to: try ExportDestination(path))
    job.options.video = VideoTrack([.init(clip)])
    change(&job.options)
    return try job.run(with: Films.cpu())
  }

  /// The straight colours of a film's frames, RGBA.
  private static func frames(_ name: String, in folder: TemporaryFolder) throws -> [[UInt8]] {
    let film = try VideoClip(folder.path(name))
    let decoder = film.codec == "vp9" ? "-c:v libvpx-vp9" : ""
    let matrix = film.color.matrix == "bt709" ? "bt709" : "bt601"
    let outcome = try LaminaTool.shell(
      "ffmpeg -v error \(decoder) -i \(name) -fps_mode passthrough -vf scale=in_color_matrix=\(matrix):flags=accurate_rnd+full_chroma_int -pix_fmt rgba -f rawvideo -",
      in: folder.url)
    try #require(outcome.status == 0 && outcome.errors.isEmpty, "\(outcome.errors)")
    let bytes = [UInt8](outcome.outputData)
    let count = 4 * width * height
    return stride(from: 0, to: bytes.count - count + 1, by: count).map { Array(bytes[$0..<($0 + count)]) }
  }

  @Test(
    "films with alpha keep it, under what is clear, translucent and opaque",
    arguments: [
      ("-c:v prores_ks -profile:v 4444 -pix_fmt yuva444p10le -alpha_bits 16 clip.mov", "film.mov"),
      ("-c:v png -pix_fmt rgba clip.mov", "film.mov"),
      ("-c:v libvpx-vp9 -crf 4 -b:v 0 -auto-alt-ref 0 -pix_fmt yuva420p clip.webm", "film.mov"),
      ("-c:v libvpx-vp9 -crf 4 -b:v 0 -auto-alt-ref 0 -pix_fmt yuva420p clip.webm", "film.webm"),
      ("-c:v prores_ks -profile:v 4444 -pix_fmt yuva444p10le -alpha_bits 16 clip.mov", "film.webm"),
    ], [false, true])
  func kept(_ kind: (encoding: String, film: String), moves: Bool) throws {
    let folder = try TemporaryFolder()
    let clip = try Self.clip(kind.encoding, in: folder)
    try #require(clip.hasAlpha)
    let summary = try Self.export(over: clip, to: folder.path(kind.film), moves: moves) { $0.coding.quality = 4 }
    #expect(summary.diagnostics.isEmpty, "\(summary.diagnostics)")
    let film = try VideoClip(folder.path(kind.film))
    // Pictures in red, green and blue say nothing of a matrix.
    #expect(film.hasAlpha && film.color.matrix == (clip.codec == "png" ? "bt709" : "smpte170m"))
    let frames = try Self.frames(kind.film, in: folder)
    try #require(frames.count == 10)
    for frame in frames {
      for (row, top) in Self.bands {
        for (index, bottom) in Self.columns.enumerated() {
          let place = 4 * (row * Self.width + 32 * index + 16)
          let (wanted, seen) = (Self.over(top, bottom), frame[place..<(place + 4)].map { Double($0) / 255 })
          // Encoders are not exact, and a pixel that is nearly clear has no meaningful colour.
          #expect(abs(seen[3] - wanted.w) <= 3.0 / 255, "\(row) \(index): \(seen), not \(wanted)")
          guard wanted.w > 0 else { continue }
          for component in 0..<3 {
            #expect(abs(seen[component] - wanted[component]) <= 6.0 / 255, "\(row) \(index): \(seen), not \(wanted)")
          }
        }
      }
    }
  }

  @Test(
    "films without alpha lie on black, which is said with the clip's path",
    arguments: [
      ("film.mp4", FilmCodec.h264, 8), ("film.mp4", .hevc, 10), ("film.webm", .av1, 8), ("film.mov", .prores422HQ, 10),
    ],
    [
      "-c:v prores_ks -profile:v 4444 -pix_fmt yuva444p10le -alpha_bits 16 clip.mov",
      "-c:v libvpx-vp9 -crf 4 -b:v 0 -auto-alt-ref 0 -pix_fmt yuva420p clip.webm", "-c:v png -pix_fmt rgba clip.mov",
    ])
  func onBlack(_ kind: (name: String, codec: FilmCodec, bits: Int), _ encoding: String) throws {
    let folder = try TemporaryFolder()
    let clip = try Self.clip(encoding, in: folder)
    let summary = try Self.export(over: clip, to: folder.path(kind.name), moves: false) {
      ($0.coding.codec, $0.coding.bitDepth, $0.coding.quality) = (kind.codec, kind.bits, 4)
    }
    #expect(summary.diagnostics.map(\.code) == ["opaque-video"])
    let said = try #require(summary.diagnostics.first)
    #expect(said.file == clip.path && said.message.contains("'\(clip.path)'") && said.message.contains("black"))
    #expect(said.message.contains("\(kind.codec.rawValue) in ") && said.severity == .warning)
    #expect(try !VideoClip(folder.path(kind.name)).hasAlpha)
    let frame = try #require(try Self.frames(kind.name, in: folder).last)
    for (row, top) in Self.bands {
      for (index, bottom) in Self.columns.enumerated() {
        let place = 4 * (row * Self.width + 32 * index + 16)
        let wanted = Self.over(Self.over(top, bottom), SIMD4(0, 0, 0, 1))
        for component in 0..<3 {
          #expect(
            abs(Double(frame[place + component]) / 255 - wanted[component]) <= 7.0 / 255,
            "\(row) \(index): \(frame[place..<(place + 4)]), not \(wanted)")
        }
      }
    }
  }

  @Test("the tool says it with the clip's path, and not with the scene's")
  func tool() throws {
    let folder = try TemporaryFolder()
    _ = try Self.clip("-c:v png -pix_fmt rgba clip.mov", in: folder)
    try folder.write(
      #"<caml xmlns="http://www.apple.com/CoreAnimation/1.0"><CALayer bounds="0 0 96 64"/></caml>"#, to: "title.caml")
    let outcome = try LaminaTool.shell(
      "lamina export title.caml --over clip.mov -o film.webm --codec av1 --renderer cpu", in: folder.url)
    let lines = outcome.errors.split(separator: "\n").filter { $0.contains("[opaque-video]") }
    #expect(outcome.status == 0 && lines.count == 1 && lines[0].hasPrefix("clip.mov: warning: "), "\(outcome.errors)")
    let json = try LaminaTool.shell(
      "lamina export title.caml --over clip.mov -o film.mp4 --shard 1/2 --renderer cpu --diagnostics json",
      in: folder.url)
    #expect(json.errors.contains(#""code":"opaque-video","file":"clip.mov""#), "\(json.errors)")
    #expect(json.errors.contains(#""code":"empty-shard","file":"film.mp4""#), "\(json.errors)")
  }

  @Test("AV1 holds no alpha of scenes either, which is said where they are clear", arguments: ["", "--isolate"])
  func clearScene(_ isolation: String) throws {
    let folder = try TemporaryFolder()
    for (name, color) in [("clear", ""), ("full", #"backgroundColor="0 0 1""#)] {
      try folder.write(
        #"<caml xmlns="http://www.apple.com/CoreAnimation/1.0"><CALayer bounds="0 0 64 64" \#(color)/></caml>"#,
        to: "\(name).caml")
      for codec in ["av1", "vp9"] {
        let outcome = try LaminaTool.shell(
          "lamina export \(name).caml -o film.webm --codec \(codec) --fps 10 --frames 0..1 --renderer cpu \(isolation)",
          in: folder.url)
        let isSaid = outcome.errors.contains("film.webm: note: av1 in .webm holds no alpha")
        #expect(outcome.status == 0 && isSaid == (name == "clear" && codec == "av1"), "\(outcome.errors)")
      }
    }
  }
}
