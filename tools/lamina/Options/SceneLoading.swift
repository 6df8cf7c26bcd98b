import Lamina

extension LimitOptions {
  /// Reads a document within the limits.
  func read(_ path: String, _ console: Console) throws -> Scene {
    do throws(SceneError) {
      return try DocumentReader(limits: sceneLimits).read(path)
    } catch {
      throw CommandFailure(error, console: console)
    }
  }
}
