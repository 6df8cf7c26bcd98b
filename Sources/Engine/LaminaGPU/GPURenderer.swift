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
/// A renderer has its own thread, to which its context belongs. Its methods may be called from any thread; they run one
/// after the other. Compiled shaders, targets and uploaded pictures are kept for the next plan.
///
///     let renderer = try GPURenderer()
///     let picture = try renderer.render(plan)
public final class GPURenderer: Sendable {
  /// The bytes of pictures that are kept in GPU memory before old ones are removed.
  package static let defaultPictureBudget = 512 << 20

  /// The bytes of unchanged passes that are kept in GPU memory from frame to frame.
  public static let defaultPassBudget = 256 << 20

  /// The device that the renderer draws with.
  public let deviceDescription: GPUDeviceDescription
  /// The requested features that the device lacks, one sentence each; empty for almost every device.
  public let notes: [String]
  private let thread: JobQueue
  private let session: ThreadBound<DeviceSession>
  private let last = Locked(LastFrame())
  private let joiner = Locked(FrameJoiner())

  /// Opens a device.
  ///
  /// - Parameter device: The device; by default the first hardware device, otherwise a software one.
  /// - Throws: `libraryMissing`, `noUsableDevice`, `noSuchDevice`, `deviceUnusable`.
  public convenience init(device: GPUDeviceSelection = .automatic) throws(GPUError) {
    try self.init(device: device, libraries: GPULibraries(), probe: SystemProbe())
  }

  /// Opens a device with other libraries, another view of the machine, or another budget for pictures.
  ///
  /// - Parameter threads: The greatest number of threads that build the draws of a frame; the device is used by one.
  package init(
    device: GPUDeviceSelection = .automatic, libraries: GPULibraries = GPULibraries(),
    probe: SystemProbe = SystemProbe(), pictureBudget: Int = GPURenderer.defaultPictureBudget,
    passBudget: Int = GPURenderer.defaultPassBudget, threads: Int = 1,
    usesBlendEquations: Bool = GPURenderer.usesBlendEquationsByDefault,
    profile: DeviceProfile? = GPURenderer.profileByDefault, records: RecordStorage = GPURenderer.recordsByDefault,
    isDebugging: Bool = GPURenderer.debugsByDefault
  ) throws(GPUError) {
    let thread = JobQueue("lamina.gpu")
    do throws(GPUError) {
      session = try thread.run { () throws(GPUError) in
        ThreadBound(
          try DeviceSession(device) { (selection) throws(GPUError) in
            let context = try GPUDevice.open(selection, libraries: libraries, probe: probe, isDebugging: isDebugging)
            let device = try Device(
              context, usesBlendEquations: usesBlendEquations, profile: profile, records: records,
              isDebugging: isDebugging)
            let runner = FrameRunner(
              device, pictureBudget: pictureBudget, passBudget: passBudget, threads: threads)
            // A software renderer computes where it draws, and slower.
            if profile == nil, context.description.isHardware {
              device.profile.tiles = runner.computesFaster() ? .always : .whereCheaper
            }
            // Errors from opening the device would otherwise be attributed to the first frame.
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
    notes = known.1
  }

  deinit {
    // Objects are deleted on the thread on which their context is current.
    thread.run { [session] in ContextTurns.take { session.end() } }
    thread.end()
  }

  /// Whether a plan is compared with the one before it, and only the differing pixels are drawn again.
  ///
  /// The renderer then keeps the last plan, its canvas and planes in the device's memory, and the picture or planes
  /// that came back; `false` releases them.
  ///
  /// - Default: `false`
  public var drawsChangesOnly: Bool {
    get { last.withLock { $0.drawsChangesOnly } }
    set {
      last.withLock { $0.drawsChangesOnly = newValue }
      let isUnderWay = thread.run { [session] in
        session.value.drawsChangesOnly = newValue
        return (session.value.runner?.returns.count ?? 0) > 0
      }
      if !newValue, !isUnderWay { joiner.withLock { $0.forget() } }
    }
  }

  /// The statistics of the last plan.
  public var statistics: RenderStatistics { last.withLock { $0.statistics } }

  /// The seconds of reading the last picture back, apart from drawing it.
  public var readBackTime: Double { last.withLock { $0.readBackTime } }

  /// The seconds of drawing the last picture by the device's own clock; `nil` if it has none.
  public var deviceTime: Double? { last.withLock { $0.deviceTime } }

  /// Draws a plan.
  ///
  /// - Parameters:
  ///   - plan: The plan to draw.
  ///   - strategy: Whether opaque interiors go first, front to back.
  /// - Returns: The pixels of the plan's region.
  /// - Throws: `emptyRegion`; `textureTooLarge` for a region that is to be drawn in tiles; `contextLost` if the device
  ///   was reset, after which the device is opened again for the next plan; `deviceUnusable` if that fails;
  ///   `outOfMemory`, `picturesTooLarge`, `tooManyRecords` and the driver's own errors.
  public func render(_ plan: RenderPlan, strategy: RenderStrategy = .depth) throws(GPUError) -> CGImage {
    try render(plan, strategy: strategy, meter: LimitMeter(RenderLimits()))
  }

  /// Draws a plan, with a meter that counts the picture's cost.
  package func render(
    _ plan: RenderPlan, strategy: RenderStrategy, meter: LimitMeter
  ) throws(GPUError) -> CGImage {
    let result = try onDevice(meter) { (runner) throws(GPUError) in
      try runner.render(plan, strategy: strategy, meter: meter)
    }
    last.withLock { $0.note(result.statistics, readBack: result.readBackTime, device: result.deviceTime) }
    return result.image
  }

  /// Begins to draw a plan and to read it back, without waiting for either.
  ///
  /// - Parameters:
  ///   - plan: The plan to draw.
  ///   - strategy: Whether opaque interiors go first, front to back.
  ///   - planes: Whether the requested planes of BT.709 have alpha; `nil` for RGBA.
  ///   - meter: The meter that counts the picture's cost.
  /// - Throws: As ``render(_:strategy:)``.
  package func begin(
    _ plan: RenderPlan, strategy: RenderStrategy = .depth, planes: Bool? = nil,
    meter: LimitMeter = LimitMeter(RenderLimits())
  ) throws(GPUError) {
    let statistics = try onDevice(meter) { (runner) throws(GPUError) in
      try runner.begin(plan, strategy: strategy, planes: planes, meter: meter)
    }
    last.withLock { $0.note(statistics, readBack: 0, device: nil) }
  }

  /// Waits for the frame that was begun first, and takes its pixels.
  ///
  /// - Precondition: A frame was begun and not ended.
  package func end() throws(GPUError) -> ReturnedPixels {
    // Frames are joined in the order in which they come back, whatever threads ask for them.
    try joiner.withLock { (joiner) throws(GPUError) in
      do throws(GPUError) {
        return joiner.join(try thread.run { [session] () throws(GPUError) in try session.value.end() })
      } catch {
        joiner.forget()
        throw error
      }
    }
  }

  /// The inputs of a program as the driver reports them, for tests. The program is compiled if it was not yet.
  package func inputs(of program: ShaderCatalog) throws(GPUError) -> ShaderInputs {
    try onDevice { (runner) throws(GPUError) in try runner.program(program).inputs }
  }

  /// Whether the driver's blend equations are used.
  package var blendsAdvanced: Bool {
    thread.run { [session] in session.value.runner?.device.blendsAdvanced ?? false }
  }

  /// The way of records to the device; ``RecordStorage/texture`` while there is no device.
  package var recordStorage: RecordStorage {
    thread.run { [session] in session.value.runner?.device.recordStorage ?? .texture }
  }

  /// The bytes of memory for records on the device, for tests.
  package var recordBytes: Int { thread.run { [session] in session.value.runner?.records.bytes ?? 0 } }

  /// Whether the driver's debug output is read.
  package var isDebugging: Bool {
    thread.run { [session] in session.value.runner?.device.isDebugging ?? false }
  }

  /// The number of times that the device was opened again because it was lost.
  package var reopened: Int { thread.run { [session] in session.value.reopened } }

  /// Runs `body` on the device's thread.
  ///
  /// - Parameter meter: The meter of the frame that `body` draws, if it draws one.
  func onDevice<Value>(
    _ meter: LimitMeter? = nil, _ body: @escaping (FrameRunner) throws(GPUError) -> Value
  ) throws(GPUError) -> Value {
    try thread.run { [session] () throws(GPUError) in try session.value.use(meter, body) }
  }

  /// `false` if the environment says `LAMINA_BLEND_EQUATIONS=0`: blend modes then read copies of the backdrop, as they
  /// do on devices without blend equations.
  package static var usesBlendEquationsByDefault: Bool {
    ProcessInfo.processInfo.environment["LAMINA_BLEND_EQUATIONS"] != "0"
  }

  /// The assumed costs of devices: the profile that the environment names by `LAMINA_DEVICE_PROFILE`, else `nil`, for
  /// the profile that follows from the device.
  package static var profileByDefault: DeviceProfile? { profileName.flatMap(DeviceProfile.init(named:)) }

  private static var profileName: String? { named("LAMINA_DEVICE_PROFILE") }

  /// The best way of records that is used: the one that the environment names by `LAMINA_RECORDS`, to measure it; else
  /// the best that there is.
  package static var recordsByDefault: RecordStorage { recordsName.flatMap(RecordStorage.init(rawValue:)) ?? .mapped }

  private static var recordsName: String? { named("LAMINA_RECORDS") }

  /// The value of a variable of the environment; `nil` if it is not set, or empty.
  private static func named(_ variable: String) -> String? {
    ProcessInfo.processInfo.environment[variable].flatMap { $0.isEmpty ? nil : $0 }
  }

  /// If the environment says `LAMINA_GL_DEBUG=1`, every message of the driver about an error or undefined behaviour is
  /// an error.
  package static var debugsByDefault: Bool { ProcessInfo.processInfo.environment["LAMINA_GL_DEBUG"] == "1" }

  /// Notes if the environment names a profile or a way of records that does not exist.
  package static var environmentNotes: [String] {
    var notes: [String] = []
    if let profileName, profileByDefault == nil {
      let known = DeviceProfile.all.map(\.name).joined(separator: ", ")
      notes.append("LAMINA_DEVICE_PROFILE is left out: there is no profile '\(profileName)', but \(known)")
    }
    if let recordsName, RecordStorage(rawValue: recordsName) == nil {
      let known = RecordStorage.allCases.map(\.rawValue).joined(separator: ", ")
      notes.append("LAMINA_RECORDS is left out: there is no way of records '\(recordsName)', but \(known)")
    }
    return notes
  }

  /// Whether kinds of hardware devices compute faster than they draw, by their descriptions, as this process has
  /// measured or been told.
  package static var measuredKinds: [String: Bool] { FrameRunner.measured.withLock { $0 } }

  /// Takes over what another process has measured. Kinds that this process knows keep its own values.
  package static func note(measuredKinds kinds: [String: Bool]) {
    FrameRunner.measured.withLock { $0.merge(kinds) { own, _ in own } }
  }

  /// Whether all passes of draws are drawn in tiles by compute shaders.
  package var computesLayers: Bool {
    thread.run { [session] in session.value.runner?.device.profile.tiles == .always }
  }

  /// Measures the speed of the device with the same loads as fragments and as compute invocations.
  package func probeShaders() throws(GPUError) -> [ShaderProbe] {
    try onDevice { (runner) throws(GPUError) in try runner.probe() }
  }

  /// Measures the time of reading a frame back, beside a loop that only reads.
  package func probeReadBack() throws(GPUError) -> ReadBackProbe {
    try onDevice { (runner) throws(GPUError) in try runner.probeReadBack() }
  }

  /// Measures the cost of sampling floats relative to bytes.
  package func probeSamples() throws(GPUError) -> SampleProbe {
    try onDevice { (runner) throws(GPUError) in try runner.probeSamples() }
  }

  /// The seconds of compiling shaders since the device was opened. A driver may compile more at the first draw.
  package var compileTime: Double { thread.run { [session] in session.value.runner?.compileTime ?? 0 } }

  /// Whether the driver gives compiled programs out, so that contexts of the process have them from one another.
  package var givesPrograms: Bool { thread.run { [session] in session.value.runner?.device.givesPrograms ?? false } }

  /// Compiles the shaders that draw in tiles, which other contexts of the process then have from this one.
  ///
  /// - Returns: The seconds that this took.
  package func compileTiles() throws(GPUError) -> Double {
    try onDevice { (runner) throws(GPUError) in
      let before = runner.compileTime
      try runner.compileTiles()
      return runner.compileTime - before
    }
  }

  /// Counts the operations and clips that the pixels of a canvas evaluate, if compute shaders draw it; `nil` on devices
  /// whose groups are smaller than the tiles of the programs that count.
  package func countEvaluations(_ plan: RenderPlan) throws(GPUError) -> TileCounts? {
    try onDevice { (runner) throws(GPUError) in try runner.count(plan) }
  }

  /// The bytes of records that the last frame wrote, for tests.
  package var writtenRecordBytes: Int { thread.run { [session] in session.value.runner?.writtenRecordBytes ?? 0 } }

  /// The number of pictures in GPU memory, for tests.
  package var cachedPictures: Int {
    thread.run { [session] in session.value.runner?.pictures.count ?? 0 }
  }
}

/// The results of a renderer's last frame, and its settings for the next one.
private struct LastFrame {
  private(set) var statistics = RenderStatistics()
  private(set) var readBackTime = 0.0
  private(set) var deviceTime: Double?
  var drawsChangesOnly = false

  mutating func note(_ statistics: RenderStatistics, readBack: Double, device: Double?) {
    (self.statistics, readBackTime, deviceTime) = (statistics, readBack, device)
  }
}
