internal import Foundation

/// What a worker may read after it has shut itself in: what drawing needs of the system, and nothing of its users.
enum FileAccessList {
  /// The device nodes of GPUs, and of nothing else.
  static let devices = [
    "/dev/dri", "/dev/nvidia0", "/dev/nvidiactl", "/dev/nvidia-modeset", "/dev/nvidia-uvm", "/dev/kfd",
  ]

  /// Libraries, among them those of drivers that are opened later.
  private static let libraries = ["/lib", "/lib64", "/usr/lib", "/usr/lib64", "/usr/local/lib", "/etc/ld.so.cache"]

  /// Fonts, their configuration and Fontconfig's cache.
  private static let fonts = [
    "/etc/fonts", "/usr/share/fonts", "/usr/local/share/fonts", "/usr/share/fontconfig", "/var/cache/fontconfig",
  ]

  /// What libglvnd, EGL and Mesa read to find drivers.
  private static let drivers = [
    "/etc/glvnd", "/usr/share/glvnd", "/etc/egl", "/usr/share/egl", "/etc/drirc", "/usr/share/drirc.d",
    "/usr/share/libdrm", "/usr/share/nvidia",
  ]

  /// What processes read of the kernel: themselves, processors and memory.
  private static let kernel = [
    "/proc/self", "/proc/cpuinfo", "/proc/meminfo", "/proc/stat", "/proc/sys/vm", "/sys/devices/system", "/dev/null",
    "/dev/urandom",
  ]

  /// What finding devices reads besides.
  private static let deviceDescriptions = ["/sys/dev/char", "/sys/devices", "/sys/class/drm", "/proc/driver/nvidia"]

  /// Variables that name folders or files with such things, one or several with colons between.
  private static let variables = [
    "FONTCONFIG_FILE", "FONTCONFIG_PATH", "LD_LIBRARY_PATH", "LIBGL_DRIVERS_PATH", "GBM_BACKENDS_PATH",
    "__EGL_VENDOR_LIBRARY_DIRS", "__EGL_VENDOR_LIBRARY_FILENAMES",
  ]

  /// All that may be read.
  static func readable(usesDevices: Bool, environment: [String: String]) -> [String] {
    var paths = libraries + fonts + drivers + kernel + userFonts(environment) + loadedLibraryFolders()
    if usesDevices { paths += deviceDescriptions }
    for name in variables {
      paths += (environment[name] ?? "").split(separator: ":").map(String.init).filter { $0.hasPrefix("/") }
    }
    if let file = environment["FONTCONFIG_FILE"], file.hasPrefix("/") {
      // A bundle's fonts, beside its configuration.
      let folder = ((file as NSString).deletingLastPathComponent as NSString).deletingLastPathComponent
      paths += [(file as NSString).deletingLastPathComponent]
      paths += [((folder as NSString).deletingLastPathComponent as NSString).appendingPathComponent("share/fonts")]
    }
    return paths
  }

  /// The fonts of the user who runs the program, and the caches of those and of shaders.
  private static func userFonts(_ environment: [String: String]) -> [String] {
    let home = environment["HOME"] ?? ""
    func folder(_ variable: String, _ usual: String) -> String {
      environment[variable].flatMap { $0.isEmpty ? nil : $0 } ?? home + usual
    }
    let cache = folder("XDG_CACHE_HOME", "/.cache")
    return [
      home + "/.fonts", home + "/.fonts.conf", folder("XDG_DATA_HOME", "/.local/share") + "/fonts",
      folder("XDG_CONFIG_HOME", "/.config") + "/fontconfig", cache + "/fontconfig", cache + "/mesa_shader_cache",
    ].filter { $0.hasPrefix("/") }
  }

  /// The folders of the libraries that this process has loaded: a driver may need others from there.
  private static func loadedLibraryFolders() -> [String] {
    let maps = FileManager.default.contents(atPath: "/proc/self/maps").map { String(decoding: $0, as: UTF8.self) } ?? ""
    let folders = maps.split(separator: "\n").compactMap { line -> String? in
      guard let start = line.firstIndex(of: "/") else { return nil }
      let path = String(line[start...])
      return path.contains(".so") ? (path as NSString).deletingLastPathComponent : nil
    }
    return Set(folders).sorted()
  }
}
