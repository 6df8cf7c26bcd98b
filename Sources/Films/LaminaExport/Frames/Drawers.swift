// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import Foundation
package import Lamina
import LaminaCPU
package import LaminaGPU
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

  /// Makes one lane for a GPU renderer, or as many CPU renderers as there are threads.
  package init(_ renderer: Renderer, options: ExportOptions) {
    let jobs = Self.processors(options)
    let render = options.render
    guard renderer.usesGPU, let device = renderer.device else {
      // Frames in parallel, each on one thread, keep all processors busy without waiting for each other.
      let budget = CPURenderer.defaultPassBudget / jobs
      self.init(identity: "CPU", lanes: jobs, encoders: 0) { (_, layout) throws(RenderError) in
        PlainDrawer(Renderer(cpuThreads: 1, passBudget: budget), options: render, layout: layout)
      }
      return
    }
    let first = FirstRenderer(renderer)
    self.init(identity: Self.identity(of: [device]), lanes: 1, encoders: jobs) { (_, layout) throws(RenderError) in
      if let renderer = first.take() { return DeviceDrawer(renderer, options: render, layout: layout) }
      return DeviceDrawer(try Renderer(.gpu(.index(device.index))), options: render, layout: layout)
    }
  }

  /// Makes one lane for each of several devices.
  package init(devices: [GPUDeviceDescription], options: ExportOptions) {
    let (jobs, render) = (max(1, options.jobs ?? ThreadCount.available), options.render)
    self.init(identity: Self.identity(of: devices), lanes: devices.count, encoders: jobs) {
      (lane, layout) throws(RenderError) in
      DeviceDrawer(try Renderer(.gpu(.index(devices[lane].index))), options: render, layout: layout)
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

/// The renderer of an export, which the first lane takes.
private final class FirstRenderer: @unchecked Sendable {
  private let lock = NSLock()
  private var renderer: Renderer?

  init(_ renderer: Renderer) {
    self.renderer = renderer
  }

  func take() -> Renderer? {
    lock.withLock {
      defer { renderer = nil }
      return renderer
    }
  }
}
