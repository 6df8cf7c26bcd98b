import Foundation
import LaminaGPU
import LaminaGeometry
import LaminaGraphics
import LaminaLayers
import LaminaPlan
import LaminaTestSupport
import Testing

/// Every call of the driver that can fail does, one in each run, over a tree that uses every operation: an error or a right picture, and
/// the next picture is right.
@Suite(.needsDevice) struct DriverFaultTests {
  /// What can fail, and says so.
  static let functions = [
    "glGetError", "glCheckFramebufferStatus", "glCreateShader", "glCreateProgram", "glGetShaderiv", "glGetProgramiv",
    "glMapBufferRange", "glFenceSync", "glClientWaitSync", "glGetGraphicsResetStatus", "eglMakeCurrent",
    "eglCreateContext",
  ]

  /// A tree with every operation: random ones, which hold them all, and particles.
  private static func plan() throws -> RenderPlan {
    let root = CALayer()
    root.bounds = CGRect(x: 0, y: 0, width: 360, height: 200)
    for seed in 0..<6 {
      let tree = LaminaTestSupport.RandomTree.make(seed: seed)
      tree.frame.origin = CGPoint(x: 120 * (seed % 3), y: 100 * (seed / 3))
      root.addSublayer(tree)
    }
    let emitter = CAEmitterLayer()
    emitter.frame = root.bounds
    emitter.emitterPosition = CGPoint(x: 100, y: 100)
    let cell = CAEmitterCell()
    (cell.birthRate, cell.lifetime, cell.velocity, cell.emissionRange) = (40, 2, 60, 6)
    cell.contents = makePicture(8, 8)
    emitter.emitterCells = [cell]
    root.addSublayer(emitter)
    return try Planner().plan(TreeSnapshot(of: root, at: 2))
  }

  /// Draws a frame at once, or as films are drawn.
  private static func draw(
    _ plan: RenderPlan, _ renderer: GPURenderer, throughBuffers: Bool
  ) throws(GPUError) -> CGImage? {
    guard throughBuffers else { return try renderer.render(plan) }
    try renderer.begin(plan)
    guard case .image(let image) = try renderer.end() else { return nil }
    return image
  }

  // Beside all other tests Mesa's software renderer was once seen to crash here, so it runs by itself, when it is asked for.
  @Test(
    "a call that fails is an error or makes no difference, and the next picture is right",
    .enabled(if: ProcessInfo.processInfo.environment["LAMINA_FAULTS"] != nil, "LAMINA_FAULTS is not set"),
    arguments: functions)
  func each(_ function: String) throws {
    let plan = try Self.plan()
    let counting = FakeDriver()
    let renderer = try GPURenderer(libraries: counting.libraries)
    let right = try renderer.render(plan)
    #expect(try Self.draw(plan, renderer, throughBuffers: true)?.difference(from: right).largest == 0)
    let count = counting.calls[function] ?? 0
    #expect(count > 0, "\(function) is never called")
    // All of them take a minute: eight along the way unless somebody asks.
    let isThorough = ProcessInfo.processInfo.environment["LAMINA_FAULTS"] == "all"
    for call in stride(from: 1, through: count, by: isThorough ? 1 : max(1, count / 8)) {
      let driver = FakeDriver()
      driver.answers.failing = (function, call)
      let made: GPURenderer
      do throws(GPUError) {
        made = try GPURenderer(libraries: driver.libraries)
      } catch {
        continue
      }
      for frame in 1...4 {
        let hasFailed = driver.calls[function, default: 0] >= call
        do throws(GPUError) {
          let picture = try Self.draw(plan, made, throughBuffers: frame % 2 == 0)
          #expect(picture?.difference(from: right).largest == 0, "\(function) \(call), frame \(frame)")
        } catch {
          #expect(!hasFailed, "\(function) \(call): frame \(frame) still fails: \(error)")
        }
      }
      #expect(try made.render(plan).difference(from: right).largest == 0, "\(function) \(call): after its failure")
    }
  }
}
