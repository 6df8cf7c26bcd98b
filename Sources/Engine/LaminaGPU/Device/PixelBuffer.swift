// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import CEGL
import LaminaGeometry
import LaminaGraphics
import LaminaSystem

/// Memory into which the driver packs pixels while it continues to draw; mapped once the pixels have arrived, until
/// nobody reads them any more, or always where the driver can do that.
final class PixelBuffer {
  private let name: OwnedName<BufferObject>
  private let device: Device
  /// The capacity of the buffer, bytes.
  let capacity: Int
  /// The memory of a buffer that stays mapped.
  private var address: UnsafeMutableRawPointer?
  /// The end of the last read; `nil` once the pixels have arrived.
  private(set) var fence: Fence?

  /// Reserves the memory. The corresponding GL calls are `glBufferStorageEXT` and `glMapBufferRange`, or `glBufferData`
  /// where the driver lacks the first.
  init(bytes: Int, on device: Device) throws(GPUError) {
    self.device = device
    capacity = bytes
    name = OwnedName(on: device)
    bind()
    let target = GLenum(GL_PIXEL_PACK_BUFFER)
    if let storage = device.gl.extensions.bufferStorage {
      let access = GLbitfield(GL_MAP_READ_BIT | GL_MAP_PERSISTENT_BIT_EXT | GL_MAP_COHERENT_BIT_EXT)
      // In the processor's memory, which is the one that reads it.
      storage(target, bytes, nil, access | GLbitfield(GL_CLIENT_STORAGE_BIT_EXT))
      address = device.gl.readBack.mapBufferRange(target, 0, bytes, access)
    } else {
      device.gl.vertices.bufferData(target, bytes, nil, GLenum(GL_STREAM_READ))
    }
    device.label(name, "read-back")
    try device.check("\(bytes) bytes of a buffer to read back into")
    guard address != nil || !device.gl.extensions.$bufferStorage else {
      throw .outOfMemory(object: "mapping \(bytes) bytes to read back into")
    }
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
    fence = Fence(on: device)
    if fence == nil { device.finish() }
  }

  /// Has compute shaders store into the memory. The corresponding GL calls are `glMemoryBarrier` and `glFenceSync`.
  ///
  /// - Parameter dispatch: Dispatches them, with the buffer bound.
  /// - Precondition: The previous read was waited for.
  func beginStoring(_ dispatch: () -> Void) {
    device.state.bind(storage: name.rawValue, count: capacity)
    dispatch()
    device.gl.compute.memoryBarrier(
      GLbitfield(address == nil ? GL_BUFFER_UPDATE_BARRIER_BIT : GL_CLIENT_MAPPED_BUFFER_BARRIER_BIT_EXT))
    fence = Fence(on: device)
    if fence == nil { device.finish() }
  }

  /// Waits until the pixels have arrived. The corresponding GL call is `glClientWaitSync`.
  ///
  /// - Parameter what: The name of the awaited work, for errors.
  func wait(_ meter: LimitMeter, _ what: @autoclosure () -> String) throws(GPUError) {
    try fence.take()?.wait(meter, what())
  }

  /// Waits until the pixels have arrived, and maps them. The buffer is not used until ``unmap()``; other buffers are,
  /// which OpenGL ES allows. The corresponding GL call is `glMapBufferRange`.
  func map(_ count: Int, _ meter: LimitMeter) throws(GPUError) -> UnsafeRawBufferPointer {
    try wait(meter, "waiting for \(count) bytes")
    if let address { return UnsafeRawBufferPointer(start: address, count: count) }
    bind()
    guard
      let address = device.gl.readBack.mapBufferRange(
        GLenum(GL_PIXEL_PACK_BUFFER), 0, count, GLbitfield(GL_MAP_READ_BIT))
    else {
      try device.check("mapping \(count) bytes that were read back")
      throw .outOfMemory(object: "mapping \(count) bytes that were read back")
    }
    return UnsafeRawBufferPointer(start: address, count: count)
  }

  /// Ends the use of mapped pixels. The corresponding GL call is `glUnmapBuffer`.
  func unmap() {
    guard address == nil else { return }
    bind()
    _ = device.gl.readBack.unmapBuffer(GLenum(GL_PIXEL_PACK_BUFFER))
  }

  private func bind() {
    device.state.bind(buffer: name.rawValue, as: .packing)
  }
}
