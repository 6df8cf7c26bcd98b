import Foundation

/// Writes the shaders below a folder as one Swift file of raw string literals.
///
/// Arguments: the folder, the file to write, then every `.vert`, `.frag` and `.glsl` file below the folder.
/// `#include "lib/x.glsl"` is replaced by that file's text between `#line` directives, whose second number is the
/// place of the file in the list `files`, so that a driver's message leads back to the file that was edited.
@main struct ShaderEmbedTool {
  static func main() {
    let arguments = Array(CommandLine.arguments.dropFirst())
    guard arguments.count >= 2 else { fail("usage: ShaderEmbedTool FOLDER OUTPUT SHADER...") }
    let root = arguments[0].hasSuffix("/") ? arguments[0] : arguments[0] + "/"
    do {
      var entries: [String] = []
      for path in arguments.dropFirst(2) where !path.hasSuffix(".glsl") {
        guard path.hasPrefix(root) else { fail("\(path): error: not below \(root)") }
        var expansion = ShaderExpansion(root: root)
        let name = String(path.dropFirst(root.count))
        try expansion.expand(name)
        entries.append(swiftEntry(name: name, expansion: expansion))
      }
      try swiftFile(entries).write(toFile: arguments[1], atomically: true, encoding: .utf8)
    } catch let error as ShaderExpansion.Failure {
      fail("\(root)\(error.file):\(error.line): error: \(error.message)")
    } catch {
      fail("error: \(error.localizedDescription)")
    }
  }

  private static func swiftFile(_ entries: [String]) -> String {
    """
    // Written by ShaderEmbed from the files below Shaders; not to be edited.

    /// Every shader stage of the folder, its includes resolved, by its path in the folder.
    package let embeddedShaderStages: [String: ShaderStage] = [
    \(entries.joined(separator: "\n"))
    ]

    """
  }

  private static func swiftEntry(name: String, expansion: ShaderExpansion) -> String {
    let files = expansion.files.map { "\"\($0)\"" }.joined(separator: ", ")
    let text = expansion.text.hasSuffix("\n") ? expansion.text : expansion.text + "\n"
    return """
        "\(name)": ShaderStage(files: [\(files)], source: ##\"\"\"
      \(text)\"\"\"##),
      """
  }

  private static func fail(_ message: String) -> Never {
    FileHandle.standardError.write(Data((message + "\n").utf8))
    exit(1)
  }
}
