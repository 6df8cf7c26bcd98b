import Foundation
import Lamina
import LaminaTestSupport
import LaminaWorkers

/// A renderer whose worker is the tool.
func isolatedRenderer(_ change: (inout WorkerSettings) -> Void = { _ in }) -> IsolatedRenderer {
  var settings = WorkerSettings()
  settings.program = LaminaTool.url.path
  settings.drawing = .cpu(threads: 2)
  change(&settings)
  return IsolatedRenderer(settings)
}

/// A red square of 8 pixels.
let redSquare =
  "<caml xmlns=\"http://www.apple.com/CoreAnimation/1.0\">"
  + "<CALayer bounds=\"0 0 8 8\" backgroundColor=\"1 0 0\"/></caml>"

/// A document that shows a picture.
func showing(_ name: String) -> String {
  "<caml xmlns=\"http://www.apple.com/CoreAnimation/1.0\"><CALayer bounds=\"0 0 8 8\">"
    + "<contents type=\"CGImage\" src=\"\(name)\"/></CALayer></caml>"
}

/// What this process has: children, those that ended and nobody waited for among them, and open descriptors.
func leftovers() -> (children: [String], descriptors: Int) {
  let own = "\(getpid())"
  let children = ((try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []).filter { name in
    guard name.allSatisfy(\.isNumber), let text = try? String(contentsOfFile: "/proc/\(name)/stat", encoding: .utf8),
      let end = text.lastIndex(of: ")")
    else { return false }
    // After the name, in which anything may stand: the state, then the parent.
    return text[end...].split(separator: " ").dropFirst(2).first == own[...]
  }
  let descriptors = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd"))?.count ?? 0
  return (children, descriptors)
}
