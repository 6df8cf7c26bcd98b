// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

// swift-format-ignore-file: NeverForceUnwrap
import Foundation
import Lamina
import LaminaExport
import LaminaGeometry
import LaminaTestSupport
import Testing

/// The planes of films over videos, without loss: untouched samples are as ffmpeg decodes them, and touched samples are
/// mixed once.
@Suite(.enabled(if: Films.hasEncoder, "there is no ffmpeg here"))
struct VideoPlanesTests {
  /// One plane of a picture.
  struct Plane {
    var width: Int
    var values: [Int]
    subscript(_ x: Int, _ y: Int) -> Int { values[y * width + x] }
    var height: Int { values.count / width }
  }

  /// Where the layer lies: all of its edges inside samples of chroma.
  private static let box = (x: 33, y: 21, maxX: 90, maxY: 60)

  private static func tree(_ size: (Int, Int), _ box: (x: Int, y: Int, maxX: Int, maxY: Int), alpha: Double) -> CALayer
  {
    let root = CALayer()
    root.bounds = CGRect(x: 0, y: 0, width: size.0, height: size.1)
    let layer = CALayer()
    layer.frame = CGRect(x: box.x, y: box.y, width: box.maxX - box.x, height: box.maxY - box.y)
    layer.backgroundColor = CGColor(srgbRed: 1, green: 0, blue: 0, alpha: 1)
    layer.opacity = Float(alpha)
    root.addSublayer(layer)
    return root
  }

  /// Noise, so that no two samples are alike.
  private static func clip(_ size: (Int, Int), _ pixels: String, _ more: String, in folder: TemporaryFolder) throws
    -> VideoClip
  {
    let outcome = try LaminaTool.shell(
      """
      ffmpeg -v error -f lavfi -i color=gray:size=\(size.0)x\(size.1):rate=25:duration=0.2 -vf format=yuv444p,scale=\(size.0):\(size.1),noise=all_seed=7:alls=60:allf=t,scale=flags=neighbor,format=\(pixels) \
      -c:v ffv1 -colorspace bt709 -color_primaries bt709 -color_trc bt709 -color_range tv \(more) clip.mkv
      """, in: folder.url)
    try #require(outcome.status == 0, "\(outcome.errors)")
    return try VideoClip(folder.path("clip.mkv"))
  }

  private static func planes(_ name: String, _ pixels: String, _ size: (Int, Int), in folder: TemporaryFolder) throws
    -> [Plane]
  {
    let outcome = try LaminaTool.shell(
      "ffmpeg -v error -i \(name) -frames:v 1 -pix_fmt \(pixels) -f rawvideo -", in: folder.url)
    try #require(outcome.status == 0, "\(outcome.errors)")
    let bytes = [UInt8](outcome.outputData)
    let isDeep = pixels.contains("10le")
    let words =
      isDeep
      ? stride(from: 0, to: bytes.count - 1, by: 2).map { Int(bytes[$0]) | Int(bytes[$0 + 1]) << 8 }
      : bytes.map(Int.init)
    let (columns, rows) = pixels.contains("444") ? (1, 1) : pixels.contains("422") ? (2, 1) : (2, 2)
    let chroma = ((size.0 + columns - 1) / columns, (size.1 + rows - 1) / rows)
    try #require(words.count == size.0 * size.1 + 2 * chroma.0 * chroma.1)
    var start = 0
    return [size, chroma, chroma].map { size in
      defer { start += size.0 * size.1 }
      return Plane(width: size.0, values: Array(words[start..<(start + size.0 * size.1)]))
    }
  }

  private static func export(
    _ root: CALayer, over clip: VideoClip, to path: String, _ change: (inout ExportOptions) -> Void
  ) throws {
    let timing = try FrameTiming(rate: FrameRate(25)!, frames: 0..<5)
    var job = ExportJob(FrameSource(root), timing: timing, to: try ExportDestination(path))
    job.options.video = VideoTrack([.init(clip)])
    change(&job.options)
    _ = try job.run(with: Films.cpu())
  }

  @Test(
    "4:2:0 at either depth, with all edges of a layer inside samples of chroma", arguments: [8, 10], [0.6, 1])
  func edges(_ bits: Int, _ alpha: Double) throws {
    let folder = try TemporaryFolder()
    let (size, pixels) = ((128, 96), bits == 10 ? "yuv420p10le" : "yuv420p")
    let clip = try Self.clip(size, pixels, "", in: folder)
    try Self.export(Self.tree(size, Self.box, alpha: alpha), over: clip, to: folder.path("film.mp4")) {
      ($0.coding.bitDepth, $0.coding.preset, $0.encoderArguments) = (bits, .ultrafast, ["-crf", "-1", "-qp", "0"])
    }
    let before = try Self.planes("clip.mkv", pixels, size, in: folder)
    let after = try Self.planes("film.mp4", pixels, size, in: folder)
    let scale: Double = bits == 10 ? 4 : 1
    func covers(_ x: Int, _ y: Int) -> Double {
      (Self.box.x..<Self.box.maxX).contains(x) && (Self.box.y..<Self.box.maxY).contains(y) ? 1 : 0
    }
    var (touched, untouched) = (0, 0)
    for (index, value) in [62.6, 102.3, 240.0].enumerated() {
      for y in 0..<before[index].height {
        for x in 0..<before[index].width {
          var share = covers(x, y)
          if index > 0 {
            // At 8 bits ffmpeg counts four pixels for a sample; at 10 bits they count by its place, between two rows
            // and on the left column.
            let columns = bits == 10 ? [-1: 0.25, 0: 0.5, 1: 0.25] : [0: 0.5, 1: 0.5]
            share = columns.reduce(0) { sum, column in
              sum + column.value * (covers(2 * x + column.key, 2 * y) + covers(2 * x + column.key, 2 * y + 1)) / 2
            }
          }
          share *= alpha
          let (old, new) = (before[index][x, y], after[index][x, y])
          if share == 0 {
            untouched += 1
            #expect(old == new, "plane \(index), \(x), \(y)")
          } else {
            touched += 1
            let wanted = Double(old) * (1 - share) + value * scale * share
            // Rounding of colour, of alpha and of the sum.
            #expect(
              abs(Double(new) - wanted) <= 1.7 * scale.squareRoot(), "plane \(index), \(x), \(y): \(new), not \(wanted)"
            )
          }
        }
      }
    }
    #expect(touched > 57 * 39 * 3 / 2 && untouched > 128 * 96 / 2)
  }

  @Test("a layer that covers a canvas whose sides are odd covers its last samples of chroma", arguments: [8, 10])
  func oddSides(_ bits: Int) throws {
    let folder = try TemporaryFolder()
    let (size, pixels) = ((63, 47), bits == 10 ? "yuv420p10le" : "yuv420p")
    let clip = try Self.clip(size, pixels, "", in: folder)
    try Self.export(Self.tree(size, (0, 0, 63, 47), alpha: 1), over: clip, to: folder.path("film.webm")) {
      ($0.coding.bitDepth, $0.coding.quality, $0.encoderArguments) = (bits, 0, ["-lossless", "1"])
    }
    let planes = try Self.planes("film.webm", pixels, size, in: folder)
    for (plane, value) in zip(planes, [62.6, 102.3, 240.0]) {
      #expect(plane.values.allSatisfy { abs(Double($0) - value * (bits == 10 ? 4 : 1)) <= 2 }, "\(Set(plane.values))")
    }
  }

  @Test("4:2:2 and 4:4:4 of 10 bits, as near as ProRes comes", arguments: ["yuv422p10le", "yuv444p10le"])
  func proRes(_ pixels: String) throws {
    let folder = try TemporaryFolder()
    let size = (128, 96)
    let made = try LaminaTool.shell(
      """
      ffmpeg -v error -f lavfi -i color=0x3050a0:size=128x96:rate=25:duration=0.2 -vf scale=out_color_matrix=bt709:out_range=tv,format=\(pixels) \
      -c:v ffv1 -colorspace bt709 -color_primaries bt709 -color_trc bt709 -color_range tv clip.mkv
      """, in: folder.url)
    try #require(made.status == 0, "\(made.errors)")
    // Even edges, at which no filter rings across samples.
    let box = (x: 32, y: 16, maxX: 96, maxY: 64)
    try Self.export(
      Self.tree(size, box, alpha: 0.5), over: VideoClip(folder.path("clip.mkv")), to: folder.path("film.mov")
    ) {
      $0.coding.codec = pixels.contains("422") ? .prores422HQ : .prores4444
    }
    let before = try Self.planes("clip.mkv", pixels, size, in: folder)
    let after = try Self.planes("film.mov", pixels, size, in: folder)
    for (index, value) in [250.4, 409.2, 960.0].enumerated() {
      let columns = before[index].width == 64 ? 2 : 1
      for y in [4, 24, 40, 60, 80] {
        for x in [8, 16, 48, 64, 80, 120] {
          let old = Double(before[index][x / columns, y])
          let isInside = (box.x..<box.maxX).contains(x) && (box.y..<box.maxY).contains(y)
          let wanted = isInside ? (old + value) / 2 : old
          #expect(abs(Double(after[index][x / columns, y]) - wanted) <= 6, "plane \(index), \(x), \(y)")
        }
      }
    }
  }

  @Test(
    "ProRes is made over clips of any colours, and says those that it has names for",
    arguments: [
      ("smpte170m", "smpte170m", "smpte170m"), ("bt470bg", "bt470bg", "gamma28"),
      ("smpte240m", "smpte240m", "smpte240m"),
    ])
  func proResNames(_ matrix: String, _ primaries: String, _ transfer: String) throws {
    let folder = try TemporaryFolder()
    let made = try LaminaTool.shell(
      """
      ffmpeg -v error -f lavfi -i color=gray:size=64x48:rate=25:duration=0.2 -c:v ffv1 -pix_fmt yuv422p10le -colorspace \(matrix) \
      -color_primaries \(primaries) -color_trc \(transfer) -color_range tv clip.mkv
      """, in: folder.url)
    try #require(made.status == 0, "\(made.errors)")
    try Self.export(
      Self.tree((64, 48), (4, 4, 20, 20), alpha: 1), over: VideoClip(folder.path("clip.mkv")),
      to: folder.path("film.mov")
    ) { $0.coding.codec = .prores422HQ }
    let film = try VideoClip(folder.path("film.mov"))
    #expect(film.codec == "prores" && (matrix == "smpte240m" || film.color.matrix == "smpte170m"), "\(film.color)")
  }

  @Test(
    "over high range paper white has the light of paper white",
    arguments: [("smpte2084", 8), ("smpte2084", 10), ("arib-std-b67", 10), ("bt2020-10", 10)])
  func highRange(_ transfer: String, _ bits: Int) throws {
    let folder = try TemporaryFolder()
    let (size, pixels) = ((64, 48), bits == 10 ? "yuv420p10le" : "yuv420p")
    let made = try LaminaTool.shell(
      """
      ffmpeg -v error -f lavfi -i color=black:size=64x48:rate=25:duration=0.2 -vf format=\(pixels) -c:v ffv1 -colorspace bt2020nc \
      -color_primaries bt2020 -color_trc \(transfer) -color_range tv clip.mkv
      """, in: folder.url)
    try #require(made.status == 0, "\(made.errors)")
    let root = CALayer()
    root.bounds = CGRect(x: 0, y: 0, width: 64, height: 48)
    let card = CALayer()
    card.frame = CGRect(x: 10, y: 10, width: 40, height: 30)
    card.backgroundColor = CGColor(gray: 1, alpha: 1)
    root.addSublayer(card)
    try Self.export(root, over: VideoClip(folder.path("clip.mkv")), to: folder.path("film.mp4")) {
      ($0.coding.codec, $0.coding.bitDepth, $0.coding.preset) = (.h264, bits, .ultrafast)
      $0.encoderArguments = ["-crf", "-1", "-qp", "0"]
    }
    // BT.2408: 203 candelas are 58 % of PQ and 75 % of HLG.
    let shares: [String: Double] = ["smpte2084": 0.5807, "arib-std-b67": 0.75]
    let share = shares[transfer] ?? 1
    let planes = try Self.planes("film.mp4", pixels, size, in: folder)
    let scale: Double = bits == 10 ? 4 : 1
    let (white, black) = (Double(planes[0][30, 25]), planes[0][4, 4])
    let wanted: Double = (16 + 219 * share) * scale
    #expect(abs(white - wanted) <= 1.5 && black == (bits == 10 ? 64 : 16), "\(white), \(black)")
    let middle = bits == 10 ? 512 : 128
    for plane in planes[1...] {
      #expect(plane.values.allSatisfy { abs($0 - middle) <= 1 }, "\(Set(plane.values))")
    }
  }

  @Test("a program's changes reach the film once for each frame, in order, whatever is planned before")
  func preparedOnce() throws {
    let folder = try TemporaryFolder()
    let clip = try Self.clip((64, 48), "yuv420p", "", in: folder)
    let root = Self.tree((64, 48), (4, 4, 20, 20), alpha: 1)
    var seen: [Int] = []
    let source = FrameSource(root) { frame, _ in
      seen.append(frame)
      root.sublayers?[0].position.x = CGFloat(12 + 8 * seen.count)
    }
    let timing = try FrameTiming(rate: FrameRate(25)!, frames: 0..<5)
    var job = ExportJob(source, timing: timing, to: try ExportDestination(folder.path("film.mp4")))
    job.options.video = VideoTrack([.init(clip)])
    _ = try job.run(with: Films.cpu())
    #expect(seen == Array(0..<5))
  }
}
