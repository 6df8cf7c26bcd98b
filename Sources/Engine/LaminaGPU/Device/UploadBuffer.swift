// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import CEGL

/// Memory of the driver that holds texels before they are copied to textures.
///
/// A driver that takes texels from the program's memory may wait for the device at each call: NVIDIA's takes 40
/// microseconds for 60 x 60 texels and 250 for 324 x 324. Through a buffer, it takes one copy into memory, and one
/// command for each rectangle.
final class UploadBuffer {
  /// The most bytes that the buffer holds at once; more are sent in several turns.
  static let most = 16 << 20
  /// The number of pieces from which a buffer is faster.
  static let leastPieces = 4
  /// The number of buffers: while the device still reads one, the next is filled.
  private static let count = 3

  private final class Slot {
    let name: OwnedName<BufferObject>
    var capacity = 0
    var fence: Fence?

    init(on device: Device) {
      name = OwnedName(on: device)
    }
  }

  private let device: Device
  private var slots: [Slot] = []
  private var next = 0

  init(on device: Device) {
    self.device = device
  }

  /// Fills a buffer and uploads from it to textures. The corresponding GL calls are `glMapBufferRange` and
  /// `glUnmapBuffer`.
  ///
  /// - Parameters:
  ///   - bytes: The number of bytes, `most` at most.
  ///   - fill: Writes all bytes.
  ///   - take: Uploads from the buffer: addresses are offsets in it meanwhile.
  /// - Returns: Whether the upload was done; `false` if the driver provides no memory, and then nothing is uploaded.
  func send(_ bytes: Int, fill: (UnsafeMutableRawPointer) -> Void, take: () -> Void) -> Bool {
    precondition(bytes > 0 && bytes <= Self.most, "too many bytes for one turn")
    let (gl, target) = (device.gl, GLenum(GL_PIXEL_UNPACK_BUFFER))
    let slot = slotForNext()
    device.state.bind(buffer: slot.name.rawValue, as: .unpacking)
    // Uploads from the program's memory need no buffer bound.
    defer { device.state.bind(buffer: 0, as: .unpacking) }
    // New memory if the device may still read the old one, or if that is too small.
    if slot.fence?.isReached() == false || slot.capacity < bytes {
      slot.capacity = min(max(1 << 16, (bytes - 1).bitsUpToHighest), Self.most)
      gl.vertices.bufferData(target, slot.capacity, nil, GLenum(GL_STREAM_DRAW))
    }
    let access = GL_MAP_WRITE_BIT | GL_MAP_INVALIDATE_RANGE_BIT | GL_MAP_UNSYNCHRONIZED_BIT
    guard let address = gl.readBack.mapBufferRange(target, 0, bytes, GLbitfield(access)) else {
      // The driver's errors are not the frame's fault, which can upload in another way.
      device.forgetErrors()
      slot.capacity = 0
      return false
    }
    fill(address)
    // `false` if the driver lost the memory meanwhile.
    guard gl.readBack.unmapBuffer(target) == GLboolean(GL_TRUE) else { return false }
    take()
    slot.fence = Fence(on: device)
    // Without a fence, it is unknown when the slot is free.
    if slot.fence == nil { slot.capacity = 0 }
    return true
  }

  private func slotForNext() -> Slot {
    if slots.count < Self.count { slots.append(Slot(on: device)) }
    next = (next + 1) % slots.count
    return slots[next]
  }
}

extension Int {
  /// The next power of two above a number that is not negative.
  fileprivate var bitsUpToHighest: Int { 1 << (Int.bitWidth - leadingZeroBitCount) }
}
