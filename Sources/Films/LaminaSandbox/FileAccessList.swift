// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

internal import Foundation
internal import LaminaGeometry
internal import LaminaGraphics

/// The files that a confined process may read: system files that its work needs, and no files of users.
package enum FileAccessList {
  /// The device nodes of GPUs only; NVIDIA's driver has one per GPU.
  package static var devices: [String] {
    let nodes = (try? FileManager.default.contentsOfDirectory(atPath: "/dev")) ?? []
    let numbered = nodes.filter { node in
      node.hasPrefix("nvidia") && Int(node.dropFirst("nvidia".count)) != nil
    }
    return ["/dev/dri", "/dev/nvidiactl", "/dev/nvidia-modeset", "/dev/nvidia-uvm", "/dev/kfd"]
      + numbered.sorted().map { "/dev/" + $0 }
  }

  /// Folders of libraries, including drivers that are opened later.
  static let libraries = ["/lib", "/lib64", "/usr/lib", "/usr/lib64", "/usr/local/lib", "/etc/ld.so.cache"]

  /// Fonts, their configuration and Fontconfig's cache.
  private static let fonts = [
    "/etc/fonts", "/usr/share/fonts", "/usr/local/share/fonts", "/usr/share/fontconfig", "/var/cache/fontconfig",
    // Data for breaking lines of Thai text.
    "/usr/share/libthai",
  ]

  /// Configuration that libglvnd, EGL, Mesa and the Vulkan loader read to find drivers.
  private static let drivers = [
    "/etc/glvnd", "/usr/share/glvnd", "/etc/egl", "/usr/share/egl", "/etc/drirc", "/usr/share/drirc.d",
    "/usr/share/libdrm", "/usr/share/nvidia", "/etc/vulkan", "/usr/share/vulkan",
  ]

  /// Kernel information that processes read: about themselves, processors and memory.
  static let kernel = [
    "/proc/self", "/proc/cpuinfo", "/proc/meminfo", "/proc/stat", "/proc/sys/vm", "/sys/devices/system", "/dev/null",
    "/dev/urandom",
  ]

  /// System files for programs that read many formats: tables of names, locales, and the configuration of cryptography.
  static let forPrograms =
    libraries + kernel + fonts + ["/usr/share", "/etc/ssl/openssl.cnf", "/etc/gnutls", "/etc/localtime"]

  /// The folders that an environment variable names, except folders that hold much else.
  static func named(in variable: String) -> [String] {
    let environment = ProcessInfo.processInfo.environment
    return paths(in: environment[variable]).filter { !holdsMore($0, environment) }
  }

  /// The absolute paths of a colon-separated list; other paths are left out.
  static func paths(in value: String?) -> [String] {
    (value ?? "").split(separator: ":").map(String.init).filter { $0.hasPrefix("/") }
  }

  /// Further paths that are read to find devices.
  private static let deviceDescriptions = [
    "/sys/dev/char", "/sys/devices", "/sys/class/drm", "/sys/bus/pci/devices", "/proc/driver/nvidia",
  ]

  /// Variables that name folders or files of fonts, libraries and drivers, one path or several with colons between.
  private static let variables = [
    "FONTCONFIG_FILE", "FONTCONFIG_PATH", "LD_LIBRARY_PATH", "LIBGL_DRIVERS_PATH", "GBM_BACKENDS_PATH",
    "__EGL_VENDOR_LIBRARY_DIRS", "__EGL_VENDOR_LIBRARY_FILENAMES",
  ]

  /// All paths that a worker may read.
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
      // The fonts of a bundle, beside its configuration.
      let own = (file as NSString).deletingLastPathComponent
      let bundle = ((own as NSString).deletingLastPathComponent as NSString).deletingLastPathComponent
      paths += [own + "/conf.d", own + "/fonts", bundle + "/share/fonts"]
    }
    return paths
  }

  /// The fonts of the current user, and the caches of fonts and shaders.
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

  /// The folder that a variable names, or else the default folder in the user's home.
  private static func folder(_ variable: String, _ usual: String, _ environment: [String: String]) -> String {
    environment[variable].flatMap { $0.isEmpty ? nil : $0 } ?? (environment["HOME"] ?? "") + usual
  }

  /// Whether a folder from a variable or a configuration holds much besides libraries and fonts, so that it is not
  /// granted. This applies to general folders of the system, to home folders, and to all folders that contain one of
  /// these, after links are resolved.
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

  /// The libraries that this process has loaded, and their folders if these hold nothing but libraries: a driver may
  /// need further libraries from there.
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
