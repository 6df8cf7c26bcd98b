// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import CEGL
import LaminaGeometry
import LaminaGraphics
import LaminaSystem

/// Memory into which the driver packs pixels while it continues to draw; mapped once the pixels have arrived, until
/// nobody reads them any more.
final class PixelBuffer {
  private let name: OwnedName<BufferObject>
  private let device: Device
  /// The capacity of the buffer, bytes.
  let capacity: Int
  private var fence: OpaquePointer?

  /// Reserves the memory. The corresponding GL call is `glBufferData`.
  init(bytes: Int, on device: Device) throws(GPUError) {
    self.device = device
    capacity = bytes
    name = OwnedName(on: device)
    bind()
    device.gl.vertices.bufferData(GLenum(GL_PIXEL_PACK_BUFFER), bytes, nil, GLenum(GL_STREAM_READ))
    device.label(name, "read-back")
    try device.check("\(bytes) bytes of a buffer to read back into")
  }

  deinit {
    if let fence { device.gl.readBack.deleteSync(fence) }
  }

  /// Begins to read parts of the bound target into consecutive ranges, the top row of each first. The corresponding GL
  /// calls are `glReadPixels` and `glFenceSync`.
  ///
  /// - Precondition: The buffer has room for all parts, and the previous read was waited for.
  func begin(_ parts: [PixelRect]) {
    precondition(4 * parts.pixelCount <= capacity, "a buffer is read into beyond its end")
    bind()
    device.state.set(.packing, to: 0)
    var offset = 0
    for part in parts {
      // With a buffer bound, the address is an offset in it.
      device.gl.state.readPixels(
        part.minX, part.minY, GLsizei(part.width), GLsizei(part.height), GLenum(GL_RGBA), GLenum(GL_UNSIGNED_BYTE),
        UnsafeMutableRawPointer(bitPattern: offset))
      offset += 4 * part.area
    }
    fence = device.gl.readBack.fenceSync(GLenum(GL_SYNC_GPU_COMMANDS_COMPLETE), 0)
    device.gl.readBack.flush()
  }

  /// Waits until the pixels have arrived, and maps them. The buffer is not used until ``unmap()``; other buffers are,
  /// which OpenGL ES allows. The corresponding GL calls are `glClientWaitSync` and `glMapBufferRange`.
  func map(_ count: Int, _ meter: LimitMeter) throws(GPUError) -> UnsafeRawBufferPointer {
    let readBack = device.gl.readBack
    if let fence {
      self.fence = nil
      defer { readBack.deleteSync(fence) }
      try device.wait(for: fence, meter, "waiting for \(count) bytes")
    }
    bind()
    guard
      let address = readBack.mapBufferRange(GLenum(GL_PIXEL_PACK_BUFFER), 0, count, GLbitfield(GL_MAP_READ_BIT))
    else {
      try device.check("mapping \(count) bytes that were read back")
      throw .outOfMemory(object: "mapping \(count) bytes that were read back")
    }
    return UnsafeRawBufferPointer(start: address, count: count)
  }

  /// Ends the use of mapped pixels. The corresponding GL call is `glUnmapBuffer`.
  func unmap() {
    bind()
    _ = device.gl.readBack.unmapBuffer(GLenum(GL_PIXEL_PACK_BUFFER))
  }

  private func bind() {
    device.state.bind(buffer: name.rawValue, as: .packing)
  }
}
