// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import Foundation
import ImageIO
import LaminaCoreFoundation
import LaminaGraphics
import LaminaTestSupport
import Testing

@Suite struct ImageSourceTests {
  private func source(_ bytes: [UInt8]) throws -> CGImageSource {
    try #require(CGImageSourceCreateWithData(Data(bytes) as CFData, nil))
  }

  private func picture(_ width: Int = 12, _ height: Int = 5) throws -> CGImage {
    try #require(CGImage.noise(width: width, height: height))
  }

  @Test("a source tells what it holds, and gives it") func reading() throws {
    let image = try picture()
    let source = try source(PNGEncoder().encode(image))
    #expect(CGImageSourceGetCount(source) == 1 && CGImageSourceGetType(source) == "public.png")
    #expect(CGImageSourceGetStatus(source) == .statusComplete && source.error == nil && source.diagnostics.isEmpty)
    let decoded = try #require(CGImageSourceCreateImageAtIndex(source, 0, nil))
    #expect(largestDifference(decoded) { image.premultipliedPixel(x: $0, y: $1) } <= 1)
    let properties = try #require(CGImageSourceCopyPropertiesAtIndex(source, 0, nil))
    #expect(
      properties[kCGImagePropertyPixelWidth] as? Int == 12 && properties[kCGImagePropertyPixelHeight] as? Int == 5)
    #expect(
      properties[kCGImagePropertyHasAlpha] as? Bool == true && properties[kCGImagePropertyOrientation] as? Int == 1)
    #expect(
      CGImageSourceCreateImageAtIndex(source, 1, nil) == nil && CGImageSourceCreateImageAtIndex(source, -1, nil) == nil)
    #expect(CGImageSourceCopyPropertiesAtIndex(source, 1, nil) == nil)
    #expect(
      CGImageSourceCopyTypeIdentifiers().compactMap { $0 as? String }.sorted() == [
        "org.webmproject.webp", "public.jpeg", "public.png",
      ])
  }

  @Test("what is damaged, cut off or of another kind has no picture, and says why") func damaged() throws {
    let bytes = try PNGEncoder().encode(picture())
    let cut = try source(Array(bytes.prefix(bytes.count - 30)))
    #expect(CGImageSourceGetCount(cut) == 1 && CGImageSourceCreateImageAtIndex(cut, 0, nil) == nil)
    #expect(
      cut.error != nil && CGImageSourceGetStatus(cut).rawValue < 0 && CGImageSourceGetStatus(cut) != .statusUnknownType)
    for other in [[], Array("GIF89a".utf8), [1, 2, 3]] as [[UInt8]] {
      let source = try source(other)
      #expect(CGImageSourceGetCount(source) == 0 && CGImageSourceGetType(source) == nil)
      #expect(
        CGImageSourceGetStatus(source) == .statusUnknownType && CGImageSourceCreateImageAtIndex(source, 0, nil) == nil)
    }
    #expect(CGImageSourceCreateWithURL(URL(fileURLWithPath: "/nowhere/at/all.png"), nil) == nil)
    #expect(CGImageSourceCreateWithURL(try #require(URL(string: "https://example.org/a.png")), nil) == nil)
  }

  @Test("data that comes in pieces") func incremental() throws {
    let bytes = try PNGEncoder().encode(picture())
    let source = CGImageSourceCreateIncremental(nil)
    #expect(CGImageSourceGetStatus(source) == .statusReadingHeader)
    CGImageSourceUpdateData(source, Data(bytes.prefix(40)), false)
    #expect(CGImageSourceGetStatus(source) == .statusIncomplete && CGImageSourceGetType(source) == "public.png")
    #expect(CGImageSourceCreateImageAtIndex(source, 0, nil) == nil)
    CGImageSourceUpdateData(source, Data(bytes), true)
    #expect(
      CGImageSourceGetStatus(source) == .statusComplete && CGImageSourceCreateImageAtIndex(source, 0, nil)?.width == 12)
  }

  @Test("thumbnails keep the sides' ratio and the colours") func thumbnails() throws {
    let image = try #require(CGImage(width: 64, height: 32) { x, _ in x < 32 ? [255, 0, 0, 255] : [0, 0, 255, 255] })
    let source = try source(PNGEncoder().encode(image))
    var options: CFDictionary = [kCGImageSourceThumbnailMaxPixelSize: 16]
    #expect(CGImageSourceCreateThumbnailAtIndex(source, 0, options) == nil)
    options[kCGImageSourceCreateThumbnailFromImageAlways] = true
    let small = try #require(CGImageSourceCreateThumbnailAtIndex(source, 0, options))
    #expect((small.width, small.height) == (16, 8))
    #expect(
      small.premultipliedPixel(x: 2, y: 4) == [255, 0, 0, 255]
        && small.premultipliedPixel(x: 13, y: 4) == [0, 0, 255, 255])
    options[kCGImageSourceThumbnailMaxPixelSize] = 1000.0
    #expect(CGImageSourceCreateThumbnailAtIndex(source, 0, options)?.width == 64)
    for wrong in [0.0, -5, .nan] {
      options[kCGImageSourceThumbnailMaxPixelSize] = wrong
      #expect(CGImageSourceCreateThumbnailAtIndex(source, 0, options) == nil)
    }
  }

  @Test("a factor reduces what is decoded, rounded up") func subsampling() throws {
    let source = try source(PNGEncoder().encode(picture(21, 10)))
    func size(_ factor: Any) -> [Int]? {
      CGImageSourceCreateImageAtIndex(source, 0, [kCGImageSourceSubsampleFactor: factor]).map { [$0.width, $0.height] }
    }
    #expect(size(2) == [11, 5] && size(4) == [6, 3] && size(NSNumber(value: 8)) == [3, 1])
    #expect(size(1) == [21, 10] && size(3) == [21, 10] && size("2") == [21, 10], "no such factor")
  }

  @Test("a source decodes anew what it has let go of, and takes data of a provider") func forgetting() throws {
    let bytes = try PNGEncoder().encode(picture())
    let source = CGImageSourceCreateIncremental(nil)
    CGImageSourceUpdateDataProvider(source, try #require(CGDataProvider(data: Data(bytes) as CFData)), true)
    let first = try #require(CGImageSourceCreateImageAtIndex(source, 0, nil))
    CGImageSourceRemoveCacheAtIndex(source, 0)
    CGImageSourceRemoveCacheAtIndex(source, 7)
    let again = try #require(CGImageSourceCreateImageAtIndex(source, 0, nil))
    #expect(again !== first && largestDifference(again) { first.premultipliedPixel(x: $0, y: $1) } == 0)
  }

  @Test("orientations have the numbers of Exif, and a destination turns by them") func orientations() throws {
    let names: [CGImagePropertyOrientation] = [
      .up, .upMirrored, .down, .downMirrored, .leftMirrored, .right, .rightMirrored, .left,
    ]
    #expect(names.map(\.rawValue) == Array(1...8) && CGImagePropertyOrientation(rawValue: 9) == nil)
    let data = NSMutableData()
    let destination = try #require(CGImageDestinationCreateWithData(data, "public.png", 1, nil))
    let image = try picture(4, 2)
    CGImageDestinationAddImage(
      destination, image, [kCGImagePropertyOrientation: CGImagePropertyOrientation.right.rawValue])
    #expect(CGImageDestinationFinalize(destination))
    let source = try #require(CGImageSourceCreateWithData(data as Data, nil))
    let turned = try #require(CGImageSourceCreateImageAtIndex(source, 0, nil))
    #expect((turned.width, turned.height) == (2, 4))
    // Row 0 is the right side, and column 0 the top.
    for (x, y) in [(0, 0), (3, 0), (0, 1), (2, 1)] {
      let (one, other) = (image.premultipliedPixel(x: x, y: y), turned.premultipliedPixel(x: 1 - y, y: x))
      #expect((0..<4).allSatisfy { abs(Int(one[$0]) - Int(other[$0])) <= 1 }, "\(x) \(y)")
    }
  }

  @Test("what a destination does not write it names") func unwritten() throws {
    let destination = try #require(CGImageDestinationCreateWithData(NSMutableData(), "public.png", 1, nil))
    CGImageDestinationAddImage(destination, try picture(), [kCGImagePropertyGIFDictionary: ["DelayTime": 1]])
    #expect(CGImageDestinationFinalize(destination) && destination.diagnostics.map(\.code) == ["image-property"])
  }
}

@Suite struct ImageDestinationTests {
  private func written(_ image: CGImage, _ type: String, _ properties: CFDictionary? = nil) throws -> CGImage {
    let data = NSMutableData()
    let destination = try #require(CGImageDestinationCreateWithData(data as CFMutableData, type, 1, nil))
    CGImageDestinationAddImage(destination, image, properties)
    #expect(CGImageDestinationFinalize(destination) && destination.error == nil)
    #expect(!CGImageDestinationFinalize(destination))
    let source = try #require(CGImageSourceCreateWithData(Data(referencing: data), nil))
    #expect(CGImageSourceGetType(source) == type)
    return try #require(CGImageSourceCreateImageAtIndex(source, 0, nil))
  }

  @Test("formats without loss give the same picture", arguments: ["public.png", "org.webmproject.webp"])
  func lossless(_ type: String) throws {
    let image = try #require(CGImage.noise(width: 33, height: 9))
    let back = try written(image, type)
    // Colours are stored straight: of nearly transparent pixels some bits are lost.
    #expect(largestDifference(back) { image.premultipliedPixel(x: $0, y: $1) } <= 1)
  }

  @Test("lossy formats stay near, and quality counts", arguments: ["public.jpeg", "org.webmproject.webp"])
  func lossy(_ type: String) throws {
    let image = try #require(
      CGImage(width: 64, height: 64) { x, y in [UInt8(2 * x + 60), UInt8(2 * y + 60), UInt8(x + y), 255] })
    var sizes: [Int] = []
    for quality in [0.1, 0.95] {
      let back = try written(image, type, [kCGImageDestinationLossyCompressionQuality: quality])
      #expect(largestDifference(back) { image.premultipliedPixel(x: $0, y: $1) } <= (quality > 0.5 ? 12 : 60))
      let data = NSMutableData()
      let destination = try #require(CGImageDestinationCreateWithData(data, type, 1, nil))
      CGImageDestinationSetProperties(destination, [kCGImageDestinationLossyCompressionQuality: quality])
      CGImageDestinationAddImage(destination, image, nil)
      CGImageDestinationFinalize(destination)
      sizes.append(data.length)
    }
    #expect(sizes[0] < sizes[1])
  }

  @Test("JPEG has no alpha: the picture is laid over white, or what is asked for") func background() throws {
    let clear = try #require(CGImage(width: 16, height: 16) { _, _ in [0, 0, 0, 0] })
    #expect(try written(clear, "public.jpeg").premultipliedPixel(x: 8, y: 8) == [255, 255, 255, 255])
    let blue = CGColor(srgbRed: 0, green: 0, blue: 1, alpha: 1)
    let pixel = try written(clear, "public.jpeg", [kCGImageDestinationBackgroundColor: blue]).premultipliedPixel(
      x: 8, y: 8)
    #expect(pixel.z > 250 && pixel.x < 5)
  }

  @Test("pictures are turned and reduced as asked") func arranged() throws {
    let image = try #require(CGImage(width: 8, height: 4) { x, _ in x < 4 ? [255, 0, 0, 255] : [0, 255, 0, 255] })
    let turned = try written(image, "public.png", [kCGImagePropertyOrientation: 6])
    #expect((turned.width, turned.height) == (4, 8) && turned.premultipliedPixel(x: 0, y: 0) == [255, 0, 0, 255])
    #expect(turned.premultipliedPixel(x: 0, y: 7) == [0, 255, 0, 255])
    let reduced = try written(image, "public.png", [kCGImageDestinationImageMaxPixelSize: 4])
    #expect((reduced.width, reduced.height) == (4, 2))
  }

  @Test("what cannot be written is said") func refused() throws {
    let data = NSMutableData()
    #expect(CGImageDestinationCreateWithData(data, "public.heic", 1, nil) == nil)
    #expect(CGImageDestinationCreateWithData(data, "public.png", 2, nil) == nil)
    let empty = try #require(CGImageDestinationCreateWithData(data, "public.png", 1, nil))
    #expect(!CGImageDestinationFinalize(empty) && data.length == 0)
    let image = try #require(CGImage.noise(width: 2, height: 2))
    let destination = try #require(CGImageDestinationCreateWithData(data, "public.png", 1, nil))
    CGImageDestinationAddImage(destination, image, ["{Exif}": [:] as CFDictionary])
    CGImageDestinationAddImage(destination, image, nil)
    CGImageDestinationFinalize(destination)
    #expect(destination.diagnostics.map(\.code).sorted() == ["image-property", "one-image"])
    let wide = try #require(CGImage(width: 70_000, height: 1) { _, _ in [0, 0, 0, 255] })
    for type in ["public.jpeg", "org.webmproject.webp"] {
      let destination = try #require(CGImageDestinationCreateWithData(NSMutableData(), type, 1, nil))
      CGImageDestinationAddImage(destination, wide, nil)
      #expect(!CGImageDestinationFinalize(destination))
      guard case .cannotEncode = destination.error else {
        Issue.record("\(String(describing: destination.error))")
        continue
      }
    }
    let folder = try #require(
      CGImageDestinationCreateWithURL(URL(fileURLWithPath: "/nowhere/at/all.png"), "public.png", 1, nil))
    CGImageDestinationAddImage(folder, image, nil)
    #expect(!CGImageDestinationFinalize(folder) && folder.error != nil)
  }

  @Test("a file is written whole, from a source too") func file() throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("lamina-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let image = try #require(CGImage.noise(width: 20, height: 10, opaque: true))
    let url = folder.appendingPathComponent("a.png")
    let source = try #require(CGImageSourceCreateWithData(Data(try PNGEncoder().encode(image)), nil))
    let destination = try #require(CGImageDestinationCreateWithURL(url as CFURL, "public.png", 1, nil))
    CGImageDestinationAddImageFromSource(destination, source, 0, nil)
    #expect(CGImageDestinationFinalize(destination))
    let back = try #require(
      CGImageSourceCreateWithURL(url, nil).flatMap { CGImageSourceCreateImageAtIndex($0, 0, nil) })
    #expect(largestDifference(back) { image.premultipliedPixel(x: $0, y: $1) } == 0)
  }
}
