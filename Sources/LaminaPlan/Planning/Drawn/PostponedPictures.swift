import Dispatch
import LaminaGeometry
import Synchronization

/// Pictures of paths and texts that a walk found missing: they are drawn by several threads together, and then the tree
/// is walked again.
struct PostponedPictures {
  private var pictures: [(subject: DrawnSubject, grid: TexelGrid)] = []
  private var texels = 0

  /// No more texels than these wait: a quarter of what is kept, so that none is gone before it is used. What is left over
  /// is drawn by the second walk.
  private static let mostTexels = 1 << 24

  var isEmpty: Bool { pictures.isEmpty }

  mutating func add(_ subject: DrawnSubject, on grid: TexelGrid) {
    guard texels < Self.mostTexels else { return }
    texels += grid.region.area
    pictures.append((subject, grid))
  }

  /// Draws them all, so that they are among ``DrawnPicture/recent``.
  ///
  /// - Returns: How many there were to draw.
  func draw(threads: Int) -> Int {
    let (pictures, queue, drawn) = (pictures, WorkQueue(0..<pictures.count), Tally())
    DispatchQueue.concurrentPerform(iterations: max(1, min(threads, pictures.count))) { _ in
      while let index = queue.next() {
        let (subject, grid) = pictures[index]
        let (_, isNew) = DrawnPicture.recent.value(DrawnPictureKey(subject, grid)) {
          DrawnPicture(of: subject, on: grid)
        }
        if isNew { drawn.add() }
      }
    }
    return drawn.count
  }

  /// Counts for several threads.
  private final class Tally: Sendable {
    private let sum = Atomic<Int>(0)

    var count: Int { sum.load(ordering: .relaxed) }

    func add() { sum.wrappingAdd(1, ordering: .relaxed) }
  }
}
