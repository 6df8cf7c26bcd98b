// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

internal import Glibc
internal import LaminaGeometry
import Lamina
import LaminaGPU
import LaminaSandbox
import LaminaSystem

/// The settings of a worker, which hold for its lifetime.
public struct WorkerSettings: Sendable, Equatable {
  /// The renderer of a worker.
  public enum Drawing: Sendable, Equatable {
    /// A hardware GPU if available, otherwise the CPU on this many threads.
    case automatic(threads: Int?)
    /// OpenGL ES on the device with this index or name; on the best device for `nil`.
    case gpu(String?)
    /// The CPU, on this many threads.
    case cpu(threads: Int?)
  }

  /// The renderer.
  ///
  /// - Default: the CPU, which needs no device node.
  public var drawing = Drawing.cpu(threads: nil)
  /// The most memory that a worker may use for data. The pixels that it hands over count against `RenderLimits.memory`.
  ///
  /// - Units: bytes.
  /// - Default: three quarters of the memory that this process may use.
  public var memory = MemoryBudget.standard
  /// Whether a missing protection of the system is an error, rather than a gap listed in ``IsolatedRenderer/gaps``.
  ///
  /// - Default: `false`.
  public var mustBeWhole = false
  /// Whether each document gets a worker of its own, so that a document that takes over its worker reaches no other
  /// document; the cost is a cold worker for each picture.
  ///
  /// - Default: `false`: a worker draws one document after another, until it is lost.
  public var isForOneDocument = false
  /// The longest pause before a worker is started again; pauses begin at 0.1 s and double with each consecutive loss.
  ///
  /// - Units: seconds.
  /// - Default: 5.
  public var longestPause = 5.0
  /// The program to start, which must call ``IsolatedWorker/runIfAsked()`` first.
  ///
  /// - Default: the running program.
  public var program = "/proc/self/exe"
  /// How many workers draw on the same device, and share what one renderer would keep in its memory.
  package var sharers = 1
  /// Whether kinds of devices compute faster than they draw, as another worker has measured, beside what this process
  /// knows itself.
  var measuredKinds: [String: Bool] = [:]

  /// Makes the default settings.
  public init() {}

  /// Whether a worker opens device nodes of GPUs: if a GPU is requested, or chosen because one exists.
  var usesDevices: Bool {
    switch drawing {
    case .cpu: false
    case .gpu: true
    case .automatic: FileAccessList.devices.contains { access($0, F_OK) == 0 }
    }
  }
}

/// The orders of a worker, passed as its only argument when it starts.
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
  /// How many workers share the device.
  var sharers: Int
  /// The measurements of kinds of devices, so that all workers draw in the same way; see `GPURenderer.measuredKinds`.
  var measuredKinds: [String: Bool]
  /// The process number of its parent.
  var parent: Int32

  init(_ settings: WorkerSettings) {
    switch settings.drawing {
    case .automatic(let threads): (drawing, self.threads) = (.automatic, threads)
    case .gpu(let device): (drawing, self.device) = (.gpu, device)
    case .cpu(let threads): (drawing, self.threads) = (.cpu, threads)
    }
    usesDevices = settings.usesDevices
    memory = settings.memory
    sharers = settings.sharers
    measuredKinds = GPURenderer.measuredKinds.merging(settings.measuredKinds) { own, _ in own }
    parent = getpid()
  }

  /// Opens the renderer.
  func openRenderer() throws(RenderError) -> Renderer {
    GPURenderer.note(measuredKinds: measuredKinds)
    let choice: RendererChoice =
      switch drawing {
      case .automatic: .automatic
      case .cpu: .cpu(threads: threads)
      case .gpu: .gpu(device.map { name in Int(name).map { .index($0) } ?? .name(name) } ?? .automatic)
      }
    return try Renderer(choice, automaticThreads: threads, sharers: sharers)
  }
}
