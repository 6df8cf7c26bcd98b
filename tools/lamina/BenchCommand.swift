// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import ArgumentParser
import Foundation
import Lamina
import LaminaBench
import LaminaExport

/// `lamina bench`: measures the steps of a frame.
struct BenchCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "bench",
    abstract: "Measure snapshot, plan, render and read-back of scenes.",
    discussion: """
      All combinations of renderer, threads and plan are measured in turn within each round, so that their ratios \
      hold on a machine whose speed swings; the first frame of each, with everything that happens only once, is \
      reported apart, and so is how many frames a second come out with several under way. The tree changes before every \
      frame, unless --still is given. Use a release build.

      Scenes made by the tool itself, which every command takes. Of one that a program changes, @name:N:K is as in frame K:
      \(Workload.list)
      """)

  @Argument(help: ArgumentHelp("A document, as for 'render', or @name. (default: @cards)", valueName: "scene"))
  var scenes: [String] = []

  @Option(
    help: ArgumentHelp("gpu, cpu or both, with a comma. (default: cpu, and gpu where there is one)", valueName: "list"),
    transform: list(of: oneOf(Kind.self)))
  var renderers: [Kind]?

  @Option(
    help: ArgumentHelp("Numbers of threads of the CPU renderer, with commas. (default: all)", valueName: "list"),
    transform: list(of: wholeNumber(in: 1...1024)))
  var threads: [Int]?

  @Option(
    help: ArgumentHelp("depth, painter or both, with a comma. (default: depth)", valueName: "list"),
    transform: list(of: oneOf(RenderStrategy.self)))
  var plan: [RenderStrategy] = [.depth]

  @Option(
    help: ArgumentHelp("Frames to measure, after the first. (default: 20)", valueName: "n"),
    transform: wholeNumber(in: 1...1_000_000))
  var frames = 20

  @Option(
    help: ArgumentHelp("Frames after the first that are not counted. (default: 2)", valueName: "n"),
    transform: wholeNumber(in: 0...1_000_000))
  var warmUp = 2

  @Option(
    help: ArgumentHelp(
      "Measure each @scene that has no :N with these numbers, with commas, and how the time grows.", valueName: "list"),
    transform: list(of: wholeNumber(in: 1...1_000_000)))
  var sizes: [Int]?

  @Flag(help: "Leave the tree as it is between frames, so that what is kept of the last frame counts.")
  var still = false

  @Flag(
    help: ArgumentHelp(
      "Measure each configuration a second time, in turn, with only what changed since the frame before drawn. Without it every "
        + "frame is drawn from nothing."))
  var damage = false

  @Flag(inversion: .prefixedNo, help: "Measure frames a second with several under way, too.")
  var throughput = true

  @Option(
    help: ArgumentHelp(
      "Numbers of frames that the GPU has in work at a time, with commas, each measured. (default: as 'lamina export')",
      valueName: "list"), transform: list(of: wholeNumber(in: 1...64)))
  var lanes: [Int]?

  @Flag(
    help: ArgumentHelp(
      "Export films instead: rendering alone, raw streams to /dev/null and PNG files, one after the other, with the "
        + "processors' load and the most memory; then PNG against libpng's defaults. "
        + "(default scene: @cards-moving:100)"))
  var export = false

  @Flag(help: "Measure key paths instead: reads and writes a second, by text and compiled.")
  var keyPaths = false

  @Flag(name: .customLong("import"), help: "Measure reading instead: from a document's bytes to its layer tree.")
  var reads = false

  @Flag(help: "Draw the frames of films instead, each once, spread over the film's own length.")
  var film = false

  @Flag(help: "Measure the device instead: the same loads as fragment and as compute shaders, and reading back.")
  var probe = false

  @Option(help: ArgumentHelp("Write what was measured as JSON.", valueName: "file"))
  var json: String?

  @Option(help: ArgumentHelp("Write what was measured as a page with plots.", valueName: "file"))
  var html: String?

  @Option(help: ArgumentHelp("Write the plots of that page as SVG files.", valueName: "folder"))
  var plots: String?

  @OptionGroup(title: "What draws") var device: DeviceOption
  @OptionGroup(title: "Canvas") var canvas: CanvasOptions
  @OptionGroup(title: "Reading") var reading: ReadingOptions
  @OptionGroup(title: "Limits for documents that nobody has checked") var limits: LimitOptions

  /// The values of `--renderers`.
  enum Kind: String, CaseIterable {
    case gpu, cpu
  }

  func validate() throws {
    for name in scenes where name.hasPrefix("@") && WorkloadScene(argument: name) == nil {
      throw ValidationError(WorkloadScene.message(for: name))
    }
    if json == "-", html == "-" { throw ValidationError("--json - and --html - would both go to standard output") }
    if device.device != nil, let renderers, !renderers.contains(.gpu) {
      throw ValidationError("--device needs a GPU among the --renderers")
    }
    if lanes != nil, let renderers, !renderers.contains(.gpu) {
      throw ValidationError("--lanes needs a GPU among the --renderers")
    }
  }

  func run() throws {
    let console = Console()
    try checkReports(console)
    if export { return try runExports(console) }
    if probe { return try runProbe(console) }
    if keyPaths { return try say(try KeyPathBench().text, console) }
    if reads { return try runImports(console) }
    if film { return try runFilms(console) }
    let names = scenes.isEmpty ? ["@cards"] : scenes
    // Unreadable documents are reported before anything is measured.
    let documents = try names.map { $0.hasPrefix("@") ? nil : try subject($0, console) }
    var report = BenchReport()
    var configurations = try makeConfigurations(console, &report.environment)
    if damage { configurations = BenchConfiguration.withChanges(configurations) }
    try say(report.environment.text, console)
    for (name, document) in zip(names, documents) {
      for sized in sizedNames(name) {
        let subject = try document ?? subject(sized, console)
        report.scenes.append(try measure(subject, in: configurations, console))
        if let last = report.scenes.last { try say(last.text + "\n", console) }
      }
    }
    for growth in BenchGrowth.find(in: report.scenes) { try say(growth.text, console) }
    if let json { try writeJSON(report, to: json, console) }
    try writePage(report, console)
  }

  /// A name, or the name with each of the requested sizes.
  private func sizedNames(_ name: String) -> [String] {
    guard let sizes, name.hasPrefix("@"), !name.contains(":") else { return [name] }
    return sizes.map { "\(name):\($0)" }
  }

  private func measure(_ subject: BenchSubject, in configurations: [BenchConfiguration], _ console: Console) throws
    -> SceneReport
  {
    var request = reading.request(subject.name, limits)
    canvas.apply(to: &request)
    let schedule = BenchSchedule(
      frames: frames, warmUp: warmUp, time: try request.time(in: subject.scene, console), options: request.options)
    do {
      return try SceneReport(
        measuring: subject, in: configurations, schedule, withThroughput: throughput && !still, lanes: lanes)
    } catch let error as RenderError {
      throw CommandFailure(error, scene: subject.name, console: console)
    } catch let error as ExportError {
      throw CommandFailure(error, console: console)
    }
  }

  private func runFilms(_ console: Console) throws {
    var courses: [FilmCourse] = []
    for name in scenes {
      let subject = try subject(name, console)
      try converting(to: { CommandFailure($0, scene: name, console: console) }) { () throws(RenderError) in
        courses.append(
          try FilmCourse(measuring: subject, options: canvas.renderOptions(limits), frames: frames, choice: soleChoice))
      }
    }
    try say(courses.text, console)
    if let json { try writeJSON(courses, to: json, console) }
  }

  private func runImports(_ console: Console) throws {
    guard !scenes.isEmpty, scenes.allSatisfy({ !$0.hasPrefix("@") }) else {
      throw ValidationError("--import measures documents: name one or more")
    }
    var courses: [ImportCourse] = []
    for name in scenes {
      try converting(to: { CommandFailure($0, console: console) }) { () throws(SceneError) in
        courses.append(
          try ImportCourse(
            measuring: name, rounds: frames, limits: limits.sceneLimits, lottieMotion: reading.lottieMotion))
      }
    }
    try say(courses.text, console)
    if let json { try writeJSON(courses, to: json, console) }
  }

  /// The renderer of measurements that use only one: the first one requested, with the first number of threads.
  var soleChoice: RendererChoice {
    renderers?.first == .gpu ? .gpu(device.selection) : .cpu(threads: threads?.first)
  }

  /// One of the tool's own scenes, or a document.
  func subject(_ name: String, _ console: Console) throws -> BenchSubject {
    var subject =
      try WorkloadScene(argument: name).map { BenchSubject($0) }
      ?? BenchSubject(path: name, scene: reading.request(name, limits).open(console))
    subject.standsStill = still
    return subject
  }

  /// All combinations of renderers, threads and plans; without `--renderers`, a missing GPU is left out.
  private func makeConfigurations(_ console: Console, _ environment: inout BenchEnvironment) throws
    -> [BenchConfiguration]
  {
    var kinds = renderers ?? [.cpu]
    if renderers?.contains(.gpu) ?? true {
      do throws(RenderError) {
        let renderer = try Renderer(.gpu(device.selection))
        environment.driver = renderer.device.map { "\($0)" }
        if renderers == nil {
          console.note("\(renderer)")
          kinds = [.cpu, .gpu]
        }
      } catch {
        // A device that is requested by name is not left out.
        guard device.device == nil else { throw CommandFailure(error, scene: nil, console: console) }
        environment.driver = "none: \(error)"
        if renderers == nil { console.note("without the GPU: \(error)") }
      }
    }
    return kinds.flatMap { kind in
      switch kind {
      case .gpu: BenchConfiguration.onGPU(device.selection, strategies: plan)
      case .cpu: BenchConfiguration.onCPU(threads: threads, strategies: plan)
      }
    }
  }
}
