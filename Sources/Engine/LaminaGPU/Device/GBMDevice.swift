// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import CEGL
import Foundation
import LaminaGraphics
import LaminaSystem
import Synchronization

/// Opens render nodes through GBM, for drivers that offer no other display without a window system.
enum GBMDevice {
  /// The addresses of the `gbm_device` of each node. They live as long as the process, as their displays do.
  private static let opened = Locked<[String: UInt]>([:])

  static func open(_ node: String, library name: String) throws(GPUError) -> UnsafeMutableRawPointer? {
    if let known = opened.withLock({ $0[node] }) { return UnsafeMutableRawPointer(bitPattern: known) }
    let library = try DynamicLibrary(name)
    let create: @convention(c) (CInt) -> UnsafeMutableRawPointer? =
      try FunctionLoader { library.address(of: $0) }.function("gbm_create_device")
    let descriptor = Foundation.open(node, O_RDWR | O_CLOEXEC)
    guard descriptor >= 0 else {
      throw .libraryMissing(name: node, reason: String(cString: strerror(errno)))
    }
    guard let device = create(descriptor) else {
      close(descriptor)
      throw .libraryMissing(name: node, reason: "GBM has no driver for it")
    }
    opened.withLock { $0[node] = UInt(bitPattern: device) }
    return device
  }
}
