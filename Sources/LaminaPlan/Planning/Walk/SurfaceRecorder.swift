import LaminaGeometry

/// What is drawn into one surface: the canvas, a group, a mask, a part of the tree that is drawn apart.
///
/// A surface owns its draws. Where a group begins, a recorder of its own takes what follows; where it ends, what becomes of
/// its draws is decided, and the result goes to the surface around it.
struct SurfaceRecorder {
  /// Its draws so far, back to front.
  var draws: [DrawOperation] = []
  /// Whether something in it reads its backdrop, which must be of this surface alone: then it cannot dissolve into the
  /// surface around it.
  var isIsolated = false

  /// The pixels that its draws may touch.
  var bounds: PixelRect { draws.bounds }
}

/// The surfaces that are being recorded, one in the other.
struct SurfaceStack {
  /// The innermost.
  private(set) var current = SurfaceRecorder()
  private var outer: [SurfaceRecorder] = []
  /// Storage of surfaces that ended, for those to come.
  private var spare: [[DrawOperation]] = []

  /// How many surfaces there are around the innermost.
  var depth: Int { outer.count }

  /// Makes room for draws of the innermost surface.
  mutating func reserve(_ count: Int) { current.draws.reserveCapacity(count) }

  /// Makes room, so that many draws at once do not move those that are there again and again.
  mutating func makeRoom(for count: Int) { current.draws.makeRoom(for: count) }

  mutating func append(_ draw: DrawOperation) { current.draws.append(draw) }

  mutating func append(contentsOf draws: [DrawOperation]) { current.draws += draws }

  /// Notes that something in the innermost surface reads its backdrop.
  mutating func isolate() { current.isIsolated = true }

  /// Begins a surface in the innermost one.
  mutating func begin() {
    outer.append(current)
    current = SurfaceRecorder(draws: spare.popLast() ?? [])
  }

  /// Ends the innermost surface.
  mutating func end() -> SurfaceRecorder {
    let ended = current
    current = outer.popLast() ?? SurfaceRecorder()
    return ended
  }

  /// Takes back the storage of a surface that ended, once its draws are used.
  mutating func recycle(_ surface: consuming SurfaceRecorder) {
    guard spare.count < 8, surface.draws.capacity > 0 else { return }
    var draws = surface.draws
    surface.draws = []
    draws.removeAll(keepingCapacity: true)
    spare.append(draws)
  }

  /// Cuts the list of the innermost surface: what it has drawn so far becomes somebody else's.
  mutating func cut() -> [DrawOperation] {
    var draws: [DrawOperation] = []
    swap(&draws, &current.draws)
    return draws
  }
}

extension [DrawOperation] {
  /// The pixels that they may touch.
  var bounds: PixelRect {
    // By index: going through the draws themselves copies each of them.
    var bounds = PixelRect.empty
    for index in indices { bounds = bounds.union(self[index].pixelBounds) }
    return bounds
  }
}
