// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

internal import Foundation
internal import LaminaGeometry
internal import LaminaGraphics

/// What a process may read after it has shut itself in: what its work needs of the system, and nothing of its users.
package enum FileAccessList {
  /// The device nodes of GPUs, and of nothing else; NVIDIA's driver has one for each.
  package static var devices: [String] {
    let nodes = (try? FileManager.default.contentsOfDirectory(atPath: "/dev")) ?? []
    let numbered = nodes.filter { node in
      node.hasPrefix("nvidia") && Int(node.dropFirst("nvidia".count)) != nil
    }
    return ["/dev/dri", "/dev/nvidiactl", "/dev/nvidia-modeset", "/dev/nvidia-uvm", "/dev/kfd"]
      + numbered.sorted().map { "/dev/" + $0 }
  }

  /// Libraries, among them those of drivers that are opened later.
  static let libraries = ["/lib", "/lib64", "/usr/lib", "/usr/lib64", "/usr/local/lib", "/etc/ld.so.cache"]

  /// Fonts, their configuration and Fontconfig's cache.
  private static let fonts = [
    "/etc/fonts", "/usr/share/fonts", "/usr/local/share/fonts", "/usr/share/fontconfig", "/var/cache/fontconfig",
    // Where Thai breaks into lines.
    "/usr/share/libthai",
  ]

  /// What libglvnd, EGL, Mesa and the loader of Vulkan read to find drivers.
  private static let drivers = [
    "/etc/glvnd", "/usr/share/glvnd", "/etc/egl", "/usr/share/egl", "/etc/drirc", "/usr/share/drirc.d",
    "/usr/share/libdrm", "/usr/share/nvidia", "/etc/vulkan", "/usr/share/vulkan",
  ]

  /// What processes read of the kernel: themselves, processors and memory.
  static let kernel = [
    "/proc/self", "/proc/cpuinfo", "/proc/meminfo", "/proc/stat", "/proc/sys/vm", "/sys/devices/system", "/dev/null",
    "/dev/urandom",
  ]

  /// What programs that know many formats read of the system: tables of names, locales, and how cryptography is set up.
  static let forPrograms =
    libraries + kernel + fonts + ["/usr/share", "/etc/ssl/openssl.cnf", "/etc/gnutls", "/etc/localtime"]

  /// The folders that a variable names, without those that hold much else.
  static func named(in variable: String) -> [String] {
    let environment = ProcessInfo.processInfo.environment
    return paths(in: environment[variable]).filter { !holdsMore($0, environment) }
  }

  /// The paths of a variable's value, with colons between; what begins elsewhere than at the root is left out.
  static func paths(in value: String?) -> [String] {
    (value ?? "").split(separator: ":").map(String.init).filter { $0.hasPrefix("/") }
  }

  /// What finding devices reads besides.
  private static let deviceDescriptions = [
    "/sys/dev/char", "/sys/devices", "/sys/class/drm", "/sys/bus/pci/devices", "/proc/driver/nvidia",
  ]

  /// Variables that name folders or files with such things, one or several with colons between.
  private static let variables = [
    "FONTCONFIG_FILE", "FONTCONFIG_PATH", "LD_LIBRARY_PATH", "LIBGL_DRIVERS_PATH", "GBM_BACKENDS_PATH",
    "__EGL_VENDOR_LIBRARY_DIRS", "__EGL_VENDOR_LIBRARY_FILENAMES",
  ]

  /// All that a worker may read.
  package static func readable(usesDevices: Bool, environment: [String: String]) -> [String] {
    var paths = libraries + fonts + drivers + kernel + userFonts(environment) + loadedLibraries()
    paths += FontFolders.configured().filter { $0.hasPrefix("/") && !holdsMore($0, environment) }
    if usesDevices {
      paths += deviceDescriptions
      paths += InstalledDrivers(environment: environment).paths.filter { !holdsMore($0, environment) }
      paths += [cacheFolder(environment) + "/nvidia"].filter { $0.hasPrefix("/") }
    }
    for name in variables {
      paths += self.paths(in: environment[name]).filter { !holdsMore($0, environment) }
    }
    if let file = environment["FONTCONFIG_FILE"], file.hasPrefix("/") {
      // A bundle's fonts, beside its configuration.
      let own = (file as NSString).deletingLastPathComponent
      let bundle = ((own as NSString).deletingLastPathComponent as NSString).deletingLastPathComponent
      paths += [own + "/conf.d", own + "/fonts", bundle + "/share/fonts"]
    }
    return paths
  }

  /// The fonts of the user who runs the program, and the caches of those and of shaders.
  private static func userFonts(_ environment: [String: String]) -> [String] {
    let home = environment["HOME"] ?? ""
    let cache = cacheFolder(environment)
    return [
      home + "/.fonts", home + "/.fonts.conf", folder("XDG_DATA_HOME", "/.local/share", environment) + "/fonts",
      folder("XDG_CONFIG_HOME", "/.config", environment) + "/fontconfig", cache + "/fontconfig",
      cache + "/mesa_shader_cache",
    ].filter { $0.hasPrefix("/") }
  }

  private static func cacheFolder(_ environment: [String: String]) -> String {
    folder("XDG_CACHE_HOME", "/.cache", environment)
  }

  /// The folder that a variable names, or else the usual one in the user's own.
  private static func folder(_ variable: String, _ usual: String, _ environment: [String: String]) -> String {
    environment[variable].flatMap { $0.isEmpty ? nil : $0 } ?? (environment["HOME"] ?? "") + usual
  }

  /// Whether a folder that a variable or a configuration names holds much besides libraries and fonts: then it is not
  /// granted. That is so of those that the system has for many things, of users' own, and of all that hold one of
  /// these, wherever links lead.
  static func holdsMore(_ path: String, _ environment: [String: String]) -> Bool {
    func real(_ path: String) -> String { URL(fileURLWithPath: path).resolvingSymlinksInPath().path }
    let place = real(path)
    let home = real(environment["HOME"] ?? "/root")
    if place == "/" || (home + "/").hasPrefix(place + "/") || (place as NSString).deletingLastPathComponent == "/home" {
      return true
    }
    return broadFolders.contains(place)
  }

  private static let broadFolders: Set = [
    "/boot", "/dev", "/etc", "/home", "/media", "/mnt", "/opt", "/proc", "/root", "/run", "/srv", "/sys", "/tmp",
    "/usr",
    "/usr/local", "/usr/share", "/var", "/var/lib", "/var/tmp",
  ]

  /// The libraries that this process has loaded, and those of their folders that hold nothing else: a driver may need
  /// others from there.
  private static func loadedLibraries() -> [String] {
    let maps = FileManager.default.contents(atPath: "/proc/self/maps").map { String(decoding: $0, as: UTF8.self) } ?? ""
    let files = Set(
      maps.split(separator: "\n").compactMap { line in
        line.firstIndex(of: "/").map { String(line[$0...]) }
      })
    let loaded = files.filter { path in
      let name = (path as NSString).lastPathComponent
      return name.hasSuffix(".so") || name.contains(".so.")
    }
    let folders = Set(loaded.map { ($0 as NSString).deletingLastPathComponent }).filter { folder in
      folder.split(separator: "/").suffix(3).contains("lib")
    }
    return loaded.sorted() + folders.sorted()
  }
}
