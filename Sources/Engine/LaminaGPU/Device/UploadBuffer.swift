// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import CEGL

/// Memory of the driver's in which texels wait on their way to textures.
///
/// A driver that takes texels from the program's memory may wait for the device at each call: NVIDIA's takes 40
/// microseconds for 60 x 60 texels and 250 for 324 x 324. From a buffer it is one copy into memory, and a command each.
final class UploadBuffer {
  /// The most bytes that wait at once; more go in several turns.
  static let most = 16 << 20
  /// How many pieces are worth the way through a buffer.
  static let leastPieces = 4
  /// While the device still reads one, the next is filled.
  private static let count = 3

  private final class Slot {
    let name: OwnedName<BufferObject>
    var capacity = 0
    var fence: OpaquePointer?

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

  deinit {
    for slot in slots { if let fence = slot.fence { device.gl.readBack.deleteSync(fence) } }
  }

  /// Fills a buffer and has textures take from it. The corresponding GL calls are `glMapBufferRange` and
  /// `glUnmapBuffer`.
  ///
  /// - Parameters:
  ///   - bytes: How many, `most` at most.
  ///   - fill: Writes all of them.
  ///   - take: Uploads from it: addresses are offsets in the buffer meanwhile.
  /// - Returns: Whether it was done; where the driver lends no memory, nothing was.
  func send(_ bytes: Int, fill: (UnsafeMutableRawPointer) -> Void, take: () -> Void) -> Bool {
    precondition(bytes > 0 && bytes <= Self.most, "too many bytes for one turn")
    let (gl, target) = (device.gl, GLenum(GL_PIXEL_UNPACK_BUFFER))
    let slot = slotForNext()
    device.state.bind(buffer: slot.name.rawValue, as: .unpacking)
    // Whoever uploads from the program's memory binds nothing.
    defer { device.state.bind(buffer: 0, as: .unpacking) }
    // New memory, where the device may still read the old, or where it is too small.
    if !isFree(slot) || slot.capacity < bytes {
      slot.capacity = min(max(1 << 16, (bytes - 1).bitsUpToHighest), Self.most)
      gl.vertices.bufferData(target, slot.capacity, nil, GLenum(GL_STREAM_DRAW))
    }
    let access = GL_MAP_WRITE_BIT | GL_MAP_INVALIDATE_RANGE_BIT | GL_MAP_UNSYNCHRONIZED_BIT
    guard let address = gl.readBack.mapBufferRange(target, 0, bytes, GLbitfield(access)) else {
      // What it has noted is no fault of the frame's, which has another way.
      device.forgetErrors()
      slot.capacity = 0
      return false
    }
    fill(address)
    // False where the driver lost the memory meanwhile.
    guard gl.readBack.unmapBuffer(target) == GLboolean(GL_TRUE) else { return false }
    take()
    slot.fence = gl.readBack.fenceSync(GLenum(GL_SYNC_GPU_COMMANDS_COMPLETE), 0)
    // Without a fence nothing says when it is free.
    if slot.fence == nil { slot.capacity = 0 }
    return true
  }

  private func slotForNext() -> Slot {
    if slots.count < Self.count { slots.append(Slot(on: device)) }
    next = (next + 1) % slots.count
    return slots[next]
  }

  /// Whether the device has read what lay in it; it is not waited for.
  private func isFree(_ slot: Slot) -> Bool {
    guard let fence = slot.fence else { return true }
    slot.fence = nil
    defer { device.gl.readBack.deleteSync(fence) }
    let state = device.gl.readBack.clientWaitSync(fence, 0, 0)
    return state == GLenum(GL_ALREADY_SIGNALED) || state == GLenum(GL_CONDITION_SATISFIED)
  }
}

extension Int {
  /// The next power of two above a number that is not negative.
  fileprivate var bitsUpToHighest: Int { 1 << (Int.bitWidth - leadingZeroBitCount) }
}
