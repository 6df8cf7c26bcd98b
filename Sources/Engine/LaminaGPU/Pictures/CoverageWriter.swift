// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import CEGL
import LaminaGeometry
import LaminaGraphics
import LaminaShaders

/// Writes pictures of paths and texts to the atlas. They are one byte of coverage a texel, and are sent as such: all
/// pictures of a frame one behind the other, in one upload. The device then draws them to their places as white texels.
final class CoverageWriter {
  /// Bytes of a row of the texture that the bytes are sent to.
  private static let columns = 2048

  private let device: Device
  private let streams: FrameStreams
  private let framebuffer: OwnedName<FramebufferObject>
  private var program: ShaderProgram?
  private var texture: Texture?
  /// The lists of the last batch, emptied.
  private var lists: [InstanceList] = []

  /// The pictures of a frame.
  struct Batch {
    /// The most bytes.
    fileprivate let most: Int
    /// The pictures, whole.
    fileprivate var pictures: [CGImage] = []
    /// The bytes of the pictures.
    fileprivate(set) var bytes = 0
    /// Their cells, for each layer of the atlas.
    fileprivate var cells: [InstanceList]

    /// Adds a picture.
    ///
    /// - Returns: `false` if it is not coverage, or the frame has no room for it.
    mutating func add(_ picture: CGImage, at place: AtlasPlace) -> Bool {
      let count = picture.width * picture.height
      guard picture.bytesPerPixel == 1, bytes + count <= most else { return false }
      place.forEachPart { part in
        while cells.count <= part.layer { cells.append(InstanceList()) }
        cells[part.layer].append(
          Instance(
            record: Int32(clamping: bytes + part.start), clip: Int32(clamping: place.width), depth: 0,
            covering: part.texels))
      }
      pictures.append(picture)
      bytes += count
      return true
    }
  }

  init(on device: Device) {
    self.device = device
    streams = FrameStreams(on: device)
    framebuffer = OwnedName(on: device)
  }

  /// An empty batch. Pictures beyond its most bytes are sent as RGBA.
  func begin() -> Batch { Batch(most: most, cells: lists) }

  private var most: Int { min(UploadBuffer.most, Self.columns * device.description.maximumTextureSide) }

  /// Sends the pictures and draws their cells. The corresponding GL calls are `glTexSubImage2D` and, once a layer,
  /// `glFramebufferTextureLayer` and `glDrawArraysInstanced`.
  func write(_ batch: Batch, to atlas: Texture, through uploads: UploadBuffer) throws(GPUError) {
    guard batch.bytes > 0 else { return }
    let rows = (batch.bytes + Self.columns - 1) / Self.columns
    let texture = try texture(rows: rows)
    send(batch, rows, to: texture, through: uploads)
    let bounds = PixelRect(size: PixelSize(width: atlas.width, height: atlas.height))
    try streams.upload(Self.joined(batch.cells), frames: [FrameBlock(bounds)])
    streams.bindBlock(slot: 0)
    try coverageProgram().use()
    texture.bind(unit: TextureUnit.source.index)
    device.state.bind(framebuffer: framebuffer.rawValue)
    device.state.set(scissor: nil)
    device.state.set(viewport: bounds)
    device.set(.replacing, hasDepth: false)
    var first = 0
    for (layer, instances) in batch.cells.enumerated() where !instances.isEmpty {
      device.gl.textures.framebufferTextureLayer(
        GLenum(GL_FRAMEBUFFER), GLenum(GL_COLOR_ATTACHMENT0), atlas.name.rawValue, 0, GLint(layer))
      streams.draw(first..<first + instances.count)
      first += instances.count
    }
    lists = batch.cells
    for layer in lists.indices { lists[layer].removeAll() }
    // A deleted atlas would stay in memory as long as a framebuffer has one of its layers.
    device.gl.textures.framebufferTextureLayer(GLenum(GL_FRAMEBUFFER), GLenum(GL_COLOR_ATTACHMENT0), 0, 0, 0)
  }

  /// The cells of all layers.
  private static func joined(_ cells: [InstanceList]) -> InstanceList {
    let filled = cells.filter { !$0.isEmpty }
    // The list itself where there is one: most frames write to one layer.
    if let first = filled.first, filled.count == 1 { return first }
    var all = InstanceList()
    for layer in filled { all.append(layer, 0..<layer.count) }
    return all
  }

  private func coverageProgram() throws(GPUError) -> ShaderProgram {
    if let program { return program }
    let made = try ShaderProgram(ShaderCatalog.coverage.source, on: device)
    program = made
    return made
  }

  private func send(_ batch: Batch, _ rows: Int, to texture: Texture, through uploads: UploadBuffer) {
    let columns = Self.columns
    func fill(_ memory: UnsafeMutableRawPointer) {
      var place = memory
      for picture in batch.pictures {
        picture.bytes.withUnsafeBytes { bytes in
          guard let base = bytes.baseAddress else { return }
          place.copyMemory(from: base, byteCount: bytes.count)
          place += bytes.count
        }
      }
    }
    let isSent =
      device.profile.uploadsThroughBuffers
      && uploads.send(columns * rows, fill: fill) {
        texture.upload(nil, rowLength: columns, x: 0, y: 0, width: columns, height: rows)
      }
    guard !isSent else { return }
    let whole = [UInt8](unsafeUninitializedCapacity: columns * rows) { memory, count in
      memory.dropFirst(batch.bytes).initialize(repeating: 0)
      if let base = memory.baseAddress { fill(base) }
      count = columns * rows
    }
    whole.withUnsafeBytes {
      texture.upload($0.baseAddress, rowLength: columns, x: 0, y: 0, width: columns, height: rows)
    }
  }

  private func texture(rows: Int) throws(GPUError) -> Texture {
    if let texture, texture.height >= rows { return texture }
    // Doubled, so that it grows a few times only.
    let height = min(max(rows, 2 * (texture?.height ?? 64)), most / Self.columns)
    let made = try Texture("coverage", format: .red8, width: Self.columns, height: height, on: device)
    texture = made
    return made
  }
}
