// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

// swift-format-ignore-file: NeverForceUnwrap
import Foundation
import Lamina
import LaminaExport
import LaminaGraphics
import LaminaTestSupport
import Testing

@Suite struct PictureSequenceTests {
  private func job(
    _ source: FrameSource, _ frames: Range<Int>, in folder: TemporaryFolder,
    _ change: (inout ExportOptions) -> Void = { _ in }
  ) throws -> ExportJob {
    var job = ExportJob(
      source, timing: try Films.timing(frames), to: try ExportDestination(folder.path("f/%03d.png")))
    change(&job.options)
    return job
  }

  private func bytes(_ folder: TemporaryFolder, _ frame: Int) throws -> [UInt8] {
    [UInt8](try Data(contentsOf: URL(fileURLWithPath: folder.path(String(format: "f/%03d.png", frame)))))
  }

  @Test("every frame is the picture of its time, byte for byte, on any number of processors", arguments: [1, 2, 5])
  func frames(jobs: Int) throws {
    for source in [Films.moving(), Films.sparks()] {
      let folder = try TemporaryFolder()
      let job = try job(source, 3..<27, in: folder) { $0.jobs = jobs }
      let summary = try job.run(with: Films.cpu())
      #expect(summary.frames == 24 && summary.drawn == 24 && summary.repeated == 0)
      for (number, picture) in zip(3..<27, try Films.pictures(source, job.timing)) {
        #expect(try bytes(folder, number) == PNGEncoder().encode(picture), "frame \(number)")
      }
    }
  }

  @Test("a film that stands still is drawn and encoded once")
  func still() throws {
    let folder = try TemporaryFolder()
    let summary = try job(Films.still(), 0..<50, in: folder).run(with: Films.cpu())
    #expect(summary.drawn == 1 && summary.repeated == 49)
    let first = try bytes(folder, 0)
    for number in 1..<50 { #expect(try bytes(folder, number) == first) }
  }

  @Test("a film that stands still here and there is drawn where it moves")
  func steps() throws {
    let folder = try TemporaryFolder()
    let (moving, frames) = (Films.moving(), 0..<40)
    // Moves at every fourth frame.
    let stepping = FrameSource(moving.scene) { frame, _ in moving.prepare?(frame / 4, Double(frame / 4)) }
    let summary = try job(stepping, frames, in: folder).run(with: Films.cpu())
    #expect(summary.drawn == 10 && summary.repeated == 30)
    for (number, picture) in zip(frames, try Films.pictures(stepping, Films.timing(frames))) {
      #expect(try bytes(folder, number) == PNGEncoder().encode(picture), "frame \(number)")
    }
  }

  @Test("--png-level changes the bytes and not the picture", arguments: 0...9)
  func levels(level: Int) throws {
    let folder = try TemporaryFolder()
    let job = try job(Films.sparks(), 0..<1, in: folder) { $0.pngLevel = level }
    _ = try job.run(with: Films.cpu())
    let picture = try Films.pictures(job.source, job.timing)[0]
    let decoded = try ImageDecoder().decode(bytes(folder, 0)).image
    #expect(try #require(ImageComparison(decoded, picture)).largest == 0)
  }

  @Test("resuming makes what is missing and nothing else")
  func resume() throws {
    let folder = try TemporaryFolder()
    _ = try job(Films.sparks(), 0..<20, in: folder).run(with: Films.cpu())
    let before = try (0..<20).map { try bytes(folder, $0) }
    try FileManager.default.removeItem(atPath: folder.path("f/007.png"))
    // As after a kill: the journal's last line cut off, and a frame whose line was never written.
    let journal = folder.path("f/.%d.png.parts/finished.txt")
    try Data(contentsOf: URL(fileURLWithPath: journal)).dropLast(2).write(to: URL(fileURLWithPath: journal))
    let summary = try job(Films.sparks(), 0..<20, in: folder) { $0.resumes = true }.run(with: Films.cpu())
    #expect(summary.drawn == 2 && summary.kept == 18)
    for number in 0..<20 { #expect(try bytes(folder, number) == before[number]) }
    let again = try job(Films.sparks(), 0..<20, in: folder) { $0.resumes = true }.run(with: Films.cpu())
    #expect(again.drawn == 0 && again.kept == 20)
  }

  @Test("frames of another film are never taken for this one's")
  func otherFilm() throws {
    let folder = try TemporaryFolder()
    _ = try job(Films.sparks(), 0..<5, in: folder).run(with: Films.cpu())
    #expect(throws: ExportError.self) {
      try job(Films.sparks(), 0..<6, in: folder) { $0.resumes = true }.run(with: Films.cpu())
    }
    #expect(throws: ExportError.self) {
      try job(Films.sparks(), 0..<5, in: folder) {
        $0.resumes = true
        $0.sceneIdentity = "another"
      }.run(with: Films.cpu())
    }
    // Begun anew and cut off at once: the files from before are not complete.
    let cancellation = ExportCancellation()
    cancellation.cancel()
    #expect(throws: ExportError.self) {
      try job(Films.sparks(), 0..<5, in: folder).run(with: Films.cpu(), cancellation: cancellation)
    }
    let summary = try job(Films.sparks(), 0..<5, in: folder) { $0.resumes = true }.run(with: Films.cpu())
    #expect(summary.drawn == 5 && summary.kept == 0)
  }

  @Test("stopping keeps what is finished, and going on completes it")
  func cancel() throws {
    let folder = try TemporaryFolder()
    let cancellation = ExportCancellation()
    do {
      _ = try job(Films.sparks(), 0..<400, in: folder).run(with: Films.cpu(), cancellation: cancellation) {
        if $0.finished == 10 { cancellation.cancel() }
      }
      Issue.record("it was not stopped")
    } catch ExportError.cancelled(let finished, let total) {
      #expect(finished >= 10 && finished < 400 && total == 400)
      let summary = try job(Films.sparks(), 0..<400, in: folder) { $0.resumes = true }.run(with: Films.cpu())
      #expect(summary.kept == finished && summary.drawn == 400 - finished)
    }
    #expect(folder.contents.count == 402)
  }

  @Test("a folder that vanishes is an error with the frame's number")
  func vanished() throws {
    let folder = try TemporaryFolder()
    let (place, away) = (folder.path("f"), folder.path("away"))
    do {
      _ = try job(Films.sparks(), 0..<2000, in: folder).run(with: Films.cpu()) {
        if $0.finished == 10 { try? FileManager.default.moveItem(atPath: place, toPath: away) }
      }
      Issue.record("it went on")
    } catch ExportError.writing(let frame, .cannotWrite) {
      #expect(frame >= 5 && frame < 100)
    }
  }

  @Test("shards make the frames of the whole, and nobody else's")
  func shards() throws {
    let (whole, parts) = (try TemporaryFolder(), try TemporaryFolder())
    _ = try job(Films.sparks(), 0..<11, in: whole).run(with: Films.cpu())
    for index in 1...3 {
      let summary = try job(Films.sparks(), 0..<11, in: parts) { $0.shard = Shard(index, of: 3) }.run(with: Films.cpu())
      #expect(summary.frames == Shard(index, of: 3)!.part(of: 0..<11).count)
    }
    for number in 0..<11 { #expect(try bytes(whole, number) == bytes(parts, number)) }
  }
}
