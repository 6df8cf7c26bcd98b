// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import CEGL
import LaminaSystem

/// A point in the work of a device, behind all commands that were submitted before it.
final class Fence {
  private let device: Device
  /// `nil` once the device is known to have reached the point.
  private var sync: OpaquePointer?

  /// Adds a fence to the commands. The corresponding GL call is `glFenceSync`.
  ///
  /// - Returns: `nil` if the driver makes none.
  init?(on device: Device) {
    self.device = device
    sync = device.gl.readBack.fenceSync(GLenum(GL_SYNC_GPU_COMMANDS_COMPLETE), 0)
    if sync == nil { return nil }
  }

  deinit { reach() }

  /// Whether the device has reached the fence; does not wait for it. The corresponding GL call is `glClientWaitSync`.
  func isReached() -> Bool {
    guard let sync else { return true }
    let state = device.gl.readBack.clientWaitSync(sync, 0, 0)
    guard state == GLenum(GL_ALREADY_SIGNALED) || state == GLenum(GL_CONDITION_SATISFIED) else { return false }
    reach()
    return true
  }

  /// Waits for the device, unless the picture exceeds its limits. The corresponding GL call is `glClientWaitSync`.
  ///
  /// - Parameter what: The name of the awaited work, for errors.
  func wait(_ meter: LimitMeter, _ what: @autoclosure () -> String) throws(GPUError) {
    guard let sync else { return }
    func state() -> GLenum {
      device.gl.readBack.clientWaitSync(sync, GLbitfield(GL_SYNC_FLUSH_COMMANDS_BIT), 50_000_000)
    }
    var now = state()
    // A lost device should signal its fences; if it does not, the reset status and the time limit are checked twenty
    // times a second.
    now = try device.gl.calls.leavingOut { () throws(GPUError) in
      while now == GLenum(GL_TIMEOUT_EXPIRED) {
        try device.checkReset(what())
        if meter.isOutOfTime("drawing"), let limit = meter.verdict { throw .overLimit(limit) }
        now = state()
      }
      return now
    }
    // A driver that cannot wait for a fence still waits for everything.
    if now != GLenum(GL_ALREADY_SIGNALED), now != GLenum(GL_CONDITION_SATISFIED) { device.finish() }
    reach()
  }

  private func reach() {
    if let sync = sync.take() { device.gl.readBack.deleteSync(sync) }
  }
}
