// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

#if Serve
import Foundation
import HTTPTypes
import Lamina
import LaminaExport
import LaminaGeometry
import LaminaGraphics
import LaminaScene
import LaminaServe

/// Makes one film of a scene, on the calling thread.
struct StudioFilmMaker {
  let scene: Scene
  let request: FilmRequest
  let settings: StudioSettings
  let cancellation: ExportCancellation
  /// Called with the number of finished frames, the total, and the remaining seconds.
  let progress: @Sendable (Int, Int, Double?) -> Void

  /// The maximum number of frames in a page, and the maximum number of bytes of their pictures.
  private static let mostFrames = 1200
  private static let mostBytes = 256 << 20

  /// The frames of a film.
  ///
  /// - Throws: ``Problem`` for values that no film can have, with the field at fault and the numbers.
  static func timing(_ request: FilmRequest, of scene: Scene) throws -> FrameTiming {
    var span = FilmSpan()
    if let fps = request.fps {
      guard (0.001...1000).contains(fps), let rate = FrameRate(nearest: fps) else {
        throw Problem.badParameter("fps", "\(fps) is no rate; it is from 0.001 to 1000 frames a second")
      }
      span.rate = rate
    }
    for (name, time) in [("from", request.from), ("to", request.to)] {
      if let time, !(-1e9...1e9).contains(time) {
        throw Problem.badParameter(name, "\(time) s is no time; it is from -1000000000 to 1000000000 seconds")
      }
    }
    if let end = request.to, end <= request.from ?? 0 {
      throw Problem.badParameter("to", "the film ends at \(end) s, and begins at \(request.from ?? 0) s")
    }
    (span.start, span.end) = (request.from, request.to)
    guard request.film != nil || request.format == FilmRequest.page else {
      throw Problem.badParameter(
        "format", "'\(request.format)' is none of \(FilmRequest.formats.map(\.name).joined(separator: ", "))")
    }
    let output = try ExportDestination("film.\(request.film ?? .mp4)")
    let timing: FrameTiming
    do throws(ExportError) {
      timing = try span.timing(
        frameRate: scene.timeline?.frameRate, duration: scene.duration, to: output, options: "")
    } catch {
      switch error {
      case .badRange(let reason): throw Problem.badParameter("to", reason)
      case .tooLong: throw Problem.badParameter("to", "\(error)")
      default: throw error
      }
    }
    if let film = request.film, let highest = film.highestRate, timing.rate.isAbove(highest) {
      throw Problem.badParameter(
        "fps", "\(timing.rate) are too many: a \(film.title) has at most \(highest) frames a second")
    }
    if request.format == FilmRequest.page, timing.frames.count > mostFrames {
      throw Problem.badParameter(
        "to", "\(timing.frames.count) frames are too many for one page: at most \(mostFrames)")
    }
    return timing
  }

  /// Makes a film as `lamina export` does.
  func makeFilm(_ path: String) throws {
    let output = try ExportDestination(path)
    var job = ExportJob(FrameSource(scene), timing: try Self.timing(request, of: scene), to: output)
    job.options.render = try request.view.options(settings.request)
    let progress = progress
    // The film uses a renderer of its own, beside the one that draws for pages.
    let renderer = try Renderer(settings.renderer)
    _ = try job.run(with: renderer, cancellation: cancellation) { state in
      progress(state.encoded ?? state.finished, state.total, state.secondsLeft)
    }
  }

  /// Makes a self-contained page: the frames and a player.
  func makePage(_ path: String, title: String) throws {
    let timing = try Self.timing(request, of: scene)
    let options = try request.view.options(settings.request)
    let renderer = try Renderer(settings.renderer)
    var frames: [String] = []
    var bytes = 0
    let start = ContinuousClock.now
    var size = (width: 1, height: 1)
    for (count, number) in timing.frames.enumerated() {
      guard !cancellation.isCancelled else { throw Problem(.conflict, .clientLeft, "the film was cancelled") }
      let image = try renderer.render(scene, at: timing.time(of: number), options: options).image
      size = (image.width, image.height)
      // Translucent pictures keep their alpha.
      let isOpaque = image.isOpaque
      let data = isOpaque ? try JPEGEncoder(quality: 0.9).encode(image) : try WebPEncoder(quality: 0.9).encode(image)
      bytes += data.count
      guard bytes <= Self.mostBytes else {
        throw Problem.badParameter(
          "size", "the frames take more than \(Self.mostBytes >> 20) MiB; make them smaller or fewer")
      }
      frames.append("data:image/\(isOpaque ? "jpeg" : "webp");base64,\(Data(data).base64EncodedString())")
      let seconds = start.duration(to: .now).seconds
      progress(count + 1, timing.frames.count, seconds / Double(count + 1) * Double(timing.frames.count - count - 1))
    }
    let page = SharePage(
      title: title, frames: frames, framesPerSecond: timing.rate.framesPerSecond, width: size.width, height: size.height
    )
    try page.text.write(toFile: path, atomically: true, encoding: .utf8)
  }
}

/// A film as a single HTML file that plays in any browser without other files.
struct SharePage {
  var title: String
  /// The frames as `data:` URLs.
  var frames: [String]
  var framesPerSecond: Double
  var width: Int
  var height: Int

  /// The HTML of the page.
  var text: String {
    let name = HTMLText.escaped(title)
    let list = frames.map { "\"\($0)\"" }.joined(separator: ",\n")
    return """
      <!doctype html>
      <html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
      <meta http-equiv="Content-Security-Policy" content="default-src 'none'; img-src data:; style-src 'unsafe-inline'; script-src 'unsafe-inline'">
      <title>\(name)</title>
      <style>
      :root { color-scheme: light dark }
      body { margin: 0; min-height: 100vh; display: flex; flex-direction: column; align-items: center; justify-content: center; gap: 12px;
        font: 13px/1.4 system-ui, sans-serif; background: light-dark(#f4f4f6, #1b1c1f); color: light-dark(#222, #ddd) }
      canvas { max-width: 96vw; max-height: 84vh; border-radius: 4px;
        background: repeating-conic-gradient(#8883 0 25%, transparent 0 50%) 0 0 / 16px 16px }
      div { display: flex; gap: 10px; align-items: center; width: min(96vw, 640px) }
      input { flex: 1 } button { width: 72px; font: inherit } output { font-variant-numeric: tabular-nums; min-width: 15ch; text-align: right }
      </style>
      <canvas id="c" width="\(width)" height="\(height)" role="img" aria-label="\(name)"></canvas>
      <div><button id="p">Pause</button>
      <input id="s" type="range" min="0" max="\(max(frames.count - 1, 0))" value="0" aria-label="Frame"><output id="o"></output></div>
      <script>
      const fps = \(framesPerSecond), frames = [
      \(list)];
      const $ = id => document.getElementById(id), context = $('c').getContext('2d'), pictures = [];
      let playing = true, shown = -1, begun = performance.now();
      const picture = k => pictures[k] ??= Object.assign(new Image(), { src: frames[k] });
      function show(k) {
        const image = picture(k);
        picture((k + 1) % frames.length);
        if (!image.complete || k === shown) return;
        context.clearRect(0, 0, \(width), \(height));
        context.drawImage(image, 0, 0);
        shown = k; $('s').value = k; $('o').value = (k / fps).toFixed(2) + ' of ' + (frames.length / fps).toFixed(2) + ' s';
      }
      function tick(now) {
        // A frame of the browser begins before what is done in it: its time may be one before the beginning.
        show(playing ? Math.floor(Math.max(0, now - begun) / 1000 * fps) % frames.length : Number($('s').value));
        requestAnimationFrame(tick);
      }
      const turn = () => { playing = !playing; $('p').textContent = playing ? 'Pause' : 'Play';
        begun = performance.now() - Number($('s').value) / fps * 1000 };
      $('p').onclick = turn;
      // On the button, Space is a click of it.
      addEventListener('keydown', event => { if (event.key === ' ' && event.target !== $('p')) { event.preventDefault(); turn(); } });
      $('s').oninput = () => { playing = false; $('p').textContent = 'Play' };
      requestAnimationFrame(tick);
      </script>
      </html>

      """
  }
}
#endif
