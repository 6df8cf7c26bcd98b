// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import Foundation
import Lamina
import LaminaExport
import LaminaTestSupport
import LaminaWorkers
import Testing

/// Films whose frames workers draw are those that this process would have made, byte for byte, whatever becomes of a
/// worker.
@Suite(.serialized) struct IsolatedFilmTests {
  /// The files of a run, those that only say how it went left out.
  private static func files(_ folder: TemporaryFolder) -> [String: Data] {
    var files: [String: Data] = [:]
    for path in FileManager.default.enumerator(atPath: folder.path(""))?.compactMap({ $0 as? String }) ?? [] {
      // The journal names frames in the order in which they were finished; locks name processes.
      if path.hasSuffix(".txt") || path.hasSuffix("lock") { continue }
      files[path] = FileManager.default.contents(atPath: folder.path(path))
    }
    return files
  }

  /// Runs the tool in a folder of its own.
  private static func run(_ arguments: [String]) throws -> (outcome: LaminaTool.Outcome, files: [String: Data]) {
    let folder = try TemporaryFolder()
    let outcome = try LaminaTool.run(arguments, in: folder.url, timeout: 300)
    return (outcome, files(folder))
  }

  private static func example(_ name: String) -> String { PackageFolder.file("Examples/\(name)").path }

  /// CAML that moves, that goes from one state to another, with a tilt; Lottie with its own rate and end.
  static let films: [[String]] = [
    [example("weather-card.ca"), "--frames", "3..9", "-o", "f%03d.png"],
    [example("lighthouse.ca"), "--frames", "0..8", "--size", "160x120", "-o", "f%d.png"],
    [example("day-and-night.ca"), "--from-state", "day", "--state", "night", "--frames", "0..6", "-o", "film.y4m"],
    [example("sunrise.json"), "--to", "0.4", "-o", "film.rgba"],
    [example("harbour.wallpaper"), "--tilt", "0.3,-0.5", "--frames", "0..4", "--size", "160x90", "-o", "film.y4m"],
    [example("filters.ca"), "--frames", "0..5", "--background", "#fff", "-o", "film.y4m"],
    [example("analog-clock.ca"), "--frames", "2..5", "--overlay", "damage", "-o", "f%d.png"],
  ]

  @Test("the same files, the same words and the same manifest", arguments: films, ["cpu", "gpu"])
  func same(_ film: [String], _ renderer: String) throws {
    guard renderer == "cpu" || TranscriptDevice.isThere else { return }
    let arguments = ["export"] + film + ["--renderer", renderer, "--jobs", "2"]
    // Two workers of a device make the bytes of its one lane.
    let lanes = renderer == "gpu" ? ["--lanes", "2"] : []
    let (plain, isolated) = (try Self.run(arguments), try Self.run(arguments + ["--isolate"] + lanes))
    #expect(plain.outcome.status == 0 && isolated.outcome.status == 0, "\(isolated.outcome.errors)")
    #expect(!plain.files.isEmpty && isolated.files == plain.files)
    // All but the time it took, and how many frames were found to look like the one before.
    func words(_ outcome: LaminaTool.Outcome) -> [Substring] {
      outcome.errors.split(separator: "\n").filter { !$0.contains(" frames (") }
    }
    #expect(words(isolated.outcome) == words(plain.outcome))
  }

  @Test("a film by an encoder", .enabled(if: (try? LaminaTool.shell("command -v ffmpeg"))?.status == 0))
  func encoded() throws {
    let arguments = [
      "export", Self.example("weather-card.ca"), "--frames", "0..9", "--renderer", "cpu", "--jobs", "2", "-o",
      "film.mp4",
    ]
    let (plain, isolated) = (try Self.run(arguments), try Self.run(arguments + ["--isolate"]))
    #expect(isolated.outcome.status == 0, "\(isolated.outcome.errors)")
    #expect(plain.files["film.mp4"] != nil && isolated.files == plain.files)
  }

  @Test("one shard made with workers and one without are one film")
  func shards() throws {
    let scene = Self.example("weather-card.ca")
    let folder = try TemporaryFolder()
    let outcome = try LaminaTool.shell(
      """
      lamina export \(scene) --frames 0..9 -o whole.rgba --renderer cpu -q || exit 1
      lamina export \(scene) --frames 0..9 -o film.rgba --shard 1/2 --isolate --renderer cpu -q || exit 2
      lamina export \(scene) --frames 0..9 -o film.rgba --shard 2/2 --renderer cpu -q || exit 3
      lamina join film.rgba -q && cmp film.rgba whole.rgba
      """, in: folder.url)
    #expect(outcome.status == 0, "\(outcome.errors)")
  }

  @Test(
    "an export whose workers are killed makes the same film, and says which frame and signal it was",
    arguments: ["cpu", "gpu"])
  func killed(_ renderer: String) throws {
    guard renderer == "cpu" || TranscriptDevice.isThere else { return }
    let scene = Self.example("lighthouse.ca")
    let folder = try TemporaryFolder()
    // A fast machine may finish a short film before the shell has found a worker to kill, or kill one between two
    // frames: then a longer film is tried.
    let outcome = try LaminaTool.shell(
      """
      for last in 79 399 1999; do
        export="lamina export \(scene) --size 120x100 --frames 0..$last --jobs 2 --renderer \(renderer)"
        $export -o whole.rgba -q || exit 1
        $export -o film.rgba --isolate 2> words & tool=$!
        for n in 1 2 3; do
          for i in $(seq 300); do
            size=$(stat -c %s film.rgba.partial 2>/dev/null || echo 0)
            test $size -ge $((n * 480000)) && break
            kill -0 $tool 2>/dev/null || break
            sleep 0.02
          done
          worker=$(awk -v t=$tool '$4 == t {print $1}' /proc/[0-9]*/stat 2>/dev/null | head -n 1)
          test -n "$worker" && kill -9 $worker 2>/dev/null && echo killed
        done
        wait $tool && cmp film.rgba whole.rgba && echo same
        grep -q 'was drawn again' words && break
      done
      cat words >&2
      """, in: folder.url)
    #expect(
      outcome.output.contains("killed\n") && outcome.output.hasSuffix("same\n"), "\(outcome.output) \(outcome.errors)")
    #expect(outcome.errors.contains("was drawn again: \(scene): the worker that drew it was ended by signal 9"))
    #expect(outcome.errors.contains("worker replaced") || outcome.errors.contains("workers replaced"))
  }

  @Test("a frame whose workers are lost again and again ends the export; what is finished is kept")
  func lostTwice() throws {
    let scene = Self.example("lighthouse.ca")
    let folder = try TemporaryFolder()
    let outcome = try LaminaTool.shell(
      """
      export="lamina export \(scene) --size 3000x2500 --frames 0..5 --jobs 1 --renderer cpu -q -o f%03d.png"
      $export --isolate & tool=$!
      for i in $(seq 300); do test -f f001.png && break; sleep 0.02; done
      while kill -0 $tool 2>/dev/null; do
        for worker in $(awk -v t=$tool '$4 == t {print $1}' /proc/[0-9]*/stat 2>/dev/null); do kill -9 $worker 2>/dev/null; done
        # As long as a worker takes to begin.
        sleep 0.07
      done
      wait $tool; echo $?
      count=$(ls f*.png | wc -l); test $count -ge 2 && test $count -lt 6 && echo some
      $export --isolate --resume && ls f*.png | wc -l
      """, in: folder.url)
    // 71 for a worker that was drawing, 70 for one that had not begun.
    #expect(["71", "70"].contains(outcome.output.prefix(2)), "\(outcome.errors)")
    #expect(outcome.output.hasSuffix("\nsome\n6\n"), "\(outcome.output)")
    #expect(
      outcome.errors.contains("lamina: error: frame ")
        && outcome.errors.contains("the worker that drew it was ended by signal 9"), "\(outcome.errors)")
  }

  @Test(
    "errors are the same",
    arguments: [
      "missing.caml -o f%d.png --frames 0..3", "bad.caml -o f%d.png --frames 0..3", "still.caml -o f%d.png",
      "still.caml -o f%d.png --frames 0..3 --state Locked", "still.caml -o f%d.png --frames 0..3 --tilt 0.5,0.5",
      "still.caml -o f%d.png --frames 0..3 --max-pixels 10", "still.caml -o f%d.png --frames 0..3 --max-touched 10",
      "warned.caml -o f%d.png --frames 0..3 --strict", "warned.caml -o f%d.png --frames 0..3",
      "still.caml -o f.gif --fps 60 --frames 0..3", "still.caml -o nowhere.what --frames 0..3",
      "still.caml -o f%d.png --frames 0..3 --set none.opacity=1",
    ])
  func words(_ command: String) throws {
    func run(_ more: String) throws -> (LaminaTool.Outcome, [String: Data]) {
      let folder = try TemporaryFolder()
      try folder.write(redSquare, to: "still.caml")
      try folder.write("<caml><CALayer", to: "bad.caml")
      try folder.write(showing("gone.png"), to: "warned.caml")
      let outcome = try LaminaTool.shell(
        "lamina export \(command) --renderer cpu --jobs 2 \(more)", in: folder.url)
      return (outcome, Self.files(folder))
    }
    let (plain, isolated) = (try run(""), try run("--isolate"))
    #expect(isolated.0.status == plain.0.status)
    #expect(isolated.1 == plain.1)
    func said(_ outcome: LaminaTool.Outcome) -> [Substring] {
      outcome.errors.split(separator: "\n").filter { !$0.contains("renderer: ") && !$0.contains(" frames (") }
    }
    #expect(said(isolated.0) == said(plain.0))
  }

  @Test("frames that look alike are encoded once")
  func repeated() throws {
    let folder = try TemporaryFolder()
    try folder.write(redSquare, to: "still.caml")
    let film = try IsolatedFilm(SceneRequest(folder.path("still.caml")), settings: settings())
    let timing = try FrameTiming(rate: try #require(FrameRate(60)), frames: 0..<12)
    let summary = try IsolatedExport(film, timing: timing, to: try ExportDestination(folder.path("f%d.png"))).run()
    #expect(summary.frames == 12 && summary.drawn == 1 && summary.repeated == 11 && summary.replacedWorkers == 0)
  }

  @Test("a document that changes between two workers is an error, and not half of each")
  func changed() throws {
    let folder = try TemporaryFolder()
    let path = try folder.write(redSquare, to: "still.caml")
    let film = try IsolatedFilm(SceneRequest(path), settings: settings())
    try folder.write(redSquare.replacingOccurrences(of: "1 0 0", with: "0 1 0"), to: "still.caml")
    let timing = try FrameTiming(rate: try #require(FrameRate(60)), frames: 0..<40)
    var export = IsolatedExport(film, timing: timing, to: try ExportDestination(folder.path("f%d.png")))
    export.options.jobs = 4
    do throws(ExportError) {
      _ = try export.run()
      Issue.record("a film of two documents")
    } catch {
      guard case .drawingElsewhere(_, let reason) = error, case .failed(let failure) = reason as? IsolationError else {
        Issue.record("\(error)")
        return
      }
      #expect(failure.kind == .noInput && failure.message.contains(path))
    }
  }

  @Test("workers that do not start leave their frames to the others, with a word of it", arguments: [1, 2])
  func unstarted(starting: Int) throws {
    let folder = try TemporaryFolder()
    let path = try folder.write(redSquare, to: "still.caml")
    // Starts so many workers, and is no worker itself from then on.
    let program = try folder.write(
      """
      #!/bin/sh
      echo >> '\(folder.path("started"))'
      test $(wc -l < '\(folder.path("started"))') -le \(starting) || exit 9
      exec '\(LaminaTool.url.path)' "$@"
      """, to: "worker")
    #expect(chmod(program, 0o700) == 0)
    var settings = settings()
    (settings.program, settings.longestPause) = (program, 0.01)
    let film = try IsolatedFilm(SceneRequest(path), settings: settings)
    let timing = try FrameTiming(rate: try #require(FrameRate(60)), frames: 0..<40)
    var export = IsolatedExport(film, timing: timing, to: try ExportDestination(folder.path("f%d.png")))
    export.options.jobs = 4
    let summary = try export.run()
    #expect(summary.frames == 40 && summary.drawn + summary.repeated == 40 && summary.drawn >= 1)
    let told = summary.diagnostics.filter { $0.code == "fewer-lanes" }
    #expect((1...3).contains(told.count) && told.allSatisfy { $0.message.contains("status 9") })
    let files = try (0..<40).map { try Data(contentsOf: URL(fileURLWithPath: folder.path("f\($0).png"))) }
    #expect(files.allSatisfy { $0 == files[0] })
  }

  @Test("a pipe, which only the first worker could read, is refused")
  func pipe() throws {
    let folder = try TemporaryFolder()
    #expect(mkfifo(folder.path("pipe.caml"), 0o600) == 0)
    #expect {
      _ = try IsolatedFilm(SceneRequest(folder.path("pipe.caml")), settings: settings())
    } throws: { error in
      guard case .failed(let failure) = error as? IsolationError else { return false }
      return failure.kind == .usage
    }
  }

  private func settings() -> WorkerSettings {
    var settings = WorkerSettings()
    settings.program = LaminaTool.url.path
    settings.drawing = .cpu(threads: 1)
    return settings
  }
}
