// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

// One CPU renderer and one GPU renderer for all tests of a process: a device takes long to open, and llvmpipe
// compiles each shader anew for every context.

package import Foundation
package import Lamina

/// One of the two renderers.
package enum BackEnd: String, CaseIterable, Codable, Sendable {
  case cpu
  case gpu
}

/// A picture and what its renderer counted.
package struct Drawing: Sendable {
  /// The picture.
  package var image: CGImage
  /// The renderer's counters of the drawing.
  package var statistics: RenderStatistics
}

/// The renderers that tests share. Any thread may draw; each renderer draws one plan at a time.
package enum SharedRenderers {
  private static let cpu = Shared(CPURenderer())
  private static let gpu = Result { Shared(try GPURenderer()) }
  /// A renderer for each profile of devices, on whatever device there is. Each has another way of records to the
  /// device, so that all scenes are drawn in each way.
  private static let profiles = Dictionary(
    uniqueKeysWithValues: DeviceProfile.all.map { profile in
      (profile, Result { Shared(try GPURenderer(profile: profile, records: records(profile))) })
    })

  private static func records(_ profile: DeviceProfile) -> RecordStorage {
    switch profile {
    case .software: .renewed
    case .hardware: .texture
    default: .mapped
    }
  }

  /// Whether a device for OpenGL ES can be used, software included.
  package static var hasGPU: Bool {
    if case .success = gpu { true } else { false }
  }

  /// The renderers that this machine has.
  package static var available: [BackEnd] { hasGPU ? [.cpu, .gpu] : [.cpu] }

  /// The back end's name in lists of tolerances: `cpu`, `gles-llvmpipe`, or `gles` for other devices.
  package static func name(of backEnd: BackEnd) -> String {
    guard backEnd == .gpu, case .success(let shared) = gpu else { return "cpu" }
    return shared.use { $0.deviceDescription.renderer.contains("llvmpipe") ? "gles-llvmpipe" : "gles" }
  }

  /// Runs a plan.
  package static func draw(_ plan: RenderPlan, on backEnd: BackEnd, strategy: RenderStrategy = .depth) throws -> Drawing
  {
    switch backEnd {
    case .cpu:
      try cpu.use { Drawing(image: try $0.render(plan, strategy: strategy), statistics: $0.statistics) }
    case .gpu:
      try gpu.get().use { Drawing(image: try $0.render(plan, strategy: strategy), statistics: $0.statistics) }
    }
  }

  /// Runs plans one after the other, and none of another test between them: for what a renderer keeps from frame to
  /// frame.
  package static func draw(_ plans: [RenderPlan], on backEnd: BackEnd) throws -> [Drawing] {
    switch backEnd {
    case .cpu:
      try cpu.use { renderer in
        try plans.map { Drawing(image: try renderer.render($0), statistics: renderer.statistics) }
      }
    case .gpu:
      try gpu.get().use { renderer in
        try plans.map { Drawing(image: try renderer.render($0), statistics: renderer.statistics) }
      }
    }
  }

  /// Runs a plan as devices of a profile would.
  package static func draw(
    _ plan: RenderPlan, as profile: DeviceProfile, strategy: RenderStrategy = .depth
  ) throws -> Drawing {
    guard let shared = profiles[profile] else { preconditionFailure("no profile \(profile.name)") }
    return try shared.get().use { Drawing(image: try $0.render(plan, strategy: strategy), statistics: $0.statistics) }
  }

  /// Runs plans one after the other, each beginning with the one before, and then each from nothing.
  package static func drawChanges(
    _ plans: [RenderPlan], on backEnd: BackEnd
  ) throws -> (kept: [Drawing], whole: [Drawing]) {
    guard backEnd == .cpu else { return try gpu.get().use { try drawChanges(plans, on: $0) } }
    return try cpu.use { renderer in
      renderer.drawsChangesOnly = true
      defer { renderer.drawsChangesOnly = false }
      let kept = try plans.map { Drawing(image: try renderer.render($0), statistics: renderer.statistics) }
      renderer.drawsChangesOnly = false
      return (kept, try plans.map { Drawing(image: try renderer.render($0), statistics: renderer.statistics) })
    }
  }

  /// Runs plans one after the other as devices of a profile would, each beginning with the one before, and then each
  /// from nothing.
  package static func drawChanges(
    _ plans: [RenderPlan], as profile: DeviceProfile
  ) throws -> (kept: [Drawing], whole: [Drawing]) {
    guard let shared = profiles[profile] else { preconditionFailure("no profile \(profile.name)") }
    return try shared.get().use { try drawChanges(plans, on: $0) }
  }

  private static func drawChanges(
    _ plans: [RenderPlan], on renderer: GPURenderer
  ) throws -> (kept: [Drawing], whole: [Drawing]) {
    func draw() throws -> [Drawing] {
      try plans.map { Drawing(image: try renderer.render($0), statistics: renderer.statistics) }
    }
    renderer.drawsChangesOnly = true
    defer { renderer.drawsChangesOnly = false }
    let kept = try draw()
    renderer.drawsChangesOnly = false
    return (kept, try draw())
  }

  /// Plans a tree and runs the plan.
  package static func draw(
    _ root: CALayer, at time: TimeInterval = 0, hostIsFlipped: Bool = false, options: PlanOptions = PlanOptions(),
    on backEnd: BackEnd, strategy: RenderStrategy = .depth
  ) throws -> Drawing {
    let snapshot = TreeSnapshot(of: root, at: time, hostIsFlipped: hostIsFlipped)
    return try draw(try Planner(options: options).plan(snapshot), on: backEnd, strategy: strategy)
  }
}

/// Something that one thread at a time may use.
private final class Shared<Value>: @unchecked Sendable {
  private let value: Value
  private let lock = NSLock()

  init(_ value: Value) {
    self.value = value
  }

  func use<Result>(_ body: (Value) throws -> Result) rethrows -> Result {
    lock.lock()
    defer { lock.unlock() }
    return try body(value)
  }
}
