// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import LaminaGraphics

/// A picture that a frame draws.
struct PictureRequest {
  var image: CGImage
  /// Whether smaller levels are sampled too.
  var needsLevels: Bool
}

/// The pictures in GPU memory, kept over frames in one array texture.
///
/// A picture is known by its identity. It is not kept alive; what is dead, then what was drawn longest ago, makes
/// room once the budget is reached. Pictures of the frame that is being drawn always stay, over the budget if need be.
///
/// No `BudgetedCache`: what counts is not what pictures cost but whether a run of free tiles is long enough, small pictures
/// leave a strip at a time, and what is dead goes before what is old.
final class PictureCache {
  /// A picture that was uploaded.
  private final class Entry {
    weak var image: CGImage?
    var places: [AtlasPlace] = []
    var strips: [AtlasStrip] = []
    var runs: [Range<Int>] = []
    var lastFrame = 0
    var hasLevels: Bool

    init(_ request: PictureRequest) {
      image = request.image
      hasLevels = request.needsLevels
    }
  }

  /// What goes as a whole.
  private enum Outdated {
    case strip(AtlasStrip)
    case large(ObjectIdentifier)
  }

  /// A level that has its place and is still to be sent.
  private struct PendingLevel {
    var pixels: CGImage
    var place: AtlasPlace?
  }

  /// The array texture; `nil` before the first picture.
  private(set) var texture: Texture?
  /// The bytes sent to the driver since the last `beginFrame`.
  private(set) var uploadedBytes = 0
  /// How many pictures are held.
  var count: Int { entries.count }
  private let device: Device
  private let budgetLayers: Int
  private var allocator = TileAllocator()
  private var entries: [ObjectIdentifier: Entry] = [:]
  private var strips: [AtlasStrip] = []
  private var frame = 0
  /// What may go in this frame, the oldest last; found when room is needed first, as a frame adds nothing to it.
  private var outdated: [(lastFrame: Int, what: Outdated)]?
  private var pending: [(image: CGImage, level: PendingLevel)] = []

  /// - Parameter budget: Bytes above which old pictures make room, rounded down to layers, at least one and no more than an array
  ///   texture of the device has.
  init(budget: Int, on device: Device) {
    self.device = device
    budgetLayers = max(1, min(budget / AtlasLayout.bytesInLayer, device.maximumArrayLayers))
  }

  /// Uploads what is not there yet.
  ///
  /// - Returns: For each request, where its levels lie: level 0 alone, or all.
  /// - Throws: `picturesTooLarge` where one frame's pictures exceed the device, `outOfMemory`.
  func prepare(_ requests: [PictureRequest]) throws(GPUError) -> [[AtlasPlace]] {
    frame += 1
    uploadedBytes = 0
    outdated = nil
    // First those that are there, so that room is not made at their cost.
    for request in requests {
      if let entry = entry(for: request) { touch(entry) }
    }
    do throws(GPUError) {
      var places: [[AtlasPlace]] = []
      places.reserveCapacity(requests.count)
      for request in requests {
        if let entry = entry(for: request) {
          places.append(entry.places)
        } else {
          places.append(try add(request))
        }
      }
      try upload()
      return places
    } catch {
      // Nothing may look as if it were uploaded.
      for (image, _) in pending { evict(ObjectIdentifier(image)) }
      pending.removeAll()
      throw error
    }
  }

  private func entry(for request: PictureRequest) -> Entry? {
    guard let entry = entries[ObjectIdentifier(request.image)], entry.image === request.image,
      entry.hasLevels || !request.needsLevels
    else { return nil }
    return entry
  }

  private func touch(_ entry: Entry) {
    entry.lastFrame = frame
    for strip in entry.strips { strip.lastFrame = frame }
  }

  private func add(_ request: PictureRequest) throws(GPUError) -> [AtlasPlace] {
    let key = ObjectIdentifier(request.image)
    if entries[key] != nil { evict(key) }
    let entry = Entry(request)
    entries[key] = entry
    entry.lastFrame = frame
    for level in request.needsLevels ? request.image.mipLevels() : [request.image] {
      // Noted first: a failure takes back what is noted.
      pending.append((request.image, PendingLevel(pixels: level)))
      let place = try place(level, for: entry, key)
      entry.places.append(place)
      pending[pending.count - 1].level.place = place
    }
    return entry.places
  }

  private func place(_ level: CGImage, for entry: Entry, _ key: ObjectIdentifier) throws(GPUError) -> AtlasPlace {
    if AtlasPlace.isSmall(width: level.width, height: level.height) {
      let (place, strip) = try smallPlace(level)
      strip.add(key)
      strip.lastFrame = frame
      if entry.strips.last !== strip { entry.strips.append(strip) }
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

  /// Finds tiles: free ones, those of dead pictures, new layers inside the budget, old pictures, new layers.
  private func tiles(_ count: Int, alignment: Int) throws(GPUError) -> Int {
    if let first = allocator.allocate(count, alignment: alignment) { return first }
    evictDead()
    while true {
      if let first = allocator.allocate(count, alignment: alignment) { return first }
      if allocator.layers < budgetLayers {
        allocator.addLayers(min(max(1, allocator.layers), budgetLayers - allocator.layers))
      } else if !evictOldest() {
        guard allocator.layers < device.maximumArrayLayers else {
          let limit = device.maximumArrayLayers * AtlasLayout.bytesInLayer
          throw .picturesTooLarge(bytes: limit + count * 4 * AtlasLayout.tile * AtlasLayout.tile, limit: limit)
        }
        allocator.addLayers(1)
      }
    }
  }

  private func evictDead() {
    for (key, entry) in entries where entry.image == nil { evict(key) }
  }

  /// Drops the strip or large picture that was drawn longest ago, but none of this frame.
  private func evictOldest() -> Bool {
    var waiting = outdated ?? sortedOutdated()
    defer { outdated = waiting }
    while let (_, next) = waiting.popLast() {
      switch next {
      case .strip(let strip):
        // A strip that is empty was given back with the last of its pictures.
        guard strip.lastFrame < frame, !strip.pictures.isEmpty else { continue }
        for key in strip.pictures { evict(key) }
        precondition(strip.pictures.isEmpty, "a strip holds a picture that the cache does not know")
      case .large(let key):
        guard let entry = entries[key], entry.lastFrame < frame else { continue }
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
      strip.remove(key)
      guard strip.pictures.isEmpty, let index = strips.firstIndex(where: { $0 === strip }) else { continue }
      strips.remove(at: index)
      allocator.release(strip.tiles)
    }
  }

  // MARK: uploading

  private func upload() throws(GPUError) {
    guard !pending.isEmpty || texture == nil else { return }
    let texture = try textureWithAllLayers()
    for (_, level) in pending {
      guard let place = level.place else { continue }
      level.pixels.premultipliedRGBA.withUnsafeBytes { bytes in
        guard let base = bytes.baseAddress else { return }
        if AtlasPlace.isSmall(width: place.width, height: place.height) {
          let layer = place.firstTile / AtlasLayout.tilesInLayer
          texture.upload(
            base, rowLength: place.width, x: place.offset.x, y: place.offset.y, layer: layer, width: place.width,
            height: place.height)
          uploadedBytes += 4 * place.width * place.height
        } else {
          uploadTiles(base, place, to: texture)
        }
      }
    }
    pending.removeAll()
    try device.check("upload of \(uploadedBytes) bytes of pictures")
  }

  /// Sends each tile with the texels around it that lie in the picture.
  private func uploadTiles(_ base: UnsafeRawPointer, _ place: AtlasPlace, to texture: Texture) {
    for row in 0..<AtlasLayout.tiles(across: place.height) {
      for column in 0..<place.columns {
        let origin = AtlasLayout.origin(ofTile: place.firstTile + row * place.columns + column)
        let (left, top) = (column * AtlasLayout.inside - 1, row * AtlasLayout.inside - 1)
        let columns = max(left, 0)..<min(left + AtlasLayout.tile, place.width)
        let rows = max(top, 0)..<min(top + AtlasLayout.tile, place.height)
        texture.upload(
          base + 4 * (rows.lowerBound * place.width + columns.lowerBound), rowLength: place.width,
          x: origin.x + columns.lowerBound - left, y: origin.y + rows.lowerBound - top, layer: origin.layer,
          width: columns.count, height: rows.count)
        uploadedBytes += 4 * columns.count * rows.count
      }
    }
  }

  /// The array texture, replaced by a larger one where layers were added.
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
