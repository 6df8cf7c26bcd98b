// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import LaminaGeometry
import LaminaGraphics
import LaminaPlan

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
    let hasLevels: Bool
    weak var image: CGImage?
    let space: AtlasSpace
    private(set) var lastFrame: Int

    init(_ image: CGImage, hasLevels: Bool, in space: AtlasSpace, frame: Int) {
      (key, serial) = (ObjectIdentifier(image), image.serial)
      (self.image, self.hasLevels, self.space, lastFrame) = (image, hasLevels, space, frame)
    }

    /// Whether it is the entry of a picture in the requested form.
    func shows(_ image: CGImage, _ use: PictureUse) -> Bool {
      key == ObjectIdentifier(image) && serial == image.serial && (hasLevels || !use.hasLevels)
    }

    /// Notes that a frame drew the picture.
    func touch(_ frame: Int) {
      lastFrame = frame
      space.forEachStrip { $0.lastFrame = frame }
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
    var place: AtlasPlace

    var pieces: [Piece] {
      var pieces: [Piece] = []
      place.forEachPart { pieces.append(Piece(pixels: pixels, part: $0)) }
      return pieces
    }
  }

  /// The pictures that a frame adds. Lists of the frame's own: checks of access to variables of a class would precede
  /// each change.
  private struct Additions {
    var spaces: [AtlasSpace] = []
    var levels: [PendingLevel] = []
    /// Of the levels that are coverage, the number of cells and the bytes.
    var (cells, coverageBytes) = (0, 0)
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
  /// For each picture of the last plan, its entry and its use, and its place in the form that the frame used; most
  /// frames show the same pictures as the frame before.
  private var recent: [Entry?] = []
  private var recentUses: [PictureUse] = []
  /// The last frame whose pictures are marked as drawn by it; the recent pictures were drawn by all later ones.
  private var markedFrame = 0
  var placed = PlacedPictures()
  private var frame = 0
  /// The units that may be removed in this frame, the oldest last; computed when space is needed first, as a frame adds
  /// none.
  private var outdated: [(lastFrame: Int, what: Outdated)]?
  /// The next frame that searches for dead pictures. Searching tens of thousands takes milliseconds, so the search is
  /// spread over many frames.
  private var nextSearch = 0
  /// The greatest serial number of a picture that was ever held; most new pictures have greater ones, so that they are
  /// not searched for.
  private var newestSerial = Int.min
  private lazy var buffer = UploadBuffer(on: device)
  /// Created with the first frame that needs it.
  private var coverage: CoverageWriter?

  /// - Parameter budget: The bytes above which old pictures are removed, rounded down to layers, at least one and no
  ///   more than an array texture of the device has.
  init(budget: Int, on device: Device) {
    self.device = device
    budgetLayers = max(1, min(budget / AtlasLayout.bytesInLayer, device.maximumArrayLayers))
  }

  /// Uploads the pictures that operations show and that are not resident yet, and sets ``placed``.
  ///
  /// - Parameters:
  ///   - images: The pictures of a plan.
  ///   - uses: For each picture, the levels that operations show.
  /// - Throws: `picturesTooLarge` where one frame's pictures exceed the device, `outOfMemory`.
  func prepare(_ images: [CGImage], _ uses: [PictureUse]) throws(GPUError) {
    frame += 1
    (uploadedBytes, uploadedPictures) = (0, 0)
    // Their entries are marked when another frame may need their space.
    if showsRecent(images, uses) {
      residentPictures = placed.count
      return
    }
    if markedFrame < frame - 1 { for entry in recent { entry?.touch(frame - 1) } }
    (markedFrame, outdated) = (frame, nil)
    // Resident pictures are marked first, so that none of them is removed to make space.
    var (shown, others) = resident(images, uses)
    // A failed frame leaves no pictures that the next one could take over.
    (recent, recentUses) = ([], [])
    var additions = Additions()
    additions.spaces.reserveCapacity(others.count)
    additions.levels.reserveCapacity(others.count)
    do throws(GPUError) {
      for index in others { try findSpace(for: images[index], hasLevels: uses[index].hasLevels, &additions) }
      try upload(additions)
    } catch {
      // No picture may appear to be uploaded.
      for space in additions.spaces { free(space) }
      throw error
    }
    let areUnique = hold(images, uses, others, additions.spaces, &shown)
    uploadedPictures = others.count
    var placed = PlacedPictures()
    swap(&placed, &self.placed)
    placed.removeAll()
    for index in shown.indices {
      placed.add(shown[index]?.space, uses[index], isOpaque: images[index].isOpaque)
    }
    residentPictures = placed.count - uploadedPictures
    self.placed = placed
    if areUnique { (recent, recentUses) = (shown, uses) }
  }

  /// Marks the resident pictures of a plan as drawn.
  ///
  /// - Returns: Their entries, and the indices of the other pictures that are shown.
  private func resident(_ images: [CGImage], _ uses: [PictureUse]) -> (shown: [Entry?], others: [Int]) {
    var (shown, others): ([Entry?], [Int]) = ([], [])
    shown.reserveCapacity(images.count)
    let (frame, recent, newest) = (frame, recent, newestSerial)
    for index in images.indices {
      guard uses[index].isShown else {
        shown.append(nil)
        continue
      }
      let image = images[index]
      if index < recent.count, let entry = recent[index], entry.shows(image, uses[index]) {
        entry.touch(frame)
        shown.append(entry)
      } else if image.serial <= newest, let entry = entry(of: image, uses[index]) {
        entry.touch(frame)
        shown.append(entry)
      } else {
        others.append(index)
        shown.append(nil)
      }
    }
    return (shown, others)
  }

  /// Holds pictures that were uploaded.
  ///
  /// - Parameters:
  ///   - others: The indices of the pictures.
  ///   - spaces: The space of each of them.
  ///   - shown: The entries of all pictures of the plan, which is completed.
  /// - Returns: Whether each of them is in the plan once; otherwise the space of one of its entries is free in the next
  ///   frame.
  private func hold(
    _ images: [CGImage], _ uses: [PictureUse], _ others: [Int], _ spaces: [AtlasSpace], _ shown: inout [Entry?]
  ) -> Bool {
    var (known, newest, areUnique) = ([ObjectIdentifier: Entry](), newestSerial, true)
    swap(&known, &entries)
    for (index, space) in zip(others, spaces) {
      let made = Entry(images[index], hasLevels: uses[index].hasLevels, in: space, frame: frame)
      if let old = known.updateValue(made, forKey: made.key) {
        if old.lastFrame == frame { areUnique = false }
        free(old.space)
      }
      shown[index] = made
      newest = max(newest, made.serial)
    }
    swap(&known, &entries)
    newestSerial = newest
    return areUnique
  }

  /// Whether a plan shows the same pictures in the same places as the last one.
  private func showsRecent(_ images: [CGImage], _ uses: [PictureUse]) -> Bool {
    guard texture != nil, images.count == recent.count else { return false }
    return images.indices.allSatisfy { index in
      guard let entry = recent[index] else { return !uses[index].isShown }
      return uses[index].isShown && uses[index].hasLevels == recentUses[index].hasLevels
        && entry.shows(images[index], uses[index])
    }
  }

  /// The entry of a picture that is resident in the requested form.
  private func entry(of image: CGImage, _ use: PictureUse) -> Entry? {
    guard let entry = entries[ObjectIdentifier(image)], entry.image === image, entry.hasLevels || !use.hasLevels else {
      return nil
    }
    return entry
  }

  private func findSpace(
    for image: CGImage, hasLevels: Bool, _ additions: inout Additions
  ) throws(GPUError) {
    let key = ObjectIdentifier(image)
    var space = AtlasSpace()
    do throws(GPUError) {
      if hasLevels {
        for level in image.mipLevels() { try add(level, of: key, to: &space, &additions) }
      } else {
        try add(image, of: key, to: &space, &additions)
      }
    } catch {
      free(space)
      throw error
    }
    additions.spaces.append(space)
  }

  private func add(
    _ level: CGImage, of key: ObjectIdentifier, to space: inout AtlasSpace, _ additions: inout Additions
  ) throws(GPUError) {
    let place: AtlasPlace
    if AtlasPlace.isSmall(width: level.width, height: level.height) {
      let strip: AtlasStrip
      (place, strip) = try smallPlace(level)
      strip.lastFrame = frame
      space.add(strip, for: key)
    } else {
      let columns = AtlasLayout.tiles(across: level.width)
      let count = columns * AtlasLayout.tiles(across: level.height)
      let first = try tiles(count, alignment: 1)
      space.add(first..<first + count)
      place = AtlasPlace(columns: columns, firstTile: first, offset: [1, 1], width: level.width, height: level.height)
    }
    space.add(place)
    additions.levels.append(PendingLevel(pixels: level, place: place))
    guard level.bytesPerPixel == 1 else { return }
    additions.cells += place.partCount
    additions.coverageBytes += level.width * level.height
  }

  private func smallPlace(_ level: CGImage) throws(GPUError) -> (AtlasPlace, AtlasStrip) {
    // The newest strip has the most space.
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
        for key in strip.pictures where entries[key]?.space.lies(in: strip) ?? false { evict(key) }
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
    for (key, entry) in entries where !entry.space.runs.isEmpty { found.append((entry.lastFrame, .large(key))) }
    return found.filter { $0.lastFrame < frame }.sorted { $0.lastFrame > $1.lastFrame }
  }

  private func evict(_ key: ObjectIdentifier) {
    if let entry = entries.removeValue(forKey: key) { free(entry.space) }
  }

  private func free(_ space: AtlasSpace) {
    for run in space.runs { allocator.release(run) }
    space.forEachStrip { strip in
      strip.remove()
      guard strip.isEmpty, let index = strips.firstIndex(where: { $0 === strip }) else { return }
      strips.remove(at: index)
      allocator.release(strip.tiles)
    }
  }

  // MARK: uploading

  /// A rectangle of a level's texels, and its destination.
  private struct Piece {
    var pixels: CGImage
    var part: AtlasPart

    var bytes: Int { 4 * part.width * part.height }

    /// Whether the picture is one byte of coverage a texel.
    private var isCoverage: Bool { pixels.bytesPerPixel == 1 }

    /// Writes the rectangle's rows contiguously, as RGBA.
    func copy(to memory: UnsafeMutableRawPointer) {
      guard !isCoverage else { return expand(to: memory) }
      withFirst { first in
        for row in 0..<part.height {
          (memory + 4 * row * part.width).copyMemory(from: first + 4 * row * pixels.width, byteCount: 4 * part.width)
        }
      }
    }

    /// Uploads the rectangle from the picture's own memory, or from a copy of its coverage as RGBA.
    func upload(to texture: Texture) {
      guard isCoverage else { return withFirst { texture.upload($0, rowLength: pixels.width, to: part) } }
      withUnsafeTemporaryAllocation(byteCount: bytes, alignment: 4) { texels in
        guard let base = texels.baseAddress else { return }
        expand(to: base)
        texture.upload(base, rowLength: part.width, to: part)
      }
    }

    /// Writes the rectangle's coverage contiguously, as white texels: of the whole picture, each of its many rectangles
    /// would need a copy.
    private func expand(to memory: UnsafeMutableRawPointer) {
      let texels = memory.bindMemory(to: UInt32.self, capacity: part.width * part.height)
      pixels.bytes.withUnsafeBufferPointer { coverage in
        guard let first = coverage.baseAddress else { return }
        for row in 0..<part.height {
          // By pointers, so that the compiler expands several texels at once.
          let (from, to) = (first + part.start + row * pixels.width, texels + row * part.width)
          for column in 0..<part.width { to[column] = UInt32(from[column]) &* 0x0101_0101 }
        }
      }
    }

    private func withFirst(_ body: (UnsafeRawPointer) -> Void) {
      pixels.withPremultipliedRGBA { texels in
        if let base = texels.baseAddress { body(base + 4 * part.start) }
      }
    }
  }

  /// The number of cells and the bytes from which coverage is sent as it is; less takes fewer calls as RGBA.
  private static let (leastCells, leastCoverage) = (16, 1 << 16)

  private func upload(_ additions: Additions) throws(GPUError) {
    let levels = additions.levels
    guard !levels.isEmpty || texture == nil else { return }
    let texture = try textureWithAllLayers()
    guard additions.cells >= Self.leastCells || additions.coverageBytes >= Self.leastCoverage else {
      return send(levels.flatMap(\.pieces), to: texture)
    }
    let writer = coverage ?? CoverageWriter(on: device)
    coverage = writer
    var (batch, colored): (_, [Piece]) = (writer.begin(), [])
    for level in levels where !batch.add(level.pixels, at: level.place) { colored += level.pieces }
    send(colored, to: texture)
    uploadedBytes += batch.bytes
    try writer.write(batch, to: texture, through: buffer)
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
        texture.upload(UnsafeRawPointer(bitPattern: offset), rowLength: piece.part.width, to: piece.part)
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

extension Texture {
  fileprivate func upload(_ texels: UnsafeRawPointer?, rowLength: Int, to part: AtlasPart) {
    upload(
      texels, rowLength: rowLength, x: part.x, y: part.y, layer: part.layer, width: part.width, height: part.height)
  }
}
