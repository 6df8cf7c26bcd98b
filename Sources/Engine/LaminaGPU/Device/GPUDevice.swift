// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import LaminaSystem

/// The graphics devices of this machine.
///
/// Displays are tried in this order: each device that EGL lists, Mesa's display without a surface, each render
/// node through GBM. The default display is never used, because it means X11.
public enum GPUDevice {
  /// Tries every device, for a person to choose from.
  ///
  /// - Returns: A row for each device, with the reason if it cannot be used. Devices that EGL does not reach come last.
  /// - Throws: `libraryMissing` or `functionMissing` without EGL.
  public static func list() throws(GPUError) -> [GPUDeviceDescription] {
    try list(libraries: GPULibraries(), probe: SystemProbe())
  }

  /// Tries every device with other libraries and another view of the machine, for tests.
  package static func list(
    libraries: GPULibraries, probe: SystemProbe
  ) throws(GPUError) -> [GPUDeviceDescription] {
    var rows = try reachable(libraries, probe)
    if rows.isEmpty, let reason = probe.missingVendorFiles() { rows = [unreachable(0, nil, reason)] }
    for (node, problem) in probe.unreachableDevices(reached: Set(rows.filter(\.isUsable).compactMap(\.node))) {
      if let index = rows.firstIndex(where: { $0.node == node }) {
        rows[index].problem = problem
      } else {
        rows.append(unreachable(rows.count, node, problem))
      }
    }
    return rows
  }

  private static func reachable(
    _ libraries: GPULibraries, _ probe: SystemProbe
  ) throws(GPUError) -> [GPUDeviceDescription] {
    try offer(libraries, probe).rows
  }

  /// The displays that EGL offers; each of them is tried.
  static func offer(_ libraries: GPULibraries, _ probe: SystemProbe) throws(GPUError) -> GPUOffer {
    let thread = JobQueue("lamina.gpu.list")
    defer { thread.end() }
    return try thread.run { () throws(GPUError) in
      let driver = try EGLDriver(libraries)
      let rows = driver.candidates(probe).map { candidate in
        do throws(GPUError) {
          return try RenderContext(candidate, of: driver).description
        } catch {
          return failure(of: candidate, error)
        }
      }
      return GPUOffer(platforms: driver.platforms, rows: rows)
    }
  }

  /// The abilities of every device, as its driver reports them, for a person to compare; unusable devices with the
  /// reason.
  package static func abilities(
    libraries: GPULibraries = GPULibraries(), probe: SystemProbe = SystemProbe()
  ) throws(GPUError) -> [DeviceAbilities] {
    let thread = JobQueue("lamina.gpu.list")
    defer { thread.end() }
    return try thread.run { () throws(GPUError) in
      let driver = try EGLDriver(libraries)
      return driver.candidates(probe).map { candidate in
        do throws(GPUError) {
          return try DeviceAbilities(Device(RenderContext(candidate, of: driver)))
        } catch {
          return DeviceAbilities(failure(of: candidate, error))
        }
      }
    }
  }

  private static func unreachable(_ index: Int, _ node: String?, _ problem: String) -> GPUDeviceDescription {
    var row = GPUDeviceDescription(index: index, platform: .unreachable, node: node)
    row.problem = problem
    return row
  }

  /// Makes a context on the chosen device, current on this thread.
  ///
  /// - Parameter isDebugging: Whether a debug context is requested, whose driver checks more and reports errors.
  /// - Throws: `libraryMissing`, `noSuchDevice`, `deviceUnusable` or `noUsableDevice`.
  static func open(
    _ selection: GPUDeviceSelection, libraries: GPULibraries, probe: SystemProbe, isDebugging: Bool = false
  ) throws(GPUError) -> RenderContext {
    let driver = try EGLDriver(libraries)
    let candidates = driver.candidates(probe)
    switch selection {
    case .index(let index):
      guard candidates.indices.contains(index) else {
        throw .noSuchDevice(selection: "\(index)", available: candidates.count)
      }
      do throws(GPUError) {
        return try RenderContext(candidates[index], of: driver, isDebugging: isDebugging)
      } catch {
        throw .deviceUnusable(index: index, reason: "\(error)")
      }
    case .name(let name):
      if let context = try best(of: candidates, driver, probe, isDebugging, where: { $0.matches(name) }) {
        return context
      }
      throw .noSuchDevice(selection: name, available: candidates.count)
    case .automatic:
      if let context = try best(of: candidates, driver, probe, isDebugging, where: { _ in true }) { return context }
      throw .noUsableDevice(reasons: reasons(probe))
    }
  }

  /// The first usable hardware device, otherwise the first software device.
  ///
  /// - Throws: `noUsableDevice` if no device can be used.
  private static func best(
    of candidates: [DisplayCandidate], _ driver: EGLDriver, _ probe: SystemProbe, _ isDebugging: Bool,
    where fits: (GPUDeviceDescription) -> Bool
  ) throws(GPUError) -> RenderContext? {
    var software: RenderContext?
    var problems: [String] = []
    for candidate in candidates {
      do throws(GPUError) {
        let context = try RenderContext(candidate, of: driver, isDebugging: isDebugging)
        guard fits(context.description) else { continue }
        if context.description.isHardware { return context }
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
