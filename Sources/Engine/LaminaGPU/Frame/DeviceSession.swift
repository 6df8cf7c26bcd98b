// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import Foundation
import LaminaPlan
import LaminaSystem

/// The frame runner of one renderer, made again after its device was reset or its driver failed. Confined to the
/// device's thread.
///
/// A reset destroys everything: programs, pictures, targets, and the frames that were being read back. A call that the
/// driver refused may have left any of these incomplete, which cannot be queried. In both cases the next frame uses a
/// new context on the same device, and uploads its pictures again.
final class DeviceSession {
  private let open: (GPUDeviceSelection) throws(GPUError) -> FrameRunner
  /// Whether frames begin with the pixels of the frame before.
  var drawsChangesOnly = false {
    didSet { runner?.drawsChangesOnly = drawsChangesOnly }
  }
  /// The frame runner; `nil` from a loss to the next frame.
  private(set) var runner: FrameRunner?
  private var loss: GPUError?
  /// The number of begun frames that were lost with their context; each is still to be ended once.
  private var lostFrames = 0
  /// The description of the device; it stays the same over resets.
  let description: GPUDeviceDescription
  /// Whether the context takes turns with others.
  private let takesTurns: Bool
  /// The requested features that the device lacks, one sentence each.
  let notes: [String]
  /// The number of times that the device was opened again.
  private(set) var reopened = 0

  /// - Parameters:
  ///   - selection: The device that is opened first; later it is selected by its index.
  ///   - open: Makes a context and the frame runner that draws with it.
  init(
    _ selection: GPUDeviceSelection, open: @escaping (GPUDeviceSelection) throws(GPUError) -> FrameRunner
  ) throws(GPUError) {
    self.open = { (selection) throws(GPUError) in
      // The selected device may be software, whose contexts take turns.
      try ContextTurns.take { () throws(GPUError) in try open(selection) }
    }
    let runner = try self.open(selection)
    self.runner = runner
    description = runner.device.description
    takesTurns = description.isSoftware
    notes = runner.device.notes
  }

  /// Runs `body` with the frame runner.
  ///
  /// - Parameter meter: The meter of the frame's cost, which does not include waiting for the turns of other contexts.
  /// - Throws: The error of `body`; errors that the driver recorded and `body` did not check, since they would be
  ///   attributed to the next frame; `deviceUnusable` at every call while a lost device cannot be opened again.
  func use<Value>(
    _ meter: LimitMeter? = nil, _ body: (FrameRunner) throws(GPUError) -> Value
  ) throws(GPUError) -> Value {
    guard takesTurns else { return try useNow(body) }
    let start = ContinuousClock.now
    return try ContextTurns.take { () throws(GPUError) in
      meter?.excuse(start.duration(to: .now))
      return try useNow(body)
    }
  }

  private func useNow<Value>(_ body: (FrameRunner) throws(GPUError) -> Value) throws(GPUError) -> Value {
    let runner = try live()
    let begun = runner.returns.count
    do throws(GPUError) {
      let value = try body(runner)
      try runner.device.check("a frame")
      return value
    } catch {
      // This error reports the frame that `body` began, so that frame is not counted as lost.
      if error.isOfDriver {
        abandon(runner, error, frames: min(begun, runner.returns.count))
      } else {
        // Draws of a failed frame that go on would change the driver's lists in the turn of another context.
        if takesTurns { runner.device.finish() }
        runner.device.forgetErrors()
      }
      throw error
    }
  }

  /// Waits for the frame that was begun first; throws the loss if that frame was lost.
  func end() throws(GPUError) -> ArrivedFrame {
    if lostFrames > 0, let loss {
      lostFrames -= 1
      throw loss
    }
    return try use { (runner) throws(GPUError) in try runner.returns.end() }
  }

  private func live() throws(GPUError) -> FrameRunner {
    if let runner { return runner }
    let made = try open(.index(description.index))
    reopened += 1
    made.drawsChangesOnly = drawsChangesOnly
    runner = made
    return made
  }

  private func abandon(_ runner: FrameRunner, _ error: GPUError, frames: Int) {
    lostFrames += frames
    loss = error
    runner.device.waitForReset()
    self.runner = nil
  }
}
