// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import Foundation
import LaminaSandbox
import LaminaTestSupport
import Testing

/// Graphics drivers that a machine lends to a container: their files lie elsewhere, and links stand where they are
/// looked for.
@Suite struct InstalledDriverTests {
  private static let vendorFile = "/usr/share/glvnd/egl_vendor.d/50_mesa.json"
  private static let mesa = "/usr/lib/x86_64-linux-gnu/libEGL_mesa.so.0"
  private static var hasMesa: Bool {
    [vendorFile, mesa].allSatisfy(FileManager.default.fileExists(atPath:))
  }

  /// A driver in a folder of its own, and links to its files.
  private func lend(_ library: String?) throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    try folder.write(
      #"{"file_format_version": "1.0.0", "ICD": {"library_path": "\#(folder.path("links/libEGL_lent.so.0"))"}}"#,
      to: "lent/share/vendor.json")
    let files = FileManager.default
    try files.createDirectory(atPath: folder.path("links"), withIntermediateDirectories: true)
    try files.createDirectory(atPath: folder.path("lent/lib64"), withIntermediateDirectories: true)
    if let library {
      try files.copyItem(
        atPath: URL(fileURLWithPath: library).resolvingSymlinksInPath().path,
        toPath: folder.path("lent/lib64/libEGL_lent.so.0"))
    } else {
      try folder.write("no library", to: "lent/lib64/libEGL_lent.so.0")
    }
    for (link, file) in [("vendor.json", "share/vendor.json"), ("libEGL_lent.so.0", "lib64/libEGL_lent.so.0")] {
      try files.createSymbolicLink(atPath: folder.path("links/" + link), withDestinationPath: "../lent/" + file)
    }
    return folder
  }

  @Test("what links of a vendor point to is found, with the folder of its library")
  func links() throws {
    let folder = try lend(nil)
    let found = InstalledDrivers(
      environment: ["__EGL_VENDOR_LIBRARY_DIRS": folder.path("links")], linker: folder.path("none"))
    let real = URL(fileURLWithPath: folder.path("lent")).resolvingSymlinksInPath().path
    #expect(found.paths == [real + "/share/vendor.json", real + "/lib64/libEGL_lent.so.0", real + "/lib64"])
  }

  @Test("a library that is named without a folder is looked for where the linker looks")
  func bareName() throws {
    let folder = try lend(nil)
    try folder.write(#"{"ICD": {"library_path": "libEGL_lent.so.0"}}"#, to: "lent/share/vendor.json")
    try folder.write("# drivers\ninclude conf.d/*.conf\ninclude main.conf\n", to: "main.conf")
    try FileManager.default.createSymbolicLink(atPath: folder.path("lib"), withDestinationPath: "links")
    try folder.write("\(folder.path("lib")) # of the machine\r\ninclude b.conf\n", to: "conf.d/a.conf")
    try folder.write("/srv/my drivers/lib\n/data\ninclude a.conf\n", to: "conf.d/b.conf")
    try folder.write("/not/read/lib\n", to: "conf.d/a.conf.old")
    #expect(mkfifo(folder.path("conf.d/pipe.conf"), 0o600) == 0)
    let found = InstalledDrivers(
      environment: ["__EGL_VENDOR_LIBRARY_FILENAMES": folder.path("links/vendor.json")],
      linker: folder.path("main.conf"))
    let root = URL(fileURLWithPath: folder.path("lent")).resolvingSymlinksInPath().path
    // Folders of libraries alone, a whole line each, and no file twice.
    #expect(
      found.paths == [
        "/srv/my drivers/lib", root + "/share/vendor.json", root + "/lib64/libEGL_lent.so.0", root + "/lib64",
      ])
  }

  @Test(
    "a library is looked for where libglvnd looks, and what is none is not granted",
    arguments: [
      ("../lib64/libEGL_lent.so.0", true), ("./libEGL_lent.so.0", false), ("", false), ("/", false), ("..", false),
    ])
  func relativeNames(_ name: String, _ isFound: Bool) throws {
    let folder = try lend(nil)
    try folder.write(#"{"ICD": {"library_path": "\#(name)"}}"#, to: "lent/share/vendor.json")
    let found = InstalledDrivers(
      environment: ["__EGL_VENDOR_LIBRARY_FILENAMES": folder.path("lent/share/vendor.json")],
      linker: folder.path("none"))
    #expect(found.paths.count == (isFound ? 3 : 1), "\(found.paths)")
  }

  @Test("an isolated worker draws with a driver that is lent", .enabled(if: hasMesa, "no EGL of Mesa's is installed"))
  func isolated() throws {
    let folder = try lend(Self.mesa)
    let document = try folder.write(redSquare, to: "square.caml")
    var pictures: [Data] = []
    for arguments in [[], ["--isolate"]] {
      let picture = folder.path("square\(arguments.count).png")
      let result = try LaminaTool.run(
        ["render", document, "-o", picture, "--renderer", "gpu"] + arguments,
        environment: ["__EGL_VENDOR_LIBRARY_FILENAMES": folder.path("links/vendor.json")])
      #expect(result.status == 0, "\(arguments): \(result.errors)")
      pictures.append(try Data(contentsOf: URL(fileURLWithPath: picture)))
    }
    #expect(pictures[0] == pictures[1])
  }
}
