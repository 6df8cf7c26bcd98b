import Foundation

/// A package that is not a scene itself: it holds several, or is an archive.
///
/// - Conformance: caml.md 2
struct ForeignContainer {
  /// What it is, for a message.
  let kind: String
  /// The `.ca` folders inside, in alphabetical order.
  let planes: [String]

  /// Recognises a container by its name, what is in it, or its first bytes. `nil` for what is none.
  init?(_ path: String, isFolder: Bool) {
    let ending = NSString(string: path).pathExtension.lowercased()
    if isFolder {
      let isScene = ending == "ca" || Self.holdsDocument(path)
      let planes = isScene ? [] : Self.planes(in: path)
      guard ending == "wallpaper" || ending == "tendies" || !planes.isEmpty else { return nil }
      kind = planes.isEmpty ? "a wallpaper folder without a .ca folder in it" : "a wallpaper folder"
      self.planes = planes
      return
    }
    planes = []
    switch Self.firstBytes(of: path) {
    case let bytes where bytes.starts(with: Array("PK\u{3}\u{4}".utf8)): kind = "a zip archive (unpack it first)"
    case let bytes where bytes.starts(with: Array("bplist".utf8)): kind = "a keyed archive or binary property list"
    default: return nil
    }
  }

  private static func holdsDocument(_ path: String) -> Bool {
    ["main.caml", "index.xml", "Index.xml", "index.plist", "Index.plist"].contains {
      FileManager.default.fileExists(atPath: path + "/" + $0)
    }
  }

  private static func firstBytes(of path: String) -> [UInt8] {
    // Only regular files: reading from a pipe would take the bytes away from the reader of the document.
    let path = URL(fileURLWithPath: path).resolvingSymlinksInPath().path
    guard let attributes = try? FileManager.default.attributesOfItem(atPath: path),
      attributes[.type] as? FileAttributeType == .typeRegular,
      let file = FileHandle(forReadingAtPath: path)
    else { return [] }
    defer { try? file.close() }
    return (try? file.read(upToCount: 8)).map(Array.init) ?? []
  }

  /// The `.ca` folders below a folder, not looking deeper than the packages that exist.
  private static func planes(in path: String) -> [String] {
    var found: [String] = []
    var pending = [(path: path, depth: 0)]
    while let folder = pending.popLast() {
      let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
      for name in names where !name.hasPrefix(".") && name != "__MACOSX" {
        let inner = folder.path + "/" + name
        var isFolder: ObjCBool = false
        guard FileManager.default.fileExists(atPath: inner, isDirectory: &isFolder), isFolder.boolValue else {
          continue
        }
        if name.hasSuffix(".ca") {
          found.append(inner)
        } else if folder.depth < 6 {
          pending.append((inner, folder.depth + 1))
        }
      }
    }
    return found.sorted()
  }
}
