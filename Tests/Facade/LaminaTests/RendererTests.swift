// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import Foundation
import Lamina
import LaminaTestSupport
import Testing

/// The facade: which renderer, which limits, tiles.
@Suite struct RendererTests {
  /// A red canvas with a turned, rounded card across its middle.
  static func makeTree(width: Double = 90, height: Double = 70) -> CALayer {
    let root = CALayer()
    root.bounds = CGRect(x: 0, y: 0, width: width, height: height)
    root.backgroundColor = CGColor(srgbRed: 1, green: 0, blue: 0, alpha: 1)
    let card = CALayer()
    card.bounds = CGRect(x: 0, y: 0, width: width / 2, height: height / 2)
    card.position = CGPoint(x: width / 2, y: height / 2)
    card.transform = CATransform3DMakeRotation(0.4, 0, 0, 1)
    card.cornerRadius = 9
    card.backgroundColor = CGColor(srgbRed: 0, green: 0, blue: 1, alpha: 0.5)
    root.addSublayer(card)
    return root
  }

  @Test("the canvas is the root's bounds times the scale")
  func canvas() throws {
    let renderer = try Renderer(.cpu(threads: 1))
    var options = RenderOptions()
    options.scale = 1.5
    let result = try renderer.render(Self.makeTree(), options: options)
    #expect(result.image.width == 135 && result.image.height == 105)
    #expect(result.image.pixel(0, 0) == [255, 0, 0, 255])
    #expect(result.tiles == 1)
    #expect(result.timings.total > 0)
  }

  @Test("an exact size keeps the proportions and centres")
  func exactSize() throws {
    var options = RenderOptions()
    options.size = PixelSize(width: 90, height: 90)
    options.background = CGColor(srgbRed: 0, green: 1, blue: 0, alpha: 1)
    let image = try Renderer(.cpu(threads: 1)).render(Self.makeTree(), options: options).image
    #expect(image.width == 90 && image.height == 90)
    #expect(image.pixel(45, 5) == [0, 255, 0, 255])
    #expect(image.pixel(1, 15) == [255, 0, 0, 255])
  }

  @Test("a canvas in tiles is the same picture", arguments: [90, 64, 33, 7])
  func tiles(side: Int) throws {
    let renderer = try Renderer(.cpu(threads: 2))
    let whole = try renderer.render(Self.makeTree())
    renderer.maximumTileSide = side
    let tiled = try renderer.render(Self.makeTree())
    #expect(tiled.tiles == Renderer.tiles(of: PixelSize(width: 90, height: 70), side: side).count)
    if let mismatch = PictureExpectation.mismatch(tiled.image, whole.image) { Issue.record("\(mismatch)") }
  }

  @Test("on a device as well", .enabled(if: hasGPU, "no device for OpenGL ES"), arguments: [64, 33])
  func tilesOnDevice(side: Int) throws {
    let renderer = try Renderer(.gpu(.automatic))
    let whole = try renderer.render(Self.makeTree())
    #expect(renderer.usesGPU && renderer.device != nil && renderer.description.hasPrefix("GPU, "))
    renderer.maximumTileSide = side
    let tiled = try renderer.render(Self.makeTree())
    #expect(tiled.tiles > 1 && tiled.statistics.passes == tiled.tiles)
    if let mismatch = PictureExpectation.mismatch(tiled.image, whole.image) { Issue.record("\(mismatch)") }
  }

  @Test(
    "a canvas over the device's limit is drawn in tiles", .enabled(if: hasGPU, "no device for OpenGL ES"))
  func overLimit() throws {
    let renderer = try Renderer(.gpu(.automatic))
    let result = try renderer.render(Self.makeTree(width: 40_000, height: 20))
    #expect(result.tiles > 1)
    #expect(result.image.width == 40_000)
    #expect(result.image.pixel(0, 0) == [255, 0, 0, 255] && result.image.pixel(39_999, 19) == [255, 0, 0, 255])
  }

  @Test("a device that is not there is an error that names it")
  func missingDevice() {
    #expect(throws: RenderError.self) { try Renderer(.gpu(.name("no device is called so"))) }
  }

  static let hasGPU = ((try? GPUDevice.list()) ?? []).contains(where: \.isUsable)

  @Test(
    "tiles cover the canvas once",
    arguments: [(100, 50, 64), (64, 64, 64), (65, 1, 64), (1, 200, 10), (16_385, 20, 16_384)])
  func tileCut(width: Int, height: Int, side: Int) {
    let canvas = PixelSize(width: width, height: height)
    let tiles = Renderer.tiles(of: canvas, side: side)
    #expect(tiles.reduce(0) { $0 + $1.area } == canvas.area)
    for (index, tile) in tiles.enumerated() {
      #expect(tile.width <= side && tile.height <= side && !tile.isEmpty)
      #expect(PixelRect(size: canvas).contains(tile))
      for other in tiles[(index + 1)...] { #expect(!tile.intersects(other)) }
    }
  }

  @Test("a canvas over the limit of memory is refused with both numbers")
  func memoryLimit() throws {
    var options = RenderOptions()
    options.limits.memory = 4 * 90 * 70 - 1
    let renderer = try Renderer(.cpu(threads: 1))
    let error = #expect(throws: RenderError.self) { try renderer.render(Self.makeTree(), options: options) }
    guard case .overLimit(let limit)? = error, let needed = limit.needed else {
      Issue.record("\(String(describing: error))")
      return
    }
    // The picture takes 25,200 bytes, and its plan some more.
    #expect(limit.kind == .memory && limit.allowed == 25_199 && needed >= 25_200 && needed < 50_000)
    #expect(
      error?.description
        == "a picture of 90 x 70 px with its offscreen targets would take \(Int(clamping: needed)) bytes, "
        + "over the limit of 25199")
  }

  @Test("a canvas over the limit of pixels, an empty one and one without numbers are refused")
  func planErrors() throws {
    let renderer = try Renderer(.cpu(threads: 1))
    var options = RenderOptions()
    options.limits.pixels = 6_299
    #expect(throws: RenderError.self) { try renderer.render(Self.makeTree(), options: options) }
    #expect(throws: RenderError.self) { try renderer.render(Self.makeTree(width: 0)) }
    #expect(throws: RenderError.self) { try renderer.render(Self.makeTree(width: .nan)) }
    #expect(throws: RenderError.self) { try renderer.render(Self.makeTree(width: 1e300, height: 1e300)) }
  }

  @Test("a renderer says what it is")
  func descriptions() throws {
    #expect(try Renderer(.cpu(threads: 1)).description == "CPU, 1 thread")
    #expect(try Renderer(.cpu(threads: 3)).description == "CPU, 3 threads")
    let automatic = try Renderer()
    #expect(automatic.usesGPU == (automatic.reason == nil))
    #expect(automatic.usesGPU == (automatic.device?.isSoftware == false))
  }

  @Test("a scene's diagnostics come first, each once")
  func diagnostics() throws {
    let early = Diagnostic(code: "early", message: "first")
    let late = Diagnostic(code: "late", message: "second")
    #expect([early].merging([late, early]) == [early, late])
    let scene = Scene(root: Self.makeTree(), hostIsFlipped: false, diagnostics: [early])
    #expect(try Renderer(.cpu(threads: 1)).render(scene).diagnostics == [early])
  }

  @Test("a plan needs no renderer")
  func plan() throws {
    let plan = try RenderPlan(Self.makeTree())
    #expect(plan.canvas == PixelSize(width: 90, height: 70))
    #expect(plan.text().contains("canvas 90 x 70 px"))
  }

  @Test("the budget of memory is some, and no more than the machine has")
  func budget() {
    #expect(MemoryBudget.standard > 1 << 20)
    #expect(MemoryBudget.standard < Int(clamping: ProcessInfo.processInfo.physicalMemory))
  }
}
