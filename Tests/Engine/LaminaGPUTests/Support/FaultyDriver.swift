// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import Foundation
import LaminaGPU
import LaminaGraphics
import LaminaLayers
import LaminaPlan
import LaminaPlanner
import LaminaTestSupport

/// The machine's own driver, one call of which fails, whichever function it is: `tools/faulting/driver.c` stands
/// between. One renderer at a time, in a process of its own.
struct FaultyDriver: Sendable {
  /// How a call fails.
  enum Fault: Int32, Codable, CaseIterable, Sendable {
    /// It does nothing, and the driver says that there was no memory.
    case memory = 1
    /// The context is lost with it, until another one is made.
    case loss = 2
  }

  private typealias Find = @convention(c) (UnsafePointer<CChar>, UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer?
  private typealias Fail = @convention(c) (Int32, Int) -> Void
  private typealias Count = @convention(c) () -> Int
  private typealias Failed = @convention(c) () -> UnsafePointer<CChar>?

  private let find: Find
  private let fail: Fail
  private let counted: Count
  private let name: Failed

  /// The compiled library; `nil` where there is no compiler, or one for another processor.
  static let library: String? = {
    let source = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appendingPathComponent("../../../../tools/faulting/driver.c").standardized.path
    let target = FileManager.default.temporaryDirectory.appendingPathComponent("lamina-driver-\(getpid()).so").path
    let made = try? LaminaTool.shell("clang -shared -fPIC -O1 -o '\(target)' '\(source)'")
    return made?.status == 0 ? target : nil
  }()

  /// Loads the compiled library.
  init?(_ path: String) {
    guard let library = dlopen(path, RTLD_NOW), let find = dlsym(library, "lamina_driver_function"),
      let fail = dlsym(library, "lamina_driver_fail"), let count = dlsym(library, "lamina_driver_count"),
      let failed = dlsym(library, "lamina_driver_failed")
    else { return nil }
    self.find = unsafeBitCast(find, to: Find.self)
    self.fail = unsafeBitCast(fail, to: Fail.self)
    counted = unsafeBitCast(count, to: Count.self)
    name = unsafeBitCast(failed, to: Failed.self)
  }

  /// Libraries with this driver in front of the real one's functions.
  var libraries: GPULibraries {
    var libraries = GPULibraries()
    libraries.substitute = { [self] name, original in original.flatMap { find(name, $0) } }
    return libraries
  }

  /// Counts calls from now on, and has one of them fail; none, where it is `nil`.
  func fail(_ call: Int?, _ fault: Fault) { fail(fault.rawValue, call ?? 0) }

  /// Calls since counting began.
  var count: Int { counted() }

  /// The function whose call failed; `nil` where none did.
  var failed: String? { name().map { String(cString: $0) } }
}

/// The scenes that drivers are failed over.
enum DriverScene {
  /// A tree with every operation: random ones, which hold them all, and particles.
  static func plan() throws -> RenderPlan {
    let root = CALayer()
    root.bounds = CGRect(x: 0, y: 0, width: 360, height: 200)
    for seed in 0..<6 {
      let tree = LaminaTestSupport.RandomTree.make(seed: seed)
      tree.frame.origin = CGPoint(x: 120 * (seed % 3), y: 100 * (seed / 3))
      root.addSublayer(tree)
    }
    let emitter = CAEmitterLayer()
    emitter.frame = root.bounds
    emitter.emitterPosition = CGPoint(x: 100, y: 100)
    let cell = CAEmitterCell()
    (cell.birthRate, cell.lifetime, cell.velocity, cell.emissionRange) = (40, 2, 60, 6)
    cell.contents = makePicture(8, 8)
    emitter.emitterCells = [cell]
    root.addSublayer(emitter)
    return try Planner().plan(TreeSnapshot(of: root, at: 2))
  }

  /// Draws a frame at once, or as films are drawn.
  static func draw(
    _ plan: RenderPlan, _ renderer: GPURenderer, throughBuffers: Bool
  ) throws(GPUError) -> CGImage? {
    guard throughBuffers else { return try renderer.render(plan) }
    try renderer.begin(plan)
    guard case .image(let image) = try renderer.end() else { return nil }
    return image
  }

  /// Which of so many calls are failed: all where `LAMINA_FAULTS` is `all`, else some along the way.
  static func places(_ count: Int, some: Int) -> StrideThrough<Int> {
    let isThorough = ProcessInfo.processInfo.environment["LAMINA_FAULTS"] == "all"
    return stride(from: 1, through: count, by: isThorough ? 1 : max(1, count / some))
  }
}
