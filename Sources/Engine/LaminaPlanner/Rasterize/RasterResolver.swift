// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import LaminaGeometry
import LaminaGraphics
import LaminaLayers
import LaminaPlan
import LaminaSystem
import Synchronization

/// A resolver of requests for pictures of paths and texts. Pictures that were drawn recently are used again, and the
/// missing ones are drawn by all threads together.
///
/// The result of a request depends on the request alone, so a plan is the same for any number of threads and any cached
/// pictures.
struct RasterResolver {
  /// The greatest number of threads that draw.
  let threads: Int
  /// The number of requests that were answered.
  private(set) var asked = 0
  /// The number of pictures that had to be drawn.
  private(set) var drawn = 0
  /// The number of texts that had to be laid out.
  private(set) var laidOut = 0

  private let meter: LimitMeter

  init(threads: Int, meter: LimitMeter) { (self.threads, self.meter) = (threads, meter) }

  /// Answers requests.
  ///
  /// - Returns: A raster for each request, in their order; `nil` if the picture costs too much.
  mutating func resolve(_ draws: [RasterDraw]) -> [Raster]? {
    asked += draws.count
    guard draws.hasAnswers else { return answers(to: draws) }
    let open = draws.indices.filter { draws[$0].answer == nil }
    guard let found = open.isEmpty ? [] : answers(to: open.map { draws[$0] }) else { return nil }
    var next = found.makeIterator()
    return draws.compactMap { $0.answer ?? next.next() }
  }

  /// Answers a single request.
  ///
  /// - Returns: `nil` if the picture costs too much.
  mutating func resolve(_ draw: RasterDraw) -> Raster? { answers(to: [draw])?.first }

  /// Answers requests without known results.
  private mutating func answers(to draws: [RasterDraw]) -> [Raster]? {
    if let known = known(draws) { return known }
    guard let texts = texts(of: draws) else { return nil }
    // The subject of a text is known after its layout: text of one colour is drawn in white, whatever its colour.
    let subjects = draws.indices.map { draws[$0].request.subject(texts[$0]) }
    let requests = draws.map(\.request)
    let meter = meter
    let made = values(
      of: draws.indices.map { RasterKey(subjects[$0], requests[$0].grid, isWhole: requests[$0].isWhole) },
      in: DrawnPictures.ofProcess.pictures
    ) { place in
      let picture = RasterPicture(of: subjects[place], on: requests[place].grid, isWhole: requests[place].isWhole)
      _ = meter.take(bytes: picture.bytes, "pictures of paths and texts")
      return picture
    }
    guard let pictures = made else { return nil }
    drawn += pictures.made
    return draws.indices.map { Raster(picture: pictures.all[$0], text: texts[$0]) }
  }

  /// The rasters of requests, if all of them are cached, as in most frames of a film; `nil` otherwise.
  private func known(_ draws: [RasterDraw]) -> [Raster]? {
    var result: [Raster] = []
    result.reserveCapacity(draws.count)
    // Read through a span, since indexing an array copies the element, which counts references to everything in it.
    let requests = draws.span
    for index in requests.indices {
      guard let raster = requests[index].request.known else { return nil }
      result.append(raster)
    }
    return result
  }

  /// The laid out texts of requests, `nil` for paths; no result at all if the picture costs too much.
  private mutating func texts(of draws: [RasterDraw]) -> [PlacedText?]? {
    var result = [PlacedText?](repeating: nil, count: draws.count)
    var keys: [PlacedText.Key] = []
    var places: [Int] = []
    for index in draws.indices {
      guard case .text(let key, _, _) = draws[index].request.subject else { continue }
      keys.append(key)
      places.append(index)
    }
    let asked = keys
    guard let found = values(of: asked, in: DrawnPictures.ofProcess.texts, make: { PlacedText(asked[$0]) })
    else { return nil }
    laidOut += found.made
    for (place, text) in zip(places, found.all) {
      result[place] = text
    }
    return result
  }

  /// The result for a key: a cached value, or the index of a value to be made.
  private enum Answer<Value> {
    case known(Value)
    case missing(Int)
  }

  /// The values of keys: the cached ones, and the missing ones, each of which is made once by one of all threads.
  ///
  /// - Parameter make: Makes the value of the key at an index.
  /// - Returns: A value for each key, and the number of values that had to be made; `nil` if the picture costs too
  ///   much.
  private func values<Key: Hashable & Sendable, Value: Sendable>(
    of keys: [Key], in kept: RecentValues<Key, Value>, make: @escaping @Sendable (Int) -> Value
  ) -> (all: [Value], made: Int)? {
    // A key with NaN is not equal to itself, and so is not found again; each answer holds the index of its own value.
    var missing: [Int] = []
    var places: [Key: Int] = [:]
    var answers: [Answer<Value>] = []
    answers.reserveCapacity(keys.count)
    for (index, key) in keys.enumerated() {
      if let known = kept.value(key) {
        answers.append(.known(known))
        continue
      }
      let place = places[key] ?? missing.count
      if place == missing.count {
        places[key] = place
        missing.append(index)
      }
      answers.append(.missing(place))
    }
    guard !missing.isEmpty else {
      return (answers.compactMap { if case .known(let value) = $0 { value } else { nil } }, 0)
    }
    let (pieces, wanted, results) = (WorkPieces(0..<missing.count), missing, Results<Value>(count: missing.count))
    ForkJoin.perform(max(1, min(threads, wanted.count))) { [meter] _ in
      while !meter.isOutOfTime("drawing paths and texts"), let place = pieces.next() {
        let (value, isNew) = kept.value(keys[wanted[place]]) { () -> (value: Value, isKept: Bool) in
          let isOver: @Sendable () -> Bool = { meter.isOutOfTime("drawing paths and texts") }
          let (made, isShort) = DrawingShortage.watch(repeats: true) {
            LongWork.with(isOver) { make(wanted[place]) }
          }
          if isShort { meter.noteShortage() }
          // A picture that was interrupted may be incomplete, and is not kept.
          return (made, !isShort && !meter.isOver)
        }
        results.set(place, value, isNew: isNew)
      }
    }
    guard !meter.isOver else { return nil }
    let (made, count) = results.all
    let all = answers.map { answer in
      switch answer {
      case .known(let value): value
      case .missing(let place): made[place] ?? make(wanted[place])
      }
    }
    return (all, count)
  }

  /// The results of several threads.
  private final class Results<Value: Sendable>: Sendable {
    private let state: Locked<(values: [Value?], new: Int)>

    init(count: Int) { state = Locked((Array(repeating: nil, count: count), 0)) }

    var all: (values: [Value?], new: Int) { state.withLock { $0 } }

    func set(_ index: Int, _ value: Value, isNew: Bool) {
      state.withLock {
        $0.values[index] = value
        if isNew { $0.new += 1 }
      }
    }
  }
}

extension RasterRequest {
  /// The result of the request, if it is cached.
  var known: Raster? {
    let kept = DrawnPictures.ofProcess
    guard case .text(let key, let place, _) = subject else {
      return kept.pictures.value(RasterKey(subject(nil), grid, isWhole: isWhole)).map { Raster(picture: $0) }
    }
    let texels = RasterTexels(grid, isWhole: isWhole)
    if let note = key.text.note as? DrawnText, let known = note.raster(of: key, place, on: texels) {
      return known
    }
    guard let textPlace = kept.texts.place(of: key), let text = kept.texts.value(at: textPlace),
      let picturePlace = kept.pictures.place(of: RasterKey(subject(text), grid, isWhole: isWhole)),
      let picture = kept.pictures.value(at: picturePlace)
    else { return nil }
    if text.isOfOneColor {
      key.text.note = DrawnText(key, place, texels, text: textPlace, picture: picturePlace)
    }
    return Raster(picture: picture, text: text)
  }

  /// The subject of the picture.
  ///
  /// - Parameter text: The laid out text of the request, for a request of a text.
  fileprivate func subject(_ text: PlacedText?) -> RasterSubject {
    switch subject {
    case .path(let path): path
    case .text(let key, let place, let color):
      // Text of one colour is drawn in white, and coloured by a tint.
      (text ?? PlacedText(key)).subject(at: place, color: color)
    }
  }
}

/// The cache places of the last drawn picture of a text of one colour. Comparing a few numbers takes a third of the
/// time of finding a text and then its picture by their keys.
private final class DrawnText: TextNote {
  private let size: SIMD2<Double>
  private let layerFromText: LayoutPlace
  private let texels: RasterTexels
  private let text: RecentValues<PlacedText.Key, PlacedText>.Place
  private let picture: RecentValues<RasterKey, RasterPicture>.Place

  init(
    _ key: PlacedText.Key, _ layerFromText: LayoutPlace, _ texels: RasterTexels,
    text: RecentValues<PlacedText.Key, PlacedText>.Place, picture: RecentValues<RasterKey, RasterPicture>.Place
  ) {
    size = SIMD2(key.width, key.height)
    (self.layerFromText, self.texels, self.text, self.picture) = (layerFromText, texels, text, picture)
  }

  /// - Returns: The raster; `nil` if the text was drawn differently, or if it is no longer cached.
  func raster(of key: PlacedText.Key, _ layerFromText: LayoutPlace, on texels: RasterTexels) -> Raster? {
    guard size == SIMD2(key.width, key.height), self.layerFromText == layerFromText, self.texels == texels,
      let text = DrawnPictures.ofProcess.texts.value(at: text),
      let picture = DrawnPictures.ofProcess.pictures.value(at: picture)
    else { return nil }
    return Raster(picture: picture, text: text)
  }
}

extension PlacedText {
  fileprivate func subject(at place: LayoutPlace, color: CGColor) -> RasterSubject {
    .text(self, layerFromText: place, color: isOfOneColor ? nil : color)
  }
}

extension [RasterDraw] {
  /// Whether the result of any of the requests is already known.
  fileprivate var hasAnswers: Bool {
    let draws = span
    for index in draws.indices where draws[index].answer != nil { return true }
    return false
  }
}
