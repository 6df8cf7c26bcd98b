// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import CEGL
import LaminaSystem

/// The memory of records on the device: regions of buffers, one for each frame that the device has not drawn yet.
///
/// Records are written directly into a region. Where a buffer stays mapped, a region is used again once the device has
/// drawn its frame; where it cannot, the driver gives the one region new memory for each frame. A device has one of
/// these ways, its ``Device/recordStorage``. Memory that is four times as large as any frame of the last
/// ``framesOfUse`` needed is freed.
final class RecordRing {
  /// The most regions; a frame beyond that waits for the device.
  private static let most = 3
  /// The number of frames after which memory that none of them needed is freed.
  static let framesOfUse = 64

  private final class Region {
    let name: OwnedName<BufferObject>
    /// The buffer as a texture; `nil` where records are copied to a texture.
    var texture: OwnedName<TextureObject>?
    /// Bytes.
    var capacity = 0
    /// The memory of the buffer while it is mapped.
    var address: UnsafeMutableRawPointer?
    /// The end of the draws that read the region.
    var fence: Fence?
    /// The records of kept pieces that it holds.
    var kept = HeldPieces()

    init(on device: Device) { name = OwnedName(on: device) }
  }

  private let device: Device
  /// The regions that no frame is written to, the one that was used longest ago first.
  private var regions: [Region] = []
  /// The region of the current frame.
  private var current: Region?
  /// The records of kept pieces that it held when the frame began: the frame may write over them.
  private var currentKept = HeldPieces()
  /// The texture that records are copied to, where shaders cannot read a buffer.
  private var texture: Texture?
  /// The records of kept pieces that the texture holds.
  private var textureKept = HeldPieces()
  /// The most bytes of a frame since memory was last freed, and the number of frames since then.
  private var (mostBytes, frames) = (0, 0)

  init(on device: Device) { self.device = device }

  /// The bytes of memory on the device.
  var bytes: Int {
    regions.reduce((texture?.height ?? 0) * FrameMemory.unit + (current?.capacity ?? 0)) { $0 + $1.capacity }
  }

  private var target: GLenum { ContextState.BufferTarget.copying.code }

  /// The most texels of a frame.
  var limit: Int {
    device.recordStorage == .texture ? Self.columns * device.description.maximumTextureSide : device.maximumBufferTexels
  }

  /// Texels of a row of the texture, of `FrameMemory.unit` bytes.
  private static let columns = FrameMemory.unit / 16

  // MARK: a frame

  /// Begins a frame: memory for its records. The corresponding GL call, where the buffer does not stay mapped, is
  /// `glMapBufferRange`.
  func begin(_ meter: LimitMeter) throws(GPUError) -> FrameMemory {
    let region = try nextRegion(meter)
    (current, currentKept, region.kept) = (region, region.kept, HeldPieces())
    // The region of a frame that failed before its draws is still mapped.
    if region.address == nil { map(region) }
    guard let address = region.address else { return FrameMemory() }
    return FrameMemory(lent: address, capacity: region.capacity)
  }

  /// Makes the records of the frame visible to the following draws. The corresponding GL calls, where the buffer does
  /// not stay mapped, are `glUnmapBuffer` and `glTexSubImage2D`.
  ///
  /// - Parameters:
  ///   - memory: The records of the frame.
  ///   - pieces: The kept pieces, for whose records the frame has left room; `nil` if it has not.
  /// - Returns: The bytes that were written for this frame.
  /// - Throws: `tooManyRecords`; `outOfMemory` if the driver has no memory, or lost the memory that it had lent.
  func send(_ memory: FrameMemory, keeping pieces: KeptPieces?) throws(GPUError) -> Int {
    guard memory.count <= 16 * limit else {
      pieces?.forget()
      throw .tooManyRecords(texels: memory.count / 16, limit: limit)
    }
    guard var region = current else { preconditionFailure("records are sent outside of a frame") }
    mostBytes = max(mostBytes, memory.count)
    let missing = try pieces.map { (pieces) throws(GPUError) in try fill(memory, of: region, with: pieces) } ?? 0..<0
    if device.recordStorage != .mapped { try unmap(region, memory) }
    if !memory.isLent {
      region = try moved(memory, from: region)
      current = region
    }
    if let pieces, device.recordStorage == .mapped { region.kept = HeldPieces(of: pieces) }
    if let name = region.texture?.rawValue {
      device.state.bind(texture: name, .buffer, unit: TextureUnit.records.index, isChanged: false)
    } else {
      try copy(region, bytes: memory.count, missing, of: pieces)
    }
    guard let pieces else { return memory.count }
    return memory.count - pieces.area.upperBound + pieces.shared + missing.count
  }

  /// Writes the records of kept pieces that the device does not have yet where it will read them.
  ///
  /// - Returns: Their places.
  private func fill(
    _ memory: FrameMemory, of region: Region, with pieces: KeptPieces
  ) throws(GPUError) -> Range<Int> {
    var known = pieces.area.lowerBound
    switch device.recordStorage {
    // A region still has what it got in an earlier frame, unless the frame is in other memory.
    case .mapped where memory.isLent || memory.lentCount >= pieces.area.upperBound:
      known = currentKept.end(of: pieces)
    case .mapped, .renewed: break
    case .texture:
      _ = try texture(rows: Self.rows(memory.count))
      // Whole rows are copied.
      known = textureKept.end(of: pieces) / FrameMemory.unit * FrameMemory.unit
      if textureKept.end(of: pieces) == pieces.end { known = pieces.end }
    }
    memory.fill(known..<pieces.end, from: pieces.content)
    return known..<pieces.end
  }

  /// Ends a frame, whether or not it was drawn.
  ///
  /// - Parameter fence: A fence behind its draws; `nil` if there is none.
  func end(_ fence: Fence?) {
    guard let region = current.take() else { return }
    // Without a fence, it is unknown when the device has read the region.
    if device.recordStorage == .mapped {
      guard let known = fence ?? Fence(on: device) else { return }
      region.fence = known
    }
    regions.append(region)
    frames += 1
    if frames == Self.framesOfUse { freeUnused() }
  }

  private func freeUnused() {
    let needed = 4 * FrameMemory.capacity(for: mostBytes)
    regions.removeAll { $0.capacity > needed }
    if let texture, texture.height * FrameMemory.unit > needed { self.texture = nil }
    (mostBytes, frames) = (0, 0)
  }

  // MARK: regions

  private func nextRegion(_ meter: LimitMeter) throws(GPUError) -> Region {
    if let place = regions.firstIndex(where: { $0.fence?.isReached() ?? true }) { return regions.remove(at: place) }
    // It gets its memory when the records of a frame are known.
    if regions.count < Self.most { return Region(on: device) }
    try regions[0].fence?.wait(meter, "waiting for the records of an earlier frame")
    return regions.removeFirst()
  }

  /// A larger region with the records of a frame: those that are in the program's memory, and before them those that
  /// the region of the frame holds, which the device copies, as it need not be able to read mapped memory back. The
  /// corresponding GL call is `glCopyBufferSubData`.
  private func moved(_ memory: FrameMemory, from region: Region) throws(GPUError) -> Region {
    let made: Region
    if device.recordStorage == .mapped {
      made = try mappedRegion(memory.capacity)
      let start = memory.lentCount
      made.address.map { $0 + start }?.copyMemory(from: memory.start + start, byteCount: memory.count - start)
    } else {
      made = try filledRegion(memory)
    }
    guard memory.lentCount > 0 else { return made }
    device.state.bind(buffer: region.name.rawValue, as: .copied)
    device.state.bind(buffer: made.name.rawValue, as: .copying)
    device.gl.vertices.copyBufferSubData(ContextState.BufferTarget.copied.code, target, 0, 0, memory.lentCount)
    return made
  }

  /// A new region whose buffer stays mapped. The corresponding GL calls are `glBufferStorageEXT` and
  /// `glMapBufferRange`.
  private func mappedRegion(_ capacity: Int) throws(GPUError) -> Region {
    let region = Region(on: device)
    device.state.bind(buffer: region.name.rawValue, as: .copying)
    device.label(region.name, "records")
    let access = GLbitfield(GL_MAP_WRITE_BIT | GL_MAP_PERSISTENT_BIT_EXT | GL_MAP_COHERENT_BIT_EXT)
    device.gl.extensions.bufferStorage?(target, capacity, nil, access)
    region.address = device.gl.readBack.mapBufferRange(target, 0, capacity, access)
    try device.check("\(capacity) bytes of records")
    guard region.address != nil else { throw .outOfMemory(object: "mapping \(capacity) bytes of records") }
    region.capacity = capacity
    readAsTexture(region)
    return region
  }

  /// Lets shaders read a region. The corresponding GL call is `glTexBufferEXT`.
  private func readAsTexture(_ region: Region) {
    let texture = OwnedName<TextureObject>(on: device)
    device.state.bind(texture: texture.rawValue, .buffer, unit: TextureUnit.records.index, isChanged: true)
    device.gl.extensions.texBuffer?(GLenum(GL_TEXTURE_BUFFER), GLenum(GL_RGBA32UI), region.name.rawValue)
    region.texture = consume texture
  }

  // MARK: buffers that do not stay mapped

  /// Maps a region, with new memory if the device still reads the old one.
  private func map(_ region: Region) {
    guard region.capacity > 0 else { return }
    device.state.bind(buffer: region.name.rawValue, as: .copying)
    let access = GLbitfield(GL_MAP_WRITE_BIT | GL_MAP_INVALIDATE_BUFFER_BIT)
    region.address = device.gl.readBack.mapBufferRange(target, 0, region.capacity, access)
    // The frame writes to memory of its own, which is sent in another way.
    if region.address == nil { device.forgetErrors() }
  }

  /// Ends the writing of a region. The corresponding GL call is `glUnmapBuffer`.
  private func unmap(_ region: Region, _ memory: FrameMemory) throws(GPUError) {
    guard region.address.take() != nil else { return }
    device.state.bind(buffer: region.name.rawValue, as: .copying)
    guard device.gl.readBack.unmapBuffer(target) == GLboolean(GL_TRUE) else {
      throw .outOfMemory(object: "\(memory.count) bytes of records")
    }
  }

  /// A new region with records that are in the program's memory. The corresponding GL call is `glBufferData`.
  private func filledRegion(_ memory: FrameMemory) throws(GPUError) -> Region {
    let region = Region(on: device)
    device.state.bind(buffer: region.name.rawValue, as: .copying)
    device.gl.vertices.bufferData(target, memory.capacity, memory.start, GLenum(GL_STREAM_DRAW))
    try device.check("\(memory.capacity) bytes of records")
    region.capacity = memory.capacity
    if device.recordStorage == .renewed { readAsTexture(region) }
    return region
  }

  /// Copies a region to the texture, and binds that. The corresponding GL call is `glTexSubImage2D`.
  ///
  /// - Parameter missing: The places of records of kept pieces that the texture does not have yet.
  private func copy(
    _ region: Region, bytes: Int, _ missing: Range<Int>, of pieces: KeptPieces?
  ) throws(GPUError) {
    let texture = try texture(rows: Self.rows(bytes))
    device.state.bind(buffer: region.name.rawValue, as: .unpacking)
    textureKept = HeldPieces()
    for part in [0..<(pieces?.shared ?? 0), missing, (pieces?.area.upperBound ?? 0)..<max(bytes, 1)]
    where !part.isEmpty {
      let rows = part.lowerBound / FrameMemory.unit..<Self.rows(part.upperBound)
      texture.upload(
        UnsafeRawPointer(bitPattern: rows.lowerBound * FrameMemory.unit), rowLength: Self.columns, x: 0,
        y: rows.lowerBound, width: Self.columns, height: rows.count)
    }
    if let pieces { textureKept = HeldPieces(of: pieces) }
    // Uploads from the program's memory need no buffer bound.
    device.state.bind(buffer: 0, as: .unpacking)
    texture.bind(unit: TextureUnit.records.index)
  }

  /// The rows of the texture that hold some bytes.
  private static func rows(_ bytes: Int) -> Int { max(1, (bytes + FrameMemory.unit - 1) / FrameMemory.unit) }

  private func texture(rows: Int) throws(GPUError) -> Texture {
    if let texture, texture.height >= rows { return texture }
    let height = max(rows, min(2 * (texture?.height ?? 0), device.description.maximumTextureSide))
    let made = try Texture("records", format: .rgba32Bits, width: Self.columns, height: height, on: device)
    (texture, textureKept) = (made, HeldPieces())
    return made
  }
}

/// The records of kept pieces that memory of the device holds: those up to a byte, of a generation of their places.
private struct HeldPieces {
  private var generation = -1
  private var end = 0

  init() {}

  init(of pieces: KeptPieces) { (generation, end) = (pieces.generation, pieces.end) }

  /// The end of those that it holds of the pieces as they are now.
  func end(of pieces: KeptPieces) -> Int { generation == pieces.generation ? end : pieces.area.lowerBound }
}
