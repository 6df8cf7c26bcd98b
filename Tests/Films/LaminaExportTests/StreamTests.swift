// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

// swift-format-ignore-file: NeverForceUnwrap
import Foundation
import Lamina
import LaminaExport
import LaminaTestSupport
import Testing

@Suite struct StreamTests {
  private func expected(_ source: FrameSource, _ timing: FrameTiming, _ layout: FrameLayout) throws -> Data {
    var data = Data()
    for picture in try Films.pictures(source, timing) {
      if layout == .yuv420 { data += "FRAME\n".utf8 }
      data += layout.bytes(of: picture)
    }
    return data
  }

  private func read(_ folder: TemporaryFolder, _ name: String) throws -> Data {
    try Data(contentsOf: URL(fileURLWithPath: folder.path(name)))
  }

  @Test("Y4M is a header and the planes of every frame, in order", arguments: [1, 2, 4])
  func y4m(jobs: Int) throws {
    let folder = try TemporaryFolder()
    let timing = try FrameTiming(rate: FrameRate("29.97")!, frames: 0..<25)
    var job = ExportJob(Films.moving(), timing: timing, to: try ExportDestination(folder.path("film.y4m")))
    job.options.jobs = jobs
    _ = try job.run(with: Films.cpu())
    let header = "YUV4MPEG2 W64 H36 F30000:1001 Ip A1:1 C420mpeg2 XYSCSS=420MPEG2 XCOLORRANGE=LIMITED\n"
    #expect(try read(folder, "film.y4m") == Data(header.utf8) + expected(job.source, timing, .yuv420))
    #expect(folder.contents == ["film.y4m"])
  }

  @Test("raw RGBA is straight, and nothing but the pixels")
  func rgba() throws {
    let folder = try TemporaryFolder()
    let job = ExportJob(
      Films.sparks(), timing: try Films.timing(5..<15), to: try ExportDestination(folder.path("film.rgba")))
    _ = try job.run(with: Films.cpu())
    #expect(try read(folder, "film.rgba") == expected(job.source, job.timing, .rgba))
  }

  @Test("repeated frames stand in the stream as often as they are shown")
  func still() throws {
    let folder = try TemporaryFolder()
    let job = ExportJob(
      Films.still(), timing: try Films.timing(0..<9), to: try ExportDestination(folder.path("film.rgba")))
    let summary = try job.run(with: Films.cpu())
    #expect(summary.drawn == 1 && summary.repeated == 8)
    #expect(try read(folder, "film.rgba") == expected(job.source, job.timing, .rgba))
  }

  @Test("a stream that was cut off anywhere is gone on with at the last whole frame")
  func resume() throws {
    let folder = try TemporaryFolder()
    let timing = try Films.timing(0..<400)
    var job = ExportJob(Films.sparks(), timing: timing, to: try ExportDestination(folder.path("film.y4m")))
    let cancellation = ExportCancellation()
    #expect(throws: ExportError.self) {
      try job.run(with: Films.cpu(), cancellation: cancellation) {
        if $0.finished == 20 { cancellation.cancel() }
      }
    }
    #expect(folder.contents == ["film.y4m.partial", "film.y4m.parts/manifest.json"])
    let partial = try read(folder, "film.y4m.partial")
    try folder.write(partial.dropLast(100), to: "film.y4m.partial")
    job.options.resumes = true
    let summary = try job.run(with: Films.cpu())
    #expect(summary.kept >= 19 && summary.kept + summary.drawn == 400)
    #expect(
      try read(folder, "film.y4m").dropFirst(try read(folder, "film.y4m").firstIndex(of: 10)! + 1)
        == expected(job.source, timing, .yuv420))
    #expect(folder.contents == ["film.y4m"])
  }

  @Test("what cannot be gone on with is refused before anything is drawn")
  func direct() throws {
    for change in [{ $0.resumes = true }, { $0.shard = Shard(1, of: 2) }] as [(inout ExportOptions) -> Void] {
      var job = ExportJob(
        Films.still(), timing: try Films.timing(0..<2), to: try ExportDestination("/dev/null", stream: .y4m))
      change(&job.options)
      #expect(throws: ExportError.self) { try job.run(with: Films.cpu()) }
    }
  }

  @Test("a frame of another size is an error with its number")
  func size() throws {
    let source = Films.still()
    let root = source.scene.root
    let growing = FrameSource(source.scene) { frame, _ in
      if frame == 4 { root.bounds = CGRect(x: 0, y: 0, width: 50, height: 30) }
    }
    let job = ExportJob(
      growing, timing: try Films.timing(0..<9), to: try ExportDestination("/dev/null", stream: .rgba))
    do {
      _ = try job.run(with: Films.cpu())
      Issue.record("it went on")
    } catch ExportError.frameSize(let frame, _, _) {
      #expect(frame == 4)
    }
  }
}
