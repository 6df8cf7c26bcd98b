// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import CEGL

/// Memory that the driver reads: instances, or uniform blocks. Its contents are replaced as a whole, once a frame.
final class Buffer {
  /// The binding point of the buffer.
  enum Kind {
    case instances
    case uniforms
  }

  let name: OwnedName<BufferObject>
  private let kind: Kind
  /// The largest number of bytes that the buffer has held.
  private var most = 0
  private let label: String
  private let device: Device

  init(_ label: String, _ kind: Kind, on device: Device) {
    self.device = device
    self.label = label
    self.kind = kind
    name = OwnedName(on: device)
    device.state.bind(buffer: name.rawValue, as: target)
    device.label(name, label)
  }

  private var target: ContextState.BufferTarget {
    switch kind {
    case .instances: .instances
    case .uniforms: .uniforms
    }
  }

  /// Replaces the contents; the driver keeps the old ones while draws read them. The corresponding GL call is
  /// `glBufferData`.
  func upload(_ bytes: UnsafeRawBufferPointer) throws(GPUError) {
    device.state.bind(buffer: name.rawValue, as: target)
    device.gl.vertices.bufferData(target.code, bytes.count, bytes.baseAddress, GLenum(GL_STREAM_DRAW))
    // An upload that is no larger than an earlier one needs no new memory; other errors are noticed at the end of the
    // frame.
    guard bytes.count > most else { return }
    try device.check("\(bytes.count) bytes of \(label)")
    most = bytes.count
  }

  /// Binds a part as the uniform block at binding 0. The corresponding GL call is `glBindBufferRange`.
  func bindUniforms(offset: Int, count: Int) {
    device.state.bind(uniforms: name.rawValue, offset: offset, count: count)
  }
}
