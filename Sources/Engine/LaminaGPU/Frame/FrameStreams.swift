// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import LaminaShaders

/// The data that one frame sends to the driver besides textures: instances, and a block for each pass.
final class FrameStreams {
  private let device: Device
  private let instances: Buffer
  private let blocks: Buffer
  private let layout: VertexLayout
  /// The blocks that were sent last; the passes of most frames are as large as in the frame before.
  private var sentBlocks: [UInt8] = []

  init(on device: Device) {
    self.device = device
    instances = Buffer("instances", .instances, on: device)
    blocks = Buffer("frame blocks", .uniforms, on: device)
    layout = VertexLayout(on: device)
  }

  /// Replaces everything.
  ///
  /// - Parameter frames: The block of each pass, in the order they run.
  func upload(_ list: InstanceList, frames: [FrameBlock]) throws(GPUError) {
    if !list.isEmpty { try list.withBytes { (bytes) throws(GPUError) in try instances.upload(bytes) } }
    var bytes = [UInt8](repeating: 0, count: frames.count * blockStride)
    bytes.withUnsafeMutableBytes { buffer in
      for (slot, frame) in frames.enumerated() {
        buffer.storeBytes(of: frame, toByteOffset: slot * blockStride, as: FrameBlock.self)
      }
    }
    guard !bytes.isEmpty, bytes != sentBlocks else { return }
    let failure: GPUError? = bytes.withUnsafeBytes { bytes in
      do throws(GPUError) {
        try blocks.upload(bytes)
        return nil
      } catch {
        return error
      }
    }
    if let failure { throw failure }
    sentBlocks = bytes
  }

  /// Binds the block of a pass for the following draws.
  func bindBlock(slot: Int) {
    blocks.bindUniforms(offset: slot * blockStride, count: MemoryLayout<FrameBlock>.stride)
  }

  /// Draws a run of instances; program, textures and target are bound.
  func draw(_ range: Range<Int>) { layout.draw(range, of: instances) }

  /// Bytes from a block to the next.
  private var blockStride: Int {
    let size = MemoryLayout<FrameBlock>.stride
    return (size + device.uniformAlignment - 1) / device.uniformAlignment * device.uniformAlignment
  }
}
