// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import LaminaShaders

/// The way of the records of a frame to the shaders of a device. Each way draws the same picture; a device has the
/// first that its driver can do.
package enum RecordStorage: String, Sendable, Hashable, CaseIterable {
  /// A buffer that stays mapped: writing to it needs no call of the driver. Shaders read it as a texture buffer.
  case mapped
  /// A buffer that is mapped for each frame, when the driver gives it new memory. Shaders read it as a texture buffer.
  case renewed
  /// A texture, filled by the device from a buffer that is mapped for each frame.
  case texture

  /// - Parameters:
  ///   - isMapped: Whether buffers can stay mapped.
  ///   - isBuffer: Whether shaders can read a buffer that is large enough.
  init(isMapped: Bool, isBuffer: Bool) {
    self = isBuffer ? isMapped ? .mapped : .renewed : .texture
  }
}

extension Device {
  /// How shaders read records.
  var recordReading: RecordReading {
    guard recordStorage != .texture else { return .texture }
    let names = ["GL_EXT_texture_buffer", "GL_OES_texture_buffer"]
    return .buffer(extension: names.first(where: extensions.contains) ?? names[0])
  }
}
