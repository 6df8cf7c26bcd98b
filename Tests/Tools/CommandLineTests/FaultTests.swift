// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import Foundation
import LaminaTestSupport
import Synchronization
import Testing

/// Every call of a kind that a run makes is made to fail, one in each of as many runs: each run ends with an error that
/// the tool knows, or with what it makes without faults, and nothing half-written has a name.
///
/// `tools/faulting/faults.c` stands between the tool and its libraries.
@Suite struct FaultTests {
  /// The compiled library; `nil` where there is no compiler.
  private static let library: String? = {
    let source = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appendingPathComponent("../../../tools/faulting/faults.c").standardized.path
    let target = FileManager.default.temporaryDirectory.appendingPathComponent("lamina-faults-\(getpid()).so").path
    let made = try? LaminaTool.shell("clang -shared -fPIC -O1 -o '\(target)' '\(source)' -ldl")
    return made?.status == 0 ? target : nil
  }()

  /// The work of a run, in a folder of its own.
  struct Job: Sendable, CustomTestStringConvertible {
    var name: String
    var arguments: [String]
    var testDescription: String { name }
  }

  private static let examples = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .appendingPathComponent("../../../Examples").standardized.path

  static let jobs: [Job] = {
    let small = ["--size", "48x48", "--renderer", "cpu", "-q"]
    var jobs = [
      Job(name: "render", arguments: ["render", "\(examples)/blending.ca", "-o", "picture.png"] + small),
      Job(
        name: "render JPEG pictures", arguments: ["render", "\(examples)/postcards.ca", "-o", "picture.png"] + small),
      Job(
        name: "frames",
        arguments: ["export", "\(examples)/weather-card.ca", "--frames", "0..3", "-o", "f%d.png"] + small),
      Job(
        name: "stream",
        arguments: ["export", "\(examples)/filters.ca", "--frames", "0..3", "-o", "film.y4m"] + small),
      Job(name: "convert", arguments: ["convert", "\(examples)/shadows.ca", "copy.ca"]),
      Job(name: "convert Lottie", arguments: ["convert", "\(examples)/sunrise.json", "copy.ca"]),
    ]
    if (try? LaminaTool.shell("command -v ffmpeg"))?.status == 0 {
      jobs.append(
        Job(
          name: "film",
          arguments: ["export", "\(examples)/weather-card.ca", "--frames", "0..3", "-o", "film.mp4"] + small))
    }
    return jobs
  }()

  /// Content that Cairo draws: texts, curves and strokes.
  static let drawings = ["weather-card.ca", "sunrise.json"].map { name in
    Job(
      name: name,
      arguments: ["render", "\(examples)/\(name)", "-o", "p.png", "--size", "96x96", "--renderer", "cpu", "-q"])
  }

  private struct Run {
    var outcome: LaminaTool.Outcome
    var files: [String: Data]
    var calls: Int
  }

  private static func run(_ job: Job, failing kind: String, at place: Int, _ library: String) throws -> Run {
    let folder = try TemporaryFolder()
    let place = ["LAMINA_FAULT": kind, "LAMINA_FAULT_AT": "\(place)"]
    let count = FileManager.default.temporaryDirectory.appendingPathComponent("count-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: count) }
    let environment = place.merging(
      ["LD_PRELOAD": library, "LAMINA_FAULT_COUNT": count.path, "SWIFT_BACKTRACE": "enable=no"]) { $1 }
    let outcome = try LaminaTool.run(job.arguments, environment: environment, in: folder.url)
    var files: [String: Data] = [:]
    for path in FileManager.default.enumerator(atPath: folder.url.path)?.compactMap({ $0 as? String }) ?? [] {
      // The journal of an export names frames in the order in which they were finished.
      if path.contains(".parts") { continue }
      files[path] = FileManager.default.contents(atPath: folder.url.appendingPathComponent(path).path)
    }
    let calls = (try? String(contentsOf: count, encoding: .utf8)).flatMap {
      Int($0.trimmingCharacters(in: .whitespacesAndNewlines))
    }
    return Run(outcome: outcome, files: files, calls: calls ?? -1)
  }

  /// A job and the call that fails.
  struct Case: Sendable, CustomTestStringConvertible {
    var job: Job
    var kind: String
    var testDescription: String { "\(kind) of \(job.name)" }
  }

  /// Every job with every call that it makes: files are mapped where a film is told from others, Lottie without
  /// pictures asks none of the libraries, nothing is drawn where a document is converted, and small frames of a stream
  /// ask for no pixels of our own.
  static let cases = jobs.flatMap { job in
    ["write", "fsync", "rename", "open", "mmap", "memory", "own"].compactMap { kind -> Case? in
      switch kind {
      case "mmap" where !["frames", "film"].contains(job.name): nil
      case "memory" where job.name == "convert Lottie": nil
      case "own" where job.name.hasPrefix("convert") || job.name == "stream": nil
      default: Case(job: job, kind: kind)
      }
    }
  }

  @Test(
    "memory that Cairo does not get is an error or the end of the process, and never another picture",
    .enabled(if: library != nil, "there is no C compiler here"), arguments: drawings)
  func drawing(_ job: Job) throws {
    let library = try #require(Self.library)
    let whole = try Self.run(job, failing: "drawing", at: 0, library)
    #expect(whole.outcome.status == 0 && whole.calls > 50, "\(whole.calls) \(whole.outcome.errors)")
    let isThorough = ProcessInfo.processInfo.environment["LAMINA_FAULTS"] == "all"
    var refused = 0
    // Which thread asks first differs from run to run, and a fault that comes after the last call is none. The first
    // calls prepare what all that follow rest on.
    let places = Array(1...8) + stride(from: 9, through: whole.calls, by: isThorough ? 1 : max(1, whole.calls / 24))
    for place in places {
      let run = try Self.run(job, failing: "drawing", at: place, library)
      let about = "drawing \(place): \(run.outcome.status) \(run.outcome.errors)"
      #expect(!run.outcome.timedOut, "\(about)")
      if run.outcome.isSignal {
        // Cairo goes on with what it did not get.
        #expect(
          [SIGSEGV, SIGABRT, SIGTRAP].contains(run.outcome.status)
            && run.files.keys.allSatisfy { !$0.hasSuffix(".png") }, "\(about)")
      } else if run.outcome.status == 0 {
        #expect(run.files == whole.files, "\(about)")
      } else {
        refused += 1
        #expect([66, 70].contains(run.outcome.status) && run.outcome.errors.contains("not enough memory"), "\(about)")
        #expect(run.files.isEmpty, "\(about)")
      }
    }
    #expect(refused > 0)
  }

  @Test(
    "each call that fails is an error, or makes no difference",
    .enabled(if: library != nil, "there is no C compiler here"),
    arguments: cases)
  func each(_ example: Case) throws {
    let (job, kind) = (example.job, example.kind)
    let library = try #require(Self.library)
    let whole = try Self.run(job, failing: kind, at: 0, library)
    // A function that is never called cannot be seen to fail.
    #expect(whole.outcome.status == 0 && whole.calls > 0, "\(whole.calls) \(whole.outcome.errors)")
    let isThorough = ProcessInfo.processInfo.environment["LAMINA_FAULTS"] == "all"
    let names = Set(whole.files.keys)
    // All of them take ten minutes: eight along the way unless somebody asks.
    for place in stride(from: 1, through: whole.calls, by: isThorough ? 1 : max(1, whole.calls / 8)) {
      let run = try Self.run(job, failing: kind, at: place, library)
      let (status, about) = (run.outcome.status, "\(kind) \(place): \(run.outcome.status) \(run.outcome.errors)")
      #expect(!run.outcome.isSignal && !run.outcome.timedOut, "\(about)")
      #expect([0, 65, 66, 69, 70, 73, 75].contains(status), "\(about)")
      if status == 0 {
        #expect(run.files == whole.files, "\(about)")
      } else {
        #expect(run.outcome.errors.contains("lamina: error: "), "\(about)")
        // A file with the requested name is complete; a partial stream has another name, and can be continued.
        for (path, bytes) in run.files where !path.hasSuffix(".partial") {
          #expect(names.contains(path) && whole.files[path] == bytes, "\(path) after \(about)")
        }
      }
    }
  }
}
