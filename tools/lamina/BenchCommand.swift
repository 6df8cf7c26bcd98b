import ArgumentParser
import Foundation
import Lamina

/// `lamina bench`: how long the steps of a frame take.
struct BenchCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "bench",
    abstract: "Measure snapshot, plan, render and read-back of scenes.",
    discussion: """
      All combinations of renderer, threads and plan are measured in turn within each round, so that their ratios \
      hold on a machine whose speed swings; the first frame of each, with everything that happens only once, is \
      reported apart. Use a release build.

      Scenes made by the tool itself: \(BuiltInScene.names).
      """)

  @Argument(help: ArgumentHelp("A .caml file, a .ca folder or @name. (default: @cards)", valueName: "scene"))
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

  @Option(help: ArgumentHelp("Write what was measured as JSON.", valueName: "file"))
  var json: String?

  @OptionGroup(title: "What draws") var device: DeviceOption
  @OptionGroup(title: "Canvas") var canvas: CanvasOptions
  @OptionGroup(title: "Limits for documents that nobody has checked") var limits: LimitOptions

  /// The values of `--renderers`.
  enum Kind: String, CaseIterable {
    case gpu, cpu
  }

  func validate() throws {
    for name in scenes where name.hasPrefix("@") && BuiltInScene(argument: name) == nil {
      throw ValidationError("no scene is called \(name); there are \(BuiltInScene.names)")
    }
  }

  func run() throws {
    let console = Console()
    if export { return try runExports(console) }
    if keyPaths { return try StandardOutput.write(try KeyPathBench().text) }
    if reads { return try runImports(console) }
    if film { return try runFilms(console) }
    let subjects = try (scenes.isEmpty ? ["@cards"] : scenes).map { try subject($0, console) }
    let configurations = makeConfigurations(console)
    var report = BenchReport()
    for subject in subjects {
      let time = try canvas.time(of: subject.scene, path: subject.name, console)
      do throws(RenderError) {
        report.scenes.append(
          try SceneReport(
            measuring: subject, in: configurations, frames: frames, time: time,
            options: canvas.renderOptions(limits)))
      } catch {
        throw CommandFailure(error, scene: subject.name, console: console)
      }
      if let last = report.scenes.last { try StandardOutput.write(last.text) }
    }
    if let json { try write(report, to: json, console) }
  }

  private func runFilms(_ console: Console) throws {
    var courses: [FilmBench.Course] = []
    let choice = renderers?.first == .gpu ? RendererChoice.gpu(device.selection) : .cpu(threads: threads?.first)
    for name in scenes {
      let bench = FilmBench(
        subject: try subject(name, console), options: canvas.renderOptions(limits), frames: frames, choice: choice)
      do throws(RenderError) {
        courses.append(try bench.measure())
      } catch {
        throw CommandFailure(error, scene: name, console: console)
      }
    }
    try StandardOutput.write(courses.text)
    if let json { try write(courses, to: json, console) }
  }

  private func runImports(_ console: Console) throws {
    guard !scenes.isEmpty, scenes.allSatisfy({ !$0.hasPrefix("@") }) else {
      throw ValidationError("--import measures documents: name one or more")
    }
    var courses: [ImportBench.Course] = []
    for name in scenes {
      do throws(SceneError) {
        courses.append(try ImportBench(rounds: frames, limits: limits.sceneLimits).measure(name))
      } catch {
        throw CommandFailure(error, console: console)
      }
    }
    try StandardOutput.write(courses.text)
    if let json { try write(courses, to: json, console) }
  }

  func subject(_ name: String, _ console: Console) throws -> BenchSubject {
    if let builtIn = BuiltInScene(argument: name) { return BenchSubject(builtIn) }
    return BenchSubject(path: name, scene: try limits.read(name, console))
  }

  /// All combinations; without `--renderers`, a GPU that is not there is left out.
  private func makeConfigurations(_ console: Console) -> [BenchConfiguration] {
    var kinds = renderers ?? [.cpu]
    if renderers == nil {
      do throws(RenderError) {
        console.note("\(try Renderer(.gpu(device.selection)))")
        kinds = [.cpu, .gpu]
      } catch {
        console.note("without the GPU: \(error)")
      }
    }
    return kinds.flatMap { kind in
      plan.flatMap { strategy -> [BenchConfiguration] in
        switch kind {
        case .gpu:
          [BenchConfiguration(name: "gpu \(strategy.rawValue)", choice: .gpu(device.selection), strategy: strategy)]
        case .cpu:
          (threads.map { $0.map(Optional.some) } ?? [nil]).map { count in
            let words = count.map { "\($0) thread\($0 == 1 ? "" : "s")" } ?? "all threads"
            return BenchConfiguration(
              name: "cpu \(words) \(strategy.rawValue)", choice: .cpu(threads: count), strategy: strategy)
          }
        }
      }
    }
  }

  func write(_ report: some Encodable, to path: String, _ console: Console) throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    guard let data = try? encoder.encode(report) else {
      throw CommandFailure(.internalError, "the report has a number that JSON cannot hold", console: console)
    }
    do throws(GraphicsError) {
      try OutputFile(path).write(Array(data) + [0x0A])
    } catch {
      throw CommandFailure(error, path: path, console: console)
    }
  }
}
