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
    let work = Work(pictures: pictures)
    DispatchQueue.concurrentPerform(iterations: max(1, min(threads, pictures.count))) { _ in work.draw() }
    return work.drawn.load(ordering: .relaxed)
  }

  /// What the threads share.
  private final class Work: Sendable {
    let pictures: [(subject: DrawnSubject, grid: TexelGrid)]
    let drawn = Atomic<Int>(0)
    private let next = Atomic<Int>(0)

    init(pictures: [(subject: DrawnSubject, grid: TexelGrid)]) { self.pictures = pictures }

    func draw() {
      while true {
        let index = next.wrappingAdd(1, ordering: .relaxed).oldValue
        guard index < pictures.count else { return }
        let (subject, grid) = pictures[index]
        let (_, isNew) = DrawnPicture.recent.value(DrawnPictureKey(subject, grid)) {
          DrawnPicture(of: subject, on: grid)
        }
        if isNew { drawn.wrappingAdd(1, ordering: .relaxed) }
      }
    }
  }
}
