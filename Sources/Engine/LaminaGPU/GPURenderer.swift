// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

internal import Foundation
public import LaminaGraphics
public import LaminaPlan
package import LaminaShaders
package import LaminaSystem
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
  private let thread: JobQueue
  private let session: ThreadBound<DeviceSession>
  private let last = Locked(LastFrame())

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
    profile: DeviceProfile? = GPURenderer.profileByDefault,
    isDebugging: Bool = GPURenderer.debugsByDefault
  ) throws(GPUError) {
    let thread = JobQueue("lamina.gpu")
    do throws(GPUError) {
      session = try thread.run { () throws(GPUError) in
        ThreadBound(
          try DeviceSession(device) { (selection) throws(GPUError) in
            let context = try GPUDevice.open(selection, libraries: libraries, probe: probe, isDebugging: isDebugging)
            let device = try Device(
              context, usesBlendEquations: usesBlendEquations, profile: profile, isDebugging: isDebugging)
            let runner = FrameRunner(device, pictureBudget: pictureBudget, passBudget: passBudget)
            // What failed while it was made would be blamed on the first frame.
            try device.check("opening the device")
            return runner
          })
      }
    } catch {
      thread.end()
      throw error
    }
    self.thread = thread
    let known = thread.run { [session] in (session.value.description, session.value.notes) }
    deviceDescription = known.0
    notes = Self.profileNotes + known.1
  }

  deinit {
    // Objects are deleted where their context is current.
    thread.run { [session] in ContextTurns.take { session.end() } }
    thread.end()
  }

  /// Whether a plan is compared with the one before it, and only what differs is drawn again.
  ///
  /// It keeps the last plan, its canvas and planes in the device's memory, and the picture or planes that came back;
  /// with `false` they are let go of.
  ///
  /// - Default: `false`
  public var drawsChangesOnly: Bool {
    get { last.withLock { $0.drawsChangesOnly } }
    set {
      last.withLock { $0.drawsChangesOnly = newValue }
      thread.run { [session] in session.value.drawsChangesOnly = newValue }
    }
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
  /// - Throws: `emptyRegion`; `textureTooLarge` for a region that is to be drawn in tiles; `contextLost` where the
  ///   device was reset, after which the next plan is drawn on the device opened anew; `deviceUnusable` where that
  ///   fails; `outOfMemory`, `picturesTooLarge`, `tooManyRecords` and the driver's own errors.
  public func render(_ plan: RenderPlan, strategy: RenderStrategy = .depth) throws(GPUError) -> CGImage {
    try render(plan, strategy: strategy, meter: LimitMeter(RenderLimits()))
  }

  /// The same, with what counts the picture's cost.
  package func render(
    _ plan: RenderPlan, strategy: RenderStrategy, meter: LimitMeter
  ) throws(GPUError) -> CGImage {
    let result = try onDevice { (runner) throws(GPUError) in
      try runner.render(plan, strategy: strategy, meter: meter)
    }
    last.withLock { $0.note(result.statistics, readBack: result.readBackTime, device: result.deviceTime) }
    return result.image
  }

  /// Begins to draw a plan and to read it back, and does not wait for either.
  ///
  /// - Parameters:
  ///   - plan: What to draw.
  ///   - strategy: Whether opaque interiors go first, front to back.
  ///   - planes: Whether planes of BT.709 are wanted, with alpha or without; `nil` for RGBA.
  ///   - meter: What counts the picture's cost.
  /// - Throws: As ``render(_:strategy:)``.
  package func begin(
    _ plan: RenderPlan, strategy: RenderStrategy = .depth, planes: Bool? = nil,
    meter: LimitMeter = LimitMeter(RenderLimits())
  ) throws(GPUError) {
    let statistics = try onDevice { (runner) throws(GPUError) in
      try runner.begin(plan, strategy: strategy, planes: planes, meter: meter)
    }
    last.withLock { $0.note(statistics, readBack: 0, device: nil) }
  }

  /// Waits for the frame that was begun first, and takes its pixels.
  ///
  /// - Precondition: One was begun and not ended.
  package func end() throws(GPUError) -> ReturnedPixels {
    try thread.run { [session] () throws(GPUError) in try session.value.end() }
  }

  /// What the driver says a program reads, for tests. It is compiled if it was not yet.
  package func inputs(of program: ShaderCatalog) throws(GPUError) -> ShaderInputs {
    try onDevice { (runner) throws(GPUError) in try runner.program(program).inputs }
  }

  /// Whether the driver's blend equations are used.
  package var blendsAdvanced: Bool {
    thread.run { [session] in session.value.runner?.device.blendsAdvanced ?? false }
  }

  /// Whether the driver's debug output is listened to.
  package var isDebugging: Bool {
    thread.run { [session] in session.value.runner?.device.isDebugging ?? false }
  }

  /// How often the device was opened again because it was lost.
  package var reopened: Int { thread.run { [session] in session.value.reopened } }

  /// Does something on the device's thread.
  func onDevice<Value>(_ body: @escaping (FrameRunner) throws(GPUError) -> Value) throws(GPUError) -> Value {
    try thread.run { [session] () throws(GPUError) in try session.value.use(body) }
  }

  /// Not where the environment says `LAMINA_BLEND_EQUATIONS=0`: blend modes then read copies of what is behind, as they
  /// do on devices without such equations.
  package static var usesBlendEquationsByDefault: Bool {
    ProcessInfo.processInfo.environment["LAMINA_BLEND_EQUATIONS"] != "0"
  }

  /// What is taken to cost devices time: as the environment says by `LAMINA_DEVICE_PROFILE`, else by what they are.
  package static var profileByDefault: DeviceProfile? { profileName.flatMap(DeviceProfile.init(named:)) }

  private static var profileName: String? { ProcessInfo.processInfo.environment["LAMINA_DEVICE_PROFILE"] }

  /// Where the environment says `LAMINA_GL_DEBUG=1`, every message of the driver about an error or about undefined
  /// behaviour is an error.
  package static var debugsByDefault: Bool { ProcessInfo.processInfo.environment["LAMINA_GL_DEBUG"] == "1" }

  /// What the environment asks for and there is not.
  private static var profileNotes: [String] {
    guard let profileName, profileByDefault == nil else { return [] }
    let known = DeviceProfile.all.map(\.name).joined(separator: " and ")
    return ["LAMINA_DEVICE_PROFILE is '\(profileName)', and there are the profiles \(known)"]
  }

  /// Measures how fast the device runs the same loads as fragments and as compute invocations.
  package func probeShaders() throws(GPUError) -> [ShaderProbe] {
    try onDevice { (runner) throws(GPUError) in try runner.probe() }
  }

  /// Measures how long a frame's way back takes, beside a loop of nothing but reads.
  package func probeReadBack() throws(GPUError) -> ReadBackProbe {
    try onDevice { (runner) throws(GPUError) in try runner.probeReadBack() }
  }

  /// Measures what sampling floats costs, beside bytes.
  package func probeSamples() throws(GPUError) -> SampleProbe {
    try onDevice { (runner) throws(GPUError) in try runner.probeSamples() }
  }

  /// How many pictures are in GPU memory, for tests.
  package var cachedPictures: Int {
    thread.run { [session] in session.value.runner?.pictures.count ?? 0 }
  }
}

/// What a renderer says about its last frame, and how it goes on.
private struct LastFrame {
  private(set) var statistics = RenderStatistics()
  private(set) var readBackTime = 0.0
  private(set) var deviceTime: Double?
  var drawsChangesOnly = false

  mutating func note(_ statistics: RenderStatistics, readBack: Double, device: Double?) {
    (self.statistics, readBackTime, deviceTime) = (statistics, readBack, device)
  }
}
