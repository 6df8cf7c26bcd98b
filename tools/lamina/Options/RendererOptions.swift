// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import ArgumentParser
import Lamina

/// What draws.
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

  /// Opens the renderer that was asked for and says what it is.
  ///
  /// - Parameter device: What to take in the place of an automatic choice.
  func open(_ console: Console, device: RendererChoice? = nil) throws(CommandFailure) -> Renderer {
    let renderer: Renderer
    do throws(RenderError) {
      renderer = try Renderer(device ?? choice, automaticThreads: threads)
    } catch {
      throw CommandFailure(error, scene: nil, console: console)
    }
    console.announce(renderer)
    return renderer
  }

  /// The library's form.
  var choice: RendererChoice {
    switch renderer {
    case .cpu: .cpu(threads: threads)
    case .gpu: .gpu(device.selection)
    case .auto:
      // A device that is named leaves nothing to choose.
      device.device == nil ? .automatic : .gpu(device.selection)
    }
  }
}

/// Which device a GPU renderer takes.
struct DeviceOption: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "The GPU device, by its index or a part of its name in 'lamina devices'; for 'export' and 'serve' also 'all'.",
      valueName: "n|name"))
  var device: String?

  /// The library's form; the best device where none is named.
  var selection: GPUDeviceSelection {
    guard let device else { return .automatic }
    return Int(device).map { .index($0) } ?? .name(device)
  }
}
