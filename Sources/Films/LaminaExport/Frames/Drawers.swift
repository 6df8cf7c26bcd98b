// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import Foundation
package import Lamina
import LaminaCPU
package import LaminaGPU

/// What draws a film: how many lanes, what each draws with, and where frames are encoded.
package struct Drawers: Sendable {
  /// What draws, in words that name it in manifests: no number of threads, which changes no pixel.
  package var identity: String
  /// How many threads draw, each with a drawer.
  package var lanes: Int
  /// How many threads encode; 0 where lanes encode what they have drawn.
  package var encoders: Int
  /// Makes what a lane draws with.
  package let factory: DrawerFactory

  /// Lanes with any drawers.
  package init(identity: String, lanes: Int, encoders: Int, factory: @escaping DrawerFactory) {
    self.identity = identity
    self.lanes = lanes
    self.encoders = encoders
    self.factory = factory
  }

  /// Those for one renderer, or for as many CPU renderers as there are threads.
  package init(_ renderer: Renderer, options: ExportOptions) {
    let jobs = Self.processors(options)
    let render = options.render
    guard renderer.usesGPU, let device = renderer.device else {
      // Frames side by side, each on one thread, keep all processors busy without waiting for each other.
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

  /// One lane for each of several devices.
  package init(devices: [GPUDeviceDescription], options: ExportOptions) {
    let (jobs, render) = (max(1, options.jobs ?? ThreadCount.available), options.render)
    self.init(identity: Self.identity(of: devices), lanes: devices.count, encoders: jobs) {
      (lane, layout) throws(RenderError) in
      DeviceDrawer(try Renderer(.gpu(.index(devices[lane].index))), options: render, layout: layout)
    }
  }

  /// How many threads keep a machine busy: one more than there are processors, so that all are while one waits for the
  /// disk.
  package static func processors(_ options: ExportOptions) -> Int { max(1, options.jobs ?? ThreadCount.available + 1) }

  /// Devices by make and driver; not by their numbers, which differ from machine to machine.
  package static func identity(of devices: [GPUDeviceDescription]) -> String {
    Set(devices.map { "\($0.vendor) \($0.renderer) OpenGL ES \($0.version)" }).sorted().joined(separator: "; ")
  }
}

/// The renderer that an export was given, for the first lane that asks.
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
