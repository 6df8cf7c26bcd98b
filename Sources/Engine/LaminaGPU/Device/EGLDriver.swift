// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import CEGL
import LaminaGeometry

/// EGL, opened: the displays it offers and the functions to reach them.
struct EGLDriver {
  /// `EGL_DRM_RENDER_NODE_FILE_EXT`, which older headers lack.
  private static let renderNodeFile: EGLint = 0x3377

  let functions: EGLFunctions
  let libraries: GPULibraries
  private let gles: DynamicLibrary?
  private let clientExtensions: Set<Substring>

  init(_ libraries: GPULibraries) throws(GPUError) {
    self.libraries = libraries
    functions = try EGLFunctions(libraries)
    // A recent EGL provides every function; for an older one, the library is used.
    gles = try? DynamicLibrary(libraries.gles)
    clientExtensions = Self.words(functions.queryString(nil, EGL_EXTENSIONS))
  }

  /// The platforms for displays without a window system, and whether EGL has them.
  var platforms: [(name: String, isOffered: Bool)] {
    [
      ("a list of devices", functions.queryDevices != nil && offersDevices),
      ("displays without a surface", offersSurfaceless),
      ("displays through GBM", offersGBM),
    ]
  }

  private var offersDevices: Bool {
    !clientExtensions.isDisjoint(with: [
      "EGL_EXT_platform_device", "EGL_EXT_device_enumeration", "EGL_EXT_device_base",
    ])
  }

  private var offersSurfaceless: Bool { clientExtensions.contains("EGL_MESA_platform_surfaceless") }

  private var offersGBM: Bool { !clientExtensions.isDisjoint(with: ["EGL_MESA_platform_gbm", "EGL_KHR_platform_gbm"]) }

  /// Every display that may be usable, best platform first. The default display is not among them: it means X11.
  func candidates(_ probe: SystemProbe) -> [DisplayCandidate] {
    var found = deviceCandidates()
    if offersSurfaceless, functions.getPlatformDisplay != nil {
      found.append(DisplayCandidate(platform: .surfaceless))
    }
    let reached = Set(found.compactMap(\.node))
    if offersGBM {
      for node in probe.renderNodes() where !reached.contains(node) {
        found.append(DisplayCandidate(platform: .gbm, node: node))
      }
    }
    for index in found.indices { found[index].index = index }
    return found
  }

  private func deviceCandidates() -> [DisplayCandidate] {
    guard let queryDevices = functions.queryDevices, functions.getPlatformDisplay != nil, offersDevices
    else { return [] }
    var count: EGLint = 0
    guard queryDevices(0, nil, &count) == EGLBoolean(EGL_TRUE), count > 0 else { return [] }
    var devices = [EGLDeviceEXT?](repeating: nil, count: Int(count))
    guard queryDevices(count, &devices, &count) == EGLBoolean(EGL_TRUE) else { return [] }
    return devices.prefix(Int(count)).map { device in
      let extensions = Self.words(functions.queryDeviceString?(device, EGL_EXTENSIONS))
      let node =
        extensions.contains("EGL_EXT_device_drm_render_node")
        ? functions.queryDeviceString?(device, Self.renderNodeFile).map { String(cString: $0) } : nil
      return DisplayCandidate(platform: .device, node: node, device: device)
    }
  }

  /// The display of a candidate, not initialised.
  func display(of candidate: DisplayCandidate) throws(GPUError) -> EGLDisplay {
    guard let getPlatformDisplay = functions.getPlatformDisplay else {
      throw .functionMissing(name: "eglGetPlatformDisplayEXT")
    }
    let display: EGLDisplay? =
      switch candidate.platform {
      case .device: getPlatformDisplay(EGLenum(EGL_PLATFORM_DEVICE_EXT), candidate.device, nil)
      case .surfaceless: getPlatformDisplay(EGLenum(EGL_PLATFORM_SURFACELESS_MESA), nil, nil)
      case .gbm:
        getPlatformDisplay(
          EGLenum(EGL_PLATFORM_GBM_MESA), try GBMDevice.open(candidate.node ?? "", library: libraries.gbm), nil)
      case .unreachable: nil
      }
    guard let display else { throw .eglError(code: functions.getError(), call: "eglGetPlatformDisplayEXT") }
    return display
  }

  /// Finds OpenGL ES functions.
  var glLoader: FunctionLoader {
    FunctionLoader { [functions, gles, libraries] name in
      libraries.substitute(name, functions.getProcAddress(name) ?? gles?.address(of: name))
    }
  }

  static func words(_ text: UnsafePointer<CChar>?) -> Set<Substring> {
    guard let text else { return [] }
    return Set(String(cString: text).split(separator: " "))
  }
}

/// A display that may be usable.
struct DisplayCandidate {
  var index = 0
  let platform: GPUPlatform
  var node: String?
  var device: EGLDeviceEXT?
}
