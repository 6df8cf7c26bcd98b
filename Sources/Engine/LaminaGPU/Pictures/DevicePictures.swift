// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import LaminaGeometry
import LaminaGraphics

/// A picture that a frame draws.
struct DevicePictureRequest {
  var image: CGImage
  /// Whether smaller levels are sampled too.
  var needsLevels: Bool
}

/// The pictures in GPU memory, kept over frames in one array texture.
///
/// A picture is recognised by its identity. It is not kept alive; once the budget is reached, dead pictures are removed
/// first, then the least recently drawn ones. Before that, the texture grows beyond 64 MiB only where recently drawn
/// pictures need the space: making a larger one takes hundreds of milliseconds on software OpenGL. Pictures of the
/// current frame always stay, over the budget if necessary.
///
/// This is no `BudgetedCache`, since the length of runs of free tiles counts and not the cost of pictures, small
/// pictures are removed a strip at a time, and dead pictures are removed before old ones.
final class DevicePictures {
  /// A picture that was uploaded.
  private final class Entry {
    let key: ObjectIdentifier
    let serial: Int
    weak var image: CGImage?
    var places: [AtlasPlace] = []
    var strips: [AtlasStrip] = []
    var runs: [Range<Int>] = []
    var lastFrame = 0
    var hasLevels: Bool

    init(_ request: DevicePictureRequest) {
      (key, serial) = (ObjectIdentifier(request.image), request.image.serial)
      image = request.image
      hasLevels = request.needsLevels
    }
  }

  /// A unit of pictures that is removed as a whole.
  private enum Outdated {
    case strip(AtlasStrip)
    case large(ObjectIdentifier)
  }

  /// A level that has its place and is not uploaded yet.
  private struct PendingLevel {
    var pixels: CGImage
    var place: AtlasPlace?
  }

  /// The array texture; `nil` before the first picture.
  private(set) var texture: Texture?
  /// The bytes sent to the driver since the last `beginFrame`.
  private(set) var uploadedBytes = 0
  /// The number of pictures that this frame uploaded, and of pictures that were resident.
  private(set) var (uploadedPictures, residentPictures) = (0, 0)
  /// The number of pictures that are held.
  var count: Int { entries.count }
  private let device: Device
  private let budgetLayers: Int
  private var allocator = TileAllocator()
  private var entries: [ObjectIdentifier: Entry] = [:]
  private var strips: [AtlasStrip] = []
  /// The pictures of the last frame, in the order of its requests: most frames ask for the same ones.
  private var recent: [Entry] = []
  private var frame = 0
  /// The units that may be removed in this frame, the oldest last; computed when space is needed first, as a frame adds
  /// none.
  private var outdated: [(lastFrame: Int, what: Outdated)]?
  /// The next frame that searches for dead pictures. Searching tens of thousands takes milliseconds, so the search is
  /// spread over many frames.
  private var nextSearch = 0
  private var pending: [(image: CGImage, level: PendingLevel)] = []
  private lazy var buffer = UploadBuffer(on: device)
  /// Created with the first frame that needs it.
  private var coverage: CoverageWriter?

  /// - Parameter budget: The bytes above which old pictures are removed, rounded down to layers, at least one and no
  ///   more than an array texture of the device has.
  init(budget: Int, on device: Device) {
    self.device = device
    budgetLayers = max(1, min(budget / AtlasLayout.bytesInLayer, device.maximumArrayLayers))
  }

  /// Uploads the pictures that are not resident yet.
  ///
  /// - Returns: For each request, the places of its levels: level 0 alone, or all.
  /// - Throws: `picturesTooLarge` where one frame's pictures exceed the device, `outOfMemory`.
  func prepare(_ requests: [DevicePictureRequest]) throws(GPUError) -> [[AtlasPlace]] {
    frame += 1
    (uploadedBytes, uploadedPictures, residentPictures) = (0, 0, 0)
    outdated = nil
    // Resident pictures are marked first, so that none of them is removed to make space.
    var found: [Entry?] = []
    found.reserveCapacity(requests.count)
    for (index, request) in requests.enumerated() {
      let entry = entry(for: request, expecting: index < recent.count ? recent[index] : nil)
      if let entry { touch(entry) }
      found.append(entry)
    }
    recent.removeAll(keepingCapacity: true)
    do throws(GPUError) {
      for (index, request) in requests.enumerated() {
        if let entry = found[index] ?? entry(for: request) {
          recent.append(entry)
        } else {
          recent.append(try add(request))
          uploadedPictures += 1
        }
      }
      residentPictures = requests.count - uploadedPictures
      try upload()
      return recent.map(\.places)
    } catch {
      recent = []
      // No picture may appear to be uploaded.
      for (image, _) in pending { evict(ObjectIdentifier(image)) }
      pending.removeAll()
      throw error
    }
  }

  /// The entry of a picture that is resident in the requested form.
  ///
  /// - Parameter expected: An entry that is probably the one, of a picture of the last frame.
  private func entry(for request: DevicePictureRequest, expecting expected: Entry? = nil) -> Entry? {
    if let expected, expected.key == ObjectIdentifier(request.image), expected.serial == request.image.serial,
      expected.hasLevels || !request.needsLevels
    {
      return expected
    }
    guard let entry = entries[ObjectIdentifier(request.image)], entry.image === request.image,
      entry.hasLevels || !request.needsLevels
    else { return nil }
    return entry
  }

  private func touch(_ entry: Entry) {
    entry.lastFrame = frame
    for strip in entry.strips { strip.lastFrame = frame }
  }

  private func add(_ request: DevicePictureRequest) throws(GPUError) -> Entry {
    let key = ObjectIdentifier(request.image)
    if entries[key] != nil { evict(key) }
    let entry = Entry(request)
    entries[key] = entry
    entry.lastFrame = frame
    if request.needsLevels {
      for level in request.image.mipLevels() { try add(level, of: request.image, to: entry) }
    } else {
      try add(request.image, of: request.image, to: entry)
    }
    return entry
  }

  private func add(_ level: CGImage, of image: CGImage, to entry: Entry) throws(GPUError) {
    // Recorded first, since a failure undoes the recorded uploads.
    pending.append((image, PendingLevel(pixels: level)))
    let place = try place(level, for: entry, entry.key)
    entry.places.append(place)
    pending[pending.count - 1].level.place = place
  }

  private func place(_ level: CGImage, for entry: Entry, _ key: ObjectIdentifier) throws(GPUError) -> AtlasPlace {
    if AtlasPlace.isSmall(width: level.width, height: level.height) {
      let (place, strip) = try smallPlace(level)
      strip.lastFrame = frame
      if !entry.strips.contains(where: { $0 === strip }) {
        strip.add(key)
        entry.strips.append(strip)
      }
      return place
    }
    let columns = AtlasLayout.tiles(across: level.width)
    let count = columns * AtlasLayout.tiles(across: level.height)
    let first = try tiles(count, alignment: 1)
    entry.runs.append(first..<first + count)
    return AtlasPlace(
      columns: columns, firstTile: first, offset: [1, 1], width: level.width, height: level.height)
  }

  private func smallPlace(_ level: CGImage) throws(GPUError) -> (AtlasPlace, AtlasStrip) {
    for strip in strips.reversed() {
      if let place = strip.place(width: level.width, height: level.height) { return (place, strip) }
    }
    let strip = AtlasStrip(firstTile: try tiles(AtlasLayout.tilesInRow, alignment: AtlasLayout.tilesInRow))
    strips.append(strip)
    guard let place = strip.place(width: level.width, height: level.height) else {
      preconditionFailure("a small picture is higher than a strip")
    }
    return (place, strip)
  }

  /// Finds tiles, in this order: free ones, the ones of dead pictures, in a large texture the ones of pictures not
  /// drawn recently, new layers inside the budget, old pictures, new layers.
  private func tiles(_ count: Int, alignment: Int) throws(GPUError) -> Int {
    if let first = allocator.allocate(count, alignment: alignment) { return first }
    evictDead()
    while true {
      if let first = allocator.allocate(count, alignment: alignment) { return first }
      if allocator.layers >= Self.layersOfLargeTexture, evictOldest(drawnBefore: frame - Self.framesDrawnLately) {
        continue
      }
      if allocator.layers < budgetLayers {
        allocator.addLayers(min(max(1, allocator.layers), budgetLayers - allocator.layers))
      } else if !evictOldest(drawnBefore: frame) {
        guard allocator.layers < device.maximumArrayLayers else {
          let limit = device.maximumArrayLayers * AtlasLayout.bytesInLayer
          throw .picturesTooLarge(bytes: limit + count * 4 * AtlasLayout.tile * AtlasLayout.tile, limit: limit)
        }
        allocator.addLayers(1)
      }
    }
  }

  /// The average number of pictures that are searched in a frame.
  private static let searchedPerFrame = 256

  private func evictDead() {
    guard frame >= nextSearch else { return }
    nextSearch = frame + 1 + entries.count / Self.searchedPerFrame
    // A picture may have been drawn in this frame in place of another one of the same content.
    for (key, entry) in entries where entry.lastFrame < frame && entry.image == nil { evict(key) }
  }

  /// From this number of layers on, pictures not drawn recently are removed before the texture grows.
  private static let layersOfLargeTexture = (64 << 20) / AtlasLayout.bytesInLayer
  /// The number of frames in which a picture counts as recently drawn. Sending a picture again costs little beside
  /// drawing it.
  private static let framesDrawnLately = 16

  /// Removes the least recently drawn strip or large picture.
  ///
  /// - Parameter limit: The first frame whose pictures stay; at most the current one.
  private func evictOldest(drawnBefore limit: Int) -> Bool {
    var waiting = outdated ?? sortedOutdated()
    // With two references to the list, removing an element would copy it.
    outdated = nil
    defer { outdated = waiting }
    while let (lastFrame, next) = waiting.last, lastFrame < limit {
      waiting.removeLast()
      switch next {
      case .strip(let strip):
        // An empty strip was freed with its last picture.
        guard strip.lastFrame < limit, !strip.isEmpty else { continue }
        for key in strip.pictures where entries[key]?.strips.contains(where: { $0 === strip }) ?? false { evict(key) }
        precondition(strip.isEmpty, "a strip holds a picture that the cache does not know")
      case .large(let key):
        guard let entry = entries[key], entry.lastFrame < limit else { continue }
        evict(key)
      }
      return true
    }
    return false
  }

  private func sortedOutdated() -> [(lastFrame: Int, what: Outdated)] {
    var found = strips.map { (lastFrame: $0.lastFrame, what: Outdated.strip($0)) }
    for (key, entry) in entries where !entry.runs.isEmpty { found.append((entry.lastFrame, .large(key))) }
    return found.filter { $0.lastFrame < frame }.sorted { $0.lastFrame > $1.lastFrame }
  }

  private func evict(_ key: ObjectIdentifier) {
    guard let entry = entries.removeValue(forKey: key) else { return }
    for run in entry.runs { allocator.release(run) }
    for strip in entry.strips {
      strip.remove()
      guard strip.isEmpty, let index = strips.firstIndex(where: { $0 === strip }) else { continue }
      strips.remove(at: index)
      allocator.release(strip.tiles)
    }
  }

  // MARK: uploading

  /// A rectangle of a level's texels, and its destination.
  private struct Piece {
    var pixels: CGImage
    /// The first texel, counted from the level's.
    var start: Int
    var x: Int
    var y: Int
    var layer: Int
    var width: Int
    var height: Int

    var bytes: Int { 4 * width * height }
    /// The texels of the layer.
    var texels: PixelRect {
      PixelRect(
        minX: Int32(clamping: x), minY: Int32(clamping: y), maxX: Int32(clamping: x + width),
        maxY: Int32(clamping: y + height))
    }

    /// Whether the picture is one byte of coverage a texel.
    private var isCoverage: Bool { pixels.bytesPerPixel == 1 }

    /// Writes the rectangle's rows contiguously, as RGBA.
    func copy(to memory: UnsafeMutableRawPointer) {
      guard !isCoverage else { return expand(to: memory) }
      withFirst { first in
        for row in 0..<height {
          (memory + 4 * row * width).copyMemory(from: first + 4 * row * pixels.width, byteCount: 4 * width)
        }
      }
    }

    /// Uploads the rectangle from the picture's own memory, or from a copy of its coverage as RGBA.
    func upload(to texture: Texture) {
      guard isCoverage else {
        return withFirst {
          texture.upload($0, rowLength: pixels.width, x: x, y: y, layer: layer, width: width, height: height)
        }
      }
      withUnsafeTemporaryAllocation(byteCount: bytes, alignment: 4) { texels in
        guard let base = texels.baseAddress else { return }
        expand(to: base)
        texture.upload(base, rowLength: width, x: x, y: y, layer: layer, width: width, height: height)
      }
    }

    /// Writes the rectangle's coverage contiguously, as white texels: of the whole picture, each of its many rectangles
    /// would need a copy.
    private func expand(to memory: UnsafeMutableRawPointer) {
      pixels.bytes.withUnsafeBytes { coverage in
        for row in 0..<height {
          for column in 0..<width {
            memory.storeBytes(
              of: UInt32(coverage[start + row * pixels.width + column]) &* 0x0101_0101,
              toByteOffset: 4 * (row * width + column), as: UInt32.self)
          }
        }
      }
    }

    private func withFirst(_ body: (UnsafeRawPointer) -> Void) {
      pixels.withPremultipliedRGBA { texels in
        if let base = texels.baseAddress { body(base + 4 * start) }
      }
    }
  }

  /// The number of cells and the bytes from which coverage is sent as it is; less takes fewer calls as RGBA.
  private static let (leastCells, leastCoverage) = (16, 1 << 16)

  private func upload() throws(GPUError) {
    guard !pending.isEmpty || texture == nil else { return }
    let texture = try textureWithAllLayers()
    let levels = pending.compactMap { _, level in
      level.place.map { (pixels: level.pixels, pieces: Self.pieces(of: level.pixels, at: $0)) }
    }
    let coverages = levels.filter { $0.pixels.bytesPerPixel == 1 }
    let cells = coverages.reduce(0) { $0 + $1.pieces.count }
    let bytes = coverages.reduce(0) { $0 + $1.pixels.width * $1.pixels.height }
    guard cells >= Self.leastCells || bytes >= Self.leastCoverage else {
      send(levels.flatMap(\.pieces), to: texture)
      return pending.removeAll()
    }
    let writer = coverage ?? CoverageWriter(on: device)
    coverage = writer
    defer { writer.reset() }
    var colored: [Piece] = []
    for (pixels, pieces) in levels {
      guard let first = writer.add(pixels) else {
        colored += pieces
        continue
      }
      for piece in pieces {
        writer.addCell(
          of: first + piece.start, rowLength: piece.pixels.width, layer: piece.layer, texels: piece.texels)
      }
    }
    send(colored, to: texture)
    uploadedBytes += writer.bytes
    try writer.write(to: texture, through: buffer)
    pending.removeAll()
  }

  /// The pieces of a level: itself where it is small, otherwise each tile with the texels around it that lie in the
  /// picture.
  private static func pieces(of pixels: CGImage, at place: AtlasPlace) -> [Piece] {
    if AtlasPlace.isSmall(width: place.width, height: place.height) {
      return [
        Piece(
          pixels: pixels, start: 0, x: place.offset.x, y: place.offset.y,
          layer: place.firstTile / AtlasLayout.tilesInLayer, width: place.width, height: place.height)
      ]
    }
    var pieces: [Piece] = []
    for row in 0..<AtlasLayout.tiles(across: place.height) {
      for column in 0..<place.columns {
        let origin = AtlasLayout.origin(ofTile: place.firstTile + row * place.columns + column)
        let (left, top) = (column * AtlasLayout.inside - 1, row * AtlasLayout.inside - 1)
        let columns = max(left, 0)..<min(left + AtlasLayout.tile, place.width)
        let rows = max(top, 0)..<min(top + AtlasLayout.tile, place.height)
        pieces.append(
          Piece(
            pixels: pixels, start: rows.lowerBound * place.width + columns.lowerBound,
            x: origin.x + columns.lowerBound - left, y: origin.y + rows.lowerBound - top, layer: origin.layer,
            width: columns.count, height: rows.count))
      }
    }
    return pieces
  }

  /// Uploads texels from their own memory, or through a buffer if that is faster.
  private func send(_ pieces: [Piece], to texture: Texture) {
    uploadedBytes += pieces.reduce(0) { $0 + $1.bytes }
    guard device.profile.uploadsThroughBuffers, pieces.count >= UploadBuffer.leastPieces else {
      for piece in pieces { piece.upload(to: texture) }
      return
    }
    var rest = pieces[...]
    while let first = rest.first {
      var bytes = first.bytes
      var end = rest.startIndex + 1
      while end < rest.endIndex, bytes + rest[end].bytes <= UploadBuffer.most {
        bytes += rest[end].bytes
        end += 1
      }
      send(rest[rest.startIndex..<end], bytes, through: buffer, to: texture)
      rest = rest[end...]
    }
  }

  private func send(_ pieces: ArraySlice<Piece>, _ bytes: Int, through buffer: UploadBuffer, to texture: Texture) {
    let isSent = buffer.send(bytes) { memory in
      var place = memory
      for piece in pieces {
        piece.copy(to: place)
        place += piece.bytes
      }
    } take: {
      var offset = 0
      for piece in pieces {
        texture.upload(
          UnsafeRawPointer(bitPattern: offset), rowLength: piece.width, x: piece.x, y: piece.y, layer: piece.layer,
          width: piece.width, height: piece.height)
        offset += piece.bytes
      }
    }
    if !isSent { for piece in pieces { piece.upload(to: texture) } }
  }

  /// The array texture, replaced by a larger one if layers were added.
  private func textureWithAllLayers() throws(GPUError) -> Texture {
    if allocator.layers == 0 { allocator.addLayers(1) }
    if let texture, texture.layers >= allocator.layers { return texture }
    let larger = try Texture(
      "pictures", format: .rgba8, width: AtlasLayout.side, height: AtlasLayout.side, layers: allocator.layers,
      isFiltered: true, on: device)
    if let texture { larger.copyLayers(texture.layers, of: texture) }
    texture = larger
    return larger
  }
}
