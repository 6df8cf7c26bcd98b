// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import ArgumentParser
import Lamina

/// The choice of a renderer.
struct RendererOptions: ParsableArguments {
  /// The values of `--renderer`.
  enum Kind: String, CaseIterable {
    case auto, gpu, cpu
  }

  @Option(
    help: ArgumentHelp(
      "auto, gpu or cpu; auto takes a hardware GPU, otherwise the CPU. (default: auto)", valueName: "kind"),
    transform: oneOf(Kind.self))
  var renderer: Kind = .auto

  @OptionGroup var device: DeviceOption

  @Option(
    help: ArgumentHelp("Threads, where the CPU draws. (default: all this process may use)", valueName: "n"),
    transform: wholeNumber(in: 1...1024))
  var threads: Int?

  func validate() throws {
    if renderer == .cpu, device.device != nil { throw ValidationError("--device needs --renderer gpu or auto") }
    if renderer == .gpu || device.device != nil, threads != nil {
      throw ValidationError("--threads is for the CPU, and a GPU was asked for")
    }
  }

  /// Opens the chosen renderer and reports it on the console.
  ///
  /// - Parameter device: A renderer that replaces the choice.
  func open(_ console: Console, device: RendererChoice? = nil) throws(CommandFailure) -> Renderer {
    let renderer = try converting(to: { CommandFailure($0, scene: nil, console: console) }) { () throws(RenderError) in
      try Renderer(device ?? choice, automaticThreads: threads)
    }
    console.announce(renderer)
    return renderer
  }

  /// The choice as the library's type.
  var choice: RendererChoice {
    switch renderer {
    case .cpu: .cpu(threads: threads)
    case .gpu: .gpu(device.selection)
    case .auto:
      // A named device overrides the automatic choice.
      device.device == nil ? .automatic : .gpu(device.selection)
    }
  }
}

/// The device of a GPU renderer.
struct DeviceOption: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "The GPU device, by its index or a part of its name in 'lamina devices'; for 'export' and 'serve' also 'all'.",
      valueName: "n|name"))
  var device: String?

  func validate() throws {
    // The empty text is a part of every name: a variable of a shell that is not set would choose any device.
    if let device, !device.contains(where: { $0.isLetter || $0.isNumber }) {
      throw ValidationError("--device is '\(device)', which names no device; 'lamina devices' lists them")
    }
  }

  /// The device as the library's type; the best device if none is named.
  var selection: GPUDeviceSelection {
    guard let device else { return .automatic }
    return Int(device).map { .index($0) } ?? .name(device)
  }
}
