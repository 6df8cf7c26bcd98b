internal import Foundation
public import LaminaGraphics
public import LaminaPlan
package import LaminaShaders
import Synchronization

/// Runs plans with OpenGL ES 3.1, through EGL, without a window or a display server.
///
/// It has a thread of its own, to which its context belongs. Its methods may be called from any thread; they run one
/// after the other. Compiled shaders, targets and uploaded pictures are kept for the next plan.
///
///     let renderer = try GPURenderer()
///     let picture = try renderer.render(plan)
public final class GPURenderer: Sendable {
  /// Bytes of pictures kept in GPU memory before old ones make room.
  package static let defaultPictureBudget = 512 << 20

  /// Bytes of passes that are kept in GPU memory from frame to frame where nothing in them changes.
  public static let defaultPassBudget = 256 << 20

  /// The device it draws with.
  public let deviceDescription: GPUDeviceDescription
  /// What the device cannot do as asked, one sentence each; empty for almost every device.
  public let notes: [String]
  private let thread: GPUThread
  private let runner: ThreadBound<FrameRunner>
  private let last = Mutex((statistics: RenderStatistics(), readBackTime: 0.0, deviceTime: Double?.none))

  /// Opens a device.
  ///
  /// - Parameter device: Which; by default the first hardware device, otherwise a software one.
  /// - Throws: `libraryMissing`, `noUsableDevice`, `noSuchDevice`, `deviceUnusable`.
  public convenience init(device: GPUDeviceSelection = .automatic) throws(GPUError) {
    try self.init(device: device, libraries: GPULibraries(), probe: SystemProbe())
  }

  /// The same with other libraries, another view of the machine, or another budget for pictures.
  package init(
    device: GPUDeviceSelection = .automatic, libraries: GPULibraries = GPULibraries(),
    probe: SystemProbe = SystemProbe(), pictureBudget: Int = GPURenderer.defaultPictureBudget,
    passBudget: Int = GPURenderer.defaultPassBudget,
    usesBlendEquations: Bool = GPURenderer.usesBlendEquationsByDefault,
    profile: DeviceProfile? = GPURenderer.profileByDefault
  ) throws(GPUError) {
    let thread = GPUThread(name: "lamina.gpu")
    do throws(GPUError) {
      runner = try thread.run { () throws(GPUError) in
        let context = try GPUDevice.open(device, libraries: libraries, probe: probe)
        let device = try Device(context, usesBlendEquations: usesBlendEquations, profile: profile)
        return ThreadBound(FrameRunner(device, pictureBudget: pictureBudget, passBudget: passBudget))
      }
    } catch {
      thread.stop()
      throw error
    }
    self.thread = thread
    let (description, drawsFloat16) = thread.run { [runner] in
      (runner.value.device.description, runner.value.device.drawsFloat16)
    }
    deviceDescription = description
    notes =
      Self.profileNotes
      + (drawsFloat16
        ? [] : ["\(description.renderer) cannot draw into 16-bit floats: deep stacks of layers accumulate in 8 bits"])
  }

  deinit {
    // Objects are deleted where their context is current.
    thread.run { [runner] in runner.end() }
    thread.stop()
  }

  /// What was done for the last plan.
  public var statistics: RenderStatistics { last.withLock { $0.statistics } }

  /// Seconds that reading the last picture back took, apart from drawing it.
  public var readBackTime: Double { last.withLock { $0.readBackTime } }

  /// Seconds that drawing the last picture took by the device's own clock; `nil` where it has none.
  public var deviceTime: Double? { last.withLock { $0.deviceTime } }

  /// Draws a plan.
  ///
  /// - Parameters:
  ///   - plan: What to draw.
  ///   - strategy: Whether opaque interiors go first, front to back.
  /// - Returns: The pixels of the plan's region.
  /// - Throws: `emptyRegion`; `textureTooLarge` for a region that is to be drawn in tiles; `contextLost`, after which
  ///   the renderer is of no use; `outOfMemory`, `picturesTooLarge` and the driver's own errors.
  public func render(_ plan: RenderPlan, strategy: RenderStrategy = .depth) throws(GPUError) -> CGImage {
    let result = try thread.run { [runner] () throws(GPUError) in
      try runner.value.render(plan, strategy: strategy)
    }
    last.withLock { $0 = (result.statistics, result.readBackTime, result.deviceTime) }
    return result.image
  }

  /// Begins to draw a plan and to read it back, and does not wait for either.
  ///
  /// - Parameters:
  ///   - plan: What to draw.
  ///   - strategy: Whether opaque interiors go first, front to back.
  ///   - planes: Whether planes of BT.709 are wanted, with alpha or without; `nil` for RGBA.
  /// - Throws: As ``render(_:strategy:)``.
  package func begin(_ plan: RenderPlan, strategy: RenderStrategy = .depth, planes: Bool? = nil) throws(GPUError) {
    let statistics = try thread.run { [runner] () throws(GPUError) in
      try runner.value.begin(plan, strategy: strategy, planes: planes)
    }
    last.withLock { $0 = (statistics, 0, nil) }
  }

  /// Waits for the frame that was begun first, and takes its pixels.
  ///
  /// - Precondition: One was begun and not ended.
  package func end() throws(GPUError) -> ReturnedPixels {
    try thread.run { [runner] () throws(GPUError) in try runner.value.end() }
  }

  /// What the driver says a program reads, for tests. It is compiled if it was not yet.
  package func inputs(of program: ShaderCatalog) throws(GPUError) -> ShaderInputs {
    try thread.run { [runner] () throws(GPUError) in try runner.value.program(program).inputs }
  }

  /// Whether the driver's blend equations are used.
  package var blendsAdvanced: Bool {
    thread.run { [runner] in runner.value.device.blendsAdvanced }
  }

  /// Not where the environment says `LAMINA_BLEND_EQUATIONS=0`: blend modes then read copies of what is behind, as they
  /// do on devices without such equations.
  package static var usesBlendEquationsByDefault: Bool {
    ProcessInfo.processInfo.environment["LAMINA_BLEND_EQUATIONS"] != "0"
  }

  /// What is taken to cost devices time: as the environment says by `LAMINA_DEVICE_PROFILE`, else by what they are.
  package static var profileByDefault: DeviceProfile? { profileName.flatMap(DeviceProfile.init(named:)) }

  private static var profileName: String? { ProcessInfo.processInfo.environment["LAMINA_DEVICE_PROFILE"] }

  /// What the environment asks for and there is not.
  private static var profileNotes: [String] {
    guard let profileName, profileByDefault == nil else { return [] }
    let known = DeviceProfile.all.map(\.name).joined(separator: " and ")
    return ["LAMINA_DEVICE_PROFILE is '\(profileName)', and there are the profiles \(known)"]
  }

  /// Measures how fast the device runs the same loads as fragments and as compute invocations.
  package func probeShaders() throws(GPUError) -> [ShaderProbe] {
    try thread.run { [runner] () throws(GPUError) in try runner.value.probe() }
  }

  /// Measures how long a frame's way back takes, beside a loop of nothing but reads.
  package func probeReadBack() throws(GPUError) -> ReadBackProbe {
    try thread.run { [runner] () throws(GPUError) in try runner.value.probeReadBack() }
  }

  /// How many pictures are in GPU memory, for tests.
  package var cachedPictures: Int {
    thread.run { [runner] in runner.value.pictures.count }
  }
}

/// A value that one thread alone touches; others only carry it.
final class ThreadBound<Value>: @unchecked Sendable {
  private var held: Value?

  init(_ value: Value) {
    held = value
  }

  var value: Value {
    guard let held else { preconditionFailure("used after its end") }
    return held
  }

  /// Lets go of the value, on its thread.
  func end() {
    held = nil
  }
}
