// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import Lamina
import LaminaVideo

extension FilmWork {
  /// Results that one might not expect: pictures without alpha, and shards of films over videos without frames.
  func remarks(on film: FilmContents) -> [Diagnostic] {
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
  func remarksOnSounds() -> [Diagnostic] {
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
}
