import Lamina
import LaminaBench
import Testing

/// The names of the scenes that the tool makes by itself.
@Suite struct WorkloadTests {
  @Test(
    "a name says which scene, and a number how much of it",
    arguments: [
      ("@deep:3", "@deep:3"), ("@deep", "@deep:1000"), ("@fill", "@fill:1"), ("@cards:1000000", "@cards:1000000"),
    ])
  func names(_ argument: String, _ name: String) throws {
    #expect(try #require(WorkloadScene(argument: argument)).name == name)
  }

  @Test(
    "what is no name is none",
    arguments: ["deep", "@", "@dee", "@deep:", "@deep:0", "@deep:-1", "@deep:1000001", "@deep:3:4", "@deep:many", ""])
  func badNames(_ argument: String) {
    #expect(WorkloadScene(argument: argument) == nil)
  }

  @Test("the answer to a wrong name says what is near, and what a number may be")
  func answers() {
    #expect(WorkloadScene.message(for: "@card").contains("perhaps @cards"))
    #expect(WorkloadScene.message(for: "@deep:0").contains("from 1 to 1000000"))
  }

  @Test("a scene has as many layers as its number says")
  func counts() throws {
    // The background, then one layer inside the other.
    let scene = try #require(WorkloadScene(argument: "@deep:7")).makeScene()
    var depth = 0
    var layer = scene.root.sublayers?.first
    while let next = layer {
      depth += 1
      layer = next.sublayers?.first
    }
    #expect(depth == 7)
  }

  @Test("every scene is in the help")
  func list() {
    for name in ["cards", "text-page", "cards-moving"] { #expect(Workload.list.contains("@\(name)[:N]")) }
  }
}
