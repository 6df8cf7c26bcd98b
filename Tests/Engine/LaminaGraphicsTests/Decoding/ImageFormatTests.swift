// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import Foundation
import LaminaGraphics
import LaminaSystem
import LaminaTestSupport
import Testing

@Suite struct ImageFormatTests {
  struct Sample: Sendable, CustomTestStringConvertible {
    var name: String
    var beginning: [UInt8]
    var testDescription: String { name }
  }

  static let others = [
    Sample(name: "GIF", beginning: Array("GIF89a".utf8)),
    Sample(name: "HEIC", beginning: [0, 0, 0, 24] + Array("ftypheic".utf8)),
    Sample(name: "AVIF", beginning: [0, 0, 0, 24] + Array("ftypavif".utf8)),
    Sample(name: "video (qt)", beginning: [0, 0, 0, 20] + Array("ftypqt  ".utf8)),
    Sample(name: "SVG", beginning: Array("<?xml version=\"1.0\"?>\n<svg xmlns=\"http://www.w3.org/2000/svg\"/>".utf8)),
    Sample(name: "TIFF", beginning: [0x4D, 0x4D, 0, 42]),
    Sample(name: "BMP", beginning: Array("BM".utf8)),
    Sample(name: "PDF", beginning: Array("%PDF-1.7".utf8)),
    Sample(name: "JPEG XL", beginning: [0xFF, 0x0A]),
  ]

  @Test("formats that are refused by name", arguments: others)
  func unsupported(_ sample: Sample) {
    #expect(throws: GraphicsError.unsupportedFormat(sample.name)) { try ImageDecoder().decode(sample.beginning) }
  }

  @Test func whatIsNoPictureShowsItsBeginning() {
    #expect(throws: GraphicsError.unknownFormat(beginning: "68 65 6C 6C 6F")) {
      try ImageDecoder().decode(Array("hello".utf8))
    }
    #expect(throws: GraphicsError.unknownFormat(beginning: "")) { try ImageDecoder().decode([]) }
    #expect(GraphicsError.unknownFormat(beginning: "").description == "the picture's file is empty")
  }

  @Test func filesThatCannotBeRead() throws {
    let folder = try TemporaryFolder()
    let missing = folder.path("missing.png")
    #expect(throws: GraphicsError.file(.cannotRead(path: missing, reason: "No such file or directory"))) {
      try ImageDecoder().decode(contentsOf: missing)
    }
    #expect(throws: GraphicsError.file(.cannotRead(path: folder.url.path, reason: "it is a folder"))) {
      try ImageDecoder().decode(contentsOf: folder.url.path)
    }
    let fifo = folder.path("fifo")
    #expect(mkfifo(fifo, 0o600) == 0)
    #expect(throws: GraphicsError.file(.cannotRead(path: fifo, reason: "not a regular file"))) {
      try ImageDecoder().decode(contentsOf: fifo)
    }
    let large = folder.path("large.png")
    try folder.write([UInt8](repeating: 0, count: 100), to: "large.png")
    #expect(throws: GraphicsError.fileTooLarge(path: large, bytes: 100, limit: 99)) {
      try ImageDecoder(maximumFileBytes: 99).decode(contentsOf: large)
    }
  }

  @Test func filesAreReadWhateverTheirName() throws {
    let folder = try TemporaryFolder()
    let file = PNGBuilder(width: 2, height: 1, colorType: .gray, depth: 8) { x, _ in [x] }.file
    try folder.write(file, to: "picture.jpg")
    let decoded = try ImageDecoder().decode(contentsOf: folder.path("picture.jpg"))
    #expect(decoded.format == .png)
    #expect(decoded.image.width == 2)
  }
}
