// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import CEGL
import Foundation
import LaminaCPU
import LaminaGPU
import LaminaGraphics
import LaminaLayers
import LaminaPlan
import LaminaSystem
import LaminaTestSupport
import Testing

/// The three ways of records to the device. All scenes are drawn in each way by `ParityTests`, whose profiles have
/// different ways.
@Suite(.needsDevice) struct RecordStorageTests {
  /// A driver that can do a way at best, on a machine whose own driver has all of them.
  static func driver(for storage: RecordStorage) -> FakeDriver {
    switch storage {
    case .mapped: FakeDriver()
    case .renewed: FakeDriver(.init(hidden: ["GL_EXT_buffer_storage"]))
    case .texture: FakeDriver(.init(hidden: ["GL_EXT_texture_buffer", "GL_OES_texture_buffer"]))
    }
  }

  static let hasAll: Bool = (try? SharedRenderer.renderer().recordStorage) == .mapped

  /// Rows of boxes of one colour, with different corners.
  static func plan(_ count: Int, color: CGFloat = 0.5) throws -> RenderPlan {
    let root = makeRoot(160, 120, color: CGColor(srgbRed: 1, green: 1, blue: 1, alpha: 1))
    for index in 0..<count {
      let color = CGColor(srgbRed: color, green: CGFloat(index % 17) / 16, blue: 0, alpha: 0.9)
      let layer = makeLayer(
        9, 7, at: CGPoint(x: 5 + 10 * (index % 15), y: 5 + 8 * (index / 15 % 14)), color: color,
        radius: CGFloat(index % 4))
      root.addSublayer(layer)
    }
    return try makePlan(of: root)
  }

  private static func expectRight(
    _ image: CGImage, _ plan: RenderPlan, _ comment: Comment, sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let (largest, pixels) = image.difference(from: try CPURenderer().render(plan), tolerance: 2)
    #expect(pixels == 0, "\(comment): \(pixels) pixels, up to \(largest)", sourceLocation: sourceLocation)
  }

  /// Expects the right pictures of plans whose frames are under way at once.
  private static func expectRight(
    of plans: [RenderPlan], under renderer: GPURenderer, _ comment: Comment,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    for plan in plans { try renderer.begin(plan) }
    for (number, plan) in plans.enumerated() {
      guard case .image(let image) = try renderer.end() else {
        Issue.record("no image", sourceLocation: sourceLocation)
        return
      }
      try expectRight(image, plan, "\(comment), frame \(number)", sourceLocation: sourceLocation)
    }
  }

  @Test("a driver has the first way that it can do", .enabled(if: hasAll, "this driver lacks an extension"))
  func choice() throws {
    for storage in RecordStorage.allCases {
      let driver = Self.driver(for: storage)
      let renderer = try GPURenderer(libraries: driver.libraries)
      #expect(renderer.recordStorage == storage)
      for (name, plan) in try LimitTests.scenes.get() {
        try Self.expectRight(try renderer.render(plan), plan, "\(storage): \(name)")
      }
    }
    // Some devices read no more than 65,536 texels of a buffer, fewer than frames have.
    let driver = FakeDriver(.init(integers: [GL_MAX_TEXTURE_BUFFER_SIZE: 65_536]))
    let renderer = try GPURenderer(libraries: driver.libraries)
    #expect(renderer.recordStorage == .texture)
    let plan = try Self.plan(30)
    try Self.expectRight(try renderer.render(plan), plan, "few texels")
    // One of the two extensions is enough.
    for hidden in ["GL_EXT_texture_buffer", "GL_OES_texture_buffer"] {
      let driver = FakeDriver(.init(hidden: [hidden]))
      let renderer = try GPURenderer(libraries: driver.libraries)
      #expect(renderer.recordStorage == .mapped)
      try Self.expectRight(try renderer.render(plan), plan, "without \(hidden)")
    }
  }

  @Test("frames of more and of fewer records than before are right", arguments: RecordStorage.allCases)
  func sizes(_ storage: RecordStorage) throws {
    let renderer = try GPURenderer(records: storage)
    for count in [3, 900, 2, 1800, 5000, 40] {
      let plan = try Self.plan(count)
      try Self.expectRight(try renderer.render(plan), plan, "\(count) boxes")
    }
  }

  @Test("memory that one large frame needed is freed when later frames need little", arguments: RecordStorage.allCases)
  func freed(_ storage: RecordStorage) throws {
    let renderer = try GPURenderer(records: storage)
    let (large, small) = (try Self.plan(5000), try Self.plan(3))
    func draw(_ plan: RenderPlan, _ count: Int) throws {
      for _ in 0..<count { try renderer.begin(plan) }
      for _ in 0..<count { _ = try renderer.end() }
    }
    try draw(large, 3)
    // More than five texels for each box, in up to three regions.
    let most = renderer.recordBytes
    #expect(most >= 5000 * 5 * 16)
    // As long as a large frame comes now and then, it stays.
    for _ in 0..<6 {
      try draw(small, 2)
      try draw(large, 2)
      for _ in 0..<9 { try draw(small, 3) }
      #expect(renderer.recordBytes >= 5000 * 5 * 16)
    }
    for _ in 0..<44 { try draw(small, 3) }
    #expect(renderer.recordBytes <= 4 * FrameMemory.unit, "of \(most) bytes, \(renderer.recordBytes) stay")
    for count in [3, 5000, 40] {
      let plan = try Self.plan(count)
      try Self.expectRight(try renderer.render(plan), plan, "\(count) boxes")
    }
  }

  @Test("frames that outgrow the memory lent to them are right, and it is not read", arguments: RecordStorage.allCases)
  func outgrown(_ storage: RecordStorage) throws {
    let driver = Self.driver(for: storage)
    let renderer = try GPURenderer(libraries: driver.libraries)
    // Under way at once, so that the memory of three frames outgrows.
    for count in [40, 700, 1700, 4000] {
      let plans = try (0..<3).map { try Self.plan(count + 30 * $0, color: CGFloat($0) / 4) }
      try Self.expectRight(of: plans, under: renderer, "\(count) boxes")
    }
    #expect(driver.mappedRecords > 0 && driver.violations.isEmpty, "\(driver.violations)")
  }

  @Test("frames that the device has not drawn keep their records", arguments: RecordStorage.allCases)
  func underWay(_ storage: RecordStorage) throws {
    let renderer = try GPURenderer(records: storage)
    // Twice: in the second turn, the memory of the first one is used again.
    for turn in 0..<2 {
      let plans = try (0..<6).map { try Self.plan(40 + 300 * ($0 % 3), color: CGFloat($0) / 8 + CGFloat(turn) / 50) }
      try Self.expectRight(of: plans, under: renderer, "turn \(turn)")
    }
  }

  @Test(
    "a frame takes no call for records that stay mapped, and none reads them from the program's memory",
    .enabled(if: hasAll, "this driver lacks an extension"))
  func calls() throws {
    var calls: [RecordStorage: Int] = [:]
    let plan = try Self.plan(400)
    for storage in RecordStorage.allCases {
      let driver = Self.driver(for: storage)
      let renderer = try GPURenderer(libraries: driver.libraries, profile: .software, isDebugging: false)
      for _ in 0..<4 { _ = try renderer.render(plan) }
      let (mapped, copies) = (driver.mappedRecords, driver.recordCopies.count)
      _ = try renderer.render(plan)
      calls[storage] = renderer.statistics.glCalls
      #expect(driver.mappedRecords - mapped == (storage == .mapped ? 0 : 1), "\(storage)")
      #expect(driver.recordCopies.count - copies == (storage == .texture ? 1 : 0), "\(storage)")
      #expect(driver.recordCopies.allSatisfy { !$0.isFromMemory }, "\(storage)")
      // 400 boxes of some ten texels, in whole rows.
      if let last = driver.recordCopies.last { #expect((64_000...128_000).contains(last.bytes), "\(last.bytes)") }
    }
    let mapped = try #require(calls[.mapped])
    // Mapping and unmapping.
    #expect(calls[.renewed] == mapped + 2)
    // Binding the buffer and unbinding it, the texture that is filled, and filling it.
    #expect((mapped + 5...mapped + 8).contains(try #require(calls[.texture])))
  }

  @Test("a frame beyond three that the device has not drawn waits, within its limits")
  func late() throws {
    let driver = FakeDriver()
    let renderer = try GPURenderer(libraries: driver.libraries)
    guard renderer.recordStorage == .mapped else { return }
    let plans = try (0..<4).map { try Self.plan(20 + $0) }
    driver.answers.keepsFences = true
    for plan in plans.prefix(3) { try renderer.begin(plan) }
    var limits = RenderLimits()
    limits.time = 0.2
    let error = #expect(throws: GPUError.self) { try renderer.begin(plans[3], meter: LimitMeter(limits)) }
    guard case .overLimit = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    driver.answers.keepsFences = false
    // The others arrive all the same, and the frame is drawn in its turn.
    try renderer.begin(plans[3])
    for (number, plan) in plans.enumerated() {
      guard case .image(let image) = try renderer.end() else {
        Issue.record("no image")
        return
      }
      try Self.expectRight(image, plan, "frame \(number)")
    }
    #expect(renderer.reopened == 0)
  }

  @Test(
    "without memory of the driver to write to, records are sent from the program's by one copy",
    arguments: [
      RecordStorage.renewed, .texture,
    ])
  func unmapped(_ storage: RecordStorage) throws {
    let driver = Self.driver(for: storage)
    let renderer = try GPURenderer(libraries: driver.libraries, profile: .software)
    let plan = try Self.plan(100)
    for number in 0..<4 {
      // From the second frame on there is a buffer, which the first one made.
      if number == 2 { driver.answers.failing = ("glMapBufferRange", (driver.calls["glMapBufferRange"] ?? 0) + 1) }
      try Self.expectRight(try renderer.render(plan), plan, "frame \(number)")
    }
    #expect(driver.recordCopies.allSatisfy { !$0.isFromMemory })
    #expect(renderer.reopened == 0)
  }

  @Test("a driver that lets no buffer stay mapped is an error, and the next frame is drawn")
  func noMapping() throws {
    let driver = FakeDriver()
    driver.answers.failing = ("glMapBufferRange", 1)
    let renderer = try GPURenderer(libraries: driver.libraries, profile: .software)
    guard renderer.recordStorage == .mapped else { return }
    let plan = try Self.plan(10)
    let error = #expect(throws: GPUError.self) { try renderer.render(plan) }
    guard case .outOfMemory = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    try Self.expectRight(try renderer.render(plan), plan, "the next frame")
  }
}

/// The memory that records are written to.
@Suite struct FrameMemoryTests {
  /// The numbers that were written.
  private func numbers(_ memory: FrameMemory) -> [UInt32] {
    (0..<memory.count / 4).map { memory.start.loadUnaligned(fromByteOffset: 4 * $0, as: UInt32.self) }
  }

  /// The numbers that were written, of which the first are in lent memory.
  private func numbers(_ memory: FrameMemory, after lent: UnsafeMutableRawBufferPointer) -> [UInt32] {
    lent.prefix(memory.lentCount).indices.filter { $0.isMultiple(of: 4) }.map {
      lent.loadUnaligned(fromByteOffset: $0, as: UInt32.self)
    } + numbers(memory).dropFirst(memory.lentCount / 4)
  }

  @Test("what is written stays when lent memory is full, which keeps its end and is not read")
  func growth() {
    let lent = UnsafeMutableRawBufferPointer.allocate(byteCount: 64, alignment: 16)
    defer { lent.deallocate() }
    lent.initializeMemory(as: UInt8.self, repeating: 0xAA)
    var memory = FrameMemory(lent: lent.baseAddress ?? UnsafeMutableRawPointer(bitPattern: 16)!, capacity: 48)
    for number in UInt32(0)..<12 { memory.append(number) }
    #expect(memory.isLent && memory.count == 48)
    memory.store(99, at: 8)
    for number in UInt32(12)..<100_000 { memory.append(number) }
    #expect(!memory.isLent && memory.capacity.isMultiple(of: FrameMemory.unit) && memory.capacity >= memory.count)
    #expect(memory.lentCount == 48)
    #expect(numbers(memory, after: lent) == [0, 1, 99] + Array(3..<100_000))
    // Changes of what was written before reach either part.
    memory.store(77, at: 44)
    memory.store(88, at: 48)
    #expect(numbers(memory, after: lent)[10...13] == [10, 77, 88, 13])
    #expect(lent[48..<64].allSatisfy { $0 == 0xAA })
  }

  @Test("values of any alignment are written one behind the other")
  func alignment() {
    var memory = FrameMemory()
    memory.append(UInt8(7))
    memory.append(SIMD4<UInt32>(1, 2, 3, 4))
    #expect(memory.count == 17)
    #expect(memory.start.loadUnaligned(fromByteOffset: 13, as: UInt32.self) == 4)
  }
}
