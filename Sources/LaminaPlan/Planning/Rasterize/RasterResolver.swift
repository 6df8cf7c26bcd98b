import Dispatch
import LaminaGeometry
import LaminaGraphics
import Synchronization

/// Answers requests for pictures of paths and texts: from those that were drawn lately, or they are drawn, the missing ones by
/// all threads together.
///
/// What a request becomes follows from the request alone, so neither threads nor what was kept show in a plan.
struct RasterResolver {
  /// How many threads may draw.
  let threads: Int
  /// How many pictures had to be drawn.
  private(set) var drawn = 0

  init(threads: Int) { self.threads = threads }

  /// Answers requests.
  ///
  /// - Returns: A raster for each, in their order.
  mutating func resolve(_ draws: [RasterDraw]) -> [Raster] {
    // Of those that are missing, equal ones are drawn once. What is not equal to itself, having a number that is none, is
    // never found again, so each draw notes where its own is.
    var missing: [RasterRequest] = []
    var places: [RasterRequest: Int] = [:]
    var answers: [Answer] = []
    answers.reserveCapacity(draws.count)
    for draw in draws {
      if let raster = draw.request.known {
        answers.append(.known(raster))
      } else {
        let place = places[draw.request] ?? missing.count
        if place == missing.count {
          places[draw.request] = place
          missing.append(draw.request)
        }
        answers.append(.missing(place))
      }
    }
    let made = missing.isEmpty ? [] : make(missing)
    return answers.map { answer in
      switch answer {
      case .known(let raster): raster
      case .missing(let place): made[place]
      }
    }
  }

  /// What becomes of a request: it is kept from before, or it is one of those to be drawn.
  private enum Answer {
    case known(Raster)
    case missing(Int)
  }

  /// Draws what is missing.
  private mutating func make(_ requests: [RasterRequest]) -> [Raster] {
    let queue = WorkQueue(0..<requests.count)
    let results = Results(count: requests.count)
    DispatchQueue.concurrentPerform(iterations: max(1, min(threads, requests.count))) { _ in
      while let index = queue.next() {
        let (raster, isNew) = requests[index].made()
        results.set(index, raster, isNew: isNew)
      }
    }
    let (rasters, count) = results.all
    drawn += count
    return rasters.map { $0 ?? Raster(picture: .empty) }
  }

  /// What several threads make.
  private final class Results: Sendable {
    private let state: Mutex<(rasters: [Raster?], new: Int)>

    init(count: Int) { state = Mutex((Array(repeating: nil, count: count), 0)) }

    var all: (rasters: [Raster?], new: Int) { state.withLock { $0 } }

    func set(_ index: Int, _ raster: Raster, isNew: Bool) {
      state.withLock {
        $0.rasters[index] = raster
        if isNew { $0.new += 1 }
      }
    }
  }
}

extension RasterRequest {
  /// What becomes of it, where that is kept from before.
  fileprivate var known: Raster? {
    switch subject {
    case .path(let path):
      return RasterPicture.recent.value(RasterKey(path, grid, isWhole: isWhole)).map { Raster(picture: $0) }
    case .text(let key, let place, let color):
      guard let text = PlacedText.recent.value(key),
        let picture = RasterPicture.recent.value(RasterKey(text.subject(at: place, color: color), grid))
      else { return nil }
      return Raster(picture: picture, text: text)
    }
  }

  /// What becomes of it, and whether it had to be drawn.
  fileprivate func made() -> (Raster, isNew: Bool) {
    switch subject {
    case .path(let path):
      let (picture, isNew) = drawn(path)
      return (Raster(picture: picture), isNew)
    case .text(let key, let place, let color):
      let text = PlacedText.recent.value(key) { PlacedText(key) }.value
      let (picture, isNew) = drawn(text.subject(at: place, color: color))
      return (Raster(picture: picture, text: text), isNew)
    }
  }

  private func drawn(_ subject: RasterSubject) -> (value: RasterPicture, isNew: Bool) {
    RasterPicture.recent.value(RasterKey(subject, grid, isWhole: isWhole)) {
      RasterPicture(of: subject, on: grid, isWhole: isWhole)
    }
  }
}

extension PlacedText {
  /// What is drawn of it: white where it is of one colour, which a tint then gives it.
  fileprivate func subject(at place: LayoutPlace, color: CGColor) -> RasterSubject {
    .text(self, layerFromText: place, color: isOfOneColor ? nil : color)
  }
}
