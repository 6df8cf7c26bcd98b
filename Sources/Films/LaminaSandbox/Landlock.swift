// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

internal import CSandbox
internal import Glibc

/// The kernel's rules about files, the network and other processes. A thread sets them for itself, and for the threads
/// and programs that it starts; they cannot be removed.
package struct Landlock {
  /// Files and folders that may be read, with everything inside; missing ones are ignored.
  package var readable: [String]
  /// Device nodes that may be used.
  package var devices: [String] = []
  /// Files and folders that may be written, with everything inside.
  package var writable: [String] = []
  /// Programs, and folders with programs, that may be started.
  package var programs: [String] = []

  package init(readable: [String], devices: [String] = [], writable: [String] = [], programs: [String] = []) {
    (self.readable, self.devices, self.writable, self.programs) = (readable, devices, writable, programs)
  }

  /// Restricts this thread.
  ///
  /// - Returns: The version of the kernel's interface; 0 where there is none, and nothing is restricted.
  package func enter() -> Int32 {
    let version = lamina_landlock_version()
    guard version >= 1 else { return 0 }
    var files = LAMINA_FS_FIRST_VERSION
    if version >= 2 { files |= LAMINA_FS_REFER }
    if version >= 3 { files |= LAMINA_FS_TRUNCATE }
    if version >= 5 { files |= LAMINA_FS_IOCTL_DEVICE }
    var ruleset = lamina_ruleset(
      files: files, network: version >= 4 ? LAMINA_NET_BIND_AND_CONNECT_TCP : 0,
      scopes: version >= 6 ? LAMINA_SCOPE_ABSTRACT_SOCKETS_AND_SIGNALS : 0)
    let rules = lamina_landlock_make(&ruleset)
    guard rules >= 0 else { return 0 }
    defer { close(rules) }
    let reading = LAMINA_FS_READ_FILE | LAMINA_FS_READ_DIR
    for path in readable { Self.grant(path, reading, rules) }
    for path in programs { Self.grant(path, reading | LAMINA_FS_EXECUTE, rules) }
    let using = reading | LAMINA_FS_WRITE_FILE | LAMINA_FS_IOCTL_DEVICE
    for path in devices { Self.grant(path, using & files, rules) }
    for path in writable { Self.grant(path, (reading | LAMINA_FS_CHANGE) & files, rules) }
    return lamina_landlock_enforce(rules) == 0 ? version : 0
  }

  /// A rule applies to the file that exists at a path now: missing files cannot be granted and stay inaccessible.
  private static func grant(_ path: String, _ rights: UInt64, _ rules: Int32) {
    let place = open(path, LAMINA_OPEN_PLACE)
    guard place >= 0 else { return }
    defer { close(place) }
    var status = stat()
    guard fstat(place, &status) == 0 else { return }
    let isFolder = status.st_mode & S_IFMT == S_IFDIR
    _ = lamina_landlock_grant(rules, isFolder ? rights : rights & ~LAMINA_FS_FOLDERS, place)
  }
}
