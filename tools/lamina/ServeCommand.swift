// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import ArgumentParser
import Foundation
import Lamina
import LaminaExport
import LaminaWorkers

#if Service
import LaminaServe
import Logging

/// `lamina serve`: draws pictures over HTTP.
struct ServeCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "serve",
    abstract: "Draw documents over HTTP.",
    discussion: """
      POST a document to /v1/pictures, with the options of 'lamina render' as parameters, and get its picture:

      curl --data-binary @scene.caml 'http://127.0.0.1:8080/v1/pictures?scale=2' -o scene.png

      Documents are read and drawn by processes that can do nothing else. --device takes several devices with commas between them, each for \
      a worker, and cpu among them: --device 0,1,cpu. SIGTERM ends the service when the requests that have begun \
      are answered. Only this machine can reach it unless --listen says otherwise.

      What is not given here is taken from the environment (LAMINA_SERVE_WORKERS=4 for --workers 4), and then from the file that --config \
      names: a line for each option, such as 'workers = 4'.
      """)

  @OptionGroup var given: ServeOptions

  func run() throws {
    let options = try given.merged(CommandLine.arguments.dropFirst(2).map { $0 })
    var logger = Logger(label: "lamina.serve") { _ in ServiceLogHandler(format: options.logFormat) }
    logger.logLevel = options.logLevel
    let settings = try options.settings(Console())
    guard settings.address.isLocal || settings.tokens != nil || options.insecure else {
      throw CommandFailure(
        .usage,
        "--listen \(options.listen): others than this machine could reach the service; it takes --token-file, or --insecure"
      )
    }
    let service: RenderService
    do {
      service = try RenderService(settings, logger: logger)
    } catch {
      throw CommandFailure(.cannotWrite, "--state \(options.capacity.state ?? ""): \(error)")
    }
    let address = settings.address
    try RunningService.wait(for: "the service") {
      try await service.run { port in Self.announce(address, port) }
    }
  }

  /// Prints the address that the service listens on.
  private static func announce(_ address: ServiceAddress, _ port: Int?) {
    let place =
      switch address {
      case .socket: "\(address)"
      case .port(let host, let wanted): "http://\(ServiceAddress.port(host: host, port ?? wanted))"
      }
    // A closed standard output does not end the service.
    try? StandardOutput.write("listening on \(place)\n")
  }
}

/// The options of a service.
struct ServeOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Where to listen: host:port, with port 0 for any that is free, or unix:PATH. (default: 127.0.0.1:8080)",
      valueName: "address"))
  var listen = "127.0.0.1:8080"

  @Option(help: ArgumentHelp("A file with more options, a line each: name = value.", valueName: "file"))
  var config: String?

  @Option(
    help: ArgumentHelp(
      "A file with tokens, a line each; requests then have to bring one: Authorization: Bearer TOKEN.",
      valueName: "file"))
  var tokenFile: String?

  @Flag(help: "Let others than this machine reach the service without a token.")
  var insecure = false

  @Option(
    help: ArgumentHelp(
      "How many documents are drawn side by side, each by a process of its own. (default: one for each processor; with GPUs one for each two, 1 to 8 on each GPU)",
      valueName: "n"), transform: wholeNumber(in: 1...1024))
  var workers: Int?

  @OptionGroup(title: "What draws") var rendering: RendererOptions
  @OptionGroup(title: "Limits for documents that nobody has checked") var limits: LimitOptions

  @OptionGroup(title: "Isolation from documents that nobody has checked") var isolation: WorkerOptions

  @OptionGroup var capacity: ServiceCapacity

  @Flag(
    help: "Make films on the nodes of a Slurm cluster. They share the folder of --state, and have this tool.")
  var slurm = false

  @Option(
    help: ArgumentHelp("How many shards a film has on the cluster. (default: four a node)", valueName: "n"),
    transform: wholeNumber(in: 1...100_000))
  var slurmShards: Int?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "More arguments of sbatch, in one word with blanks between: --slurm-options '--partition=gpu --gres=gpu:1'.",
      valueName: "args"))
  var slurmOptions: String?

  @Option(
    help: ArgumentHelp("This tool, by its path on the nodes. (default: the one that serves)", valueName: "file"))
  var slurmTool: String?

  @Option(
    help: ArgumentHelp("How the log is written to standard error: text or json. (default: text)", valueName: "format"),
    transform: oneOf(DiagnosticFormat.self))
  var logFormat: DiagnosticFormat = .text

  @Option(
    help: ArgumentHelp(
      "The least that is logged: trace, debug, info, notice, warning, error or critical. (default: info)",
      valueName: "level"),
    transform: oneOf(Logger.Level.self))
  var logLevel: Logger.Level = .info

  /// The library's settings for these options.
  func settings(_ console: Console) throws -> ServiceSettings {
    var settings = ServiceSettings(capacity)
    do throws(ParameterProblem) {
      settings.address = try ServiceAddress(listen)
    } catch {
      throw CommandFailure(.usage, "--listen \(listen): \(error.reason)", console: console)
    }
    settings.workers = try workerSettings(console)
    settings.limits = limits.renderLimits
    // A service's default time limit is shorter, since clients wait.
    if limits.maxTime == nil { settings.limits.time = 30 }
    settings.sceneLimits = limits.sceneLimits
    settings.cluster = try cluster(console)
    settings.tokens = try tokens(console)
    return settings
  }

  /// The cluster that makes films; `nil` for this machine.
  private func cluster(_ console: Console) throws -> SlurmCluster? {
    guard slurm else { return nil }
    guard let state = capacity.state, state.hasPrefix("/") else {
      throw CommandFailure(
        .usage, "--slurm: it takes --state with a path from the root, of a folder that all nodes share",
        console: console)
    }
    let own = (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")) ?? "lamina"
    var cluster = SlurmCluster(tool: slurmTool ?? own)
    cluster.shards = slurmShards
    cluster.options = (slurmOptions ?? "").split(whereSeparator: \.isWhitespace).map(String.init)
    return cluster
  }

  private func tokens(_ console: Console) throws -> TokenList? {
    guard let tokenFile else { return nil }
    guard let data = FileManager.default.contents(atPath: tokenFile) else {
      throw CommandFailure(.noInput, "\(tokenFile): the file cannot be read", console: console)
    }
    guard let tokens = TokenList(String(decoding: data, as: UTF8.self)) else {
      throw CommandFailure(
        .badData, "\(tokenFile): no tokens; there is one a line, of ASCII signs without blanks", console: console)
    }
    return tokens
  }

  /// The settings of the workers, one for each picture drawn in parallel.
  private func workerSettings(_ console: Console) throws -> [WorkerSettings] {
    let drawings = try drawings(console)
    return (0..<(workers ?? drawings.count)).map { index in
      var settings = isolation.settings(drawings[index % drawings.count], limits)
      // In a service, losses are caused by documents, and other requests wait.
      settings.longestPause = 0.2
      return settings
    }
  }

  /// The renderers of the workers: the named devices, each as often as it is named; all devices assigned to this
  /// process, each several times; or the CPU once for each processor.
  private func drawings(_ console: Console) throws -> [WorkerSettings.Drawing] {
    if rendering.renderer != .cpu, rendering.device.device == nil || rendering.device.device == "all" {
      let (devices, standIn) = ServiceDevices.own()
      if !devices.isEmpty {
        return ServiceDevices.workers(on: devices, processors: ServiceDevices.processors).map { .gpu("\($0)") }
      }
      guard rendering.renderer == .auto, rendering.device.device == nil else {
        if rendering.device.device == nil { return [.gpu(standIn.map { "\($0)" })] }
        throw CommandFailure(.noDevice, "there is no hardware GPU for --device all", console: console)
      }
    }
    if let names = rendering.device.device {
      let devices = names.split(separator: ",").map { $0.trimmingCharacters(in: .whitespaces) }.filter { !$0.isEmpty }
      guard !devices.isEmpty else {
        throw CommandFailure(.usage, "--device '\(names)' names no device", console: console)
      }
      if devices.contains(where: { $0 != "cpu" }) { ServiceDevices.measure() }
      return devices.map { $0 == "cpu" ? .cpu(threads: 1) : .gpu($0) }
    }
    let processors = ServiceDevices.processors
    return Array(repeating: .cpu(threads: rendering.threads ?? 1), count: processors)
  }
}

#else
/// `lamina serve` of a tool that was built without the service.
struct ServeCommand: ParsableCommand {
  static let configuration = CommandConfiguration(commandName: "serve", abstract: "Draw documents over HTTP.")

  @Argument(parsing: .captureForPassthrough) var arguments: [String] = []

  func run() throws {
    throw CommandFailure(
      .noDevice,
      "this build has no 'lamina serve'; 'swift build -c release --traits Serve --product lamina' adds it"
    )
  }
}
#endif
