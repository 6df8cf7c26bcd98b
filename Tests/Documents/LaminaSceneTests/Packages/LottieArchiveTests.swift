// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import Foundation
import LaminaGraphics
import LaminaLayers
import LaminaLottie
import LaminaScene
import Testing

/// `.lottie` archives, and such that are refused.
@Suite struct LottieArchiveTests {
  private static func animation(_ width: Int, _ layers: String = "", assets: String = "") -> String {
    #"{"fr":30,"ip":0,"op":60,"w":\#(width),"h":80,"assets":[\#(assets)],"layers":[\#(layers)]}"#
  }

  private static let manifest = #"{"version":"1.0","animations":[{"id":"second"},{"id":"first"}]}"#

  private func read(_ zip: ZipBuilder, inside: String = "") throws -> Scene {
    let folder = try TemporaryFolder()
    return try LottieReader().read(try folder.write("x.lottie", zip.data) + inside)
  }

  private func archive(_ folder: String = "animations/") -> ZipBuilder {
    var zip = ZipBuilder()
    zip.add("manifest.json", Self.manifest)
    zip.add(folder + "first.json", Self.animation(100), isDeflated: true)
    zip.add(folder + "second.json", Self.animation(200), isDeflated: true)
    return zip
  }

  @Test("the manifest says which animation is the first; a name picks any other", arguments: ["animations/", "a/"])
  func choice(_ folder: String) throws {
    let first = try read(archive(folder))
    #expect(first.root.bounds.width == 200 && first.diagnostics.map(\.code) == ["other-animations"])
    let other = try read(archive(folder), inside: "/first")
    #expect(other.root.bounds.width == 100 && other.diagnostics.isEmpty)
    #expect(throws: SceneError.self) { try read(archive(folder), inside: "/third") }
  }

  @Test("pictures are taken from the archive, and only from there")
  func pictures() throws {
    func zip(_ folder: String, _ name: String) -> ZipBuilder {
      var zip = ZipBuilder()
      zip.add("manifest.json", #"{"animations":[{"id":"x"}]}"#)
      let layer = #"{"ty":2,"refId":"p","ip":0,"op":60,"st":0}"#
      let asset = #"{"id":"p","w":9,"h":9,"u":"\#(folder)","p":"\#(name)"}"#
      zip.add("animations/x.json", Self.animation(100, layer, assets: asset))
      zip.add(ZipBuilder.Entry(name: "images/a.png", contents: Pictures.red))
      return zip
    }
    for (folder, name) in [("", "a.png"), ("images/", "a.png")] {
      let scene = try read(zip(folder, name))
      #expect(scene.root.sublayers?.first?.contents is CGImage, "\(folder) \(scene.diagnostics)")
    }
    for (folder, name) in [("../", "a.png"), ("/etc/", "passwd"), ("", "b.png")] {
      let scene = try read(zip(folder, name))
      #expect(scene.root.sublayers == nil && scene.diagnostics.count == 1, "\(folder)\(name)")
    }
  }

  @Test("archives that unpack too far or lie are refused, and what is inside is refused with its name")
  func bombs() throws {
    func refusal(_ zip: ZipBuilder) -> String {
      do {
        _ = try read(zip)
        return ""
      } catch {
        return "\(error)"
      }
    }
    var zeros = ZipBuilder()
    zeros.add("manifest.json", Self.manifest)
    zeros.add(ZipBuilder.Entry(name: "animations/second.json", contents: Data(count: 32 << 20), isDeflated: true))
    #expect(!refusal(zeros).isEmpty)

    var claims = ZipBuilder()
    claims.add("manifest.json", Self.manifest)
    for index in 0..<3 {
      claims.add(
        ZipBuilder.Entry(
          name: "animations/\(index).json", contents: Data(count: 9), method: 8, claimedLength: 1 << 30))
    }
    #expect(!refusal(claims).isEmpty)

    var broken = ZipBuilder()
    broken.add("manifest.json", Self.manifest)
    broken.add("animations/second.json", String(Self.animation(9).dropLast(5)))
    #expect(refusal(broken).contains("animations/second.json") && refusal(broken).contains("cut off"))

    var empty = ZipBuilder()
    empty.add("manifest.json", Self.manifest)
    #expect(!refusal(empty).isEmpty)
  }
}
