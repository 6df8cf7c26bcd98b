import Lamina
package import LaminaGeometry
package import LaminaGraphics
package import LaminaLayers

/// What is to be made of a film, wherever its frames come from.
package struct FilmWork {
  /// Which frames it has.
  var timing: FrameTiming
  /// Where it goes.
  var destination: ExportDestination
  /// How it is made.
  var options: ExportOptions

  /// Describes it.
  package init(timing: FrameTiming, destination: ExportDestination, options: ExportOptions) {
    (self.timing, self.destination, self.options) = (timing, destination, options)
  }

  /// The frames that this process makes.
  package var frames: Range<Int> { options.shard?.part(of: timing.frames, unit: unit) ?? timing.frames }

  /// How many frames are never cut apart by shards.
  private var unit: Int {
    if case .film = destination { FilmSegment.frames } else { 1 }
  }

  /// Finds out what can be known before a frame is drawn.
  package func check() throws(ExportError) {
    if case .film(_, .gif) = destination, timing.rate.isAbove(FilmFormat.gifRate) {
      throw .badRange(
        reason: "a GIF counts in hundredths of a second, and no player shows a picture for one: at most "
          + "\(FilmFormat.gifRate) frames a second")
    }
  }

  /// Makes the film.
  func run(
    _ film: FilmContents, _ crew: some FrameCrew, cancellation: ExportCancellation,
    progress: @escaping @Sendable (ExportProgress) -> Void
  ) throws(ExportError) -> ExportSummary {
    let frames = frames
    let output = try ExportOutput(self, frames: frames, film: film, renderer: crew.identity)
    var summary = ExportSummary()
    summary.frames = frames.count
    summary.kept = frames.count - output.pending.count
    summary.diagnostics = film.diagnostics + (output.lock?.diagnostics ?? [])
    let run = ExportRun(self, output, crew: crew, canvas: film.canvas, cancellation: cancellation)
    // Until all is written, and no longer.
    defer { withExtendedLifetime(output.lock) {} }
    try run.make(total: frames.count, progress: progress, into: &summary)
    return summary
  }

  /// The same with frames that are drawn elsewhere.
  package func run(
    _ film: FilmContents, drawnBy service: some FrameService, cancellation: ExportCancellation,
    progress: @escaping @Sendable (ExportProgress) -> Void
  ) throws(ExportError) -> ExportSummary {
    try run(film, ServiceCrew(service: service, timing: timing), cancellation: cancellation, progress: progress)
  }

  /// What the encoder is told.
  func recipe(_ format: FilmFormat, canvas: PixelSize) -> FilmRecipe {
    let isOpaque = (options.render.background?.alpha ?? 0) >= 1
    return FilmRecipe(
      format: format, hasAlpha: !isOpaque, size: canvas, rate: timing.rate, arguments: options.encoderArguments)
  }
}

/// What must be known of a film before its output is opened.
package struct FilmContents {
  /// How large its first frame is.
  var canvas: PixelSize
  /// How its tree is drawn where the options do not say.
  var reference: ReferenceRenderer
  /// What its first frame asks for and does not show.
  var diagnostics: [Diagnostic]
  /// A digest of what it is made of; asked for where parts of a film must be told from those of another one.
  var material: () throws(ExportError) -> String

  /// Makes a description.
  package init(
    canvas: PixelSize, reference: ReferenceRenderer, diagnostics: [Diagnostic],
    material: @escaping () throws(ExportError) -> String
  ) {
    (self.canvas, self.reference, self.diagnostics, self.material) = (canvas, reference, diagnostics, material)
  }
}
