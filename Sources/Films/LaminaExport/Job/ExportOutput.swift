// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import Foundation
import Lamina
import LaminaGraphics
import LaminaSystem

/// The part of a film that is still to be made, the encoding of its frames, and their writer.
struct ExportOutput {
  /// Makes the bytes of a frame.
  typealias Encode = LaneTerms<PixelBytes>.Encode

  /// The frames that are not finished, in order.
  let pending: [Int]
  /// How pixels are wanted, where a device can make them so; `nil` for pictures.
  let layout: FrameLayout?
  let encode: Encode
  /// `nil` where all is finished.
  let writer: (any FrameWriter)?
  /// Whether all frames must be of one size.
  let hasOneSize: Bool
  /// The lock that keeps other exports from the same place until this value goes; `nil` for pipes and devices.
  let lock: ExportLock?
  /// The videos that lie under the film.
  var base: VideoBase?
  /// The same where frames are put over them here.
  var underlay: VideoUnderlay?

  /// Finds out what is there, and opens what is written to.
  init(_ job: FilmWork, frames: Range<Int>, film: FilmContents, renderer: String) throws(ExportError) {
    let underlay =
      job.isOverlaid ? nil : job.options.video.map { VideoUnderlay($0, timing: job.timing, canvas: film.canvas) }
    self.underlay = underlay
    let encode: Encode
    switch job.destination {
    case .pictures(let pattern):
      let folder = ExportFolder(job.destination, shard: job.options.shard)
      let (finished, lock) = try folder.begin(
        job.manifest(film, renderer: renderer), of: job, removing: [])
      self.lock = lock
      OutputFile.removeAbandoned(in: PathParts.folder(of: pattern.path(of: 0)))
      let known = finished ? FrameJournal.frames(in: folder.journal) : []
      pending = frames.filter { !known.contains($0) || access(pattern.path(of: $0), F_OK) != 0 }
      layout = nil
      hasOneSize = false
      let encoder = PNGSequenceEncoder(job.options.pngLevel.map { PNGEncoder(level: $0) } ?? PNGEncoder())
      encode = { (number, pixels) throws(ExportError) in
        let bytes = try Self.png(of: pixels, frame: number, encoder)
        try PictureWriter.write(bytes, frame: number, to: pattern)
        return PixelBytes(bytes, isKept: false)
      }
      writer = PictureWriter(pattern, journal: try FrameJournal(folder.journal, isEmptied: !finished))
    case .stream(let path, let format):
      // Planes are made of what lies over the video, and not on a device.
      layout = underlay == nil ? format.layout : nil
      hasOneSize = true
      encode = format.layout.encoder(from: film.canvas, to: film.canvas)
      let opened = try StreamOutput(job, path, format, frames: frames, film: film, renderer: renderer)
      (pending, writer, lock) = (opened.pending, opened.writer, opened.lock)
    case .film(let path, let format):
      let recipe = job.recipe(format, canvas: film.canvas)
      layout = job.options.video == nil ? recipe.layout : nil
      hasOneSize = true
      let base =
        job.isOverlaid
        ? job.options.video.map { VideoBase($0, timing: job.timing, recipe) } : nil
      encode = Self.encoder(for: recipe, over: base)
      (pending, writer, lock) = try Self.film(job, path, recipe, base, frames: frames, film: film, renderer: renderer)
      self.base = base
    }
    guard let underlay else {
      self.encode = encode
      return
    }
    self.encode = { (number, pixels) throws(ExportError) in
      try encode(number, underlay.lay(pixels, frame: number))
    }
  }

  /// Makes what an encoder takes of a film's frames.
  ///
  /// - Parameter base: The videos under the film.
  private static func encoder(for recipe: FilmRecipe, over base: VideoBase?) -> Encode {
    if let base {
      return { (number, pixels) throws(ExportError) in
        guard case .image(let image) = pixels else { preconditionFailure("a film over a video is made of pictures") }
        return PixelBytes(base.bytes(of: image, frame: number))
      }
    }
    if let layout = recipe.layout { return layout.encoder(from: recipe.size, to: recipe.encodedSize) }
    let encoder = PNGSequenceEncoder()
    return { (number, pixels) throws(ExportError) in
      PixelBytes(try png(of: pixels, frame: number, encoder), isKept: false)
    }
  }

  private static func film(
    _ job: FilmWork, _ path: String, _ recipe: FilmRecipe, _ base: VideoBase?, frames: Range<Int>, film: FilmContents,
    renderer: String
  ) throws(ExportError) -> (pending: [Int], writer: (any FrameWriter)?, lock: ExportLock?) {
    guard !StreamedFile.isDirect(path) else {
      throw .badDestination(path: path, reason: "a film is joined in a file; for a pipe or a device, give --stream")
    }
    // Found now, rather than after an hour of drawing.
    let encoder = try FilmEncoder(job.options.encoder, patience: job.options.encoderPatience)
    let folder = ExportFolder(job.destination, shard: job.options.shard)
    let all = job.timing.frames
    let segments = FilmSegment.all(frames, in: all, length: job.segmentLength)
    let files = segments.map { $0.path(in: folder, recipe) }
    let (goesOn, lock) = try folder.begin(
      job.manifest(film, renderer: renderer), of: job,
      removing: files + files.map(StreamedFile.partialPath))
    if goesOn, job.options.shard != nil, folder.isComplete { return ([], nil, lock) }
    var pending: [Int] = []
    for (segment, file) in zip(segments, files) where !goesOn || access(file, F_OK) != 0 { pending += segment.range }
    var join: FilmJoin?
    if job.options.shard == nil {
      join = FilmJoin(path: path, film: all, recipe: recipe, folder: folder)
      join?.length = job.segmentLength
      join?.sound = job.sound(recipe.format)
    }
    if let base {
      let writer = OverlayWriter(film: all, base: base, recipe: recipe, folder: folder, encoder: encoder, join: join)
      return (pending, writer, lock)
    }
    return (pending, FilmWriter(film: all, recipe: recipe, folder: folder, encoder: encoder, join: join), lock)
  }

  static func png(of pixels: FramePixels, frame: Int, _ encoder: PNGSequenceEncoder) throws(ExportError) -> [UInt8] {
    guard case .image(let image) = pixels else { preconditionFailure("a picture is made of an image") }
    return try converting(to: { ExportError.encoding(frame: frame, $0) }) { () throws(GraphicsError) in
      try encoder.encode(image)
    }
  }
}

extension ExportFolder {
  /// Notes what is about to be made, and finds out whether an earlier attempt made some of the same.
  ///
  /// - Parameters:
  ///   - manifest: What is about to be made.
  ///   - job: Whether to go on, and the name of the film.
  ///   - parts: What an earlier attempt may have left that is not gone on with.
  /// - Returns: Whether there is an earlier attempt, and it is to be gone on with; and the lock of the place.
  func begin(
    _ manifest: ExportManifest, of job: FilmWork, removing parts: [String]
  ) throws(ExportError) -> (goesOn: Bool, lock: ExportLock) {
    let lock = try ExportLock(self, of: job.destination.path)
    OutputFile.removeAbandoned(in: path)
    if job.options.resumes, let before = ExportManifest.read(self.manifest) {
      if let difference = manifest.difference(from: before) {
        throw .cannotResume(
          path: job.destination.path, reason: "it belongs to another film: \(difference); begin anew without --resume")
      }
      return (true, lock)
    }
    // The old manifest, then what was made under it, then the new one: at no moment do old frames belong to the new
    // film.
    for path in [self.manifest, completion, journal] + parts { unlink(path) }
    try manifest.write(to: self.manifest)
    return (false, lock)
  }
}

/// A raw stream, opened.
struct StreamOutput {
  let pending: [Int]
  let writer: (any FrameWriter)?
  let lock: ExportLock?

  init(
    _ job: FilmWork, _ path: String, _ format: StreamFormat, frames: Range<Int>, film: FilmContents, renderer: String
  ) throws(ExportError) {
    let canvas = film.canvas
    let header = format.header(size: canvas, rate: job.timing.rate)
    guard !StreamedFile.isDirect(path) else {
      if job.options.resumes || job.options.shard != nil {
        throw .badDestination(
          path: path, reason: "what was written to a pipe or device is gone, so it cannot be gone on with, or joined")
      }
      pending = Array(frames)
      lock = nil
      writer = try StreamWriter(path, header: header, frameHeader: format.frameHeader)
      return
    }
    let folder = ExportFolder(job.destination, shard: job.options.shard)
    let isShard = job.options.shard != nil
    let name = isShard ? folder.stream : path
    let (goesOn, lock) = try folder.begin(
      job.manifest(film, renderer: renderer), of: job,
      removing: [StreamedFile.partialPath(of: name)] + (isShard ? [name] : []))
    self.lock = lock
    let frameBytes = format.frameHeader.count + format.layout.byteCount(of: canvas)
    var kept = 0
    if goesOn, isShard, folder.isComplete {
      (pending, writer) = ([], nil)
      return
    }
    if goesOn {
      let there = Self.byteCount(StreamedFile.partialPath(of: name)) ?? 0
      kept = min(max(0, there - header.count) / frameBytes, frames.count)
    }
    pending = Array(frames.dropFirst(kept))
    writer = try StreamWriter(
      name, header: header, frameHeader: format.frameHeader,
      keeping: kept == 0 ? 0 : header.count + kept * frameBytes, leaving: isShard ? nil : folder)
  }

  private static func byteCount(_ path: String) -> Int? {
    ((try? FileManager.default.attributesOfItem(atPath: path))?[.size] as? NSNumber)?.intValue
  }
}
