// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import ArgumentParser
import Lamina
import LaminaWorkers

/// Options for reading and drawing documents in a sandboxed process.
struct IsolationOptions: ParsableArguments {
  @Flag(
    help:
      "Read and draw in a process of its own, which can open none of your files, reach no network and start nothing."
  )
  var isolate = false

  @OptionGroup var workers: WorkerOptions

  /// Whether documents are read and drawn in a sandboxed process.
  var isAsked: Bool { isolate || workers.isolateEach || workers.requireIsolation }

  /// A session that draws pictures in this process, or in a sandboxed one.
  func session(_ rendering: RendererOptions, _ limits: LimitOptions, _ console: Console) -> any PictureSession {
    guard isAsked else { return OwnSession(rendering, console) }
    return WorkerSession(IsolatedRenderer(workers.settings(rendering.isolatedDrawing, limits)), console)
  }

  /// Fails for the tool's own scenes, which are not documents.
  static func check(_ document: String, _ console: Console) throws(CommandFailure) {
    guard document.hasPrefix("@") else { return }
    throw CommandFailure(
      .usage, "\(document): the tool's own scenes need no isolation; --isolate is for documents", console: console)
  }

  /// Reports the protections that this system lacks.
  static func report(gaps: [String], _ console: Console) {
    guard !gaps.isEmpty else { return }
    console.note("--isolate: not protected on this system: \(gaps.joined(separator: "; "))")
  }
}

/// Options of the processes that draw untrusted documents, for one picture or for a service.
struct WorkerOptions: ParsableArguments {
  @Flag(help: "Have each document read and drawn by a process that has not seen another one.")
  var isolateEach = false

  @Flag(help: "Isolate, and fail with 69 where this system cannot isolate all of that.")
  var requireIsolation = false

  /// The settings of a worker with a renderer.
  func settings(_ drawing: WorkerSettings.Drawing, _ limits: LimitOptions) -> WorkerSettings {
    var settings = WorkerSettings()
    settings.drawing = drawing
    // The limits of the canvas and of pictures, and a gibibyte for reading and planning.
    if let most = limits.maxMemory { settings.memory = min(most, .max / 4) * 2 + 1 << 30 }
    settings.mustBeWhole = requireIsolation
    settings.isForOneDocument = isolateEach
    return settings
  }
}

extension RendererOptions {
  /// The corresponding renderer of a worker.
  var isolatedDrawing: WorkerSettings.Drawing {
    switch renderer {
    case .cpu: .cpu(threads: threads)
    case .gpu: .gpu(device.device)
    case .auto: device.device.map { .gpu($0) } ?? .automatic(threads: threads)
    }
  }
}

extension RendererChoice {
  /// The corresponding renderer of a worker.
  var isolatedDrawing: WorkerSettings.Drawing {
    switch self {
    case .automatic: .automatic(threads: nil)
    case .cpu(let threads): .cpu(threads: threads)
    case .gpu(.automatic): .gpu(nil)
    case .gpu(.index(let index)): .gpu("\(index)")
    case .gpu(.name(let name)): .gpu(name)
    }
  }
}
