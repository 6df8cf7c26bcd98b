// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

#if Serve
import Foundation
import LaminaTestSupport
import Testing

/// Swift that is copied from the page: it compiles, makes what can be made, and says what it leaves out.
@Suite(.timeLimit(.minutes(30))) struct SwiftCodeTests {
  private static let markup = """
    <caml xmlns="http://www.apple.com/CoreAnimation/1.0">
    <CALayer name="root" bounds="0 0 100 100">
      <sublayers>
        <CALayer name="moving" bounds="0 0 10 10" position="50 50" backgroundColor="0 0 1" opacity="0.9"
            transform="rotate(45deg)">
          <animations>
            <animation type="CABasicAnimation" keyPath="opacity" fromValue="0.1" toValue="0.9" duration="2" key="fade"
                beginTime="0.5" repeatCount="inf" autoreverses="1" fillMode="both" timingFunction="easeIn"/>
            <p key="spring" type="CASpringAnimation" keyPath="position.x" fromValue="10" toValue="50" damping="4" mass="2"/>
            <p key="steps" type="CAKeyframeAnimation" keyPath="cornerRadius" duration="3" calculationMode="discrete">
              <keyTimes><real value="0"/><real value="0.25"/><real value="0.5"/><real value="1"/></keyTimes>
              <values><integer value="0"/><integer value="2"/><real value="5.5"/></values>
            </p>
            <p key="swap" type="CATransition" subtype="fromLeft" duration="0.4"><type value="push"/></p>
            <p key="all" type="CAAnimationGroup" duration="2" repeatCount="inf">
              <animations>
                <CABasicAnimation keyPath="transform.rotation.z" toValue="1" duration="1"/>
                <CAKeyframeAnimation keyPath="position" duration="2" path="0 0 m 10 10 l"/>
              </animations>
            </p>
          </animations>
        </CALayer>
        <CAEmitterLayer name="sparks" bounds="0 0 10 10" position="20 20">
          <emitterCells><CAEmitterCell name="spark" birthRate="20" lifetime="1.1" velocity="30" scale="0.3"/></emitterCells>
        </CAEmitterLayer>
        <CAShapeLayer name="exact" path="0 0 m 10 0 l 10 10 l h" lamina_exactEdges="1"/>
        <CAGradientLayer name="for" bounds="0 0 9 9" lamina_mixing="generic-rgb"/>
      </sublayers>
      <states><LKState name="on"><elements>
        <LKStateSetValue targetId="" keyPath="opacity"><value type="integer" value="0"/></LKStateSetValue>
      </elements></LKState></states>
    </CALayer>
    </caml>

    """

  private static func code(_ studio: RunningStudio, _ scene: String, layer: Int = 0) throws -> (String, [String]) {
    let answer = try studio.get("/api/code?scene=\(scene)&layer=\(layer)&form=swift").json
    return (try #require(answer["text"] as? String), try #require(answer["missing"] as? [String]))
  }

  @Test func animationsAndCellsAreMade() throws {
    let folder = try TemporaryFolder()
    let studio = try RunningStudio(folder.write(Self.markup, to: "scene.caml"))
    let (text, missing) = try Self.code(studio, "scene.caml")
    for line in [
      "moving.opacity = 0.9", "moving.transform = CATransform3DMakeRotation(.pi / 4, 0, 0, 1)",
      "let movingFade = CABasicAnimation(keyPath: \"opacity\")", "movingFade.fromValue = 0.1",
      "movingFade.toValue = 0.9",
      "movingFade.beginTime = 0.5", "movingFade.repeatCount = .infinity", "movingFade.autoreverses = true",
      "movingFade.fillMode = .both", "movingFade.timingFunction = CAMediaTimingFunction(name: .easeIn)",
      "moving.add(movingFade, forKey: \"fade\")", "let movingSpring = CASpringAnimation(keyPath: \"position.x\")",
      "movingSpring.damping = 4", "movingSpring.mass = 2", "movingSteps.calculationMode = .discrete",
      "movingSteps.keyTimes = [0, 0.25, 0.5, 1]", "movingSteps.values = [0, 2, 5.5]", "movingTransition.type = .push",
      "movingAll.animations = [movingAllTransformRotationZ, movingAllPosition]",
      "movingAllPosition.path = movingAllPositionPath", "let sparksSpark = CAEmitterCell()",
      "movingTransition.subtype = .fromLeft", "moving.add(movingTransition, forKey: \"transition\")",
      "sparksSpark.lifetime = 1.1", "sparks.emitterCells = [sparksSpark]", "let layerfor = CAGradientLayer()",
    ] {
      #expect(text.split(separator: "\n").contains { $0 == line }, "\(line) in\n\(text)")
    }
    #expect(!text.contains(".lamina_"))
    for words in ["lamina_exactEdges of exact", "lamina_mixing of layerfor", "the states 'on' of root"] {
      #expect(missing.contains { $0.hasPrefix(words) }, "\(words) in \(missing)")
      #expect(text.contains("// Not here: \(words)"))
    }
  }

  /// A layer that the page hides is in no copy, and its property says who hides it.
  @Test func hidingIsNotCopied() throws {
    let folder = try TemporaryFolder()
    let studio = try RunningStudio(folder.write(Self.markup, to: "scene.caml"))
    let before = try Self.code(studio, "scene.caml")
    for order: [String: Any] in [["hidden": ["0"]], ["hidden": [String](), "isolated": "1"]] {
      #expect(try studio.post("/api/show?scene=scene.caml", order).status == 200)
      #expect(try Self.code(studio, "scene.caml") == before)
      let layer = try studio.post("/api/layer?scene=scene.caml", ["view": [String: Any](), "layer": 1]).json
      let hidden = (layer["properties"] as? [[String: Any]])?.first { $0["key"] as? String == "hidden" }
      #expect(hidden?["text"] as? String == "0")
      #expect(hidden?["shown"] as? String == "yes")
      #expect(hidden?["source"] as? String == "default")
      #expect(hidden?["page"] as? String == (order["isolated"] == nil ? "hidden" : "alone"))
    }
    // Its properties can be set, and it stays hidden here.
    #expect(
      try studio.post("/api/edit?scene=scene.caml", ["layer": "0", "key": "hidden", "value": "1"]).status == 200)
    #expect(try studio.post("/api/show?scene=scene.caml", ["hidden": [String]()]).status == 200)
    #expect(try Self.code(studio, "scene.caml").0.contains("moving.isHidden = true"))
  }

  /// The Swift of the examples compiles against Lamina's public names.
  @Test func copiedSwiftCompiles() throws {
    let compiler = SwiftCompiler()
    guard let compiler, compiler.problems(with: "import Lamina\nlet layer = CALayer()\n")?.isEmpty == true else {
      print("skipped: no Swift compiler that finds the modules of this build")
      return
    }
    let folder = try TemporaryFolder()
    try folder.write(Self.markup, to: "own.caml")
    let own = try RunningStudio(folder.path("own.caml"))
    let examples = try RunningStudio(PackageFolder.file("Examples").path)
    let names = try #require(examples.get("/api/scenes").json["names"] as? [String])
    #expect(names.contains("sunrise.json"))
    var text = "import Lamina\n"
    for (number, name) in (["own.caml"] + names).enumerated() {
      let code = try Self.code(number == 0 ? own : examples, name).0
      // Lamina is what QuartzCore stands for here; each scene in a function of its own.
      text += "func scene\(number)() {\n" + code.replacing("import QuartzCore", with: "// \(name)") + "\n}\n"
    }
    let problems = try #require(compiler.problems(with: text))
    #expect(problems.isEmpty, "\(problems)")
  }
}

/// A Swift compiler that knows the modules of this build.
private struct SwiftCompiler {
  private let modules: String

  /// `nil` where there are no modules.
  init?() {
    // Tests lie beside the modules that they were built with.
    let folder = PackageFolder.file(".build/release/Modules").path
    guard FileManager.default.fileExists(atPath: folder + "/Lamina.swiftmodule") else { return nil }
    modules = folder
  }

  /// The errors of a text; empty where it compiles, `nil` where there is no compiler.
  func problems(with text: String) -> String? {
    guard let folder = try? TemporaryFolder(), let path = try? folder.write(text, to: "code.swift") else { return nil }
    var arguments = ["swiftc", "-typecheck", "-swift-version", "6", "-suppress-warnings", "-I", modules]
    let sources = PackageFolder.file("Sources/C").path
    for name in (try? FileManager.default.contentsOfDirectory(atPath: sources)) ?? []
    where FileManager.default.fileExists(atPath: "\(sources)/\(name)/module.modulemap") {
      arguments += ["-I", "\(sources)/\(name)"]
    }
    arguments += ["-I", "\(sources)/CLanes/include"]
    let libraries = [
      "pangocairo", "pangoft2", "libpng", "lcms2", "libwebpdemux", "libdeflate", "libisal", "libturbojpeg",
    ]
    let flags = Self.run(["pkg-config", "--cflags"] + libraries)?.output ?? ""
    for flag in flags.split(whereSeparator: \.isWhitespace) { arguments += ["-Xcc", String(flag)] }
    guard let result = Self.run(arguments + [path]) else { return nil }
    return result.status == 0 ? "" : "status \(result.status): " + result.output
  }

  private static func run(_ arguments: [String]) -> (status: Int32, output: String)? {
    guard let folder = try? TemporaryFolder(), let path = try? folder.write("", to: "output") else { return nil }
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = arguments
    guard let output = FileHandle(forWritingAtPath: path) else { return nil }
    (process.standardOutput, process.standardError) = (output, output)
    process.standardInput = FileHandle.nullDevice
    do { try process.run() } catch { return nil }
    process.waitUntilExit()
    guard process.terminationStatus != 127 else { return nil }
    return (process.terminationStatus, (try? String(contentsOfFile: path, encoding: .utf8)) ?? "")
  }
}
#endif
