import LaminaTestSupport
import Testing

/// What may trap is written as a precondition with a message, not as an exclamation mark.
///
/// The formatter's rules are the real check; this one says it with the tests, before anybody runs the formatter.
@Suite struct SafetyTests {
  @Test("no forced unwrapping, no try!, no as! outside tests")
  func force() throws {
    var problems: [String] = []
    for file in try SourceFile.swift() where !file.path.hasPrefix("Tests/") {
      for (index, line) in file.code.enumerated()
      where line.contains(/(?:\btry|\bas)!/) || line.contains(/[\w)\]>"]!(?![=\w])/) {
        problems.append("\(file.place(index)): forced with '!'")
      }
    }
    expectNone(problems)
  }

  @Test("nothing is left for later without an issue to find it by")
  func leftovers() throws {
    // Put together here, so that this file does not find itself.
    let words = ["TO" + "DO", "FIX" + "ME", "X" + "XX"]
    var problems: [String] = []
    for path in PackageFolder.files() where Self.isText(path) {
      for (index, line) in try PackageFolder.text(path).split(separator: "\n", omittingEmptySubsequences: false)
        .enumerated()
      where words.contains(where: { line.contains($0) }) && !line.contains(/#\d+/) {
        problems.append("\(path):\(index + 1): left for later, without an issue number")
      }
    }
    expectNone(problems)
  }

  @Test("no path of one machine and no package host is in the files")
  func machinePaths() throws {
    let roots = ["home", "work", "tmp", "Users", "root", "opt", "mnt"]
    var problems: [String] = []
    for path in PackageFolder.files() where Self.isText(path) {
      for (index, line) in try PackageFolder.text(path).split(separator: "\n", omittingEmptySubsequences: false)
        .enumerated()
      {
        guard let match = line.firstMatch(of: /(?:^|["'\s=(:])\/([A-Za-z]+)\//), roots.contains(String(match.1)) else {
          continue
        }
        problems.append("\(path):\(index + 1): a path of one machine, under /\(match.1)")
      }
    }
    expectNone(problems)
  }

  private static func isText(_ path: String) -> Bool {
    let kinds = ["swift", "md", "caml", "xml", "vert", "frag", "glsl", "h", "modulemap", "txt", "list", "json", "docc"]
    let name = path.split(separator: "/").last ?? ""
    return path != "Package.resolved"
      && (!name.contains(".") || kinds.contains(String(name.split(separator: ".").last ?? "")))
  }
}
