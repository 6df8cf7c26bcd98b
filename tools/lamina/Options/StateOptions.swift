import ArgumentParser
import Lamina

/// Which of its states a scene is in, and how a device is held that shows it.
struct StateOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "The state that the scene is in, by its name in 'lamina inspect'. (default: none, as it is written)",
      valueName: "name"))
  var state: String?

  @Option(
    help: ArgumentHelp(
      "The state that the scene comes from: shows the transition to --state, which begins at time 0.", valueName: "name"
    ))
  var fromState: String?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "The tilt of a device for wallpapers that follow it, from -1 to 1 along x and y. (default: none, as it is written)",
      valueName: "x,y"),
    transform: Tilt.init(argument:))
  var tilt: Tilt?

  /// A tilt as `x,y`.
  struct Tilt {
    var x: Double
    var y: Double

    init(argument: String) throws {
      let parts = argument.split(separator: ",", omittingEmptySubsequences: false).map { Double($0) }
      guard parts.count == 2, let x = parts[0], let y = parts[1], (-1...1).contains(x), (-1...1).contains(y) else {
        throw ValidationError("a tilt is x,y, each from -1 to 1, such as 0.5,-0.2")
      }
      (self.x, self.y) = (x, y)
    }
  }

  /// Puts a scene into the state, and tilts it.
  func apply(to scene: inout Scene, path: String, _ console: Console) throws {
    if state != nil || fromState != nil {
      do throws(SceneError) {
        try scene.setState(state, from: fromState)
      } catch {
        throw CommandFailure(.usage, "\(path): \(error)", console: console)
      }
    }
    guard let tilt else { return }
    guard scene.followsTilt else {
      throw CommandFailure(.usage, "\(path): --tilt, and nothing in the scene follows a tilt", console: console)
    }
    scene.diagnostics += scene.setTilt(x: tilt.x, y: tilt.y)
  }
}
