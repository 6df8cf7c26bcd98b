// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import ArgumentParser
import Foundation
import Lamina
import LaminaWorkers

/// `lamina render`: draws scenes to picture files.
struct RenderCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "render",
    abstract: "Draw scenes to files: PNG, WebP, JPEG or plain pixels.",
    discussion: """
      The canvas is the root layer's bounds in points, times the scale; it is transparent where nothing draws. \
      Several scenes share one process and one graphics context. A scene that fails does not keep the others \
      from being drawn; the exit code is that of the first failure. With --isolate a process of its own reads and draws \
      them, which can do nothing else.

      The extension of the output says the format: \(PictureFormat.extensionList); without one it is PNG. JPEG knows no \
      transparency: what is not opaque is laid over white, and a note says so; --background says another colour. \
      .rgba has four bytes a pixel with straight alpha and no header.

      Standard error says what draws and what a document asks for that is not drawn. A file is written whole or \
      not at all.
      """)

  @Argument(help: .scene) var scenes: [String]

  @OptionGroup(title: "Output") var destination: OutputOption
  @OptionGroup(title: "What draws") var rendering: RendererOptions
  @OptionGroup(title: "Canvas") var canvas: CanvasOptions
  @Option(
    help: ArgumentHelp(
      "Colour the picture by what it costs: blended, offscreen, overdraw or bounds.", valueName: "kind"),
    transform: ParameterText.overlayOfOnePicture)
  var overlay: DebugOverlay?
  @OptionGroup(title: "State") var states: StateOptions
  @Option(help: ArgumentHelp("The same as --from-state.", valueName: "name"))
  var from: String?
  @OptionGroup(title: "Values that replace the scene's") var values: TemplateOptions
  @OptionGroup(title: "Messages") var messages: ReportOptions
  @OptionGroup(title: "Reading") var reading: ReadingOptions
  @OptionGroup(title: "Limits for documents that nobody has checked") var limits: LimitOptions
  @OptionGroup(title: "Isolation from documents that nobody has checked") var isolation: IsolationOptions

  func validate() throws {
    _ = try destination.encoding()
    if from != nil, states.fromState != nil { throw ValidationError("--from and --from-state are the same; give one") }
  }

  func run() throws {
    let console = messages.console
    let encoding = try destination.encoding()
    let paths = try PictureDestination(argument: destination.output).paths(
      for: scenes, fileExtension: encoding.format.fileExtensions[0], console: console)
    let session = isolation.session(rendering, limits, console)
    var firstFailure: ExitStatus?
    for (scene, path) in zip(scenes, paths) {
      do {
        let picture = try session.draw(try request(scene, console))
        try messages.report(picture.diagnostics, scene: scene)
        try save(picture.image, of: scene, to: path, as: encoding, console)
      } catch let failure as CommandFailure where failure.status != .noDevice {
        // The next scene may succeed, except if no device is available.
        if let message = failure.message { console.error(message, status: failure.status) }
        firstFailure = firstFailure ?? failure.status
      }
    }
    if let firstFailure { throw CommandFailure(firstFailure, nil, console: console) }
  }

  /// The request that combines all options for a scene's picture.
  private func request(_ scene: String, _ console: Console) throws -> SceneRequest {
    var request = reading.request(scene, limits)
    canvas.apply(to: &request)
    states.apply(to: &request)
    if let from { request.fromState = from }
    try values.apply(to: &request, console)
    request.options.overlay = overlay
    return request
  }

  /// Writes a scene's picture, and reports a loss of transparency.
  private func save(
    _ image: CGImage, of scene: String, to output: String, as encoding: PictureEncoding, _ console: Console
  ) throws {
    if !encoding.format.keepsAlpha, !image.isOpaque {
      console.note("\(scene): JPEG knows no transparency; the picture is laid over white (--background sets a colour)")
    }
    try write(image, to: output, console, as: encoding)
  }
}

/// The destination of pictures, and their encoding.
struct OutputOption: ParsableArguments {
  @Option(
    name: [.short, .long],
    help: ArgumentHelp(
      "A file, a folder (one file a scene, named after it), or - for standard output.", valueName: "out.png|dir/|-")
  )
  var output: String

  @Option(
    help: ArgumentHelp(
      "\(PictureFormat.nameList), for a folder, standard output and a file without an extension. (default: png)",
      valueName: "name"),
    transform: oneOf(PictureFormat.self))
  var format: PictureFormat?

  @Option(
    help: ArgumentHelp(
      "How much WebP and JPEG keep, 0 to 1. (default: for WebP all, without loss; for JPEG 0.85)", valueName: "number"),
    transform: ParameterText.fraction)
  var quality: Double?

  @Option(
    help: ArgumentHelp(
      "Of PNG: fast, or small for smaller files that take longer to write. (default: fast)", valueName: "kind"),
    transform: oneOf(PNGEncoder.Compression.self))
  var compression: PNGEncoder.Compression?

  /// The encoding of pictures, from all options.
  func encoding() throws -> PictureEncoding {
    let target = PictureDestination(argument: output)
    let named = PictureFormat(fileExtension: target.fileExtension)
    if named == nil, !target.fileExtension.isEmpty {
      throw ValidationError(
        "'\(output)': .\(target.fileExtension) names no format of pictures; \(PictureFormat.extensionList) is expected")
    }
    if let named, let format, named != format {
      throw ValidationError("'\(output)' is a file of \(named.rawValue), and --format says \(format.rawValue)")
    }
    let encoding = PictureEncoding(format: named ?? format ?? .png, compression: compression ?? .fast, quality: quality)
    if quality != nil, !encoding.format.takesQuality {
      throw ValidationError("--quality is for WebP and JPEG; the pictures are \(encoding.format.rawValue)")
    }
    if compression != nil, encoding.format != .png {
      throw ValidationError("--compression is for PNG; the pictures are \(encoding.format.rawValue)")
    }
    return encoding
  }
}
