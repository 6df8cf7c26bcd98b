/// The graphics devices of this machine.
///
/// Displays are tried in this order: each device that EGL lists, Mesa's display without a surface, each render
/// node through GBM. The default display is never used, because it means X11.
public enum GPUDevice {
  /// Tries every device, for a person to choose from.
  ///
  /// - Returns: A row for each, with the reason where it cannot be used. Devices of the kernel that EGL does not
  ///   reach come last.
  /// - Throws: `libraryMissing` where there is no EGL.
  public static func list() throws(GPUError) -> [GPUDeviceDescription] {
    try list(libraries: GPULibraries(), probe: SystemProbe())
  }

  /// The same with other libraries and another view of the machine, for tests.
  package static func list(libraries: GPULibraries, probe: SystemProbe) throws(GPUError) -> [GPUDeviceDescription] {
    let driver = try EGLDriver(libraries)
    let thread = GPUThread(name: "lamina.gpu.list")
    defer { thread.stop() }
    var rows = thread.run {
      driver.candidates(probe).map { candidate in
        do throws(GPUError) {
          return try RenderContext(candidate, of: driver).description
        } catch {
          return failure(of: candidate, error)
        }
      }
    }
    let reached = Set(rows.filter(\.isUsable).compactMap(\.node))
    let listed = Set(rows.compactMap(\.node))
    for (node, problem) in probe.unreachableDevices(reached: reached) {
      if listed.contains(node) {
        for index in rows.indices where rows[index].node == node { rows[index].problem = problem }
      } else {
        var row = GPUDeviceDescription(index: rows.count, platform: .unreachable, node: node)
        row.problem = problem
        rows.append(row)
      }
    }
    return rows
  }

  /// Makes a context on the chosen device, current on this thread.
  ///
  /// - Throws: `libraryMissing`, `noSuchDevice`, `deviceUnusable` or `noUsableDevice`.
  static func open(
    _ selection: GPUDeviceSelection, libraries: GPULibraries, probe: SystemProbe
  ) throws(GPUError) -> RenderContext {
    let driver = try EGLDriver(libraries)
    let candidates = driver.candidates(probe)
    switch selection {
    case .index(let index):
      guard candidates.indices.contains(index) else {
        throw .noSuchDevice(selection: "\(index)", available: candidates.count)
      }
      do throws(GPUError) {
        return try RenderContext(candidates[index], of: driver)
      } catch {
        throw .deviceUnusable(index: index, reason: "\(error)")
      }
    case .name(let name):
      return try best(of: candidates, driver, probe) { $0.matches(name) }
        ?? { () throws(GPUError) in throw .noSuchDevice(selection: name, available: candidates.count) }()
    case .automatic:
      if let context = try best(of: candidates, driver, probe, where: { _ in true }) { return context }
      throw .noUsableDevice(reasons: reasons(probe))
    }
  }

  /// The first hardware device that fits, otherwise the first software device.
  ///
  /// - Throws: `noUsableDevice` where none can be used at all.
  private static func best(
    of candidates: [DisplayCandidate], _ driver: EGLDriver, _ probe: SystemProbe,
    where fits: (GPUDeviceDescription) -> Bool
  ) throws(GPUError) -> RenderContext? {
    var software: RenderContext?
    var problems: [String] = []
    for candidate in candidates {
      do throws(GPUError) {
        let context = try RenderContext(candidate, of: driver)
        guard fits(context.description) else { continue }
        if !context.description.isSoftware { return context }
        software = software ?? context
      } catch {
        problems.append(failure(of: candidate, error).description)
      }
    }
    if let software {
      try software.makeCurrent()
      return software
    }
    if problems.count == candidates.count { throw .noUsableDevice(reasons: reasons(probe) + problems) }
    return nil
  }

  private static func reasons(_ probe: SystemProbe) -> [String] {
    let vendor = probe.missingVendorFiles().map { [$0] } ?? []
    return vendor + probe.unreachableDevices(reached: []).map(\.problem)
  }

  private static func failure(of candidate: DisplayCandidate, _ error: GPUError) -> GPUDeviceDescription {
    var row = GPUDeviceDescription(index: candidate.index, platform: candidate.platform, node: candidate.node)
    row.problem = error.description
    return row
  }
}
