// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import Lamina
package import LaminaGeometry
package import LaminaGraphics
package import LaminaLayers
import LaminaVideo

/// The work on a film, wherever its frames come from.
package struct FilmWork {
  /// Which frames it has.
  var timing: FrameTiming
  /// Where it goes.
  var destination: ExportDestination
  /// How it is made.
  var options: ExportOptions
  /// The encoder's device; the processor, until another one is found.
  private var device = FilmHardware.none

  /// Describes it.
  package init(timing: FrameTiming, destination: ExportDestination, options: ExportOptions) {
    (self.timing, self.destination, self.options) = (timing, destination, options)
  }

  /// The frames that this process makes.
  package var frames: Range<Int> { options.shard?.part(of: timing.frames, unit: unit) ?? timing.frames }

  /// How many frames are never cut apart by shards.
  private var unit: Int {
    if case .film = destination { segmentLength } else { 1 }
  }

  /// How many frames a segment of a film has.
  var segmentLength: Int { isOverlaid ? FilmSegment.framesOverVideo : FilmSegment.frames }

  /// Whether `ffmpeg` puts the frames over the videos, in their own planes; otherwise that is done here.
  var isOverlaid: Bool {
    guard options.video != nil, case .film(_, let format) = destination else { return false }
    return !format.codecs.isEmpty
  }

  /// The sound of the film.
  func sound(_ format: FilmFormat) -> SoundMix? {
    SoundMix((options.video?.sounds(gain: options.videoGain) ?? []) + options.sounds, timing: timing, format: format)
  }

  /// Finds out what can be known before a frame is drawn.
  private func check() throws(ExportError) {
    if case .film(_, let format) = destination, let highest = format.highestRate, timing.rate.isAbove(highest) {
      throw .badRange(
        reason: "a \(format.title) counts in hundredths of a second, and no player shows a picture for one: at most "
          + "\(highest) frames a second")
    }
    if case .film(_, let format) = destination, !format.codecs.isEmpty { return try checkCodec(format) }
    guard options.sounds.isEmpty else {
      throw .badDestination(path: destination.path, reason: "sound goes into \(FilmFormat.soundList) alone")
    }
  }

  /// Finds out whether a kind of file holds what is asked for.
  private func checkCodec(_ format: FilmFormat) throws(ExportError) {
    guard let codec = options.coding.codec else { return }
    guard format.codecs.contains(codec) else {
      let others = format.codecs.map(\.rawValue).joined(separator: ", ")
      throw .badDestination(
        path: destination.path, reason: "a .\(format.rawValue) holds \(others), and not \(codec.rawValue)")
    }
  }

  /// Finds out whether the encoder takes pictures of a size.
  private func checkSize(_ canvas: PixelSize) throws(ExportError) {
    guard case .film(let path, let format) = destination, !format.codecs.isEmpty else { return }
    let recipe = recipe(format, canvas: canvas)
    let (size, least) = (recipe.encodedSize, recipe.encoding.leastSide)
    guard min(size.width, size.height) < least else { return }
    throw .badDestination(
      path: path,
      reason: "its pictures have \(size) pixels, and \(recipe.encoding.encoder) takes \(recipe.encoding.codec.rawValue)"
        + " from \(least) x \(least) on; another --codec takes smaller ones")
  }

  /// Makes the film.
  package func run(
    _ crew: some FrameCrew, cancellation: ExportCancellation,
    progress: @escaping @Sendable (ExportProgress) -> Void
  ) throws(ExportError) -> ExportSummary {
    try check()
    let frames = frames
    let film = try crew.contents(at: timing.moment(of: frames.first ?? timing.frames.lowerBound))
    var work = self
    let device = try work.chooseDevice()
    try work.checkSize(film.canvas)
    if case .film(_, let format) = destination { try work.checkDepth(work.recipe(format, canvas: film.canvas)) }
    let output = try ExportOutput(work, frames: frames, film: film, renderer: crew.identity)
    var summary = ExportSummary()
    summary.frames = frames.count
    summary.kept = frames.count - output.pending.count
    summary.diagnostics =
      film.diagnostics + (output.lock?.diagnostics ?? []) + device + remarks(on: film) + remarksOnSounds()
    let run = ExportRun(work, output, crew: crew, canvas: film.canvas, cancellation: cancellation)
    let sounds = options.sounds.map { (path: $0.path, state: FileState(of: $0.path)) }
    // Until all is written, and no longer.
    defer { withExtendedLifetime(output.lock) {} }
    try run.make(total: frames.count, progress: progress, into: &summary)
    summary.diagnostics = summary.diagnostics.merging(
      (output.base?.diagnostics ?? []) + (output.underlay?.diagnostics ?? []))
    summary.diagnostics = summary.diagnostics.merging(
      sounds.compactMap { sound in
        sound.state?.change(of: sound.path).map {
          Diagnostic(
            code: "changed-sound", message: "'\(sound.path)' \($0) while the film was made; what was there is heard",
            file: sound.path)
        }
      })
    return summary
  }

  /// The options of the encoder.
  func recipe(_ format: FilmFormat, canvas: PixelSize) -> FilmRecipe {
    let isOpaque =
      isOverlaid ? options.video?.hasAlpha != true : (options.render.background?.alpha ?? 0) >= 1
    let coding = coding(format)
    var encoding = FilmEncoding(coding.codec ?? format.codecs.first ?? .h264, coding)
    encoding.device = device
    encoding.mastering = mastering(of: encoding)
    var recipe = FilmRecipe(
      format: format, hasAlpha: !isOpaque, size: canvas, rate: timing.rate,
      arguments: options.encoderArguments, encoding: encoding)
    recipe.isOverVideo = isOverlaid
    if isOverlaid, let color = options.video?.color { recipe.color = color }
    return recipe
  }

  /// Results that one might not expect: pictures without alpha, and shards of films over videos without frames.
  private func remarks(on film: FilmContents) -> [Diagnostic] {
    guard case .film(_, let format) = destination else { return [] }
    let recipe = recipe(format, canvas: film.canvas)
    var result = remarks(onBitsOf: recipe) + remarks(onRangeOf: recipe)
    let codec = recipe.encoding.codec
    guard isOverlaid else {
      // Who names no codec for a kind of file that can hold alpha gets one that does.
      guard let other = format.codecs.first(where: format.holdsAlpha), film.isClear, !format.holdsAlpha(of: codec)
      else { return result }
      result.append(
        Diagnostic(
          .note, code: "opaque-film",
          message: "\(codec.rawValue) in .\(format.rawValue) holds no alpha, so what is clear in the film is black;"
            + " \(other.rawValue) holds it", file: destination.path))
      return result
    }
    if let clip = options.video?.pieces.map(\.clip).first(where: \.hasAlpha), !format.holdsAlpha(of: codec) {
      result.append(
        Diagnostic(
          code: "opaque-video",
          message:
            "'\(clip.path)' has alpha, which \(codec.rawValue) in .\(format.rawValue) does not hold, so it lies on"
            + " black; prores-4444 in .mov and vp9 in .webm hold it", file: clip.path))
    }
    if let shard = options.shard, frames.isEmpty, !timing.frames.isEmpty {
      result.append(
        Diagnostic(
          .note, code: "empty-shard",
          message: "shard \(shard) has no frame: of the \(timing.frames.count) of the film, over videos,"
            + " \(segmentLength) stay together", file: destination.path))
    }
    return result
  }

  /// Names the files of which more tracks of sound are left out.
  private func remarksOnSounds() -> [Diagnostic] {
    var seen: Set<String> = []
    return options.sounds.filter { $0.format.trackCount > 1 && seen.insert($0.path).inserted }.map { sound in
      let (count, heard) = (sound.format.trackCount, sound.format.streamIndex)
      return Diagnostic(
        code: "unheard-sound",
        message:
          "'\(sound.path)' has \(count) tracks of sound; track \(heard) is heard, the file's default or first one,"
          + " and \(count == 2 ? "the other is" : "the others are") left out", file: sound.path)
    }
  }

  /// Where a film has another number of bits than were asked for.
  private func remarks(onBitsOf recipe: FilmRecipe) -> [Diagnostic] {
    guard recipe.layout != nil, let asked = options.coding.bitDepth, asked != recipe.bitDepth else { return [] }
    let film = recipe.encoding.codec.rawValue + (recipe.encoding.codec == .vp9 ? " with alpha" : "")
    return [
      Diagnostic(
        code: "film-bits",
        message: "\(film) has \(recipe.bitDepth) bits a component, and not the \(asked) that were asked for",
        file: destination.path)
    ]
  }

  /// Finds out what encodes, and says where that is not what was asked for.
  private mutating func chooseDevice() throws(ExportError) -> [Diagnostic] {
    guard case .film(_, let format) = destination, options.coding.hardware != .none, !format.codecs.isEmpty else {
      return []
    }
    let coding = coding(format)
    let codec = coding.codec ?? format.codecs.first ?? .h264
    let program = try EncoderProcess.find(options.encoder)
    device = HardwareEncoder.find(coding.hardware, codec, coding, program: program)
    guard device == .none else { return [] }
    let asked = options.coding.hardware == .auto ? "no device" : "no device for \(options.coding.hardware.rawValue)"
    return [
      Diagnostic(
        .note, code: "no-hardware-encoder",
        message:
          "\(asked) encodes \(codec.rawValue) here; the processor does: \(FilmEncoding(codec, coding).encoder)",
        file: destination.path)
    ]
  }
}

/// The facts about a film that are needed before its output is opened.
package struct FilmContents {
  /// How large its first frame is.
  var canvas: PixelSize
  /// How its tree is drawn where the options do not say.
  var reference: ReferenceRenderer
  /// Content that its first frame asks for and does not show.
  var diagnostics: [Diagnostic]
  /// Whether its first frame has no opaque ground.
  var isClear: Bool
  /// A digest of what it is made of; asked for where parts of a film must be told from those of another one.
  var material: () throws(ExportError) -> String

  /// Makes a description.
  package init(
    canvas: PixelSize, reference: ReferenceRenderer, diagnostics: [Diagnostic], isClear: Bool,
    material: @escaping () throws(ExportError) -> String
  ) {
    (self.canvas, self.reference, self.diagnostics) = (canvas, reference, diagnostics)
    (self.isClear, self.material) = (isClear, material)
  }
}
