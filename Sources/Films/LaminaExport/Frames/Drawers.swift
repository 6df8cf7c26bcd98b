// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import Foundation
package import Lamina
import LaminaCPU
package import LaminaGPU
package import LaminaPlan
import LaminaSystem

/// Settings for drawing a film: the number of lanes, their drawers, and the threads that encode frames.
package struct Drawers: Sendable {
  /// The renderer's name for manifests, without the number of threads, which does not affect pixels.
  package var identity: String
  /// The number of drawing threads, each with its own drawer.
  package var lanes: Int
  /// The number of encoding threads; 0 if lanes encode their own frames.
  package var encoders: Int
  /// Makes the drawer of a lane.
  package let factory: DrawerFactory

  /// Makes lanes with custom drawers.
  package init(identity: String, lanes: Int, encoders: Int, factory: @escaping DrawerFactory) {
    self.identity = identity
    self.lanes = lanes
    self.encoders = encoders
    self.factory = factory
  }

  /// Makes the lanes of a GPU renderer's device, or as many CPU renderers as there are threads.
  ///
  /// - Parameter sharers: How many renderers share the device, other processes' among them; `nil` if only these lanes
  ///   do.
  package init(_ renderer: Renderer, options: ExportOptions, sharers: Int? = nil) {
    if renderer.usesGPU, let device = renderer.device {
      self.init(devices: [device], first: renderer, options: options, sharers: sharers)
      return
    }
    let jobs = Self.processors(options)
    let render = options.render
    // Frames in parallel, each on one thread, keep all processors busy without waiting for each other.
    let budget = CPURenderer.defaultPassBudget / jobs
    self.init(identity: "CPU", lanes: jobs, encoders: 0) { (_, layout) throws(RenderError) in
      PlainDrawer(Renderer(cpuThreads: 1, passBudget: budget), options: render, layout: layout)
    }
  }

  /// Makes the lanes of one or more devices.
  ///
  /// Each lane has a renderer of its own, and with it a context and a thread that owns the context, so lanes never wait
  /// for each other's builds and calls. Neighbouring lanes have different devices, so that few frames use all devices.
  ///
  /// - Parameters:
  ///   - first: A renderer of one of the devices, which one lane takes over.
  ///   - sharers: How many renderers share each device, other processes' among them; `nil` if only these lanes do.
  package init(
    devices: [GPUDeviceDescription], first: Renderer? = nil, options: ExportOptions, sharers: Int? = nil
  ) {
    let lanes = Self.lanes(
      ofEach: devices.count, areHardware: devices.allSatisfy(\.isHardware), processors: options.jobs, options.lanes)
    let (render, first) = (options.render, Handover(first.map { [$0] } ?? []))
    self.init(
      identity: Self.identity(of: devices), lanes: lanes * devices.count, encoders: Self.processors(options)
    ) { (lane, layout) throws(RenderError) in
      if let renderer = first.take() { return DeviceDrawer(renderer, options: render, layout: layout) }
      let device = GPUDeviceSelection.index(devices[lane % devices.count].index)
      let renderer = try Renderer(.gpu(device), automaticThreads: nil, sharers: sharers ?? lanes)
      return DeviceDrawer(renderer, options: render, layout: layout)
    }
  }

  /// The number of lanes of each device.
  ///
  /// A lane keeps one processor busy, and most scenes take more time of the processor than of a device. The other
  /// processors encode. Software OpenGL draws one frame at a time, with all processors.
  ///
  /// - Parameters:
  ///   - devices: The number of devices.
  ///   - areHardware: Whether none of them is software.
  ///   - processors: The number of processors to use; `nil` for all.
  ///   - requested: The requested number; `nil` for the usual one.
  package static func lanes(
    ofEach devices: Int, areHardware: Bool, processors: Int?, _ requested: Int?
  ) -> Int {
    if let requested { return min(64, max(1, requested)) }
    guard areHardware else { return 1 }
    return min(8, max(1, (processors ?? ThreadCount.available) / (4 * max(1, devices))))
  }

  /// The same with the renderers of all lanes open and their shaders compiled by a first plan, so that a measurement
  /// counts neither.
  package func opened(drawing plan: RenderPlan, layout: FrameLayout?) throws(RenderError) -> Drawers {
    var open: [any FrameDrawer] = []
    for lane in 0..<lanes {
      let drawer = try factory(lane, layout)
      try drawer.begin(plan)
      _ = try drawer.end()
      open.append(drawer)
    }
    let (ready, make) = (Handover(open), factory)
    return Drawers(identity: identity, lanes: lanes, encoders: encoders) { (lane, layout) throws(RenderError) in
      if let drawer = ready.take() { return drawer }
      return try make(lane, layout)
    }
  }

  /// The number of threads that keep a machine busy: one more than there are processors, since a thread may wait for
  /// the disk.
  package static func processors(_ options: ExportOptions) -> Int { max(1, options.jobs ?? ThreadCount.available + 1) }

  /// The names and drivers of devices, without their numbers, which differ between machines.
  package static func identity(of devices: [GPUDeviceDescription]) -> String {
    Set(devices.map { "\($0.vendor) \($0.renderer) OpenGL ES \($0.version)" }).sorted().joined(separator: "; ")
  }
}

/// Values of which each lane takes one over. Unchecked because the lock guards them, and nobody else has a taken one.
private final class Handover<Value>: @unchecked Sendable {
  private let lock = NSLock()
  private var values: [Value]

  init(_ values: [Value]) {
    self.values = values
  }

  func take() -> Value? { lock.withLock { values.popLast() } }
}
