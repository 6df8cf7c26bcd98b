internal import CSandbox
internal import Glibc

/// The kernel's rules about files, the network and other processes, which a process makes for itself and for good.
enum Landlock {
  /// Shuts this process in.
  ///
  /// - Parameters:
  ///   - readable: What may be read, with all that lies beneath; what is not there is left out.
  ///   - devices: Device nodes that may be used.
  /// - Returns: The version of the kernel's interface; 0 where there is none, so that nothing is restricted.
  static func enter(readable: [String], devices: [String]) -> Int32 {
    let version = lamina_landlock_version()
    guard version >= 1 else { return 0 }
    var files = LAMINA_FS_FIRST_VERSION
    if version >= 2 { files |= LAMINA_FS_REFER }
    if version >= 3 { files |= LAMINA_FS_TRUNCATE }
    if version >= 5 { files |= LAMINA_FS_IOCTL_DEVICE }
    var ruleset = lamina_ruleset(
      files: files, network: version >= 4 ? LAMINA_NET_BIND_AND_CONNECT_TCP : 0,
      scopes: version >= 6 ? LAMINA_SCOPE_ABSTRACT_SOCKETS_AND_SIGNALS : 0)
    guard let rules = OpenFile(lamina_landlock_make(&ruleset)) else { return 0 }
    for path in readable { grant(path, LAMINA_FS_READ_FILE | LAMINA_FS_READ_DIR, rules) }
    let use = LAMINA_FS_READ_FILE | LAMINA_FS_READ_DIR | LAMINA_FS_WRITE_FILE | LAMINA_FS_IOCTL_DEVICE
    for path in devices { grant(path, use & files, rules) }
    return lamina_landlock_enforce(rules.number) == 0 ? version : 0
  }

  /// Rules are about what lies at a place now: what is not there cannot be granted, and stays closed.
  private static func grant(_ path: String, _ rights: UInt64, _ rules: OpenFile) {
    guard let place = OpenFile(open(path, LAMINA_OPEN_PLACE)) else { return }
    var status = stat()
    guard fstat(place.number, &status) == 0 else { return }
    let isFolder = status.st_mode & S_IFMT == S_IFDIR
    _ = lamina_landlock_grant(rules.number, isFolder ? rights : rights & ~LAMINA_FS_READ_DIR, place.number)
  }
}
