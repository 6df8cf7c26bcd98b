// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import CEGL

/// Memory that the driver reads: instances, or uniform blocks. Its contents are replaced as a whole, once a frame.
final class Buffer {
  /// What it is bound as.
  enum Kind {
    case instances
    case uniforms
  }

  let name: OwnedName<BufferObject>
  private let target: GLenum
  private let label: String
  private let device: Device

  init(_ label: String, _ kind: Kind, on device: Device) {
    self.device = device
    self.label = label
    target = GLenum(kind == .instances ? GL_ARRAY_BUFFER : GL_UNIFORM_BUFFER)
    name = OwnedName(on: device)
    device.gl.vertices.bindBuffer(target, name.rawValue)
    device.label(name, label)
  }

  /// Replaces the contents; the driver keeps the old ones while draws read them. The corresponding GL call is
  /// `glBufferData`.
  func upload(_ bytes: UnsafeRawBufferPointer) throws(GPUError) {
    device.gl.vertices.bindBuffer(target, name.rawValue)
    device.gl.vertices.bufferData(target, bytes.count, bytes.baseAddress, GLenum(GL_STREAM_DRAW))
    try device.check("\(bytes.count) bytes of \(label)")
  }

  /// Binds a part as the uniform block at binding 0. The corresponding GL call is `glBindBufferRange`.
  func bindUniforms(offset: Int, count: Int) {
    device.gl.vertices.bindBufferRange(target, 0, name.rawValue, offset, count)
  }
}
