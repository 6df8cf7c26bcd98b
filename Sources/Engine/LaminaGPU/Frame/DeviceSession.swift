// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import Foundation
import LaminaPlan

/// The frame runner of one renderer, made anew after its device was reset or its driver failed. Confined to the
/// device's thread.
///
/// A reset takes everything with it: programs, pictures, targets, and the frames whose pixels were on their way back. A
/// call that the driver refused may have left any of these half made, and nobody can ask which. In both cases the next
/// frame finds a new context on the same device, and uploads again what it draws.
final class DeviceSession {
  private let open: (GPUDeviceSelection) throws(GPUError) -> FrameRunner
  /// Whether frames begin with the one before them.
  var drawsChangesOnly = false {
    didSet { runner?.drawsChangesOnly = drawsChangesOnly }
  }
  /// What draws; `nil` from a loss to the next frame.
  private(set) var runner: FrameRunner?
  private var loss: GPUError?
  /// Frames that were begun and went with their context; each is still to be ended once.
  private var lostFrames = 0
  /// What the device is; it stays the same over resets.
  let description: GPUDeviceDescription
  /// Whether its context takes turns with others.
  private let takesTurns: Bool
  /// What it cannot do as asked, one sentence each.
  let notes: [String]
  /// How often the device was opened again.
  private(set) var reopened = 0

  /// - Parameters:
  ///   - selection: The device at first; later it is asked for by its index.
  ///   - open: Makes a context and what draws with it.
  init(
    _ selection: GPUDeviceSelection, open: @escaping (GPUDeviceSelection) throws(GPUError) -> FrameRunner
  ) throws(GPUError) {
    self.open = { (selection) throws(GPUError) in
      // What it lists may be software.
      try ContextTurns.take { () throws(GPUError) in try open(selection) }
    }
    let runner = try self.open(selection)
    self.runner = runner
    description = runner.device.description
    takesTurns = description.isSoftware
    notes = runner.device.notes
  }

  /// Does something with the device.
  ///
  /// - Throws: What `body` throws; what the driver notes and nobody asked for, since it would be blamed on the next
  ///   frame; `deviceUnusable` where the device was lost and cannot be opened again, as often as it is tried.
  func use<Value>(_ body: (FrameRunner) throws(GPUError) -> Value) throws(GPUError) -> Value {
    guard takesTurns else { return try useNow(body) }
    return try ContextTurns.take { () throws(GPUError) in try useNow(body) }
  }

  private func useNow<Value>(_ body: (FrameRunner) throws(GPUError) -> Value) throws(GPUError) -> Value {
    let runner = try live()
    let begun = runner.returns.count
    do throws(GPUError) {
      let value = try body(runner)
      try runner.device.check("putting a frame away")
      return value
    } catch {
      // Whoever began a frame with this is told of it.
      if error.isOfDriver {
        abandon(runner, error, frames: min(begun, runner.returns.count))
      } else {
        runner.device.forgetErrors()
      }
      throw error
    }
  }

  /// Waits for the frame that was begun first; for one that was lost, says so.
  func end() throws(GPUError) -> ReturnedPixels {
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
