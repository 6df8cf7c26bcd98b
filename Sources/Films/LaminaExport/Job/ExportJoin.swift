// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

public import Foundation
import Lamina
import LaminaGeometry
import LaminaGraphics
import LaminaSystem

/// Joins the shards of a film.
///
///     try ExportJoin(ExportDestination("film.mp4")).run()
///
/// All shards must be present, complete, and made in the same way: by one version, one kind of renderer, with the same
/// fonts, from the same scene. Only formats that have to be encoded as a whole (`.gif`, `.apng`) are encoded again.
public struct ExportJoin {
  /// The destination of the shards.
  public let destination: ExportDestination
  /// The program that joins films, as in ``ExportOptions/encoder``.
  public var encoder = "ffmpeg"
  /// The number of seconds that the program may do nothing, as in ``ExportOptions/encoderPatience``.
  public var encoderPatience: TimeInterval = 60
  private let folder: ExportFolder

  /// Describes a join; nothing happens until it is run.
  public init(_ destination: ExportDestination) {
    self.destination = destination
    folder = ExportFolder(destination, shard: nil)
  }

  /// The numbers of shards that are missing or incomplete.
  ///
  /// - Throws: ``ExportError/cannotJoin(path:reason:missing:)`` if there are no shards at all, or shards of different
  ///   cuts.
  public func missingShards() throws(ExportError) -> [Int] {
    let count = try shardCount()
    return (1...count).filter { index in
      let place = place(of: index, count)
      return !place.isComplete || ExportManifest.read(place.manifest) == nil
    }
  }

  /// Joins the shards, and removes temporary files.
  ///
  /// - Parameter cancellation: Stops early; the shards are kept.
  /// - Returns: The number of frames of the film.
  /// - Throws: ``ExportError/cannotJoin(path:reason:missing:)``, ``ExportError/inUse(path:holder:)`` while a shard is
  ///   being made, and errors of writing the film.
  @discardableResult
  public func run(cancellation: ExportCancellation = ExportCancellation()) throws(ExportError) -> Int {
    let count = try shardCount()
    let lock = try ExportLock(folder, of: destination.path)
    defer { withExtendedLifetime(lock) {} }
    let missing = try missingShards()
    guard missing.isEmpty else {
      let names = missing.prefix(20).map(String.init).joined(separator: ", ") + (missing.count > 20 ? ", …" : "")
      throw failure("of \(count) shards these are missing or not complete: \(names)", missing: missing)
    }
    let manifest = try commonManifest(count)
    guard let frames = Self.range(manifest["frames"]) else { throw failure("its manifest names no frames") }
    switch destination {
    case .pictures(let pattern): try joinPictures(pattern, frames, count, manifest)
    case .stream(let path, let format): try joinStream(path, format, frames, count, manifest)
    case .film(let path, let format):
      guard let size = Self.size(manifest["size"]), let rate = FrameRate(manifest["fps"]) else {
        throw failure("its manifest names no size or rate")
      }
      let arguments = manifest["encoder-arguments"].split(separator: " ").map(String.init)
      let recipe = FilmRecipe(
        format: format, hasAlpha: manifest["alpha"] == "yes", size: size, rate: rate, arguments: arguments)
      var join = FilmJoin(path: path, film: frames, recipe: recipe, folder: folder)
      if let length = Int(manifest["segment"]), length > 0 { join.length = length }
      join.sound = SoundMix(text: manifest["sound"])
      try join.run(encoder: FilmEncoder(encoder, patience: encoderPatience), cancellation)
    }
    return frames.count
  }

  private func failure(_ reason: String, missing: [Int] = []) -> ExportError {
    .cannotJoin(path: destination.path, reason: reason, missing: missing)
  }

  private func place(of index: Int, _ count: Int) -> ExportFolder {
    ExportFolder(destination, shard: Shard(index, of: count))
  }

  /// The number of shards, from the names of their manifests.
  private func shardCount() throws(ExportError) -> Int {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
    let counts = Set(names.compactMap { $0.wholeMatch(of: /manifest\.(\d+)-of-(\d+)\.json/).flatMap { Int($0.2) } })
    guard let count = counts.first, count >= 1, count <= Shard.maximumCount else {
      throw failure("there are no shards of it in '\(folder.path)'")
    }
    guard counts.count == 1 else {
      let words = counts.sorted().map(String.init).joined(separator: ", ")
      throw failure("there are shards of different cuts (\(words)); remove '\(folder.path)' and begin anew")
    }
    return count
  }

  /// The common manifest of all shards.
  private func commonManifest(_ count: Int) throws(ExportError) -> ExportManifest {
    var common: ExportManifest?
    for index in 1...count {
      guard let manifest = ExportManifest.read(place(of: index, count).manifest) else { continue }
      if let common, let difference = manifest.difference(from: common) {
        throw failure("shard \(index) was made otherwise than shard 1: \(difference)")
      }
      common = common ?? manifest
    }
    guard let common else { throw failure("there are no shards of it in '\(folder.path)'") }
    return common
  }

  private func joinPictures(
    _ pattern: FramePattern, _ frames: Range<Int>, _ count: Int, _ manifest: ExportManifest
  ) throws(ExportError) {
    for frame in frames where access(pattern.path(of: frame), F_OK) != 0 {
      throw failure("frame \(frame) is not there: '\(pattern.path(of: frame))'")
    }
    // From here on the folder looks as if one process had made all frames.
    let lines = frames.map { "\($0)\n" }.joined()
    try converting(to: ExportError.file) { () throws(FileError) in
      try OutputFile(folder.journal).write(Array(lines.utf8))
    }
    try manifest.write(to: folder.manifest)
    for index in 1...count {
      let place = place(of: index, count)
      let lock = Shard(index, of: count).map { place.file(ExportLock.name(of: $0)) }
      for path in [place.manifest, place.journal, place.completion, lock] { if let path { unlink(path) } }
    }
  }

  private func joinStream(
    _ path: String, _ format: StreamFormat, _ frames: Range<Int>, _ count: Int, _ manifest: ExportManifest
  ) throws(ExportError) {
    guard let size = Self.size(manifest["size"]), let rate = FrameRate(manifest["fps"]) else {
      throw failure("its manifest names no size or rate")
    }
    let header = format.header(size: size, rate: rate).count
    do throws(FileError) {
      let output = try StreamedFile(path)
      for index in 1...count {
        let part = try FileChunks(of: place(of: index, count).stream, from: index > 1 ? header : 0)
        try part.forEach { (bytes) throws(FileError) in try output.write(bytes) }
      }
      let total = header + frames.count * (format.frameHeader.count + format.layout.byteCount(of: size))
      guard output.written == total else {
        throw .cannotRead(path: folder.path, reason: "the shards hold \(output.written) bytes of \(total)")
      }
      try output.finish()
    } catch {
      throw .file(error)
    }
    folder.remove()
  }

  private static func range(_ text: String) -> Range<Int>? {
    let numbers = text.split(separator: ".").compactMap { Int($0) }
    return numbers.count == 2 && numbers[0] <= numbers[1] ? numbers[0]..<(numbers[1] + 1) : nil
  }

  private static func size(_ text: String) -> PixelSize? {
    let sides = text.split(separator: "x").compactMap { Int($0) }
    return sides.count == 2 ? PixelSize(width: sides[0], height: sides[1]) : nil
  }
}
