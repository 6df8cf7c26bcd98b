// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

internal import Glibc
internal import LaminaGeometry
import Lamina
import LaminaSandbox
import LaminaSystem

/// What a worker is and may do for as long as it lives.
public struct WorkerSettings: Sendable, Equatable {
  /// What draws in it.
  public enum Drawing: Sendable, Equatable {
    /// A hardware GPU where there is one, otherwise the CPU.
    case automatic(threads: Int?)
    /// OpenGL ES on the device of this index or name; the best where it is `nil`.
    case gpu(String?)
    /// The CPU, on so many threads.
    case cpu(threads: Int?)
  }

  /// What draws.
  ///
  /// - Default: the CPU, which needs no device node.
  public var drawing = Drawing.cpu(threads: nil)
  /// The most memory it may use for data. Pixels that it hands over are counted by `RenderLimits.memory`.
  ///
  /// - Units: bytes.
  /// - Default: three quarters of what this process may use.
  public var memory = MemoryBudget.standard
  /// Whether a system that lacks anything that isolates is an error, rather than a gap that ``IsolatedRenderer/gaps``
  /// names.
  ///
  /// - Default: `false`.
  public var mustBeWhole = false
  /// Whether each document gets a worker of its own, so that one that takes its worker over meets no other's: at the
  /// cost of a cold worker a picture.
  ///
  /// - Default: `false`: a worker takes the next document, until it is lost.
  public var isForOneDocument = false
  /// The longest pause before a worker is started again; pauses begin at .1 s and double with every loss that follows
  /// on another.
  ///
  /// - Units: seconds.
  /// - Default: 5.
  public var longestPause = 5.0
  /// The program to start, which calls ``IsolatedWorker/runIfAsked()`` first of all.
  ///
  /// - Default: the program that runs.
  public var program = "/proc/self/exe"

  /// Makes the default settings.
  public init() {}

  /// Whether device nodes of GPUs are opened: asked for, or chosen where there are any.
  var usesDevices: Bool {
    switch drawing {
    case .cpu: false
    case .gpu: true
    case .automatic: FileAccessList.devices.contains { access($0, F_OK) == 0 }
    }
  }
}

/// What is told to a worker when it starts, as its one argument.
struct WorkerOrders: Codable {
  /// The kinds of ``WorkerSettings/Drawing``.
  enum Drawing: String, Codable {
    case automatic, gpu, cpu
  }

  var drawing: Drawing
  var threads: Int?
  var device: String?
  var usesDevices: Bool
  var memory: Int
  /// Whose child it is.
  var parent: Int32

  init(_ settings: WorkerSettings) {
    switch settings.drawing {
    case .automatic(let threads): (drawing, self.threads) = (.automatic, threads)
    case .gpu(let device): (drawing, self.device) = (.gpu, device)
    case .cpu(let threads): (drawing, self.threads) = (.cpu, threads)
    }
    usesDevices = settings.usesDevices
    memory = settings.memory
    parent = getpid()
  }

  /// Opens what draws.
  func openRenderer() throws(RenderError) -> Renderer {
    switch drawing {
    case .automatic: try Renderer(.automatic, automaticThreads: threads)
    case .cpu: try Renderer(.cpu(threads: threads))
    case .gpu:
      try Renderer(.gpu(device.map { name in Int(name).map { .index($0) } ?? .name(name) } ?? .automatic))
    }
  }
}
