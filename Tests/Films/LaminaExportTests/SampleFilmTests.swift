// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import Foundation
import Lamina
import LaminaExport
import LaminaTestSupport
import Testing

/// The documents to make films of.
enum SampleFilms {
  static let folder = PackageFolder.shared("samples/caml")

  /// Every document and wallpaper that is drawn by itself: a plane of a wallpaper is part of that.
  static let paths: [String] = {
    guard let folder, let names = FileManager.default.enumerator(atPath: folder.path) else { return [] }
    return names.compactMap { $0 as? String }.filter { path in
      let parts = path.split(separator: "/")
      guard ["ca", "wallpaper", "caar", "tendies"].contains((path as NSString).pathExtension) else { return false }
      return !path.contains("malformed") && !parts.dropLast().contains { $0.hasSuffix(".wallpaper") }
    }.sorted()
  }()

  /// A few, to be decoded again.
  static let few = paths.filter { path in
    ["spinning-squares", "Brightness.ca", "Checkmark"].contains { path.contains($0) }
  }
}

/// Real documents, which are not part of the package, as films.
@Suite(.enabled(if: SampleFilms.folder != nil, "no ../shared/samples beside the package"))
struct SampleFilmTests {
  private struct Film {
    var source: FrameSource
    var timing: FrameTiming
    var options = RenderOptions()
    var states: [String]
  }

  /// A dozen small frames of what moves; of a document with states, of its way into the last one.
  private func film(_ path: String) throws -> Film? {
    let folder = try #require(SampleFilms.folder)
    let scene = try DocumentReader().read(folder.appendingPathComponent(path).path)
    guard scene.root.bounds.width > 0 else { return nil }
    let states = scene.stateNames
    if let last = states.last { try scene.setState(last, from: states.count > 1 ? states[0] : nil) }
    let length = min(scene.duration ?? 1, 6)
    let rate = try #require(FrameRate(nearest: 12 / length))
    var film = Film(source: FrameSource(scene), timing: try FrameTiming(rate: rate, frames: 0..<12), states: states)
    let side = max(scene.root.bounds.width, scene.root.bounds.height)
    film.options.scale = Double(200 / side)
    return film
  }

  @Test("a film is its frames, each drawn alone", arguments: SampleFilms.paths)
  func frames(_ path: String) throws {
    guard let film = try film(path) else { return }
    let place = try TemporaryFolder()
    var job = ExportJob(film.source, timing: film.timing, to: try ExportDestination(place.path("film.rgba")))
    job.options.render = film.options
    let summary = try job.run(with: Films.cpu())
    #expect(summary.drawn + summary.repeated == 12)
    let bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: place.path("film.rgba"))))
    let pictures = try Films.pictures(film.source, film.timing, film.options)
    #expect(bytes == pictures.flatMap { FrameLayout.rgba.bytes(of: $0) })
  }

  @Test("what has animations moves in its film")
  func moves() throws {
    var moving: [String] = []
    for path in SampleFilms.paths {
      guard let film = try film(path) else { continue }
      let pictures = try Films.pictures(film.source, film.timing, film.options)
      let frames = Set(pictures.map { FrameLayout.rgba.bytes(of: $0) })
      if frames.count > 1 { moving.append(path) }
    }
    for name in [
      "Brightness.ca", "MPAVScreenMirroring.ca", "Ringer.ca", "Apple_Lock.ca", "Checkmark.caar", "spinning-squares",
      "snoopy", "space", "rainbowsprinkles",
    ] {
      #expect(moving.contains { $0.contains(name) }, "\(name) stands still")
    }
  }

  @Test(
    "decoded again, films of them hold the frames that were made",
    .enabled(if: Films.hasEncoder, "there is no ffmpeg here"),
    arguments: SampleFilms.few)
  func decoded(_ path: String) throws {
    guard let film = try film(path) else { return }
    let place = try TemporaryFolder()
    var job = ExportJob(film.source, timing: film.timing, to: try ExportDestination(place.path("film.apng")))
    job.options.render = film.options
    _ = try job.run(with: Films.cpu())
    let outcome = try LaminaTool.shell(
      "ffmpeg -v error -i film.apng -fps_mode passthrough -pix_fmt rgba -f rawvideo -", in: place.url)
    let pictures = try Films.pictures(film.source, film.timing, film.options)
    #expect([UInt8](outcome.outputData) == pictures.flatMap { FrameLayout.rgba.bytes(of: $0) })
  }
}
