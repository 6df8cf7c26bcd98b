// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import Foundation
import LaminaTestSupport
import Testing

/// `tools/films`: every scene under a folder as films.
@Suite(.enabled(if: (try? LaminaTool.shell("command -v ffmpeg"))?.status == 0, "there is no ffmpeg here"))
struct FilmsScriptTests {
  private static let moving = """
    <caml xmlns="http://www.apple.com/CoreAnimation/1.0"><CALayer bounds="0 0 16 12"><sublayers>
    <CALayer id="#1" name="dot" bounds="0 0 4 4" position="4 4" backgroundColor="1 0 0"><animations>
    <animation type="CABasicAnimation" keyPath="position.x" duration="0.4"><toValue type="real" value="9"/></animation>
    </animations></CALayer></sublayers>
    <states>
      <LKState name="Off"/>
      <LKState name="On">
        <elements><LKStateSetValue targetId="#1" keyPath="opacity"><value type="real" value="0.5"/></LKStateSetValue></elements>
      </LKState>
    </states></CALayer></caml>
    """

  @Test("what moves is a film, what stands still a picture, each way between states a film; what is broken is named")
  func folder() throws {
    let folder = try TemporaryFolder()
    for name in ["scenes/a b.ca", "scenes/deep/still.ca"] {
      try FileManager.default.createDirectory(atPath: folder.path(name), withIntermediateDirectories: true)
    }
    try folder.write(Self.moving, to: "scenes/a b.ca/main.caml")
    try folder.write(
      "<caml xmlns=\"http://www.apple.com/CoreAnimation/1.0\"><CALayer bounds=\"0 0 8 8\"/></caml>",
      to: "scenes/deep/still.ca/main.caml")
    try folder.write("<caml>", to: "scenes/broken.caml")
    let script = PackageFolder.file("tools/films").path
    let outcome = try LaminaTool.shell(
      "\(script) scenes out --fps 10 --renderer cpu; echo $?; ls out", environment: ["LAMINA_FILM": "apng"],
      in: folder.url)
    let films = ["a-b.apng", "a-b--Off.apng", "a-b--On.apng", "deep-still.png"]
    #expect(outcome.output == (films + ["1"] + films.sorted()).joined(separator: "\n") + "\n", "\(outcome.errors)")
    #expect(outcome.errors.contains("films: scenes/broken.caml: lamina: error:"))
  }
}
