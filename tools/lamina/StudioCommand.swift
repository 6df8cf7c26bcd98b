// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import ArgumentParser
import Foundation
import Lamina
import LaminaBench

#if Service
import LaminaStudio
import Logging

/// `lamina studio`: shows the layer tree in a browser.
struct StudioCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "studio",
    abstract: "Look into scenes in a browser.",
    discussion: """
      Prints an address, which holds a secret: whoever has it sees what you see, and nobody else on this machine does. The page shows \
      the picture, its time, its layers with their properties, what it costs and why, and follows the document as you edit it.

      Only this machine can reach it. From another one: ssh -L 8080:127.0.0.1:PORT, and the same address with port 8080. \
      Ctrl-C ends it.
      """)

  @Argument(
    help: ArgumentHelp(
      "A .caml or .caar file, a .ca or .wallpaper folder, a Lottie file, a zip of them, or a folder with any of them in it.",
      valueName: "scene|folder"))
  var scene: String

  @Option(
    help: ArgumentHelp("The port to listen at. (default: one that is free)", valueName: "n"),
    transform: wholeNumber(in: 0...65535))
  var port: Int?

  @Option(
    help: ArgumentHelp(
      "A file with the token of the address, which is made, for you alone, if it is missing. With --port, the address then stays the same. "
        + "(default: a new token each time)",
      valueName: "file"))
  var tokenFile: String?

  @Option(help: ArgumentHelp("Serve the files of the page from here.", valueName: "folder", visibility: .hidden))
  var page: String?

  @OptionGroup(title: "What draws") var rendering: RendererOptions
  @OptionGroup(title: "Reading") var reading: ReadingOptions
  @OptionGroup(title: "Limits for documents that nobody has checked") var limits: LimitOptions

  func run() throws {
    let console = Console()
    var request = reading.request(scene, limits)
    // A person waits for the pictures, so the default time limit is shorter.
    if limits.maxTime == nil { request.options.limits.time = 60 }
    request.limits.time = request.options.limits.time
    var settings = StudioSettings(
      request, token: try token(console), renderer: rendering.choice,
      ownScene: { WorkloadScene(argument: $0)?.makeScene() })
    if scene.hasPrefix("@"), WorkloadScene(argument: scene) == nil {
      throw CommandFailure(.usage, WorkloadScene.message(for: scene), console: console)
    }
    if !scene.hasPrefix("@"), !FileManager.default.fileExists(atPath: scene) {
      throw CommandFailure(.noInput, "\(scene): no such file or folder", console: console)
    }
    settings.port = port ?? 0
    settings.pageFolder = page
    var logger = Logger(label: "lamina.studio") { _ in ServiceLogHandler(format: .text) }
    logger.logLevel = .warning
    guard let studio = StudioServer(settings, logger: logger) else {
      throw CommandFailure(
        .badData, "--token-file: a token has at least 16 letters, digits, '-' or '_'", console: console)
    }
    let token = settings.token
    try RunningService.wait(for: "the studio") {
      if let problem = await studio.problemAtStart() { throw CommandFailure(problem, console: console) }
      do {
        try await studio.run { port in
          // A closed standard output does not end the studio.
          try? StandardOutput.write("studio at http://127.0.0.1:\(port)/\(token)/\n")
        }
      } catch let problem as StudioServer.StartProblem {
        throw CommandFailure(.noDevice, "\(problem)", console: console)
      }
    }
  }

  /// The token in the file; a new one if the file does not exist.
  private func token(_ console: Console) throws -> String {
    guard let tokenFile else { return Self.newToken() }
    if let data = FileManager.default.contents(atPath: tokenFile) {
      return String(decoding: data, as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines)
    }
    let token = Self.newToken()
    guard
      FileManager.default.createFile(
        atPath: tokenFile, contents: Data((token + "\n").utf8), attributes: [.posixPermissions: 0o600])
    else { throw CommandFailure(.cannotWrite, "\(tokenFile): the file cannot be written", console: console) }
    return token
  }

  /// 160 random bits that cannot be guessed, in letters and digits.
  private static func newToken() -> String {
    let letters = Array("abcdefghijklmnopqrstuvwxyz234567")
    var generator = SystemRandomNumberGenerator()
    return String((0..<32).map { _ in letters[Int(generator.next(upperBound: UInt(letters.count)))] })
  }
}

#else
/// `lamina studio` of a tool that was built without the studio.
struct StudioCommand: ParsableCommand {
  static let configuration = CommandConfiguration(commandName: "studio", abstract: "Look into scenes in a browser.")

  @Argument(parsing: .captureForPassthrough) var arguments: [String] = []

  func run() throws {
    throw CommandFailure(
      .noDevice,
      "this build has no 'lamina studio'; 'swift build -c release --traits Serve --product lamina' adds it"
    )
  }
}
#endif
